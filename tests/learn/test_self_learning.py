from __future__ import annotations

import json

import pytest
import spacy
from learn_support import CONFIG, NAMES, config, records
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_deid.annotations import Proposal, Record
from spacy_deid.cli.app import app
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.learn.recipe import Recipe
from spacy_deid.learn.selection import Choice, Settings, confidence_of, select
from spacy_deid.learn.self_learning import self_train
from spacy_deid.proposals import write_proposals

LISTS = CONFIG.replace('["deid_crf"]', '["deid_patterns"]').split("[components.deid_crf]")[0] + (
    '[components.deid_patterns]\nfactory = "deid_patterns"\n'
)


def choice(number: int, confidence: float, *labels: str) -> Choice:
    spans = [PhiSpan(n, n + 1, label) for n, label in enumerate(labels)]
    return Choice(Record(f"d{number}", "text text", spans), confidence)


def test_the_surest_are_taken_and_none_below_the_least() -> None:
    choices = [choice(1, 0.9, "DATE"), choice(2, 0.95, "AGE"), choice(3, 0.84), choice(4, 0.99)]
    taken = select(choices, Settings(most=2, least=0.85), None)
    assert [c.record.id for c in taken] == ["d4", "d2"]
    assert len(select(choices, Settings(most=9, least=0.85), None)) == 3


def test_the_selection_keeps_the_proportions_of_the_dev_part() -> None:
    choices = [choice(n, 1 - n / 100) for n in range(10)]
    choices += [choice(n, 0.88, "DATE") for n in range(10, 14)]
    choices += [choice(20, 0.87, "PHONE")]
    like = [choice(0, 1, "DATE").record, choice(1, 1).record]  # half of them without a span
    taken = select(choices, Settings(most=6, least=0.5), like)
    assert [c.record.id for c in taken] == ["d0", "d1", "d2", "d10", "d11", "d12"]


def test_confidence_is_the_component_s_or_the_least_score() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    doc = nlp.make_doc("a b c")
    assert confidence_of(nlp, doc) is None
    key = "sentencizer"
    write_proposals(doc, key, [Proposal(0, 1, "AGE", 0.7), Proposal(2, 3, "AGE", 0.6)])
    assert confidence_of(nlp, doc) == 0.6
    doc.spans[key].attrs["confidence"] = 0.5
    assert confidence_of(nlp, doc) == 0.5
    bare: Doc = nlp.make_doc("a")
    write_proposals(bare, key, [])
    assert confidence_of(nlp, bare) is None


def test_rounds_add_documents_and_are_resumed(tmp_path, monkeypatch) -> None:
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("matplotlib")
    from spacy_deid.learn import self_learning

    made = []
    original = self_learning.trained

    def counting(*args, **kwargs):
        made.append(len(args[1]))
        return original(*args, **kwargs)

    monkeypatch.setattr(self_learning, "trained", counting)
    train, unlabelled, dev = records(4), records(9, start=50), records(6, start=20)
    for record in unlabelled:
        record.spans = []
    recipe = Recipe(config(tmp_path))
    out = tmp_path / "out"

    def study(rounds: int, **more):
        settings = Settings(batch=6, most=3, least=0.3, rounds=rounds, balanced=False, **more)
        return self_train(recipe, train, unlabelled, dev, out, settings=settings)

    first = study(1)
    assert [(r.number, r.added_so_far) for r in first] == [(0, 0), (1, 3)]
    assert made == [4, 7]
    again = study(2)
    assert [(r.number, r.added_so_far) for r in again] == [(0, 0), (1, 3), (2, 6)]
    # the model of round 1 is made once more to label the next batch
    assert made == [4, 7, 7, 10]
    assert again[:2] == first
    assert study(2) == again
    assert len(made) == 4

    lines = [json.loads(line) for line in (out / "selected.jsonl").read_text().splitlines()]
    assert {line["round"] for line in lines} == {1, 2}
    assert len({line["id"] for line in lines}) == len(lines) == 6
    assert {record.id for record in unlabelled} >= {line["id"] for line in lines}
    nlp = spacy.load(out / "model-best")
    assert nlp("Mr Hildegard took aspirin").spans["deid_crf"]
    for path in (p for p in out.rglob("*") if p.is_file()):
        data = path.read_bytes()
        assert not [name for name in NAMES if name.encode() in data], path.name
    with pytest.raises(DeidError) as caught:
        study(2, seed=3)
    assert caught.value.code == "D604"
    for damaged in (None, "", '{"id": "d1"}\n', "3\n", "{"):
        (out / "selected.jsonl").unlink(missing_ok=True)
        if damaged is not None:
            (out / "selected.jsonl").write_text(damaged)
        with pytest.raises(DeidError) as caught:
            study(2)
        assert caught.value.code == "D604"


def test_the_command_tells_why_it_ended(tmp_path) -> None:
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("matplotlib")
    files = {}
    for name, count, start in (("train", 4, 0), ("more", 2, 50), ("dev", 4, 20)):
        part = records(count, start=start)
        rows = ({"id": r.id, "text": r.text, "spans": [list(s) for s in r.spans]} for r in part)
        files[name] = tmp_path / f"{name}.jsonl"
        files[name].write_text("".join(json.dumps(row) + "\n" for row in rows))

    def ended(out: str, *options: str) -> str:
        arguments = [config(tmp_path), files["more"], files["dev"], tmp_path / out]
        result = CliRunner().invoke(
            app,
            ["self-train", *map(str, arguments), "--train", str(files["train"]), *options],
        )
        assert result.exit_code == 0, result.output
        return result.stderr

    assert "no unlabelled document is left" in ended("a", "--least", "0", "--no-balanced")
    assert "reached a confidence of 1.0" in ended("b", "--least", "1", "--no-balanced")


def test_rules_can_make_the_first_labels_and_nothing_at_all_is_an_error(tmp_path) -> None:
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("matplotlib")
    dated = [
        Record(f"n{n}", f"Seen on {n + 1} March 2021 at noon", [PhiSpan(8, 20, "DATE")])
        for n in range(8)
    ]
    (tmp_path / "lists").mkdir()
    first = Recipe(config(tmp_path / "lists", LISTS))
    recipe = Recipe(config(tmp_path))
    settings = Settings(batch=5, least=0.1, rounds=1, balanced=False)
    rounds = self_train(
        *(recipe, [], dated[:5], dated[5:], tmp_path / "out"),
        **{"settings": settings, "first": first},
    )
    assert [r.added_so_far for r in rounds] == [0, 5]
    assert rounds[1].figures["strict_f"] == 1.0
    with pytest.raises(DeidError) as caught:
        self_train(recipe, [], dated[:5], dated[5:], tmp_path / "none")
    assert caught.value.code == "D610"
