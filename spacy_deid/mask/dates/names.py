"""Names of months, weekdays and seasons, and numbers in words, to read and to write."""

from __future__ import annotations

from functools import cache

_MONTHS = {
    "en": "january february march april may june july august september october november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
    "dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "nb": "januar februar mars april mai juni juli august september oktober november desember",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
    "listopada grudnia",
    "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
}
_SHORT_MONTHS = {
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
    "de": "jan feb mär apr mai jun jul aug sep okt nov dez",
    "fr": "janv févr mars avr mai juin juil août sept oct nov déc",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec",
}
_WEEKDAYS = {
    "en": "monday tuesday wednesday thursday friday saturday sunday",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "sv": "måndag tisdag onsdag torsdag fredag lördag söndag",
    "nb": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "da": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "pl": "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "tr": "pazartesi salı çarşamba perşembe cuma cumartesi pazar",
}
_SHORT_WEEKDAYS = {"en": "mon tue wed thu fri sat sun"}
_SEASONS = {
    "en": "spring summer autumn winter",
    "es": "primavera verano otoño invierno",
    "de": "frühling sommer herbst winter",
    "fr": "printemps été automne hiver",
    "it": "primavera estate autunno inverno",
    "pt": "primavera verão outono inverno",
    "nl": "lente zomer herfst winter",
    "sv": "vår sommar höst vinter",
    "nb": "vår sommer høst vinter",
    "da": "forår sommer efterår vinter",
}
_EXTRA_MONTHS = {"sept": 9}

MONTHS = _MONTHS["en"].split()
WEEKDAYS = _WEEKDAYS["en"].split()
SEASONS = _SEASONS["en"].split()
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINAL_UNITS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
DECADE_WORDS = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}


def cardinal(value: int) -> str:
    """Spell a number from 0 to 99."""
    if value < 20:
        return _UNITS[value]
    tens, rest = divmod(value, 10)
    return _TENS[tens] + (f"-{_UNITS[rest]}" if rest else "")


def ordinal(value: int) -> str:
    """Spell an ordinal from 1 to 39."""
    if value < 20:
        return _ORDINAL_UNITS[value]
    tens, rest = divmod(value, 10)
    return f"{_TENS[tens]}-{_ORDINAL_UNITS[rest]}" if rest else _TENS[tens][:-1] + "ieth"


def ordinal_suffix(value: int) -> str:
    """Give 'st', 'nd', 'rd' or 'th'."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


@cache
def number_words() -> dict[str, tuple[int, bool]]:
    """Map spelled numbers, hyphens as blanks, to value and whether they are ordinals."""
    words = {cardinal(value).replace("-", " "): (value, False) for value in range(100)}
    words |= {ordinal(value).replace("-", " "): (value, True) for value in range(1, 32)}
    return words


def _names(table: dict[str, str], first: int) -> dict[str, tuple[str, int]]:
    names: dict[str, tuple[str, int]] = {}
    for language, words in table.items():
        for value, word in enumerate(words.split(), start=first):
            names.setdefault(word, (language, value))
    return names


@cache
def month_names() -> dict[str, tuple[str, int, bool]]:
    """Map lower-case names to language, month and whether they are short; English goes first."""
    names = {word: (*found, False) for word, found in _names(_MONTHS, 1).items()}
    for word, found in _names(_SHORT_MONTHS, 1).items():
        names.setdefault(word, (*found, True))
    for word, value in _EXTRA_MONTHS.items():
        names[word] = ("en", value, True)
    return names


@cache
def weekday_names() -> dict[str, tuple[str, int, bool]]:
    """Map lower-case names to language, weekday (0 is Monday) and whether they are short."""
    names = {word: (*found, False) for word, found in _names(_WEEKDAYS, 0).items()}
    for word, found in _names(_SHORT_WEEKDAYS, 0).items():
        names.setdefault(word, (*found, True))
    for word, value in (("tues", 1), ("weds", 2), ("thur", 3), ("thurs", 3)):
        names[word] = ("en", value, True)
    for value, word in enumerate(WEEKDAYS):
        names[word + "s"] = ("en", value, False)
    return names


@cache
def languages() -> dict[str, frozenset[str]]:
    """Map lower-case names of months and weekdays to the languages that write them so."""
    known: dict[str, set[str]] = {word: {"en"} for word in _EXTRA_MONTHS}
    for table in (_MONTHS, _SHORT_MONTHS, _WEEKDAYS, _SHORT_WEEKDAYS):
        for language, words in table.items():
            for word in words.split():
                known.setdefault(word, set()).add(language)
    return {word: frozenset(found) for word, found in known.items()}


@cache
def season_names() -> dict[str, tuple[str, int]]:
    """Map lower-case names to language and season, 0 for spring to 3 for winter."""
    return {**_names(_SEASONS, 0), "fall": ("en", 2)}


def month_name(value: int, language: str, short: bool) -> str:
    """Write a month in lower case."""
    table = _SHORT_MONTHS if short and language in _SHORT_MONTHS else _MONTHS
    return table[language].split()[value - 1]


def weekday_name(value: int, language: str, short: bool) -> str:
    """Write a weekday in lower case."""
    table = _SHORT_WEEKDAYS if short and language in _SHORT_WEEKDAYS else _WEEKDAYS
    return table[language].split()[value]


def season_name(value: int, language: str) -> str:
    """Write a season in lower case."""
    return _SEASONS[language].split()[value]


def in_case_of(word: str, pattern: str) -> str:
    """Write a lower-case word in capitals, small letters or with a capital, as ``pattern`` is.

    pattern: the original; without a cased letter the word gets a capital.
    """
    letters = [sign for sign in pattern if sign.isalpha()]
    if len(letters) > 1 and all(sign.isupper() for sign in letters):
        return word.upper()
    if letters and letters[0].islower():
        return word
    return word[:1].upper() + word[1:]
