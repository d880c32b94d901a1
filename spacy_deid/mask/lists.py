"""The lists that travel with the masker; see ``lists/licence.txt`` for where they come from."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any


def _read(name: str) -> str:
    return (resources.files("spacy_deid.mask") / "lists" / name).read_text(encoding="utf-8")


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in _read(name).splitlines() if line]


_STROKES = str.maketrans("øłđðþıħ", "olddtih")


def folded(name: str) -> str:
    """Give a name in small letters, those of the Latin alphabet without accents."""
    low = unicodedata.normalize("NFKC", name).casefold().translate(_STROKES)
    if low.isascii():
        return low
    bare = (unicodedata.normalize("NFD", sign)[0] for sign in low)
    return "".join(one if one.isascii() else sign for one, sign in zip(bare, low, strict=True))


@cache
def words() -> dict[str, Any]:
    """Give the small lists: streets, places, types of organisations, professions."""
    loaded: dict[str, Any] = json.loads(_read("words.json"))
    return loaded


@cache
def first_names() -> dict[str, list[tuple[str, str]]]:
    """Give first names with gender ('f', 'm' or 'x' for both) by culture."""
    table: dict[str, list[tuple[str, str]]] = {}
    for name, gender, culture in _rows("first_names.tsv"):
        table.setdefault(culture, []).append((name, gender))
    return table


@cache
def nicknames() -> dict[str, frozenset[str]]:
    """Map lower-case first names to their short forms: the list of the gazetteer."""
    items = resources.files("spacy_deid") / "detect" / "lists" / "nicknames" / "items.txt"
    rows = (line.split(":") for line in items.read_text(encoding="utf-8").splitlines() if line)
    return {name: frozenset(short.split()) for name, short in rows}


@cache
def last_names() -> dict[str, list[str]]:
    """Give surnames by culture."""
    table: dict[str, list[str]] = {}
    for name, culture in _rows("last_names.tsv"):
        table.setdefault(culture, []).append(name)
    return table


_MOST = 0.7
"""Share of the cultures that have to agree on the gender of a first name."""


@cache
def _genders_by_culture() -> dict[str, dict[str, str]]:
    """Map folded first names to culture to 'f', 'm' or 'x'."""
    found: dict[str, dict[str, str]] = {}
    for culture, names in first_names().items():
        for name, gender in names:
            known = found.setdefault(folded(name), {})
            known[culture] = gender if known.get(culture, gender) == gender else "x"
    return found


@cache
def genders() -> dict[str, str]:
    """Map folded first names to the gender of most cultures: 'f', 'm', or 'x' for none."""
    found = {}
    for name, by_culture in _genders_by_culture().items():
        ((gender, count),) = Counter(by_culture.values()).most_common(1)
        found[name] = gender if count >= _MOST * len(by_culture) else "x"
    return found


def gender_in(name: str, culture: str) -> str:
    """Give 'f' or 'm' for a folded first name in most cultures, or else in this one.

    RETURNS: 'x' where parents or cultures differ, '' for an unknown name.
    """
    most = genders().get(name, "")
    return most if most != "x" else _genders_by_culture()[name].get(culture, most)


def _by_culture(table: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    ranked: dict[str, list[tuple[bool, int, str]]] = {}
    for culture, names in table.items():
        for rank, name in enumerate(names):
            ranked.setdefault(folded(name), []).append((culture != "english", rank, culture))
    return {name: tuple(entry[2] for entry in sorted(ranks)) for name, ranks in ranked.items()}


@cache
def surname_cultures() -> dict[str, tuple[str, ...]]:
    """Map folded surnames to cultures, English first, then where the name is commoner."""
    return _by_culture(last_names())


_SHORT = frozenset("do fu gu he ho hu ko le li lo lu ma ng oh qi su vo vu wu xu ye yi yu".split())


def is_surname(name: str) -> bool:
    """Tell whether a folded name is a surname of the lists, or a frequent one of two letters."""
    return name in surname_cultures() or name in _SHORT


def is_known(name: str) -> bool:
    """Tell whether a folded name is a first name or a surname of the lists."""
    return name in genders() or is_surname(name)


def is_family(name: str) -> bool:
    """Tell whether a folded name is a surname and no first name."""
    return is_surname(name) and name not in genders()


@cache
def first_name_cultures() -> dict[str, tuple[str, ...]]:
    """Map folded first names to cultures, English first, then where they are commoner."""
    return _by_culture(
        {culture: [name for name, _ in names] for culture, names in first_names().items()}
    )


@cache
def cities() -> dict[tuple[str, str], list[str]]:
    """Give cities by (state, country); the state is a postal code in the US and '' elsewhere."""
    table: dict[tuple[str, str], list[str]] = {}
    for name, state, country in _rows("cities.tsv"):
        table.setdefault((state, country), []).append(name)
    return table


@cache
def city_places() -> dict[str, tuple[str, str]]:
    """Map lower-case cities to (state, country).

    A name that several places bear goes to the country whose list has it nearer to the top, and is
    left out where that does not tell either.
    """
    ranked: dict[str, list[tuple[int, str, str]]] = {}
    for (state, country), names in cities().items():
        for rank, name in enumerate(names):
            ranked.setdefault(plain(name), []).append((rank, state, country))
    found: dict[str, tuple[str, str]] = {}
    for name, ranks in ranked.items():
        ranks.sort()
        if len(ranks) == 1 or ranks[0][0] < ranks[1][0]:
            found[name] = ranks[0][1], ranks[0][2]
    return found


@cache
def countries() -> dict[str, str]:
    """Map country codes to names."""
    return {code: name for code, name in _rows("countries.tsv")}


@cache
def regions() -> dict[str, list[str]]:
    """Give the states and provinces of some countries by country code; the US by name."""
    table: dict[str, list[str]] = {"US": list(us_states().values())}
    for name, country in _rows("regions.tsv"):
        table.setdefault(country, []).append(name)
    return table


@cache
def us_states() -> dict[str, str]:
    """Map postal codes of US states to names."""
    return {code: name for code, name, _ in _rows("us_states.tsv")}


@cache
def zip_ranges() -> dict[str, tuple[int, int]]:
    """Map postal codes of US states to the first and last three-digit ZIP area."""
    found = {}
    for code, _, area in _rows("us_states.tsv"):
        low, _, high = area.partition("-")
        found[code] = int(low), int(high)
    return found


@cache
def profession_groups() -> dict[str, str]:
    """Map lower-case professions to their group."""
    groups: dict[str, list[str]] = words()["professions"]
    return {job: group for group, jobs in groups.items() for job in jobs}


def profession_group(text: str) -> str:
    """Give the group of a profession; '' where none is known.

    text: in lower case; the longest profession of the lists that stands in it counts, also in the
        plural.
    """
    groups = profession_groups()
    best = ""
    padded = f" {text} "
    for job in groups:
        if len(job) > len(best) and (f" {job} " in padded or f" {job}s " in padded):
            best = job
    return groups.get(best, "")


def plain(text: str) -> str:
    """Give lower-case words with one blank between them."""
    kept = "".join(sign if sign.isalnum() else " " for sign in text.casefold())
    return " ".join(kept.split())
