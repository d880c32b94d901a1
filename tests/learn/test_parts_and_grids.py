from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learn_support import records

from spacy_deid.errors import DeidError
from spacy_deid.learn.folds import drawn, folds, held_back, patients
from spacy_deid.learn.grids import Axis, arguments, axis_of, overrides_of, settings_of, written
from spacy_deid.learn.ledger import Ledger, study_of

GROUPS = st.lists(st.integers(0, 8).map(str), min_size=2, max_size=40)


def code_of(call) -> str:
    with pytest.raises(DeidError) as caught:
        call()
    return caught.value.code


@given(GROUPS, st.integers(2, 5), st.integers(0, 3))
def test_every_document_is_in_one_fold_and_patients_stay_together(groups, count, seed) -> None:
    if len(set(groups)) < count:
        assert code_of(lambda: folds(groups, count, seed=str(seed))) == "D606"
        return
    parts = folds(groups, count, seed=str(seed))
    assert sorted(index for part in parts for index in part) == list(range(len(groups)))
    assert all(parts)
    for name in set(groups):
        holding = {n for n, part in enumerate(parts) for index in part if groups[index] == name}
        assert len(holding) == 1
    assert parts == folds(groups, count, seed=str(seed))


def test_folds_of_single_documents_are_even_and_depend_on_the_seed() -> None:
    groups = [str(n) for n in range(23)]
    parts = folds(groups, 5, seed="1")
    assert sorted(map(len, parts)) == [4, 4, 5, 5, 5]
    assert parts != folds(groups, 5, seed="2")


@given(GROUPS, st.floats(0, 1))
def test_a_share_has_the_documents_asked_for_and_whole_patients(groups, share) -> None:
    taken = drawn(groups, share, seed="s")
    assert len(taken) >= round(share * len(groups))
    assert (share > 0) == bool(taken)
    names = {groups[index] for index in taken}
    assert taken == [index for index, name in enumerate(groups) if name in names]
    if names:  # without any one patient there would be too few
        largest = max(groups.count(name) for name in names)
        assert len(taken) - largest < max(round(share * len(groups)), 1)


@given(GROUPS)
def test_what_is_held_back_shares_no_patient_with_the_rest(groups) -> None:
    learn, back = held_back(range(len(groups)), groups, seed="s", share=0.2)
    assert sorted(learn + back) == list(range(len(groups)))
    assert not {groups[i] for i in learn} & {groups[i] for i in back}
    assert learn
    assert bool(back) == (len(set(groups)) > 1)


def test_patients_by_field_by_id_or_none() -> None:
    docs = records(6, patients=2)
    assert len(set(patients(docs))) == 6
    by_field = patients(docs, field="case")
    assert by_field == patients(docs, field="case")
    assert len(set(by_field)) == 2
    by_id = patients(docs, pattern=r"^(\d+)-")
    assert [a == b for a in by_id for b in by_id] == [a == b for a in by_field for b in by_field]
    docs[0].meta.pop("case")
    assert len(set(patients(docs, field="case"))) == 3
    for asked in ({"field": "nothing"}, {"pattern": "^x"}, {"pattern": "("}):
        assert code_of(lambda asked=asked: patients(docs, **asked)) == "D607"


def test_grids_and_shares_of_two_penalties() -> None:
    axis = axis_of("components.deid_crf.c2=1e-2,.1,1")
    assert axis == Axis("components.deid_crf.c2", "", (0.01, 0.1, 1))
    assert axis_of('a.groups=["x"],["x","y"]').values == (["x"], ["x", "y"])
    assert axis_of("a.scheme=BIO,BILOU").values == ("BIO", "BILOU")
    ratio = axis_of("a.c1:a.c2=0,0.25,1")
    tried = settings_of([ratio], {"a.c1": 0.0, "a.c2": 0.4})
    assert tried == [
        {"a.c1": 0.0, "a.c2": 0.4},
        {"a.c1": 0.1, "a.c2": 0.3},
        {"a.c1": 0.4, "a.c2": 0.0},
    ]
    two = settings_of([axis_of("a.x=1,2"), axis_of("a.y=3,4")], {})
    assert [tuple(t.values()) for t in two] == [(1, 3), (1, 4), (2, 3), (2, 4)]
    assert settings_of([], {}) == [{}]
    assert written({"b.x": 1, "a.x": "y"}) == '{"a.x": "y", "b.x": 1}'
    assert arguments({"a.x": [1], "a.y": "z"}) == ["--a.x", "[1]", "--a.y", "z"]
    assert overrides_of(["a.x=3", "a.y=BIO"]) == {"a.x": 3, "a.y": "BIO"}
    for wrong in ("a.x", "x=1", "a.x=", "a.x:b.y=2", "a.x:y=0.5", "a.x:b.y=x", ":b.y=1"):
        assert code_of(lambda wrong=wrong: axis_of(wrong)) == "D605"


def test_the_ledger_keeps_rows_and_refuses_those_of_another_study(tmp_path) -> None:
    def ledger(study: str = "one") -> Ledger:
        path = tmp_path / "deep" / "runs.csv"
        return Ledger(path, keys=("share", "draw"), columns=("f",), study=study)

    first = ledger()
    first.add([{"share": 0.5, "draw": 0, "f": 0.25}])
    first.add([{"share": 0.5, "draw": 1, "f": 0.75}])
    again = ledger()
    assert {"share": 0.5, "draw": 1} in again
    assert {"share": 0.5, "draw": 2} not in again
    assert [row["f"] for row in again.find(share=0.5)] == ["0.25", "0.75"]
    assert code_of(lambda: ledger("two")) == "D604"
    first.path.write_text(first.path.read_text()[:-12])
    assert code_of(ledger) == "D604"
    assert [p.name for p in first.path.parent.iterdir()] == ["runs.csv"]


def test_a_study_is_told_by_texts_spans_and_settings() -> None:
    docs = records(3)
    assert study_of(docs, 1) == study_of(records(3), 1)
    assert study_of(docs, 1) != study_of(docs, 2)
    docs[1].spans = []
    assert study_of(docs, 1) != study_of(records(3), 1)
