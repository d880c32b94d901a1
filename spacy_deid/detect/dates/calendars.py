"""Dates of other calendars, Japanese eras and calendar weeks.

They carry no reading: the masker cannot move them and puts a placeholder in their place.
"""

from __future__ import annotations

import re

from spacy_deid.detect.calendar.foreign import PLAIN_CALENDAR_MONTHS
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.readings import DateMatch

_DAY_BEFORE = re.compile(r"(?<![\w/.,-])(?:[12]?\d|3[012])(?:st|nd|rd|th)?(?:\sof\s|\.?\s|[-/])\Z")
_SECOND_NAME = re.compile(
    r"(?:[\s-](?:al|ul|us|ath|ii|i)\b(?:[\s-]?(?:awwal|thani|akhira?|ula|sani|ukhra))?)"
)
_DAY_AFTER = re.compile(
    r"[\s-](?:[12]?\d|3[012])(?:st|nd|rd|th)?(?![\w%]|[.,:/]\d|\s?(?:mg|ml|mcg|g|kg|cm|days|"
    r"years)\b)"
)
_YEAR_AFTER = re.compile(
    r",?[\s\-/](?:of\s)?(?:1[2-5]\d\d|19\d\d|20\d\d|25[4-7]\d|57\d\d)(?![\w%]|[.,:/]\d)"
    r"(?:\s?(?:ah|ap|sh|ec|bs|be|am)\b)?"
)
_CUE = re.compile(r"\b(?:in|since|during|until|till|of|before|after|early|late|mid|by)\s+\Z")
_ERA = re.compile(
    r"\s{0,2}(?:\d{1,2}|gannen)(?!\d|\.\d{3})(?:[./-]\d{1,2}[./-]\d{1,2}(?!\d)|\.\d{1,2}(?!\d))?"
)
_ERA_LETTER = re.compile(r"\d{1,2}\.(?:1[0-2]|0?[1-9])\.(?:3[01]|[12]\d|0?[1-9])(?![\d.])")
_ERA_CUE = re.compile(
    r"\b(?:on|since|until|till|from|to|by|onset|dated?|born|dob|birth|visit|admitted|started|"
    r"stopped|received|(?:birth|onset|start|end|visit|report)\s?date)[\s:=(]{1,3}[rhs]\Z"
)
_ROMAN = re.compile(
    # 12.XI.2014, 08-VII-2019, 3 IV 2021
    r"(?:0?[1-9]|[12]\d|3[01])(?P<s>\.\s?|[-/\u2010-\u2013]|\s)(?:XI{0,2}|IX|IV|VI{0,3}|I{1,3})"
    r"(?P=s)(?:19|20)\d\d(?![\w%]|[/.-]\d)"
)
_HAN = re.compile(
    r"\d{2,4}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)?|"
    r"(?:19|20)\d\d\s?년(?:\s?\d{1,2}\s?월(?:\s?\d{1,2}\s?일)?)?"
)
_HAN_ERA = re.compile(r"\d{1,2}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)?")
_HAN_ERAS = ("令和", "平成", "昭和", "大正", "明治")
_WEEK_NUMBER = re.compile(
    r"\.?\s?(?:no\.?\s|nr\.?\s|#)?(?P<w>5[0-3]|[1-4]\d|0?[1-9])(?![\w%+]|[.,/:]\d(?!\d{3})|"
    r"-\d\d?\b)"
)
_WEEK_YEAR = re.compile(r"(?:\s?[/,-]\s?|\s(?:of|in|von|de)\s|\s)(?:19|20)\d\d(?![\d/.:-])")
_SENTENCE_END = re.compile(r"[.;\n]")
_WEEK_CUE = re.compile(r"\b(?:on|since|in|until|calendar|before|after|around)\s\Z")
_OTHER_WEEKS = re.compile(
    r"\b(?:gestation|gestational|pregnan\w*|treatment|therapy|study|trial|visit|cycle|dose|dosing|"
    r"infusion|follow-?up|extension|baseline|post|postpartum|after|titration|schedule|"
    r"randomi\w*|ga|"
    r"screening|later|old|of life|ivf|amenorrh\w*|fetus|fetal|foetal|scan)\b"
)


def calendar_date(text: str, low: str, start: int, end: int) -> DateMatch | None:
    """Match '12 Khordad 1398', 'Shahrivar 1398', 'in Kislev' at the name of a month.

    start, end: the name. RETURNS: None where neither day nor year nor a clear cue stands beside it.
    """
    word = low[start:end]
    capital = text[start].isupper()
    plain = word in PLAIN_CALENDAR_MONTHS
    if not (capital or plain):
        return None
    stop = end
    second = _SECOND_NAME.match(low, stop)
    if second is not None:
        stop = second.end()
    day = _DAY_BEFORE.search(low, max(0, start - 9), start)
    after = _DAY_AFTER.match(low, stop) if day is None else None
    if after is not None:
        stop = after.end()
    year = _YEAR_AFTER.match(low, stop)
    if year is not None:
        stop = year.end()
    if year is None and not (plain and capital and (day or after)):
        if not (plain and capital and _CUE.search(low, max(0, start - 12), start)):
            return None
    begin = day.start() if day is not None else start
    score = 0.9 if year is not None else 0.7
    return DateMatch(begin, stop, "other_calendar", score)


def era_year(low: str, start: int, end: int) -> DateMatch | None:
    """Match 'Heisei 27' and 'Reiwa 2.4.1' at the name of a Japanese era."""
    match = _ERA.match(low, end)
    if match is None or guards.UNIT_AFTER.match(low, match.end()):
        return None
    return DateMatch(start, match.end(), "era", 0.9)


def era_letter(text: str, low: str, start: int) -> DateMatch | None:
    """Match 'R3.4.1' and 'H27.12.3' at the digits, behind a cue of dates."""
    match = _ERA_LETTER.match(low, start)
    if match is None or text[start - 1] not in "RHS":
        return None
    if not _ERA_CUE.search(low, max(0, start - 24), start):
        return None
    return DateMatch(start - 1, match.end(), "era", 0.75)


def roman_date(text: str, low: str, start: int) -> DateMatch | None:
    """Match '12.XI.2014', '08-VII-2019' and '3 IV 2021' at the digits of the day."""
    match = _ROMAN.match(text, start)
    if match is None or guards.continues_number(low, start):
        return None
    if guards.UNIT_AFTER.match(low, match.end()):
        return None
    return DateMatch(start, match.end(), "roman", 0.9)


def han_date(low: str, start: int) -> DateMatch | None:
    """Match '2020年3月5日', '令和3年3月8日' and '2014년 1월 12일' at their first digits."""
    if low[max(0, start - 2) : start] in _HAN_ERAS:
        match = _HAN_ERA.match(low, start)
        return DateMatch(start - 2, match.end(), "era", 0.95) if match is not None else None
    match = _HAN.match(low, start)
    return DateMatch(start, match.end(), "han", 0.95) if match is not None else None


_HLA = re.compile(r"\bhla[-\s]?\Z|\bcw\d{1,2}[,;/]\s?\Z")
"""Before an antigen of the HLA: 'HLA-Cw6'."""


def calendar_week(low: str, start: int, end: int) -> DateMatch | None:
    """Match 'week 23 of 2020', 'KW 12', 'calendar week 7' and 'on wk 23'.

    RETURNS: None for weeks that are counted from a treatment, a visit or a conception.
    """
    number = _WEEK_NUMBER.match(low, end)
    if number is None:
        return None
    stop = number.end()
    head = guards.before(low, start, 60)
    word = low[start:end]
    year = _WEEK_YEAR.match(low, stop)
    if year is not None:
        if _OTHER_WEEKS.search(head[-20:]):
            return None
        return DateMatch(start, year.end(), "week", 0.85)
    calendar = head.endswith("calendar ")
    if word in ("kw", "cw") or calendar:
        if not calendar and (guards.has_identifier_cue(low, start) or _HLA.search(head)):
            return None
        begin = start - len("calendar ") if calendar else start
        return DateMatch(begin, stop, "week", 0.8)
    if word == "week" or int(number["w"]) < 3 or not _WEEK_CUE.search(head):
        return None
    if word in ("wk", "uke", "vecka", "viikko") and (head.endswith("on ") or word != "wk"):
        rest = _SENTENCE_END.split(low[stop : stop + 30])[0]
        if not _OTHER_WEEKS.search(f"{head[-30:]} {rest}"):
            return DateMatch(start, stop, "week", 0.65)
    return None
