"""Fractions that look like a day and a month: courses, shares, scores, titres, needles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_strict_cue
from spacy_deid.detect.words.reading import Reading

Fraction = tuple[int, int]
"""The characters [start, end) of a fraction."""

_END = r"(?![\d/]|[.,:-]\d)"
_FRACTION = re.compile(
    rf"(?<![\w/#])(?<!\d[.,:-])(?:(?P<from>\d{{1,2}})[-–])?(?P<a>\d{{1,2}})/(?P<b>\d{{1,3}}){_END}"
)
_REACH = 48
_COURSES = {7: 14, 12: 24, 52: 104}
"""Parts of a week and a year to the highest count of days, months and weeks of a course."""
_FOR = re.compile(
    r"(?:\b(?:for|over|within|in|after)\s(?:(?:a|the|about|another|further|next|last)\s)?)\Z"
)
_OFF = re.compile(r"\b(?:off\s(?:work|sick|school)|signed\soff)\s\Z")
"""Before the days, weeks or months of a leave: 'off work 3/12'."""
_REGIMEN = re.compile(r"\s(?:regim\w+|cycles?|schedule|pill|pack)\b")
_ROUTE = re.compile(r"\d\s?(?:m?g|mcg|ml|iu)\s(?:[a-z]{2,4}\s){0,2}(?:po|iv|im|orally)\s\Z")
"""A dose and its route before a course of days: 'clarithro 500 mg bd po 10/7'."""
_DATED = re.compile(
    r"\b(?:appointments?|appts?|schedul\w+|re-?schedul\w+|book\w*|due|plan\w*|arrang\w+|listed|set|"
    r"made|orders?|ordered|labs?|notes?|results?|visit\w*|date[ds]?|entr(?:y|ies)|records?|reports?|"
    r"slot|surgery|operation|admission|expected|invit\w+|postponed|vaccinat\w+|back|call\w*|seen|"
    r"diary|calendar|log|shift|roster|return\w*|delivery|edd|theatre|clinic|list)\s"
    r"(?:[a-z]+\s){0,2}for\s\Z"
)
_EVENT_BEHIND = re.compile(
    r"\s?(?:booster|appt|appointment|visit|dose|vaccin|clinic|labs?\b|surgery|shot|review|at\s\d|"
    r"\(?(?:mon|tue|wed|thu|fri|sat|sun)|[,\s]{1,2}(?:19|20)\d\d|-\s?\d|to\s\d)"
)
_AGAIN = re.compile(
    # what is to come: review in 3/12
    r"\b(?:review\w*|follow-?\s?up|f/?u|clinic|repeat\w*|re-?check\w*|bloods|rpt|reassess\w*|opd|"
    r"outpatients?|see|seen|again|return|re-?scan|rescan|tci|appointment|appt)\b[^.;\n\d]{0,24}\bin\s\Z"
)
_OVER = re.compile(
    r"\b(?:resolv\w+|settl\w+|recover\w+|improv\w+|stop\w*|better|gone|subsid\w+|clear\w+|abat\w+|"
    r"heal\w+|review\w*|discontinu\w+|ceas\w+|relaps\w+|recur\w+|repeat\w*)\b[^.;\n\d]{0,16}\bafter\s\Z"
)
_LONG_AGO = re.compile(
    r"\b(?:born|birth|dob|diagnos\w+|dx|surg\w+|operat\w+|\w+ectomy|started|began|begun|onset|married|"
    r"back|vaccinated|given|received)\b[^.;\n\d]{0,16}\bin\s\Z"
)
_SYMPTOM = (
    r"(?:abdominal|acute|back|bloody|body|chest|chesty|dry|generali[sz]ed|high|intermittent|itchy|joint|"
    r"loose|low|mild|muscle|neck|night|of|productive|runny|severe|skin|sore|stomach|watery|worsening|"
    r"aches?|anorexia|bleeding|blisters?|breathlessness|bruising|chills|confusion|constipation|coryza|"
    r"coughs?|coughing|cramps?|cramping|delirium|dyspepsia|fatigue|fevers?|flushing|heartburn|hives|"
    r"hiccups|hoarseness|insomnia|itch|itching|jaundice|lethargy|malaise|nausea|nose|numbness|pains?|"
    r"palpitations|pruritus|rash|rashes|retching|rigors|shivering|sneezing|sob|spots|stools?|swelling|"
    r"sweats?|sweating|throat|tingling|tiredness|tremors?|urticaria|vertigo|vomiting|weakness|wheeze|"
    r"wheezing|[a-z]{3,}(?:aches?|algia|iness|o?edema|p?noea|pnea|rrh?o?ea|uria))"
)
_AND = re.compile(
    rf"(?:(?:,|,?\s(?:and|then|or|&|with))(?:\s(?:and|then|also)){{0,2}}(?:\s{_SYMPTOM}"
    rf"(?:,|\s(?:and|&))?){{1,4}}(?:\sfor)?|\s(?:and|or|to|then|&))\s\Z"
)
"""Between a course and the next of one sentence: 'cough for 3/7 and vomiting 2/7'."""
_MONTH_FIRST = re.compile(
    r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01])/(?:19|20)?\d\d(?![\d/])"
)
_COUNTED = re.compile(
    r"\s(?:of\s(?:the\s|all\s|these\s|those\s|our\s)?)?(?:(?:cranial|lymph|sentinel|adult|male|female|"
    r"pregnant|elderly|treated|vaccinated|unvaccinated|healthy|young|older|other|blood|csf|urine|stool|"
    r"evaluable|enrolled|infected|exposed|consecutive|control|study|peripheral|planned|scheduled)\s)?"
    r"(?:patients|subjects|women|men|children|cases|nerves|samples|doses|participants|volunteers|adults|"
    r"infants|individuals|persons|people|controls|females|males|girls|boys|specimens|biopsies|"
    r"nodes|eyes|embryos|f?o?etuses|mice|rats|animals|respondents|recipients|vaccinees)\b"
    r"(?!\s(?:mother|father|wife|husband|son|daughter|mom|mum|dad|parent|arm|leg|fever|rash|temp\w*|"
    r"symptoms?|pain|skin|face|was|is|has|had)\b|['’])"
)
_LOOSE = re.compile(r"\s(?:[a-z]+\s)?(?:doses|cases|samples)\b")
"""What a line of a diary can begin with behind its date."""
_PARTED = re.compile(
    r"\s?(?:of\san?\s(?:tablet|tab|pill|capsule|cap|teaspoon|tsp|cup|glass|dose|patch|lozenge|vial|"
    r"ampoule|sachet|bottle|pint|litre|liter|pack|syringe)s?\b|(?:inch|in\.?|[\"”″])?\s?needles?\b)"
)
_GAUGE = re.compile(r"\b\d{2}\s?(?:g|ga|gauge)\s?[x×]?\s?\Z")
_DAY_CUE = re.compile(r"\b(?:by|from|between|to|through|effective|today|yesterday)\s?\Z")
_RATED = re.compile(
    r"\b(?:rate[sd]?|rating|ratings|scor\w+|pain|headache|ache|severity|intensity|vas|nrs|itch\w*)\b"
    r"(?:\s(?:of|at|as|is|was|were|between|about|the|her|his|score|pain|it|from))*[\s:=,(]{1,3}\Z"
)
_FELT = re.compile(
    # tingling was 6/10, mood at 3/10: a day would be told otherwise
    r"\b(?:pain|ache|headache|itch\w*|tingling|burning|numbness|cramp\w*|nausea|fatigue|stiffness|soreness|"
    r"dizziness|discomfort|breathlessness|mood|energy|sleep|anxiety|distress|irritation|throbbing|spasms?)"
    r"(?:\s(?:score|level|severity|intensity))?\s(?:(?:now|still|again|back|down|up|only)\s)?"
    r"(?:was|is|were|are|at|around|about|(?:down|up|fell|rose|dropped|improved|settled|increased|"
    r"decreased|went)\sto|peaked\sat)\s\Z"
)
_OUT_OF = 10
_APGAR = re.compile(r"\bapgars?\b[^.;\n/]{0,40}\Z")
_NO_SCORE = re.compile(r"\b(?:on|since|seen|born|dated?|until|by)\b[^\d]{0,8}\Z")
_TENSION = re.compile(
    r"\b(?:tension|blood\spressure)\b(?:\s(?:is|was|of|at|now|today))*[\s:=,]{1,3}\Z"
)
_TITRE = re.compile(
    r"(?<![\w-])(?:ana|asma|sma|ama|[cp]?-?anca|lkm|ds-?dna|ena|vdrl|rpr|tpha|widal|aslo?|asot|"
    r"anti-?\w{2,12}|antibod\w+|serology|titres?|titers?|dilutions?|igg|igm)"
    r"(?:\s(?:of|was|is|at|positive|pos|titre|titer|to|up|rose))*[\s:=,(]{1,3}\Z"
)
_TITRES = frozenset({32, 40, 64, 80, 100, 128, 160, 200, 256, 320, 400, 512, 640, 800})
_LINK = re.compile(
    r"(?:[,;]?\s(?:and|then|later|now|or|but|&)(?:\s(?:then|later|now))?\s|,\s)(?=\d{1,2}/)"
)
_NEXT = re.compile(rf"(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}}){_END}")
_OWN_CUE = re.compile(
    r"\s?(?::|[-–]\s)|\s(?:bp|b/p|pain|seen|vaccin|admitted|visit|she|he|patient)\b"
)
"""What makes the next number of a list the date of a line of its own."""
_DONE = re.compile(
    r"[,;]?\s(?:she\s|he\s|was\s)?(?:[a-z]{2,}ed|died|began|went|came|got|given|home)\b"
)
"""A verb behind a number, which makes it the date of what was done."""
_CLOSED = re.compile(r"\s?(?:[,;.)\]\n]|\Z|(?:and|then|or|mm|cm)\b)")
"""What follows the further number of a list that nothing but commas ties together."""
_LATEST_DAY = 31
_LAST_MONTH = 12
_WHOLES = frozenset({3, 4, 5, 10})
_NEAR = 120
_MOVED = re.compile(
    # improved from 1/5 to 4/5
    r"\b(?:improv|rose|ris|fell|fall|dropp|drop|declin|worsen|increas|decreas|recover)[a-z]{0,4}"
    r"(?:\sback)?\sfrom\s\Z"
)
_SPELL = re.compile(
    r"\b(?:dates?|appointments?|surgery|operation|leave|discharge|stay|visits?|fever|symptoms?|rash|"
    r"she|he|they|patient|pt)\b[^.;\n]{0,40}\Z"
)
"""What rises or falls on days, not by shares."""
_MOVING = frozenset({5, 10})
_TO = re.compile(r"\s(?:up\s|down\s|back\s)?to\s(?P<a>\d{1,2})/(?P<b>\d{1,3})" + _END)
_SCORED = re.compile(
    r"(?:\b(?:before|now|then|was|were|to|from|baseline|previous(?:ly)?|earlier|scores?|scored|of|"
    r"gcs|phq(?:-?[29])?|gad(?:-?7)?|mmse|moca|epworth|ess|madrs|hamd|hdrs|nihss|barthel|braden|"
    r"norton|waterlow|sofa|bdi|beck)|→|->)\s?[:=]?\s{0,2}\Z"
)
"""What leads a score, not a date."""
_BROKEN = re.compile(r"[.;\n]|\b(?:seen|since|admitted|discharged|visit|appointment|dated?)\b")
_APART = re.compile(r"\n|[.;]\s")


def find_fractions(reading: Reading) -> Iterator[Fraction]:
    """Give every such fraction, and the further ones of a course's sentence."""
    low = reading.low
    if "/" not in low:
        return
    month_first: bool | None = None
    course: tuple[int, int] | None = None
    rated = -1
    wholes = _wholes(low)
    for place in reading.figures:
        match = _FRACTION.match(low, place)
        if match is None:
            continue
        start, end = match.span()
        first, second = int(match["a"]), int(match["b"])
        if _is_score(low, match, first, second) or _follows(low, match, rated):
            if second == _OUT_OF:
                rated = end
            yield start, end
            yield from further_pairs(low, first, second, end)
        elif _is_count(low, match, first, second) or _is_same_whole(low, match, wholes):
            yield start, end
        elif moved := _moved(low, match):
            yield start, end
            yield moved
        elif second in _COURSES and match["a"][0] != "0" and 0 < first <= _COURSES[second]:
            if month_first is None:
                month_first = _MONTH_FIRST.search(low) is not None
            if month_first and second != 52 or not _is_course(low, start, end, second, course):
                continue
            course = end, second
            yield start, end


def _follows(low: str, match: re.Match[str], rated: int) -> bool:
    """Tell whether a score out of ten follows another one in its sentence.

    rated: where that ends, below 0 for none.
    """
    if rated < 0 or match["from"] or int(match["b"]) != _OUT_OF or int(match["a"]) > _OUT_OF:
        return False
    between = low[rated : match.start()]
    if has_strict_cue(low, match.start()):
        return False
    return len(between) <= _REACH and not _BROKEN.search(between)


def _wholes(low: str) -> dict[int, list[int]]:
    """Give the second numbers of fractions that can be no date, and where those stand.

    '17/24' is no day and month in either order, and 17 no month of a year.
    """
    found: dict[int, list[int]] = {}
    for match in _FRACTION.finditer(low):
        if match["from"] is None:
            first, second = int(match["a"]), int(match["b"])
            if _LAST_MONTH < first <= second and second > _LAST_MONTH:
                found.setdefault(second, []).append(match.start())
    return found


def _is_same_whole(low: str, match: re.Match[str], wholes: dict[int, list[int]]) -> bool:
    """Tell whether a score of the same whole stands near: 'Epworth before 4/24, now 17/24'."""
    first, second = int(match["a"]), int(match["b"])
    if match["from"] or first > second or match["a"][0] == "0" or second not in wholes:
        return False
    start = match.start()
    if start in wholes[second]:
        return True
    other = min(wholes[second], key=lambda place: abs(start - place))
    if abs(start - other) > _NEAR or _APART.search(low, min(start, other), max(start, other)):
        return False
    return _SCORED.search(low, max(start - 16, 0), start) is not None


def _moved(low: str, match: re.Match[str]) -> tuple[int, int] | None:
    """Give the second of two shares of one whole between which something moved, where it stands."""
    start, end = match.span()
    first, second = int(match["a"]), int(match["b"])
    around = max(start - _REACH, 0), start
    if match["from"] or second not in _MOVING or not 0 <= first <= second:
        return None
    if not _MOVED.search(low, *around) or _SPELL.search(low, *around):
        return None
    other = _TO.match(low, end)
    if other is None or int(other["b"]) != second or int(other["a"]) > second:
        return None
    return other.start("a"), other.end("b")


def _is_course(low: str, start: int, end: int, part: int, last: tuple[int, int] | None) -> bool:
    """Tell whether days, weeks or months of a course are meant: 'for 3/7', 'review in 6/52'.

    last: where the course before it ends, and the part that it counts.
    """
    if _EVENT_BEHIND.match(low, end):
        return False
    if last is not None and last[1] == part and start - last[0] <= _REACH:
        if _AND.match(low, last[0], start) and not _DONE.match(low, end):
            return True
    around = max(start - _REACH, 0), start
    lead = _FOR.search(low, *around)
    if lead is None:
        if part == 7 and _REGIMEN.match(low, end) or _OFF.search(low, *around):
            return True
        return part == 7 and _ROUTE.search(low, *around) is not None
    word = lead[0].split()[0]
    if word == "in":
        if part == 12:
            return _AGAIN.search(low, *around) is not None
        return part == 7 or _LONG_AGO.search(low, *around) is None
    if word == "after":
        return part == 52 or _OVER.search(low, *around) is not None
    return word != "for" or part == 52 or _DATED.search(low, *around) is None


def _is_count(low: str, match: re.Match[str], first: int, second: int) -> bool:
    """Tell whether a share of people or things is meant, or a part: '6/10 patients'."""
    start, end = match.span()
    if match["from"] or not 0 <= first <= second or second == 0:
        return False
    if has_strict_cue(low, start) or _DAY_CUE.search(low, max(start - 12, 0), start):
        return False
    if first < second and (
        _PARTED.match(low, end) or _GAUGE.search(low, max(start - 10, 0), start)
    ):
        return True
    if _COUNTED.match(low, end) is None:
        return False
    begins = start == 0 or low[:start].rstrip(" \t")[-1:] in ("\n", "")
    return not (begins and _LOOSE.match(low, end))


def _is_score(low: str, match: re.Match[str], first: int, second: int) -> bool:
    """Tell whether a range of a score, an Apgar score, a pressure or a titre is meant."""
    start, end = match.span()
    around = max(start - _REACH, 0), start
    if match["from"]:
        rising = int(match["from"]) < first <= second and second in (5, 10)
        return rising and _RATED.search(low, *around) is not None
    if (
        second == _OUT_OF
        and first <= second
        and match["a"][0] != "0"
        and _FELT.search(low, *around)
    ):
        return True
    if first == 1 and second in _TITRES:
        return _TITRE.search(low, *around) is not None
    if first <= 10 and second <= 10 and "apgar" in low[slice(*around)]:
        return bool(_APGAR.search(low, *around)) and not _NO_SCORE.search(low, *around)
    return _is_pressure(first, second) and _TENSION.search(low, *around) is not None


def further_pairs(low: str, first: int, second: int, end: int) -> Iterator[Fraction]:
    """Give the pairs of the same form that go on from one: 'BP 12/8, later 10/6'.

    first, second, end: the numbers of the pair before, and where it ends.
    """
    while max(first, second) <= _LATEST_DAY:
        link = _LINK.match(low, end)
        pair = _NEXT.match(low, link.end()) if link is not None else None
        if link is None or pair is None or pair["a"][0] == "0":
            return
        if _OWN_CUE.match(low, pair.end()) or _DONE.match(low, pair.end()):
            return
        if link[0] == ", " and not _CLOSED.match(low, pair.end()):
            return
        upper, lower = int(pair["a"]), int(pair["b"])
        if first <= second:
            alike = upper <= lower and (lower == second or lower in _WHOLES)
        else:
            alike = upper > lower and _is_pressure(upper, lower)
        if not alike:
            return
        end = pair.end()
        yield pair.span()


def _is_pressure(upper: int, lower: int) -> bool:
    """Tell whether two numbers can be a blood pressure in centimetres of mercury."""
    return 8 <= upper <= 25 and 4 <= lower <= 15 and lower < upper
