"""Years that stand alone, with a season behind them, in a range, shortened or in words."""

from __future__ import annotations

import re

from spacy_deid.detect.calendar.anchors import season_number
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.numeric import placeholder_start
from spacy_deid.detect.dates.readings import DateMatch, make_field, number_field, one_reading
from spacy_deid.detect.words.numbers import YEAR_WORDS, read_year

_YEAR_CUE = re.compile(
    r"(?:\b(?:in|since|during|year|years|of|circa|ca|c|until|till|til|from|before|after|early|late|"
    r"mid|through|thru|back|summer|winter|spring|fall|autumn|season|onset|on|date|dob|born|yr|"
    r"birth|by|to|and|between|class|prior to|last|the|for|dated|ongoing|approximately|around|about|"
    r"approx|est|exp|expiry|diagnosed|dx|surgery|started|stopped|resolved|following|dx'd)"
    r"\.?(?:\s+(?:in|about|around|approximately|approx|the|year|late|early|of|on|or|end|"
    r"beginning|mid|circa|ca|spring|summer|fall|autumn|winter))*\s*[:=(~-]?\s?|[(\[,/;]\s?|~)\Z"
)
_STRICT_YEAR = re.compile(
    r"\b(?:in|since|year|during|dob|born|birth|circa|onset|ongoing|(?:19|20)\d\d\s?(?:&|and|"
    r"or|,))\s*[:(]?\s?\Z"
)
_SHORT_CUE = re.compile(r"\b(?:until|till|from|of|to|by|before|after|early|late|mid|back in)\s\Z")
_CLOCK_CUE = re.compile(
    r"(?:@|\b(?:at|around|about|approximately|approx|by|hours?|hrs|time|between|am|pm|"
    r"woke|temp|noc|night|evening|today|tonight)|[~])\s*[:=]?\s*\Z"
)
_NO_YEAR_BEFORE = re.compile(
    r"(?:\b(?:vitamin d\d?|d3|vit d|vit|iu|units?|bnt|mrna|covid|covid-|coronavirus|sars|disease|"
    r"virus|weight|wt|wbc|bnp|ck|cpk|hcg|dose of|doses of|count|troponin|over|than|up to|ferritin|"
    r"ddimer|dimer|crp|total|least|almost|nearly|around \$|platelets?|pao2|ml|mg|bolus|volume|"
    r"rate|bp|hr|t|level|was|were|with|x|iso|cfr|form|model|windows|office|route|highway|suite|"
    r"apt|unit|ext|a|an|hemoglobin|glucose|sodium|psa|igg|ige|ast|alt|"
    r"some|these|those|all|any|per|every|only|nearly|reported|ncov|influenza a)"
    r"(?:\s+(?:of|was|is|at|to|level|levels|count)\b)*|[$€£#+=<>]|\d[,.]?)\s*\Z"
)
_NO_YEAR_AFTER = re.compile(
    r"\s?(?:novel|n-?cov|coronavirus|h1n1|\([^)]*cov|hours|hrs?\b|h\b|pm\b|am\b|ad\b)|[.,:]\d|-\d|"
    r"[^\W\d_]|%|\s?[x×]\s?\d|/\d"
)
_GLUED = re.compile(r"[^\W\d_]{3}(?:ed|sis|tomy)\Z|(?<![^\W_])(?:in|since|until|year)\Z")
"""Words that a lost blank may have put right before a year."""
_YEAR_SEASON = re.compile(
    r"(?:\s|-|,\s)(?:(?:early|late|mid)[-\s])?(?P<s>spring|summer|autumn|winter|"
    r"fall(?=\s?[.,;)(\n]))"
    r"(?![^\W_])"
)
_YEAR_RANGE = re.compile(
    r"(?P<a>\d{4})\s?[-/\u2010-\u2015]\s?(?P<b>\d{4}|\d{2})(?![\d/\-]|\.\d|\w)"
)
_YEAR_IN_WORDS = re.compile(YEAR_WORDS)
_IN_WORDS = re.compile(r"\b(?:in|since|year|of|during|from|until)\s+\Z")


def year_alone(low: str, start: int, after_date: bool) -> DateMatch | None:
    """Match a year used as a date, or a range of years.

    start: where four digits stand.
    after_date: whether a date stands right before, so that '2015' is more likely a clock time.
    """
    digits = low[start : start + 4]
    if not ("1900" <= digits <= "2099"):
        return None
    if start and low[start - 1].isalnum() and not _GLUED.search(low, max(0, start - 12), start):
        return None
    ranged = _YEAR_RANGE.match(low, start)
    if ranged is not None and _is_year_range(ranged):
        free = start == 0 or low[start - 1] not in "-/.+_"
        counted = guards.rejects_counting(low, ranged.end())
        if free and not counted and not guards.has_identifier_cue(low, start):
            return _years(ranged)
    end = start + 4
    head = guards.before(low, start)
    unknown = placeholder_start(low, start) < start
    if start and low[start - 1] in "-/.+_\\#$€£=" and not head.endswith((" -", "--", " /")):
        if not unknown:
            return None
    if _NO_YEAR_AFTER.match(low, end) or guards.rejects_counting(low, end):
        return None
    if _NO_YEAR_BEFORE.search(head) or guards.has_identifier_cue(low, start):
        return None
    score = 0.95 if unknown else _year_score(low, start, head, after_date)
    if not score:
        return None
    field = make_field("year", (start, end), int(digits), "2004")
    return DateMatch(start, end, "year", score, one_reading(field))


def _year_score(low: str, start: int, head: str, after_date: bool) -> float:
    """Judge four digits by what stands around them; 0 for a clock time or a bare number."""
    end = start + 4
    value = int(low[start:end])
    if _STRICT_YEAR.search(head) or (head.endswith("(") and low[end : end + 1] == ")"):
        return 0.95
    clock = value % 100 < 60 and (value <= 1959 or value >= 2000)
    if clock and (after_date or not 1930 <= value <= 2035 or _CLOCK_CUE.search(head)):
        return 0.0
    if _YEAR_CUE.search(head):
        return 0.85
    if clock and value < 1990:
        return 0.0
    if guards.is_line_start(low, start):
        return 0.7
    closed = low[end : end + 1] in (",", ".", ";", ")", "]", ":", "\n", "")
    return 0.65 if closed or guards.FUNCTION_AFTER.match(low, end) else 0.0


def year_season(low: str, start: int) -> DateMatch | None:
    """Match '2018 autumn' at the digits of its year."""
    if not "1900" <= low[start : start + 4] <= "2099":
        return None
    match = _YEAR_SEASON.match(low, start + 4)
    if match is None or guards.continues_number(low, start):
        return None
    fields = [
        make_field("year", (start, start + 4), int(low[start : start + 4]), "2004"),
        make_field("season", match.span("s"), season_number(match["s"]), "name"),
    ]
    return DateMatch(start, match.end(), "season", 0.85, one_reading(*fields))


def _is_year_range(match: re.Match[str]) -> bool:
    first, last = int(match["a"]), match["b"]
    second = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    if len(last) == 2:
        return second == first + 1 or (second > first and int(last) > 12)
    return first < second <= first + 80


def _years(match: re.Match[str]) -> DateMatch:
    first = make_field("year", match.span("a"), int(match["a"]), "2004", 0)
    style = "2004" if len(match["b"]) == 4 else "04"
    second = make_field("year", match.span("b"), int(match["b"]), style, 1)
    return DateMatch(match.start(), match.end(), "year_range", 0.85, one_reading(first, second))


def short_year(low: str, start: int) -> DateMatch | None:
    """Match the year of "since '99" at its digits."""
    if start < 2 or low[start - 1] not in "'’`" or low[start - 2].isalnum():
        return None
    if not low[start : start + 2].isdecimal() or start + 2 > len(low):
        return None
    head = guards.before(low, start - 1)
    cued = _STRICT_YEAR.search(head) or _SHORT_CUE.search(head)
    if not cued and not (head.endswith((" ", "(")) and low[start + 2 : start + 3] in ",.;) "):
        return None
    if low[start + 2 : start + 3].isalnum() or guards.rejects_counting(low, start + 2):
        return None
    field = number_field("year", low[start - 1 : start + 2], (start - 1, start + 2), False)
    return DateMatch(start - 1, start + 2, "year", 0.8 if cued else 0.6, one_reading(field))


def year_words(low: str, start: int) -> DateMatch | None:
    """Match 'in nineteen ninety-eight' at the first word of the year."""
    match = _YEAR_IN_WORDS.match(low, start)
    if match is None or not _IN_WORDS.search(guards.before(low, start)):
        return None
    value = read_year(match[0])
    if value is None or not 1900 <= value <= 2099 or guards.rejects_counting(low, match.end()):
        return None
    field = make_field("year", match.span(), value, "words")
    return DateMatch(start, match.end(), "year", 0.8, one_reading(field))
