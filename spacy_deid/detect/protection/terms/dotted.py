"""Medical abbreviations with stops: 'D.V.T. of the left leg', 'history of T.B.', 'w.e.f.'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.terms.medical_abbreviations import ABBREVIATIONS
from spacy_deid.detect.words.lexicon import COMMON, NAME
from spacy_deid.detect.words.scan import Scan

_MORE = frozenset(
    # tests and their values
    "abg aec afb alp alt ana aptt asat ast bgl bmi bun cbc cect cpk crp csf cxr dlc ecg eeg "
    "ekg emg esr fbs fev fvc gfr hct hplc inr kft ldh lft mch mcv mri nct pcr pcv pet pft ppbs "
    "rbc rbs rft sgot sgpt tlc tpha tsh usg vdrl wbc wcc xdt fnac ncct tft hrct mrcp ercp ugi "
    # diseases and signs
    "aids ards sle dic dka ihd hiv hbv hcv mdr ssti sti "
    "std tia xdr nash dmse pid pcos gord sob doe pnd lscs fts lbw "
    "heent lvf rvf lfts tfts ogd egd uss axr ctpa ctg nst afib "
    "pvd pkd sbo "
    "rds bpd tof pih osa gpa "
    # treatment, wards, people's visits
    "doac noac dmard ics laba lama saba ppm aicd tkr thr orif tips bipap cpap niv "
    "icd cvc ngt peg trus svd "
    "acei arb att art arv cpr ccu dots hdu haart icu iccu icsi ivf iud iucd maoi mtp "
    "nicu nsaid ocp opd ipd ort ors picu ppi pci ptca rntcp sos ssri tca hrt "
    # vaccines, reports
    "bcg dpt dtp ipv mmr opv tdap aefi adr icsr sae susar".split()
)
_LONG = frozenset(map(str.lower, ABBREVIATIONS)) | _MORE
_SHORT = frozenset(
    "tb dm bp pr hr rr ht mi af ef vf vt gi cv ct ra hb ha rx hx dx px cx fx".split()
)
"""Two letters, which are initials as often: only what stands beside them tells."""
_SMALL = frozenset("wef npo wnl sc bd bid tds tid qds qid prn iv im po sl ie eg am pm".split())
_SMALL_BEHIND_DOSE = frozenset("ac cc hs od pc pr pv qd qod sos".split())
"""Small letters that may be anybody's where no dose stands before them."""
_VALUED = frozenset(
    "sgot sgpt rbs fbs ppbs bun esr crp rbc wbc wcc tlc dlc alt ast alp ldh cpk tsh inr hct "
    "pcv mcv mch bgl gfr bmi aec bp pr hr rr ef lvef hb".split()
)
"""Behind which a number is a value."""
_DOTTED = re.compile(
    # the first letter and its stop first: so it is quick
    r"[A-Za-z]\.(?<![\w.@/-]..)(?:[A-Za-z]\.){0,3}(?:[A-Za-z](?:\.(?![A-Za-z]\w)|(?![\w.]))|(?<=\.[A-Za-z]\.))"
    r"s?(?![\w@])"
)
_PERSON_BEFORE = re.compile(
    r"\b(?:by|per|from|called|calls|spoke|told|asked|saw|sees|nurse|sister|dr|doctor|initials?|init|pt|"
    r"patient|subject|participant|signed|sgd|mr|mrs|ms|miss|user|login|id|mother|father|wife|husband|son|"
    r"daughter|checked|owner|reporter|witness|name)\W{1,3}\Z",
    re.IGNORECASE,
)
_ILL_BEFORE = re.compile(
    r"\b(?:(?:history|case|diagnosis|treatment|evidence|relapse|signs|exacerbation)\sof|has|had|having|"
    r"known|c/o|h/o|k/c/o|develop\w*|diagnosed|suspected|pulmonary|active|severe|acute|chronic|past)"
    r"(?:\s(?:severe|mild|acute|chronic|active|old|past|new|with))?\s\Z",
    re.IGNORECASE,
)
_DOSED = re.compile(
    r"(?:\d|\b(?:m?g|ml|mcg|units?|tabs?|tablets?|caps?|capsules?|once|twice|daily))\s\Z",
    re.IGNORECASE,
)
_ILL_BEHIND = re.compile(
    r"\s?[:=-]?\s?\d|\s(?:negative|positive|control\w*|treat\w*|medication|for\s\d|since|was\s\d|is\s\d|"
    r"brain|abdomen|chest|scan)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\s?(?:[:=]|\s(?:was|is|of)\s)?\s?(\d{1,4}(?:[.,]\d{1,2})?(?:/\d{2,3})?)(?![\w/]|[.,:-]\d)"
)
_VITAL_BEFORE = re.compile(
    r"(?:\b(?:hr|bp|pulse|spo2|sats|temp|vitals?|afebrile|febrile|e\.f|h\.r|p\.r|b\.p)\b|%)[^\n]{0,16}\Z",
    re.IGNORECASE,
)
_NAME_BEHIND = re.compile(r"\s?([A-Z][a-zà-ÿ]{2,})")
_ALONE_BEFORE = re.compile(r"(?:\A|\n)[ \t*–-]{0,6}\Z")
_ALONE_BEHIND = re.compile(r"[ \t*–-]{0,6}(?:\n|\Z)")
_REACH = 24


def find_dotted(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such abbreviation, and of the value behind it.

    None behind a person's word, none that is a line by itself, and none before a surname. Two
    letters need an illness or a value beside them; small letters count where the text has capitals.
    """
    text = scan.text
    for match in _DOTTED.finditer(text):
        start, end = match.span()
        letters = match[0].replace(".", "")
        if letters[:-1].isupper():
            letters = letters.removesuffix("s")  # L.F.T.s
        low = letters.lower()
        if letters.islower():
            dosed = low in _SMALL_BEHIND_DOSE and _DOSED.search(text, max(0, start - 12), start)
            if not scan.small and (low in _SMALL or dosed):
                yield start, end
            continue
        if not letters.isupper() or low not in _LONG | _SHORT or _is_name(scan, start, end):
            continue
        value = _VALUE.match(text, end) if low in _VALUED else None
        if value and low == "bp" and "/" not in value[1]:
            continue  # a box at the post office: 'B.P. 1190, Kinshasa'
        if low == "rr" and not _VITAL_BEFORE.search(text, max(0, start - _REACH), start):
            continue  # a rural route: 'R.R. 2 Box 8'
        if low in _LONG or value or _is_ill(text, start, end):
            yield start, end
            if value:
                yield value.span(1)


def _is_ill(text: str, start: int, end: int) -> bool:
    """Tell whether two letters are a disease or a sign by the words beside them."""
    before = _ILL_BEFORE.search(text, max(0, start - _REACH), start)
    return bool(before) or _ILL_BEHIND.match(text, end) is not None


def _is_name(scan: Scan, start: int, end: int) -> bool:
    """Tell whether letters may be somebody's initials by what stands around them."""
    text = scan.text
    before = max(0, start - _REACH), start
    if _PERSON_BEFORE.search(text, *before):
        return True
    if _ALONE_BEFORE.search(text, *before) and _ALONE_BEHIND.match(text, end):
        return True
    behind = _NAME_BEHIND.match(text, end)
    flags = scan.lookup(behind[1].lower()) if behind else 0
    return bool(behind) and (not flags or bool(flags & NAME and not flags & COMMON))
