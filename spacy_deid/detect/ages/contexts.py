"""Contexts and patterns of ages, and how their values and units are read.

SOURCE: the contexts for 90 to 125 are those of the MIMIC rules (system 5 of the README).
"""

from __future__ import annotations

import re

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.detect.words.numbers import CARDINAL, read_cardinal

MIMIC_BEFORE = ("age", "he is", "she is", "patient is")
"""Words before a number from 90 to 125 that make it an age."""

MIMIC_AFTER = ("years old", "year-old", "years of age", "yrs of age", "y.o.", "yo")
"""Words after a number from 90 to 125 that make it an age."""

OLDEST = 125

_DASH = r"[-\u2010-\u2015\s./]"
_VALUE = (
    r"(?P<v>\d{1,3}(?:\.\d{1,2})?(?:\s?(?:1/2|½|¼|¾))?|½"
    rf"|(?:{CARDINAL})(?:\s+and\s+(?:a\s+half|one[-\s]half))?)"
)
_UNITS = (
    r"(?P<u>yea\srs|y(?:ea|e|a)[a-z]{0,3}?s?|years?|yrs?|yr|y|months?|mths?|mons?|mos?|"
    r"mnths?|m|weeks?|wks?|wk|w"
    r"|days?|d|hours?|hrs?|hr|minutes?)"
)
_OLD = r"(?:old|olds|0ld|o1d|olde|of\s+age|of\s+old|age\b|aged\b)"
_MORE = (
    r"(?:(?:\s*,\s*|\s+and\s+|\s+|\s*&\s*)\d{1,2}(?:\.\d)?[-\s]*(?:months?|mos?|weeks?|wks?|days?))"
)
FULL = re.compile(rf"{_VALUE}{_DASH}{{0,3}}{_UNITS}[.'’]?{_MORE}?{_DASH}{{0,4}}{_OLD}(?![^\W\d_])")
YO = re.compile(
    rf"{_VALUE}{_DASH}{{0,2}}(?P<u>y|m|w|d|yr|mo|wk)(?P<o>[\s./-]{{0,2}}o)"
    r"(?:(?P<s>[mf])\b|(?!\.?[^\W\d_]))(?:[-\s]old\b)?"
)
SEXED = re.compile(
    rf"{_VALUE}(?P<gap>[-\s]{{0,2}}(?P<u>years?|yrs\.?|yr\.?|y\.?|months?|mos?|weeks?|wks?|days?)"
    r"(?:,?\s?\d{1,2}\s?(?:months?|mos?|m|weeks?|wks?|days?)\b)?)"
    r"[-\s,/]{0,3}(?P<sex>male|female|man|woman|boy|girl|gentleman|lady|infant|baby|child|patient|"
    r"caucasian|white|black|african|asian|hispanic|m\b(?!/)|f\b(?!/))"
)
BARE_SEX = re.compile(
    r"(?P<v>\d{1,3})(?P<gap>[-\s/]{0,3})(?P<sex>[MF])(?P<o>(?![\w/])|(?=\s?/?\s?(?:with|pt|yo)\b))"
)
INTRODUCED = re.compile(
    r"(?:\b(?:an?|is|pt|patient|this|old|for|healthy|hpi|cc|the|our|regarding|re|:)[\s:]*(?:an?\s)?"
    r"|^\W*|[\n.:(]\s*)\Z"
)
AFTER_PERSON = re.compile(
    r"\s?(?:,|\.\s|with|w/|who|pt|s/p|h/o|hx|c/o|p/w|present|admit|received|\(|smoker|from|for|"
    r"in\b|on\b|had|has|brought|found|here|status|and|was|developed|vaccin|\Z|known|previously|"
    r"otherwise|healthy|no\b|yo\b)"
)
SEX_WORD = re.compile(
    r"(?P<v>[1-9]\d{0,2})[-\s]{1,2}(?:male|female|man|woman|gentleman|lady|boy|girl)\b"
    r"(?!\s+(?:patients|subjects|volunteers|participants|children|infants|cases|and\s+\d))"
)
SEX_WORD_BEFORE = re.compile(r"(?:^|[\n.;:,(]\s?|\ba\s|\ban\s)(?:fe)?male,?\s\Z")
CLOSED_NUMBER = re.compile(
    r"(?P<v>[1-9]\d{0,2})(?=\s?(?:,(?!\d)|[;)]|\.\s|\.?\Z|\n|who\b|with\b|patient\b|pt\b))"
)
SLASH_SEX = re.compile(r"(?P<v>\d{1,3})\s?(?:/|-)\s?(?:m|f|male|female|w)(?![^\W_]|[/-]\w)")
LISTED_SEX = re.compile(
    r"(?P<v>\d{1,3})\s?/\s?(?:[a-z]{4,12}\s?/\s?(?:fe)?m(?:ale)?|[a-z]{4,12}\s?/\s?f|"
    r"(?:m|f|male|female)\s?/\s?[a-z]{4,12})(?![\w/])"
)
NAMED_SEX = re.compile(r"(?P<v>[1-9]\d)[MF](?=\s|,)(?!\s(?:cath|needle|sheath|foley))")
_GIVEN = r"[A-ZÀ-ÖØ-Þ][\w'’.\-]*"
_KIN = (
    r"(?:[Pp]t|[Pp]atient|[Pp]acient|[Pp]aciente|[Ss]ubject|[Ww]ife|[Hh]usband|[Ss]on|"
    r"[Dd]aughter|[Mm]other|"
    r"[Ff]ather|[Mm]um|[Mm]om|[Dd]ad|[Bb]rother|[Ss]ister|[Bb]aby|[Bb]oy|[Gg]irl|[Ii]nfant|"
    r"[Cc]hild|[Nn]iece|"
    r"[Nn]ephew|[Gg]rand(?:son|daughter|mother|father|ma|pa)|[Aa]unt|[Uu]ncle|[Pp]artner|"
    r"[Ff]riend|[Cc]aller|"
    r"[Mm]rs?|[Mm]s|[Mm]iss|[Ss]mt|[Ss]hri|[Ss]ri|[Mm]dm|[Ss]r|[Ss]ra|[Ss]rta|[Ss]ig|"
    r"[Ss]ig\.ra|[Mm]me|[Ff]rau|[Hh]err|"
    r"[Pp]an[i]?|[Dd]on|[Dd]oña|[Nn]ame\sis|[Nn]amed|[Cc]alled|[Nn]ame|[Dd]tr|[Mm]adame|"
    r"[Mm]onsieur)"
)
PERSON_NAMED = re.compile(
    rf"(?<![^\W_]){_KIN}\s?[.:]?,?(?:\s(?:{_GIVEN}|van|de|da|do|dos|della|di|bin|binti|der|"
    rf"den|al|el)"
    r",?){1,6}\s?\(?\Z"
)
"""A person word and a name right before a place: 'Smt. Lakshmi (', 'My son Noam, '."""
PERSON_WORD = re.compile(rf"(?<![^\W_]){_KIN}\s?[.:]?,?(?:\s{_GIVEN},?){{0,4}}\s?\(?\Z")
FULL_NAME = re.compile(
    rf"(?<![^\W_])(?:{_GIVEN}\s){{1,4}}{_GIVEN}\s?(?:\)|,|\(maiden[^)]*\),?)?\s?\(?\Z"
)
IDENTIFIED = re.compile(
    r"(?:\d{3}[\s\d.\-/]{3,12}\d|\b(?:farmer|fisherman|teacher|nurse|student|driver|worker|"
    r"clerk|pensioner|"
    r"housewife|homemaker|engineer|soldier|painter|baker|carpenter|mechanic|bricklayer|electrician|"
    r"plumber|lawyer|accountant|cook|chef|cleaner|secretary|salesman|saleswoman|shopkeeper|"
    r"seamstress|tailor|miner|fitter|welder|retired|retiree|widow|widower|businessman|officer|"
    r"manager|waiter|waitress|hairdresser|photographer|musician|journalist|priest|monk|nun))"
    r",\s\Z"
)
CLOSED_YEARS = re.compile(
    r"(?P<v>\d{1,3}(?:\.5)?)\s?(?P<u>years?|yrs?\.?|y\.?|yo|mths?|months?|mos|ans|años|anos|"
    r"anni|lat|let|år|"
    r"jahre|jaar|éves|ani|godina|yaş|vuotta|tahun|tuổi|weeks|days)(?=\s?[,;)]|\.?\s?\Z|\.\s|\n|\s/)"
)
OF_PERSON = re.compile(
    r"\b(?:man|woman|boy|girl|male|female|lady|gentleman|patient|child|infant|baby|person|masc|fem|"
    r"adult)\.?\s(?:of\s)?\Z"
)
DURATION_BEFORE = re.compile(
    r"\b(?:for|since|over|during|within|every|last|past|duration|history|hx|ago|about|than|after|"
    r"before|seit|depuis|desde|da|hace|smoked|smoker|diabetes|hypertension|asthma|treatment|"
    r"therapy|"
    r"follow-?up|copd|disease)\b[^.;]{0,12}\Z"
)
CLOSED_BARE = re.compile(r"(?P<v>\d{1,3}(?:\.5)?)(?=,(?!\d)|\)|\.?\s?\n|\.\s|\.?\Z)")
JAHRE_MONATE = re.compile(
    r"(?P<v>\d{1,2})\s?j(?:ahre?)?\.?\s?\d{1,2}\s?(?:mt|mte|mon|m|monate?)\b\.?"
)
BRACKETED_LIST = re.compile(
    r"(?P<v>[1-9]\d{0,2})(?=,\s(?:m|f|male|female|nhi|nhs|mrn|dob|cpf|dni|id|ic|nric|retired|"
    r"a\s)\b)"
)
WAS = re.compile(r"(?<![^\W_])(?:i|he|she|who)\swas\s(?:only\s|then\s|just\s|already\s)?\Z")
WAS_NUMBER = re.compile(
    r"(?P<v>[1-9]\d?)(?=,\s(?!\d)|\.\s|\swhen\s|\sat\sthe\stime|\sthen|\sand\s(?:lived|now|still))"
)
DEGREES = re.compile(
    r"\b(?:temp|temperature|fever|febrile|degrees|pulse|hr|spo2|sats?|weigh\w*|bp|bmi|score)"
)
SEX_BEFORE = re.compile(r"(?<![^\W_])(?:m|f|male|female)\s?(?:/|-)\s?\Z")
PLAIN = re.compile(rf"{_VALUE}(?:[-\s]{{0,2}}{_UNITS}(?![^\W_]))?")
CUE = re.compile(
    r"(?P<keep>\b(?:aged|age\s+of|a\.o\.|ages\s+of|aged\s+of|at\s+age|age\s+at\s+(?:the\s+)?"
    r"(?:time\s+of\s+)?[a-z]+(?:\s+of)?)\s+(?:about\s+|approximately\s+|around\s+|only\s+|"
    r"just\s+)?)\Z"
    r"|(?P<form>\bage(?:\s?/\s?(?:sex|gender|wt|weight)){0,2}(?:\s+\(?(?:at|on|in|when)\s+[a-z]+(?:\s+of)?"
    r"(?:\s+[a-z]+)?|\s+of\s+[a-z]{4,})?\s?(?:\([a-z]{1,6}\))?\s?"
    r"(?:[:=]|\b(?:is|was|being|would\s+be)\b|-)\s*(?:[mf]\s?/\s?)?"
    r"|(?<![^\W_])(?:patient_?(?:onset)?|onset_?|pt_?)?age(?:_?(?:y|yrs?|years?|value))?"
    r"(?:\s?\((?:y|yrs?|years?|in\s+years?)\))?"
    r"(?:[\"']\s?[:=]\s?[\"']?|\s?(?:[:=]|=>)\s?[\"']|>|\s?\|{1,2}\s?|[ ]?\t\s?)"
    r"|(?<!\w)(?:âge|edad|idade|alter|età|leeftijd|ålder|alder|wiek|věk|yaş|ikä)\s?[:=]\s?"
    r"|\bhow\s+old(?:\s+(?:is|was|are|were)\s+(?:he|she|you|they|the\s+(?:patient|child|baby|person|man|"
    r"woman|boy|girl)))?\s?[?:=.]{0,3}\s{1,4}"
    r"|(?:<[^<>]{1,40}>\s?){1,3}age:?\s?</t[dh]>\s{0,8}<td(?:\s[^<>]{0,40})?>\s?)\Z"
    r"|(?P<bare>\b(?:ages?|aged)\s*)\Z"
)
AGE_LIST = re.compile(r"\b(?:ages|aged)\s[\d\s,]{1,14}(?:and|,|&)\s+\Z")
TURN = re.compile(
    r"\b(?:just\s+|recently\s+)?(?:turned|turning|turns|pushing)\s+\Z"
    r"|\b(?:he|she|i|who|patient|son|daughter|mother|father|husband|wife)(?:\s+(?:is|am|was)|"
    r"['’](?:s|m))?"
    r"\s+(?:going\s+to\s+be|will\s+be|would\s+be|about\s+to\s+be|to\s+be)\s+\Z"
)
PERSON_IS = re.compile(
    r"\b(?:he|she|i|patient|pt|who|mother|father|husband|wife|mom|dad|son|daughter|brother|sister|"
    r"grandmother|grandfather|aunt|uncle|baby|child|infant|man|woman|girl|boy|caller|reporter|"
    r"consumer)(?:\s+(?:is|am)|['’](?:s|m)|\s+is\s+(?:only|now|currently|about|almost|nearly)|"
    r"\s+am\s+(?:only|now|currently|almost|nearly))\s+(?:only\s+|now\s+|an?\s+)?\Z"
)
APPOSITION = re.compile(
    r"\b(?:male|female|man|woman|lady|gentleman|boy|girl|patient|pt|mother|father|husband|wife|"
    r"son|daughter|brother|sister|mom|dad|aunt|uncle|grandmother|grandfather|infant|baby)s?"
    r"(?:\s\(|,\s)\Z"
)
BEFORE_LOOSE = frozenset(
    "be at about approximately around only is am now currently almost nearly an a turned "
    "turning turns pushing male female man woman lady gentleman boy girl patient pt mother "
    "father husband wife son daughter brother sister mom dad aunt uncle grandmother "
    "grandfather infant baby males females he's she's i'm he’s she’s i’m who's who’s patients "
    "sons daughters boys girls men women".split()
)
"""Words right before a number that the loose patterns can begin to work with."""
SOON_AFTER = re.compile(r"\s+(?:in|on|last|this|yesterday|today|the|received|got|had)\b")
CLOSE = re.compile(
    r"\s?(?:[,;)]|\.(?!\d)|\Z|\n)|\s+(?:and\s+(?!a\s|up)|who\b|with\b|when\b|years?\b)"
)
AT = re.compile(r"\bat\s(?:about\s|approximately\s|around\s|only\s)?\Z")
AT_UNIT = re.compile(rf"{_VALUE}\s(?P<u>years|months|weeks|days)(?![^\W_])")
AT_NOT = re.compile(
    r"\s?(?:['’]|after|post|follow|of\s+(?!age)|gestat|prior|before|from|later|pregnan|ago|into|"
    r"visit|since|interval|apart|mark|check|out|review|time|appointment|duration|on\b|in\b|for\b|"
    r"to\b|and\s+\d|without|reassess|per|\d|status|treatment)"
)
LIFE = re.compile(r"\b(?:dol|d\.o\.l\.|day\s+of\s+life|days\s+of\s+life)\s?[#:]?\s?\Z")
OF_LIFE = re.compile(r"(?P<v>\d{1,3})[-\s](?P<u>days?|hours?|weeks?|months?)[-\s]of[-\s]life\b")
DECADE = re.compile(r"(?P<v>[1-9]0)\s?['’]?s(?![^\W_])")
DECADE_BEFORE = re.compile(
    r"\b(?:his|her|their|my|our|your)\s+(?P<mid>(?:mid|early|late|upper|lower)[-\s]+"
    r"(?:(?:to|or|-)[-\s]*(?:mid|late)[-\s]+)?)?['’]?\Z"
    r"|\b(?:man|woman|male|female|patient|lady|gentleman|person|pt|someone|aged?|people)\s+"
    r"(?:was\s+|is\s+)?(?:in\s+)?(?:the\s+|their\s+)?(?P<mid2>(?:mid|early|late)[-\s]+)?['’]?\Z"
)
VITALS = re.compile(
    r"\b(?:bp|sats?|spo2|rate|pulse|pressure|temp|o2|hr|sugars?|oxygen|systolic|saturations?)\b"
)
SOMETHING = re.compile(r"(?P<v>[1-9]0)[-\s]something\b")
THINGS = re.compile(
    r"\s*(?:(?:left|right|healed|old|compression|surgical|known|prior|previous|total|"
    r"small)\s+)*(?:fracture|injur|scar|surger|prescription|car|house|building|mri|report|"
    r"stud(?:y|ies)|wound|infarct|stroke|lesion|ulcer|graft|stent|pacemaker|device|implant|bruise|"
    r"hematoma|history|practice|vaccine|sample|specimen|medication|tattoo|hip|knee|valve|mattress|"
    r"home|product|bottle|vial|tablet|rash|bite|burn|ct|x-?ray|blood|hardware|prosthesis)"
)
POPULATION = re.compile(
    r"(?:\s+of\s+age)?\s*(?:(?:and|or|&)\s+(?:older|over|above|up|younger|under|below|"
    r"greater|less)|"
    r"\+|or\s+more|(?:to|-|\u2013)\s?[<>]?\d)"
)
RANGE_AFTER = re.compile(
    r"(?:-|\u2013|\s?to\s?|\s[-\u2013]\s)[<>]?\d{1,3}(?![/\d])|[/.]\d|\s+(?:through|thru)\s+\d"
)
RANGE_BEFORE = re.compile(
    r"(?:\d(?:\s?(?:y(?:ea)?rs?|months?|mos?))?\s?(?:-|\u2013|to)\s?|\b(?:under|over|below|above|"
    r"than|between|within|until|least|ages)\s(?:the\sages?\sof\s)?|\d\s+(?:and|or|"
    r"through)\s+|[<>≥≤]=?\s?|"
    r"\b(?:under|over|below|above|than|between)\s+age\s+)\Z"
)
NOT_AFTER_BARE = re.compile(
    r"\s?(?:mg|ml|mcg|g\b|kg|lbs?|cm|mm|feet|ft|inch|%|°|weeks?\s+preg|weeks?\s+gest|x\b|times|"
    r"percent|degrees|minutes?|hours?|hrs?|days?\b|weeks?\b|[.,]\d|/\d|:\d|-\d|to\s\d|"
    r"and\s(?:older|"
    r"above|up|over))"
)
GESTATION = re.compile(
    r"['’]?\s*(?:\+\s?\d\s*)?(?:gestation|pregnan|ga\b|of\s+(?:gestation|pregnan)|"
    r"and\s\d\sdays?\s(?:gestat|pregn))"
)
GESTATION_BEFORE = re.compile(
    r"\b(?:gestational|gestation|ga|egas?|bone|mental|developmental)\s+(?:age\s*)?(?:of\s*|"
    r":\s*|is\s*|was\s*|at\s*)?\Z"
)
_UNIT_OF = {"y": "year", "w": "week", "d": "day", "h": "hour"}


def unit_of(written: str) -> str:
    """Give the unit of a written one: 'yrs' is year, 'mo' is month; '' is year."""
    if written.startswith("mi"):
        return "minute"
    if written.startswith("m"):
        return "month"
    return _UNIT_OF.get(written[:1], "year")


def value_of(written: str) -> float | None:
    """Give the value of digits or number words: '41', '2.5', '3 1/2', 'forty-one'."""
    words = written.strip()
    extra = 0.0
    for sign, part in (("1/2", 0.5), ("½", 0.5), ("¼", 0.25), ("¾", 0.75)):
        if words.endswith(sign):
            words, extra = words[: -len(sign)].strip(), part
    for half in ("and a half", "and one half", "and one-half"):
        if words.endswith(half):
            words, extra = words[: -len(half)].strip(), 0.5
    if not words:
        return extra or None
    if words[0].isdecimal():
        return float(words) + extra
    value = read_cardinal(words)
    return None if value is None else value + extra


def is_human(value: float | None, unit: str) -> bool:
    """Tell whether a person can be that old and the unit is used for ages."""
    limits = {"year": OLDEST, "month": 120, "week": 130, "day": 400, "hour": 120}
    return value is not None and unit in limits and 0 < value <= limits[unit]


ROOM_BEFORE = re.compile(r"\b(?:room|rm|bed|ward|unit|floor)\s?#?\Z")
YOUNG_AFTER = re.compile(r"\s+(?:infant|baby|newborn|neonate|child|twin)")
BORN = re.compile(r"\b(?:born|dob|d\.o\.b\.?|birth|birthdate)\b[^()]{0,30}\(\Z")
BRACKETED = re.compile(r"(?P<v>\d{1,3})(?:\s?(?P<u>years?|yrs?|y|months?|mos?|weeks?))?(?=\s?\))")


def make_age(
    span: tuple[int, int],
    value: float,
    unit: str,
    number: tuple[int, int],
    pattern: str,
    score: float,
) -> Proposal:
    """Put the proposal of an age together; its source is 'ages.<pattern>'."""
    parse = Parse(value=float(value), unit=unit, number=[number[0], number[1]])
    return Proposal(span[0], span[1], "AGE", score, f"ages.{pattern}", parse)
