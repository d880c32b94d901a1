"""Features from all of a document: how it writes its dates and times, whose initials it may use."""

from __future__ import annotations

import re
from collections import Counter

from spacy_deid.annotations import whole_text
from spacy_deid.detect.calendar.months import MONTHS, SHORT_MONTHS
from spacy_deid.detect.features.context import View, span_places
from spacy_deid.detect.features.groups import hashed

_WHOLE = re.compile(r"(?<![\d./:-])(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})(?![\d/]|[.-]\d)")
_PAIR = re.compile(r"(?<![\d./:-])(\d{1,2})( ?)([./-]) ?(\d{1,2})(?![\d/:]|[.-]\d)")
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
    marks = Counter(pair[3] for pair in pairs)
    unders = Counter((pair[3], pair[4]) for pair in pairs)
    plain = orders - {"", "both"}
    custom = plain.pop() if len(plain) == 1 else "both" if orders == {"both"} else ""
    around = [f"months={min(months, _MANY)}", f"clocks={min(clocks, _MANY)}", f"custom={custom}"]
    for pair in pairs:
        one, other = int(pair[1]), int(pair[4])
        mark = pair[3]
        order = _order(one, other)
        own = min(whole[mark], _MANY)
        others = min(whole.total() - whole[mark], _MANY)
        found = [
            f"whole{mark}={own}",
            f"whole{mark}={own},{others}",
            f"pairs{mark}={min(marks[mark], 5)}",
            f"under{mark}={min(unders[mark, pair[4]], _MANY)}",
            f"order{mark}={order}{custom}",
            f"size{mark}={(one > other) - (one < other)}{len(pair[1])}{len(pair[4])}",
            *(f"{feature}{mark}" for feature in around),
        ]
        if pair[2]:
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
    letters = [(place, word) for place, word in enumerate(words) if word[0].isalpha()]
    raised = sum(word.isupper() and len(word) > _LONGEST for _, word in letters)
    if raised * 3 > len(letters):
        return
    runs = _runs(view)
    lower = ["", *view.lower, ""]
    again: dict[str, list[int]] = {}
    for place, word in letters:
        if 2 <= len(word) <= _LONGEST and word.isupper():
            again.setdefault(word, []).append(place)
            _add(rows[place], "caps", runs.get(word), lower)
        elif len(word) == 1 and word.isupper():
            start, spelled = _spelled(words, place)
            if len(spelled) > 1:
                _add(rows[place], "dots", runs.get(spelled), lower)
            before = words[start - 1] if start else ""
            if len(spelled) == 1 and before[:1].isupper() and len(before) > 1:
                _add(rows[place], "short", runs.get(before[0] + word), lower)
    for found in again.values():
        if len(found) < 2:
            continue
        for number, place in enumerate(found[:_MANY]):
            rows[place].append(f"again={min(len(found), _MANY)}")
            for other in found[:_MANY]:
                if other != found[number]:
                    rows[place].append(hashed("a-", lower[other]))
                    rows[place].append(hashed("a+", lower[other + 2]))


def _add(row: list[str], kind: str, run: int | None, lower: list[str]) -> None:
    if run is None:
        row.append(f"{kind}=0")
    else:
        row += (f"{kind}=1", hashed(kind, lower[run]))


def _runs(view: View) -> dict[str, int]:
    """Give the first letters of runs of two to four words with a capital, and where they begin.

    Letters alone count where a longer word stands in the run; abbreviations end it.
    """
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
            long = [own[0] for _, own in part if len(own) > 1]
            if long:
                found.setdefault("".join(own[0] for _, own in part), part[0][0])
                found.setdefault("".join(long), part[0][0])
    return found


def _spelled(words: list[str], place: int) -> tuple[int, str]:
    """Give where single capitals parted by stops or hyphens begin around a place, and them."""
    start = place
    while start > 1 and words[start - 1] in (".", "-") and _single(words[start - 2]):
        start -= 2
    while start > 0 and _single(words[start - 1]):
        start -= 1
    end, spelled = start, ""
    while end < len(words) and len(spelled) <= _LONGEST:
        if _single(words[end]):
            spelled += words[end]
        elif words[end] not in (".", "-"):
            break
        end += 1
    return start, spelled


def _single(word: str) -> bool:
    return len(word) == 1 and word.isupper()
