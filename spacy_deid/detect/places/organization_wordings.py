"""Phrases in which an employer, a school, an insurer or a law office stands."""

from __future__ import annotations

from spacy_deid.detect.places.site_wordings import is_acronym
from spacy_deid.detect.places.site_words import PHARMA, REST
from spacy_deid.detect.words.cues import word_set
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    COUNTRY,
    CREDENTIAL,
    FIRST,
    FUNCTION,
    GUARDED,
    PEOPLE,
    ROLE,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import Wording, Wordings, compiled, is_own_name

_OTHER_BANKS = word_set("blood tissue eye food milk sperm bone data west")
_TAIL = r"(?<![\w'’&-])(?P<x><W>(?:,? (?:<W>|&|and|of|de)){0,4}),? $"


def _is_firm(scan: Scan, first: int, end: int) -> bool:
    """Judge the name before a legal form: no maker of drugs, and not plain words alone."""
    if any(scan.low[at].startswith(PHARMA) for at in range(first, end)):
        return False
    return is_own_name(scan, first, end)


def _is_bank(scan: Scan, first: int, end: int) -> bool:
    """Judge the words before 'Bank': a blood bank is none."""
    return scan.low[end - 1] not in _OTHER_BANKS and is_own_name(scan, first, end)


_ADVICE = (
    r"(?i:poisons?|toxicology|drugs?|medicines?|pharmacovigilance|vaccine safety|adrs?|"
    r"adverse reactions?|information|info|control|advice|advisory|monitoring|safety|reporting|"
    r"and|&|24h|hour|emergency)"
)
_ADVISED = word_set(
    "poison poisons toxicology pharmacovigilance drug drugs medicines vaccine adr adrs adverse"
)
_BODIES = word_set("national federal central regional state provincial who international european")
_NOT_OWN = COUNTRY | PEOPLE | FUNCTION | CALENDAR


def _is_advisory(scan: Scan, first: int, end: int) -> bool:
    """Judge 'Rift Valley Poisons Desk': a name of its own before what the service advises on.

    'Swedish Poisons Information Centre' and 'National Poison Line' are bodies of a country;
    'Called' and 'The' belong to the sentence.
    """
    tail = next((at for at in range(first, end) if scan.low[at] in _ADVISED), end)
    if tail == end or not is_own_name(scan, first, tail):
        return False
    if scan.low[first].endswith(("ed", "ing")) and scan.flags[first] & COMMON:
        return False
    own = (at for at in range(first, tail) if scan.low[at] not in _BODIES)
    return any(not scan.flags[at] & _NOT_OWN for at in own)


_KINDS = word_set(
    "anti antipoison antipoisons poison poisons information control centre center tox info "
    "centro antiveleni antivenenos toxicología toxicologia toxicovigilance de du of di del zu "
    "et te new san santa st saint"
)
_NO_PLACE = COMMON | COUNTRY | FUNCTION | CALENDAR | GUARDED | TITLE | CREDENTIAL | FIRST | ROLE


def _is_elsewhere(scan: Scan, first: int, end: int) -> bool:
    """Judge the name behind 'Poisons Information Centre': no drug, person, verb or field."""
    own = next(
        (
            at
            for at in range(first, end)
            if scan.low[at] not in _KINDS
            and scan.words[at].isalpha()
            and scan.low[at][:4] != "gift"
        ),
        end,
    )
    if own == end or scan.low[own] == "vergiftungszentrale" or scan.bare_case(own):
        return False
    if scan.flags[own] & _NO_PLACE or scan.low[own].endswith(("ed", "ing", "é", "ato", "ata")):
        return False
    return end == len(scan) or scan.words[end] != ":"


def _is_fund(scan: Scan, first: int, end: int) -> bool:
    """Judge the words behind 'IKK' or 'AOK': a kinase and the next sentence are no fund."""
    return not any(scan.flags[at] & (COMMON | GUARDED) for at in range(first + 1, end))


def _heads_department(scan: Scan, first: int, end: int) -> bool:
    """Judge 'HUCA - Servicio de Digestivo', 'MTRH OPD card': letters that open a page or a line."""
    at = end
    while at < len(scan) and not scan.words[at].isalpha():
        at += 1
    behind = scan.low[at + 1] if at + 1 < len(scan) else ""
    if scan.low[at] == "opd":
        fits = behind in {"card", "slip", "note", "summary"}
    else:
        fits = behind in {"de", "des", "d", "of", "."}
    return fits and is_acronym(scan, first, end)


_TABLE = (
    Wording(
        "department",
        word_set("servicio servei depto departamento department opd service"),
        compiled(r"(?:\A|\n)(?P<x>[A-Z]{4,8})(?:[ ]?[-–.,:|]|\n)?[ ]?$"),
        "HOSPITAL",
        0.75,
        _heads_department,
        True,
    ),
    Wording(
        "advisory",
        word_set(
            "centre center line service services desk helpline hotline unit bureau office system "
            "control"
        ),
        compiled(
            r"(?<![\w'’&-])(?P<x><W>(?:[ ](?:<W>|&|and|of|of the)){0,3}?(?:[ ]"
            + _ADVICE
            + r"){1,5}) $"
        ),
        "ORGANIZATION",
        0.75,
        _is_advisory,
        True,
        True,
    ),
    Wording(
        "poisons",
        word_set(
            "giftnotruf giftnotrufzentrale giftinformationszentrum vergiftungszentrale centre anti "
            "antipoison poison poisons tox centro"
        ),
        compiled(
            r"(?P<x>(?:Gift\w+|Vergiftungszentrale|Centre [Aa]nti-?[Pp]oisons?(?: et de "
            r"[Tt]oxicovigilance)?|Anti-?[Pp]oison Cent(?:re|er)|Centro (?:[Aa]ntiveleni|"
            r"[Aa]ntivenenos|de [Tt]oxicolog[ií]a)|Poisons? (?:Information |Control )?"
            r"Cent(?:re|er)|Tox Info) (?:de |du |of |di |del |zu )?"
            r"(?:(?:Te|New|San|Santa|St|Saint) )?<W>(?:-<W>)?)"
        ),
        "ORGANIZATION",
        0.75,
        _is_elsewhere,
    ),
    Wording(
        "legal",
        word_set("gmbh ltd llc inc plc llp pvt bhd kft oyj sarl"),
        compiled(_TAIL),
        "ORGANIZATION",
        0.7,
        _is_firm,
        True,
        True,
    ),
    Wording(
        "bank",
        word_set("bank"),
        compiled(r"(?<![\w'’&-])(?P<x><W>(?: (?:<W>|&|of)){0,3}) $"),
        "ORGANIZATION",
        0.65,
        _is_bank,
        True,
        True,
    ),
    Wording(
        "law",
        word_set("law solicitors attorneys advocates abogados advocaten rechtsanwalte avvocati"),
        compiled(
            r"(?<![\w'’&-])(?P<x>[^\W\d_a-z][\w'’-]+(?:,? (?:& |and |y "
            r")?[^\W\d_a-z][\w'’-]+){1,4}) $"
        ),
        "ORGANIZATION",
        0.75,
        is_own_name,
        True,
        True,
    ),
    Wording(
        "school",
        word_set(
            "colegio college lycee escuela escola ecole gymnasium liceo ies grundschule "
            "realschule istituto kita hauptschule gesamtschule instituto albergue residencia "
            "caserma parrocchia"
        ),
        compiled(
            r"(?P<x>(?:Colegio|Coll[èe]ge|Lyc[ée]e|Escuela|Escola|[ÉE]cole|Gymnasium|Liceo|IES|"
            r"Grundschule|"
            r"Realschule|Kita|Hauptschule|Gesamtschule|Albergue|Residencia|Caserma|Parrocchia) "
            + REST
            + r")"
        ),
        "ORGANIZATION",
        0.75,
        is_own_name,
    ),
    Wording(
        "insurer",
        word_set(
            "insurance insurer eps payer krankenkasse versicherung employer kasse "
            "krankenversicherung mutuelle aseguradora versichert arbeitgeber employeur company"
        ),
        compiled(
            r"(?:(?:Insurance|INSURANCE|Insurer|EPS|Payer|Krankenkasse|Versicherung|Employer|"
            r"Kasse|Mutuelle|"
            r"Aseguradora|Arbeitgeber|Employeur)[ ]?[:=][ ]?)(?P<x>[^\W\d_a-z][\w'’&-]*(?: "
            r"[^\W\d_a-z][\w'’&-]*){0,3})"
        ),
        "ORGANIZATION",
        0.75,
        _is_firm,
    ),
    Wording(
        "fund",
        word_set("bkk aok ikk"),
        compiled(r"(?P<x>(?:BKK|AOK|IKK)(?: <W>(?: <W>)?)?)(?!\w)"),
        "ORGANIZATION",
        0.8,
        _is_fund,
    ),
)
ORGANIZATION_WORDINGS = Wordings(_TABLE)
"""Employers, schools, insurers, law offices, advisory services, heads of departments' pages."""
