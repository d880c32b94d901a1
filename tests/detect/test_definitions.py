from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.definitions import find_definitions
from spacy_deid.detect.protection.terms.plain_words import find_plain_words
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.scan import Scan


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(read_lists())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the left upper extremity (LUE). LUE swollen", "LUE|LUE"),
        ("had Henoch-Schonlein purpura (HSP); HSP again", "HSP|HSP"),
        ("beyond use date [BUD]", "BUD"),
        ("Maria del Carmen (MDC) and John Smith (JS)", ""),
        ("patient Hwangbo Mi-ja (HMJ), mother of pearl (Mp)", ""),
        ("Massachusetts General Hospital (MGH), university hospital (UH)", ""),
        (
            "experienced SLUGGISHNESS (Sluggish) and EYE OPACITY (eye)",
            "SLUGGISHNESS|Sluggish|EYE OPACITY",
        ),
        ("The reporter JOHN SMITH (Brother) called.", ""),
        ("my aunt lena marlow (LM) said, LM; anna, mother (AM), brother karl (BK)", ""),
        ("seen by the registrar rosa elena mora (REM) and REM wrote", ""),
        ("history of ANNA (patient), outcome of her son HENRY (Henry) is", ""),
    ],
)
def test_what_a_text_explains(lexicon: Lexicon, text: str, expected: str) -> None:
    spans = sorted(find_definitions(Scan(text, lexicon.flags)))
    assert "|".join(text[slice(*span)] for span in spans) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pain of the shin, Penis swollen", "shin|Penis"),
        ("Mr. Shin came, Dr Palms, Ms shin", ""),
        ("PERRL, EOMI, RRR; then MRA", "PERRL|EOMI|RRR|MRA"),
        ("AKI TOLD HER AND CAME", ""),
        ("had AKI and URI", "AKI|URI"),
        ("nurse said the shin hurt; SHIN HURT", "shin"),
        ("initials: TIA, had NSTEMI", "NSTEMI"),
        ("ref CMP/2019/7741, MRA-30417; MRA-2 normal", "MRA"),
        ("Signed: BPH. Reported by LDH. My daughter TIA was given it; mother TIA, stroke", "TIA"),
        ("iris picks up after 9, the iris is red", "iris"),
    ],
)
def test_words_of_clinics(lexicon: Lexicon, text: str, expected: str) -> None:
    spans = sorted(find_plain_words(Scan(text, lexicon.flags)))
    assert "|".join(text[slice(*span)] for span in spans) == expected
