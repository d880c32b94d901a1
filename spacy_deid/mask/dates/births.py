"""Birth dates: what tells that a date is one, and when it gives a great age away."""

from __future__ import annotations

import re
from datetime import date

from spacy_deid.mask.dates.moments import Expression
from spacy_deid.mask.dates.timeline import years_before

_REACH = 80
_GAP = r"(?!\w)(?:\W{0,3}\([^()\n]{1,24}\))?(?:\W{0,4}|[^\w\n]{0,4}(?:\w+[^\w\n.;]{1,3}){1,3})$"
"""Behind a cue: a remark on the form, as in 'DOB (mm/dd/yyyy):', marks, words of its line."""
_CUED = re.compile(
    r"\b(?:born|birth|birthday|birthdate|bday|d\.?\s?o\.?\s?b\.?|y\.?o\.?b\.?|"
    # Spanish, Portuguese, Italian, French
    r"nacimiento|f\.?\s?nac\.?|nacid[oa]|nascimento|nascid[oa]|nascita|nat[oa](?=\s(?:il|l|nel|a)\b)|"
    r"naissance|ddn|n[ée]e?(?:\(e\))?(?=\s(?:le|en|à)\b)|"
    # German, Dutch, Nordic
    r"geboren|geburtsdatum|geb(?:urtsjahr)?|geboortedatum|geboortejaar|født|född|fødselsdato|födelsedatum|"
    r"fødd|syntynyt|syntymäaika|"
    # Slavic, Hungarian, Romanian, Turkish
    r"urodzon[ya]|ur\.|urodzenia|narozen[aáý]?|narození|nar\.|rođen[ao]?|rojen[ao]?|született|szül\.|"
    r"născut[ăa]?|nașterii|doğum(?:\starihi)?|doğumlu)"
    rf"{_GAP}",
    re.IGNORECASE,
)
_TOLD = re.compile(r"\bborn\b(?:\s[\w'’,:-]+){0,10}?\s(?:on|in)\s(?:the\s)?$", re.IGNORECASE)
"""'Born to a farming family in Kansas on'."""
_SIGNED = re.compile(r"(?:[(,;]\s?|\n)(?:b\.\s?|b\s|\*\s?)$")
"""'(b. 1925)', '(b 28/2/25)', '(*14.03.1925)'."""
_SEX_BEFORE = re.compile(
    r"(?<![\w'’])(?:[fm]|(?:fe)?male|woman|man|boy|girl)\s?[,;/|]\s?$",
    re.IGNORECASE,
)
_AGE_BEHIND = re.compile(
    r"[\s,;/(|]{0,3}\d{1,3}\s?-?(?:y\b|yo\b|y/o|yrs?\b|years?\b)"
    r"(?!\s(?:after|later|ago|before|since|from|prior|of\s(?!age)))|\s?[,;/|]\s?\d{1,3}[fm]?\s?\)",
    re.IGNORECASE,
)
"""'(F, 29/02/1996, 26 yo)': between the sex and the age of somebody."""
_HEADING = re.compile(
    r"\W*(?:d\.?o\.?b\.?|y\.?o\.?b\.?|(?:date|year)\sof\sbirth|birth\s?(?:date|day|year)?|born|"
    r"geb(?:urtsdatum|\.)?|fecha\sde\snacimiento|date\sde\snaissance|data\sdi\snascita)\b[^|\t]{0,20}",
    re.IGNORECASE,
)
_SIGNS = ("|", "\t")
_MOST_ROWS = 200
"""Lines above a date among which the heading of its column is looked for."""
_LONGEST_ROW = 1000
"""Characters of a line that is a row of a table."""


def is_birth(text: str, start: int, end: int) -> bool:
    """Tell whether what stands around a date, or the heading of its column, makes it a birth.

    start, end: characters of the date.
    """
    window = text[max(0, start - _REACH) : start]
    if any(cue.search(window) for cue in (_CUED, _TOLD, _SIGNED)) or _is_headed(text, start):
        return True
    return _AGE_BEHIND.match(text, end) is not None and _SEX_BEFORE.search(window) is not None


def _is_headed(text: str, start: int) -> bool:
    """Tell whether a date stands in a column that is headed as births are: 'Name | DOB | Sex'."""
    line = _row(text, start)
    before = text[line:start] if line > 0 else ""
    sign = next((sign for sign in _SIGNS if sign in before), "")
    column = before.count(sign)
    for _ in range(_MOST_ROWS if sign else 0):
        above = _row(text, line - 1)
        if above < 0:
            return False
        cells = text[above : line - 1].split(sign)
        if len(cells) <= column:
            return False
        if _HEADING.fullmatch(cells[column]):
            return True
        if not above:
            return False
        line = above
    return False


def _row(text: str, end: int) -> int:
    """Give where the line before a place begins; -1 for a line too long for a row."""
    first = max(0, end - _LONGEST_ROW)
    found = text.rfind("\n", first, end) + 1
    return found or (-1 if first else 0)


def is_of_the_aged(expression: Expression, oldest: int) -> bool:
    """Tell whether a birth may be that of somebody whose age above the limit is told.

    A year of two digits may be of either century.
    """
    if not expression.birth:
        return False
    years = [one["value"] for one in expression.fields if one["name"] == "year"]
    return any(year < 100 for year in years) or any(
        years_before(moment, date.today()) > oldest for moment in expression.moments
    )
