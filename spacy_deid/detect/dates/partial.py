"""Parts of dates that stand alone: months, decades, quarters."""

from __future__ import annotations

import re

from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.fields import month_field, read_month
from spacy_deid.detect.dates.readings import DateMatch, make_field, number_field, one_reading
from spacy_deid.detect.words.numbers import DECADES

_IN = re.compile(
    r"\b(?:in|since|during|until|till|til|by|early|late|mid|last|next|this|of|from|through|thru|"
    r"between|before|after|around|about|for|to|and|or|every|each|past|previous|following|"
    r"beginning|end|start|back in|month|current|coming|throughout|also|until|w/e|on|dated?)"
    r"(?:\s+(?:of|the|month of))*\s*[:(-]?\s?\Z"
)
_STRICT_MONTH = re.compile(
    r"\b(?:in|since|of|last|early|late|until|till|during|by|mid|through|thru|back in)\W*\Z"
)
_VERB_AFTER = re.compile(
    r"\s+(?:not\s+|also\s+|\w+ly\s+)?(?:have|be|need|cause|experience|want|take|get|like|go|"
    r"lead|require|include|contain|affect|develop|receive|occur|present|come|feel|use|help|"
    r"give|appear|show|result|up|down|into|around|out|along|of dimes|in place|fracture)\b"
)
_PERSON_BEFORE = re.compile(
    r"\b(?:dr|mr|mrs|ms|miss|nurse|doctor|sister|aunt|named|name is|daughter|wife|mother|called)"
    r"\.?[,:]?\s+\Z"
)
_ADJECTIVE_AFTER = re.compile(r"\s+(?:hare|of dimes|fracture|madness|rose)\b|['’]s\s+syndrome")
_DECADE = re.compile(r"(?P<y>1[89]\d0|20[0-9]0)\s?['’]?s\b")
_SHORT_DECADE = re.compile(r"(?P<y>[2-9]0)\s?['’]?s\b")
_DECADE_CUE = re.compile(
    r"(?:\b(?:in|during|since|from|of)\s+(?:the\s+)?(?:(?:early|late|mid)[-\s]+)?(?:the\s+)?|"
    r"\bthe\s+(?:early|late|mid)[-\s]+)\Z"
)
_THE_DECADE = re.compile(
    r"\b(?:(?:in|during|since|from|of|back in)\s+the\s+(?:(?:early|late|mid)[-\s]+)?|"
    r"the\s+(?:early|late|mid)[-\s]+)\Z"
)
_VITALS = re.compile(
    r"\b(?:bp|pressures?|tachycardic|bradycardic|hypertensive|hypotensive|febrile|checked|"
    r"systolic|diastolic|hr|heart|rate|pulse|sat|sats|spo2|o2|oxygen|temps?|"
    r"temperatures?|degrees|percent|sugar|sugars|glucose|map|rr|saturation|saturations|numbers|"
    r"ages?|aged|weight|range|his|her|their|my|patients|people|someone|person|man|woman|lady|"
    r"score|sbp|dbp|ran|runs?|bpm|weather|outside|bs|fsbs|readings?|upper|low|high)\b"
)
_VITALS_AFTER = re.compile(
    r"\s(?:systolic|diastolic|bpm|on room air|on ra\b|to (?:low|high|\d)|range)"
)
_QUARTER = re.compile(
    # 2Q21, 3rd quarter of 2019; a dose every 12 hours is none: 'HiDAC 3 g/m2 q12'
    r"(?<![^\W\d])(?P<q>[1-4])(?:st|nd|rd|th)?(?:[\s-]?(?:quarter|qtr)|-?q|\sq(?=[\s./-]?(?:(?:19|20)\d\d|['’])))"
    r"\.?(?:\s(?:of\s)?|[/-])?"
    r"(?P<y>(?:19|20)\d\d|['’]?\d\d)(?!\d|\s?(?:mg|ml|hours|hrs|h\b|doses))"
)
_Q_QUARTER = re.compile(
    r"\s?(?P<q>[1-4])(?:\s?(?:of\s)?[/-]?\s?(?P<y>(?:19|20)\d\d|['’]\d\d))?(?!\w)"
)
_YEAR_QUARTER = re.compile(r"(?P<y>(?:19|20)\d\d)[\s/-]{0,2}q(?P<q>[1-4])(?!\w)")
_WORD_QUARTER = re.compile(
    r"(?P<q>first|second|third|fourth|last)\s+(?:quarter|qtr)\s(?:of\s)?(?P<y>(?:19|20)\d\d)(?!\d)"
)
_NAME_AFTER = re.compile(
    r"\s+(?:[A-Z][a-z]+|said|says|reported|states|stated|called|is|told|has)\b"
)


def month_alone(text: str, low: str, start: int, word: str, after_dates: bool) -> DateMatch | None:
    """Match a month's name used as a date: 'in May', 'October', 'since Feb'.

    after_dates: whether the text had dates before, so that a bare 'APR' is likely one.

    RETURNS: None for the verbs 'may' and 'march', for names of persons and for bare abbreviations.
    """
    month = read_month(word)
    if month is None or month[1] in ("foreign", "risky", "typo"):
        if month is None or month[1] != "typo" or not _IN.search(guards.before(low, start)):
            return None
    end = start + len(word)
    head = guards.before(low, start)
    cue = _IN.search(head) is not None
    capital = text[start].isupper()
    if _PERSON_BEFORE.search(head) or _ADJECTIVE_AFTER.match(low, end):
        return None
    if low[end : end + 1] in ("@", "_") or (start and low[start - 1] in "@_"):
        return None
    score = 0.85
    plain = after_dates and capital and word in ("feb", "apr", "jul", "aug", "sept", "nov")
    if plain and not cue and not head.endswith("atrial "):
        score = 0.6
    elif word in ("may", "march"):
        if not cue or not _STRICT_MONTH.search(head):
            return None
        titled = capital and not text[start:end].isupper()
        if not titled and _VERB_AFTER.match(low, end):
            return None
        score = 0.75
    elif month[1] == "short":
        if not cue:
            return None
        if word in ("dec", "mar", "sep", "jan", "jun") and not _STRICT_MONTH.search(head):
            return None
        score = 0.75
    elif word in ("april", "june", "august") and not cue:
        if not capital or _NAME_AFTER.match(text, end):
            return None
        score = 0.6
    elif not capital and not cue:
        score = 0.7
    return DateMatch(start, end, "month", score, one_reading(month_field(word, start, month[0])))


def decade(low: str, start: int, end: int) -> DateMatch | None:
    """Match '1980s', "the '80s", 'in the 80s' at digits; ages and vitals are none."""
    match = _DECADE.match(low, start)
    if match is not None:
        value = int(match["y"])
        if start and low[start - 1] in "-/." and low[max(0, start - 2)].isdigit():
            return None
        field = make_field("decade", match.span("y"), value, "2004")
        return DateMatch(start, match.end(), "decade", 0.95, one_reading(field))
    match = _SHORT_DECADE.match(low, start)
    if match is None or low[start - 1 : start].isalnum():
        return None
    apostrophe = start > 0 and low[start - 1] in "'’`"
    begin = start - 1 if apostrophe else start
    head = guards.before(low, begin)
    if not _THE_DECADE.search(head) and not (apostrophe and _DECADE_CUE.search(head)):
        return None
    if not apostrophe and (
        _VITALS.search(guards.before(low, begin, 70)) or _VITALS_AFTER.match(low, match.end())
    ):
        return None
    if not apostrophe and int(match["y"]) < 50:
        return None
    style = "'04" if apostrophe else "04"
    field = make_field("decade", match.span("y"), int(match["y"]), style)
    return DateMatch(begin, match.end(), "decade", 0.7, one_reading(field))


def decade_words(low: str, start: int, end: int) -> DateMatch | None:
    """Match 'the eighties', 'the nineteen nineties' at a plural ten."""
    head = guards.before(low, start)
    century = re.search(r"\bnineteen[-\s]\Z", head)
    begin = start - len(century[0]) if century else start
    head = guards.before(low, begin)
    if not (century or _THE_DECADE.search(head)) or _VITALS.search(head):
        return None
    value = DECADES[low[start:end]]
    if value < 20:
        return None
    value += 1900 if century else 0
    field = make_field("decade", (begin, end), value, "words")
    return DateMatch(begin, end, "decade", 0.75, one_reading(field))


def quarter(low: str, start: int, end: int) -> DateMatch | None:
    """Match 'Q1 2021', '3Q21', '2021 Q3', 'first quarter of 2021' at digits or an ordinal word."""
    for pattern in (_YEAR_QUARTER, _QUARTER, _WORD_QUARTER):
        match = pattern.match(low, start)
        if match is not None:
            return _quarter(match, start)
    if start and low[start - 1] == "q" and (start < 2 or not low[start - 2].isalnum()):
        match = _Q_QUARTER.match(low, start)
        if match is None:
            return None
        if not match["y"] and not re.search(
            r"\b(?:in|during|since|of|for)\s\Z", guards.before(low, start - 1)
        ):
            return None
        return _quarter(match, start - 1)
    return None


def _quarter(match: re.Match[str], begin: int) -> DateMatch:
    value = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}.get(match["q"])
    style = "words" if value else "2"
    fields = [make_field("quarter", match.span("q"), value or int(match["q"]), style)]
    if match["y"]:
        fields.append(number_field("year", match["y"], match.span("y"), False))
    fields.sort(key=lambda one: one["start"])
    return DateMatch(begin, match.end(), "quarter", 0.9, one_reading(*fields))
