"""Figures that look like dates, ages or numbers of persons and are none of them.

Clock times, study days, blood pressures, shares, visual acuity, scores, courses of days, lots
beside their expiry date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import (
    FRACTIONS,
    INFANT,
    REACH,
    UNIT_AFTER,
    has_identifier_cue,
    slash_score,
)
from spacy_deid.detect.protection.codes.holders import is_held, is_other_thing
from spacy_deid.detect.protection.codes.lots import has_date
from spacy_deid.detect.protection.figures.fractions import further_pairs
from spacy_deid.detect.protection.times.clock_times import is_number
from spacy_deid.detect.words.reading import Cues, Reading

_NUMBER_END = r"(?![\d/]|[.,:-]\d)"
_NUMBER_START = r"(?<![\w/#])(?<!\d[.,:-])"
_CLOCK = (
    # 12.35 h, 06h50, 7:15 Uhr, 9 p.m., 21.30 uur
    rf"{_NUMBER_START}(?:[01]?\d|2[0-4])(?: ?h ?[0-5]\d|[.:][0-5]\d\s?(?:h|hrs?|hours|uhr|uur)\b"
    rf"|(?:[.:][0-5]\d)?\s?[ap](?:\.\s?m\b\.?|m\b))(?!\w)",
    # 515PM, 1030 a.m.
    rf"{_NUMBER_START}(?:0?[1-9]|1[0-2])[0-5]\d\s?[ap](?:\.\s?m\b\.?|m\b)(?!\w)",
    # 1955 hrs
    rf"{_NUMBER_START}(?:[01]\d|2[0-3])[0-5]\d\s?(?:hrs?|hours|uhr)\b",
    # 22.30, 14.45: no month is that high
    rf"{_NUMBER_START}(?:1[3-9]|2[0-3])\.(?:1[3-9]|[2-5]\d){_NUMBER_END}",
    # 14:05, 23:10:45
    r"(?<![\w:.+-])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?!\w|:|[.,-]\d)",
    # 20 week scan, 36-week bloods
    r"(?<!\w)\d{1,2}[\s-](?:week|wk)s?[\s-](?:scans?|bloods|checks?|jabs?|imm(?:s|uni[sz]ations)|uss|"
    r"ultrasound|anomaly|growth|growths|review|visit|vaccines|injections)\b",
    # 3-day course, 10-2 field, 4-point restraint
    r"(?<!\w)\d{1,3}-(?:day|week|month|hour|minute|point|fold|step|dose|way|lead|drug|item|hit)\b",
)
_AT_FIGURE = re.compile("|".join(_CLOCK), re.IGNORECASE)
_LED = (
    # kl. 03.10, Ore 14.05, um 7.20, klo 9.15: the stop in place of the colon
    (
        rf"(?:[01]?\d|2[0-4])[.:][0-5]\d{_NUMBER_END}",
        r"\b(?:kl|klo|klokken|ore|uhr|alle|om|time)\b[.:]?\s?\Z",
    ),
    # Day 15, Cycle 3, Visit 19; a week's number can be a date
    (
        r"\d{1,3}(?:\s?[-–]\s?\d{1,3})?(?!\w|[/.:-]\d|,?\s(?:of\s)?(?:19|20)\d\d|"
        r"[\s-](?:of\s)?(?:the\smonth|jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec))",
        r"(?:\b(?:study|post-?op(?:erative)?|hospital|treatment|protocol)\s)?"
        r"(?<!uary,\s)(?<!march,\s)(?<!april,\s)(?<!may,\s)(?<!june,\s)(?<!july,\s)"
        r"(?<!august,\s)(?<!ber,\s)\b(?:days?|cycles?|visits?|courses?|hours?)[ \t]?[+-]?\Z",
    ),
    # resolved by wk 22, next visit week 14
    (
        r"\d{1,2}(?!\w|[/.:-]\d|,?\s(?:of\s)?(?:19|20)\d\d|\s?/\s?(?:19|20)?\d\d)",
        r"\b(?:by|since|until|till|visits?|before|after)\s(?:study\s)?w(?:ee)?k\s\Z",
    ),
    # week 16 w/o recurrence is no age
    (r"\d{1,3}\sw/o\b", r"\bweeks?\s\Z"),
    # Apgar 9/10/10
    (rf"\d{{1,2}}(?:/\d{{1,2}}){{1,2}}{_NUMBER_END}", r"\bapgars?\b[^\d\n]{0,12}\Z"),
    # @ 1637, seen at 1717: neither a year nor the number of a house
    (
        rf"(?:0\d|1[0-8]|2[1-3])[0-5]\d{_NUMBER_END}(?![A-Za-z]|\s(?-i:[A-Z][a-z]|[NSEW]{{1,2}}\b)|\s[ap]\.?\s?m\b)",
        r"(?:@|(?<!room\s)(?<!ward\s)(?<!bed\s)\bat)\s?\Z",
    ),
    # court adjourned 1445
    (rf"(?:[01]\d|2[0-3])[0-5]\d{_NUMBER_END}", r"\b(?:adjourned|resumed)\s\Z"),
    # x 5/7, for 2/52, × 3/12: days, weeks and months of a course
    (rf"\d{{1,2}}/(?:7|52|12){_NUMBER_END}", r"(?<!\w)[x×]\s?\Z"),
    (
        rf"\d{{1,2}}/(?:7|12){_NUMBER_END}",
        r"\b(?:m[cg]g?|g|ml|tabs?|tablets?|caps?|bd|tds|qds|od|nocte|daily|cream|drops|puffs?|prn)\b"
        r"[^.\n\d]{0,14}\bfor\s\Z",
    ),
)
_LED_FIGURES = tuple(
    (re.compile(figure, re.IGNORECASE), re.compile(cue, re.IGNORECASE)) for figure, cue in _LED
)
_AT_HOUR = re.compile(r"(?:@|at)\s?\d{4}", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:page[dr]?|paging|mobile|cell|reach\w*|contact\w*|call|phone\w*|tel|dial|bleep\w*|ext\w*|fax\w*|"
    r"lives?|living|stay\w*)\b[^.\n]{0,24}\Z",
    re.IGNORECASE,
)
"""What makes a number or a house of four figures: 'page me at 1422'."""
_CUE_ENDS = frozenset(
    "kl klo klokken ore uhr alle om time x × @ at for apgar apgars adjourned resumed".split()
) | frozenset(
    f"{word}{end}" for word in "day cycle visit course hour week wk".split() for end in ("", "s")
)
_PART_OF_DAY = re.compile(
    # Thu a.m.
    r"(?<=day\s)[ap]\.\s?m\.(?!\w)|\b(?<=(?:mon|tue|wed|thu|fri|sat|sun)\s)[ap]\.\s?m\.(?!\w)",
    re.IGNORECASE,
)
_HALVES_OF_DAY = Cues("m")
_CONTAINERS = Cues(
    "ampoule|ampoules|ampule|ampules|vial|vials|syringe|syringes|pen|pens|cartridge|cartridges|"
    "blister|blisters|sachet|sachets|carton|cartons"
)
_QUERIED = Cues("lot|batch")
_CONTAINER = re.compile(
    # Ampoule 81X65294; Batch? - 85M76166
    rf"\b(?:{_CONTAINERS.pattern}|"
    rf"{_QUERIED.pattern}\s?(?:no\.?|number)?\s?\?[^\w\n]{{0,3}}(?:\n?[A-Z]\s?:\s?)?)\s?"
    r"((?=[A-Z0-9-]{0,11}\d[A-Z0-9-]{0,6}\d)(?=[0-9-]{0,11}[A-Z])[A-Z0-9][A-Z0-9-]{4,11})(?![\w/@]|[.-]\w)",
    re.IGNORECASE,
)
_AFTER_DATE = re.compile(
    # 12FEB 1705, April 27 1412, 11/01/24 - 0712, 20 Feb 2014 0240: a year would begin with 19 or 20
    r"(?<![\d/.-])(?:\d{1,4}(?:[/.-]\d{1,4}){1,2}|\b\d{1,2}(?:st|nd|rd|th)|(?:19|20)\d\d|"
    r"\d{1,2}[\s-]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}|"
    r"(?<=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\s)\d{1,2}|"
    r"(?<=march\s)\d{1,2}|(?<=april\s)\d{1,2})"
    r"[ \t](?:[-–@][ \t])?((?:0\d|1[0-8]|2[1-3])[0-5]\d)(?![\w/@]|[.,:-]\d|[ \t]\d)",
    re.IGNORECASE,
)
_AFTER_WHOLE_DATE = re.compile(
    # 13.09.15  1935: the year stands before it
    r"(?<![\d/.-])\d{1,4}([/.-])\d{1,2}\1\d{2,4}[ \t]{1,3}((?:[01]\d|2[0-3])[0-5]\d)"
    r"(?![\w/@]|[.,:-]\d|[ \t]\d)"
)
_LAST_WORD = re.compile(r"([^\W\d_]+|[x×@])[.:]?\s?[+-]?\Z")
_PAIR = re.compile(rf"{_NUMBER_START}(\d{{1,3}})/(\d{{1,3}})" + _NUMBER_END)
_PART_BEFORE = re.compile(
    r"\b(?:cultures?|bottles|sets|nodes|cores|quadrants|tubes|wells|swabs|nrs|epworth|phq-?9|gad-?7|"
    r"vas|exchange|hla|glasgow|reflexes|tone|visus|sees|eyes?|snellen|bcva|mayo|pupils|power|signs|"
    r"katz|amts?|abbey|tinetti|kanavel|irritability|ishihara|icans|iop|levenson|quorum|pss|hscore|"
    r"clock\stest|cycle|strip|page|blister|ratings)\b[^\d\n]{0,18}\Z|"
    r"\bratio\b[^\d\n]{0,28}\Z"
)
_ACHE_BEFORE = re.compile(
    # HA 4/10, pain at rest: 6/10
    r"\b(?:ha|headache|pain|ache|nausea|fatigue|anxiety|itch|pruritus|tenderness|frontal)\b"
    r"(?:\s(?:score|scale|intensity|level|at\srest|of|was|now|is))*[\s:=,(]{1,3}\Z"
)
_PART_BEHIND = re.compile(
    r"\s(?:swabs|cultures|bottles|rows|each\seye|a\sdozen|of\s(?:peak|expenses|an?\shour))\b"
)
_MONTH_BESIDE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s?\Z|"
    r"\A\.?,?\s?(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|nights?\b)"
)
"""'14/15 March' is two days."""
_DAY_BEFORE = re.compile(
    r"\b(?:on|since|from|until|till|by|before|after|between|in|of|dates?|aged?|winter|summer|season|"
    r"years?|class|nights?|days?)\s(?:the\s)?\Z"
)
_LATEST_YEAR, _EARLIEST_YEAR = 35, 50
"""'20/21' and '98/99' may be years, '38/39' is none."""
_FILED = re.compile(
    r"\b(?:files?|cases?|ref\w*|docket|records?|charts?|reports?|no|nr|numbers?|claims?|policy|folio|"
    r"dossier|book|page|subject|patient|participant)\b[^\d\n]{0,6}\Z"
)
_PADDED = re.compile(r"0\d/|\d+/0\d")
_FILE = re.compile(
    # subject 242/50, file 4 B 225/78, folder K-118/22
    r"\b(?:files?|folder|case|docket|matter|claim|policy|folio|dossier|subj(?:ect)?|participant|ref|"
    r"reference)\b(?:[\s.:#(]|no\b|nr\b|number\b|is\b|[a-z]{1,4}[\s-]|\d\s[a-z]\s){0,4}\Z|"
    r"(?<![\w-])(?!(?:a?bp|s?bp|map|pa|hr|at|of|to|is)-)[a-z]{1,5}-\Z"
)
_SINCE = re.compile(
    r"\b(?:on|since|from|began|begun|started|starting|until|till|by|before|after|dated?|days?|in|"
    r"sent|taken|drawn|collected|done|examined|seen|biopsied|clinic|exam|transfusion|visit|review|normal)\b"
)
_SIGHT = re.compile(r"\b(?:visus|sees|eyes?|snellen|bcva|ratio)\b")
"""What may be more than whole: 20/15."""
_FULL_SCORES = (5, 10)
_EXPIRIES = Cues("exp|expiry|expires")
_EXPIRY = re.compile(rf"[ ,;(/]{{1,3}}{_EXPIRIES.pattern}\b", re.IGNORECASE)
_CODE_BEFORE = re.compile(
    r"(?<![\w/.-])(?!\d{0,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))(?=[A-Z0-9-]{0,11}\d)[A-Z0-9][A-Z0-9-]{3,11}\Z",
    re.IGNORECASE,
)
_CUE_REACH = 30
_WORD_REACH = 12
_DIASTOLIC = (20, 160)
_SYSTOLIC = (50, 300)
_LATEST_DAY = 31
_MONTHS = 12
_WHOLE = 100
_TERM, _LONGEST_TERM = 40, 43
_WEEKS = 52
_OLD = re.compile(rf"\s?-?\s?old\b|\s(?:of\s)?age\b|{INFANT}")
_YEAR_BEFORE = re.compile(
    r"\b(?:d\.?o\.?b|born|birth\w*|since|in|from|dated?|until|till|before|after|on|died)\b[^\d\n]{0,8}\Z"
)
_OF_WHOLE = re.compile(r"\s{1,2}of\s(?:the|its|their)\s(?!(?:\w+\s)?(?:year|month)\b)")


_SURE, _LIKELY = 0.97, 0.7
Figure = tuple[int, int, float]
"""The characters [start, end) of a figure, and how surely it is one in [0, 1]."""


def find_measures(reading: Reading) -> Iterator[Figure]:
    """Give every such figure, some with the words before it."""
    text, low = reading.text, reading.low
    carried = 0
    for start in reading.figures:
        match = _AT_FIGURE.match(text, start)
        if match:
            yield *match.span(), _SURE
        pair = _PAIR.match(text, start)
        if pair and start >= carried:
            surety = _surety_of_ratio(low, pair)
            if surety:
                yield *pair.span(), surety
                for further in further_pairs(low, int(pair[1]), int(pair[2]), pair.end()):
                    carried = further[1]
                    yield *further, surety
        after = _AFTER_DATE.match(text, start)
        if after and not is_number(low, after.end(1)):
            yield *after.span(1), _SURE
        after = _AFTER_WHOLE_DATE.match(text, start)
        if after and not is_number(low, after.end(2)):
            yield *after.span(2), _SURE
        last = _LAST_WORD.search(low, max(start - _WORD_REACH, 0), start)
        if last and last[1] in _CUE_ENDS:
            yield from _led(text, start)
    if _HALVES_OF_DAY.among(reading):
        for match in _PART_OF_DAY.finditer(text):
            yield *match.span(), _SURE
    if _CONTAINERS.among(reading) or _QUERIED.among(reading):
        for match in _CONTAINER.finditer(text):
            if not is_other_thing(text, *match.span(1)):
                yield *match.span(), _SURE
    if _EXPIRIES.among(reading):
        for expiry in _EXPIRY.finditer(text):
            code = _CODE_BEFORE.search(text, max(expiry.start() - _CUE_REACH, 0), expiry.start())
            if code and has_date(text, expiry.end()) and not is_held(text, *code.span()):
                yield *code.span(), _SURE


def _led(text: str, start: int) -> Iterator[Figure]:
    for figure, cue in _LED_FIGURES:
        match = figure.match(text, start)
        led = match and cue.search(text, max(start - _CUE_REACH, 0), start)
        if match and led:
            if _AT_HOUR.fullmatch(text, led.start(), match.end()) and _CALLED.search(
                text, max(led.start() - _CUE_REACH, 0), led.start()
            ):
                continue
            yield led.start(), match.end(), _SURE


def _surety_of_ratio(low: str, pair: re.Match[str]) -> float:
    """Tell how surely two numbers are a pressure, shares of 100, an acuity, a score or a part."""
    start, end = pair.span()
    if has_identifier_cue(low, start):
        return 0.0
    first, second = int(pair[1]), int(pair[2])
    if _PADDED.match(pair[0]) or _FILE.search(low, max(start - _CUE_REACH, 0), start):
        return 0.0
    pressure = (
        first > _LATEST_DAY
        and _SYSTOLIC[0] <= first <= _SYSTOLIC[1]
        and _DIASTOLIC[0] <= second <= _DIASTOLIC[1]
        and second < first
    )
    shares = first + second == _WHOLE and first > _MONTHS
    whole = first == second and first > _MONTHS
    # 38/40 weeks of a pregnancy
    term = second == _TERM and _MONTHS < first <= _LONGEST_TERM
    if pressure or shares or whole or term or _OF_WHOLE.match(low, end) and first < second:
        return _SURE
    if first <= second and _PART_BEHIND.match(low, end):
        return _SURE
    if _MONTHS < first <= second < _WHOLE and not _is_dated(low, pair, first, second):
        return _SURE
    # jaundice 2/52: weeks
    weeks = second == _WEEKS and first < _WEEKS and not _OLD.match(low, end)
    if weeks and not _YEAR_BEFORE.search(low, max(start - _CUE_REACH, 0), start):
        return _SURE
    ache = second in _FULL_SCORES and _ACHE_BEFORE.search(low, max(start - _CUE_REACH, 0), start)
    part = _PART_BEFORE.search(low, max(start - _CUE_REACH, 0), start)
    share = first <= second or (part and _SIGHT.search(part[0]))
    if ache or (part and share and not _SINCE.search(part[0])):
        return _SURE
    if (first, second) in FRACTIONS or UNIT_AFTER.match(low, end):
        return 0.0
    left = max(low.rfind("\n", 0, start) + 1, start - REACH)
    line = low[left : end + REACH]
    return 0.0 if slash_score(line, start - left, end - left, first, second) else _LIKELY


def _is_dated(low: str, pair: re.Match[str], first: int, second: int) -> bool:
    """Tell whether two numbers over twelve may be years, days or the number of a file."""
    start, end = pair.span()
    years = second == first + 1 and (first <= _LATEST_YEAR or first >= _EARLIEST_YEAR)
    before = low[max(start - _CUE_REACH, 0) : start]
    return bool(
        years
        or _MONTH_BESIDE.search(low[end : end + _WORD_REACH])
        or _MONTH_BESIDE.search(before)
        or _FILED.search(before)
        or _DAY_BEFORE.search(before)
    )
