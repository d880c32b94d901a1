"""Parts of dates that stand alone: months, years, decades, quarters."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect import dates_guards as guards
from spacy_deid.detect.dates_fields import month_field, read_month
from spacy_deid.detect.dates_numeric import placeholder_start
from spacy_deid.detect.dates_readings import DateMatch, make_field, number_field
from spacy_deid.detect.numbers import DECADES, YEAR_WORDS, read_year

_IN = re.compile(
    r"\b(?:in|since|during|until|till|til|by|early|late|mid|last|next|this|of|from|through|thru|"
    r"between|before|after|around|about|for|to|and|or|every|each|past|previous|following|"
    r"beginning|end|start|back in|month|current|coming|throughout|also|until|w/e|on|dated?)"
    r"(?:\s+(?:of|the|month of))*\s*[:(-]?\s?\Z"
)
_PERSON_BEFORE = re.compile(
    r"\b(?:dr|mr|mrs|ms|miss|nurse|doctor|sister|aunt|named|name is|daughter|wife|mother|called)"
    r"\.?[,:]?\s+\Z"
)
_ADJECTIVE_AFTER = re.compile(r"\s+(?:hare|of dimes|fracture|madness|rose)\b|['’]s\s+syndrome")
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
_YEAR_RANGE = re.compile(r"(?P<a>\d{4})\s?[-/\u2010-\u2015]\s?(?P<b>\d{4}|\d{2})(?![\d/.\-]|\w)")
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
    r"(?P<q>[1-4])(?:st|nd|rd|th)?[\s-]?(?:q|quarter|qtr)\.?(?:\s(?:of\s)?|[/-])?"
    r"(?P<y>(?:19|20)\d\d|['’]?\d\d)(?!\d|\s?(?:mg|ml|hours|hrs|h\b))"
)
_Q_QUARTER = re.compile(
    r"\s?(?P<q>[1-4])(?:\s?(?:of\s)?[/-]?\s?(?P<y>(?:19|20)\d\d|['’]\d\d))?(?!\w)"
)
_YEAR_QUARTER = re.compile(r"(?P<y>(?:19|20)\d\d)[\s/-]{0,2}q(?P<q>[1-4])(?!\w)")
_WORD_QUARTER = re.compile(
    r"(?P<q>first|second|third|fourth|last)\s+(?:quarter|qtr)\s(?:of\s)?(?P<y>(?:19|20)\d\d)(?!\d)"
)
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_YEAR_IN_WORDS = re.compile(YEAR_WORDS)
_IN_WORDS = re.compile(r"\b(?:in|since|year|of|during|from|until)\s+\Z")
_NAME_AFTER = re.compile(
    r"\s+(?:[A-Z][a-z]+|said|says|reported|states|stated|called|is|told|has)\b"
)


def _single(fields: list[DateField]) -> list[DateReading]:
    return [DateReading(order="", fields=fields)]


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
    elif month[1] == "short" or word in ("may", "march"):
        if not cue:
            return None
        strict = re.search(
            r"\b(?:in|since|of|last|early|late|until|till|during|by|mid|through|thru|back in)\W*\Z",
            head,
        )
        if word in ("may", "march") and not (capital and not text[start:end].isupper()):
            if strict is None or _followed_by_word_verb(low, end):
                return None
        elif not strict or not (capital or month[1] == "short"):
            if word in ("may", "march", "mar", "dec", "sep", "jan"):
                return None
        if month[1] == "short" and word in ("dec", "mar", "sep", "jan", "jun") and not strict:
            return None
        if word in ("may", "march") and not capital and _followed_by_word_verb(low, end):
            return None
        score = 0.75
    elif word in ("april", "june", "august") and not cue:
        if not capital or _looks_like_name(text, end):
            return None
        score = 0.6
    elif not capital and not cue:
        score = 0.7
    return DateMatch(start, end, "month", score, _single([month_field(word, start, month[0])]))


def _followed_by_word_verb(low: str, end: int) -> bool:
    verb = re.compile(
        r"\s+(?:not\s+|also\s+|\w+ly\s+)?(?:have|be|need|cause|experience|want|take|get|like|go|"
        r"lead|require|include|contain|affect|develop|receive|occur|present|come|feel|use|help|"
        r"give|appear|show|result|up|down|into|around|out|along|of dimes|in place|fracture)\b"
    )
    return verb.match(low, end) is not None


def _looks_like_name(text: str, end: int) -> bool:
    found = _NAME_AFTER
    return found.match(text, end) is not None


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
    head = guards.before(low, start)
    if ranged is not None and _is_year_range(ranged):
        if not guards.rejects_counting(low, ranged.end()) and not guards.has_identifier_cue(
            low, start
        ):
            if start == 0 or low[start - 1] not in "-/.+_":
                return _years(ranged)
    end = start + 4
    unknown = placeholder_start(low, start) < start
    if start and low[start - 1] in "-/.+_\\#$€£=" and not head.endswith((" -", "--", " /")):
        if not unknown:
            return None
    if _NO_YEAR_AFTER.match(low, end) or guards.rejects_counting(low, end):
        return None
    if _NO_YEAR_BEFORE.search(head) or guards.has_identifier_cue(low, start):
        return None
    value = int(digits)
    clock = value % 100 < 60 and (1900 <= value <= 1959 or value >= 2000)
    cue = _YEAR_CUE.search(head) is not None
    strict = unknown or _STRICT_YEAR.search(head) is not None
    strict = strict or (head.endswith("(") and low[end : end + 1] == ")")
    if clock and not strict:
        if after_date or _CLOCK_CUE.search(head) or value > 2035 or value < 1930:
            return None
    if strict:
        score = 0.95
    elif cue:
        score = 0.85
    elif not clock or 1990 <= value <= 2035:
        closed = low[end : end + 1] in (",", ".", ";", ")", "]", ":", "\n", "") or (
            guards.FUNCTION_AFTER.match(low, end) is not None
        )
        lined = guards.is_line_start(low, start)
        if not closed and not lined:
            return None
        score = 0.65 if not lined else 0.7
    else:
        return None
    field = make_field("year", (start, end), value, "2004")
    return DateMatch(start, end, "year", score, _single([field]))


def year_season(low: str, start: int) -> DateMatch | None:
    """Match '2018 autumn' at the digits of its year."""
    if not "1900" <= low[start : start + 4] <= "2099":
        return None
    match = _YEAR_SEASON.match(low, start + 4)
    if match is None or guards.continues_number(low, start):
        return None
    fields = [
        make_field("year", (start, start + 4), int(low[start : start + 4]), "2004"),
        make_field("season", match.span("s"), _SEASONS[match["s"]], "name"),
    ]
    return DateMatch(start, match.end(), "season", 0.85, _single(fields))


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
    return DateMatch(match.start(), match.end(), "year_range", 0.85, _single([first, second]))


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
    return DateMatch(start - 1, start + 2, "year", 0.8 if cued else 0.6, _single([field]))


def decade(low: str, start: int, end: int) -> DateMatch | None:
    """Match '1980s', "the '80s", 'in the 80s' at digits; ages and vitals are none."""
    match = _DECADE.match(low, start)
    if match is not None:
        value = int(match["y"])
        if start and low[start - 1] in "-/." and low[max(0, start - 2)].isdigit():
            return None
        field = make_field("decade", match.span("y"), value, "2004")
        return DateMatch(start, match.end(), "decade", 0.95, _single([field]))
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
    return DateMatch(begin, match.end(), "decade", 0.7, _single([field]))


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
    return DateMatch(begin, end, "decade", 0.75, _single([field]))


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
    return DateMatch(begin, match.end(), "quarter", 0.9, _single(fields))


def year_words(low: str, start: int) -> DateMatch | None:
    """Match 'in nineteen ninety-eight' at the first word of the year."""
    match = _YEAR_IN_WORDS.match(low, start)
    if match is None or not _IN_WORDS.search(guards.before(low, start)):
        return None
    value = read_year(match[0])
    if value is None or not 1900 <= value <= 2099 or guards.rejects_counting(low, match.end()):
        return None
    field = make_field("year", match.span(), value, "words")
    return DateMatch(start, match.end(), "year", 0.8, _single([field]))
