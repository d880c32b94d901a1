"""Amounts, vital signs, laboratory values and numbering: figures that are no date and no age."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_NUMBER = r"\d{1,4}(?:[.,]\d{1,3})?"
_FIGURE = re.compile(
    # 4, 3.05, 20-30, 3.6 x 2.5, 3 x 2 x 0.3, 11 -> 5.8
    rf"(?<![\w/$€£])(?<!\d[.,:-]){_NUMBER}(?:\s?(?:[-–]|->|→)\s?{_NUMBER}|(?:\s?[xX×]\s?(?!(?:19|20)\d\d\b){_NUMBER}){{1,2}})?"
    r"(?![\d:]|[/.,-]\d|\./)"
)
_SMALL = re.compile(r"(?:\d{1,3}(?:[.,]\d{1,3})?(?:\D{1,4}|\Z))+")
_POSTCODE = re.compile(r"[1-9]\d{3}\s[A-Z]{2}(?!\w)")
_UNIT = re.compile(
    # doses (mg, ml, tablets) are left out: rarely taken for a date or an age, and so many
    r"[^\S\n]?-?[^\S\n]?(?:(?:gr?|gms?|grams?|kgs?|kilos?|lbs?|pounds?|oz|c[lc]|d[lL]|"
    r"lit(?:er|re)s?|l(?=\s?/|\s(?:nc|via|min|of|o2|oxygen|fluids?|saline)\b)|[cmkn]m|mm\s?hg|feet|"
    r"ft|inch(?:es)?|k?hz|bpm|k?cal|joules?|watts?|volts?|ohms?|mhos?|m[av]|kpa|cmh2o|c?gy|mbq|french|gauge|"
    r"degrees|secs?|seconds?|p/y|ppd|pack[-\s]?years?|h(?:(?:ou)?rs?)?/(?:d|day|wk|week)|pru|k(?=[\s,;.])|"
    r"(?:i?u|units?)/(?:kg|h|hr|ml|l))(?![\w'’]|\.\d)|[^\S\n](?-i:s)(?=[,;.)]|\s[a-z(])|°\s?[CF]?)",
    re.IGNORECASE,
)
_LONG_RANGE = re.compile(r"\d{1,2}\s?[-–]\s?\d{1,2}\s(?:years|months|weeks)", re.IGNORECASE)
_LASTING = re.compile(
    r"\b(?:for|since|over|after|within|every|in|past|last|next|lasted|lasting|about|approximately|around|"
    r"another|of|to|by|took|takes|than|duration)\s\Z",
    re.IGNORECASE,
)
_APART = re.compile(r"\s(?:ago|later|before|after|prior|post|earlier|of\s(?!life))", re.IGNORECASE)
_OF_AGE = re.compile(r"\b(?:age[ds]?|girls?|boys?|child(?:ren)?)\b[^.;\n]{0,16}\Z", re.IGNORECASE)
_SERIES = re.compile(
    # pH 7.26/7.31, 10/12.5 mg, a row of values: 0 / 1840 / 96 / 1.4
    rf"(?<![\w$€£])(?<!\d[.,:/-])(?:\d{{1,3}}\.\d{{1,3}}\s?/\s?\d{{1,3}}\.\d{{1,3}}(?![\w/]|[.-]\d)"
    rf"|{_NUMBER}/{_NUMBER}(?:/{_NUMBER})?\s?(?:(?i:m[cg]?g|g|ml)|µg|%)(?!\w)"
    # pressure, pulse, breaths and temperature in a row; morning-noon-night
    r"|\d{2,3}/\d{2,3}(?:\s?mm\s?Hg)?(?:\s?-\s?\d{2,3}){2}\s?-\s?\d{2,3}(?:\.\d)?(?![\w/-])"
    # pressure, pulse and saturation without their names; 19 (was 48 in Aug); acidity and gases
    r"|\d{2,3}/\d{2,3}(?:mm\s?Hg)?,\s?\d{2,3}(?:,\s?\d{1,2})?,\s?\d{2,3}\s?%"
    r"|\d{1,4}(?:\.\d{1,2})?\s\((?:was|from|prev(?:ious(?:ly)?|\.)?)\s\d{1,4}(?:\.\d{1,2})?(?=\)|\s(?:in|on|last|at)\b)"
    r"|[67]\.\d{1,2}/\d{2,3}/\d{2,3}(?:/\d{1,2}(?:\.\d)?)?(?![\w/-]|\.\d)"
    r"|(?=[\d/½-]{0,9}\b0)[0-4](?:/2|½)?(?:-[0-4](?:/2|½)?){2,3}(?![\w/.-])"
    rf"|{_NUMBER}(?:[ \t]/[ \t]{_NUMBER}){{3,20}}(?!\w)"
    # 6-7 days; 26+4 weeks, 37.2C, 2.7 (1.9-3.8), 61 x10^9/l
    r"|(?<!aged\s)(?<!age\s)\d{1,2}\s?[-–]\s?\d{1,2}\s(?:days|weeks|months|hours|hrs|minutes|mins|years|times|episodes|doses|"
    r"spots)\b(?!\s?-?(?:old|of\sage))"
    r"|(?:[12]\d|3\d|4[0-2])\s?\+\s?[0-6](?![\w/+]|[.,-]\d)|\d{2}\.\d\s?C(?!\w)"
    r"|\d{1,3}[.,]\d{1,3}\s?\(\d{1,3}[.,]\d{1,3}\s?[-–]\s?\d{1,3}[.,]\d{1,3}\)"
    r"|\d{1,4}(?:\.\d{1,2})?\s?[x×*]\s?10\s?[\^*]?\s?\d{1,2}\s?/\s?[lL](?!\w))"
)
_CODE = re.compile(
    # 84-9134-K, 0171-g, 00-295 MV, 4405 G
    r"(?:\d{3,}[-–]\d+|\d+[-–]\d{3,}|\d{4,})-[^\W\d_]{1,2}\b|0\d|\d{4,}\s[A-Z]\b"
)
_TIED = re.compile(
    # SI-219-44 cc, NRIC ending 417G
    r"[^\W\d_]-\Z|\b(?:ending|pager|serial|s/?n)\s\Z",
    re.IGNORECASE,
)
_PARTED = re.compile(r"\d\s\d{1,4}\s?[A-Z]\b")
"""Before and in a number that letters belong to which are no unit."""
_OF_NO_MONTH = (
    # not the 3rd day of March, of that month, of the lunar year
    r"\b(?!\s(?:of|in)\s(?:\w+\s){0,2}(?:(?-i:[A-Z])|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|months?|"
    r"years?|week|quarter|summer|winter|spring|autumn|fall|school|lunar|ramadan|lent|advent|(?:19|20)\d\d)"
    r"|\s(?:after|before|following|since)\s(?:easter|christmas|xmas|eid|ramadan|diwali|passover|thanksgiving|"
    r"carnival|pentecost|epiphany|new\syear))"
)
_COUNTED = (
    r"(?:(?:post-?\s?\w{2,12}|hospital|treatment|study)\sdays?|days?(?=\s(?:of|after|post|following|since)\b)|"
    r"weeks?|months?|hours?|minutes?|ribs?|intercostal|toes?|fingers?|digits?|nerves?|"
    r"metatarsals?|metacarpals?|ventricle|molars?|centile|percentile)"
    rf"{_OF_NO_MONTH}"
)
_TURN = (
    r"(?=\sof\s\d{1,2}(?![\w/.-])|\s(?:inj\w{0,6}|doses?|cycles?|course|shots?|jabs?|vials?|attempts?|asking|try|"
    r"episodes?|infusions?|boosters?|visits?|trimester|degree|generation|time|edition|"
    r"vaccin\w{1,6})\b)"
)
_ORDINAL = re.compile(
    # 3rd inj, 1st dose, 9th of 10
    rf"(?:1st|2nd|3rd|\dth|1\dth)(?:{_TURN}|(?=\sfloor\b))"
    # on the 12th day of treatment, from the 2nd to the 6th week: not the 3rd day of March
    rf"|\d{{1,3}}(?:st|nd|rd|th) (?:days?|"
    r"weeks?(?=\s?(?:[,.;:)]|of\s(?:preg|gest|treat|ther|amen))))"
    rf"{_OF_NO_MONTH}"
    r"|\d{1,3}(?:st|nd|rd|th)(?=(?:(?: (?:to|and|or|until) (?:the )?|[-–])\d{1,3}(?:st|nd|rd|th))?"
    rf" {_COUNTED})"
    # 14.2 kg (25th), 2nd-9th centile
    r"|(?<=[kc][gm] \()\d{1,2}(?:st|nd|rd|th)(?=[-–)])"
    r"|\d{1,2}(?:st|nd|rd|th)\s?[-–]\s?\d{1,2}(?:st|nd|rd|th)(?=\s(?:per)?centiles?\b)",
    re.IGNORECASE,
)
_WEEK = re.compile(
    # pregnant, on carbimazole since week 17; the calendar's are 'week 23 of 2020', 'till week 42'
    r"(?<![^\W_])(?<!calendar\s)(?<!of\s)(?<!on\s)week\s(?P<n>[1-4]?\d)(?![\w%]|[.,:/-]\d|\s?/|,?\s(?:of\s)?"
    r"(?:19|20)\d\d)",
    re.IGNORECASE,
)
_PREGNANT = re.compile(
    r"\b(?:pregnan|gestat|obstet|antenatal|f(?:o)?et(?:us|al)|trimester|g\d{1,2}\s?p\d)",
    re.IGNORECASE,
)
_LONG_REACH = 120
_LONGEST_PREGNANCY = 42
_BORN = re.compile(
    r"\bborn\s(?:(?:at|by|in|alive|prematurely|preterm|early)\s){0,3}(?P<age>(?:2[2-9]|3\d|4[0-3])"
    r"(?:\s?\+\s?\d)?\s?(?:wks?|weeks)\b)(?!\s(?:ago|later|before|after|old|earlier))",
    re.IGNORECASE,
)
_GESTATION = Cues("born|week")
_BARE_DAY = re.compile(r"(?:\d(?:st|nd|rd|th)|[a-z]) days?\Z", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|by|to|since|until|onset:?)\s(?:on\s)?(?:the\s)?\Z", re.IGNORECASE)
_DAY_ENDS = re.compile(
    # not 'on the 9th day surgery called'
    r"\s?(?:[.,;:)\]/–-]|\Z|\n)|\s(?:and|with|without|the|he|she|it|they|when|while|but|then|a|an|in|"
    r"to|by|there|his|her|both|all)\b",
    re.IGNORECASE,
)
_OF_COURSE = re.compile(r"\s(?:of|after|post|following|since)\b", re.IGNORECASE)
_MONTH = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|month)(?:[a-z]{2,6})?\b", re.IGNORECASE
)
_SPELLED = Cues(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    "fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_SPELLED_ORDINAL = re.compile(
    rf"\b(?!(?-i:Twelfth\sDay)){_SPELLED.pattern}(?:\s{_COUNTED}|{_TURN}|\sdays?{_OF_NO_MONTH})",
    re.IGNORECASE,
)
_LITRES = re.compile(r"\s?l\b", re.IGNORECASE)
_SIZE = re.compile(r"[x×]|\sX\s")
_CASE_BEFORE = re.compile(
    r"\b(?:subject|patient|participant|case|reference|ref)\W{1,3}\Z", re.IGNORECASE
)
_VITAL = re.compile(
    # Wt 22, Peso: 15, HR of 96, Respirations were rapid, 30
    r"\b(?:w(?:eigh)?t|weigh(?:s|ed|ing)?|peso|poids|gewicht|vikt|vekt|h(?:eigh)?t|taille|talla|"
    r"hr|heart\srate|pulse|puls|fc|resp(?:irations?|iratory\srate)?|rr|bmi|sbp|dbp|map|"
    r"s[ap]?o2|o2|sats|saturation|fio2|etco2|gcs|glasgow|apgar)\b\.?"
    r"(?:\s(?:rate|of|is|was|were|now|about|up|down|to|at|rapid|slow|shallow|regular|nc)\b)*"
    r"(?:[ \t:=,~(]{0,4}|:\s{0,3})\Z",
    re.IGNORECASE,
)
_SHORT = re.compile(r"[A-Z]{2}\b")
"""Names of vital signs that may begin a number or an address: 'RR 2 Box 88', 'HR 390'."""
_LABORATORY = re.compile(
    # K+ of 4.4, INR 7.3, creatinine today is 2.3, Hb 11 -> 5.8
    r"\b(?:k|na|po4|cl|hb|hgb|hct|wbc|wcc|rbc|anc|plt|crp|esr|inr|alt|ast|alp|ggt|tsh|ft[34]|"
    r"bun|hba1c|a1c|ck|ldh|iop|d-dimer|ph|(?:p|pa)?c?o2|lactate|urea|creatinine|creat|cr|"
    r"bili(?:rubin)?|glucose|sugar|bg|potassium|sodium|calcium|magnesium|phosph\w{2,4}|albumin|"
    r"ha?emoglobin|platelets?|leuk\w{0,8}|neutrophils?|ferritin|troponin|amylase|lipase|temp|"
    r"temperature|tryptase|eosinophils?|troughs?|das28)\b\.?"
    r"(?:[\s:=(+,]|\b(?:of|is|was|at|to|then|today|now|only|rose|fell|peaked|down|up|levels?|values?|discharge|"
    r"admission|baseline|stable|remained|increased|decreased|dropped|improved|returned|came|back|resulted|"
    r"measured|reported|repeat(?:ed)?|again|reading|on\s(?:arrival|admission|return|presentation|discharge)|"
    r"(?:until|before)\sdischarge|arrival|presentation)\b|"
    r"\bfrom\s\d{1,3}[.,]\d{1,2}\b){0,8}\Z",
    re.IGNORECASE,
)
_UNLIKE = re.compile(
    # a day and a month, a licence: 04.01, 5508.19, 14.03. – 240
    r"0\d|\d{4}|(?:[12]?\d|3[01])\.(?:0\d|1[0-2])\.\s?(?:[–=:-]|\d\d:\d\d)"
)
_FROM = re.compile(r"\bfrom\s\Z", re.IGNORECASE)
_FALLS = re.compile(r"\s(?:down\s|up\s)?to\s\d{1,3}[.,]\d{1,2}(?![\d.])", re.IGNORECASE)
_VEINS = Cues("ej|ij|ac|fv")
_DIGITED = Cues(
    "sao|svo|spo|so|o|fio|co|etco|pco|paco|pvco|po|pao|hco|hba|d|t|q|pcv|ppsv|hpv|ace|cyp|her|brca|"
    "factor"
)
"""The first letters of words that ``_WITH_DIGIT`` finds."""
_GLUED = re.compile(r"[1-9](?<=[a-z].)|factor", re.IGNORECASE)
"""What all but veins hold."""
_WITH_DIGIT = re.compile(
    # words of the ward that hold a digit, and the side of a vein
    rf"(?<![\w-])(?:right|left|[rl])\s{_VEINS.pattern}(?![\w-])|"
    r"(?<![\w-])(?:s[apv]?o2|o2|fio2|(?:et|p|pa|pv)?co2|pa?o2|hco3|hba1c|[td]3|q(?:4|6|8|12|24)h|"
    r"d5w|pcv1[03]|ppsv23|hpv[49]|ace2|cyp\d[a-z]\d{1,2}|her2|brca[12]|factor\s[vx]i{0,3}a?)(?![\w-])",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"\d[.,]\d")
_GOES_ON = re.compile(r" \d{3}(?!\d)")
"""What makes a figure the first part of a number: 'RR 550 117 882'."""
_TIME_AFTER = re.compile(r"\s?-?\s?(?:y|mo|wee|wk|day|h(?:ou)?rs?\b|[ap]m\b)", re.IGNORECASE)
_REACH = 36
_SINCE = re.compile(
    # metformin since 10 years; depuis 3 ans, seit 5 Jahren, desde hace 3 años
    r"\b(?:since|depuis|seit|desde\shace|hace|da|sinds|sedan)\s(?:(?:about|around|approx\w*\.?|almost|nearly|over|"
    r"more\sthan|the\s(?:last|past)|last|past|environ|etwa|ca\.?|circa|unos|plus\sde)\s){0,2}\Z"
    # married 33 years, smoker for 20 years
    r"|\b(?:married|widowed|divorced|separated|together|smok(?:er|ed|ing)|drink(?:er|ing)|user|abstinent|"
    r"sober|employed)\s(?:(?:for|about|over|some|almost|nearly)\s){0,2}\Z",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"(?:\s?[-–]\s?\d{1,2}|\s(?:to|or|à|bis|a)\s\d{1,2})?\s?-?(?:y(?:ea)?rs?|months?|mths?|weeks?|wks?|days?|hours?|hrs?|ans?|mois|"
    r"jours|semaines|jahren?|monaten?|tagen?|wochen|años?|mes(?:es)?|días|semanas|anni|mesi|giorni|jaar|"
    r"maanden|år|månader)(?!\w)(?!\s(?:old|of\sage|d['’]âge|de\sedad)\b|-old)",
    re.IGNORECASE,
)
_STEP = re.compile(r"(?<![\w.,/:=-])(?:\((\d{1,2})\)|(?<![:=]\s)(\d{1,2})[.)])(?=\s)")
_LEAST_STEPS = 3


def find_quantities(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such figure, an amount with its unit."""
    text = reading.text
    done = 0
    for place in reading.figures:
        if place < done:
            continue
        whole = _SERIES.match(text, place) or _ORDINAL.match(text, place)
        if whole and not (_is_day_of_month(text, whole) or _is_range_of_ages(text, whole)):
            done = whole.end()
            yield whole.span()
            continue
        figure = _FIGURE.match(text, place)
        if figure is None:
            continue
        start, done = figure.span()
        lasted = _LASTED.match(text, done)
        if lasted and _SINCE.search(text, max(start - _REACH, 0), start):
            done = lasted.end()
            yield start, done
            continue
        end = done
        unit = None if _POSTCODE.match(text, start) else _UNIT.match(text, end)
        if unit and not _is_coded(text, start):
            yield start, unit.end()
        elif _is_size(text, figure):
            yield start, end
        elif (led := _value_start(text, figure)) is not None:
            yield led, end
    if _VEINS.among(reading) or (_DIGITED.among(reading) and _GLUED.search(text)):
        for word in _WITH_DIGIT.finditer(text):
            yield word.span()
    if _SPELLED.among(reading):
        for word in _SPELLED_ORDINAL.finditer(text):
            if not _is_day_of_month(text, word):
                yield word.span()
    if _GESTATION.among(reading):
        for word in _WEEK.finditer(text):
            around = max(word.start() - _LONG_REACH, 0), word.end() + _LONG_REACH
            if int(word["n"]) <= _LONGEST_PREGNANCY and _PREGNANT.search(text, *around):
                yield word.span()
        for word in _BORN.finditer(text):
            yield word.span("age")
    if "1." in text or "1)" in text:
        yield from _numbering(text)


def _is_day_of_month(text: str, ordinal: re.Match[str]) -> bool:
    """Tell whether a bare day is one of a month or a feast: 'in March, on the 12th day, he'.

    It is none behind 'on the' and the like, where no month was spoken of: 'rash on the 5th day'.
    """
    if not _BARE_DAY.search(text, *ordinal.span()) or _OF_COURSE.match(text, ordinal.end()):
        return False
    around = max(ordinal.start() - _REACH, 0), ordinal.start()
    if not _DAY_ENDS.match(text, ordinal.end()):
        return True
    return not _ON.search(text, *around) or _MONTH.search(text, *around) is not None


def _is_range_of_ages(text: str, whole: re.Match[str]) -> bool:
    """Tell whether years, months or weeks from one to another are ages: 'girl, 10-12 years'.

    What lasted or was apart says so: 'for 6-7 weeks', '2-3 months ago'.
    """
    if not _LONG_RANGE.fullmatch(whole[0]):
        return False
    around = max(whole.start() - _REACH, 0), whole.start()
    lasted = _LASTING.search(text, *around) or _APART.match(text, whole.end())
    return not lasted or _OF_AGE.search(text, *around) is not None


def _is_coded(text: str, start: int) -> bool:
    """Tell whether the letters behind a figure belong to the number of a file or a device."""
    if _CODE.match(text, start) or _PARTED.match(text, max(start - 2, 0)):
        return True
    return _TIED.search(text, max(start - _REACH, 0), start) is not None


def _is_size(text: str, figure: re.Match[str]) -> bool:
    """Tell whether a figure is a size or a count, and no number of a case: '3.1 x 2.2'."""
    if not _SIZE.search(figure[0]):
        return False
    return not _CASE_BEFORE.search(text, max(figure.start() - 16, 0), figure.start())


def _value_start(text: str, figure: re.Match[str]) -> int | None:
    """Give where a vital sign with its figure begins, or a figure behind a laboratory test.

    RETURNS: None where none leads it, or where a test leads a whole number.
    """
    start, end = figure.span()
    if _TIME_AFTER.match(text, end) or _GOES_ON.match(text, end):
        return None
    around = max(start - _REACH, 0), start
    if _SMALL.fullmatch(figure[0]) and (vital := _VITAL.search(text, *around)):
        return start if _SHORT.match(text, vital.start()) else vital.start()
    if not _DECIMAL.search(figure[0]) or _UNLIKE.match(text, start):
        return None
    if _FALLS.match(text, end):
        # HbA1c from 9.8 to 7.2; 'from 9.8' alone may be a day
        led = _FROM.search(text, *around)
        around = around[0], led.start() if led else start
    return start if _LITRES.match(text, end) or _LABORATORY.search(text, *around) else None


def _numbering(text: str) -> Iterator[tuple[int, int]]:
    """Give the numbers of a list that counts up from 1: '(1) biopsy, (2) lot, (3) outcome'."""
    for group in (1, 2):
        steps: list[tuple[int, int]] = []
        for match in _STEP.finditer(text):
            if match[group] and int(match[group]) == len(steps) + 1:
                steps.append(match.span(group))
        if len(steps) >= _LEAST_STEPS:
            yield from steps
