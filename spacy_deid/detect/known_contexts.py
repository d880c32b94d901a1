"""What a known value means where it stands: a person's, or a dose, a result, a clinical word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.detect.dates.guards import UNIT_AFTER, has_identifier_cue
from spacy_deid.detect.protection.results.lab_cells import MEASURED
from spacy_deid.detect.protection.terms.titles import is_titled
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    CLINICAL,
    COMMON,
    FREQUENT,
    FUNCTION,
    GUARDED,
    HALF,
    NAME,
    PEOPLE,
    PROTECTED,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.phi import CATEGORY_OF

_REACH = 40
_LONGEST_WEAK, _LONGEST_WEAK_DATE = 5, 6
"""Digits of a number that may as well be a dose or a result."""
_TYING_DATES, _TYING = frozenset("./-–"), frozenset("-–")
"""Marks that may stand between the digits of such a number."""
_PLAIN = COMMON | FUNCTION
_LEADING = frozenset("in at from near".split())
_TAKEN_IN_CAPITALS = frozenset({"LOCATION", "ID", "CONTACT"})
"""Kinds of which a value of one plain word is not looked for in small letters."""
_ABBREVIATIONS = frozenset(
    "pt mi ast alt alp ggt ck ldh crp esr inr wbc rbc hgb plt bun tsh bnp psa hcg ige igg "
    "pe ms ra dm ca tb cp sob ed er od os ou bd om iv im sc po pr pv sl ng ngt gi gu cv ct mr mri "
    "us cxr ecg ekg eeg emg pet cva tia dvt af vt vf sle uti uri aki ckd ibd ibs uc cd hiv hbv hcv "
    "hsv vzv cmv ebv rsv flu mmr icu itu hdu ccu nicu ae ar adr sae mah rx tx dx hx fx pmh fh bp "
    "hr rr o2 na mg ph bm bmi gcs lft lfts rft cbc fbc abg csf tpn ppi ssri oa gp md rn np pa ot "
    "ptt apt apc abc cns pns gb gbs ptsd adhd ocd bpd copd chf hf cad pad pvd mg als ett tte toe "
    "lp la lv rv lvh tg hdl ldl ana anca dic ttp itp hus hit itu tb hep sars mers "
    "tds qds tid qid bid prn stat dna rna pcr dob nhs who ema fda ich soc llt mtx asa tca maoi "
    "nsaid epo gcsf il tnf bcg dtp hpv hib opv ipv fx".split()
)
"""Tests, diagnoses, ways and times of dosing, wards and offices that initials look like."""
_GAUGED = MEASURED | frozenset("dose doses dosage dosages dosing vitamin rate".split())
_BETWEEN = frozenset(
    "was is of at to were now again level levels count counts value values rose risen fell fallen "
    "increased decreased up down from about approximately reached : = ( < > ~ ≥ ≤ , serum total "
    "peaked measured d e".split()
)
_FARTHEST = 6
_RANGE = r"(?:\s?(?:[-–/]|to|or|and)\s?\d+(?:[.,]\d+)?)?"
_UNIT = (
    r"\s?-?\s?(?:[mµμunpk]?(?:mol|iu|eq|osm|kat)|[mµμk]?u|mosmol|kpa|g|t|gpt|tpt|mcl|cells|мг|мл|мкг|мкмоль|"
    r"ед|units?|tab(?:s|lets?)?|dos(?:e|es|is)|patients|subjects|people|persons|cases|men|women|children|participants|"
    r"vaccinees|reports|calories|copies|steps|puffs|euros?|dollars|pounds|daily|nightly|weekly|"
    r"hourly|once|twice|thrice|bd|tds|qds|od|tid|bid|qid|minutes?|hours?|days?|weeks?|months?)(?![^\W_])"
    r"|\s?[x×*]\s?10|\s?/\s?(?:[µμu]l|nl|mm3|hpf|m?l|dl|min|h|day|d|kg)(?![^\W_])|\s?[%°]"
)
_MEASURE = re.compile(_RANGE + rf"(?:{_UNIT})")
_RANGED = re.compile(_RANGE)
_TIED_BEFORE = re.compile(r"\d\s?[.,:/]\Z")
_TIED_BEHIND = re.compile(r"[.,:/]\d")
_POSTAL = re.compile(
    r"(?:\b(?:zip(?:\scode)?|post\s?code|postal\scode|plz|code\spostal|cap|postnr|pin\s?code|psč|"
    r"area\scode)(?:\s(?:is|was|of))?\s?[:.#=(]?\s?|(?<![\w-])[a-z]{1,2}-)\Z"
)
_AGE_BEHIND = re.compile(
    r"[\s-]{0,2}(?:(?:years?|yrs?|y\.?\s?/?\s?o|yo[mf]?|y|ans|años|anos|anni|jaar|jarig\w*|jahren?|"
    r"jähr\w*|år\w*|lat|let|éves|vuot\w*)(?!\w)(?!\s(?:ago|later|after|before|earlier|prior|since|"
    r"following|apart|of\s(?:treatment|therapy|use|follow|smoking)))"
    r"|(?:male|female|woman|man|lady|gentleman)\b)"
)
_SEX_BEHIND = re.compile(r"\s?/?\s?[FMW](?![\w°'’])")
_AGE_BEFORE = re.compile(
    r"(?:\b(?:aged?|ages|turn(?:s|ed|ing)?|alter|âge|âgée?(?:\sde)?|edad|età|leeftijd|ålder|alder|"
    r"wiek|umur|tuổi|full)(?:\s(?:of|is|was|at))?[\s:=(,]{0,3}|(?<!\w)[fmw]\s?/\s?)\Z"
)
_SOMEBODY = (
    r"\b(?:she|he|who|patient|pt|(?:wo)?man|lady|gentleman|female|male|mother|father|resident|wife|"
    r"husband|girl|boy)\b"
)
_AGE_OF = re.compile(
    rf"{_SOMEBODY}(?:\s(?:is|was)(?:\s(?:now|only|already|just))?)?[\s,(]{{1,3}}\Z|"
    r"(?<!\w)(?:i['’]?m|is|was|s?he['’]s|gent|[fm],?)\s\Z"
)
_APPOSED = re.compile(r"[^\W\d][\s\"'”)]{0,2}[,(;·>=/]\s?\Z")
_LOOSE = re.compile(r"[,(;.!?]\s?\Z")
_DESCRIBED = re.compile(r"\)?,\s(?:an?\s)?[a-z]{3}")
_LISTED = re.compile(r"(?<!\d)\d{1,4}(?:[.,]\d+)?[,;]\s?\Z|\b(?:and|or)\s\Z")
"""Between other numbers a number is no age: 'readings of 88, 91, later 95'."""
_CLOSED = re.compile(
    r"\s?(?:[,;)·/](?!\s?\d)|\.(?!\d)|\n|\Z)|\s(?:and|when|then|on|at\sthe\stime|or\sso)\b"
)
_CALLED = re.compile(
    r"(?:\b(?:patients?|pt|subject|initials?|names?|surname|named|mr|mrs|ms|miss|dr|prof|professor|"
    r"doctor|nurse|sister|pharmacist|physician|consultant|dear|reporter|attn|colleague)\b"
    r"(?:\s(?:initials?|is|was|named))?\.?[\s:(\"“]{1,3}"
    r"|\b(?:signed|signature|sincerely|regards|sgd)\b[\s:,.]{1,4}"
    r"|\b(?:spoke|spoken|speaking|talked|talking|discussed|met)\s(?:to|with)\s"
    r"|\b(?:saw|visited|informed|advised|phoned|rang|telephoned|reassured|vaccinated)\s"
    r"|\b(?:reported|seen|signed|reviewed|written|examined|treated|prescribed|completed|confirmed|"
    r"submitted|administered)\sby\s)\Z"
)
_ACTS = re.compile(
    r"['’]s\s|,?\s(?:\(?an?\s)?\(?\d{1,3}[\s-]?(?:y(?:ears?|rs?|o)?\b|y/o|[fm]\b)"
    r"|,\s\d{1,3},\s(?:fell|had|took|felt|collapsed|died|developed|received|experienced|reported|an?\s)"
    r"|\s(?:said|says|told|tells|asked|asks|agreed|stated|states|complained|complains|phoned|rang|"
    r"e-?mailed|wrote|thinks|believes|wants|wanted|lives|works|visited|attended|consented|recalled|"
    r"mentioned|explained|took|takes|received|experienced|collapsed"
    r"|called\s(?:the|her|his|us|me|him|to|back|in)|felt\s(?:dizzy|well|unwell|better|worse|ill|sick|"
    r"faint|tired|weak|nauseous)|thought\s(?:that|it|she|he|the)|denie[ds]\s(?!by\b)[a-z]+"
    r"|refused\s(?:to|the|all|further)|reported\s(?:that|to\b(?!\sbe)|having|feeling|[a-z]+(?:ness|ache|algia|vomiting|nausea)\b)|saw\s(?:her|him|the)|developed\s(?:an?|the)"
    r"|had\s(?:an?\s|taken|eaten|slept|noticed|already\staken|been\s(?:given|taking|well))"
    r"|(?:is|was|has\sbeen|had\sbeen)\s(?:(?:now|then|also|later)\s)?(?:admitted|hospitali[sz]ed|"
    r"discharged|born|vaccinated|enrolled|transferred|advised|asked|told|well|unwell|taking|pregnant|"
    r"intubated|rushed|brought|feeling|randomi[sz]ed|prescribed|referred|living|informed|an?\s\d))\b"
)
_DASHED = re.compile(r"(?:[.!?]\s{1,2}|\n)[-–—/]{1,2}\s?\Z")
_ENDING = re.compile(r"\.?\s{0,20}\Z")
_STOPS = frozenset(".!?;:")
_DOES = frozenset(
    "was is has had told said says rang called phoned wrote agreed asked reported reports stated "
    "states denied denies feels felt took takes thinks thought came went wants wanted".split()
)
"""What persons do behind their name at the beginning of a sentence."""
_SPEAKING = frozenset("spoke speaking talked talking".split())
_ADDRESSED = frozenset("mr mrs ms miss dr nurse sister".split())
_AFTER_MAY = frozenset("be have not also need cause require occur well result lead".split())
_FIGURE_BEHIND = re.compile(r"(?:\s?[:=<>]\s?|\s(?:was|of|is|at|to)\s|\s)[<>~]?\d")


def _before(scan: Scan, first: int) -> str:
    """Give the small letters of the text before a token, up to ``_REACH``."""
    start = scan.starts[first]
    return scan.text[max(0, start - _REACH) : start].lower()


def _behind(scan: Scan, end: int) -> str:
    """Give the text behind the token before ``end``, up to ``_REACH``."""
    stop = scan.ends[end - 1]
    return scan.text[stop : stop + _REACH]


def stands_for_value(
    scan: Scan, first: int, end: int, form: str, label: str, shielded: Sequence[int]
) -> bool:
    """Tell whether tokens that spell a value stand for it, and for no amount or plain word.

    first, end: the tokens. form: the value without what parts it.
    shielded: 1 for every character of the text that is part of a dose, a result or the like.
    """
    if form.isdecimal():
        if label == "AGE":
            return reads_as_age(scan, first, end)
        if len(form) > (_LONGEST_WEAK_DATE if label == "DATE" else _LONGEST_WEAK):
            return True
        tying = _TYING_DATES if label == "DATE" else _TYING
        if any(not word.isdigit() and word not in tying for word in scan.words[first:end]):
            return False
        if label == "DATE" and end > first + 1:
            return True
        if label == "ZIP" and is_announced(scan, first):
            return True
        whole = slice(scan.starts[first], scan.ends[end - 1])
        return not all(shielded[whole]) and not is_amount(scan, first, end)
    if form.isalpha() and end == first + 1 and CATEGORY_OF[label] in _TAKEN_IN_CAPITALS:
        small = scan.words[first].islower() and not scan.small
        led = first > 0 and scan.low[first - 1] in _LEADING
        return led or not (small and scan.flags[first] & _PLAIN)
    return True


def is_announced(scan: Scan, first: int) -> bool:
    """Tell whether a word before a number says that it is a postcode: 'ZIP 1000', 'B-1000'."""
    return _POSTAL.search(_before(scan, first)) is not None


def is_amount(scan: Scan, first: int, end: int) -> bool:
    """Tell whether a number is measured: with a unit, or of a laboratory test or a drug.

    first, end: its tokens.
    """
    before = _before(scan, first)
    behind = _behind(scan, end)
    if _TIED_BEFORE.search(before) or _TIED_BEHIND.match(behind):
        return True
    ranged = _RANGED.match(behind)
    if _MEASURE.match(behind.lower()) or UNIT_AFTER.match(behind, ranged.end() if ranged else 0):
        return True
    if UNIT_AFTER.match(behind):
        return True
    return not has_identifier_cue(before, len(before)) and _is_value(scan, first)


def _is_value(scan: Scan, first: int) -> bool:
    """Tell whether a test or a drug is named before a number: 'CRP 150', 'ferritin was 1000'."""
    for place in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
        low, flags = scan.low[place], scan.flags[place]
        if low in _GAUGED or (flags & PROTECTED and not flags & (PEOPLE | FREQUENT)):
            return True
        if low not in _BETWEEN:
            return False
    return False


def reads_as_age(scan: Scan, first: int, end: int) -> bool:
    """Tell whether a number is somebody's age: '91 years', 'y/o', 'aged 91', 'F/91', 'Mrs X, 91,'.

    first, end: its tokens.
    """
    before, behind = _before(scan, first), _behind(scan, end)
    if _AGE_BEHIND.match(behind.lower()) or _AGE_BEFORE.search(before):
        return True
    if _is_value(scan, first) or is_amount(scan, first, end):
        return False
    if _SEX_BEHIND.match(behind) or _is_name(scan, first - 1):
        return True
    if not _CLOSED.match(behind):
        return False
    if _AGE_OF.search(before):
        return True
    if _LOOSE.search(before) and _DESCRIBED.match(behind) and not _LISTED.search(before):
        return True
    if first < 2 or not _APPOSED.search(before):
        return False
    return not scan.flags[first - 2] & GUARDED and scan.low[first - 2] not in MEASURED


def _is_name(scan: Scan, index: int) -> bool:
    flags = scan.flags[index] if index >= 0 else 0
    return bool(flags & NAME) and not flags & (COMMON | FUNCTION | HALF | GUARDED)


def is_clinical(scan: Scan, index: int) -> bool:
    """Tell whether a word means a reaction, a test or a drug before it means a person."""
    flags, word = scan.flags[index], scan.words[index]
    if word.isupper() and len(word) < 4 and not scan.bare_case(index):
        if scan.low[index] in _ABBREVIATIONS:
            return True
    if flags & FREQUENT:
        return False
    if flags & NAME and not flags & COMMON and word.istitle() and not scan.begins_sentence(index):
        return False
    return bool(flags & CLINICAL or (flags & PROTECTED and flags & COMMON))


def is_abbreviation(scan: Scan, index: int) -> bool:
    """Tell whether a token in capitals is a clinical abbreviation: 'PT', 'AST', 'MI'."""
    low = scan.low[index]
    if low in _ABBREVIATIONS or scan.flags[index] & (CLINICAL | PROTECTED):
        return True
    return low in MEASURED and _FIGURE_BEHIND.match(_behind(scan, index + 1)) is not None


def means_person(scan: Scan, first: int, end: int) -> bool:
    """Tell whether what stands around a name says that somebody is meant.

    A title, 'Patient', 'initials:', a verb of persons behind it, or a signature.
    """
    if scan.words[first].islower():
        return is_titled(scan, first)
    before = _before(scan, first)
    behind = _behind(scan, end).lower()
    if _ACTS.match(behind):
        return True
    if _FIGURE_BEHIND.match(behind):
        return False
    if is_titled(scan, first) or _CALLED.search(before):
        return True
    return bool(_DASHED.search(before) and _ENDING.match(behind))


def is_spoken_of(scan: Scan, index: int) -> bool:
    """Tell whether a person is meant by what stands around: 'fallow was well. spoke to rose'."""
    before = scan.low[index - 1] if index else ""
    if before in _ADDRESSED:
        return True
    if before in {"to", "with"} and index > 1:
        return scan.low[index - 2] in _SPEAKING
    begins = index == 0 or before in _STOPS or not scan.same_line(index)
    return begins and index + 1 < len(scan) and scan.low[index + 1] in _DOES


def is_auxiliary(scan: Scan, index: int) -> bool:
    """Tell whether a verb follows 'May' or 'Will': 'May be increased'."""
    if not scan.flags[index] & FUNCTION or index + 1 >= len(scan):
        return False
    return scan.low[index + 1] in _AFTER_MAY


def is_dated(scan: Scan, index: int) -> bool:
    """Tell whether a month stands beside a number: '2 May'."""
    if not scan.flags[index] & CALENDAR:
        return False
    beside = (*scan.words[max(0, index - 1) : index], *scan.words[index + 1 : index + 2])
    return any(word.isdigit() for word in beside)
