"""Write ages: before a noun, after a verb, alone, as decades."""

from __future__ import annotations

from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.pieces import PLAIN, Piece

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_BEFORE = Choices(
    [
        ("{n}-{u}-old", 9),
        ("{n} {u} old", 4),
        ("{n}-{u} old", 1),
        ("{n} {s}/o", 2),
        ("{n}{s}o", 2),
        ("{n} {s}o", 2),
        ("{n} {a} old", 1),
        ("{n} {s}.o.", 1),
        ("{w}-{u}-old", 1),
        ("{n}-{s}/o", 1),
        ("{n} {u}s old", 1),
        ("{n}-{u}s-old", 1),
    ]
)
_AFTER = Choices(
    [
        ("aged {n}", 4),
        ("{n} {u}s old", 5),
        ("{n} {u}s of age", 3),
        ("{n} {a}s old", 1),
        ("aged {n} {u}s", 2),
        ("{n} {a}s", 1),
        ("{w} {u}s old", 1),
        ("{n} {u}s", 1),
    ]
)
_SEXED = Choices(
    [
        ("{n}|{m}", 4),
        ("{n}|/{m}", 2),
        ("{n} {s}o| {m}", 2),
        ("{n} {s}/o| {x}", 2),
        ("{n}{s}o|{m}", 1),
        ("{n} {u}s|, {x}", 1),
    ]
)


def in_words(number: int) -> str:
    """Write 0 to 99 in words: 'thirty-four'; larger numbers stay digits."""
    if number < 20:
        return _ONES[number]
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


_BEFORE_SMALL = Choices([("{n}-{u}-old", 6), ("{n} {u} old", 3), ("{n} {a} old", 1), ("{n}{a}", 1)])
_AFTER_SMALL = Choices([("{n} {u}s old", 5), ("{n} {u}s of age", 3), ("aged {n} {u}s", 3)])
_SEXED_SMALL = Choices([("{n} {a}| {m}", 2), ("{n} {u}s|, {x}", 2), ("{n} {a} old| {x}", 1)])


def _put(form: str, number: int, unit: str, sex: str = "") -> str:
    if number == 1:
        form = form.replace("{u}s", "{u}")
    return (
        form.replace("{n}", str(number))
        .replace("{w}", in_words(number))
        .replace("{u}", unit)
        .replace("{s}", unit[0])
        .replace("{a}", {"year": "yr", "month": "mo", "week": "wk"}.get(unit, unit))
        .replace("{m}", sex)
        .replace("{x}", {"F": "female", "M": "male"}.get(sex, ""))
    )


def before_noun(dice: Dice, number: int, unit: str) -> list[Piece]:
    """Give an age that a noun follows: '34-year-old', '5 month old'."""
    return [(_put(dice.draw(_BEFORE if unit == "year" else _BEFORE_SMALL), number, unit), "AGE")]


def after_verb(dice: Dice, number: int, unit: str) -> list[Piece]:
    """Give an age that stands alone: 'aged 34', '34 years old'."""
    return [(_put(dice.draw(_AFTER if unit == "year" else _AFTER_SMALL), number, unit), "AGE")]


def at_age(dice: Dice, number: int, unit: str) -> list[Piece]:
    """Give 'at the age of 34'; the words before 'age' are no part of the span."""
    if unit != "year":
        return [("at ", PLAIN), (f"{number} {unit}s of age", "AGE")]
    roll = dice.number(1, 10)
    if roll <= 5:
        return [("at the ", PLAIN), (f"age of {number}", "AGE")]
    if roll <= 8:
        return [("at ", PLAIN), (f"age {number}", "AGE")]
    return [("at the ", PLAIN), (f"age of {number} years", "AGE")]


def decade(number: int) -> list[Piece]:
    """Give '40s'; 'teens' below twenty."""
    return [("teens" if number < 20 else f"{number // 10 * 10}s", "AGE")]


def with_sex(dice: Dice, number: int, unit: str, sex: str) -> list[Piece]:
    """Give '34F', '34 y/o female': the age is the span, the sex stays."""
    age, rest = _put(
        dice.draw(_SEXED if unit == "year" else _SEXED_SMALL), number, unit, sex
    ).split("|")
    return [(age, "AGE"), (rest, PLAIN)]
