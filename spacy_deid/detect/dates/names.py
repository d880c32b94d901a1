"""Named days and seasons as dates: weekdays, seasons, holidays."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.calendar.anchors import season_number
from spacy_deid.detect.calendar.holidays import holiday_at
from spacy_deid.detect.calendar.months import month_words, weekday_words
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.readings import DateMatch, join_range, make_field, number_field

_DAY_CUE = re.compile(
    r"\b(?:on|this|last|next|since|until|till|by|every|following|through|thru|from|late|early|"
    r"previous|past|coming|of|all day|and|to|or|for|until|after|before|between|w/e|each|today)"
    r"\s+\Z"
)
_STRICT_DAY_CUE = re.compile(r"\b(?:on|this|last|next|since|until|till|by|every|following)\s+\Z")
_DAY_PART = re.compile(
    r"\.?\s+(?:morning|afternoon|evening|night|nite|noon|a\.?m\b|p\.?m\b|noc\b|midnight|@)"
)
_OXYGEN = re.compile(r"\b(?:o|02|o2|spo2|oxygen|pulse ox|room air|ra|\d%?)\s\Z")
_WEEKDAY_PAIR = re.compile(r"\s(?:or|and|to|-|/)\s(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\b")
_LINE_END_DAY = re.compile(r"(?<=, [a-z]{3})\s*\n(?!\s*\d)")
_CLOSED_DAY = re.compile(r"\s?[.,;)]|\s*\n|\s*\Z")
_LOWER_BEFORE = re.compile(r"(?<![^\W_])[a-z][a-z/]+\s\Z")
_OTHER_SAT = re.compile(r"\b(?:o2|spo2|oxygen|\d%?|vitals?|hr|rr|bp)\b[^\n]{0,8}\Z")
_DAY_BEHIND = re.compile(
    r"\s(?P<d>3[01]|[12]\d|[1-9])(?:\.(?!\d)|[ºo]\b)?(?![\w%]|[.,:/]\d|\s?(?:mg|ml|h\b|g\b|y|"
    r"month|uhr|horas|ore|uur))"
)
_MONTH_BEHIND = re.compile(r"\s(?:de\s)?(?P<m>[^\W\d_]{3,12})(?![^\W_])")
_TITLE_BEFORE = re.compile(r"\b(?:dr|mr|mrs|ms|prof|sr|sra|dra)\.?\s\Z")
_FOREIGN_CUE = re.compile(
    r"\b(?:on|last|next|every|since|until|this|am|le|el|il|den|du|al|dal|desde|til|på)\s\Z"
)
_SEASON_YEAR = re.compile(
    r"(?:[\s,]\s?(?:of\s(?:the\syear\s)?)?|\s?[-/']\s?)(?P<y>(?:19|20)\d\d|['’]\d\d)"
    r"(?:\s?[/-]\s?(?P<z>(?:19|20)?\d\d)(?!\d))?(?!\d)"
)
_SEASON_PAIR = re.compile(r"\s?[/-]\s?(?P<s>spring|summer|autumn|fall|winter)\b")
_SEASON_CUE = re.compile(
    r"\b(?:(?:in|during|since|until|over|by|of|from|before|after|late|early|through|throughout|for)"
    r"\s+(?:the\s+)?(?:(?:early|late|mid|middle of|end of|start of|beginning of)[-\s]+)?(?:the\s+)?"
    r"(?:this\s+|last\s+|past\s+|next\s+|previous\s+|following\s+|that\s+|winter and\s+|"
    r"spring and\s+)?|(?:this|last|past|next|previous|that|early|late|mid|coming)[-\s]+)\Z"
)
_FALL_CUE = re.compile(
    r"\b(?:in|since|until|over|of)\s+(?:the\s+)?(?:early\s+|late\s+)?(?:last\s+|this\s+)?\Z"
    r"|(?<!her )(?<!his )(?<!the )(?<!my )(?<!patient's )\b(?:this|last|past|next)\s+\Z"
)
_FALL_CLASH = re.compile(
    r"\b(?:due|secondary|cause|caused|result|because|history|hx|risk|injury|fracture|hit|struck|"
    r"head|floor|witnessed|mechanical|syncope|broke|injured|hurt|sustained|occurred|happened)\b"
)
_SEASON_CLASH = re.compile(
    r"\s+(?:mechanism|water|chicken|onions?|rolls?|mattress|squash|allerg|fever|camp|school|"
    r"clothes|coat|sports?|job|savory|hill|valley|lake|street|st\b|ave|road|rd\b|risk|asleep|out|"
    r"off|down|onto|over|from|to\b|on\b|with|and hit|back|in the|if)\b"
)
_COUNTED_DAY = re.compile(r"(?<![^\W_])(?:[12]\.|1st|2nd|first|second|første|andre|annen)\s\Z")
_FEAST_OF = re.compile(
    r"[Ff]east\s(?:day\s)?of\s(?:(?:the|our|the\sblessed)\s)?"
    r"(?P<name>(?:St\.?\s|San\s|Santa\s|"
    r"Saint\s)?[A-ZÀ-Þ][\w’']+(?:\s(?:of\s(?:the\s)?)?[A-ZÀ-Þ][\w’']+){0,3})"
)
_FEAST_DAY = re.compile(r"(?:dag|tag|dagen|päivä)\Z")
_FEAST_PART = re.compile(
    r"\s(?:day|eve|(?P<late>weekend|monday|sunday|tuesday|saturday|friday|"
    r"thursday))(?![^\W_])(?!\s\d)"
)
_HOLIDAY_YEAR = re.compile(r",?\s(?:of\s|in\s)?(?P<y>(?:19|20)\d\d)(?!\d)")


def weekday(text: str, low: str, start: int, end: int, among_others: bool) -> DateMatch | None:
    """Match a weekday's name or, with a cue, its abbreviation: 'Monday', 'tues', 'on Sat'.

    among_others: whether the text names other weekdays, so that a bare 'Sun' is likely one.
    """
    word = low[start:end]
    number, kind = weekday_words()[word]
    score = 0.95
    stop = end
    if kind == "short":
        if low[end : end + 1] == "." and low[end + 1 : end + 2].strip() in ("", ",", ")"):
            stop = end + 1
        low_pair = _WEEKDAY_PAIR.match(low, end) or _LINE_END_DAY.match(low, end)
        clear = word in ("tues", "thurs", "thur", "thu", "tue", "fri", "weds")
        head = guards.before(low, start, 16)
        part = _DAY_PART.match(low, end) is not None
        capital = text[start].isupper() and not text[start:end].isupper()
        if word in ("sat", "sun", "mon", "wed", "fri"):
            strict = _STRICT_DAY_CUE.search(head) is not None
            bracket = head.endswith("(") and low[end : end + 1] == ")"
            listed = guards.is_line_start(low, start) and capital
            listed = listed and low[stop : stop + 2].strip()[:1] in (":", "-", ",", ".")
            if re.search(r"\b(?:o2|spo2|oxygen|she|he|pt|patient|who|mom|and|then)\s\Z", head):
                strict, capital = False, capital and word not in ("sat",)
            loose = capital and _DAY_CUE.search(head) is not None and word != "sat"
            loose = loose or (among_others and capital and not _OXYGEN.search(head))
            closing = capital and word in ("mon", "wed") and _CLOSED_DAY.match(low, end)
            closing = closing and _LOWER_BEFORE.search(text, max(0, start - 12), start)
            paired = word != "sun" and low_pair is not None and _OTHER_SAT.search(head) is None
            if not (strict or part or bracket or listed or loose or closing or paired):
                return None
            if word == "sat" and re.compile(
                r"\s+(?:up|down|back|there|with|quietly|for|at|in\b|on\b|\d\d\d?(?![/\d:-])|:|=)"
            ).match(low, end):
                return None
        elif not (clear or part):
            return None
        score = 0.8
    elif kind == "typo":
        score = 0.75
    elif kind == "foreign":
        return _foreign_day(low, start, end, number)
    field = make_field("weekday", (start, end), number, "Jan" if kind == "short" else "January")
    return DateMatch(start, stop, "weekday", score, [DateReading(order="", fields=[field])])


def _foreign_day(low: str, start: int, end: int, number: int) -> DateMatch | None:
    """Match 'martedì 13' and, behind a preposition, 'on Donnerstag'; surnames are none."""
    field = make_field("weekday", (start, end), number, "January")
    day = _DAY_BEHIND.match(low, end)
    if day is not None and not _TITLE_BEFORE.search(low, max(0, start - 8), start):
        fields = [field, make_field("day", day.span("d"), int(day["d"]), "2")]
        month = _MONTH_BEHIND.match(low, day.end())
        known = month_words().get(month["m"]) if month is not None else None
        if month is not None and known is not None:
            fields.append(make_field("month", month.span("m"), known[0], "January"))
            reading = DateReading(order="", fields=fields)
            return DateMatch(start, month.end(), "weekday_date", 0.85, [reading])
        reading = DateReading(order="", fields=fields)
        return DateMatch(start, day.end(), "weekday_day", 0.85, [reading])
    if not _FOREIGN_CUE.search(low, max(0, start - 10), start):
        return None
    return DateMatch(start, end, "weekday", 0.75, [DateReading(order="", fields=[field])])


def short_weekday(low: str, start: int, end: int) -> DateMatch:
    """Make a match of any weekday's name, for use beside a date."""
    number, kind = weekday_words()[low[start:end]]
    field = make_field("weekday", (start, end), number, "Jan" if kind == "short" else "January")
    return DateMatch(start, end, "weekday", 0.9, [DateReading(order="", fields=[field])])


def season(text: str, low: str, start: int, end: int) -> DateMatch | None:
    """Match a season that names a point in time: 'spring 2020', 'last summer'.

    RETURNS: None for 'fall' as a tumble or a verb, 'spring' as a coil, and seasons without a cue.
    """
    word = low[start:end]
    field = make_field("season", (start, end), season_number(word), "name")
    pair = _SEASON_PAIR.match(low, end)
    if pair is not None:
        further = season(text, low, pair.start("s"), pair.end("s"))
        if further is not None and "year" in {f["name"] for f in further.readings[0]["fields"]}:
            alone = DateMatch(start, end, "season", 0.9, [DateReading(order="", fields=[field])])
            return join_range(alone, further)
    match = _SEASON_YEAR.match(low, end)
    if match is not None:
        if not guards.rejects_counting(low, match.end()):
            fields: list[DateField] = [field]
            fields.append(number_field("year", match["y"], match.span("y"), False))
            if match["z"]:
                fields[-1]["point"] = 0
                last = number_field("year", match["z"], match.span("z"), False)
                fields.append({**last, "point": 1})
            reading = DateReading(order="", fields=fields)
            return DateMatch(start, match.end(), "season", 0.93, [reading])
    head = guards.before(low, start, 60)
    cue = _FALL_CUE if word == "fall" else _SEASON_CUE
    if not cue.search(head) or _SEASON_CLASH.match(low, end):
        return None
    around = head[-50:] + low[end : end + 40]
    if word == "fall" and _FALL_CLASH.search(around):
        return None
    score = 0.55 if word == "fall" else 0.65
    return DateMatch(start, end, "season", score, [DateReading(order="", fields=[field])])


def holiday(text: str, low: str, start: int, end: int) -> DateMatch | None:
    """Match a holiday, with its year where one follows: 'Christmas Eve 2019'."""
    feast = _FEAST_OF.match(text, start) if low[start:end] == "feast" else None
    if feast is not None:
        start, stop = feast.span("name")
    else:
        stop = holiday_at(text, low, start, low[start:end])
    if not stop:
        return None
    counted = _COUNTED_DAY.search(low, max(0, start - 8), start)
    if counted is not None and _FEAST_DAY.search(low, start, stop):
        start = counted.start()
    part = _FEAST_PART.match(low, stop)
    if part is not None and (
        part["late"] or text[part.start() + 1].isupper() or not text[start].isupper()
    ):
        stop = part.end()
    fields = [make_field("holiday", (start, stop), 0, "name")]
    year = _HOLIDAY_YEAR.match(low, stop)
    if year is not None and not guards.rejects_counting(low, year.end()):
        fields.append(number_field("year", year["y"], year.span("y"), False))
        stop = year.end()
    return DateMatch(start, stop, "holiday", 0.85, [DateReading(order="", fields=fields)])
