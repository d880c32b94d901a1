"""Poison centres and drug information services with a name of their own."""

from __future__ import annotations

import pytest

from spacy_deid.detect.evidence import find_names_and_places


def organizations(text: str) -> str:
    return "|".join(
        text[span.start : span.end]
        for span in find_names_and_places(text)
        if span.label == "ORGANIZATION"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Table Bay Poisons Line - call log", "Table Bay Poisons Line"),
        ("Called Cascadia Poison Center at once", "Cascadia Poison Center"),
        (
            "HARROW VALE POISONS INFORMATION SERVICE - LOG 12",
            "HARROW VALE POISONS INFORMATION SERVICE",
        ),
        (
            "the Mkoma Poisons & Drug Information Centre, Blantyre",
            "Mkoma Poisons & Drug Information Centre",
        ),
        ("Poisons Information Centre Te Waharoa, log", "Poisons Information Centre Te Waharoa"),
        (
            "Centre Antipoison du Sahel; Bayou Region Poison Control call",
            "Centre Antipoison du Sahel|Bayou Region Poison Control",
        ),
        ("Giftnotruf Hannenberg, call at 04:12", "Giftnotruf Hannenberg"),
    ],
)
def test_services_with_a_name(text: str, names: str) -> None:
    assert organizations(text) == names


def test_letters_that_head_the_page_of_a_department() -> None:
    text = "HUCA - Servicio de Digestivo\nMTRH OPD card\nCIOMS - Servicio\nRASH. Dept of Surgery"
    sites = [text[s.start : s.end] for s in find_names_and_places(text) if s.label == "HOSPITAL"]
    assert sites == ["HUCA", "MTRH"]


def test_initials_of_who_did_something_at_an_hour() -> None:
    text = "09:10 RTK gave adrenaline; 14:08 BTK at bedside; 0900 ECG took long; 10/10 AKI paged"
    staff = [text[s.start : s.end] for s in find_names_and_places(text) if s.label == "DOCTOR"]
    assert staff == ["RTK", "BTK"]


@pytest.mark.parametrize(
    "text",
    [
        "The Swedish Poisons Information Centre was asked",
        "Contacted Poison Control Center. National Poison Line 24/7",
        "She called the drug information line; Drug Safety Unit, Pfizer",
        "Per Poison Center Naloxone was given. Poison Centre Recommended NAC. Giftnotruf Rat: X",
        "Philips Patient Monitoring System; Merlin Home Monitoring System; IKK Inhibitor therapy",
        "Patient Information Service leaflet; Poison Control Center Advised charcoal",
    ],
)
def test_services_of_a_country_and_in_general(text: str) -> None:
    assert organizations(text) == ""
