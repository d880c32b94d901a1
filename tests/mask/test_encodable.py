from __future__ import annotations

import pytest
from mask_support import KEY, decided, pipeline

from spacy_deid.mask.encodable import encodable, holds_all


@pytest.mark.parametrize(
    ("text", "encoding", "written"),
    [
        ("Łukasz Dvořák", "cp1252", "Lukasz Dvorák"),
        ("Łukasz Dvořák", "ascii", "Lukasz Dvorak"),
        ("Łukasz Dvořák", "utf-8", "Łukasz Dvořák"),
        ("Straße", "ascii", "Strasse"),
        ("Иван", "latin-1", "????"),
        ("", "ascii", ""),
    ],
)
def test_letters_lose_what_an_encoding_lacks(text: str, encoding: str, written: str) -> None:
    assert encodable(text, encoding) == written


def test_which_encodings_hold_everything() -> None:
    assert [holds_all(e) for e in ("utf-8", "utf-16", "UTF8", "gb18030", "cp1252", "ascii")] == [
        *[True] * 4,
        *[False] * 2,
    ]


def test_surrogates_keep_to_the_encoding_of_the_output() -> None:
    nlp = pipeline(policy="research-surrogate")
    masker = nlp.get_pipe("deid_masker")
    masker.set_key(KEY)
    names = "Zdenek Novak, Pawel Kowalski, Gabor Kovacs, Ion Popescu, Jiri Dvorak, Marek Wojcik"
    marked = [(name, "PATIENT") for name in names.split(", ")]

    def texts() -> list[str]:
        return [masker(decided(nlp, names, marked, f"c{n}"))._.deid_text for n in range(40)]

    assert not "".join(texts()).isascii()
    masker.set_encoding("ascii")
    plain = texts()
    assert "".join(plain).isascii() and "?" not in "".join(plain)
    masker.set_encoding("utf-8")
    assert not "".join(texts()).isascii()
