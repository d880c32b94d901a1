"""The written form of international bank account numbers (IBAN), and countries of bank codes."""

from __future__ import annotations

import re

_LENGTHS = (
    "15 NO|16 BE|18 DK FI FK FO GL NL SD|19 MK SI|20 AT BA EE KZ LT LU MN XK|21 CH HR LI LV|"
    "22 BG BH CR DE GB GE IE ME RS VA|23 AE GI IL IQ OM SO TL|24 AD CZ ES MD PK RO SA SE SK TN VG|"
    "25 LY PT ST|26 IS TR|27 BI DJ FR GR IT MC MR SM|28 AL AZ BY CY DO GT HU LB NI PL SV|"
    "29 BR EG PS QA UA|30 JO KW MU YE|31 MT SC|32 LC|33 RU"
)
"""Length of an account number by country (SWIFT, IBAN Registry)."""
_BREAK = r"(?:[ -]|[ \t]*\r?\n[ \t>]{0,8})?"
"""What may stand between two of its characters; a mail quotes with '> '."""


def _pattern() -> str:
    forms = []
    for row in _LENGTHS.split("|"):
        length, *countries = row.split()
        rest = rf"[0-9]{{2}}(?:{_BREAK}[0-9A-Z]){{{int(length) - 4}}}"
        forms.append(f"(?:{'|'.join(countries)}){rest}")
    return "|".join(forms)


IBAN = _pattern()
"""Regular expression of an account number as long as its country has it, without borders."""

BIC_COUNTRIES = "|".join(
    [word for word in re.split(r"[\s|]", _LENGTHS) if word.isalpha()]
    + "AR AU BD BO CA CL CM CN CO DZ EC ET GG GH HK ID IM IN JE JP KE KH KR LK MA MM MX MY NG NP "
    "NZ PE PH PR PY SG SN TH TW TZ UG US UY UZ VE VN ZA ZM ZW".split()
)
"""Countries that the fifth and sixth letter of a bank's code (BIC, ISO 9362) name."""
