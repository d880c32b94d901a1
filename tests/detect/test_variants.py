from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.codes.variants import find_variants
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> set[str]:
    return {text[slice(*span)] for span in find_variants(Reading(text))}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "BRCA1 NM_007294.4:c.5266dupC p.(Gln1756Profs*74)",
            "NM_007294.4|c.5266dupC|p.(Gln1756Profs*74)",
        ),
        ("CFTR c.3909C>G p.(Asn1303Lys), TP53;p.R175H;41", "c.3909C>G|p.(Asn1303Lys)|p.R175H"),
        ("EGFR E746_A750, T790M, C797S", "E746_A750|T790M|C797S"),
        (
            "chr17:g.43057062_43057063insG, VCV000017661",
            "chr17:g.43057062_43057063insG|VCV000017661",
        ),
        ("arr 22q11.21(18912231_21465672)x1", "22q11.21(18912231_21465672)x1"),
        ("47,XX,+8[14]/46,XX[6]; FISH KMT2A (11q23) sep neg", "47,XX,+8[14]/46,XX[6]|11q23|sep"),
        ("t(9;22)(q34;q11), MT-RNR1 m.1555A>G", "t(9;22)(q34;q11)|m.1555A>G"),
    ],
)
def test_codes_of_the_genome(text: str, names: str) -> None:
    assert found(text) == set(names.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "MRN C797S, EGFR negative, patient T790M, policy V600E",
        "user name NM_12345, ID VCV000017661",
        "lives at flat C797S; NM_sorensen wrote, c.12 days",
        "flat 3p12, apt 5q2, locker 22q11, Licence 087 325 Yp1, on-line: 3p74-72o8",
        "FISH on 3 Sep 2020, seen in sep 2 years ago",
    ],
)
def test_numbers_of_persons_are_none(text: str) -> None:
    assert found(text) == set()


def test_half_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("EGFR C797S ", "c.1905+1", "22q11.", "47,XX,+8", "p.(Gln1756Profs", "chr17:g."):
        list(find_variants(Reading(part * (500_000 // len(part)))))
    assert (time.process_time() - start) / slowness() < 30
