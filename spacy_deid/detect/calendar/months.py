"""Names of months and weekdays: full, short, with one typing error, and in other languages."""

from __future__ import annotations

from functools import cache

from spacy_deid.detect.calendar.foreign import foreign_month_words, foreign_weekday_words

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
"""Full English names, January first."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""Full English names, Monday first."""

SHORT_MONTHS = {name[:3]: number for number, name in enumerate(MONTHS, start=1) if name != "may"}
SHORT_MONTHS |= {"sept": 9, "janu": 1, "febr": 2, "octo": 10, "nove": 11, "dece": 12}
"""English abbreviations."""

SHORT_WEEKDAYS = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "weds": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
"""English abbreviations of weekdays."""

AMBIGUOUS_MONTHS = frozenset({"may", "march", "mar", "dec", "sep", "jan", "jun", "august", "april"})
"""Names that are also verbs, adjectives, first names or other abbreviations."""

_REAL_WORDS = frozenset(
    "marsh match larch parch starch arch marches marched mach marcy macho august angus gust "
    "dune tune jude june jul mayo mays pay day ray way lay say jay nay bay april tuesday friary "
    "sundry monday sunda sundae sundays fridays monda marc augusta merch augusto auguste marche "
    "marca marci marcha movember sundar sunway sunray funday sunlay juneau munday frida".split()
)

MONTH_TYPOS = {"jully": 7, "juley": 7, "jly": 7, "juen": 6, "junne": 6, "agust": 8, "augest": 8}
MONTH_TYPOS |= {"auguest": 8, "ocober": 10, "ocotber": 10, "octuber": 10, "setember": 9}
MONTH_TYPOS |= {"novmber": 11, "decmber": 12, "feburary": 2, "febuary": 2, "janruary": 1}
MONTH_TYPOS |= {"septmber": 9, "janury": 1, "janaury": 1, "feb'y": 2, "aprl": 4, "marh": 3}


def _one_error(word: str) -> set[str]:
    """Give every spelling that one insertion, deletion, change or swap makes of a word."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    made: set[str] = set()
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        made.update(head + letter + tail for letter in letters)
        if tail:
            made.add(head + tail[1:])
            made.update(head + letter + tail[1:] for letter in letters)
        if len(tail) > 1:
            made.add(head + tail[1] + tail[0] + tail[2:])
    made.discard(word)
    return made


@cache
def month_words() -> dict[str, tuple[int, str]]:
    """Map lower-case words to a month and how they are written.

    RETURNS: word to (1-12, kind); kind is 'full', 'short', 'typo', 'foreign' or 'risky', where
        'typo' and 'foreign' need a day or a year beside them and 'risky' needs both.
    """
    words: dict[str, tuple[int, str]] = {}
    for number, name in enumerate(MONTHS, start=1):
        if len(name) > 4:
            words.update((typo, (number, "typo")) for typo in _one_error(name))
    words.update((typo, (number, "typo")) for typo, number in MONTH_TYPOS.items())
    for word in _REAL_WORDS:
        words.pop(word, None)
    for word, (number, kind) in foreign_month_words().items():
        if kind == "risky" or words.get(word, (0, ""))[1] != "typo":
            words[word] = (number, kind)
    words.update((name, (number, "short")) for name, number in SHORT_MONTHS.items())
    words.update((name, (number, "full")) for number, name in enumerate(MONTHS, start=1))
    return words


@cache
def month_beginnings() -> frozenset[str]:
    """Give the first three letters of every month word, also with a digit misread as a letter."""
    beginnings = {word[:3] for word in month_words()}
    return frozenset(beginnings | {"0ct", "n0v", "ju1", "ju|"})


@cache
def weekday_words() -> dict[str, tuple[int, str]]:
    """Map lower-case words to a weekday (0 is Monday) and 'full', 'short', 'typo' or 'foreign'."""
    words: dict[str, tuple[int, str]] = {}
    for number, name in enumerate(WEEKDAYS):
        words.update((typo, (number, "typo")) for typo in _one_error(name) if len(typo) > 5)
        words[name + "s"] = (number, "full")
    for word in _REAL_WORDS:
        words.pop(word, None)
    words.update((name, (number, "foreign")) for name, number in foreign_weekday_words().items())
    words.update((name, (number, "short")) for name, number in SHORT_WEEKDAYS.items())
    words.update((name, (number, "full")) for number, name in enumerate(WEEKDAYS))
    words["sundays"] = (6, "full")
    words["fridays"] = (4, "full")
    return words
