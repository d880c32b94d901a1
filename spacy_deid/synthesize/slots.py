"""The names, parts and styles of all slots; ``skeletons/README.md`` is their reference."""

from __future__ import annotations

from spacy_deid.phi import LABELS
from spacy_deid.synthesize.pieces import UTILITY, Slot
from spacy_deid.synthesize.places import KINDS

PRIVATE = ("patient", "relative", "friend", "reporter")
STAFF = ("doctor", "nurse", "pharmacist", "staff")
CASES = ("upper", "lower", "cap", "title")

NAME_PARTS = frozenset(
    ("full", "first", "last", "nick", "last_first", "f_last", "first_l", "initials")
)
PERSON_PARTS = NAME_PARTS | frozenset(
    "title cred he him his hers himself He Him His sex man Man mf relation Relation age aged "
    "at_age years decade age_sex dob phone mobile fax email username profession".split()
)
FACILITY_PARTS = frozenset(
    ("", "short", "city", "state", "zip", "street", "country", "address")
    + ("phone", "fax", "email", "url")
)
PLACE_SLOTS = frozenset(("street", "city", "state", "zip", "address"))
CONTACTS = frozenset(("phone", "mobile", "fax", "email", "username", "dob", "profession"))
"""Slots that without a person mean the patient's; with a number above 1, somebody else's."""

IDENTIFIERS = {
    "mrn": "MEDICALRECORD",
    "ssn": "SSN",
    "healthplan": "HEALTHPLAN",
    "account": "ACCOUNT",
    "license": "LICENSE",
    "vehicle": "VEHICLE",
    "device": "DEVICE",
    "case_no": "IDNUM",
    "authority_no": "IDNUM",
    "subject_no": "IDNUM",
    "patient_no": "IDNUM",
    "encounter": "IDNUM",
    "accession": "IDNUM",
    "rx_no": "IDNUM",
    "claim_no": "IDNUM",
    "badge": "IDNUM",
    "pager": "PHONE",
    "ip": "IPADDR",
    "url": "URL",
}
DATES = {
    "date": frozenset(("", "short", "full", "long", "num", "iso", "dmon", "text")),
    "day": frozenset(("",)),
    "weekday": frozenset(("",)),
    "month": frozenset(("", "name", "mid")),
    "year": frozenset(("",)),
    "decade": frozenset(("",)),
    "season": frozenset(("",)),
    "holiday": frozenset(("",)),
    "range": frozenset(("",)),
    "datetime": frozenset(("",)),
    "expiry": frozenset(("",)),
}
PLACES_ALONE = frozenset(
    ("country", "abroad_city", "abroad_country", "region", "landmark", "nationality")
)
CLINICAL = {
    "drug": frozenset(("", "generic", "brand")),
    "vaccine": frozenset(("",)),
    "reaction": frozenset(("",)),
    "indication": frozenset(("",)),
    "dose": frozenset(("",)),
    "route": frozenset(("",)),
    "freq": frozenset(("",)),
    "lab": frozenset(("", "name", "value")),
    "temp": frozenset(("",)),
}
RELATIVE_TIMES = frozenset(("reltime", "later", "after", "ago", "for", "within"))
TRAPS = frozenset(
    ("lot", "ndc", "eponym", "sign", "codes", "bp", "ratio", "score", "study", "visit", "gene")
    + ("namedrug", "time")
)


def is_known(slot: Slot) -> bool:
    """Tell whether a slot's name, part, offsets and style exist together."""
    name, part, style = slot.name, slot.part, slot.style
    if name == "trap":
        return not part and bool(slot.literal)
    if name == "lit":
        return (part in UTILITY or part in LABELS) and bool(slot.literal)
    if name in DATES:
        second = slot.offset2 == 0 or name == "range"
        return not part and second and (style in DATES[name] or style in CASES)
    if name == "address":
        return not part and style in ("", "lines", *CASES)
    if style and style not in CASES:
        return False
    if name in PRIVATE or name in STAFF:
        relation = part in ("relation", "Relation")
        return part in PERSON_PARTS and (not relation or name == "relative")
    if name in KINDS:
        return part in FACILITY_PARTS
    if name in CLINICAL:
        return part in CLINICAL[name]
    if part:
        return False
    return (
        name in PLACE_SLOTS
        or name in PLACES_ALONE
        or name in CONTACTS
        or name in IDENTIFIERS
        or name in RELATIVE_TIMES
        or name in TRAPS
    )
