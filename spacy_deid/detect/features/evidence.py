"""Features from all of a document: how it writes its dates and times, whose initials it may use."""

from __future__ import annotations

import re
from collections import Counter

from spacy_deid.annotations import whole_text
from spacy_deid.detect.calendar.months import MONTHS, SHORT_MONTHS
from spacy_deid.detect.features.context import View, span_places
from spacy_deid.detect.features.groups import hashed

_WHOLE = re.compile(r"(?<![\d./:-])(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})(?![\d/]|[.-]\d)")
_PAIR = re.compile(r"(?<![\d./:-])(\d{1,2})(?:([.-])|( ?)(/) ?)(\d{1,2})(?![\d/:]|[.-]\d)")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?![\d:])")
_FOUR = re.compile(r"(?<![\d.,/:-])\d{4}(?![\d/:]|[.,-]\d)")
_MONTH_WORDS = frozenset((*MONTHS, *SHORT_MONTHS)) - {"may", "march", "mar"}
_YEARS = range(1900, 2036)
_DAYS, _MONTHS = range(1, 32), range(1, 13)
_MANY = 3
_LONGEST = 4
"""Letters of initials at most."""


def figures(view: View, rows: list[list[str]]) -> None:
    """Add to numbers what the rest of the document says of their form.

    To '3/4', '3.4' and '3-4': how often the document writes whole dates with that mark and with
    another, the order of day and month there, months in words and clock times with a colon, pairs
    of that mark in all and over the same second number, and which number is the greater. To four
    digits: how many others are years and how many can only be clock times.
    """
    text = whole_text(view.doc)
    whole: Counter[str] = Counter()
    orders = set()
    for match in _WHOLE.finditer(text):
        whole[match[2]] += 1
        orders.add(_order(int(match[1]), int(match[3])))
    pairs = list(_PAIR.finditer(text))
    fours = list(_FOUR.finditer(text))
    if not pairs and not fours:
        return
    months = sum(word in _MONTH_WORDS for word in view.lower)
    clocks = sum(1 for _ in _CLOCK.finditer(text))
    marks = Counter(_mark(pair) for pair in pairs)
    unders = Counter((_mark(pair), pair[5]) for pair in pairs)
    plain = orders - {"", "both"}
    custom = plain.pop() if len(plain) == 1 else "both" if orders - {""} == {"both"} else ""
    around = [f"months={min(months, _MANY)}", f"clocks={min(clocks, _MANY)}", f"custom={custom}"]
    for pair in pairs:
        one, other = int(pair[1]), int(pair[5])
        mark = _mark(pair)
        order = _order(one, other)
        own = min(whole[mark], _MANY)
        others = min(whole.total() - whole[mark], _MANY)
        found = [
            f"whole{mark}={own}",
            f"whole{mark}={own},{others}",
            f"pairs{mark}={min(marks[mark], 5)}",
            f"under{mark}={min(unders[mark, pair[5]], _MANY)}",
            f"order{mark}={order}{custom}",
            f"size{mark}={(one > other) - (one < other)}{len(pair[1])}{len(pair[5])}",
            *(f"{feature}{mark}" for feature in around),
        ]
        if pair[3]:
            found.append("apart" + mark)
        for place in span_places(view.starts, *pair.span()):
            rows[place] += found
    if not fours:
        return
    years = sum(int(match[0]) in _YEARS for match in fours)
    times = sum(_is_time(match[0]) and int(match[0]) not in _YEARS for match in fours)
    for match in fours:
        is_year = int(match[0]) in _YEARS
        if not is_year and not _is_time(match[0]):
            continue
        found = [
            f"four={is_year},{min(years - is_year, _MANY)}",
            f"four={is_year},{min(times, _MANY)}t",
            f"four={is_year},{min(clocks, _MANY)}c",
            f"four={is_year},{min(whole.total() + months, _MANY)}d",
        ]
        for place in span_places(view.starts, *match.span()):
            rows[place] += found


def _mark(pair: re.Match[str]) -> str:
    return pair[2] or pair[4]


def _order(one: int, other: int) -> str:
    """Give 'dm', 'md', 'both' or '' for what two numbers can be."""
    first = one in _DAYS and other in _MONTHS
    second = one in _MONTHS and other in _DAYS
    return "both" if first and second else "dm" if first else "md" if second else ""


def _is_time(four: str) -> bool:
    return four[:2] < "24" and four[2:] < "60"


def initials(view: View, rows: list[list[str]]) -> None:
    """Add to short words in capitals which names of the document begin with these letters.

    A run of words with a capital gives its first letters; what stands before the run tells a name
    from a term ('Dr Carol King', 'Gd', 'General Surgery'). A word in capitals that comes again gets
    what stands before and after its other mentions. Texts in capitals get none of it.
    """
    words = view.words
    long = [word for word in words if len(word) > _LONGEST and word.isalpha()]
    if 2 * sum(map(str.isupper, long)) > len(long) or not any(map(str.islower, words)):
        return
    whole, runs = _runs(view)
    lower = ["", *view.lower, ""]
    again: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        if 2 <= len(word) <= _LONGEST and word.isupper() and word.isalpha():
            again.setdefault(word, []).append(place)
            _add(rows[place], "caps", runs.get(word), lower)
    for places in _spelled(view):
        if len(places) > _LONGEST:
            continue
        letters = "".join(words[place] for place in places)
        if len(letters) > 1:
            for place in places:
                _add(rows[place], "dots", runs.get(letters), lower)
        elif places[0] and words[places[0] - 1][0].isupper():
            before = words[places[0] - 1]
            if len(before) > 1:
                _add(rows[places[0]], "short", whole.get(before[0] + letters), lower)
    for found in again.values():
        if len(found) < 2:
            continue
        for place in found:
            rows[place].append(f"again={min(len(found), _MANY)}")
            others = [own for own in found[: _MANY + 1] if own != place][:_MANY]
            rows[place] += {hashed("a-", lower[other]): None for other in others}
            rows[place] += {hashed("a+", lower[other + 2]): None for other in others}


def _add(row: list[str], kind: str, run: int | None, lower: list[str]) -> None:
    if run is None:
        row.append(f"{kind}=0")
    else:
        row += (f"{kind}=1", hashed(kind, lower[run]))


def _runs(view: View) -> tuple[dict[str, int], dict[str, int]]:
    """Give the first letters of runs of two to four words with a capital, and where they begin.

    Abbreviations and the end of a line end a run, stops do not.
    RETURNS: runs of whole words, and those with letters alone among the words too.
    """
    whole: dict[str, int] = {}
    found: dict[str, int] = {}
    run: list[tuple[int, str]] = []
    line = -1
    for place, word in enumerate(view.words):
        if word in ("-", ".") and view.line[place] == line:
            continue
        if view.line[place] != line:
            run, line = [], view.line[place]
        if not word[0].isupper() or (word.isupper() and 1 < len(word) <= _LONGEST):
            run = []
            continue
        run = [*run[1 - _LONGEST :], (place, word)]
        for count in range(2, len(run) + 1):
            part = run[-count:]
            long = "".join(own[0] for _, own in part if len(own) > 1)
            if len(long) == count:
                whole.setdefault(long, part[0][0])
            if long:
                found.setdefault("".join(own[0] for _, own in part), part[0][0])
                found.setdefault(long, part[0][0])
    return whole, found


def _spelled(view: View) -> list[list[int]]:
    """Give the places of single capitals that stand together in a line: 'J. F.', 'JF' apart, 'A-B'.

    Stops and hyphens may stand between them, a space behind a stop ends them unless a capital alone
    follows that has a stop of its own.
    """
    words = view.words
    found: list[list[int]] = []
    last = -2
    for place, word in enumerate(words):
        if len(word) != 1 or not word.isupper():
            continue
        between = words[last + 1 : place] if place - last <= 3 else ["x"]
        same = last >= 0 and view.line[last] == view.line[place]
        if same and all(mark in (".", "-") for mark in between):
            apart = view.starts[place] > view.starts[place - 1] + len(words[place - 1])
            dotted = place + 1 < len(words) and words[place + 1] == "."
            if not apart or dotted:
                found[-1].append(place)
                last = place
                continue
        found.append([place])
        last = place
    return found
