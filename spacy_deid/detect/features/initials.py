"""Features of letters in capitals from all of their document: whose initials they may be."""

from __future__ import annotations

from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.groups import hashed

_MANY = 3
_LONGEST = 4
"""Letters of initials at most."""


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
