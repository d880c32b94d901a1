"""Words inside the names of care sites and organizations."""

from __future__ import annotations

GENERIC = frozenset(
    "regional medical community general local county city district national central public private "
    "state health healthcare care hospital clinic urgent emergency acute primary family women "
    "womens children childrens pediatric paediatric surgery surgical eye dental heart cancer "
    "rehabilitation rehab outpatient inpatient walk in mental psychiatric teaching university "
    "memorial veterans va military army the a an this that our his her another other and of for er "
    "ed icu pain wound sleep diabetes infusion vaccine vaccination vaccinations covid flu drive "
    "thru mass immunization travel nursing home assisted living skilled senior retirement long "
    "term s service services system group practice center centre centers associates physicians "
    "specialty specialist retail mail order online high middle elementary secondary grade junior "
    "grammar preschool day daycare law medicine dentistry pharmacy doctor doctors nurse patient "
    "patients free new old large small nearby nearest different same first second after before "
    "admitted visited went seen at to from is was i he she they we my mother father company church "
    "base facility agency department office unit oncology cardiology neurology dermatology "
    "orthopedic orthopaedic gynecology internal fertility ent transplant burn trauma allergy "
    "asthma kidney dialysis liver lung stroke spine hand foot sports physical therapy occupational "
    "student campus college school veterinary animal chest hematology urology infectious disease "
    "diseases tropical hospitals clinics compounding chain independent adult vaccines date "
    "significant resolved concussion course stay level head neck nose shot shots follow up visit "
    "visits fair booth site sites mobile pop pre post on off main several many most reporting "
    "unknown unspecified various temporary field neighborhood neighbourhood workplace work "
    "employer employee corporate".split()
)
BEFORE_WEAK = frozenset(
    "medical health healthcare cancer heart surgery surgical care rehabilitation rehab eye dental "
    "trauma diagnostic imaging wellness hospital nursing oncology birth dialysis clinic hospice "
    "family pediatric pediatrics physicians orthopedic women vaccination recovery convention "
    "senior community surgeons".split()
)
"""Words that make a site of a weak head such as 'center' behind them."""
PARTLY = frozenset({"memorial", "university", "general", "children", "childrens", "veterans", "va"})
RIGHT_LINKS = frozenset(
    {
        "of",
        "de",
        "del",
        "della",
        "di",
        "do",
        "da",
        "des",
        "du",
        "la",
        "the",
        "los",
        "las",
        "st",
        "saint",
        "san",
        "santa",
        "im",
        "am",
        "zu",
    }
)
ROMANCE_HEADS = frozenset(
    "hopital ospedale clinique clinica szpital nemocnice hospital policlinico hospices apotheke "
    "pharmacie farmacia apteka klinik klinikum universitatsklinikum centre policlinica istituto "
    "institut".split()
)
FORTS = frozenset({"fort", "ft", "camp", "naval", "joint"})
WORK = frozenset({"works", "worked", "working", "employed", "employee", "employer", "teaches"})
WORK_BETWEEN = frozenset("as a an the full part time - currently previously also".split())
AMBIGUOUS_CHAINS = frozenset(
    {
        "boots",
        "target",
        "giant",
        "acme",
        "meijer",
        "wellness",
        "genoa",
        "superdrug",
        "albertsons",
        "safeway",
        "well",
        "day",
        "lloyds",
        "optum",
        "weis",
        "harmons",
        "fry",
        "jewel",
        "vons",
        "stop",
    }
)
SITE_WORDS = frozenset(
    "sacred mercy providence samaritan holy trinity blessed sunrise evergreen lakeside riverside "
    "northside southside westside eastside highland highlands lakeview parkview fairview bayview "
    "baptist methodist presbyterian lutheran adventist jewish catholic redeemer charity deaconess "
    "shriners royal oakwood brookside hillside woodlands greenfield northwest southwest northeast "
    "southeast foothills bayside seaside cedar cedars maple oak pine willow elm".split()
)
HEAD_ENDINGS = ("sjukhus", "sjukhuset", "sykehus", "sykehuset", "sygehus", "klinik", "klinikum",
                 "kliniken", "krankenhaus", "spital", "ziekenhuis", "sairaala", "hospital",
                 "lasarett", "lazarett", "klinikken")  # fmt: skip
SAINTS = frozenset({"st", "saint", "ste", "san", "santa", "sankt", "sint"})
PHARMA = ("pharma", "biotech", "therapeut", "vaccin", "laborato", "medic", "lifescience", "bio",
           "healthcare", "drug", "generic", "farma", "arzneimittel", "chem", "remed")  # fmt: skip
"""How words begin that makers of drugs have in their names."""
FIRMS = frozenset("gmbh inc llc ltd plc company corporation".split())
LINK = (
    r"(?:(?:de|del|de la|de los|di|da|do|dos|du|des|van|von|of|the|of the|y|e|St\.?|Ste|"
    r"'t) |d'|l'|la |l’|d’)"
)
REST = r"(?:" + LINK + r"){0,2}<W>(?:[ ](?:" + LINK + r"){0,2}<W>){0,3}"
"""Patterns of the small words inside a name, and of what follows the head of a name."""
