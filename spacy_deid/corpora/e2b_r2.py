"""ICH E2B(R2), message ``ichicsr``: which elements hold free text and which identify.

SOURCE: ICH M2 ICSR DTD 2.1 element names, as constructed samples have them; not checked against
the DTD itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from spacy_deid.corpora.e2b import make_format
from spacy_deid.corpora.e2b_fields import (
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

_FREE = {
    "narrativeincludeclinical": "B.5.1",
    "reportercomment": "B.5.2",
    "sendercomment": "B.5.4",
    "patientmedicalhistorytext": "B.1.7.2",
    "patientmedicalcomment": "B.1.7.1g",
    "parentmedicalrelevanttext": "B.1.10.7.2",
    "parentmedicalcomment": "B.1.10.7.1g",
    "resultstestsprocedures": "B.3.2",
    "primarysourcereaction": "B.2.i.0",
    "drugdosagetext": "B.4.k.6",
    "drugadditional": "B.4.k.19",
    "drugindication": "B.4.k.11",
    "patientdeathreport": "B.1.9.2",
    "patientdetermineautopsy": "B.1.9.4",
    "literaturereference": "A.2.2",
    "studyname": "A.2.3.1",
    "documentlist": "A.1.8.2",
    "nullificationreason": "A.1.13.1",
    "patientepisodename": "B.1.7.1a.2",
    "patientdrugindication": "B.1.8f.2",
    "patientdrugreaction": "B.1.8g.2",
    "parentmedicalepisodename": "B.1.10.7.1a.2",
    "parentdrugindication": "B.1.10.8f.2",
    "parentdrugreaction": "B.1.10.8g.2",
    "testname": "B.3.1c",
    "testresult": "B.3.1d",
    "drugrecuraction": "B.4.k.17.2b",
    "drugreactionasses": "B.4.k.18.1b",
    "drugassessmentsource": "B.4.k.18.2",
    "drugassessmentmethod": "B.4.k.18.3",
    "drugresult": "B.4.k.18.4",
    "senderdiagnosis": "B.5.3b",
}
_PLAIN = re.compile(r"\s*(?:[<>=]=?)?\s*\d{0,6}(?:[.,]\d{1,6}){0,2}\s*%?\s*")
"""A result that is a number alone."""
_PRODUCTS = ("medicinalproduct", "patientdrugname", "parentdrugname")
_NOT_FREE = frozenset(
    (
        *("activesubstancename", "drugauthorizationholder", "drugauthorizationnumb"),
        *("drugbatchnumb", "drugdosageform", "drugadministrationroute", "drugparadministration"),
        *("reactionmeddrallt", "reactionmeddrapt", "reactionoutcome", "testunit"),
        *("sponsorstudynumb", "observestudytype", "senderorganization", "receiverorganization"),
        *("messagetype", "messagesenderidentifier", "messagereceiveridentifier"),
        *_PRODUCTS,
    )
)
"""The standard's other elements with words, but for countries: terms, forms, makers."""
_COUNTRIES = ("country", "countrycode")
_IDS = {
    "safetyreportid": "A.1.0.1",
    "companynumb": "A.1.10.2",
    "authoritynumb": "A.1.10.1",
    "duplicatenumb": "A.1.11.2",
    "linkreportnumb": "A.1.12",
    "patientinvestigationnumb": "B.1.1.1d",
}
_RECORDS = {
    "patientgpmedicalrecordnumb": "B.1.1.1a",
    "patientspecialistrecordnumb": "B.1.1.1b",
    "patienthospitalrecordnumb": "B.1.1.1c",
}
_PLACES = {
    "street": "STREET",
    "streetaddress": "STREET",
    "city": "CITY",
    "state": "STATE",
    "postcode": "ZIP",
}
_CONTACTS = {
    **dict.fromkeys(("tel", "telephone", "phone", "mobile"), "PHONE"),
    **dict.fromkeys(("emailaddress", "email", "mail"), "EMAIL"),
    "fax": "FAX",
}
_WHOSE = re.compile(r"(?:patient|parent|reporter|sender|receiver|subject|physician|doctor)([a-z]+)")
_OWN = {
    label_of: label
    for label, words in (
        ("PATIENT", "name fullname surname firstname lastname familyname givenname givename"),
        ("PATIENT", "middlename maidenname initials nextofkin"),
        ("IDNUM", "id number numb no identifier passport"),
        ("MEDICALRECORD", "mrn nhs nhsnumber nhsno recordnumber hospitalnumber hospitalid"),
        ("SSN", "ssn nationalid"),
        ("PHONE", "phone telephone tel mobile phonenumber contact contactnumber"),
        ("EMAIL", "email mail emailaddress"),
        ("FAX", "fax faxnumber"),
        ("STREET", "address street streetaddress"),
        ("CITY", "city town"),
        ("ZIP", "zip zipcode postcode postalcode"),
        ("STATE", "state county province"),
        ("DATE", "dob dateofbirth birthday"),
        ("LICENSE", "licence license licencenumber licensenumber gmc registration npi"),
        ("PROFESSION", "occupation profession job"),
    )
    for label_of in words.split()
}
"""What stands behind 'patient', 'reporter' and the like in elements beside the standard's."""
_NAMES = ("title", "givename", "givenname", "middlename", "familyname", "name")
_AGE_UNITS = {"800": "decade", "802": "month", "803": "week", "804": "day", "805": "hour"}
_FORMATS = {4: "602", 6: "610", 8: "102", 12: "203", 14: "204"}
"""Digits of a date to its format code."""
_DOCTORS = frozenset({"1", "2", "3"})


def _person(node: Node) -> tuple[str, str] | None:
    """Tell whether a field names a person or says where they are: its label and ICH number."""
    name = node.name
    for prefix, number in (("reporter", "A.2.1"), ("sender", "A.3.1"), ("receiver", "A.3.2")):
        rest = name.removeprefix(prefix)
        if rest == name:
            continue
        if rest in _NAMES:
            return _name_label(prefix, node), number
        if rest in _PLACES:
            return _PLACES[rest], number
        if rest.removesuffix("extension").removesuffix("countrycode") in _CONTACTS:
            return _CONTACTS[rest.removesuffix("extension").removesuffix("countrycode")], number
        if rest == "department" or rest == "organization" and not _is_public(prefix, node):
            return "ORGANIZATION", number
    return None


def _is_public(prefix: str, node: Node) -> bool:
    """Tell a sender or receiver that is a company or an authority, from hospitals and persons."""
    kind = child(node.above[-1], f"{prefix}type") if node.above else None
    return kind is not None and "".join(kind.itertext()).strip() in PUBLIC


def _name_label(prefix: str, node: Node) -> str:
    """Tell private persons, who report without being health professionals, from staff."""
    if prefix != "reporter" or not node.above:
        return "DOCTOR"
    qualification = child(node.above[-1], "qualification")
    code = (qualification.text or "").strip() if qualification is not None else ""
    return "DOCTOR" if not code or code in _DOCTORS else "PATIENT"


def _fields(report: Element) -> Iterator[Field]:
    inside: set[Element] = set()
    for node in walk(report):
        if inside.intersection(node.above):
            continue
        found = _field(node)
        if found is not None:
            inside.add(node.element)
            yield found


def _field(node: Node) -> Field | None:
    """Recognise a field by its name; what lies below it belongs to its value."""
    name = node.name
    person = _person(node)
    if name in _FREE:
        place = Field(node, FREE, _FREE[name])
        plain = name == "testresult" and _PLAIN.fullmatch(place.value)
        return None if plain or is_code(place) else place
    if name in _IDS:
        return Field(node, PHI, _IDS[name], "IDNUM")
    if name in _RECORDS:
        return Field(node, PHI, _RECORDS[name], "MEDICALRECORD")
    if name == "duplicatesource":
        return Field(node, PHI, "A.1.11.1", "ORGANIZATION", known=False)
    if name == "patientinitial":
        return Field(node, PHI, "B.1.1", "PATIENT")
    if name == "parentidentification":
        return Field(node, PHI, "B.1.10.1", "PATIENT")
    if person is not None:
        label, number = person
        title = name.endswith("title")
        theirs = name.startswith("reporter") and not title
        return Field(node, PHI, number, label, known=theirs)
    if name.endswith("birthdate"):
        return Field(node, PHI, "B.1.2.1b", "DATE")
    if name in ("patientonsetage", "parentage"):
        return age_field(Field(node, PHI, "B.1.2.2a", "AGE"), _age_unit(node))
    if name.endswith("date"):
        return Field(node, DATE, name, "DATE", known=name == "patientdeathdate")
    if name in _PRODUCTS and speaks(node, words=LONG_PRODUCT):
        return Field(node, FREE, name)
    if name not in _NOT_FREE and not name.endswith(_COUNTRIES) and speaks(node):
        return Field(node, FREE, name)
    label = _foreign(node)
    return Field(node, PHI, name, label, known=False) if label else None


def _foreign(node: Node) -> str:
    """Give the label of what an element says of a person that the standard does not have."""
    whose = _WHOSE.fullmatch(node.name)
    return _OWN.get(whose[1], "") if whose and not len(node.element) else ""


def _age_unit(node: Node) -> str:
    unit = child(node.above[-1], f"{node.name}unit") if node.above else None
    code = (unit.text or "").strip() if unit is not None else ""
    return _AGE_UNITS.get(code, "year")


def _case(report: Element) -> str:
    for name in ("companynumb", "authoritynumb", "safetyreportid"):
        found = child(report, name)
        if found is not None and "".join(found.itertext()).strip():
            return "".join(found.itertext()).strip()
    return ""


def _empty(place: Field) -> None:
    """Leave an empty element; initials are written PRIVACY, as senders do."""
    place.put("PRIVACY" if place.element == "B.1.1" else "")
    if place.label == "DATE":
        _set_beside(place, "format", "")
    elif place.label == "AGE":
        _set_beside(place, "unit", "")


def _put_date(place: Field, value: str) -> None:
    """Put a date, with the format code of what it is now exact to."""
    place.put(value)
    if value.isdigit() and len(value) in _FORMATS:
        _set_beside(place, "format", _FORMATS[len(value)])


def _set_beside(place: Field, what: str, code: str) -> None:
    """Set the format or the unit of a field, which stands before or behind it."""
    parent = place.node.above[-1] if place.node.above else None
    name = place.node.name + what
    found = child(parent, name)
    if found is None:
        found = child(parent, name.removeprefix("patient"))  # lastmenstrualdateformat
    if found is not None:
        found.text = code


def _outside(root: Element) -> Iterator[Field]:
    for node in walk(root):
        if node.name == "messagenumb" or node.name == "messagedate":
            kind = DATE if node.name == "messagedate" else PHI
            yield Field(node, kind, "M.1", "DATE" if kind == DATE else "IDNUM", known=False)


RELEASE = Release("e2b-r2", "ichicsr", "safetyreport", _fields, _case, _empty, _put_date, _outside)
FORMAT = make_format(RELEASE, "ICH E2B(R2) messages")
