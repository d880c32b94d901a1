"""The scene of one document: the persons, places and numbers that its slots are rendered from."""

from __future__ import annotations

from spacy_deid.synthesize import places
from spacy_deid.synthesize.clinical import literal
from spacy_deid.synthesize.identifiers import draw_identifier
from spacy_deid.synthesize.lists import codes, country
from spacy_deid.synthesize.pieces import PLAIN, TRAP, Piece, Slot
from spacy_deid.synthesize.portraits import Portraits
from spacy_deid.synthesize.slots import (
    CLINICAL,
    CONTACTS,
    DATES,
    IDENTIFIERS,
    PLACE_SLOTS,
    PRIVATE,
    RELATIVE_TIMES,
    STAFF,
    TRAPS,
)

_CASES = {"upper": str.upper, "lower": str.lower, "title": str.title}


class Scene(Portraits):
    """One document's world, and the text of every slot in it."""

    def render(self, slot: Slot) -> list[Piece]:
        """Give the text of a slot, with what it is piece by piece."""
        pieces = self._render(slot)
        change = _CASES.get(slot.style)
        if change:
            return [(change(text), kind) for text, kind in pieces]
        if slot.style == "cap":
            text, kind = pieces[0]
            return [(text[:1].upper() + text[1:], kind), *pieces[1:]]
        return pieces

    def _render(self, slot: Slot) -> list[Piece]:
        name = slot.name
        if name in PRIVATE or name in STAFF:
            return self._person_slot(self.person(name, slot.number), slot)
        if name in DATES:
            return self.timeline.render(slot)
        if name in CLINICAL:
            return self.clinic.render(slot)
        if name in RELATIVE_TIMES:
            return self.clinic.relative_time(slot)
        if name in TRAPS:
            return self.clinic.trap(slot)
        if name in ("trap", "lit"):
            return literal(slot)
        if name in places.KINDS:
            return self._facility_slot(self.facility(name, slot.number), slot)
        if name == "address":
            return places.address(self.dice, self.place(slot.number), slot.style == "lines")
        if name in PLACE_SLOTS:
            return [(self.place(slot.number).part(name), places.ADDRESS_LABELS[name])]
        if name in CONTACTS:
            who = self.patient if slot.number == 1 else self.person("friend", 90 + slot.number)
            return self._person_slot(who, slot._replace(part=name))
        if name in IDENTIFIERS:
            return [(self.identifier(name, slot.number), IDENTIFIERS[name])]
        return self._place_alone(slot)

    def _facility_slot(self, house: places.Facility, slot: Slot) -> list[Piece]:
        dice, part = self.dice, slot.part
        if not part:
            return [(house.name, places.KINDS[house.kind])]
        if part == "short":
            return [(house.short, places.KINDS[house.kind])]
        if part == "country":
            return [(self.land.lists["name"][0], "COUNTRY")]
        if part == "address":
            return places.address(dice, house.place, False)
        if part in places.ADDRESS_LABELS:
            return [(house.place.part(part), places.ADDRESS_LABELS[part])]
        if part in ("phone", "fax"):
            if part not in house.known:
                house.known[part] = draw_identifier(dice, "phone", self.land, self.day, self.day)
            return [(house.known[part], part.upper())]
        domain = self.domain(house)
        if part == "email":
            user = dice.pick(("info", "office", "contact", "reception", "pharmacy", "ward3"))
            return [(house.known.setdefault("email", f"{user}@{domain}"), "EMAIL")]
        head = dice.pick(("www.", "https://www.", "www.", "http://", "https://"))
        return [(house.known.setdefault("url", head + domain), "URL")]

    def _place_alone(self, slot: Slot) -> list[Piece]:
        dice, name = self.dice, slot.name
        if name.startswith("abroad"):
            key = f"abroad{slot.number}"
            if key not in self.values:
                others = [code for code in codes() if code != self.land.code]
                self.values[key] = dice.pick(others)
            land = country(self.values[key])
            if name == "abroad_city":
                return [(self.place_in(key, land).city, "CITY")]
            return [(land.lists["name"][0], "COUNTRY")]
        if name == "nationality":
            return [(self.patient.land.facts["nationality"], f"{TRAP}nationality")]
        key = f"{name}{slot.number}"
        if key not in self.values:
            self.values[key] = dice.pick(self.land.lists["name" if name == "country" else name])
        value = self.values[key]
        if name == "country":
            return [(value, "COUNTRY")]
        if value.startswith(("the ", "The ")):
            return [("the ", PLAIN), (value[4:], "LOCATION_OTHER")]
        return [(value, "LOCATION_OTHER")]
