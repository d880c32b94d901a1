"""Phrases in which a person's name stands: fields, maiden names, children, honorifics, initials."""

from __future__ import annotations

from spacy_deid.detect.names.letter_wordings import LETTERS
from spacy_deid.detect.words.cues import word_set
from spacy_deid.detect.words.lexicon import COMMON, CREDENTIAL, FUNCTION, GUARDED, HALF
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import (
    CHAIN,
    Wording,
    Wordings,
    anything,
    compiled,
    is_called,
    is_given_name,
    is_listed_name,
    is_namelike,
)

_GIVEN = word_set("named me name nome heet heisst heter llamado llamada nicknamed")
_MAIDEN = word_set("nee geb geborene fodt fodd ved vda maiden aka alias dite vulgo born")
_FIELDS = word_set(
    "patient pt pat paciente patientin pasient mother father neonate attending physician doctor "
    "nurse midwife surgeon pharmacist investigator presenter undersigned author reporter "
    "registrar resident prescriber consultant name nom nombre navn naam caregiver informant "
    "operator"
)
_SPECIES = word_set(
    "coli aureus difficile pylori pneumoniae influenzae albicans faecalis faecium aeruginosa "
    "epidermidis vivax falciparum jejuni cereus pyogenes agalactiae burgdorferi tuberculosis "
    "avium baumannii cloacae freundii meningitidis monocytogenes jirovecii marneffei"
)
_NO_STAFF = word_set(
    "po iv im sc sl pr ng og pv in bd od om on bp hr rr temp bg bgl bm bsl na id hb wt pt dr rn er "
    "ed ft ok ns gcs ecg ekg ett peg npo nbm prn vs mar rx ivi imi sq top it ph abg vbg fbc lft "
    "uec gp lpn md do np pa pcp hcp icu mri ct us uk eu"
)
"""Letters behind 'given' and 'checked' that are nobody's."""
_HONORIFICS = word_set("neni bacsi hanim bey garu")


def _is_child(scan: Scan, first: int, end: int) -> bool:
    """Judge the name in 'Baby Boy Wanjiru' or 'Baby of Kim O-young'."""
    return is_namelike(scan, first + 2, end)


def _is_letters(scan: Scan, first: int, end: int) -> bool:
    """Take letters behind 'initials', unless they say what was measured first: 'initials: BP'."""
    return end - first > 1 or not scan.flags[first] & (GUARDED | FUNCTION | CREDENTIAL)


def is_surname(scan: Scan, first: int, end: int) -> bool:
    """Judge the word behind initials: unlisted or a surname, no species and no town."""
    last = end - 1
    flags = scan.flags[last]
    if scan.low[last] in _SPECIES or flags & (COMMON | HALF) or len(scan.words[last]) < 4:
        return False
    return scan.words[last][1:].islower() and is_namelike(scan, last, end)


def _is_log_code(scan: Scan, first: int, end: int) -> bool:
    """Take letters such as 'TLe' that stand for one member of staff."""
    return not scan.flags[first] and end - first < 3


def _is_staff_code(scan: Scan, first: int, end: int) -> bool:
    """Take the initials of two who checked, unless they are a way or a sign: 'given IV/IM 0900'."""
    return end - first == 1 and scan.low[first] not in _NO_STAFF


def _is_logged(scan: Scan, first: int, end: int) -> bool:
    """Take the initials of who did something at an hour: '09:10 RTK gave', not '09:10 ECG took'."""
    return _is_staff_code(scan, first, end) and not scan.flags[first] & (GUARDED | COMMON)


_TABLE = (
    Wording(
        "told",
        _GIVEN,
        compiled(r"\w+[ \t]+(?:is[ \t]+|was[ \t]+)?(?P<x>" + CHAIN + r")(?![\w'’])"),
        "PATIENT",
        0.75,
        is_called,
    ),
    Wording(
        "called",
        word_set("called"),
        compiled(r"\w+[ \t]+(?P<x>" + CHAIN + r")(?![\w'’])"),
        "PATIENT",
        0.7,
        is_listed_name,
    ),
    Wording(
        "told.lower",
        word_set("named me name"),
        compiled(
            r"\w+[ \t]+(?:is[ \t]+)?(?P<x>[a-z]{3,12}(?: [a-z]\.?)?(?: [a-z]{3,12})?)(?=[,.\n])"
        ),
        "PATIENT",
        0.7,
        is_listed_name,
    ),
    Wording(
        "maiden",
        _MAIDEN,
        compiled(
            r"(?:n[ée]e|geb\.?|geborene|f[øo]dt|f[öo]dd|ved\.?|vda\.? de|maiden name:?|"
            r"aka|alias|dite|vulgo)[ \t]+(?P<x>" + CHAIN + r")"
        ),
        "PATIENT",
        0.8,
        is_called,
    ),
    Wording(
        "maiden.upper",
        word_set("k"),
        compiled(r"(?<=[Aa]\.)[Kk]\.[Aa]\.?:?[ \t]+(?P<x>" + CHAIN + r")"),
        "PATIENT",
        0.85,
        anything,
    ),
    Wording(
        "baby",
        word_set("baby"),
        compiled(
            r"(?P<x>(?:Baby|BABY)[ \t]+(?:[Bb]oy|[Gg]irl|of|BOY|GIRL|OF)[ \t]+" + CHAIN + r")"
        ),
        "PATIENT",
        0.85,
        _is_child,
    ),
    Wording(
        "child.of",
        word_set("o"),
        compiled(
            r"(?:(?<=[SDBWC]/)[Oo]|(?<=[sdb]/)o)[ \t.:]+(?:late[ \t]+|Late[ \t]+)?"
            r"(?:(?:Mrs?|Smt|Shri|Sri|Md|Mohd|Ms)\.?[ \t]+)?(?P<x>" + CHAIN + r")"
        ),
        "PATIENT",
        0.8,
        is_listed_name,
    ),
    Wording(
        "field",
        _FIELDS,
        compiled(
            r"\w+\.?(?:[ \t]+[Nn]ame|[ \t]+NAME)?[ \t]*:[ \t]*(?P<x>(?:<U>\.[ \t]*){0,3}"
            + CHAIN
            + r"\.?)(?=[ \t]*(?:[,;(\n\r/.]|$|[ \t]{2}|[-–—]))"
        ),
        "PATIENT",
        0.8,
        is_namelike,
    ),
    Wording(
        "field.reversed",
        word_set("patient name pt nom nombre navn"),
        compiled(
            r"\w+(?:[ \t]+[Nn]ame|[ \t]+NAME)?[ \t]*:[ \t]*"
            r"(?P<x><W>(?:[ -]<W>)?,[ \t]?<W>(?:[ \t]+<U>\b\.?)?)"
        ),
        "PATIENT",
        0.85,
        is_namelike,
    ),
    Wording(
        "undersigned",
        word_set("undersigned"),
        compiled(r"\w+[ \t,]+(?P<x><W>(?:[ \t]+<W>){1,3})"),
        "DOCTOR",
        0.8,
        is_namelike,
    ),
    Wording(
        "honorific",
        _HONORIFICS,
        compiled(r"(?<![\w'’-])(?P<x><W>(?:[ \t]+<W>)?)[ \t]$"),
        "PATIENT",
        0.8,
        is_namelike,
        True,
    ),
    Wording(
        "honorific.hyphen",
        word_set("san ji sama ssi"),
        compiled(r"(?<![\w'’-])(?P<x><W>(?:[ \t]+<W>)?)-$"),
        "PATIENT",
        0.7,
        is_listed_name,
        True,
    ),
    Wording(
        "initials",
        word_set("initial initials inits"),
        compiled(
            r"(?:[Ii]nitials|INITIALS|[Ii]nits|(?<=[Pp]atient )initial|(?<=[Pp]atient's )initial|"
            r"(?<=[Pp]t )initial|(?<=[Ss]ubject )initial)"
            r"(?:[ \t]+(?:of|the|corrected|changed|amended|updated|patient|pt|were|are|is|was|"
            r"from|to|as)){0,4}[ \t]*:?[ \t]*[\"'(]?(?P<x><U>(?:[.\-]?[ ]?<U>){0,3}\b\.?)"
            r"(?:[\"')]?[ \t]+(?:to|instead of|not)[ \t]+[\"'(]?(?P<y><U>(?:[.\-]?<U>){1,3}\b\.?))?"
        ),
        "PATIENT",
        0.9,
        _is_letters,
    ),
    Wording(
        "operator",
        word_set("operator qc logged entered typed transcribed coded verified"),
        compiled(
            r"\w+(?:[ \t]+by|[ \t]*:)?[ \t]*(?P<x>[A-Z]{1,2}[a-z]{1,2}[A-Z]?)(?=[,;|]|[ \t]*\n)"
        ),
        "DOCTOR",
        0.7,
        _is_log_code,
    ),
    Wording(
        "header.staff",
        word_set("verified checked witnessed given signed administered counted"),
        compiled(
            r"\w+(?:[ \t]+by|[ \t]*:)?[ \t]+(?P<x><U>{2,3})[ ]?/[ ]?(?P<y><U>{2,3})"
            r"(?=[ \t]*(?:[,;|.)\n]|$)|[ \t]+(?:at[ \t]|@[ ]?)?[0-2][0-9]:?[0-5][0-9](?![0-9]))"
        ),
        "DOCTOR",
        0.95,
        _is_staff_code,
    ),
    Wording(
        "logged",
        word_set("paged took gave suctioned intubated charted bedside"),
        compiled(
            r"(?<![\d/.:-])[0-2]?[0-9][:.]?[0-5][0-9](?: ?h(?:rs)?)?[ \t,–-]{1,3}(?P<x><U>{2,3})"
            r"[ \t]+(?:at )?$"
        ),
        "DOCTOR",
        0.8,
        _is_logged,
        True,
    ),
    Wording(
        "particle",
        word_set("von van"),
        compiled(r"(?P<x>v[ao]n(?: de[rnm]?| het| 't)? <W>)(?![\w'’])"),
        "DOCTOR",
        0.65,
        is_namelike,
    ),
    Wording(
        "our",
        word_set("our"),
        compiled(r"\w+ (?:little |dear |late |sweet )?(?P<x><W>)(?![\w'’-])(?! <U>)"),
        "PATIENT",
        0.65,
        is_given_name,
    ),
    Wording(
        "calls",
        word_set("everyone everybody"),
        compiled(r"(?<![\w'’-])(?P<x><W>),? as $"),
        "PATIENT",
        0.75,
        is_called,
        True,
    ),
    Wording(
        "i.am",
        word_set("am m"),
        compiled(r"(?:(?<=I )am|(?<=I['’])m) (?P<x><W>(?: <W>){0,2})(?=,| and I| from )"),
        "PATIENT",
        0.75,
        is_namelike,
    ),
    Wording(
        "shortened",
        word_set("fco fdo mª ma ant"),
        compiled(r"(?P<x>(?:Fco|Fdo|Mª|Ant)\.? <W>(?: <W>){1,3})"),
        "PATIENT",
        0.8,
        is_namelike,
    ),
    Wording(
        "ah",
        word_set("ah"),
        compiled(
            r"(?P<x>[Aa]h (?:[Bb]oon|[Bb]eng|[Hh]uat|[Ll]ian|[Mm]eng|[Ss]eng|[Kk]ow|[Hh]ock|"
            r"[Tt]eck|[Kk]im|[Hh]ua|[Mm]ei|[Ll]an|[Ff]att?|[Ss]oon|[Tt]ee|[Kk]ong|[Ll]ee|[Nn]am|"
            r"[Hh]ong|[Ll]eong|[Ll]ing|[Yy]ong|[Mm]oi|[Ss]ong|[Hh]eng|[Cc]hai|[Bb]ee|[Hh]oe))\b"
        ),
        "PATIENT",
        0.8,
        anything,
    ),
)

NAME_WORDINGS = Wordings((*LETTERS, *_TABLE))
"""The table that ``names`` reads."""
