"""Context of a possible date: words before and after it that speak for or against it."""

from __future__ import annotations

import re

REACH = 40
"""How many characters of context a guard looks at."""

_DATE_CUE = re.compile(
    r"(?:\b(?:on|since|until|untill|till|til|dated?|dates|dob|d\.o\.b\.?|birth|birthdate|birthday|"
    r"born|due|exp|expiry|expires|expired|expiration|w/e|started|starting|start|begun|began|"
    r"beginning|begin|onset|ongoing|stopped|resolved|received|given|administered|vaccinated|"
    r"admitted|admit|admission|discharged?|discharge|seen|died|visit|today|yesterday|tomorrow|"
    r"tonight|effective|signed|written|reported|hospitalized|hospitalised|evening of|morning of|"
    r"night of|afternoon of|week of|day of|as of|by|through|thru|from|before|after|prior to|"
    r"following|around|about|ca|circa|the|also|then|noted|shot|vaccine|vaccination|dose|"
    r"booster|er|ed|hospital|home|lmp|dx|surgery|appointment|appt|scheduled)"
    r"(?:\s+on)?[\s:=,(@.\-]{0,4}|\bon(?:\s+(?:or|about|the))*\s*)\Z"
)
_STRICT_CUE = re.compile(
    r"\b(?:on|since|until|untill|till|dated|date|date of \w+|dob|d\.o\.b\.?|birth ?date|birthday|"
    r"born|born on|expiry|expires|expiration|exp|onset|as of|evening of|morning of|night of|"
    r"afternoon of|week of|day of|w/e|starting|lmp|effective|before|after)"
    r"(?:\s+(?:about|the|or))?\s*[:=(]?\s{0,2}\Z"
)
_FORM_CUE = re.compile(
    r"\b(?:dob|d\.o\.b\.?|d o b|(?:birth|death|admission|discharge|service|visit|onset|start|stop|"
    r"end|report|reporting|expiry|expiration|exp|lmp|vaccination|vacc|collection|issue)"
    r"\.?\s?(?:date|day)s?|date|date of [a-z]{3,15}|born(?: on)?|dod|doa|dos|dov|exp|received on|"
    r"lmp|edd|edc)(?:\s?\((?:[dmy]{1,4}[-/. ]?){2,3}\))?\s*[:=#]?\s*\Z"
)
_WEEKDAY_BEFORE = re.compile(
    r"\b(?:mon|tues?|wedn?e?s?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\.?"
    r"(?:\s+(?:morning|afternoon|evening|night|am|pm|noon))?[\s,(]*\Z"
)

_UNIT = (
    r"(?:mgs?|ml|mls|mcg|µg|ug|ng|pg|gm|gms|grams?|g|kg|kgs|lbs?|pounds?|oz|ounces?|cc|iu|units?|"
    r"meq|mmol|umol|cm|mm|km|nm|feet|foot|ft|inch|inches|in\.|hz|bpm|mmhg|hrs?|hours?|h|mins?|"
    r"minutes?|secs?|seconds?|days?|weeks?|wks?|months?|mos?|years?|yrs?|tabs?|tablets?|pills?|"
    r"caps?|capsules?|puffs?|drops?|gtts?|cups?|teaspoons?|tsps?|tbsps?|tablespoons?|glass|glasses|"
    r"bottles?|bags?|packs?|ppd|ampoules?|amps?|vials?|sachets?|patch|patches|sprays?|percent|"
    r"times|x|xs|fold|degrees?|deg|calories|kcal|cal|steps|ppm|rpm|copies|cells|french|fr|gauge|"
    r"doses|inhalations|injections|occasions|episodes|liters?|litres?|l|dl|occurrences|miles?|"
    r"dosage forms?|df|beats|watts?|volts?|mhz|mbq|gy|cgy|j|mv|ma)"
)
UNIT_AFTER = re.compile(rf"\s{{0,2}}(?:-\s?)?(?:{_UNIT}\b|[%°″”\"])", re.IGNORECASE)
TIME_AFTER = re.compile(r"\s?(?:[ap]\.?\s?m\b|[:h]\s?[0-5]\d|hrs?\b|hours?\b|o'?clock)")
_PEOPLE_AFTER = re.compile(
    r"\s+(?:\w+\s+)?(?:patients|subjects|people|persons|cases|children|women|men|adults|"
    r"participants|reports|doses|vaccinees|copies|controls|infants|individuals|units|students|"
    r"employees|residents)\b"
)
_ID_BEFORE = re.compile(
    r"(?:\b(?:lot|batch|ndc|case|ref|reference|mrn|m\.r\.n|ssn|phone|tel|telephone|fax|cell|mobile|"
    r"pager|ext|extension|serial|control|order|accession|account|acct|policy|claim|invoice|"
    r"license|licence|npi|dea|id|ids|identifier|room|rm|bed|protocol|nct|eudract|pmid|doi|"
    r"isbn|chart|section|chapter|table|figure|annex|appendix|article|page|barcode|code|ticket|zip|version|"
    r"ver|build|rev|revision|sn|s/n|no|number|nr|num|nos|numbers|vaers|icd|cpt|box|lots|"
    r"ip|firmware|model)"
    r"(?:\s*(?:[#:]|(?:no|nos|num|nr|id)\b\.?|number|is\b|was\b|of\b|code\b))*"
    r"(?:(?<=[nfrto])\.(?=\s?\Z)|(?<=id\.))?[\s:#=(/]*|#\s*|(?:\A|(?<=[\s(,;]))p\.\s?)\Z"
)
_ID_DIRECT = re.compile(r"(?:#|№)\s?\Z")
_SCORE_BEFORE = re.compile(
    r"\b(?:pain|scale|rated|rates|rating|scored?|scores|bp|b/p|b\.p\.?|bps|pressures?|vision|visual|acuity|va|od|os|ou|strength|motor|power|reflex|reflexes|dtrs?|pulses?|apgars?|"
    r"murmur|grade|graded|phase|stage|level|levels|severity|intensity|ratio|gauge|needle|hla|size|"
    r"mmse|moca|gcs|nihss|ecog|asa|vas|nrs|fraction|approx|titer|titre|dilution|strength is|"
    r"psych|systems|ros|cn|cranial nerves|sirs|criteria|quadrants|rated as|muscle strength|"
    r"discomfort|ache|soreness|peak|type|types|subtype|virus|hsv|htlv|hiv|d5|dextrose|saline|ns|"
    r"lactated|chart|par)"
    r"(?:\s+(?:of|as|is|was|at|a|to|from|level|score|scale|about|around|approximately|pain|now|"
    r"currently|rated|is a|was a|out|intensity|:|-|~|in|range))*[\s:=,(~\-@]*\Z"
)
_VAGUE_BEFORE = re.compile(r"\b(?:is|was|at|an?|of|to|about|from|as)[\s(~]*\Z")
_SCORE_AFTER = re.compile(
    r"[\s,\-]{0,2}(?:\(?(?:pain|strength|murmur|systolic|sem\b|scale|on (?:a|the)?\s?pain|severity|"
    r"intensity|in (?:severity|intensity)|motor|bilateral|ue\b|le\b|upper|lower ext|quadrant|"
    r"reflex|throughout|power|headache|discomfort|apgar|pulses|criteria|positive|negative|"
    r"sirs|normal saline|ns\b|dose\b|size|way\b|of (?!(?:this|last|the (?:same|previous)))|blood "
    r"cultures|bottles|sets|vision|sharp|throbbing|constant|at (?:its )?worst))"
)
_PAIN_NEAR = re.compile(
    r"\b(?:pain|ache|headache|scale|rated|rates|severity|intensity|discomfort|worst|strength|"
    r"motor|reflex|apgar|pulses|level|soreness|cramp|score|throbbing|sharp|migraine)"
)
FRACTIONS = frozenset({(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 2)})
_SCALES = frozenset({2, 3, 4, 5, 6, 10})
_UNTIL_DATE = re.compile(r"\s?(?:-|–|thru|through|to|until)\s?\d{1,2}/\d{1,2}(?![\d/]|\s?pain)")
_AGO = re.compile(
    r"\s*(?:later|ago|history|hx|after|post|prior|course|duration|of (?!this|last)|old|pregnan|"
    r"follow)"
)
INFANT = r"\s(?:baby|infant|neonate|newborn|boy|girl)\b"
"""Who is some weeks old: 'an 8/52 baby'."""
_INFANT = re.compile(INFANT)
_GROUPED = re.compile(r"(?<![/\d.-])\d{1,3},\Z")
_EYES = re.compile(r"\b(?:vision|visual|acuity|snellen|va)\b")
_EVENT_CUE = re.compile(
    r"\b(?:admitted|discharged?|vaccinated|dose|shot|vaccine|vaccination|booster|today|yesterday|"
    r"visit|onset|seen)(?:\s+on)?[\s:=,(]{0,3}\Z"
)
_VACCINE_BEFORE = re.compile(
    r"\b(?:d?tap|tdap|dtp|ipv|opv|hib|hep[ab]?|mmrv?|pcv\d*|ppsv\d*|varicella|rv|flu|"
    r"bcg|hpv|mcv4|menacwy|menb|rota\w*|prev[ae]nar|pediarix|pentacel)[ (:]{1,2}\Z"
)
_NEXT_GIVEN = re.compile(r"\s?(?:[,;&]|and\b)\s?(?:[a-z]{2,9}\d{0,2}\s)?\d{1,2}/\d{1,2}(?![\d%])")
"""The next day of a record of vaccinations: 'DTaP 2/4, 4/9 and 6/11/20'."""
_DRUG_BEFORE = re.compile(
    r"\b(?:[a-z]{2,}(?:pril|sartan|dipine|statin|thiazide|formin|gliptin|gliflozin|codone|olol|"
    r"zide|terol|sone|codeine)|lotrel|vytorin|caduet|exforge|hyzaar|zestoretic|norco|percocet|"
    r"vicodin|lortab|advair|symbicort|humalog|novolin|novolog|humulin|mixtard|lotensin|azor|"
    r"tribenzor|benicar|diovan|janumet|glucovance|hct|apap|tylenol|insulin|mix|tenoretic|ziac|"
    r"suboxone|dulera|breo|seretide|coversyl|twynsta|micardis|tarka)"
    r"(?:\s+(?:tabs?|tablets?|hct|hfa|mix|plus))?[\s(]*\Z"
)
FUNCTION_AFTER = re.compile(
    r"\s*(?:[.,;:)\]!?]|\Z|\n|\s(?:i|he|she|it|we|they|you|his|her|my|our|their|the|a|an|at|and|or|"
    r"in|with|w/|for|from|to|of|by|was|were|is|had|has|have|who|when|where|which|that|this|as|"
    r"after|before|due|but|because|patient|pt|pts|patients?|mom|mother|dad|father|son|daughter|"
    r"husband|wife|until|via|around|about|approximately|then|she's|he's|felt|developed|received|"
    r"presented|went|woke|started|began|experienced|noted|noticed|seen|through|between|while|"
    r"following|without|there|did|again|upon|per|if|so|no|not|still|also|symptoms|fever|both|"
    r"during|am|pm|dr|doctor|all|some|these|since|morning|evening|night|reported|became|got|took|"
    r"&|@|-|–|~)(?![^\W_]))"
)
TIME_POINT_BEFORE = re.compile(
    r"(?:\b(?:at|around|about|approximately|approx|by|between|@|time|hours|hrs|until|from|to|"
    r"till|and|arrival|arrived|after|before|since)\.?|[@~])\s*[:=]?\s*\Z"
)
NUMBERED = re.compile(
    r"(?:\b(?:follow-?\s?up|fu|call-?\s?back|report|note|visit|entry|update|version|part|call|page|no|"
    r"nr|number|day|week|month|cycle|dose|grade|stage|step|item|section|appendix|question|addendum|"
    r"amendment|draft|letter|message|sample|bed|room|ward|bay|patient|case|subject|line|panel|"
    r"annex|table|figure|fig|phase|round|shift|episode|arm|group)\.?\s?|#\s?)\Z"
)
"""Words before a number that counts what a date stands behind: 'Follow-up 1 - 12 April'."""


def before(low: str, start: int, reach: int = REACH) -> str:
    """Give the text right before a place."""
    return low[max(0, start - reach) : start]


def has_date_cue(low: str, start: int) -> bool:
    """Tell whether a word that often leads a date stands right before a place."""
    head = before(low, start)
    return _DATE_CUE.search(head) is not None or _WEEKDAY_BEFORE.search(head) is not None


def has_strict_cue(low: str, start: int) -> bool:
    """Tell whether a word that hardly leads anything but a date stands right before a place."""
    head = before(low, start)
    return _STRICT_CUE.search(head) is not None or _WEEKDAY_BEFORE.search(head) is not None


def has_form_cue(low: str, start: int) -> bool:
    """Tell whether a field name such as 'DOB:' or 'Date:' stands right before a place."""
    return _FORM_CUE.search(before(low, start)) is not None


def has_identifier_cue(low: str, start: int) -> bool:
    """Tell whether a lot, case, phone or version cue stands right before a place."""
    return _ID_BEFORE.search(before(low, start)) is not None


def is_line_start(low: str, start: int) -> bool:
    """Tell whether only white space and list marks stand before a place in its line."""
    head = before(low, start, 12)
    tail = head.rstrip(" \t*•>-(\"'?")
    return not tail or tail[-1] in "\n\r;" or (tail[-1] == "." and head[-1:].isspace())


def slash_score(low: str, start: int, end: int, first: int, second: int) -> float:
    """Judge a pair such as '4/10': date, fraction, score, ratio, blood pressure or strength.

    low: the text in lower case.
    start, end: the pair.
    first, second: its numbers.
    RETURNS: confidence that it is a date, in [0, 1]; 0 rejects.
    """
    head = before(low, start)
    if _VACCINE_BEFORE.search(head) and _NEXT_GIVEN.match(low, end):
        return 0.9
    if _ID_DIRECT.search(head) or _DRUG_BEFORE.search(head):
        return 0.0
    if second in (7, 12) and _AGO.match(low, end):
        return 0.0
    unit = UNIT_AFTER.match(low, end) is not None
    if has_strict_cue(low, start) and not unit:
        return 0.95
    if unit:
        return 0.0
    if head[-2:-1].isdigit() and head[-1:] in " -+":
        weeks = second == 7 and first < 7 and "20" <= head[-3:-1] <= "44"
        if weeks or (first, second) in FRACTIONS:
            return 0.0
    listed = is_line_start(low, start) and low[end : end + 2].strip()[:1] in (":", "-", "–", ",")
    listed = listed or (head.endswith("(") and low[end : end + 1] == ")")
    listed = listed or _UNTIL_DATE.match(low, end) is not None
    weak_cue = has_date_cue(low, start)
    padded = low[start] == "0"
    if (first, second) in FRACTIONS or (first, second) == (24, 7):
        return 0.7 if listed or (weak_cue and FUNCTION_AFTER.match(low, end)) else 0.0
    if _SCORE_BEFORE.search(head) or has_identifier_cue(low, start):
        return 0.0
    if first in (3, 6, 20) and _EYES.search(head):
        return 0.0
    if second in _SCALES and first <= second and not padded and not listed:
        if _SCORE_AFTER.match(low, end):
            return 0.0
        if second == 10 or (second == 5 and first <= 5):
            if _PAIN_NEAR.search(head + low[end : end + REACH]) and not _EVENT_CUE.search(head):
                return 0.0
            if _VAGUE_BEFORE.search(head):
                return 0.0
    return 0.9 if weak_cue or listed else 0.75


def month_year_score(low: str, start: int, end: int, month: int, year: int) -> float:
    """Judge a pair such as '6/95' that can only be month and two-digit year."""
    head = before(low, start)
    if UNIT_AFTER.match(low, end) or _DRUG_BEFORE.search(head) or _SCORE_BEFORE.search(head):
        return 0.0
    if year == 52 and (_AGO.match(low, end) or _INFANT.match(low, end)):
        return 0.0
    if has_identifier_cue(low, start) or _SCORE_AFTER.match(low, end):
        return 0.0
    if has_date_cue(low, start):
        return 0.9
    return 0.75 if year >= 50 or year == 0 else 0.0


def rejects_counting(low: str, end: int) -> bool:
    """Tell whether a unit, a time or counted people follow, so that a number is no year or day."""
    return bool(
        UNIT_AFTER.match(low, end) or TIME_AFTER.match(low, end) or _PEOPLE_AFTER.match(low, end)
    )


def rejects_day(low: str, end: int) -> bool:
    """Tell whether a unit or counted people follow, so that a number is no day of the month."""
    return bool(UNIT_AFTER.match(low, end) or _PEOPLE_AFTER.match(low, end))


def continues_number(low: str, start: int) -> bool:
    """Tell whether a place lies within a longer number, code or amount."""
    if start == 0:
        return False
    last = low[start - 1]
    if last in "$€£^=<>":
        return last in "$€£^"
    if last == ",":
        return _GROUPED.search(low, max(0, start - 5), start) is not None
    if last in "./-_:\\\u2013+" and start > 1:
        further = low[start - 2]
        if further.isdigit():
            return True
        return last in "_+" and further.isalnum()
    return False
