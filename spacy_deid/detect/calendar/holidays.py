"""Holidays and feasts of many countries and religions, as dates without a number.

The names of public holidays were gathered from the calendars of some 150 countries and from the
feasts of the large religions.
"""

from __future__ import annotations

import re
from functools import cache

from spacy_deid.detect.calendar.feasts import FEASTS

SAFE = """
christmas|christmas day|christmas eve|x-mas|xmas|xmas day|xmas eve|boxing day
second day of christmas|thanksgiving|thanksgiving day|thanksgiving eve|friendsgiving
black friday|cyber monday
new year's|new year's day|new year's eve|new year|new year day|new year eve|hogmanay
easter|easter day|easter sunday|easter monday|easter saturday|easter tuesday|easter week
easter weekend|orthodox easter|orthodox christmas|coptic christmas|holy week|holy saturday
holy thursday|good friday|great friday|palm sunday|maundy thursday|ash wednesday|shrove tuesday
pancake day|mardi gras|fat tuesday|rosenmontag|fasching|whitsun|whit sunday|whit monday|pentecost
pentecost monday|ascension day|assumption day|corpus christi day|trinity sunday|all saints' day
all saints|all souls' day|all souls|all hallows' eve|three kings day|three kings' day|twelfth night
candlemas|michaelmas|martinmas|immaculate conception|reformation day|day of the dead
halloween|hallowe'en|halloween night|bonfire night|guy fawkes night|guy fawkes day|burns night
valentine's day|valentine day|valentines|st valentine's day|saint patrick's day|st patrick's day
st patty's day|paddy's day|saint george's day|st george's day|saint andrew's day|st andrew's day
saint david's day|st david's day|saint stephen's day|st stephen's day|saint nicholas day
st nicholas day|saint martin's day|saint joseph's day|saint john's day|saint lucia's day
st lucia's day
labor day|labour day|may day|memorial day|independence day|veterans day|veteran's day|columbus day
indigenous peoples' day|presidents' day|president's day|washington's birthday|lincoln's birthday
martin luther king day|martin luther king jr day|mlk day|juneteenth|flag day|groundhog day
patriots' day|patriot day|election day|inauguration day|tax day|super bowl sunday|april fools' day
april fool's day|mother's day|father's day|grandparents day|cinco de mayo|kwanzaa|arbor day
fourth of july|4th of july|july fourth|july the fourth|september eleventh|d-day
canada day|victoria day|civic holiday|family day|remembrance day|armistice day|st jean baptiste day
anzac day|australia day|melbourne cup day|waitangi day|king's birthday|queen's birthday|king's day
queen's day|bank holiday monday|bank holiday weekend|spring bank holiday|summer bank holiday
august bank holiday|may bank holiday|bastille day|unity day|german unity day|republic day
constitution day|liberation day|emancipation day|commonwealth day|national day|victory day|ve day
vj day|martyrs' day|heroes' day|heritage day|freedom day|women's day|children's day|teachers' day
international women's day|workers' day|youth day|midsummer|midsummer day|midsummer eve
midsummer's eve|midsummer's day|walpurgis night|st lucy's day|winter solstice|summer solstice
spring equinox|autumn equinox|vernal equinox|autumnal equinox|carnival monday|carnival tuesday
hanukkah|chanukah|hanukah|passover|pesach|rosh hashanah|rosh hashana|yom kippur|purim|sukkot|sukkoth
shavuot|shavuoth|simchat torah|tisha b'av|tu bishvat|lag baomer|yom hashoah
ramadan|ramadhan|ramzan|eid|eid al-fitr|eid al fitr|eid ul-fitr|eid ul fitr|eid al-adha|eid al adha
eid ul-adha|eid-ul-adha|eid-ul-fitr|bakrid|bakra eid|ashura|muharram|mawlid|milad un nabi
mawlid al-nabi|islamic new year|laylat al-qadr|arafat day|day of arafah|prophet's birthday
diwali|deepavali|divali|dussehra|dasara|navratri|navaratri|durga puja|ganesh chaturthi|janmashtami
raksha bandhan|rakhi|makar sankranti|pongal|onam|ugadi|ram navami|maha shivaratri|mahashivratri
shivratri|karva chauth|baisakhi|vaisakhi|lohri|gandhi jayanti|guru nanak jayanti|thaipusam|bihu
vesak|vesak day|wesak|buddha purnima|buddha's birthday|losar|songkran|loy krathong|nyepi
chinese new year|lunar new year|spring festival|lantern festival|qingming|ching ming
tomb-sweeping day|dragon boat festival|mid-autumn festival|double ninth festival|chuseok|seollal
korean new year|tet holiday|golden week|obon|showa day|children's day|orthodox good friday
nowruz|norooz|newroz|persian new year|yalda|coptic new year|ethiopian new year|timkat|meskel
"""
"""Names that are holidays in any case of letters; '|' and line ends separate them."""

CAPITALISED = """
lent|advent|epiphany|holi|tet|carnival|ascension|all hallows|assumption|samhain|beltane|army day
earth day|boxing week|bank holiday|mlk|cny|nye
"""
"""Names that count only with a capital letter."""

_SAINTS = re.compile(
    r"(?:st\.?|saint)\s[^\W\d_]{3,12}['’]?s?\s(?:day|eve)(?![^\W_])"
    r"(?!\s(?:hospital|cent|care|clinic|unit|surgery|nursery|school))"
)
"""Days of saints that no list names."""


def _pattern(name: str) -> str:
    """Make a pattern of a name: any white space, any or no apostrophe, 'st' with or without dot."""
    made = re.escape(name).replace(r"\ ", r"\s+").replace("'", "['’`]?").replace(r"\-", r"[-\s]?")
    made = re.sub(r"(?<!eve)(?<!weekend)(?<!week)$", r"(?:\\s(?:eve|weekend))?", made)
    made = re.sub(r"^st(?=\\s)", r"st\\.?", made).replace("jr", r"jr\.?,?")
    return made


@cache
def _names() -> dict[str, list[tuple[re.Pattern[str], bool]]]:
    """Map the first run of letters or digits of a name to patterns, the longest names first."""
    entries = [(name.strip(), False) for name in re.split(r"[|\n]", SAFE + FEASTS) if name.strip()]
    entries += [(name.strip(), True) for name in re.split(r"[|\n]", CAPITALISED) if name.strip()]
    table: dict[str, list[tuple[re.Pattern[str], bool]]] = {}
    for name, capital in sorted(set(entries), key=lambda entry: -len(entry[0])):
        first = re.match(r"\d+|[^\W\d_]+", name)
        if first is not None:
            pattern = re.compile(_pattern(name) + r"(?:['’]s)?(?![^\W_])")
            table.setdefault(first[0], []).append((pattern, capital))
    return table


def holiday_words() -> frozenset[str]:
    """Give the lower-case words that holidays begin with."""
    return frozenset(word for word in _names() if not word[0].isdecimal())


def holiday_at(text: str, low: str, start: int, word: str) -> int:
    """Match the longest holiday at a place.

    text, low: the text as written and in lower case.
    start: where the word begins.
    word: the lower-case word (or digits) there.
    RETURNS: the end of the holiday; 0 where none begins here.
    """
    for pattern, capital in _names().get(word, ()):
        match = pattern.match(low, start)
        if match is None or (capital and not text[start].isupper()):
            continue
        end = match.end()
        if low.endswith(("'s", "’s"), start, end) and not low.startswith("new year", start):
            trimmed = pattern.match(low, start, end - 2)
            end = end - 2 if trimmed is not None else end
        return end
    saint = _SAINTS.match(low, start) if word in ("st", "saint") and text[start] == "S" else None
    return saint.end() if saint else 0
