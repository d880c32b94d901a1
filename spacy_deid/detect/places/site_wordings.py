"""Phrases in which a care site stands, in English and other languages."""

from __future__ import annotations

from spacy_deid.detect.places import site_words
from spacy_deid.detect.words.cues import word_set
from spacy_deid.detect.words.lexicon import CALENDAR, COMMON, FUNCTION, GUARDED, NAME
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import Wording, Wordings, anything, compiled, is_own_name

_UNITS = word_set(
    "ips imc nippv niv cpap bipap hfnc pmd osh rrt ecmo edtc simv ed er ae icu itu hdu micu sicu "
    "picu nicu ccu cicu pacu opd ip op or ot lab ward clinic theatre us uk usa eu gp gps cdc fda "
    "ema mhra pmda snf ltac rehab home hospital emergency urgent ems ccf hiv tb icd who nhs va "
    "pcp obgyn ob cath ct mri ecg ekg eeg pt hcp hcps mah bcc dvt covid step stepdown pfizer "
    "hospice ambulance outpatient inpatient nh alf medwatch vaers ime mgh mtf rx"
)
"""Capitals behind 'sent to' and the like that are no site of their own."""
_OPERATED = ("ic", "al", "ion", "ectomy", "plasty", "scopy", "ar", "ary", "oid", "ive", "ry")
"""How words before 'surgery' end that say what was operated."""


def is_acronym(scan: Scan, first: int, end: int) -> bool:
    """Judge 'UNN' or 'KNH' behind a verb of movement: not a ward, a body or a known word."""
    flags = scan.flags[first]
    low = scan.low[first]
    if low in _UNITS or low.endswith(("icu", "ccu", "itu", "hdu")):
        return False
    return not flags & (GUARDED | FUNCTION | COMMON | CALENDAR) and not scan.bare_case(first)


def _is_surgery(scan: Scan, first: int, end: int) -> bool:
    """Judge 'Millbrook Surgery': a practice, no operation."""
    head = end - 1
    if not scan.words[head][0].isupper() or scan.bare_case(head):
        return False
    if any(scan.low[at].endswith(_OPERATED) for at in range(first, head)):
        return False
    return is_own_name(scan, first, head)


def _is_bare_site(scan: Scan, first: int, end: int) -> bool:
    """Judge 'Sheba' or 'Haukeland' behind a verb of movement: an unlisted word or a surname."""
    if scan.words[first].isupper() or len(scan.words[first]) < 4:
        return False
    for at in range(first, end):
        flags = scan.flags[at]
        if scan.words[at].isalpha() and flags & ~NAME or scan.low[at] in _UNITS:
            return False
    return True


_MOVES = word_set(
    "transferred transfer referred admitted taken rushed airlifted sent surgery operated took "
    "drove driven brought flown hospitalised hospitalized escalated medevaced"
)
_MOVED = (
    r"(?:(?:him|her|me|us|them|it|over|there|the patient|patient|pt|mother|by ambulance|again|back|"
    r"straight|immediately|directly|same day|urgently) ){0,2}(?:to|at|from|by|into|in) (?:the )?"
)
_AFTER = (
    r"(?=[.;:)\n]|,(?! [A-Z]{2}\b)| (?:and|where|by|with|for|via|on|who|they|she|he|but|in|"
    r"-|–|ED|ER|A&E|ICU|lab|clinic|ward|OPD|IPS)\b|$)"
)

_TABLE = (
    Wording(
        "headed.foreign",
        word_set(
            "ysbyty meddygfa kispi przychodnia puskesmas cesfam consultorio ospedale policlinico "
            "policlinica poliklinika hopital spital klinikum krankenhaus kreiskrankenhaus "
            "sairaala universitatsklinikum universitatsspital stadtspital kantonsspital "
            "bezirkskrankenhaus nemocnice szpital bolnica spitalul bolnitsa ziekenhuis sygehus "
            "lasarettet rsud rsup rumkit sjukhuset landeskrankenhaus landesklinikum kinderspital "
            "kinderkrankenhaus ambulatorio posyandu maternite maternidad maternidade sanatorio "
            "hastanesi polyclinique klinik clinica clinique uniklinik uniklinikum apotheke "
            "pharmacie farmacia apteka farmacie patika eczanesi apotek apoteket lekarna ljekarna "
            "ambulanz"
        ),
        compiled(
            r"(?P<x>\w+(?:['’]r)? (?:(?:"
            + site_words.LINK
            + r"){0,2}<W>)(?: (?:"
            + site_words.LINK
            + r"){0,2}<W>){0,3})"
        ),
        "HOSPITAL",
        0.75,
        is_own_name,
    ),
    Wording(
        "headed.phrase",
        word_set(
            "centre centro hospital ch chu chr chru kentro medisch medizinisches centrum rumah "
            "benh policlinico azienda presidio poliambulatorio unidad unidade posto puesto posta "
            "uniwersytecki wojewodzki klinik samodzielny miejski casa clinica"
        ),
        compiled(
            r"(?P<x>(?:Centre [Hh]ospitalier(?: [Uu]niversitaire| [Rr][ée]gional| Intercommunal)?|"
            r"CHR?U?|"
            r"Centro de [Ss]alud|Centro [Mm][ée]dico|Centro de [Ss]a[úu]de|Centro Hospitalar|"
            r"Hospital [Uu]niversit[aá]rio|Hospital (?:Cl[íi]nico|General|Civil|Regional|Comarcal|"
            r"Nacional|Geral|"
            r"Municipal|Distrital|Infantil)(?: [Uu]niversit[aá]rio)?|Kentro Ygeias|Medisch "
            r"Centrum|Medizinisches Zentrum|"
            r"Rumah Sakit(?: Umum)?(?: Daerah)?|B[ệe]nh vi[ệe]n|Azienda Ospedaliera|Presidio "
            r"Ospedaliero|"
            r"Unidad de Salud|Unidade de Sa[úu]de|Posto de Sa[úu]de|Puesto de Salud|Klinik "
            r"Kesihatan|"
            r"(?:Uniwersytecki|Wojew[óo]dzki|Miejski|Samodzielny)(?: <W>)? Szpital|Casa di Cura|"
            r"Santa Casa) "
            r"(?:(?:Dr\.?a?|Prof\.?|Sta?\.?|San|Santa) )?"
            + site_words.REST.replace("<W>", r"(?:<W>|nr \d+|No\.? ?\d+)")
            + r")"
        ),
        "HOSPITAL",
        0.85,
        anything,
    ),
    Wording(
        "numbered",
        word_set(
            "polyclinic policlinic hospital clinic szpital kliniczny poliklinika dispensary ward"
        ),
        compiled(
            r"(?P<x>(?:(?:City|Municipal|Children['’]s|Central|Regional) )?(?:Polyclinic|"
            r"Policlinic|"
            r"Poliklinika|Clinic|Hospital|Dispensary|Szpital Kliniczny) (?:No\.?|nr\.?|Nr\.?|#|"
            r"№) ?\d{1,3})\b"
        ),
        "HOSPITAL",
        0.85,
        anything,
    ),
    Wording(
        "our.lady",
        word_set("our"),
        compiled(r"(?P<x>Our Lady of (?:the )?<W>(?: <W>)?)"),
        "HOSPITAL",
        0.8,
        anything,
    ),
    Wording(
        "affiliated",
        word_set("affiliated people peoples the first second third fourth teaching general"),
        compiled(
            r"(?P<x>(?:[Tt]he )?(?:(?:First|Second|Third|Fourth|Fifth|Sixth|\d+(?:st|nd|rd|th)) )?"
            r"(?:Affiliated|People['’]s|Central|Teaching|Medical)?(?: ?General|"
            r" ?People['’]s)? ?Hospital (?:of|,) "
            r"<W>(?: (?:<W>|of|and|&)){0,3} (?:University|College|City|Province|Academy)(?: of "
            r"<W>(?: <W>)?)?)"
        ),
        "HOSPITAL",
        0.85,
        anything,
    ),
    Wording(
        "tailed",
        word_set(
            "vamc legevakt legesenter terveyskeskus terveysasema hauora hosp legekontor "
            "vardcentral dispensary korhaz klinika hastanesi eczanesi apotek gezondheidscentrum "
            "huisartsenpraktijk zorgcentrum verpleeghuis sykehjem seniorenheim pflegeheim phc chc "
            "gyogyszertar rendelo bolnica nemocnice eldercare ospital"
        ),
        compiled(
            r"(?<![\w'’-])(?P<x>(?:[Tt]he )?(?:(?:St\.?|Ste|Mt\.?) )?<W>(?: (?:<W>|of|&)){0,3}) $"
        ),
        "HOSPITAL",
        0.75,
        is_own_name,
        True,
        True,
    ),
    Wording(
        "acronym.unit",
        word_set("lab clinic ward ed er opd icu hospital emergency"),
        compiled(r"(?:^|[ (])(?:at|to|from|in|by) (?:the )?(?P<x>[A-Z]{3,5}) $"),
        "HOSPITAL",
        0.7,
        is_acronym,
        True,
    ),
    Wording(
        "surgery",
        word_set("surgery practice"),
        compiled(r"(?:\b(?:at|to|from|of|by)|[,(]) (?:[Tt]he )?(?P<x><W>(?: <W>)?) $"),
        "HOSPITAL",
        0.7,
        _is_surgery,
        True,
        True,
    ),
    Wording(
        "moved",
        _MOVES | {"helicoptered", "moved"},
        compiled(r"\w+ " + _MOVED + r"(?P<x>[A-Z]{3,6})(?![\w.-]\w)" + _AFTER),
        "HOSPITAL",
        0.65,
        is_acronym,
    ),
    Wording(
        "moved.name",
        _MOVES,
        compiled(r"\w+ " + _MOVED + r"(?P<x><W>(?: <W>)?)(?![\w.-]\w)" + _AFTER),
        "HOSPITAL",
        0.6,
        _is_bare_site,
    ),
    Wording(
        "practice",
        word_set("practice praktijk surgery pharmacy"),
        compiled(r"(?:practice|praktijk) (?P<x><W> (?:& )?<W>)"),
        "HOSPITAL",
        0.65,
        is_own_name,
    ),
)

SITE_WORDINGS = Wordings(_TABLE)
"""Care sites."""
