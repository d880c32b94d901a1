"""Numbers of reports and of study subjects, by the forms that companies and authorities use."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal

COUNTRIES = frozenset(
    "AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD "
    "CF "
    "CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET EU FI FJ FR GA GB GD "
    "GE "
    "GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KR KW KZ LA "
    "LB "
    "LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NC NE NG NI "
    "NL "
    "NO NP NZ OM PA PE PF PG PH PK PL PR PS PT PY QA RE RO RS RU RW SA SC SD SE SG SI SK SL SM SN "
    "SO "
    "SR SV SY SZ TD TG TH TJ TM TN TO TR TT TW TZ UA UG UK US UY UZ VC VE VN XK YE ZA ZM ZW".split()
)
"""Country codes that a worldwide case identifier begins with (ISO 3166-1 alpha-2, EU, UK)."""

_WORLDWIDE = re.compile(r"[A-Z]{2}-(?=[A-Za-z0-9])")
_DIGITS = re.compile(r"[0-9]{3}")
_SENDER_AND_NUMBER = re.compile(
    r"(?:[A-Za-z][\w.&'()]{0,30}(?:(?:, ?|[ ,]|-)[A-Za-z&][\w.&'()]{0,30}){0,7}|[0-9]{5,12})"
    r"-(?:(?:ADR|EYC|AEFI|SAR|CT) "
    r"?)?(?=[\w/.\-]{0,40}?[0-9]{3})[A-Za-z0-9_]+(?:[/.\-][A-Za-z0-9_]+){0,6}"
)
_COMPACT = re.compile(
    r"(?:"
    r"(?P<year_country>(?:19|20)[0-9]{2}[A-Z]{1,4}[0-9]{5,9})"
    r"|(?P<dozen>[0-9]{2}[A-Z]-[0-9]{3}-[0-9]{7}-[0-9]{2})"
    r"|(?P<country_year>[0-9]{4}[A-Z]{3}[0-9]{5,7}P?[0-9]{0,3})"
    r"|(?P<office>[A-Z]{3,8}(?:19|20)[0-9]{2}[A-Z]{0,3}[0-9]{4,9})"
    r"|(?P<waes>(?:WAES|DER|IDER)[ \-#:]{0,2}[0-9]{4,}(?:[A-Z]{3}[0-9]{4,6})?(?:/[0-9]{2,3})?)"
    r"|(?P<year_number>[A-Z]{2,8}[\-_/]?(?:(?:19|20)[0-9]{2}"
    r"|[0-9]{2})[\-_/][0-9]{4,9}(?:-[0-9]{1,3})?)"
    r"|(?P<office_dashed>[A-Z][0-9]{2}-[A-Z]{3}-[0-9]{5}-[0-9]{2})"
    r"|(?P<year_office>(?:19|20)[0-9]{2}-[A-Z]{2,4}-[0-9]{5,9})"
    r")(?![A-Za-z0-9])(?!-[0-9])"
)
_NO_SENDER = frozenset(
    "JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC COVID SARS ICD ICDO HCOV NCOV EUDRACT "
    "EUCTR CTRI NCT ISRCTN ISO LOT BATCH NDC DSM WHO ATC".split()
)


def find_worldwide(text: str) -> list[Proposal]:
    """Find case identifiers such as US-PFIZER INC-2021012345 or GB-MHRA-ADR 12345678.

    text: any text.
    RETURNS: IDNUM proposals in order of their start, without overlaps.
    SOURCE: the form country-sender-number of ICH E2B(R3), C.1.1 and C.1.8.1.
    """
    found: list[Proposal] = []
    last = digits = 0
    for match in _WORLDWIDE.finditer(text):
        start = match.start()
        if start < last or text[start : start + 2] not in COUNTRIES:
            continue
        if digits < start:
            ahead = _DIGITS.search(text, start)
            if ahead is None:
                break
            digits = ahead.start()
        if digits - start > 120:
            continue
        if start and (text[start - 1].isalnum() or text[start - 1] == "-"):
            continue
        rest = _SENDER_AND_NUMBER.match(text, match.end())
        if rest is None or not _is_case(rest.group()):
            continue
        last = rest.end()
        found.append(Proposal(start, last, "IDNUM", 0.97, "identifiers.worldwide_case"))
    return found


def _is_case(rest: str) -> bool:
    """Tell whether sender and number read like a case identifier and not like running text."""
    sender, _, number = rest.rpartition("-")
    words = re.findall(r"[A-Za-z]+", sender)
    digits = sum(map(str.isdigit, rest.split("-", 1)[-1]))
    lower = sum(word.islower() for word in words)
    return digits >= 4 and lower <= 1 and bool(number) and sum(map(str.isdigit, rest)) >= 4


def compact_case(text: str, start: int) -> Proposal | None:
    """Judge the token that begins at ``start`` as a company's own case number.

    RETURNS: an IDNUM proposal, or None where the form is none of those known.
    """
    match = _COMPACT.match(text, start)
    if match is None:
        return None
    sender = re.match(r"[A-Z]+", match.group())
    if sender and sender.group() in _NO_SENDER:
        return None
    name = match.lastgroup or ""
    score = 0.75 if name in ("office", "year_number", "year_country") else 0.85
    return Proposal(start, match.end(), "IDNUM", score, f"identifiers.case_{name}")
