"""The vault and the way back."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from mask_support import KEY, decided, pipeline
from pace_support import LINEAR, growth
from typer.testing import CliRunner

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.mask.vault import Vault, entries, open_vault
from spacy_deid.proposals import write_proposals

TEXT = "John Smith, MRN 1234567, was seen on 03/17/2021 by Dr. Anna Berg of Zürich."
MARKED = [
    ("John Smith", "PATIENT"),
    ("1234567", "MEDICALRECORD"),
    ("03/17/2021", "DATE"),
    ("Anna Berg", "DOCTOR"),
    ("Zürich", "CITY"),
]


@pytest.fixture(params=["placeholder", "research-surrogate"])
def doc(request: pytest.FixtureRequest) -> Any:
    nlp = pipeline(policy=request.param)
    nlp.get_pipe("deid_masker").set_key(KEY)
    return nlp.get_pipe("deid_masker")(decided(nlp, TEXT, MARKED, "c1"))


def test_what_is_sealed_comes_back(doc: Any, tmp_path: Path) -> None:
    path = tmp_path / "vault"
    with open_vault(path, KEY) as seal:
        seal("d1", doc)
        seal("d2", doc)
        assert not path.exists()
    vault = Vault(path, KEY)
    assert len(vault) == 2
    assert vault.restore("d1", doc._.deid_text) == TEXT
    raw = path.read_bytes()
    assert not any(piece.encode() in raw for piece, _ in MARKED) and KEY not in raw
    lines = [json.loads(line) for line in raw.splitlines()]
    assert lines[1]["sealed"] != lines[2]["sealed"]
    assert path.stat().st_mode & 0o077 == 0


def _code(path: Path, key: bytes, doc_id: str, text: str) -> str:
    with pytest.raises(DeidError) as problem:
        Vault(path, key).restore(doc_id, text)
    assert "Smith" not in str(problem.value)
    return problem.value.code


def test_what_does_not_open(doc: Any, tmp_path: Path) -> None:
    path = tmp_path / "vault"
    with open_vault(path, KEY) as seal:
        seal("d1", doc)
        seal("d2", doc)
    text = doc._.deid_text
    assert _code(path, b"another key of 32 bytes.........", "d1", text) == "D405"
    assert _code(path, KEY, "d3", text) == "D406"
    assert _code(path, KEY, "d1", text + " ") == "D407"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[1]["sealed"], rows[2]["sealed"] = rows[2]["sealed"], rows[1]["sealed"]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    assert _code(path, KEY, "d1", text) == "D405"
    for damaged in ('{"id": "d1"}', '{"id": "d1", "sealed": 1}', '{"id": "d', "[]", ""):
        path.write_text("\n".join([json.dumps(rows[0]), json.dumps(rows[2]), damaged, ""]))
        with pytest.raises(DeidError, match="D405.*vault.*line 3 is damaged"):
            Vault(path, KEY)
    path.write_text("no vault")
    assert _code(path, KEY, "d1", text) == "D405"
    assert _code(tmp_path / "none", KEY, "d1", text) == "D003"
    with pytest.raises(DeidError) as problem, open_vault(tmp_path / "v", None):
        pass
    assert problem.value.code == "D404"


def test_a_run_that_fails_leaves_no_vault(doc: Any, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_vault(tmp_path / "vault", KEY) as seal:
        seal("d1", doc)
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_vault_takes_the_place_of_no_pipe_and_of_no_link(doc: Any, tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    with pytest.raises(DeidError, match="D008"), open_vault(pipe, KEY):
        pass
    assert pipe.is_fifo()
    link.symlink_to("vault")
    with open_vault(link, KEY) as seal:
        seal("d1", doc)
    assert link.is_symlink() and len(Vault(tmp_path / "vault", KEY)) == 1


def test_restore_on_the_command_line(doc: Any, tmp_path: Path) -> None:
    from spacy_deid.cli.restore import restore

    with open_vault(tmp_path / "vault", KEY) as seal:
        seal("d1", doc)
    masked = tmp_path / "masked.jsonl"
    masked.write_text(json.dumps({"id": "d1", "text": doc._.deid_text}) + "\n", encoding="utf-8")
    (tmp_path / "key").write_bytes(KEY)
    app = typer.Typer()
    app.command()(restore)
    output = tmp_path / "back.jsonl"
    arguments = [str(masked), "--vault-file", str(tmp_path / "vault"), "-o", str(output)]
    done = CliRunner().invoke(app, [*arguments, "--key-file", str(tmp_path / "key")])
    assert done.exit_code == 0, done.output
    assert json.loads(output.read_text(encoding="utf-8"))["text"] == TEXT
    missing = CliRunner().invoke(app, arguments, env={"SPACY_DEID_KEY": ""})
    assert isinstance(missing.exception, DeidError) and missing.exception.code == "D404"
    assert not re.search("Smith", missing.output)


def test_the_vault_takes_time_as_the_text_is_long() -> None:
    nlp = pipeline()

    def masked(count: int) -> Any:
        doc = nlp.make_doc("Ann fell in Oslo. " * count)
        spans = [Proposal(18 * n, 18 * n + 3, "PATIENT") for n in range(count)]
        write_proposals(doc, DECISION, spans)
        return nlp.get_pipe("deid_masker")(doc)

    docs = {count: masked(count) for count in (100, 800)}
    assert growth(lambda count: entries(docs[count]), 100, least=0.001) < LINEAR


def test_a_vault_keeps_the_documents_that_were_sealed_before(doc: Any, tmp_path: Path) -> None:
    path = tmp_path / "vault"
    for name in ("a", "b"):
        with open_vault(path, KEY) as seal:
            seal(name, doc)
    with open_vault(path, KEY) as seal:
        seal("a", doc)
    vault = Vault(path, KEY)
    assert len(vault) == 2
    assert vault.restore("a", doc._.deid_text) == vault.restore("b", doc._.deid_text) == TEXT
    assert len(path.read_text().splitlines()) == 3


def test_a_vault_keeps_the_documents_of_another_file_with_the_same_ids(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    nlp = pipeline(policy="placeholder")
    masker = nlp.get_pipe("deid_masker")
    masker.set_key(KEY)
    texts = ["Mr John Smith was seen.", "Seen was Mr John Smith."]
    docs = [masker(decided(nlp, text, [("John Smith", "PATIENT")], "1")) for text in texts]
    for doc in docs:
        with open_vault(path, KEY) as seal:
            seal("1", doc)
    vault = Vault(path, KEY)
    assert [vault.restore("1", doc._.deid_text) for doc in docs] == texts


def test_originals_that_are_masked_alike_are_kept_and_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    masker = pipeline(policy="placeholder").get_pipe("deid_masker")
    masker.set_key(KEY)
    nlp = pipeline(policy="placeholder")
    for name in ("Smith", "Jones", "Smith"):
        doc = masker(decided(nlp, f"Mr {name} came.", [(name, "PATIENT")], "1"))
        with open_vault(path, KEY) as seal:
            seal("1", doc)
    assert len(path.read_text().splitlines()) == 3
    assert _code(path, KEY, "1", doc._.deid_text) == "D410"


@pytest.mark.parametrize("other", ["vault of another key", "some file"])
def test_what_is_no_vault_of_the_key_is_never_written_over(
    other: str, doc: Any, tmp_path: Path
) -> None:
    path = tmp_path / "vault"
    if other == "some file":
        path.write_text("my notes\n")
    else:
        with open_vault(path, b"o" * 32) as seal:
            seal("a", doc)
    before = path.read_bytes()
    with pytest.raises(DeidError) as problem, open_vault(path, KEY) as seal:
        seal("b", doc)
    assert problem.value.code == "D405"
    assert path.read_bytes() == before
