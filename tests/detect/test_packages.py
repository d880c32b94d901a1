from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.codes.packages import find_alike, find_packages
from spacy_deid.detect.words.reading import Reading


def told(text: str) -> str:
    return "|".join(text[slice(*span)] for span in find_packages(Reading(text)))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("The pen is NP5J602; the flap of the first has 20B588A", "NP5J602|20B588A"),
        ("on the fold of her pack, LF24011A, in blue", "LF24011A"),
        ("The other box says 6049977 and no more", "6049977"),
        ("bottle LK 2071 was open", "LK 2071"),
        ("EMBOSSED ON THE TUBE: TU03B7X", "TU03B7X"),
    ],
)
def test_codes_of_packages_from_further_off(text: str, codes: str) -> None:
    assert told(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        "She took a box. Her number is NP5J602",
        "the box with her patient number K4471A23",
        "pen returned under complaint PC-90817",
        "one pack daily, phone 6049977",
        "two vials, 500MG each, on 06APR2024 in a 10ML syringe",
        "the sample tube AB1234C",
        "a police box, then plate LK 2071",
        "the bottle says 2024-01-05",
        "the vial meant for Mr Okafor, HB204418; pen logged as INC204418",
        "P.O. Box AB 1234, Box KN 4821, Accra",
        "bottle says 6049977, which is the pharmacy's phone",
        "pack started 2024APR06, tube 06MAI2024; EDTA tube 24H118842",
    ],
)
def test_numbers_of_other_things(text: str) -> None:
    assert told(text) == ""


def alike(text: str, *lots: str) -> str:
    spans = [(text.index(lot), text.index(lot) + len(lot)) for lot in lots]
    return "|".join(text[slice(*span)] for span in find_alike(Reading(text), spans))


@pytest.mark.parametrize(
    ("text", "lot", "codes"),
    [
        ("lot LAI30772, the one before LAI30418, not LAI3041", "LAI30772", "LAI30418"),
        ("BN 3142870, on the other tin 3142911, file 7142911", "3142870", "3142911"),
        ("lot U3B717V, not from U3B771V", "U3B717V", "U3B771V"),
        ("lot 12A, then 12B; lot 44, then 45", "12A", ""),
        ("lot AB1234, MRN AB1235", "AB1234", ""),
        ("Batch 2304150; seen on 2304151, tel. 2304152", "2304150", ""),
        ("lot K44712; Mr Hale, K44755", "K44712", ""),
    ],
)
def test_codes_built_like_a_lot(text: str, lot: str, codes: str) -> None:
    assert alike(text, lot) == codes


def test_time_grows_with_the_text() -> None:
    text = "the box of the pack said A1 and the vial, or the pen, had none\n"
    assert growth(lambda count: told(text * count), 200) < LINEAR
