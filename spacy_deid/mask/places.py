"""Surrogate places, organisations and professions; a city lies where its state and country went."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from spacy_deid.annotations import Proposal
from spacy_deid.mask import lists
from spacy_deid.mask.dates.names import in_case_of
from spacy_deid.mask.entities import normal_form
from spacy_deid.mask.lands import country_code, land_of, names_of, state_code
from spacy_deid.mask.policies import Way
from spacy_deid.mask.ways import normalised, placed, scrambled, shares

if TYPE_CHECKING:
    from spacy_deid.mask.surrogates import Surrogates

_TRIES = 60
_LEAST_JOBS = 3
"""Of a group, so that the surrogate tells nothing of the job."""
_SITES = ("HOSPITAL", "ORGANIZATION")
_SITE_KINDS = ("hospital", "organization")
_ACRONYM = 3
"""Letters of 'USA' or 'NY', whose capitals say nothing about how a name is written."""
_ARTICLE = re.compile(r"(?<![^\W_])(an?)\s\Z", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,.()/-]{0,4}(?:\d{5}(?:-\d{4})?[\s,]{0,2})?")


class Places:
    """Surrogates for the places of one document."""

    def __init__(
        self,
        surrogates: Surrogates,
        text: str,
        spans: Mapping[int, Proposal],
        ways: Mapping[str, Way],
    ) -> None:
        """Take the document's places in."""
        self._all = surrogates
        self._text = text
        self._spans = spans
        self._ways = ways
        self._order = sorted(spans)
        self._positions = {index: place for place, index in enumerate(self._order)}
        self._made: dict[tuple[str, str], str] = {}
        self._same: dict[tuple[str, str], list[int]] = {}
        for index, span in spans.items():
            key = span.label, placed(text[span.start : span.end])
            self._same.setdefault(key, []).append(index)
        self._full_names = self._shortened()
        self._lands: dict[str, str] = {}
        self._named_lands = {
            text[span.start : span.end] for span in spans.values() if span.label == "COUNTRY"
        }
        self._unknown = [name for name in self._named_lands if not country_code(name)]

    def made(self, index: int, piece: str) -> str:
        """Write another place, organisation or profession of the same kind."""
        label = self._spans[index].label
        draw = {
            "CITY": self._city,
            "STATE": self._state,
            "COUNTRY": self._country,
            "ZIP": self._zip,
            "STREET": self._street,
            "PROFESSION": self._profession,
        }.get(label, self._named)
        key = {"COUNTRY": country_code, "STATE": state_code}.get(label, placed)(piece)
        key = key or placed(piece)
        if (label, key) not in self._made:
            draws = (
                chain(self._short(key), draw(index, piece))
                if label in _SITES
                else draw(index, piece)
            )
            self._made[label, key] = self._all.first_free(label, key, piece, draws)
        made = self._made[label, key]
        loud = piece.isupper() and len(normalised(piece).replace(" ", "")) > _ACRONYM
        return in_case_of(made, piece) if loud else made

    def _shortened(self) -> dict[str, int]:
        """Map sites without their kind to the one site of the document that is called so in full.

        RETURNS: 'st margarets' to the span of 'St. Margaret's Hospital'.
        """
        small: dict[str, Any] = lists.words()
        names = {key: spans[0] for (label, key), spans in self._same.items() if label in _SITES}
        full: dict[str, list[int]] = {}
        for key, index in names.items():
            words = key.split()
            if any(_types(key, small, kind) for kind in _SITE_KINDS):
                for count in range(1, len(words)):
                    full.setdefault(" ".join(words[:count]), []).append(index)
        return {
            key: full[key][0]
            for key in names
            if len(full.get(key, ())) == 1
            and not any(_types(key, small, kind) for kind in _SITE_KINDS)
        }

    def _short(self, key: str) -> Iterator[str]:
        """Give the surrogate of a full name without its kind, for a name that is short for it."""
        if key in self._full_names:
            index = self._full_names[key]
            span = self._spans[index]
            piece = self._text[span.start : span.end]
            made = self.made(index, piece)
            small: dict[str, Any] = lists.words()
            low = lists.plain(piece)
            for ending in (one for kind in _SITE_KINDS for one in _types(low, small, kind)):
                if made.casefold().endswith(f" {ending.casefold()}"):
                    yield made[: -len(ending) - 1]

    def _words(self, label: str, *more: str) -> tuple[str, ...]:
        return (self._all.where(label), label, *more)

    def _neighbour(self, index: int, label: str) -> str:
        """Give the text of the span of a label that follows this one in the same address."""
        position = self._positions[index]
        end = self._spans[index].end
        for other in self._order[position + 1 : position + 4]:
            span = self._spans[other]
            if not _BETWEEN.fullmatch(self._text, end, span.start):
                break
            if span.label == label:
                return self._text[span.start : span.end]
            end = span.end
        return ""

    def _code_before(self, index: int) -> str:
        """Give the code of the country in which the city right before a country lies."""
        position = self._positions[index]
        city = self._spans[self._order[position - 1]] if position else None
        if city is None or city.label != "CITY":
            return ""
        if not _BETWEEN.fullmatch(self._text, city.end, self._spans[index].start):
            return ""
        piece = self._text[city.start : city.end]
        return lists.city_places().get(lists.plain(piece), ("", ""))[1]

    def _mentions(self, index: int) -> list[int]:
        """Give this mention and the others of the same name and label."""
        span = self._spans[index]
        return self._same[span.label, placed(self._text[span.start : span.end])]

    # -- where a place lies, before and after -------------------------------------------------

    def _home(self, index: int, piece: str) -> tuple[str, str]:
        """Give state ('' outside the US) and country of a city, by its neighbours or the list."""
        state = country = ""
        for other in self._mentions(index):
            state = state or state_code(self._neighbour(other, "STATE"))
            country = country or self._code(piece, self._neighbour(other, "COUNTRY"))
        if state:
            return state, "US"
        known = lists.city_places().get(lists.plain(piece), ("", ""))
        return known if not country or known[1] == country else ("", country)

    def _new_country(self, code: str) -> str:
        """Give the country that stands for a country, the same for all mentions.

        Without a country in the document places stay in theirs. Two countries never become one.
        """
        if self._ways["COUNTRY"].method != "surrogate" or not code:
            return code
        if not self._named_lands:
            return code
        if code not in self._lands:
            own = [*names_of(code), *self._unknown]
            codes = [
                other
                for other in lists.countries()
                if other in lists.regions() and other not in (code, "US", *self._lands.values())
                if not any(shares(name, lists.countries()[other]) for name in own)
                if normalised(lists.countries()[other]) not in self._all.originals
            ]
            draws = self._all.keyed.draws(codes, *self._words("COUNTRY", "country", code))
            self._lands[code] = next(draws, code)
        return self._lands[code]

    def _code(self, city: str, country: str) -> str:
        """Give the code of a country by its name, else by the city before it; '' for none."""
        if not country:
            return ""
        return country_code(country) or lists.city_places().get(lists.plain(city), ("", ""))[1]

    def _new_state(self, code: str) -> str:
        """Give the US state that stands for a US state, whether the document names it or not."""
        if self._ways["STATE"].method != "surrogate":
            return code
        originals = self._all.originals
        codes = [
            other
            for other, name in lists.us_states().items()
            if other != code
            and other.casefold() not in originals
            and name.casefold() not in originals
        ]
        return next(self._all.keyed.draws(codes, *self._words("STATE", "state", code)), code)

    # -- one label each --------------------------------------------------------------------------

    def _city(self, index: int, piece: str) -> Iterator[str]:
        state, country = self._home(index, piece)
        new = self._new_country(country or "US")
        if new == (country or "US") and state:
            pools = [lists.cities().get((self._new_state(state), "US"), [])]
        elif new == "US":
            pools = [
                [name for (_, c), names in lists.cities().items() if c == "US" for name in names]
            ]
        else:
            pools = [lists.cities().get(("", new), [])]
        for pool in pools:
            yield from self._all.keyed.draws(pool, *self._words("CITY", placed(piece)))

    def _state(self, index: int, piece: str) -> Iterator[str]:
        code = state_code(piece)
        if not code and country_code(piece):
            yield from self._country(index, piece)  # 'UK' that a recognizer calls a state
            return
        country = country_code(self._neighbour(index, "COUNTRY"))
        country = country or ("US" if code else land_of(piece))
        if code and self._new_country(country) == country:
            new = self._new_state(code)
            short = len(re.sub(r"\W", "", piece)) == 2
            yield new if short else lists.us_states()[new]
            return
        region = self._new_country(country) if country else "US"
        pool = lists.regions().get(region) or lists.regions()["US"]
        yield from self._all.keyed.draws(pool, *self._words("STATE", placed(piece)))

    def _country(self, index: int, piece: str) -> Iterator[str]:
        before = map(self._code_before, self._mentions(index))
        code = country_code(piece) or next(filter(None, before), "")
        if code:
            yield lists.countries()[self._new_country(code)]
        pool = [lists.countries()[code] for code in lists.regions() if code in lists.countries()]
        yield from self._all.keyed.draws(pool, *self._words("COUNTRY", placed(piece)))

    def _zip(self, index: int, piece: str) -> Iterator[str]:
        digits = re.sub(r"[^0-9]", "", piece)
        words = self._words("ZIP", normal_form("ZIP", piece))
        area = int(digits[:3]) if len(digits) in (5, 9) else -1
        home = [c for c, (low, high) in lists.zip_ranges().items() if low <= area <= high]
        for step in range(_TRIES):
            made = scrambled(piece, self._all.keyed, *words, str(step))
            if home:
                low, high = lists.zip_ranges()[self._new_state(home[0])]
                width = high - low + 1
                lead = f"{low + self._all.keyed.number(*words, str(step), 'area', below=width):03d}"
                first = next(place for place, sign in enumerate(made) if sign.isdigit())
                made = made[:first] + lead + made[first + 3 :]
            yield made

    def _street(self, index: int, piece: str) -> Iterator[str]:
        words = self._words("STREET", placed(piece))
        small = lists.words()
        kinds: list[list[str]] = small["street_types"]
        tokens = re.findall(r"[^\W\d_]+", piece)
        kind = next((k for k in reversed(kinds) for t in tokens if t.capitalize() in k), kinds[0])
        number = re.match(r"\W*(\d+[A-Za-z]?)\b", piece)
        for step, name in enumerate(self._all.keyed.draws(small["streets"], *words)):
            types = [one for one in kind if one.casefold() not in piece.casefold()] or kind
            kind_at = self._all.keyed.number(*words, "type", str(step), below=len(types))
            made = f"{name} {types[kind_at]}"
            if number:
                drawn = (
                    scrambled(number[1], self._all.keyed, *words, str(step), *again)
                    for again in [(), *((str(n),) for n in range(_TRIES))]
                )
                made = f"{next((one for one in drawn if one[0] != '0'), '7')} {made}"
            yield made

    def _profession(self, index: int, piece: str) -> Iterator[str]:
        group = lists.profession_group(lists.plain(piece))
        words = self._words("PROFESSION", placed(piece))
        jobs: dict[str, list[str]] = lists.words()["professions"]
        starts = (self._spans[other].start for other in self._mentions(index))
        article = next(
            filter(None, (_ARTICLE.search(self._text[:start][-4:]) for start in starts)), None
        )
        if article is not None:
            # 'a builder' is no 'a optician'
            vowel = len(article[1]) > 1
            jobs = {
                name: [job for job in own if (job[0] in "aeiou") is vowel]
                for name, own in jobs.items()
            }
        if group and len(jobs[group]) >= _LEAST_JOBS:
            yield from self._all.keyed.draws(jobs[group], *words)
        every = [job for own in jobs.values() for job in own]
        for job in self._all.keyed.draws(every, *words, "any"):
            yield in_case_of(job, piece) if piece[:1].isupper() else job

    def _named(self, index: int, piece: str) -> Iterator[str]:
        """Write a care site, an organisation or another place: an invented name and its kind."""
        label = self._spans[index].label
        if label in ("SSN", "IDNUM"):
            return
        small: dict[str, Any] = lists.words()
        low = lists.plain(piece)
        site = label in _SITES
        kinds = _SITE_KINDS if site else ("place",)
        types = next(filter(None, (_types(low, small, kind) for kind in kinds)), [])
        # a field calls a hospital an organisation: one name has one surrogate
        words = self._words("HOSPITAL" if site else label, placed(piece))
        if not types and len(piece) <= 4:
            yield from (scrambled(piece, self._all.keyed, *words, str(n)) for n in range(_TRIES))
            return
        fresh = [one for one in types if not set(one.casefold().split()) & set(low.split())]
        for step, place in enumerate(self._all.keyed.draws(small["places"], *words)):
            if not fresh:
                yield place
                continue
            kind = fresh[self._all.keyed.number(*words, "type", str(step), below=len(fresh))]
            yield f"{place} {kind}"


def _types(low: str, small: dict[str, Any], kind: str) -> list[str]:
    """Give the kinds of sites that one with a name in small letters can be replaced by."""
    for cues, own in zip(small[f"{kind}_cues"], small[f"{kind}_types"], strict=True):
        if any(re.search(rf"\b{re.escape(cue)}\b", low) for cue in cues):
            types: list[str] = own
            return types
    return []
