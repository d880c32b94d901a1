"""Times of the day in four figures without a colon: '1/15/2014, 1720', 'timed 2025'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Reading

_TIME = re.compile(
    r"(?<=[ \t,@|:\n])(?:[01]\d|2[0-3])[0-5]\d(?![\w/]|[.,:@-]\d|[ -]\d{3}|\s?-\s?\d|\.\s\d)"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = r"(?:[0-3]?\d)(?:st|nd|rd|th)?"
_AT = r"(?: ?[,;]\s{1,3}| ?@\s{0,3}| (?:at|@|um|om|kl\.?|à|a\slas|alle) | {1,3})"
"""What ties a time to its date; a bar, a tab or a comma alone begins another column."""
_BEFORE = re.compile(
    rf"(?:(?<![\w/.-])(?:"
    # 1/15/2014, 1720; 15-Feb-2017 @ 1355; feb 21, 2015 at 0825
    r"\d{1,2}[./-]\d{1,2}[./-](?:\d\d){1,2}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|"
    rf"{_DAY}[ -]?{_MONTH}[ -]?,?[ ]?(?:19|20)\d\d|{_MONTH}[ ]?{_DAY},?[ ](?:19|20)\d\d|"
    # 10-Nov 0830
    rf"(?P<yearless>{_DAY}[ -]?{_MONTH}|{_MONTH}[ ]?{_DAY})){_AT}|"
    # timed 2025, Time: 1110, shortly before 1735
    r"(?<![\w-])(?:timed(?:\sat)?\s|(?:time|uhrzeit|hora|heure|tijd)s?[ ]{0,3}[:=][ ]{0,8}|"
    r"(?P<about>(?:shortly|just)[ ](?:before|after)\s)))\Z"
)
_BORN = re.compile(
    r"(?:\b(?:dob|born|birth\w*|geb\w*|né[e]?|nac\w*|d\.o\.b|last\s(?:4|four)|ssn)\b[^\n]{0,24}|"
    r"(?:\A|\s)(?:\*|b\.|(?:male|female|[mf]),)\s?)\Z"
)
_LONG_AGO = re.compile(r"(?<!\d)19[0-7]\d(?!\d)")
"""The year of somebody's birth rather than of a visit."""
_NUMBER = re.compile(
    # 1432 (her chart), 2210 is his pager, 0412-A, 1204 room, 2104, F
    r"-[a-z]|,?\s?[mf]\b(?!['’])|\s?(?:[(,;|]\s?)?(?:(?:is|was|the|his|her|their|my|our|patient['’]?s?|pt)"
    r"\s){0,3}(?:records?|mrn|ext|extension|pager|pgr|bleep|beep|charts?|room|rm|id|file|case|phone|"
    r"number|nr|ssn|street|st|road|rd|avenue|ave)\b"
    r"(?!\.?\s?(?:no\.?\s?)?[#:]?\s?\d)|\sis\s(?:his|her|my|their)\b"
)
_AT_TIME = re.compile(r"(?<![\w-])(?:at|at\sabout|about|around|until|till|left|hour)\s{1,2}\Z")
_CALLED = re.compile(
    # contact me at 2210, lives at 1420, ext. or room at 1215
    r"\b(?:contact\w*|reach\w*|call\w*|phone\w*|page[dr]?|paging|bleep\w*|dial\w*|ring|tel|ext\w*|"
    r"fax\w*|numbers?|lives?|lived|living|stay\w*|works?|resid\w+|address\w*|house|home\sis|room|box|unit|desk|"
    r"office|line|pin|code|locker|invoice|order)\b[^\n]{0,36}\Z"
)
_GOES_ON = re.compile(r"[.,;)\n]|\s(?!\s)(?!(?:and|or|to|ext|st|rd|ave)\b)[a-z]|\Z")
_TOWN = re.compile(
    r"[ \t]{1,3}(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|SpO2|Pt|Patient|Dr)\b|[A-Z][a-z]{2,5}day)"
    r"[A-ZÀ-Þ][a-zà-þ]"
)
"""What stands behind a postcode or a house number."""
_REACH = 36
_CENTURIES = ("19", "20")


def find_clock_times(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such time behind a date or a cue.

    What may be the year of a date is none. Not behind a date of birth, where the number of a
    record often stands, and not where more figures follow, as those of a telephone number do, or
    a word that says what the number is of: '2210 is his pager'.
    """
    low = reading.low
    for time in _TIME.finditer(low):
        around = max(0, time.start() - _REACH), time.start()
        if _TOWN.match(reading.text, time.end()) or is_number(low, time.end()):
            continue
        if not time[0].startswith(_CENTURIES) and _AT_TIME.search(low, *around):
            if _GOES_ON.match(reading.text, time.end()) and not _CALLED.search(low, *around):
                yield time.span()
            continue
        head = _BEFORE.search(low, *around)
        if head is None or _LONG_AGO.search(head[0]):
            continue
        if (head["yearless"] or head["about"]) and time[0].startswith(_CENTURIES):
            continue
        if not _BORN.search(low, max(0, head.start() - _REACH), head.start()):
            yield time.span()


def is_number(low: str, end: int) -> bool:
    """Tell whether the words behind four figures make a record's or a telephone's of them."""
    return _NUMBER.match(low, end) is not None
