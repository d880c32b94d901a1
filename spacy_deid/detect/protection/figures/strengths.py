"""Strengths of two drugs in one tablet, pen or inhaler, and the two pressures of a ventilator."""

from __future__ import annotations

import re

TABLET = (
    # two drugs in one tablet, pen or inhaler
    r"adoport|advair|anoro|arnuity|atozet|azor|benicar|breo|caduet|coartem|combivir|combodart|"
    r"co-?amoxiclav|co-?beneldopa|co-?careldopa|co-?codamol|co-?dydramol|co-?trimoxazole|cosopt|"
    r"coveram|coversyl|diovan|dulera|duoresp|entresto|epzicom|eucreas|exforge|fostair|galvumet|"
    r"glucovance|glyxambi|humalog|humulin|hyzaar|inegy|inuvair|invokamet|janumet|jentadueto|kaletra|"
    r"kapake|kazano|kinson|kivexa|kliofem|kliovance|lortab|lotensin|lotrel|madopar|malarone|micardis|"
    r"mixtard|norco|novomix|oseni|panadeine|percocet|percodan|prolopa|qtern|reaptan|relvar|riamet|"
    r"rosuzet|ryzodeg|segluromet|seretide|sevikar|sinemet|solpadol|soliqua|spiolto|stalevo|steglatro|"
    r"steglujan|suboxone|suliqua|symbicort|synjardy|targin|targinact|targiniq|tarka|tenoretic|"
    r"trajentamet|tribenzor|trimbow|truvada|twynsta|ultibro|viacoram|vicodin|vildamet|vytorin|"
    r"xigduo|xultophy|zapain|zestoretic|ziac|zubsolv|cangrelor|eptifibatide|tirofiban|mixed\sinsulin"
)
SETTING = r"bi-?pap|bpap|bilevel|vpap|niv|ipap/epap|ipap|pip|pip/peep|aprv"
_STEM = (
    r"(?:pril|sartan|dipine|statin|thiazide|pamide|formin|gliptin|gliflozin|codone|codeine|olol|terol|"
    r"olone|asone|esone|cillin|dopa|trexate|trimoxazole|naloxone|mezole|tropium|clidinium|etimibe)"
)
_LINK = (
    r"(?:\s(?:st|s/t|s|plus|forte|hct|mix|m[1-5]|junior|xr|cr|sr|er|turbuhaler|accuhaler|tabs?|"
    r"tablets?|settings?|score|levels?|now|at|of|was|is|set|mode|25|30|50|70/30))*[\s:=,(|]{1,4}"
)
_STRENGTH = re.compile(
    rf"(?:(?<![\w-])(?:{TABLET})|(?<![\w/])(?:[a-z]{{1,14}}{_STEM}/[a-z]{{5,}}|[a-z]{{5,}}/"
    rf"[a-z]{{0,14}}{_STEM})){_LINK}\Z"
)
_SET = re.compile(
    # BiPAP 12/6 with FiO2 0.4, reduced to 10/5
    rf"(?<![\w-])(?:{SETTING})(?:{_LINK}|\b(?:[^.;\n]|\.\d){{0,40}}\b(?:reduced|increased|decreased|weaned|"
    r"titrated|up|down|then)(?:\sto)?\s)\Z"
)
_FREQUENCY = re.compile(
    r"[\s|]{1,3}(?:bd|bid|od|tds|tid|qds|qid|nocte|mane|om|daily|once|twice|po|puffs?|tabs?)\b"
)
BEGUN = re.compile(
    r"\b(?:start\w*|began|begun|commenc\w+|initiat\w+|stop\w*|ceas\w+|discontinu\w+|receiv\w+|got|given|"
    r"gave|administ\w+|refill\w*|last|held|resum\w+|switch\w*|filled|vaccin\w+|took|injected|used)\b[^.;\n]{0,30}\Z"
)
"""What makes the numbers behind a drug the day on which that happened."""
EVENT_BEHIND = re.compile(
    r",?\s(?:(?:and\s)?(?:[a-z]{3,}ed|began|felt|went|fell|came|rang|woke|got|had)\b|seen\b|rash|swelling|hypogly|reaction|review\b|she\b|he\b)"
)
"""What happened on a day: 'Entresto 5/10 began to swell'."""
_HAPPENED = re.compile(
    r"[,;]?\s(?:(?:and|then)\s){0,2}(?:intubat|extubat|died|started|off\b|wean|stopped|admitted|transferred)|"
    r"[^.\n]{0,30}\b(?:on|died|off|extubated|intubated)\s\d{1,2}/\d{1,2}"
)
"""What happened on the day on which a ventilator was set: 'BiPAP 12/6, intubated 12/8'."""
_INSULIN = re.compile(r"(?:hum|nov|mix|insulin|ryzo|soli|suli|xultophy)")
_AMOUNTS = frozenset((1, 2, 4, 5, 8, 10, 12, 16, 20, 25, 30, 40))
"""Milligrams of a drug in a tablet with two, as far as they may be a day or a month."""
_LATEST_DAY, _LATEST_MONTH = 31, 12
_LEAST_PRESSURE, _LEAST_SUPPORT = 4, 2
_REACH = 44


def is_setting(low: str, start: int, first: int, second: int) -> bool:
    """Tell whether two numbers are the pressures of a ventilator that is named before them.

    low: the text in small letters; start: where the numbers stand.
    """
    if second < _LEAST_PRESSURE or first - second < _LEAST_SUPPORT:
        return False
    if _HAPPENED.match(low, start + len(f"{first}/{second}")):
        return False
    return _SET.search(low, max(start - _REACH, 0), start) is not None


def is_strength(low: str, start: int, end: int, first: int, second: int) -> bool | None:
    """Tell whether the numbers at [start, end) are a strength of the drug that stands before them.

    Insulin may be dosed in any numbers; those of other drugs that may be a day and a month have to
    be amounts of a tablet, and nothing that happened stands behind them.

    RETURNS: None where no such drug stands before them.
    """
    drug = _STRENGTH.search(low, max(start - _REACH, 0), start)
    if drug is None:
        return None
    if not _INSULIN.match(low, drug.start()) and _is_day(first, second):
        if not _AMOUNTS.issuperset((first, second)) or EVENT_BEHIND.match(low, end):
            return False
    begun = BEGUN.search(low, max(drug.start() - _REACH, 0), drug.start())
    return begun is None or _FREQUENCY.match(low, end) is not None


def _is_day(first: int, second: int) -> bool:
    return max(first, second) <= _LATEST_DAY and min(first, second) <= _LATEST_MONTH
