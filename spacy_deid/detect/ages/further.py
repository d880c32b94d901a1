"""Rarer ways to write an age: other languages, relatives, birthdays, years with months."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.children import of_children
from spacy_deid.detect.ages.contexts import make_age
from spacy_deid.detect.calendar.anchors import DIGITS, Scan
from spacy_deid.detect.dates.guards import INFANT

_TENS = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
_YEARS = r"(?:jahre?|j\.|años|ans|anni|anos|jaar|år|lat|let|tahun|éves|ani|godina|yaş|vuotta|tuổi)"
_PERSON = (
    r"(?:man|woman|boy|girl|lady|gentleman|teenager|youth|child|toddler|hombre|mujer|homme|femme|"
    r"niñ[oa]|enfant|uomo|donna|homem|mulher|mann|frau|paciente|paziente|señora?|varón|patiente?|"
    r"fille|garçon|bébé|nourrisson|fill[oe]|bambin[oa]|lactante|criança|menin[oa]|vrouw|meisje|"
    r"jongen|kind|mädchen|junge|kvinna|kvinde|kvinne|pojke|flicka|dreng|pige|gutt|jente|barn)"
)
_BETWEEN = (
    r"(?<!\w)(?:patient|man|woman|male|female|lady|gentleman|person|consumer|boy|girl|child)\s"
    r"(?:was\s|is\s)?(?:aged?\s)?between\s"
)
_PEOPLE_UNITS = (
    r"(?:ans(?:\set\sdemi)?|mois|jours|años(?:\sy\smedio)?|meses|días|anni|mesi|giorni|anos|"
    r"jahren?|monaten?|wochen|tagen?|jaar|maanden|år|månader|måneder|lat|miesięcy)"
)
_SCALES = (
    ("month", ("month", "mois", "mes", "monat", "maand", "mån", "mies")),
    ("week", ("woch",)),
    ("day", ("jour", "día", "giorn", "tag")),
)
_FORMS: tuple[tuple[str, str], ...] = (
    (
        "foreign_field",
        r"(?<!\w)(?:alter|edad|âge|età|idade|leeftijd|ålder|alder|wiek|ikä|yaş|umur|életkor|vârsta|"
        rf"starost)(?:\s?[:=]\s?|\s)(?P<a>(?P<v>\d{{1,3}})(?:(?<=[:=]\s\d\d)|(?<=[:=]\d\d)|"
        rf"\s?{_YEARS}))"
        r"(?![\w%])",
    ),
    (
        "foreign_adjective",
        r"(?<![\w.,/])(?P<a>(?P<v>\d{1,3})[-\s]?(?:jährige?[rnms]?|årige?|åriga|jarige|"
        r"letni\w{0,4}|éves|"
        r"vuotia\w{1,3}|yaşında|år gamm[ea]l|jaar oud|jahre alt))(?!\w)",
    ),
    (
        "foreign_of",
        rf"(?<!\w){_PERSON}\s(?:de|di|von|på|van|à)\s(?P<a>(?P<v>\d{{1,3}})\s(?P<u>{_PEOPLE_UNITS})"
        r"(?:\sde\sedad|\sd['’]âge|\sde\sidade|\sdi\setà)?)(?!\w)",
    ),
    (
        "foreign_aged",
        r"(?<!\w)(?:âgée?s?\sde|agée?s?\sde|à\sl['’]âge\sde|edad\sde|im\salter\svon|alter\svon|"
        r"(?:all['’]|di\s|d['’])età\sdi|idade\sde|in\sde\sleeftijd\svan|i\sen\sålder\sav|w\swieku)\s"
        rf"(?P<a>(?P<v>\d{{1,3}})\s(?P<u>{_PEOPLE_UNITS}))(?!\w)",
    ),
    (
        "foreign_behind",
        r"(?<![\w.,/])(?P<a>(?P<v>\d{1,3})\s(?P<u>ans|mois|años|meses|anni|mesi|anos)\s"
        r"(?:de\sedad|d['’]âge|de\sidade|di\setà))(?!\w)",
    ),
    (
        "foreign_sexed",
        r"(?<!\w)(?:kvinna|kvinde|kvinne|mężczyzna|kobieta|vrouw|mann|frau|man|donna|uomo|homme|femme|"
        rf"patientin|patiente?|paciente|paziente|pacjent(?:ka)?),?\s(?P<a>(?P<v>\d{{1,3}})\s{_YEARS})(?!\w)",
    ),
    (
        "of_number",
        rf"(?<!\w){_PERSON}\sof\s(?P<a>(?P<v>[1-9]\d?))(?=[,;.)]|\s(?:with|who)\b)(?!,\d|\.\d)",
    ),
    (
        "between",
        rf"{_BETWEEN}(?P<a>(?P<v>\d{{1,3}}))\sand\s\d{{1,3}}\s(?P<u>years|yrs?|months)(?!\w)",
    ),
    (
        "between",
        rf"{_BETWEEN}\d{{1,3}}\sand\s(?P<a>(?P<v>\d{{1,3}})\s(?P<u>years|yrs?|months)"
        r"(?:\sof\sage|\sold)?)(?!\w)",
    ),
    (
        "birthday",
        r"(?<![\w.])(?P<a>(?P<v>1?\d{1,2})(?:st|nd|rd|th))\s(?:birthday)(?!\w)",
    ),
    (
        "years_months",
        r"(?<![\w.,/])(?P<a>(?P<v>\d{1,2})\s?(?:y|yrs?|"
        r"years?)\.?,?\s?(?:and\s)?\d{1,2}\s?(?:m|mos?|mths?|months?))"
        r"(?![\w/])(?!\s(?:later|ago|after|of|course|history|follow|prior|before|post|duration))",
    ),
    (
        "day_of_life",
        r"(?<!\w)(?P<a>(?:day|d)\s?(?P<v>\d{1,3})\sof\slife)(?!\w)",
    ),
    (
        "fraction",
        r"(?<![\w./])(?P<a>(?P<v>\d{1,2})/(?:(?:12|52)\s?(?:old|of age)|52(?="
        rf"{INFANT})))(?!\w)",
    ),
    (
        "sign",
        r"(?:[♀♂]\s?(?P<a>(?P<v>\d{1,3}))(?!\d|[.,/]\d)|(?<![\w.,/])(?P<b>(?P<w>\d{1,3}))\s?[♀♂])",
    ),
    (
        "relation",
        r"(?<!\w)[wsdc]/o\.?\s(?:[^\W\d_]+\s?){1,3}[,\s(]\s?(?P<a>(?P<v>\d{1,3})\s?(?:y|yrs?|"
        r"years?))(?!\w)",
    ),
    (
        "ish",
        r"(?<![\w.,/])(?P<a>(?P<v>[2-9]\d)[-\s]?ish)(?=\s(?:year|yr|y/?o|male|female|man|"
        r"woman|lady|patient)|[,;.)])",
    ),
    (
        "died",
        r"(?<!\w)(?:died|passed away|death|deceased)\sat\s(?P<a>(?P<v>\d{1,3}))(?=[,;.)]|"
        r"\s(?:of|from)\b)(?!\.\d|,\d)",
    ),
    (
        "will_be",
        r"(?<!\w)(?:i|he|she|who)(?:['’](?:ll|d)|\swill|\swould)\s(?:soon\s|"
        r"now\s)?be\s(?P<a>(?P<v>\d{1,3}))"
        r"(?=[,;.)]|\s(?:next|in|this|on|years|now)\b)(?!\.\d|,\d)",
    ),
    (
        "first_person",
        r"(?<!\w)im\s(?P<a>(?P<v>\d{1,2})\s?(?:y|yrs?|years?(?:\sold)?))(?!\w)",
    ),
    (
        "kin_bracket",
        r"(?<!\w)(?:wife|husband|son|daughter|mother|father|mum|mom|dad|brother|sister|niece|"
        r"nephew|"
        r"aunt|uncle|grand(?:son|daughter|mother|father)|partner|girlfriend|boyfriend|child|baby|"
        r"neighbou?r|cousin)\s\((?P<a>(?P<v>\d{1,2}))(?=\)|,\s)",
    ),
    (
        "sex_bracket",
        r"(?<!\w)(?:patient|pt|pat|name|subject)\.?:?\s(?P<a>(?P<v>\d{1,3}))\s?/\s?[mf](?![\w/])",
    ),
    (
        "sex_comma",
        r"(?:(?<=\()|(?<=\| )|(?<=, )|(?<=; ))(?:m|f|male|female|w)[,;/]\s?(?P<a>(?P<v>[1-9]\d?))"
        r"(?=\)|,\s(?!\d)|;|\s\||\s?y\b)",
    ),
    (
        "comma_sex",
        r"(?:(?<=\()|(?<=\| )|(?<=, )|(?<=; ))(?P<a>(?P<v>[1-9]\d?))(?:,|;|\s\|)\s?"
        r"(?:m|f|male|female)(?=\)|,\s|;|\s\|)",
    ),
    (
        "sex_first",
        r"(?:\A|\n|(?<=patient )|(?<=patient: )|(?<=pt )|(?<=pt: "
        r"))[ \t]*[mf]\s?(?P<a>(?P<v>[1-9]\d))(?=,\s|\s(?:with|who|yo|y)\b)",
    ),
)
_COMPILED = [(name, re.compile(pattern)) for name, pattern in _FORMS]
_GATE = re.compile(
    r"(?:alter|edad|âge|età|idade|leeftijd|ålder|alder|wiek|ikä|yaş|umur|életkor|vârsta|"
    r"starost|jähr|"
    r"årig|jarig|letni|éves|vuotia|yaşında|år\b|jaar|jahre|\bans\b|años|\banos\b|\banni\b|\blat\b|"
    r"\bmois\b|meses|\bmesi\b|monate|maand|månad|måned|miesięcy|\bjours\b|giorni|\bdías\b|wochen|\btagen?\b|"
    r"\bof\s\d+(?:[,;.)]|\s(?:with|who))|birthday|\d\s?y|of life|/12|/52|[♀♂]|\dish|\d-ish|"
    r"between \d|\d and \d{1,3} [ym]|(?:died|away|death|deceased) at |"
    r"\bbe \d|\bim \d|[a-z] \(\d+[,)]|/\s?[mf]\b|"
    r"\b(?:m|f|male|female|w)[,;/]?\s?\d|\d[,;|\s]\s?(?:\|\s)?(?:m|f|male|female)\b)"
)
"""What stands near a number in one of the forms: a cheap look before the patterns are tried."""
_LISTED = re.compile(r"\d,?\s(?:and|&|\d{1,3},?\s(?:and|&))\s\d")
"""A list of numbers, of which one may be the age of a child."""
_NO_AGE = frozenset({" m", "mg", "ml", "mc", " d", " h", " p", " c", " i", " u", " k"})
"""Signs behind a number that none of the forms has."""
_MONTHS = tuple(" month| mos| mois| meses| mesi| monat| maand| måne| måna| mies| días".split("|"))
_WORDED = re.compile(rf"(?<!\w)(?:(?P<mid>mid[-\s])|early\s|late\s)(?P<t>{'|'.join(_TENS)})(?!\w)")
_THE = re.compile(r"\b(?:the|since|during)\s(?:\w+\s)?\Z")


def further_ages(scan: Scan, taken: Sequence[Proposal]) -> list[Proposal]:
    """Find ages in the rarer forms.

    scan: the text with its anchors.
    taken: disjoint proposals in order, dates and ages; nothing that overlaps them is given.
    RETURNS: disjoint AGE proposals in order of their start.
    """
    low = scan.low
    found: list[Proposal] = []
    others = iter(taken)
    other = next(others, None)
    for start, end, kinds in scan.anchors:
        if kinds is not DIGITS or end - start > 3:
            continue
        while other is not None and other.end <= start:
            other = next(others, None)
        if other is not None and other.start <= start:
            continue
        if low[end : end + 2] in _NO_AGE and not low.startswith(_MONTHS, end):
            continue
        if low[end : end + 1] in ":%+":
            continue
        if start > 1 and low[start - 1] in ".:-" and low[start - 2].isdigit():
            continue
        if _GATE.search(low, max(0, start - 12), end + 11) is not None:
            found += _at_number(low, start, end)
        if _LISTED.search(low, max(0, start - 9), end + 13) is not None:
            child = of_children(low, start, end)
            if child is not None:
                found.append(child)
    if "ties" in low:
        for match in _WORDED.finditer(low):
            if not _THE.search(low, max(0, match.start() - 20), match.start()):
                start = match.start() if match["mid"] else match.start("t")
                span = (start, match.end())
                value = float(_TENS[match["t"]])
                found.append(make_age(span, value, "decade", match.span("t"), "decade", 0.75))
    return _free(found, taken)


def _at_number(low: str, start: int, end: int) -> list[Proposal]:
    """Try the forms around the number from ``start`` to ``end``."""
    found = []
    for name, pattern in _COMPILED:
        for match in pattern.finditer(low, max(0, start - 60), end + 32):
            groups = match.groupdict()
            sign = "v" if groups["v"] is not None else "w"
            if match.start(sign) != start or not 0 < int(groups[sign]) <= contexts.OLDEST:
                continue
            if contexts.DURATION_BEFORE.search(low, max(0, match.start() - 30), match.start()):
                continue
            if name == "fraction":
                unit = "week" if "/52" in match[0] else "month"
            else:
                unit = "day" if name == "day_of_life" else _unit(groups.get("u") or "")
            span = match.span("a" if sign == "v" else "b")
            found.append(make_age(span, float(groups[sign]), unit, (start, end), "further", 0.75))
    return found


def _unit(word: str) -> str:
    """Give the unit that a word of another language names; 'year' for most."""
    return next((unit for unit, heads in _SCALES if word.startswith(heads)), "year")


def _free(found: list[Proposal], taken: Sequence[Proposal]) -> list[Proposal]:
    """Keep what overlaps neither the taken ones nor one another."""
    starts = [one.start for one in taken]
    kept: list[Proposal] = []
    last = 0
    for one in sorted(found, key=lambda p: (p.start, -p.end)):
        index = bisect_right(starts, one.start)
        if one.start < last or (index and taken[index - 1].end > one.start):
            continue
        if index < len(starts) and starts[index] < one.end:
            continue
        kept.append(one)
        last = one.end
    return kept
