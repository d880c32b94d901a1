"""Phrases in which a care site or an organization stands, in English and other languages."""

from __future__ import annotations

from spacy_deid.detect.lexicon import CALENDAR, COMMON, FUNCTION, GUARDED, NAME
from spacy_deid.detect.scan import Scan
from spacy_deid.detect.site_words import PHARMA
from spacy_deid.detect.wordings import Wording, Wordings, anything, compiled, is_own_name


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LINK = (
    r"(?:(?:de|del|de la|de los|di|da|do|dos|du|des|van|von|of|the|of the|y|e|St\.?|Ste|"
    r"'t) |d'|l'|la |l’|d’)"
)
_REST = r"(?:" + _LINK + r"){0,2}<W>(?:[ ](?:" + _LINK + r"){0,2}<W>){0,3}"
_UNITS = frozenset(
    "ips imc nippv niv cpap bipap hfnc pmd osh rrt ecmo edtc simv "
    "ed er ae icu itu hdu micu sicu picu nicu ccu cicu pacu opd ip op or ot lab ward clinic "
    "theatre "
    "us uk usa eu gp gps cdc fda ema mhra pmda snf ltac rehab home hospital emergency urgent ems "
    "ccf "
    "hiv tb icd who nhs va pcp obgyn ob cath ct mri ecg ekg eeg pt ot hcp hcps mah bcc dvt covid "
    "ips imc step stepdown pfizer hospice ambulance outpatient inpatient nh alf medwatch vaers "
    "ime mgh mtf rx".split()
)
"""Capitals behind 'sent to' and the like that are no site of their own."""


def _is_acronym(scan: Scan, first: int, end: int) -> bool:
    """Judge 'UNN' or 'KNH' behind a verb of movement: not a ward, a body or a known word."""
    flags = scan.flags[first]
    low = scan.low[first]
    if (
        low in _UNITS
        or low.endswith(("icu", "ccu", "itu", "hdu"))
        or flags & (GUARDED | FUNCTION | COMMON | CALENDAR)
    ):
        return False
    return not scan.bare_case(first)


def _is_surgery(scan: Scan, first: int, end: int) -> bool:
    """Judge 'Millbrook Surgery': a practice, no operation."""
    head = end - 1
    if not scan.words[head][0].isupper() or scan.bare_case(head):
        return False
    if any(scan.low[at].endswith(_OPERATED) for at in range(first, head)):
        return False
    return is_own_name(scan, first, head)


_OPERATED = ("ic", "al", "ion", "ectomy", "plasty", "scopy", "ar", "ary", "oid", "ive", "ry")


def _is_bare_site(scan: Scan, first: int, end: int) -> bool:
    """Judge 'Sheba' or 'Haukeland' behind a verb of movement: an unlisted word or a surname."""
    if scan.words[first].isupper() or len(scan.words[first]) < 4:
        return False
    for at in range(first, end):
        flags = scan.flags[at]
        if scan.words[at].isalpha() and flags & ~NAME or scan.low[at] in _UNITS:
            return False
    return True


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
        _set(
            "ysbyty meddygfa kispi przychodnia puskesmas cesfam consultorio ospedale policlinico "
            "policlinica poliklinika hopital spital klinikum krankenhaus kreiskrankenhaus sairaala "
            "universitatsklinikum universitatsspital stadtspital kantonsspital bezirkskrankenhaus "
            "nemocnice szpital bolnica spitalul bolnitsa ziekenhuis sygehus lasarettet rsud rsup "
            "rumkit sjukhuset landeskrankenhaus landesklinikum kinderspital kinderkrankenhaus "
            "ambulatorio posyandu maternite maternidad maternidade sanatorio hastanesi "
            "polyclinique "
            "klinik clinica clinique uniklinik uniklinikum apotheke pharmacie farmacia apteka "
            "farmacie patika eczanesi apotek apoteket lekarna ljekarna ambulanz"
        ),
        compiled(
            r"(?P<x>\w+(?:['’]r)? (?:(?:"
            + _LINK
            + r"){0,2}<W>)(?: (?:"
            + _LINK
            + r"){0,2}<W>){0,3})"
        ),
        "HOSPITAL",
        0.75,
        is_own_name,
    ),
    Wording(
        "headed.phrase",
        _set(
            "centre centro hospital ch chu chr chru kentro medisch medizinisches centrum rumah "
            "benh "
            "policlinico azienda presidio poliambulatorio unidad unidade posto puesto posta "
            "uniwersytecki "
            "wojewodzki klinik samodzielny miejski casa clinica"
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
            + _REST.replace("<W>", r"(?:<W>|nr \d+|No\.? ?\d+)")
            + r")"
        ),
        "HOSPITAL",
        0.85,
        anything,
    ),
    Wording(
        "numbered",
        _set("polyclinic policlinic hospital clinic szpital kliniczny poliklinika dispensary ward"),
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
        _set("our"),
        compiled(r"(?P<x>Our Lady of (?:the )?<W>(?: <W>)?)"),
        "HOSPITAL",
        0.8,
        anything,
    ),
    Wording(
        "affiliated",
        _set("affiliated people peoples the first second third fourth teaching general"),
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
        _set(
            "vamc legevakt legesenter terveyskeskus terveysasema hauora hosp legekontor "
            "vardcentral "
            "dispensary korhaz klinika hastanesi eczanesi apotek gezondheidscentrum "
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
        _set("lab clinic ward ed er opd icu hospital emergency"),
        compiled(r"(?:^|[ (])(?:at|to|from|in|by) (?:the )?(?P<x>[A-Z]{3,5}) $"),
        "HOSPITAL",
        0.7,
        _is_acronym,
        True,
    ),
    Wording(
        "surgery",
        _set("surgery practice"),
        compiled(r"(?:\b(?:at|to|from|of|by)|[,(]) (?:[Tt]he )?(?P<x><W>(?: <W>)?) $"),
        "HOSPITAL",
        0.7,
        _is_surgery,
        True,
        True,
    ),
    Wording(
        "moved",
        _set(
            "transferred transfer referred admitted taken rushed airlifted sent surgery operated "
            "took "
            "drove driven brought flown hospitalised hospitalized helicoptered escalated moved "
            "medevaced"
        ),
        compiled(r"\w+ " + _MOVED + r"(?P<x>[A-Z]{3,6})(?![\w.-]\w)" + _AFTER),
        "HOSPITAL",
        0.65,
        _is_acronym,
    ),
    Wording(
        "moved.name",
        _set(
            "transferred transfer referred admitted taken rushed airlifted sent surgery operated "
            "took "
            "drove driven brought flown hospitalised hospitalized escalated medevaced"
        ),
        compiled(r"\w+ " + _MOVED + r"(?P<x><W>(?: <W>)?)(?![\w.-]\w)" + _AFTER),
        "HOSPITAL",
        0.6,
        _is_bare_site,
    ),
    Wording(
        "practice",
        _set("practice praktijk surgery pharmacy"),
        compiled(r"(?:practice|praktijk) (?P<x><W> (?:& )?<W>)"),
        "HOSPITAL",
        0.65,
        is_own_name,
    ),
)

SITE_WORDINGS = Wordings(_TABLE)
"""Care sites."""

_ORG_TAIL = r"(?<![\w'’&-])(?P<x><W>(?:,? (?:<W>|&|and|of|de)){0,4}),? $"


def _is_firm(scan: Scan, first: int, end: int) -> bool:
    """Judge the name before a legal form: no maker of drugs, and not plain words alone."""
    if any(scan.low[at].startswith(PHARMA) for at in range(first, end)):
        return False
    return is_own_name(scan, first, end)


def _is_bank(scan: Scan, first: int, end: int) -> bool:
    """Judge the words before 'Bank': a blood bank is none."""
    if scan.low[end - 1] in {
        "blood",
        "tissue",
        "eye",
        "food",
        "milk",
        "sperm",
        "bone",
        "data",
        "west",
    }:
        return False
    return is_own_name(scan, first, end)


_ORG_TABLE = (
    Wording(
        "legal",
        _set("gmbh ltd llc inc plc llp pvt bhd kft oyj sarl"),
        compiled(_ORG_TAIL),
        "ORGANIZATION",
        0.7,
        _is_firm,
        True,
        True,
    ),
    Wording(
        "bank",
        _set("bank"),
        compiled(r"(?<![\w'’&-])(?P<x><W>(?: (?:<W>|&|of)){0,3}) $"),
        "ORGANIZATION",
        0.65,
        _is_bank,
        True,
        True,
    ),
    Wording(
        "law",
        _set("law solicitors attorneys advocates abogados advocaten rechtsanwalte avvocati"),
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
        _set(
            "colegio college lycee escuela escola ecole gymnasium liceo ies grundschule realschule "
            "istituto kita hauptschule gesamtschule instituto albergue residencia caserma "
            "parrocchia"
        ),
        compiled(
            r"(?P<x>(?:Colegio|Coll[èe]ge|Lyc[ée]e|Escuela|Escola|[ÉE]cole|Gymnasium|Liceo|IES|"
            r"Grundschule|"
            r"Realschule|Kita|Hauptschule|Gesamtschule|Albergue|Residencia|Caserma|Parrocchia) "
            + _REST
            + r")"
        ),
        "ORGANIZATION",
        0.75,
        is_own_name,
    ),
    Wording(
        "insurer",
        _set(
            "insurance insurer eps payer krankenkasse versicherung employer kasse "
            "krankenversicherung "
            "mutuelle aseguradora versichert arbeitgeber employeur company"
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
        _set("bkk aok ikk"),
        compiled(r"(?P<x>(?:BKK|AOK|IKK)(?: <W>(?: <W>)?)?)(?!\w)"),
        "ORGANIZATION",
        0.8,
        anything,
    ),
)
ORGANIZATION_WORDINGS = Wordings(_ORG_TABLE)
"""Employers, schools, insurers, law offices."""
