"""Shorthand of safety reports: roles, general sites, slashed and dotted abbreviations, values.

What spontaneous reports are full of and what looks like initials, sites or numbers there: 'per MD',
'Parent called', 'EMT arrived', 'in the E.R.', 's/p', '(Patient Link)', '723 (H)'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_REACH = 40
_KIN = Cues("parent|parents|guardian|guardians|attendee|attendees")
_CREW = Cues(
    "emt|emts|paramedic|paramedics|firefighter|firefighters|first responder|first responders|"
    "caregiver|caregivers|bystander|bystanders|stander|lpn|lpns|arnp|apn|pmd|lmd|pcp|moc|foc"
)
_REPORTER = Cues(
    "healthcare professional|health care professional|healthcare provider|health care provider|"
    "hcp|nurse|physician|pharmacist|consumer|doctor|dentist|midwife|prescriber"
)
_CONTACTABLE = Cues("contactable")
_DOCTOR = Cues("md|mds")
_LINKS = Cues(
    "patient link|linked report|linked reports|linked case|same reporter|same patient", whole=True
)
_FLAGGED = Cues("h|l|hh|ll|high|low|abnormal")
_RAYS = Cues("ray|rays")
_ALLERGIES = Cues("allergy|allergies|allergic|allergen|allergens")
_HEADINGS = Cues(
    "heent|cv|neuro|gi|gu|msk|resp|pulm|ext|abd|fen|heme|endo|psych|ent|cns|cvs|ros|hpi|pmh|pmhx|psh"
)
_THING = r"[^\W\d_]{3,20}(?:[\s-][a-z]{3,20})?"
_SEX = Cues("sex|gender")
_AGED = Cues("y|yo|year|yr|yrs")
_INJECTED = Cues("s|sc|subcut|iv|im|po")
_INSULIN = Cues(
    "insulin|insulins|novorapid|humalog|actrapid|apidra|fiasp|aspart|lispro|glulisine|mixtard|novomix"
)
_ANTIRETROVIRALS = Cues("abc|tc|azt|tdf|taf|ftc|efv|dtg")
_DRUG = "(?:3TC|ABC|AZT|ZDV|TDF|TAF|FTC|EFV|NVP|ATV|LPV|DRV|RAL|BIC|DTG|RTV|d4T|ddI|r)"
_COMPOUNDS = Cues("jnj|azd|regn|gsk|bnt|abbv|bms|incb|chadox|mrna|nvx|cov")
_EPONYMS = Cues("barre|barré|lipschutz|lipschütz|lipshutz|lipshtz|sjogrens|crosti")
_OF_KIN = (
    "pt|pts|patient|patients|client|clients|child|childs|student|students|mother|father|legal|the|his|"
    "her|their|one|both|and|or|by|per|to|from|with|called|spoke|told|single|foster|other|vaccine|minor"
)
"""What stands before a parent who is one; with a capital at the beginning of a sentence."""
_SEARCHES = (
    # a contactable other health care professional; the job of a patient who reports is one
    (
        _CONTACTABLE,
        re.compile(
            rf"\b{_CONTACTABLE.pattern}\s(?:[\w-]+\s){{0,3}}?({_REPORTER.pattern})s?\b"
            r"(?!\s\((?:the\s)?patient(?!['’]s))",
            re.IGNORECASE,
        ),
    ),
    # seen by MD, per MD, pvt MD; not 'Bethesda, MD'
    (
        _DOCTOR,
        re.compile(
            r"\b(?:by|per|to|from|called|call|saw|see|seen|the|pvt|private|family|their|his|her|notified|"
            rf"via|w/|with|another|an?)\s?({_DOCTOR.pattern})(?![\w&-]|\.\w|\s?\d|,?\s(?-i:[A-Z][a-z]))",
            re.IGNORECASE,
        ),
    ),
    # MOD-2021-080668 (Patient Link)
    (_LINKS, re.compile(rf"\b{_LINKS.pattern}\b", re.IGNORECASE)),
    # 723 (H)
    (
        _FLAGGED,
        re.compile(
            rf"\d(?<![\w.,/-]\d)[\d.,]{{0,5}}(?<!\d{{6}})(?=\s{{0,2}}[(\[](?i:{_FLAGGED.pattern})[)\]])"
        ),
    ),
    # known allergies: Peanuts, Cashews and elm pollen
    (
        _ALLERGIES,
        re.compile(
            rf"\b(?i:{_ALLERGIES.pattern})(?:\s(?i:to|was|were|are|is|includes?|included|including))?"
            rf"[\s:\"“]{{1,4}}({_THING}(?:(?:,\s|\s(?:and|or)\s|/){_THING}){{0,4}})(?=[.,;:)\"”\n]|\Z)"
        ),
    ),
    # CV: RRR
    (_HEADINGS, re.compile(rf"(?<![\w'’.-]){_HEADINGS.pattern.upper()}(?=:\s)")),
    # Sex: M
    (_SEX, re.compile(rf"\b{_SEX.pattern}\s?[:=]\s?([MFU])(?![\w.'’-])", re.IGNORECASE)),
    # 34 y/o F teacher
    (_AGED, re.compile(r"\b(?:y/?o|year[-\s]old|yrs?)\s([MF])(?=[\s,;])")),
    # heparin 5000 U s/c BD
    (
        _INJECTED,
        re.compile(
            r"\b(?i:s/c|sc|subcut|iv|im|po)\s(BD|OD|HS|TDS|TID|QDS|QID|BID|ON|OM|PRN|STAT)(?![\w.'’-])"
        ),
    ),
    # ABC/3TC/DTG
    (_ANTIRETROVIRALS, re.compile(rf"(?<![\w/]){_DRUG}(?:[/+]{_DRUG}){{1,4}}(?![\w/])")),
    (_RAYS, re.compile(r"(?<![\w-])x[\s-]?rays?\b", re.IGNORECASE)),
    # JNJ-78436735, AZD1222, BNT162b2, mRNA-1273
    (
        _COMPOUNDS,
        re.compile(
            r"(?<![\w-])(?:JNJ-?\d{6,8}|AZD-?\d{4}|REGN-?\d{3,5}|GSK-?\d{6,7}[A-Z]?|BNT-?162[a-z]?\d?|"
            r"ABBV-?\d{3}|BMS-?\d{6}|INCB-?\d{5,6}|ChAdOx1|mRNA-?1273|NVX-CoV2373|Ad26\.COV2\.S)"
            r"(?![\w-])",
            re.IGNORECASE,
        ),
    ),
    # gullian barre, Lipshutz ulcers
    (
        _EPONYMS,
        re.compile(
            r"\bgu[ilan]{3,7}e?[\s-]{1,2}barr?[eé]\b|\blips?c?h[uü]?t?z\b(?=\sulcer)|\bsjogrens\b|"
            r"\bgianotti[\s-]crosti\b",
            re.IGNORECASE,
        ),
    ),
)
_CUES = Cues.of_all(cues for cues, _ in _SEARCHES)
_KIN_WORD = re.compile(rf"(?<![\w'’-])(?i:{_KIN.pattern})(?![\w-])")
_KIN_NAMED = re.compile(
    # Dr. Parent, Denise Parent, Parent, Denise, M. Parent
    rf"\b(?:(?i:mr|mrs|ms|miss|dr|prof|nurse)\.?|[A-Z]\.|(?!(?i:{_OF_KIN})\b)[A-Z][a-z]+)\s"
    rf"(?i:{_KIN.pattern})\b|\b(?i:{_KIN.pattern}),?\s[A-Z](?:[a-z]+)?\b(?![\w'’])"
)
_CREW_WORD = re.compile(
    rf"(?<![\w'’.-])(?:{_CREW.pattern}|EMT['’]s)(?![\w-]|\.[A-Z])", re.IGNORECASE
)
_JOB = re.compile(
    r"\b(?:is|was|am|be|been|as|i['’]?m|s?he['’]s|retired|former|off-?\s?duty|works?|worked|working|licensed|"
    r"certified|husband|wife|mother|father|mom|dad|mum|son|daughter|brother|sister|friend|"
    r"patient(?!['’]s)|subject|occupation|job|profession|initials|mr|mrs|ms|dr|old|female|male|yo|y/o|"
    r"\d{2}\s?[fm]|f|m)\b[\w\s,'’:.-]{0,9}\Z"
    r"|[,—–-]\s\Z",
    re.IGNORECASE,
)
_INITIALED = re.compile(
    r"\b(?:patient|pt|subject|participant|initials|mr|mrs|ms|dr|nurse|signed|by)\W{1,3}\Z"
)
_APPOSED = re.compile(
    r"(?:[,;|(]|\bhimself|\bherself|\bonce)\s?(?:(?:once\s)?an?\s|once\s|the\slast\s)?\Z",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s?[,.;)|]|\s(?:from|at|with|of|in|till|since|by)\b")
"""Around somebody's job: 'Malte, a paramedic, saw', '| 98 | lpn |', '52/F, once a caregiver'."""
# each begins with what is rare, so that the search is quick
_THREE_DOSES = re.compile(
    # insulin 10/8/12 U; without the insulin it may be a date
    rf"\b(?i:{_INSULIN.pattern})\b[^\n\d]{{0,20}}"
    r"(\d{1,2}([-/])\d{1,2}\2\d{1,2}\s?(?:U|IU|IE|E|[Uu]nits?))(?!\w)"
)
_EMERGENCY = re.compile(r"9-1-1(?<![\w-]9-1-1)(?![\w-])")
_HOSPITALS = re.compile(r"h(?<![\w-]h)(?!ospitals?\b)[ospital]{6,9}(?![\w-])")
"""'hospital' as fast fingers type it: 'hopsital', 'hosptial', 'hospitla'."""
_SLASHED = re.compile(
    # c/o, s/p, f/u, V/S
    r"/(?<=[bcvfhsrwndtuiyomp]/)(?<![\w/.-]./)(?:(?<=b/)p|(?<=[cro]/)o|(?<=h/)o|(?<=[wym]/)o"
    r"|(?<=[vs]/)s|(?<=f/)u|(?<=w/)u|(?<=s/)p|(?<=n/)v|(?<=d/)c(?:'d)?|(?<=[rd]/)t|(?<=u/)s"
    r"|(?<=o/)e|(?<=t/)a)(?:\b\.?)(?![\w/]|-\w)",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"[EUOIVRLPNeiap]\.(?<![\w.].\.)\s?[RDSKCMNPAmeg](?!\w)(?:\.[UN](?!\w))?\.?")
_PLACES = frozenset("er ed us uk or icu".split())
_STAFF = frozenset("rn lpn pa np".split())
_LATIN = frozenset("ie eg".split())
_HALVES = frozenset("am pm".split())
_ROOMS = re.compile(r"\s(?:doctor|doc\b|dep|visit|room|phys|staff|nurse)", re.IGNORECASE)
_VITALS = re.compile(r":?\s?\d")


def find_shorthand(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such expression."""
    for cues, pattern in _SEARCHES if _CUES.among(reading) else ():
        if cues.among(reading):
            for match in pattern.finditer(reading.text):
                yield match.span(match.lastindex or 0)
    if _INSULIN.among(reading):
        for match in _THREE_DOSES.finditer(reading.text):
            yield match.span(1)
    if _KIN.among(reading):
        named = _KIN_NAMED.search(reading.text)
        for match in _KIN_WORD.finditer(reading.text):
            if not named or match[0].islower():
                yield match.span()
    if _CREW.among(reading):
        for match in _CREW_WORD.finditer(reading.text):
            job = _JOB.search(reading.text, max(match.start() - _REACH, 0), match.start())
            if job is None or (job[0][0] in ",—–-" and reading.text[match.end() :][:1] == " "):
                if not _is_apposed(reading.text, match):
                    yield match.span()
    for match in _SLASHED.finditer(reading.text):
        yield match.start() - 1, match.end()
    for match in _DOTTED.finditer(reading.text):
        around = max(match.start() - _REACH, 0), match.start()
        if _is_dotted(reading.low, match) and not _INITIALED.search(reading.low, *around):
            yield match.span()
    for pattern in (_HOSPITALS, _EMERGENCY):
        for match in pattern.finditer(reading.text):
            yield match.span()


def _is_apposed(text: str, word: re.Match[str]) -> bool:
    """Tell whether one such word is what a person is by profession."""
    if word[0].lower().endswith("s") or not _CLOSED.match(text, word.end()):
        return False
    led = _APPOSED.search(text, max(word.start() - _REACH, 0), word.start())
    # 'Waneta (LPN)' is a degree
    return led is not None and (word[0].islower() or led[0][0] != "(")


def _is_dotted(low: str, match: re.Match[str]) -> bool:
    """Tell whether points stand in an abbreviation: 'the E.R.', 'V.S. 108/74', 'e.g.'."""
    letters = "".join(filter(str.isalpha, match[0].lower()))
    lead = low[max(match.start() - 5, 0) : match.start()]
    article = lead == "the " or (lead.endswith("the ") and not lead[0].isalpha())
    if letters in _LATIN:
        return True
    if letters in _PLACES:
        emergency = letters in ("er", "ed")
        room = emergency and _ROOMS.match(low, match.end()) is not None
        return article or room or (emergency and lead.endswith(" an "))
    if letters in _HALVES:
        return match[0][0].islower() and (article or lead.endswith("this "))
    if letters in _STAFF:
        return article or lead.endswith("upon ")
    return letters == "vs" and _VITALS.match(low, match.end()) is not None
