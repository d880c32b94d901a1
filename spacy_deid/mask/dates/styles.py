"""How numbers and names of a document's dates are written, where one date alone does not tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from spacy_deid.annotations import DateField
from spacy_deid.mask.dates import names
from spacy_deid.mask.dates.moments import Expression

_USUAL = ("en", "fr", "es", "de", "pt", "it", "nl")
"""Languages that are taken before others where several have all names of a document."""


def settle_styles(text: str, expressions: Sequence[Expression]) -> None:
    """Write into the fields how they are to be written anew: see ``DateField.style``."""
    _settle_may(text, expressions)
    _settle_zeros(text, expressions)
    _settle_languages(text, expressions)


def _settle_may(text: str, expressions: Sequence[Expression]) -> None:
    """Tell for each 'May' whether it is a short name, so that 'Mar' or 'March' follows it.

    What tells is a dash, a point or digits right beside it, a short weekday, or the other months.
    """
    others = [
        one["style"]
        for expression in expressions
        for one in expression.fields
        if one["name"] == "month"
        and text[one["start"]].isalpha()
        and (one["end"] - one["start"] != 3 or one["value"] != 5)
    ]
    usual = "Jan" if others.count("Jan") > others.count("January") else "January"
    for expression in expressions:
        weekdays = [one["style"] for one in expression.fields if one["name"] == "weekday"]
        for one in expression.fields:
            if one["name"] != "month" or text[one["start"] : one["end"]].casefold() != "may":
                continue
            beside = text[max(0, one["start"] - 1) : one["start"]]
            beside += text[one["end"] : one["end"] + 1]
            close = any(sign in "-./" or sign.isdigit() for sign in beside)
            one["style"] = "Jan" if close else (weekdays or [usual])[0]


def _settle_languages(text: str, expressions: Sequence[Expression]) -> None:
    """Tell the language of names that several have, as 'mai': its weekday's, or the document's."""
    votes: Counter[str] = Counter()
    shared: list[tuple[DateField, frozenset[str], set[str]]] = []
    for expression in expressions:
        beside: set[str] = set()
        named = []
        for one in expression.fields:
            word = text[one["start"] : one["end"]].casefold().rstrip(".")
            spoken = names.languages().get(word, frozenset())
            if one["name"] not in ("month", "weekday") or not spoken:
                continue
            named.append((one, spoken))
            if len(spoken) == 1:
                votes.update(spoken)
                beside |= spoken
            elif one["name"] == "weekday":
                beside |= spoken
        shared.extend((one, spoken, beside) for one, spoken in named if len(spoken) > 1)
    everywhere = frozenset.intersection(*(spoken for _, spoken, _ in shared)) if shared else set()
    if not votes and "en" not in everywhere:
        # 'mars' and 'mai' by themselves are many languages', together those that have both
        votes.update(dict.fromkeys(everywhere, 1))
    for one, spoken, beside in shared:
        near = spoken & beside
        best = max(_by_use(near or spoken), key=lambda language: votes[language])
        if near or votes[best]:
            one["style"] += f"/{best}"


def _by_use(languages: Iterable[str]) -> list[str]:
    """Order languages: the usual ones first."""
    return sorted(languages, key=lambda one: (_USUAL.index(one) if one in _USUAL else 99, one))


def _settle_zeros(text: str, expressions: Sequence[Expression]) -> None:
    """Let the document's small numbers tell whether 10/12 becomes 3/4 or 03/04."""
    numbers = [
        one
        for expression in expressions
        for one in expression.fields
        if one["name"] in ("day", "month")
        and text[one["start"] : one["end"]].isdigit()
        and expression.fields[0]["name"] != "year"
    ]
    zeros = [text[one["start"]] == "0" for one in numbers if one["value"] < 10]
    if zeros and not any(zeros):
        for one in numbers:
            one["style"] = "2" if one["style"] == "02" else one["style"]
