"""Values of laboratory tests in running text, and the ranges behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.followed import followed_orders
from spacy_deid.detect.dates.guards import has_identifier_cue
from spacy_deid.detect.protection.results.lab_cells import NO_PHONE
from spacy_deid.detect.words.reading import Reading

_PLAIN = frozenset(
    "hb hgb wbc wcc tlc leuko krea kreat gluc rbc anc aec alc neut neuts neutrophils lymphs "
    "lymphocytes eos "
    "eosinophils plt plts platelets mcv esr inr fibrinogen ferritin haptoglobin sodium "
    "potassium bun urea creat creatinine crea egfr gfr crcl glucose bgl fbs rbs ppbs albumin "
    "ast asat sgot alt alat sgpt alp ggt bili bilirubin ldh cpk ck troponin bnp crp hs-crp "
    "lactate lipase amylase ammonia chol cholesterol ldl hdl triglycerides tsh tryptase ige "
    "spo2 sao2 fio2 etco2 qtc lvef fev1 fvc pef pefr".split()
)
"""Those that mean nothing else, so that a whole number behind one is its value in any text."""
_RUNS = frozenset(run[0] for name in _PLAIN if (run := re.match(r"[^\W\d_]+", name)))
_NUMBER = r"(?:0[.,]\d{1,2}|[1-9]\d{0,3}(?:[.,]\d{1,2})?)"
_TOLD = re.compile(
    # plt: 45; sgpt of 480; alp 77 90 121 160; ast 40 -> 980 -> 310
    r"(?<![\w-])(?P<what>[a-z][a-z0-9-]{1,14}\+?)"
    r"(?:\s?[:=~><] ?| (?:(?:count|levels?) )?(?:(?:was|is|of|now) ){0,2})"
    rf"(?P<values>{_NUMBER}(?:(?: | ?(?:->|→|>) ?){_NUMBER})*)(?![\w/]|[.,:-]\d|\.[a-z]| \d)"
    r"(?!\s?(?:-|–|to)?\s?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|"
    r"\s?(?:st|nd|rd|th|am|pm|h|hrs?|y|yo|yrs?|years?|days?|weeks?|months?)\b|,?\s?/?\s?[fm]\b)"
)
_ONE = re.compile(_NUMBER)
_WIDEST = 30
"""How many times the least the greatest of several values of one test is."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_BOUND = r"(?!0\d)\d{1,4}(?:\.\d{1,2})?"
_RANGED = re.compile(
    # urate 612 (88-246)
    r"\d(?<![\w/.,:-].)\d{0,3}(?:[.,]\d{1,3})?(?: ?(?P<unit>[a-zµμ]{1,5}/[a-z]{1,2}|%)(?= )|"
    r" ?[a-zµ%/]{1,7})?[*]? ?"
    rf"(?P<range>\({NO_PHONE}(?P<low>{_BOUND}) ?[-–] ?(?P<high>{_BOUND})\))"
)
_NUMBERED = re.compile(
    r"\b(?:ward|room|rm|bed|bay|ext|bleeps?|pagers?|phones?|tel|mobile|fax|call|contacts?|on-?call|sibs|"
    r"siblings|children|ages?|aged|born|house|flat|unit|sho|spr|reg)\b[\s:.]{0,3}(?:\w{2,4}\s)?\Z"
)
"""Before the number of a person or a place."""
_LEAD = 24
_LATEST_DAY = 31


def find_lab_values(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value right behind the name of a test.

    The range in brackets behind a value counts too, unless it may be a day and a month; behind a
    unit it is none.
    """
    low = reading.low
    for ranged in _RANGED.finditer(low) if "(" in low else ():
        # '4.6 (2-15)' was measured on 15 February
        if _NUMBERED.search(low, max(ranged.start() - _LEAD, 0), ranged.start()):
            continue
        least, most = float(ranged["low"]), float(ranged["high"])
        if least < most and (ranged["unit"] or most > _LATEST_DAY):
            yield ranged.span("range")
    if _RUNS.isdisjoint(reading.words):
        return
    for told in _TOLD.finditer(low):
        values = list(_ONE.finditer(low, *told.span("values")))
        if told["what"] not in _PLAIN or has_identifier_cue(low, told.start()):
            continue
        if "." in told["values"] and followed_orders(low, told.start("values")):
            continue
        if _are_alike(values):
            yield from (value.span() for value in values)


def _are_alike(values: list[re.Match[str]]) -> bool:
    """Tell whether numbers side by side can be values of one test: no year, no parts."""
    sizes = [float(value[0].replace(",", ".")) for value in values]
    if len(sizes) == 1:
        return values[0][0].isdecimal() and _YEAR.fullmatch(values[0][0]) is None
    whole = {value[0].isdecimal() for value in values}
    return len(whole) == 1 and max(sizes) <= _WIDEST * min(sizes)
