"""ICH E2B(R3), message ``MCCI_IN200100UV01``: which elements hold free text and which identify.

Free text is whatever HL7 types as such: narrative and dosage ``text``, every ``originalText``,
every ``desc``, every ``value`` of type ED or ST or with text in it, titles and references. Known
places get their ICH number by the codes of what they lie in; others keep their element's name.

SOURCE: FDA's table of ICSR data elements and its ten test reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from spacy_deid.corpora.e2b import make_format
from spacy_deid.corpora.e2b_fields import (
    ATTACHMENT,
    DATE,
    FREE,
    LONG_PRODUCT,
    PHI,
    PUBLIC,
    Field,
    Node,
    age_field,
    child,
    is_code,
    speaks,
    walk,
)
from spacy_deid.corpora.e2b_reports import Release
from spacy_deid.corpora.markup import local

_RECORD_NUMBERS = {"1": "D.1.1.1", "2": "D.1.1.2", "3": "D.1.1.3", "4": "D.1.1.4"}
_PLACES = {
    "streetAddressLine": ("STREET", "2.3", "4.1"),
    "city": ("CITY", "2.4", "4.2"),
    "state": ("STATE", "2.5", "4.3"),
    "county": ("LOCATION_OTHER", "2.4", "4.2"),
    "postalCode": ("ZIP", "2.6", "4.4"),
}
_STREET = _PLACES["streetAddressLine"]
"""What other parts of an address are taken for: house numbers, floors, boxes."""
_TELECOMS = {"tel": "PHONE", "fax": "FAX", "mailto": "EMAIL"}
_AGE_UNITS = {
    "10.a": "decade",
    "{decade}": "decade",
    "mo": "month",
    "wk": "week",
    "d": "day",
    "h": "hour",
}
_NO_PERSON_IDS = frozenset(
    (
        *("device", "approval", "researchStudy", "studyRegistration"),
        *("substanceAdministration", "observation", "organizer", "act", "causalityAssessment"),
        *("adverseEffectReference", "productUseReference"),
    )
)
"""What has ids of senders, products and studies, and what parts of a message are joined by."""
_DOCTORS = frozenset({"1", "2", "3"})
_MASKED = "MSK"
_OF_CONTENT = (
    *("representation", "mediaType", "charset", "compression"),
    *("integrityCheck", "integrityCheckAlgorithm"),
)
"""Attributes that tell of an attachment's content."""


def _code(element: Element | None) -> str:
    found = child(element, "code")
    return "" if found is None else found.get("code", "")


def _nearest(node: Node, *names: str) -> Element | None:
    return next((item for item in reversed(node.above) if local(item.tag) in names), None)


def _type(node: Node) -> str:
    """Give the HL7 type that an element names, without its prefix; '' for none."""
    return next((local(v.strip()) for k, v in node.element.items() if local(k) == "type"), "")


def _free_text(node: Node) -> str | None:
    """Give the ICH number of a free-text element, its name where it has none; None for others."""
    name, parents = node.name, node.parents()
    parent = parents[0] if parents else ""
    if name == "text" and parent == "investigationEvent":
        return "H.1"
    if name == "text" and parent == "substanceAdministration":
        return "G.k.4.r.8"
    if name == "title":
        return {"document": "C.1.6.1.r.1", "researchStudy": "C.5.2"}.get(parent, name)
    if name == "bibliographicDesignationText":
        return "C.4.r.1"
    if name == "desc":
        return name
    if name == "originalText":
        return _original(node, parents)
    if name == "value" and (_type(node) in ("ED", "ST") or (node.element.text or "").strip()):
        return _value(node, parents)
    return None


def _original(node: Node, parents: list[str]) -> str:
    holder = _nearest(node, "observation", "investigationCharacteristic", "causalityAssessment")
    code = _code(holder)
    if parents[0] == "routeCode":
        return "G.k.4.r.10.1"
    if parents[0] == "formCode":
        return "G.k.4.r.9.1"
    if "investigationCharacteristic" in parents:
        return "C.1.11.2"
    if "causalityAssessment" in parents:
        return "G.k.9.i.2.r.2" if "methodCode" in parents else "G.k.9.i.2.r.1"
    if parents[0] == "code" and _code(_nearest(node, "organizer")) == "3":
        return "F.r.2.1"
    if code == "G.k.4.r.11" or "inboundRelationship" in parents and code != "19":
        return "G.k.4.r.11.1"
    if any(_code(item) == "5" for item in node.above if local(item.tag) == "observation"):
        return "D.9.4.r.2"
    return {"29": "E.i.1.1a", "19": "G.k.7.r.1", "32": "D.9.2.r.2"}.get(code, "originalText")


def _value(node: Node, parents: list[str]) -> str:
    if "causalityAssessment" in parents:
        return "G.k.9.i.2.r.3"
    holder = _nearest(node, "observationEvent", "observation")
    code = _code(holder)
    if holder is not None and local(holder.tag) == "observationEvent":
        author = _code(child(holder, "author", "assignedEntity"))
        if code == "36":
            return "H.5.r.1a"
        return "H.4" if author == "1" else "H.2"
    organizer = _code(_nearest(node, "organizer"))
    parent_of_patient = "role" in parents
    if code == "30":
        return "E.i.1.2"
    if organizer == "3":
        return "F.r.6" if code == "10" else "F.r.3.4"
    if organizer == "4":
        return "G.k.11"
    if code == "18":
        return "D.10.7.2" if parent_of_patient else "D.7.2"
    if code == "10":
        return "D.10.7.1.r.5" if parent_of_patient else "D.7.1.r.5"
    return "value"


def _person(node: Node) -> Field | None:
    """Recognise names, addresses and contacts of the patient, the parent and those who report."""
    name, parents = node.name, node.parents()
    if name == "name" and parents[:1] == ["player1"]:
        return Field(node, PHI, "D.1", "PATIENT")
    if name == "name" and parents[:1] == ["associatedPerson"]:
        return Field(node, PHI, "D.10.1", "PATIENT")
    if parents[:1] == ["addr"] and "assignedEntity" not in parents and name != "country":
        return Field(node, PHI, "addr", _PLACES.get(name, _STREET)[0], known=False)
    if "controlActEvent" not in parents or "assignedEntity" not in parents:
        return None
    reporter = "relatedInvestigation" in parents
    if parents[:2] == ["name", "assignedPerson"] and name in (
        "prefix",
        "given",
        "family",
        "suffix",
    ):
        label = _reporter_label(node) if reporter else "DOCTOR"
        known = reporter and name in ("given", "family")
        return Field(node, PHI, "C.2.r.1" if reporter else "C.3.3", label, known=known)
    if name == "name" and parents[0] == "assignedPerson" and not len(node.element):
        label = _reporter_label(node) if reporter else "DOCTOR"
        return Field(node, PHI, "C.2.r.1" if reporter else "C.3.3", label, known=reporter)
    if parents[0] == "addr" and name != "country":
        label, theirs, senders = _PLACES.get(name, _STREET)
        number = f"C.2.r.{theirs}" if reporter else f"C.3.{senders}"
        return Field(node, PHI, number, label, known=reporter)
    if name == "name" and parents[0] == "representedOrganization":
        department = child(node.above[-1], "assignedEntity") is not None
        if reporter:
            number = "C.2.r.2.2" if department else "C.2.r.2.1"
            return Field(node, PHI, number, "ORGANIZATION", known=not department)
        if department or not _is_public(node):
            number = "C.3.3.1" if department else "C.3.2"
            return Field(node, PHI, number, "ORGANIZATION", known=False)
    return None


def _is_public(node: Node) -> bool:
    """Tell a sender that is a company or an authority, from hospitals and persons."""
    outer = next((item for item in node.above if local(item.tag) == "assignedEntity"), None)
    return _code(outer) in PUBLIC


def _reporter_label(node: Node) -> str:
    """Tell private persons, who report without being health professionals, from staff."""
    qualification = _code(child(_nearest(node, "assignedPerson"), "asQualifiedEntity"))
    return "DOCTOR" if not qualification or qualification in _DOCTORS else "PATIENT"


def _attribute(node: Node) -> Field | None:
    """Recognise values that lie in attributes: ids, contacts, dates, ages."""
    name, parents = node.name, node.parents()
    parent = parents[0] if parents else ""
    if name == "id" and node.element.get("extension"):
        if parent == "asIdentifiedEntity":
            number = _RECORD_NUMBERS.get(_code(node.above[-1]), "D.1.1")
            label = "IDNUM" if number == "D.1.1.4" else "MEDICALRECORD"
            return Field(node, PHI, number, label, "extension")
        if parent in ("investigationEvent", "controlActEvent", "PORR_IN049016UV"):
            return Field(node, PHI, "C.1", "IDNUM", "extension")
        if parent == "assignedEntity":
            return Field(node, PHI, "C.2.r", "IDNUM", "extension", known=False)
        if parent not in _NO_PERSON_IDS:
            label = "DEVICE" if "device" in parent.lower() else "IDNUM"
            return Field(node, PHI, name, label, "extension", known=False)
    if name == "telecom":
        scheme, colon, _ = node.element.get("value", "").partition(":")
        label = _TELECOMS.get(scheme, "PHONE")
        known = "relatedInvestigation" in parents
        return Field(node, PHI, "C.2.r.2.7", label, "value", known, scheme + colon if colon else "")
    if name in ("birthTime", "deceasedTime"):
        return Field(node, PHI if name == "birthTime" else DATE, "D.2.1", "DATE", "value")
    if name == "reference" and parent == "text":
        return Field(node, ATTACHMENT, "C.1.6.1.r.2", attribute="value")
    value = node.element.get("value", "")
    if name == "value" and parent == "observation" and _code(node.above[-1]) == "3":
        if _type(node) in ("", "PQ"):
            unit = _AGE_UNITS.get(node.element.get("unit", ""), "year")
            return age_field(Field(node, PHI, "D.2.2a", "AGE", "value"), unit)
    if value.strip() and _is_date(node):
        return Field(node, DATE, name, "DATE", "value", known=False)
    return None


def _is_date(node: Node) -> bool:
    """Tell times from quantities: by name, by HL7 type, else by lying in a time.

    How long a drug can be kept is no date of a case.
    """
    name, kind = node.name, _type(node)
    if name == "time" or name.endswith("Time"):
        return name != "expirationTime"
    if name not in ("low", "high", "center", "value") or "unit" in node.element.attrib:
        return False
    if kind:
        return kind == "TS"
    parents = node.parents()
    within = _type(Node(node.above[-1], (), "")) if node.above else ""
    return within.endswith("TS") or "effectiveTime" in parents or "comp" in parents[:1]


def _beside(node: Node) -> Field | None:
    """Recognise persons in other places, remarks in names of products, and texts of no standard."""
    if node.name == "name":
        parent = node.parents()[:1]
        if parent == ["assignedPerson"] and speaks(node, words=1):
            return Field(node, PHI, "name", "DOCTOR", known=False)
        if parent == ["kindOfProduct"] and speaks(node, words=LONG_PRODUCT):
            return Field(node, FREE, "name")
        return None
    return Field(node, FREE, node.name) if speaks(node) else None


_SOURCE = "assigningAuthorityName"
"""Attribute of an id: who gave it, in words."""


def _fields(report: Element) -> Iterator[Field]:
    for node in walk(report):
        parents = node.parents()
        if node.name == "text" and parents[:1] == ["document"]:
            yield Field(node, ATTACHMENT, "C.1.6.1.r.2")
            continue
        number = _free_text(node)
        if number is not None:
            packed = node.element.get("representation") == "B64"
            place = Field(node, ATTACHMENT if packed else FREE, number)
            if not is_code(place):
                yield place
            continue
        found = _person(node) or _attribute(node) or _beside(node)
        if found is not None:
            yield found
        if node.name == "id" and node.element.get(_SOURCE):
            yield Field(node, PHI, "C.1.9.1.r.1", "ORGANIZATION", _SOURCE, known=False)


def _case(report: Element) -> str:
    event = child(report, "controlActProcess", "subject", "investigationEvent")
    ids = [] if event is None else [item for item in event if local(item.tag) == "id"]
    roots = {item.get("root", "").rpartition(".")[2]: item.get("extension", "") for item in ids}
    return roots.get("2") or roots.get("1") or ""


def _empty(place: Field) -> None:
    """Say that a value is withheld, with HL7's null flavour for it."""
    element = place.node.element
    if place.attribute is None:
        place.put("")
    else:
        element.attrib.pop(place.attribute, None)
    if place.kind == ATTACHMENT:
        for name in _OF_CONTENT:
            element.attrib.pop(name, None)
    if place.attribute == "extension":
        element.attrib.pop("root", None)
    if place.label == "AGE":
        element.attrib.pop("unit", None)
    element.set("nullFlavor", _MASKED)


def _put_date(place: Field, value: str) -> None:
    """Put a date; HL7 allows less exact points in time without further signs."""
    place.put(value)


def _outside(root: Element) -> Iterator[Field]:
    for element in root:
        if local(element.tag) == "creationTime":
            yield Field(Node(element, (root,), "creationTime"), DATE, "N.1.5", "DATE", "value")
        elif local(element.tag) == "id":
            yield Field(Node(element, (root,), "id"), PHI, "N.1.2", "IDNUM", "extension")


_MESSAGE, _REPORT = "MCCI_IN200100UV01", "PORR_IN049016UV"
RELEASE = Release("e2b-r3", _MESSAGE, _REPORT, _fields, _case, _empty, _put_date, _outside)
FORMAT = make_format(RELEASE, "ICH E2B(R3) messages")
