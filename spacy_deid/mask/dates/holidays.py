"""Days of holidays, so that a holiday can move with the dates around it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache

_FIXED = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "xmas": (12, 25),
    "xmas day": (12, 25),
    "christmas eve": (12, 24),
    "xmas eve": (12, 24),
    "boxing day": (12, 26),
    "kwanzaa": (12, 26),
    "new year": (1, 1),
    "new years": (1, 1),
    "new year day": (1, 1),
    "new years day": (1, 1),
    "new year eve": (12, 31),
    "nye": (12, 31),
    "twelfth night": (1, 5),
    "new years eve": (12, 31),
    "hogmanay": (12, 31),
    "epiphany": (1, 6),
    "three kings day": (1, 6),
    "burns night": (1, 25),
    "groundhog day": (2, 2),
    "candlemas": (2, 2),
    "lincolns birthday": (2, 12),
    "valentines day": (2, 14),
    "valentine day": (2, 14),
    "valentines": (2, 14),
    "st valentines day": (2, 14),
    "saint patricks day": (3, 17),
    "st patricks day": (3, 17),
    "st pattys day": (3, 17),
    "paddys day": (3, 17),
    "saint josephs day": (3, 19),
    "april fools day": (4, 1),
    "tax day": (4, 15),
    "earth day": (4, 22),
    "saint georges day": (4, 23),
    "st georges day": (4, 23),
    "anzac day": (4, 25),
    "walpurgis night": (4, 30),
    "may day": (5, 1),
    "workers day": (5, 1),
    "cinco de mayo": (5, 5),
    "ve day": (5, 8),
    "d day": (6, 6),
    "flag day": (6, 14),
    "juneteenth": (6, 19),
    "midsummer day": (6, 24),
    "midsummer": (6, 24),
    "michaelmas": (9, 29),
    "martinmas": (11, 11),
    "ferragosto": (8, 15),
    "santo stefano": (12, 26),
    "saint lukes day": (10, 18),
    "saint johns day": (6, 24),
    "canada day": (7, 1),
    "independence day": (7, 4),
    "fourth of july": (7, 4),
    "4th of july": (7, 4),
    "july fourth": (7, 4),
    "july the fourth": (7, 4),
    "bastille day": (7, 14),
    "assumption": (8, 15),
    "assumption day": (8, 15),
    "patriot day": (9, 11),
    "september eleventh": (9, 11),
    "german unity day": (10, 3),
    "halloween": (10, 31),
    "halloween night": (10, 31),
    "all hallows eve": (10, 31),
    "reformation day": (10, 31),
    "all saints": (11, 1),
    "all saints day": (11, 1),
    "all souls": (11, 2),
    "all souls day": (11, 2),
    "day of the dead": (11, 2),
    "guy fawkes night": (11, 5),
    "bonfire night": (11, 5),
    "veterans day": (11, 11),
    "armistice day": (11, 11),
    "remembrance day": (11, 11),
    "saint martins day": (11, 11),
    "saint andrews day": (11, 30),
    "saint nicholas day": (12, 6),
    "immaculate conception": (12, 8),
    "saint lucias day": (12, 13),
    "saint stephens day": (12, 26),
    "australia day": (1, 26),
    "waitangi day": (2, 6),
    "international womens day": (3, 8),
    "womens day": (3, 8),
    "winter solstice": (12, 21),
    "summer solstice": (6, 21),
    "spring equinox": (3, 20),
    "vernal equinox": (3, 20),
    "autumn equinox": (9, 22),
    "autumnal equinox": (9, 22),
}
_NTH = {
    "martin luther king day": (1, 0, 3),
    "martin luther king jr day": (1, 0, 3),
    "mlk day": (1, 0, 3),
    "mlk": (1, 0, 3),
    "presidents day": (2, 0, 3),
    "washingtons birthday": (2, 0, 3),
    "super bowl sunday": (2, 6, 2),
    "mothers day": (5, 6, 2),
    "memorial day": (5, 0, -1),
    "fathers day": (6, 6, 3),
    "labor day": (9, 0, 1),
    "labour day": (9, 0, 1),
    "columbus day": (10, 0, 2),
    "indigenous peoples day": (10, 0, 2),
    "thanksgiving": (11, 3, 4),
    "thanksgiving day": (11, 3, 4),
}
_BESIDE_THANKSGIVING = {"thanksgiving eve": -1, "black friday": 1, "cyber monday": 4}
_AROUND = {" weekend": 0, " week": 0, " eve": -1}
"""Endings behind the name of a holiday, and their days from it."""
_FROM_EASTER = {
    "carnival": -47,
    "carnaval": -47,
    "ash weds": -46,
    "mothering sunday": -21,
    "rogation sunday": 35,
    "fat tuesday": -47,
    "mardi gras": -47,
    "shrove tuesday": -47,
    "pancake day": -47,
    "rosenmontag": -48,
    "carnival monday": -48,
    "carnival tuesday": -47,
    "ash wednesday": -46,
    "palm sunday": -7,
    "maundy thursday": -3,
    "holy thursday": -3,
    "good friday": -2,
    "great friday": -2,
    "holy saturday": -1,
    "easter saturday": -1,
    "easter": 0,
    "easter day": 0,
    "easter sunday": 0,
    "easter monday": 1,
    "easter tuesday": 2,
    "ascension": 39,
    "ascension day": 39,
    "pentecost": 49,
    "whitsun": 49,
    "whit sunday": 49,
    "whit monday": 50,
    "pentecost monday": 50,
    "trinity sunday": 56,
    "corpus christi day": 60,
}


@cache
def easter(year: int) -> date:
    """Give Easter Sunday of the western churches.

    SOURCE: the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8).
    """
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, skipped = divmod(century, 4)
    shift = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leaps - shift + 15) % 30
    four, odd = divmod(rest, 4)
    weekday = (32 + 2 * skipped + 2 * four - epact - odd) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta((weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = (date(year, month, 28) + timedelta(4)).replace(day=1) - timedelta(1)
    return last - timedelta((last.weekday() - weekday) % 7)


def _plain(name: str) -> str:
    plain = re.sub(r"['’`.,]", "", name.casefold())
    plain = " ".join(re.sub(r"[-_]", " ", plain).split())
    return plain.replace("x mas", "xmas").replace("hallowe en", "halloween").removeprefix("the ")


def holiday_date(name: str, year: int) -> date | None:
    """Give the day of a holiday.

    name: as written, in any case, with or without apostrophe.
    RETURNS: None for a holiday whose day no rule here gives (those of the lunar calendars).
    """
    plain = _plain(name)
    for form in (plain, plain.replace("st ", "saint ", 1), plain.replace("saint ", "st ", 1)):
        if form in _FIXED:
            return date(year, *_FIXED[form])
        if form in _NTH:
            return _nth_weekday(year, *_NTH[form])
        if form in _BESIDE_THANKSGIVING:
            return _nth_weekday(year, 11, 3, 4) + timedelta(_BESIDE_THANKSGIVING[form])
        if form in _FROM_EASTER:
            return easter(year) + timedelta(_FROM_EASTER[form])
    for ending, days in _AROUND.items():
        around = holiday_date(plain.removesuffix(ending), year) if plain.endswith(ending) else None
        if around is not None:
            return around + timedelta(days)
    return None
