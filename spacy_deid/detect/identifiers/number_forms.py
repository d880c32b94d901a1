"""Personal and account numbers that give themselves away by their form and check digits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from spacy_deid.detect.identifiers import check_digits as checks
from spacy_deid.detect.identifiers import check_digits_europe as europe
from spacy_deid.detect.identifiers.ibans import IBAN


class NumberForm(NamedTuple):
    """A written form of a number.

    name: of the pattern.
    heads: lengths of the digit runs that it can begin with; 0 for a letter.
    pattern: its regular expression, without borders.
    check: says whether the bare characters are right; None where there is nothing to check.
    label: of i2b2 2014. right, wrong: scores with the check passed and failed; 0 proposes nothing.
    """

    name: str
    heads: tuple[int, ...]
    pattern: str
    check: Callable[[str], bool] | None
    label: str
    right: float
    wrong: float = 0.0


def _date_of_birth(digits: str) -> bool:
    return europe.personnummer(digits) or europe.cpr(digits) or europe.kennitala(digits)


def _card(digits: str) -> bool:
    return digits[0] in "3456" and checks.luhn(digits)


def _curp(code: str) -> bool:
    return checks.year_month_day(code[4:10])


def _malaysian(digits: str) -> bool:
    return checks.year_month_day(digits)


def _vin(code: str) -> bool:
    letters = sum(map(str.isalpha, code))
    return 3 <= letters <= 14 and checks.vin(code)


def _pan(code: str) -> bool:
    return code[3] in "PCHFATBLJG"


def _sixteen(digits: str) -> bool:
    """Tell a number from four clock times or years: '0800 1200 1600 2000'."""
    groups = (digits[place : place + 4] for place in range(0, 16, 4))
    return any(g[:2] not in ("19", "20") and (g[:2] > "23" or g[2:] > "59") for g in groups)


NUMBER_FORMS: tuple[NumberForm, ...] = (
    NumberForm(
        "us_mbi_dashed",
        (1,),
        r"[1-9][AC-HJKMNP-RT-Yac-hjkmnp-rt-y][0-9A-HJKMNP-RT-Y"
        r"a-hjkmnp-rt-y][0-9]-[AC-HJKMNP-RT-Yac-y][0-9A-HJKMNP-RT-Ya-y][0-9]-"
        r"[AC-HJKMNP-RT-Yac-y]{2}[0-9]{2}",
        None,
        "HEALTHPLAN",
        0.95,
    ),
    NumberForm(
        "us_mbi",
        (1,),
        r"[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y]"
        r"[0-9AC-HJKMNP-RT-Y][0-9][AC-HJKMNP-RT-Y]{2}[0-9]{2}",
        None,
        "HEALTHPLAN",
        0.9,
    ),
    NumberForm(
        "us_hicn",
        (3, 9),
        r"[0-9]{3}-?[0-9]{2}-?[0-9]{4}-?(?:[ABCDEFJKMTW][0-9]?|HAD)",
        None,
        "HEALTHPLAN",
        0.8,
    ),
    NumberForm(
        "us_ssn",
        (3,),
        r"[0-9]{3}([\-\u2010-\u2013.])[0-9]{2}\1[0-9]{4}",
        checks.us_ssn,
        "SSN",
        0.95,
        0.75,
    ),
    NumberForm(
        "us_ssn_spaced", (3,), r"[0-9]{3} [0-9]{2} [0-9]{4}", checks.us_ssn, "SSN", 0.65, 0.3
    ),
    NumberForm(
        "us_ssn_odd",
        (3, 5),
        r"[0-9]{3}-[0-9]{6}|[0-9]{5}-[0-9]{4}(?=\W*ssn)",
        checks.us_ssn,
        "SSN",
        0.6,
        0.5,
    ),
    NumberForm(
        "ahv",
        (3, 13),
        r"756[. ][0-9]{4}[. ][0-9]{4}[. ][0-9]{2}|756[0-9]{10}",
        checks.ean13,
        "SSN",
        0.97,
        0.7,
    ),
    NumberForm(
        "br_cpf", (3,), r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", checks.cpf, "SSN", 0.98, 0.8
    ),
    NumberForm(
        "ca_sin", (3,), r"[0-9]{3}([\- ])[0-9]{3}\1[0-9]{3}", checks.canadian_sin, "SSN", 0.72
    ),
    NumberForm(
        "uk_nhs", (3,), r"[0-9]{3}([ \-])[0-9]{3}\1[0-9]{4}", europe.nhs, "MEDICALRECORD", 0.7
    ),
    NumberForm(
        "in_aadhaar",
        (4,),
        r"(?<![0-9]{4}[ \-])[2-9][0-9]{3}([ \-])[0-9]{4}\1[0-9]{4}(?!\1[0-9]{4}(?![0-9]))",
        checks.verhoeff,
        "SSN",
        0.9,
        0.4,
    ),
    NumberForm(
        "payment_card",
        (4, 15, 16),
        r"[3-6][0-9]{3}([ \-])[0-9]{4}\1[0-9]{4}\1[0-9]{4}|3[47][0-9]{2}[ \-]"
        r"[0-9]{6}[ \-][0-9]{5}|[3-6][0-9]{14,15}",
        _card,
        "ACCOUNT",
        0.95,
        0.55,
    ),
    NumberForm(
        "au_ihi",
        (4, 16),
        r"8003 ?60[0-9]{2} ?[0-9]{4} ?[0-9]{4}",
        checks.luhn,
        "HEALTHPLAN",
        0.9,
        0.8,
    ),
    NumberForm(
        "sixteen_digits",
        (4,),
        r"(?<![0-9]{2}[ \-])[0-9]{4}([ \-])[0-9]{4}(?:\1[0-9]{4}){2,3}",
        _sixteen,
        "IDNUM",
        0.4,
    ),
    NumberForm(
        "au_medicare",
        (4,),
        r"[2-6][0-9]{3} [0-9]{5} [0-9](?:[ /\-][0-9])?",
        checks.australian_medicare,
        "HEALTHPLAN",
        0.92,
        0.5,
    ),
    NumberForm(
        "ca_ontario",
        (4,),
        r"[0-9]{4}[\- ][0-9]{3}[\- ][0-9]{3}[\- ][A-Z]{2}",
        None,
        "HEALTHPLAN",
        0.9,
    ),
    NumberForm(
        "personnummer", (6, 8), r"(?:19|20)?[0-9]{6}[\-+][0-9]{4}", _date_of_birth, "SSN", 0.93, 0.6
    ),
    NumberForm(
        "fi_hetu", (6,), r"[0-9]{6}[\-+A-FYXWVU][0-9]{3}[0-9A-Y]", europe.hetu, "SSN", 0.97, 0.4
    ),
    NumberForm("no_fodselsnummer", (6,), r"[0-9]{6} [0-9]{5}", europe.fodselsnummer, "SSN", 0.95),
    NumberForm("ru_snils", (3,), r"[0-9]{3}-[0-9]{3}-[0-9]{3}[ -][0-9]{2}", None, "SSN", 0.94),
    NumberForm("kr_rrn", (6,), r"[0-9]{6}-[1-8][0-9]{6}", checks.korean, "SSN", 0.92, 0.5),
    NumberForm("my_nric", (6,), r"[0-9]{6}-[0-9]{2}-[0-9]{4}", _malaysian, "SSN", 0.85),
    NumberForm("cz_rodne", (6,), r"[0-9]{6}/[0-9]{3,4}", europe.czech, "SSN", 0.9),
    NumberForm(
        "be_national",
        (2,),
        r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}[\- ][0-9]{3}[.\-][0-9]{2}",
        europe.belgian,
        "SSN",
        0.97,
        0.75,
    ),
    NumberForm(
        "cl_rut",
        (1, 2),
        r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9kK]",
        checks.chilean,
        "SSN",
        0.97,
        0.7,
    ),
    NumberForm(
        "fr_insee",
        (1, 13, 15, 5, 7),
        r"[1-478] ?[0-9]{2} ?(?:0[1-9]|1[0-2]|[2-9][0-9]) ?(?:[0-9]{2}|2[AB]) ?"
        r"[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
        europe.insee,
        "SSN",
        0.97,
    ),
    NumberForm(
        "at_svnr", (4,), r"[1-9][0-9]{3} [0-3][0-9][01][0-9]{3}", europe.austrian, "SSN", 0.93
    ),
    NumberForm("es_dni", (8,), r"[0-9]{8}[\- ]?[A-Z]", europe.dni, "SSN", 0.95, 0.0),
    NumberForm("es_nie", (0,), r"[XYZ][\- ]?[0-9]{7}[\- ]?[A-Z]", europe.dni, "SSN", 0.95),
    NumberForm("cn_ric", (17, 18), r"[1-9][0-9]{16}[0-9Xx]", checks.chinese, "SSN", 0.98),
    NumberForm("ro_cnp", (13,), r"[1-9][0-9]{12}", europe.romanian, "SSN", 0.8),
    NumberForm(
        "za_id", (6, 13), r"[0-9]{13}|[0-9]{6} [0-9]{4} [0-9]{3}", checks.south_african, "SSN", 0.8
    ),
    NumberForm("se_solid", (12,), r"(?:19|20)[0-9]{10}", europe.personnummer, "SSN", 0.75),
    NumberForm("no_solid", (11,), r"[0-9]{11}", europe.fodselsnummer, "SSN", 0.85),
    NumberForm("pl_pesel", (11,), r"[0-9]{11}", europe.pesel, "SSN", 0.6),
    NumberForm(
        "it_fiscale",
        (0,),
        r"[A-Za-z]{6}[0-9LMNPQRSTUVlmnpqrstuv]{2}[ABCDEHLMPRSTabcdehlmprst]"
        r"[0-9LMNPQRSTUVlmnpqrstuv]{2}[A-Za-z][0-9LMNPQRSTUVlmnpqrstuv]{3}[A-Za-z]",
        europe.codice_fiscale,
        "SSN",
        0.98,
        0.75,
    ),
    NumberForm("mx_curp", (0,), r"[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]", _curp, "SSN", 0.97),
    NumberForm("mx_rfc", (0,), r"[A-Z]{4}[0-9]{6}[A-Z0-9]{3}", _curp, "SSN", 0.8),
    NumberForm("sg_nric", (0,), r"[STFGM][0-9]{7}[A-Z]", checks.nric, "SSN", 0.95, 0.55),
    NumberForm("hk_id", (0,), r"[A-Z]{1,2}[0-9]{6}\([0-9A]\)", checks.hong_kong, "SSN", 0.97, 0.6),
    NumberForm(
        "blood_donation",  # ISBT 128: facility, year, number, check character
        (0,),
        r"[A-NP-Z][0-9]{4}([ \-])[0-9]{2}\1[0-9]{3}[ \-]?[0-9]{3}(?: ?[0-9A-Z*](?![0-9A-Za-z]))?",
        None,
        "IDNUM",
        0.85,
    ),
    NumberForm("case_number", (4,), r"20[0-9]{2}[A-Z]{2,3}[0-9]{6,7}", None, "IDNUM", 0.95),
    NumberForm("in_pan", (0,), r"[A-Z]{5}[0-9]{4}[A-Z]", _pan, "IDNUM", 0.85, 0.6),
    NumberForm(
        "uk_nino",
        (0,),
        r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]( ?)[0-9]{2}\1[0-9]{2}\1[0-9]{2}\1[A-D]",
        None,
        "SSN",
        0.92,
    ),
    NumberForm("de_kvnr", (0,), r"[A-Z][0-9]{9}", europe.german_health, "HEALTHPLAN", 0.85, 0.5),
    NumberForm("us_dea", (0,), r"[ABCDEFGHJKLMPRSTUX][A-Z9][0-9]{7}", checks.dea, "LICENSE", 0.8),
    NumberForm(
        "iban",
        (0,),
        IBAN,
        checks.iban,
        "ACCOUNT",
        0.98,
    ),
    NumberForm("vin", (0, 1, 2, 3, 4), r"[A-HJ-NPR-Z0-9]{17}", _vin, "VEHICLE", 0.95),
    NumberForm(
        "uuid",
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}",
        None,
        "IDNUM",
        0.9,
    ),
)
"""Forms that are tried where a token begins.

SOURCE: the layouts that the issuing authorities publish.
"""

UDI = re.compile(r"\(01\)[0-9]{14}(?:\([0-9]{2}\)[A-Za-z0-9]{1,20}){1,4}")
"""Unique device identifier with its application identifiers in brackets (GS1)."""

FORMS_BY_HEAD: dict[int, list[tuple[re.Pattern[str], NumberForm]]] = {}
"""Length of the first digit run, 0 for a letter, to the forms that may begin so."""

for _form in NUMBER_FORMS:
    for _head in _form.heads:
        FORMS_BY_HEAD.setdefault(_head, []).append((re.compile(_form.pattern), _form))
