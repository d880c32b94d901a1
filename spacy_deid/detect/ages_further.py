"""Rarer ways to write an age: other languages, relatives, birthdays, years with months."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect import ages_contexts as contexts
from spacy_deid.detect.ages_contexts import make_age

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
    r"niñ[oa]|enfant|uomo|donna|homem|mulher|mann|frau|paciente|paziente|señora?|varón)"
)
_FORMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "foreign_field",
        (
            "alter",
            "edad",
            "âge",
            "età",
            "idade",
            "leeftijd",
            "ålder",
            "alder",
            "wiek",
            "ikä",
            "yaş",
            "umur",
            "életkor",
            "vârsta",
            "starost",
        ),
        r"(?<!\w)(?:alter|edad|âge|età|idade|leeftijd|ålder|alder|wiek|ikä|yaş|umur|életkor|vârsta|"
        rf"starost)(?:\s?[:=]\s?|\s)(?P<a>(?P<v>\d{{1,3}})(?:(?<=[:=]\s\d\d)|(?<=[:=]\d\d)|"
        rf"\s?{_YEARS}))"
        r"(?![\w%])",
    ),
    (
        "foreign_adjective",
        (
            "jährig",
            "årig",
            "jarig",
            "letni",
            "éves",
            "vuotias",
            "yaşında",
            "gammel",
            "gammal",
            "jaar oud",
            "jahre alt",
        ),
        r"(?<![\w.,/])(?P<a>(?P<v>\d{1,3})[-\s]?(?:jährige?[rnms]?|årige?|åriga|jarige|"
        r"letni\w{0,4}|éves|"
        r"vuotia\w{1,3}|yaşında|år gamm[ea]l|jaar oud|jahre alt))(?!\w)",
    ),
    (
        "foreign_of",
        (" ans", " años", " anos", " anni", " år", " jahren"),
        rf"(?<!\w){_PERSON}\s(?:de|di|von|på|von)\s(?P<a>(?P<v>\d{{1,3}})\s(?:ans|años|anos|"
        rf"anni|år|jahren))(?!\w)",
    ),
    (
        "of_number",
        (" of ",),
        rf"(?<!\w){_PERSON}\sof\s(?P<a>(?P<v>[1-9]\d?))(?=[,;.)]|\s(?:with|who)\b)(?!,\d|\.\d)",
    ),
    (
        "birthday",
        ("birthday",),
        r"(?<![\w.])(?P<a>(?P<v>1?\d{1,2})(?:st|nd|rd|th))\s(?:birthday)(?!\w)",
    ),
    (
        "years_months",
        ("y", "yr", "year"),
        r"(?<![\w.,/])(?P<a>(?P<v>\d{1,2})\s?(?:y|yrs?|"
        r"years?)\.?,?\s?(?:and\s)?\d{1,2}\s?(?:m|mos?|mths?|months?))"
        r"(?![\w/])(?!\s(?:later|ago|after|of|course|history|follow|prior|before|post|duration))",
    ),
    (
        "day_of_life",
        ("of life",),
        r"(?<!\w)(?P<a>(?:day|d)\s?(?P<v>\d{1,3})\sof\slife)(?!\w)",
    ),
    (
        "fraction",
        ("/12", "/52"),
        r"(?<![\w./])(?P<a>(?P<v>\d{1,2})/(?:12|52)\s?(?:old|of age))(?!\w)",
    ),
    (
        "sign",
        ("♀", "♂"),
        r"(?:[♀♂]\s?(?P<a>(?P<v>\d{1,3}))(?!\d|[.,/]\d)|(?<![\w.,/])(?P<b>(?P<w>\d{1,3}))\s?[♀♂])",
    ),
    (
        "relation",
        ("/o ",),
        r"(?<!\w)[wsdc]/o\.?\s(?:[^\W\d_]+\s?){1,3}[,\s(]\s?(?P<a>(?P<v>\d{1,3})\s?(?:y|yrs?|"
        r"years?))(?!\w)",
    ),
    (
        "ish",
        ("ish",),
        r"(?<![\w.,/])(?P<a>(?P<v>[2-9]\d)[-\s]?ish)(?=\s(?:year|yr|y/?o|male|female|man|"
        r"woman|lady|patient)|[,;.)])",
    ),
    (
        "died",
        ("died at ", "passed away at ", "death at ", "deceased at "),
        r"(?<!\w)(?:died|passed away|death|deceased)\sat\s(?P<a>(?P<v>\d{1,3}))(?=[,;.)]|"
        r"\s(?:of|from)\b)(?!\.\d|,\d)",
    ),
    (
        "will_be",
        (" be ",),
        r"(?<!\w)(?:i|he|she|who)(?:['’](?:ll|d)|\swill|\swould)\s(?:soon\s|"
        r"now\s)?be\s(?P<a>(?P<v>\d{1,3}))"
        r"(?=[,;.)]|\s(?:next|in|this|on|years|now)\b)(?!\.\d|,\d)",
    ),
    (
        "first_person",
        ("im ",),
        r"(?<!\w)im\s(?P<a>(?P<v>\d{1,2})\s?(?:y|yrs?|years?(?:\sold)?))(?!\w)",
    ),
    (
        "kin_bracket",
        ("(",),
        r"(?<!\w)(?:wife|husband|son|daughter|mother|father|mum|mom|dad|brother|sister|niece|"
        r"nephew|"
        r"aunt|uncle|grand(?:son|daughter|mother|father)|partner|girlfriend|boyfriend|child|baby|"
        r"neighbou?r|cousin)\s\((?P<a>(?P<v>\d{1,2}))(?=\)|,\s)",
    ),
    (
        "sex_bracket",
        ("/f", "/m"),
        r"(?<!\w)(?:patient|pt|pat|name|subject)\.?:?\s(?P<a>(?P<v>\d{1,3}))\s?/\s?[mf](?![\w/])",
    ),
    (
        "sex_comma",
        ("f,", "m,", "f ", "m ", "male", "f;", "m;"),
        r"(?:(?<=\()|(?<=\| )|(?<=, )|(?<=; ))(?:m|f|male|female|w)[,;/]\s?(?P<a>(?P<v>[1-9]\d?))"
        r"(?=\)|,\s(?!\d)|;|\s\||\s?y\b)",
    ),
    (
        "comma_sex",
        (", f", ", m", ",f", ",m"),
        r"(?:(?<=\()|(?<=\| )|(?<=, )|(?<=; ))(?P<a>(?P<v>[1-9]\d?))(?:,|;|\s\|)\s?"
        r"(?:m|f|male|female)(?=\)|,\s|;|\s\|)",
    ),
    (
        "sex_first",
        ("f", "m"),
        r"(?:\A|\n|(?<=patient )|(?<=patient: )|(?<=pt )|(?<=pt: "
        r"))[ \t]*[mf]\s?(?P<a>(?P<v>[1-9]\d))(?=,\s|\s(?:with|who|yo|y)\b)",
    ),
)
_COMPILED = [(name, gates, re.compile(pattern)) for name, gates, pattern in _FORMS]
_WORDED = re.compile(rf"(?<!\w)(?:(?P<mid>mid[-\s])|early\s|late\s)(?P<t>{'|'.join(_TENS)})(?!\w)")
_THE = re.compile(r"\b(?:the|since|during)\s(?:\w+\s)?\Z")


def further_ages(low: str, taken: Sequence[Proposal]) -> list[Proposal]:
    """Find ages in the rarer forms.

    low: the text in lower case.
    taken: disjoint proposals in order, dates and ages; nothing that overlaps them is given.
    RETURNS: disjoint AGE proposals in order of their start.
    """
    found: list[Proposal] = []
    for name, gates, pattern in _COMPILED:
        if not any(gate in low for gate in gates):
            continue
        for match in pattern.finditer(low):
            group, value = ("a", match["v"])
            if value is None:
                group, value = "b", match["w"]
            if not 0 < int(value) <= contexts.OLDEST:
                continue
            if contexts.DURATION_BEFORE.search(low, max(0, match.start() - 30), match.start()):
                continue
            unit = "day" if name == "day_of_life" else "year"
            place = match.start("v") if group == "a" else match.start("w")
            number = (place, place + len(value))
            found.append(make_age(match.span(group), float(value), unit, number, "further", 0.75))
    if "ties" in low:
        for match in _WORDED.finditer(low):
            if not _THE.search(low, max(0, match.start() - 20), match.start()):
                start = match.start() if match["mid"] else match.start("t")
                span = (start, match.end())
                value = float(_TENS[match["t"]])
                found.append(make_age(span, value, "decade", match.span("t"), "decade", 0.75))
    return _free(found, taken)


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
