"""Bare doses in the shorthand of wards, and the rooms, ages, days and addresses that look so."""

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.figures.doses import find_doses
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("Now on 20 OD, was on 15 OD.", "20 OD|15 OD"),
        ("Pt on 30 OD. CT chest clear.", "30 OD"),
        ("Pt on 5 mane, INR 3.4 on 5 OD", "5 mane|5 OD"),
        ("ramipril 2.5 BD then bisop 10 nocte", "2.5 BD|10 nocte"),
        ("Remains on 10 bd. EPO 4000 SC given. Now on 40 TDS PO", "10 bd|4000 SC|40 TDS"),
        ("warfarin: 3 OM, enox 40 SC, pred now 20 ON.", "3 OM|40 SC|20 ON"),
        ("Now on 20 on the ward, on 20 OD on the ward", "20 OD"),
        ("Lives in Toronto 20 ON M5V 2T6", ""),
        ("room 20 OM, bed 12 OD, Ward 5 BD", ""),
        ("aged 30 OD? She is 30 OD. Male 30 OD. took 30 OD of paracetamol", ""),
        ("admitted May 20 IV given, 20/5 IM, in 2014 IM, 12 10 50 OD", ""),
        ("seen on 20 od rana, po 20 od soboty", ""),
        ("came from 20 SC Bose Road, at 12 BD Marg, box 20 PO Box 5", ""),
    ],
)
def test_bare_doses(text: str, doses: str) -> None:
    found = [text[start:end] for start, end in find_doses(Reading(text))]
    assert "|".join(found) == doses
