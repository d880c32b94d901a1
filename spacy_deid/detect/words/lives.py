"""Words that tell an age by themselves: 'octogenarian', 'sexagénaire', 'quarantaduenne'."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

GERMAN = "jährig"
"""What a German adjective of age holds; a duration in front of a noun holds it, too."""

_TENS = range(20, 100, 10)
_ENGLISH = {
    "quadragenarian": 40,
    "quinquagenarian": 50,
    "sexagenarian": 60,
    "septuagenarian": 70,
    "octogenarian": 80,
    "nonagenarian": 90,
    "centenarian": 100,
    "supercentenarian": 110,
}
_LATIN = {
    "quadragen": 40,
    "cuadragen": 40,
    "quinquagen": 50,
    "quincuagen": 50,
    "sexagen": 60,
    "sessagen": 60,
    "septuagen": 70,
    "settuagen": 70,
    "octogen": 80,
    "ottuagen": 80,
    "nonagen": 90,
}
_LATIN_ENDS = "ario aria arios arias ari arie ário ária ários árias aire aires".split()
_ACCENTED = {"aire", "aires"}
"""Ends of French words, whose stem may have its accent or not."""
_SPANISH = {
    "veinteañer": 20,
    "treintañer": 30,
    "cuarentañer": 40,
    "cincuentañer": 50,
    "cuarenton": 40,
    "cincuenton": 50,
    "sesenton": 60,
    "setenton": 70,
    "ochenton": 80,
}
_ITALIAN_TENS = "vent trent quarant cinquant sessant settant ottant novant".split()
_ITALIAN_VOWELS = ("i", *"aaaaaaa")
_ITALIAN_ONES = {
    1: "un",
    2: "du",
    3: "tre",
    4: "quattr",
    5: "cinqu",
    6: "sei",
    7: "sett",
    8: "ott",
    9: "nov",
}
_ITALIAN_TEENS = {
    10: "diec",
    11: "undic",
    12: "dodic",
    13: "tredic",
    14: "quattordic",
    15: "quindic",
    16: "sedic",
    17: "diciassett",
    18: "diciott",
    19: "diciannov",
}
_GERMAN_ONES = "ein zwei drei vier fünf sechs sieben acht neun".split()
_GERMAN_TEENS = (
    "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
)
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_GERMAN_ENDS = ("e", "er", "en", "em", "es")
_TOLD_BY_TENS = {
    "Dutch": ("twint dert veert vijft zest zevent tacht negent", ("iger", "igers")),
    "Polish": (
        "dwudziesto trzydziesto czterdziesto pięćdziesięcio sześćdziesięcio siedemdziesięcio "
        "osiemdziesięcio dziewięćdziesięcio",
        ("latek", "latka", "latki", "latkę", "latkiem", "latką", "latków"),
    ),
    "Swedish": (
        "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
        ("åring", "åringen", "åringar"),
    ),
    "German": (
        "zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger",
        ("", "in", "n", "s"),
    ),
}


@cache
def lives() -> dict[str, tuple[int, str]]:
    """Map every such word, in lower case, to its value and unit, 'year' or 'decade'.

    SOURCE: the numerals of each language.
    """
    found: dict[str, tuple[int, str]] = {}
    for word, value in _ENGLISH.items():
        for form in (word, word + "s"):
            found[form] = (value, "decade")
    for stem, value in _LATIN.items():
        for end in _LATIN_ENDS:
            found[stem + end] = (value, "decade")
            if end in _ACCENTED:
                found[stem.replace("gen", "gén") + end] = (value, "decade")
    found |= {f"trentenaire{s}": (30, "decade") for s in ("", "s")}
    for stem, value in _SPANISH.items():
        for end in ("o", "a", "os", "as") if stem.endswith("er") else ("", "a", "es", "as"):
            found[stem + end] = (value, "decade")
        if not stem.endswith("er"):
            found[stem[:-2] + "ón"] = (value, "decade")
    for language, (heads, ends) in _TOLD_BY_TENS.items():
        for value, head in zip(_TENS, heads.split(), strict=True):
            for end in ends:
                for before in ("mitt", "end", "anfang") if language == "German" else ("",):
                    found[before + head + end] = (value, "decade")
    for value, word in _italian():
        found[word + "enne"] = found[word + "enni"] = (value, "year")
    for value, word in _german():
        for end in _GERMAN_ENDS:
            found[word + GERMAN + end] = (value, "year")
    return found | {word.replace("ß", "ss"): age for word, age in found.items() if "ß" in word}


def _italian() -> Iterator[tuple[int, str]]:
    yield from _ITALIAN_TEENS.items()
    for value, head, vowel in zip(_TENS, _ITALIAN_TENS, _ITALIAN_VOWELS, strict=True):
        yield value, head
        for one, word in _ITALIAN_ONES.items():
            # 'trentunenne' and 'trentottenne' lose the vowel of the tens
            yield value + one, head + ("" if word[0] in "uo" else vowel) + word


def _german() -> Iterator[tuple[int, str]]:
    yield from enumerate(_GERMAN_ONES, start=1)
    yield from enumerate(_GERMAN_TEENS, start=10)
    for value, word in zip(_TENS, _GERMAN_TENS, strict=True):
        yield value, word
        for one, head in enumerate(_GERMAN_ONES, start=1):
            yield value + one, f"{head}und{word}"
    yield 100, "hundert"
