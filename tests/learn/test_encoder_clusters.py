"""Clusters of an encoder that is made here, and clusters in files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from learn.encoder_support import tiny_encoder
from spacy.util import registry

from spacy_deid.errors import DeidError
from spacy_deid.learn.encoder_clusters import (
    create_cluster_file,
    create_encoder_clusters,
    write_clusters,
)

CLUSTERS = {"mary": "00010002", "aspirin": "00030004"}


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Path:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    return tiny_encoder(tmp_path_factory.mktemp("encoder"))


def test_coarse_clusters_of_an_encoder_hold_the_finer_ones(encoder) -> None:
    pytest.importorskip("wordfreq")
    pytest.importorskip("sklearn")
    found = create_encoder_clusters(encoder, sizes=(3, 9), most=300)
    assert len(found) == 300 and "the" in found
    assert all(word.isalnum() and word[0].isalpha() for word in found)
    assert {len(bits) for bits in found.values()} == {8}
    assert len({bits[:4] for bits in found.values()}) == 3
    assert len({bits[4:] for bits in found.values()}) == 9 == len(set(found.values()))
    assert create_encoder_clusters(encoder, sizes=(3, 9), most=300) == found


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"sizes": ()}, "D011.*one to four numbers"),
        ({"sizes": (2, 3, 4, 5, 6)}, "D011.*sizes"),
        ({"sizes": (9, 3)}, "D011.*rising"),
        ({"most": 0}, "D011.*most"),
        ({"language": "xx"}, "D011.*language"),
        ({"language": "no language"}, "D011.*language"),
    ],
)
def test_settings_out_of_range_are_refused(encoder, settings, code) -> None:
    pytest.importorskip("wordfreq")
    with pytest.raises(DeidError, match=code):
        create_encoder_clusters(encoder, **settings)


def test_a_folder_without_an_encoder_is_refused(tmp_path) -> None:
    pytest.importorskip("transformers")
    pytest.importorskip("wordfreq")
    for place in (tmp_path, tmp_path / "none"):
        with pytest.raises(DeidError, match="D614"):
            create_encoder_clusters(place, most=5)


@pytest.mark.parametrize("name", ["c.txt", "c.txt.gz", "C.GZ"])
def test_a_file_gives_back_what_was_written(tmp_path, name) -> None:
    write_clusters(tmp_path / name, CLUSTERS)
    assert registry.readers.get("spacy_deid.ClusterFile.v1")(tmp_path / name) == CLUSTERS
    assert [p.name for p in tmp_path.iterdir()] == [name]
    (tmp_path / "bom.txt").write_bytes(b"\xef\xbb\xbfMary\t0001\r\n")
    assert create_cluster_file(tmp_path / "bom.txt") == {"mary": "0001"}


def test_files_that_are_no_clusters_are_refused(tmp_path) -> None:
    assert create_cluster_file(None) == create_cluster_file("") == {}
    with pytest.raises(DeidError, match="D003"):
        create_cluster_file(tmp_path / "none.txt")
    for name, data, told in (
        ("a.txt", b"mary\t0001\n\naspirin 0002\n", "line 3"),
        ("b.txt", b"mary\t0001\t2\n", "line 1"),
        ("c.txt", b"\xff\xfe\t0001\n", "not UTF-8"),
        ("d.gz", b"mary\t0001\n", "zip"),
        ("e.gz", gzip.compress(b"mary\t0001\n" * 100)[:-9], "e.gz"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(DeidError, match=f"D225.*{told}") as caught:
            create_cluster_file(tmp_path / name)
        assert "mary" not in str(caught.value) and "aspirin" not in str(caught.value)


def test_the_clusters_of_the_released_config_are_nested() -> None:
    found = create_cluster_file(Path(__file__).parents[2] / "assets/clusters/words.txt.gz")
    assert len(found) == 80_000
    assert {len(bits) for bits in found.values()} == {16}
    for size in (4, 8, 12):
        finer = {bits[size : size + 4]: bits[:size] for bits in found.values()}
        assert all(finer[bits[size : size + 4]] == bits[:size] for bits in found.values())
