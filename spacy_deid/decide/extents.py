"""Where a proposal begins and ends: marks, ranks, columns and terms at its edges are not it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy_deid.annotations import Proposal
from spacy_deid.decide.company import NAMED, PERSONS, SITES, SMALL_FOLLOWS, cut, without_company
from spacy_deid.decide.placement import EDGES, WORD, is_whole_name, without_small_words
from spacy_deid.decide.shields import Shields
from spacy_deid.intervals import Interval, covers, trim

_ABBREVIATION = re.compile(r"(?:^|[^\w])[^\W\d_]\.$|\b[JS]r\.$")
_COLUMNS = re.compile(r"(?<=[^\s-])(?: {3,}|[ ]*\t\s*|[ ]*\r?\n[ \t]*\r?\n\s*)(?=\S)")
_WHOLE_DATE = re.compile(r"\d ?[./-] ?\d|\d.{0,4}[^\W\d_]{3}|[^\W\d_]{3}.{0,12}\d")
_JOINTS = re.compile(
    r"\s+(?:and|&|or|to|until|till)\s+(?:the\s+)?|\s?[x×]\s?\d{1,2}\s?,\s+", re.IGNORECASE
)
"""Between two dates: 'Apr & May91', '12 to 14 March', 'Sun x 1, Mon'."""
_DATED = re.compile(
    r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)
_FULL_STOP = re.compile(r"\.\s+(?=\w)")
_FULL_DATE = (
    r"(?<![\d.])(?:\d{8}|\d{4}-\d\d-\d\d(?:T[\d:]+)?|"
    r"\d{1,2}(?P<mark>[./-])(?:\d{1,2}|[IVX]{1,4})(?:(?P=mark)(?:\d{4}|\d\d))?)(?![\d/-]|\.\d)"
)
_BEGINS_DATED = re.compile(_FULL_DATE)
_ENDS_DATED = re.compile(_FULL_DATE + r"\Z")
_MISREAD = re.compile(r"[^\W\d_]+(?:[015]{1,2}(?!(?:[mk]?g|m?l|d|days?|h|y|yo|x)\b)[^\W\d_]+)+")
"""A name whose letters were read as figures: 'Wi1liam'."""
_SINGLE = frozenset({"AGE", "DATE", "ZIP"})
"""Labels of spans that stand in one column."""
_UNIT_FIRST = re.compile(r"(?<=[a-zA-Zµ0-9]/)[A-Za-z]\.\s+(?=\w)|(?<=\d[.,]\d\s)[CF]\.\s+(?=\w)")
"""The end of a sentence before a name: 'Na 128 mEq/L. Lopez left'."""
_CONTACTS = frozenset({"PHONE", "FAX"})
_TIES = frozenset({"of", "on", "at", "the"})
_PARTED = PERSONS | SITES | {"DATE"}
_SITE_JOINT = re.compile(
    r"\s(?:and|then|or)\s(?!Research|Medical|Training|Diagnostic|Health|Dental|Maternity)(?=[A-ZÀ-Þ])"
)
_WHOLE_SITE = re.compile(
    r"(?i:\w\s(?:hospital|clinic|cent(?:re|er)|surgery|practice|pharmacy|infirmary|school|college|"
    r"university|institute)\Z)"
)
_EXTENSION = re.compile(
    r" ?[,;(]? ?(?:ext(?:ension|n)?|poste|int(?:erno)?|tst|vid|dw|durchwahl|anexo|ramal|toestel|"
    r"wew|linka|klapka|dahili|anknytning|mell[eé]k)[.:]? ?\d{1,6}(?!\w)",
    re.IGNORECASE,
)
"""The extension behind a telephone number that was found without it."""
_SECOND_HALF = re.compile(r"[-\u2010\u2011][A-ZÀ-ÖØ-ÞĀ-Ž][a-zß-öø-ÿā-ž'’]+(?![\w-])")
"""The second half of a name that was found without it: '-Tot' behind 'Snežana Brzaković'."""
_INITIAL_BEHIND = re.compile(
    r",[ \t]?[A-ZÀ-ÖØ-ÞĀ-Ž]\b\.?(?=[ \t]*(?:\r?\n|\Z|[|;)\]]|[ \t]{2})|"
    r",?[ \t]\(?(?:RN|LPN|NP|PA|MD|DO|RPh|PharmD|RT|PT|OT|CNA|CMA|APRN|CRNA|FNP)\b)"
)
"""The initial behind a surname that was found alone: ', K' in 'Zeller, K RN'."""
_HEAD = re.compile(
    r"(?i:hospital|clinic|centre|center|surgery|practice|pharmacy|infirmary|school|college|"
    r"university|institute|\b(?:house|home|ward|unit|lab|wing|hosp|farm)|klini|spital|sjukhus|sykehus|"
    r"krankenhaus|hastane|szpital|nemocnice|medical|health|apot|walgreens|boots|cvs|rite aid|"
    r"walmart|\bED\b|\bER\b|ICU\b)"
)
"""The word that says what a site is."""
_UNIT_BEHIND = re.compile(
    r"[ \t](?:ED|ER|A&E|ICU|MICU|SICU|PICU|NICU|CCU|ITU|HDU|OPD|Unit|Day Unit|Eye Unit|Ward|Wing|"
    r"(?:Mother (?:and|&) Baby|Reference|Renal|Burns|Stroke|Dialysis|Infusion) (?:Unit|Lab)|Lab|"
    r"Clinic|Surgery|Practice|Pharmacy|Hospital)(?![\w-]|[ ][A-Z][a-z])"
)
"""What a site is, behind a name that was found without it: 'ED' behind 'Lotus Pond'."""
_LONGEST_NAME = 24
_MEASURED = 0.97
"""Strength of terms that are figures read as such: a clock time, a pressure."""
_PEOPLE = 0.95
"""Strength of words that are peoples or makers."""
_TERM = 0.7
"""Strength of terms that end the value of a field."""
_PART = re.compile(r"\s[-–|/]\s|[,;|]\s|\s?\n\s?")
_IN_FIELDS = frozenset(
    "MEDICALRECORD IDNUM HEALTHPLAN ACCOUNT LICENSE DEVICE SSN ZIP HOSPITAL ORGANIZATION "
    "CITY".split()
)
"""Labels of what fields hold, behind which values of a patient may stand in the same line."""


def in_columns(text: str, group: Iterable[Proposal]) -> Iterator[Proposal]:
    """Part proposals at the gaps between columns and paragraphs, but what was parsed.

    A date or an age ends at the first, where the next column's value follows, unless it is a day
    alone: '12   03   1958'.
    """
    for proposal in group:
        start = proposal.start
        if proposal.parse is None:
            for gap in _COLUMNS.finditer(text, start, proposal.end):
                part = replace(proposal, start=start, end=gap.start())
                if part.label == "DATE" and not _WHOLE_DATE.search(text, part.start, part.end):
                    continue
                yield part
                start = gap.end()
                if part.label in _SINGLE:
                    break
        if start == proposal.start:
            for part in _sentences(text, proposal):
                yield from _single_dates(text, part)
        elif proposal.label not in _SINGLE:
            yield replace(proposal, start=start)


def _sentences(text: str, proposal: Proposal) -> Iterator[Proposal]:
    """Part a name, a site or a date that nobody parsed where a sentence ends behind a whole one.

    What follows a date has to be one too, or it is left out: '05.04. Agranulocytosis'.
    """
    start = proposal.start
    if proposal.parse is None and proposal.label in _PARTED:
        for stop in _FULL_STOP.finditer(text, start, proposal.end):
            before, behind = (start, stop.start()), (stop.end(), proposal.end)
            if proposal.label in SITES:
                parts = _WHOLE_SITE.search(text, *before) and text[behind[0]].isupper()
            elif proposal.label != "DATE":
                parts = is_whole_name(text, *before) and text[behind[0]].isupper()
            elif not _ENDS_DATED.search(text, *before):
                continue
            elif not _DATED.search(text, *behind):
                yield replace(proposal, start=start, end=stop.start())
                return
            else:
                parts = _BEGINS_DATED.match(text, *behind) is not None
            if parts:
                yield replace(proposal, start=start, end=stop.start())
                start = stop.end()
    yield proposal if start == proposal.start else replace(proposal, start=start)


def _single_dates(text: str, proposal: Proposal) -> Iterator[Proposal]:
    """Part a date that nobody parsed at 'and', 'to' and the like, if every part looks like one.

    So are two sites: 'Kamuzu Hospital and Bwaila Hospital'.
    """
    if proposal.label in SITES and proposal.parse is None:
        joint = _SITE_JOINT.search(text, proposal.start, proposal.end)
        if joint is not None and _WHOLE_SITE.search(text, proposal.start, joint.start()):
            if _WHOLE_SITE.search(text, joint.end(), proposal.end):
                yield replace(proposal, end=joint.start())
                yield replace(proposal, start=joint.end())
                return
    if proposal.label != "DATE" or proposal.parse is not None:
        yield proposal
        return
    start, parts = proposal.start, []
    for joint in _JOINTS.finditer(text, proposal.start, proposal.end):
        parts.append((start, joint.start()))
        start = joint.end()
    parts.append((start, proposal.end))
    if not all(a < b and _DATED.search(text, a, b) for a, b in parts):
        yield proposal
        return
    for a, b in parts:
        yield replace(proposal, start=a, end=b)


def trimmed(text: str, proposal: Proposal) -> Interval:
    """Trim edges, ranks and the like, but leave brackets in pairs and marks that belong.

    Those are the stop of an initial, of 'Jr.', of such as 'y.o.' and of a date that was read with
    it, and the apostrophe of a short year.
    """
    start, end = trim(text, (proposal.start, proposal.end), EDGES)
    if unit := _UNIT_FIRST.match(text, start, end):
        start = unit.end()
    if proposal.parse is None:
        start, end = without_company(text, start, end, proposal.label)
        if proposal.label in PERSONS and start < end:
            start, end = _misread(text, start)[0], _misread(text, end - 1)[1]
    dotted = proposal.parse is not None and text[end : proposal.end] == "."
    if end < proposal.end and (dotted or _ABBREVIATION.search(text[start : end + 1])):
        end += 1
    before, after = text[proposal.start : start][-1:], text[end : proposal.end][:1]
    inside = text[start:end]
    if before == "(" and inside.count(")") > inside.count("("):
        start -= 1
    elif before in ("'", "’") and proposal.label == "DATE" and inside[:2].isdigit():
        start -= 1
    elif after == ")" and inside.count("(") > inside.count(")"):
        end += 1
    return start, end


def _misread(text: str, place: int) -> Interval:
    """Give the name with figures for letters around a character, or that character alone."""
    first, last = place, place + 1
    while first and text[first - 1].isalnum() and last - first < _LONGEST_NAME:
        first -= 1
    while last < len(text) and text[last].isalnum() and last - first < _LONGEST_NAME:
        last += 1
    whole = _MISREAD.fullmatch(text, first, last) if last - first < _LONGEST_NAME else None
    return (first, last) if whole else (place, place + 1)


def settled(text: str, decision: Sequence[Proposal]) -> list[Proposal]:
    """Trim ranks and small words off names that were put together of several proposals.

    decision: disjoint, in order of start. What ties a site to its place stays where the next span
        begins behind it: 'University Hospital of' 'Wales'.
    """
    found: list[Proposal] = []
    for place, proposal in enumerate(decision):
        if proposal.label in NAMED and proposal.parse is None:
            start, end = without_company(text, proposal.start, proposal.end, proposal.label)
            after = decision[place + 1].start if place + 1 < len(decision) else len(text)
            tied = after < len(text) and not text[end:after].strip()
            if proposal.label in SITES:
                short = cut(SMALL_FOLLOWS, text, start, end)
                if not (tied and text[short:end].strip().lower() in _TIES):
                    end = short
            proposal = replace(proposal, start=start, end=end)
        after = decision[place + 1].start if place + 1 < len(decision) else len(text)
        found.append(_completed(text, proposal, after))
    return found


def _completed(text: str, proposal: Proposal, after: int) -> Proposal:
    """Widen numbers over extensions, names over second halves or initials, sites over their kind.

    after: where the next span begins.
    """
    tail = None
    if proposal.label in _CONTACTS:
        tail = _EXTENSION.match(text, proposal.end)
    elif proposal.label in PERSONS:
        if text[proposal.end - 2 : proposal.end].islower():
            tail = _SECOND_HALF.match(text, proposal.end)
        if tail is None and " " not in text[proposal.start : proposal.end]:
            tail = _INITIAL_BEHIND.match(text, proposal.end)
    elif proposal.label in SITES and not text[proposal.start : proposal.end].isupper():
        if not _HEAD.search(text, proposal.start, proposal.end):
            tail = _UNIT_BEHIND.match(text, proposal.end)
    if tail is None or tail.end() > after:
        return proposal
    return replace(proposal, end=tail.end())


def without_terms(text: str, proposal: Proposal, shields: Shields) -> list[Proposal]:
    """Leave out times and values around dates, people before a job, values behind a number.

    RETURNS: one proposal, or one for each date where values stand between them.
    """
    span = (proposal.start, proposal.end)
    spans = [span]
    if proposal.label == "DATE" and proposal.parse is None:
        spans = _between_measures(text, span, shields)
    elif proposal.label == "PROFESSION":
        spans = [_behind_peoples(text, span, shields)]
    elif proposal.label in _IN_FIELDS:
        spans = [_before_values(text, span, shields)]
    if spans == [span]:
        return [proposal]
    return [replace(proposal, start=start, end=end) for start, end in spans]


def _before_values(text: str, span: Interval, shields: Shields) -> Interval:
    """End the value of a field before a laboratory value or a sign: 'MRN: 441782 - ALT 245'."""
    start, end = span
    parts = list(_PART.finditer(text, start, end))
    terms = shields.over(span, _TERM) if parts else []
    while parts:
        border = parts.pop()
        words = [m.span() for m in WORD.finditer(text, border.end(), end)]
        valued = any(text[slice(*word)].isdigit() for word in words) and len(words) > 1
        if not valued or not all(any(covers(term, word) for term in terms) for word in words):
            break
        end = border.start()
    return start, end


def _behind_peoples(text: str, span: Interval, shields: Shields) -> Interval:
    """Begin a job behind the people before it: 'an Irish warehouse worker'."""
    words = [m.span() for m in WORD.finditer(text, *span)]
    if len(words) > 1 and shields.is_term(words[0], _PEOPLE):
        return words[1][0], span[1]
    return span


def _between_measures(text: str, span: Interval, shields: Shields) -> list[Interval]:
    """Cut clock times and values off dates: 'Feb 20, 2014 at 4pm', 'Mar 62 Jun 74'."""
    sure = [term for term in shields.over(span, _MEASURED) if term[0] >= span[0]]
    if not sure:
        return [span]
    words = [m.span() for m in WORD.finditer(text, *span)]
    plain = [word for word in words if not any(covers(s, word) for s in sure)]
    if not plain or len(plain) == len(words):
        return [span]
    first = span[0] if plain[0] == words[0] else plain[0][0]
    last = span[1] if plain[-1] == words[-1] else plain[-1][1]
    found, start = [], first
    for term in sure:
        before = [word for word in plain if start <= word[0] and word[1] <= term[0]]
        behind = next((word for word in plain if word[0] >= term[1]), None)
        if before and behind:
            found.append((start, before[-1][1]))
            start = behind[0]
    found.append((start, last))
    kept = [small for part in found if (small := without_small_words(text, part))[0] < small[1]]
    return kept or [span]
