from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.evidence import find_names_and_places
from spacy_deid.detect.protection.terms.exclamations import find_exclamations
from spacy_deid.detect.protection.terms.files import find_machine_words
from spacy_deid.detect.protection.terms.spelled import find_spelled_drugs
from spacy_deid.detect.words.lexicon import embedded_lexicon
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("drug: C-O-U-M-A-D-I-N. I", "C-O-U-M-A-D-I-N"),
        ("I take O-Z-E-M-P-I-C point five", "O-Z-E-M-P-I-C"),
        ("called E L I Q U I S five", "E L I Q U I S"),
        ("name B-L-A-K-E and P-R-U-I-T-T", ""),
    ],
)
def test_spelled_drugs(text: str, drug: str) -> None:
    found = find_spelled_drugs(Scan(text, embedded_lexicon().flags))
    assert "|".join(text[slice(*span)] for span in found) == drug


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("B as in Bravo, R as in Romeo, A, D. He", "B as in Bravo, R as in Romeo, A, D"),
        ("T for tommy, R for roger, E for edward", "T for tommy, R for roger, E for edward"),
        ("Z as in xray, A as in kilo, B", ""),
        ("a for sale sign, i for one, b", ""),
        ("A for aspirin, P for paracetamol, I for ibuprofen", ""),
        ("A for arm, B for back, C for chest", ""),
    ],
)
def test_names_by_a_phonetic_alphabet(text: str, name: str) -> None:
    found = [text[s.start : s.end] for s in find_names_and_places(text) if s.label == "PATIENT"]
    assert found[:1] == ([name] if name else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k dot ferreira ninety one at hotmail dot com", "EMAIL"),
        ("mail r j tanaka at icloud dot com", "EMAIL"),
        ("zip code six oh six one four", "ZIP"),
        ("ZIP? Caller: one one three seven two", "ZIP"),
        ("lot number is four four one nine two seven", ""),
        ("Thanks a lot. My number is five five five one two three four", "PHONE"),
        ("call me: four four one nine two seven", "PHONE"),
    ],
)
def test_contacts_that_are_said(text: str, found: str) -> None:
    hits = find_contacts(text)
    assert "|".join(hit.label for hit in hits) == found
    if found == "EMAIL":
        assert hits[0].start == max(text.find("r j "), 0)


def test_words_of_machines() -> None:
    text = (
        '{"drug": "a", "jsmith": 1, "Tags": 1} '
        '<ann_lee>x</ann_lee> <lga>Ikeja</lga> <rusty> said "big_mac": x; scan.docx, a.jpg, 5.pdf'
    )
    scan = Scan(text, embedded_lexicon().flags)
    found = [text[slice(*span)] for span in find_machine_words(scan, Reading(text))]
    assert found == ["docx", "jpg", "pdf", "drug", "lga", "lga"]


def test_exclamations() -> None:
    text = "Ah! Yeah, omg. wah nice. Oh wrote; Mr Wah came. ah, ok. GOSH and SMH; Yep spoke"
    found = [text[slice(*span)] for span in find_exclamations(Reading(text))]
    assert found == ["Yeah", "omg", "wah", "ah"]


def test_mail_addresses_that_are_said_take_linear_time() -> None:
    line = "a" + "_" * 40 + "! at home dot com "
    assert growth(lambda count: find_contacts(line * count), 50) < LINEAR
