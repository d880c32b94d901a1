"""Formats of annotation tools, as the tools write them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from corpora_helpers import codes, note, plain, read_with_problems, record, write_all

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import guess_format, read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan


def save(path, *values, array=False):
    lines = [json.dumps(value, ensure_ascii=False) for value in values]
    text = "[" + ",\n ".join(lines) + "]" if array else "\n".join(lines)
    path.write_text(text, encoding="utf-8")
    return path


# brat


def brat(folder, text, ann, name="a"):
    (folder / f"{name}.txt").write_bytes(text.encode("utf-8"))
    if ann is not None:
        (folder / f"{name}.ann").write_bytes(ann.encode("utf-8"))
    return folder


def test_brat_with_everything_else_that_an_ann_holds(tmp_path):
    ann = (
        "T1\tDATE 3 8\t3/4/5\nT2\tPATIENT 12 15;20 23\tAnn Lee\n"
        "R1\tRel Arg1:T1 Arg2:T2\n#1\tAnnotatorNotes T1\tnote\nA1\tNegation T1\nE1\tEvent:T1\n"
    )
    path = brat(tmp_path, "on 3/4/5 by Ann von Lee.", ann)
    assert guess_format(path) == "brat"
    (found,) = read_records(path)
    assert found.spans == [
        PhiSpan(3, 8, "DATE"),
        PhiSpan(12, 15, "PATIENT"),
        PhiSpan(20, 23, "PATIENT"),
    ]


def test_brat_counts_every_character(tmp_path):
    text = "\ufeff\U0001f600\r\nLee"
    (found,) = read_records(brat(tmp_path, text, "T1\tDOCTOR 4 7\tLee\n"))
    assert (found.text, found.spans) == (text, [PhiSpan(4, 7, "DOCTOR")])


@pytest.mark.parametrize(
    ("ann", "code"),
    [
        ("T1\tDATE 3\t3/4", "D122"),
        ("T1\tDATE 3 x\t3/4", "D122"),
        ("T1\tDATE 8 3\t3/4/5", "D101"),
        ("T1\tDATE 3 8\tno", "D103"),
        ("T1\tDATE 3 5;6 8\tno", "D103"),
        ("T1\tDATE 3 8\t3/4/5\nT2\tAGE 5 9\t4/5 ", "D102"),
    ],
)
def test_brat_bad_lines(tmp_path, ann, code):
    _, problems = read_with_problems(brat(tmp_path, "on 3/4/5 by", ann))
    assert codes(problems) == [code]


def test_brat_files_without_a_mate(tmp_path):
    brat(tmp_path, "one", "T1\tDATE 0 3\tone", "a")
    brat(tmp_path, "two", None, "b")
    (tmp_path / "c.ann").write_text("")
    found, problems = read_with_problems(tmp_path, "brat")
    assert [(item.id, item.meta.get("annotated", True)) for item in found] == [
        ("a", True),
        ("b", False),
    ]
    assert codes(problems) == ["D122"]
    found, problems = read_with_problems(tmp_path, "brat", gold=True)
    assert (len(found), codes(problems)) == (1, ["D122", "D122"])


def test_brat_files_with_large_suffixes_and_marks_that_stand_twice(tmp_path):
    (tmp_path / "a.TXT").write_text("one two")
    (tmp_path / "a.ann").write_text("T1\tDATE 0 3\tone\nT2\tDATE 0 3\tone\n")
    assert plain(read_records(tmp_path, "brat")) == [("a", "one two", [PhiSpan(0, 3, "DATE")])]


def test_brat_in_a_zip_in_any_order(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/a.txt", "one two")
        archive.writestr("x/b.ann", "")
        archive.writestr("x/b.txt", "three")
        archive.writestr("x/a.ann", "T1\tDATE 4 7\ttwo\n")
    assert guess_format(tmp_path / "a.zip") == "brat"
    found = list(read_records(tmp_path / "a.zip"))
    assert plain(found) == [("x/a", "one two", [PhiSpan(4, 7, "DATE")]), ("x/b", "three", [])]


# CoNLL


def test_conll_of_another_maker(tmp_path):
    path = tmp_path / "a.conll"
    text = (
        "-DOCSTART- -X- O O\n\nSeen NN O O\nby IN O O\nAnn NNP O B-PATIENT\nLee NNP O I-PATIENT\n"
        "3/4 CD O B-DATE\n5/6 CD O B-DATE\n\n# NN O O\n\n-DOCSTART-\n\nx U-AGE\ny S-AGE\n"
    )
    path.write_text(text)
    assert guess_format(path) == "conll"
    first, second = read_records(path)
    assert first.text == "Seen by Ann Lee 3/4 5/6\n#"
    assert [first.text[s.start : s.end] for s in first.spans] == ["Ann Lee", "3/4", "5/6"]
    assert second.spans == [PhiSpan(0, 1, "AGE"), PhiSpan(2, 3, "AGE")]


def test_conll_tokens_that_begin_like_a_comment(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("# sent_id = O\nMRN NN O\n#ID=4711 NN B-IDNUM\nseen VB O\n# text = vitamin O\n")
    (found,) = read_records(path)
    assert (found.text, found.spans) == ("MRN #ID=4711 seen", [PhiSpan(4, 12, "IDNUM")])


def test_conll_says_what_tokens_the_tagger_sees(tmp_path):
    write_all(tmp_path / "a.conll", "conll", [note()])
    text = (tmp_path / "a.conll").read_text()
    assert "41\t9\t11\tB-AGE\nyo\t11\t13\tI-AGE\n" in text
    assert text.startswith('# newdoc id = "110-01"\n# text = ')


def test_conll_text_that_looks_like_a_token_line(tmp_path):
    item = Record("B-x", "# a = I-b\n# 5 E-mail:a@b", [PhiSpan(10, 11, "AGE")])
    write_all(tmp_path / "a.conll", "conll", [item])
    assert plain(read_records(tmp_path / "a.conll")) == plain([item])


def test_conll_cuts_a_token_that_a_span_ends_in(tmp_path):
    item = record("DRAlberto came", ("Alberto", "DOCTOR"))
    write_all(tmp_path / "a.conll", "conll", [item])
    assert "DR\t0\t2\tO\nAlberto\t2\t9\tB-DOCTOR\n" in (tmp_path / "a.conll").read_text()
    assert plain(read_records(tmp_path / "a.conll")) == plain([item])


@pytest.mark.parametrize("name", ["a.txt", "a", "-"])
@pytest.mark.parametrize("text", ["Mr Lee has blood group O\n", "Lee O\nHue O\nAnn B-negative\n"])
def test_text_that_ends_like_a_tag_is_text(tmp_path, monkeypatch, name, text):
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode())))
    monkeypatch.setattr("sys.stdin", stdin)
    path = tmp_path / name if name != "-" else name
    if name == "-":
        assert guess_format(path) == "text"
        return
    path.write_text(text)
    if name == "a":
        with pytest.raises(DeidError, match="D005"):
            guess_format(path)
        return
    assert plain(read_records(path)) == [("a", text, [])]
    assert plain(read_records(tmp_path)) == [("a", text, [])]


def test_token_lines_without_a_suffix(tmp_path):
    (tmp_path / "a").write_text("Seen O\nby O\nAnn B-PATIENT\nLee I-PATIENT\n. O\n")
    assert guess_format(tmp_path / "a") == "conll"
    write_all(tmp_path / "b.conll", "conll", [note()])
    (tmp_path / "b.conll").rename(tmp_path / "b.txt")
    assert guess_format(tmp_path / "b.txt") == "conll"


@pytest.mark.parametrize("line", ["word", "word X-DATE", "word B-"])
def test_conll_bad_lines(tmp_path, line):
    (tmp_path / "a.conll").write_text(f"a O\n{line}\n")
    _, problems = read_with_problems(tmp_path / "a.conll", "conll")
    assert codes(problems) == ["D122"]


def test_conll_tokens_that_are_not_those_of_the_text(tmp_path):
    (tmp_path / "a.conll").write_text('# newdoc id = "1"\n# text = "abc"\nabd\t0\t3\tO\n')
    _, problems = read_with_problems(tmp_path / "a.conll")
    assert codes(problems) == ["D122"]


def test_conll_cannot_hold_white_space_alone(tmp_path):
    with pytest.raises(DeidError, match="D125"):
        write_all(tmp_path / "a.conll", "conll", [Record("a", "a  b", [PhiSpan(1, 3, "DATE")])])


# Prodigy, doccano, Label Studio


def test_prodigy(tmp_path):
    path = save(
        tmp_path / "a.jsonl",
        {
            "text": "on 3/4",
            "_input_hash": 5,
            "_task_hash": 7,
            "spans": [{"start": 3, "end": 6, "label": "DATE", "token_start": 1, "token_end": 1}],
            "answer": "accept",
        },
        {"text": "no", "_task_hash": 8, "spans": [], "answer": "reject"},
        {"text": "x", "_task_hash": 9, "meta": {"id": "m1"}, "spans": [{"start": 0}]},
    )
    assert guess_format(path) == "prodigy"
    found, problems = read_with_problems(path)
    assert plain(found) == [("7", "on 3/4", [PhiSpan(3, 6, "DATE")]), ("8", "no", [])]
    assert found[1].meta["annotated"] is False
    assert codes(problems) == ["D122"]


@pytest.mark.parametrize(
    "spans",
    [
        {"label": [[3, 6, "DATE"]]},
        {"labels": [[3, 6, "DATE"]]},
        {"entities": [{"id": 1, "label": "DATE", "start_offset": 3, "end_offset": 6}]},
    ],
)
def test_doccano_in_all_its_forms(tmp_path, spans):
    path = save(tmp_path / "a.jsonl", {"id": 12, "text": "on 3/4", **spans})
    assert guess_format(path) == "doccano"
    assert plain(read_records(path)) == [("12", "on 3/4", [PhiSpan(3, 6, "DATE")])]


def region(start, end, text, label="DATE", kind="labels"):
    value = {"start": start, "end": end, "text": text, kind: [label]}
    return {"id": "r", "from_name": "l", "to_name": "t", "type": kind, "value": value}


def task(text, *regions, **more):
    return {"id": 3, "data": {"text": text}, "annotations": [{"result": list(regions)}], **more}


def test_label_studio_full_export(tmp_path):
    path = save(
        tmp_path / "a.json",
        task("on 3/4", region(3, 6, "3/4"), {"type": "choices", "value": {"choices": ["x"]}}),
        {"id": 4, "data": {"text": "later"}, "annotations": [], "predictions": [{"result": []}]},
        array=True,
    )
    assert guess_format(path) == "label-studio"
    found = list(read_records(path))
    assert plain(found) == [("3", "on 3/4", [PhiSpan(3, 6, "DATE")]), ("4", "later", [])]
    assert [item.meta["annotated"] for item in found] == [True, False]


def test_label_studio_of_several_annotators(tmp_path):
    def of(*results, truth=None):
        done = [{"result": list(r), "ground_truth": n == truth} for n, r in enumerate(results)]
        return {"data": {"text": "on 3/4"}, "annotations": done}

    one = region(3, 6, "3/4")
    path = save(tmp_path / "a.json", of([one], [one]), of([one], [], truth=0), array=True)
    assert [item.spans for item in read_records(path)] == [[PhiSpan(3, 6, "DATE")]] * 2
    path = save(tmp_path / "a.json", of([one], []), array=True)
    _, problems = read_with_problems(path)
    assert "2 annotations that differ" in str(problems[0])
    two = {**one, "value": {**one["value"], "labels": ["DATE", "AGE"]}}
    _, problems = read_with_problems(save(tmp_path / "a.json", of([two]), array=True))
    assert "2 labels" in str(problems[0])


def test_label_studio_short_export(tmp_path):
    value = {
        "id": 3,
        "text": "on 3/4",
        "label": [{"start": 3, "end": 6, "text": "3/4", "labels": ["DATE"]}],
    }
    path = save(tmp_path / "a.json", value, array=True)
    assert guess_format(path) == "label-studio"
    assert plain(read_records(path)) == [("3", "on 3/4", [PhiSpan(3, 6, "DATE")])]


@pytest.mark.parametrize("start", [3, 5])
def test_label_studio_counts_characters_or_utf16_units(tmp_path, start):
    text = "\U0001f600\U0001f600 3/4 on 3/4"
    path = save(tmp_path / "a.json", task(text, region(start, start + 3, "3/4")), array=True)
    (found,) = read_records(path)
    assert found.spans == [PhiSpan(3, 6, "DATE")]


def test_label_studio_text_that_does_not_stand_there(tmp_path):
    path = save(tmp_path / "a.json", task("on 3/4 at noon", region(0, 3, "noon")), array=True)
    _, problems = read_with_problems(path)
    assert codes(problems) == ["D103"]


def test_an_array_that_is_cut_short_gives_what_came_before(tmp_path):
    path = save(tmp_path / "a.json", task("a"), task("b", id=4), array=True)
    path.write_text(path.read_text()[:-20])
    found, problems = read_with_problems(path, "label-studio")
    assert [item.text for item in found] == ["a"]
    assert codes(problems) == ["D122"]


def test_a_long_array_is_read_piece_by_piece(tmp_path):
    values = [task("x" * 3000 + f" {i}", id=i) for i in range(200)]
    path = save(tmp_path / "a.json", *values, array=True)
    assert [item.id for item in read_records(path)] == [str(i) for i in range(200)]


@pytest.mark.parametrize("line", ["{", "[1]", "5", '{"text": 5}', '{"text": "a", "spans": 5}'])
def test_json_that_is_not_an_example(tmp_path, line):
    (tmp_path / "a.jsonl").write_text(line + '\n{"text": "ok", "spans": []}\n')
    found, problems = read_with_problems(tmp_path / "a.jsonl", "prodigy")
    assert [item.text for item in found] == ["ok"]
    assert len(problems) == 1


# our own JSON lines


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b'{"id": "a"}',
        b'{"text": "a"}',
        b'{"id": "a", "text": 5}',
        b'{"id": true, "text": "a"}',
        b'{"id": "a", "text": "a", "spans": [[0, 1]]}',
        b'{"id": "a", "text": "a", "spans": [["0", 1, "X"]]}',
        b'{"id": "a", "text": "\xe9"}',
        b"[" * 100_000,
    ],
)
def test_jsonl_bad_lines(tmp_path, line):
    (tmp_path / "a.jsonl").write_bytes(line + b'\n\n{"id": "b", "text": "ok"}\n')
    found, problems = read_with_problems(tmp_path / "a.jsonl", "jsonl")
    assert [item.id for item in found] == ["b"]
    assert codes(problems) in (["D007"], ["D006"])
    assert "line 1" in str(problems[0])


def test_jsonl_lone_surrogate_is_a_coded_error_of_its_document(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "\\ud800"}\n{"id": "b", "text": "ok"}\n')
    found, problems = read_with_problems(tmp_path / "a.jsonl")
    assert ([item.id for item in found], codes(problems)) == (["b"], ["D116"])


def test_jsonl_keeps_a_mark_of_the_user(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "1", "text": "x", "meta": {"mark": "X7"}}')
    (found,) = read_records(tmp_path / "a.jsonl")
    write_all(tmp_path / "b.jsonl", "jsonl", [found])
    assert json.loads((tmp_path / "b.jsonl").read_text())["meta"] == {"mark": "X7"}
    write_all(tmp_path / "b.txt", "text", [found])
    assert (tmp_path / "b.txt").read_bytes() == b"x"


def test_jsonl_keeps_what_is_known_of_a_case(tmp_path):
    item = Record("a", "x", meta={"case": "c", "path": "p"}, known_phi=[("PATIENT", "Lee")])
    write_all(tmp_path / "a.jsonl", "jsonl", [item])
    (found,) = read_records(tmp_path / "a.jsonl")
    assert (found.meta["case"], found.known_phi) == ("c", [("PATIENT", "Lee")])


def test_jsonl_breaks_lines_at_line_feeds_only(tmp_path):
    item = Record("a", "a\u2028b\u0085c\x0bd\re")
    write_all(tmp_path / "a.jsonl", "jsonl", [item])
    assert plain(read_records(tmp_path / "a.jsonl")) == plain([item])


@pytest.mark.parametrize("first", ['{"id": "0", "txt": "a"}', "{", "nonsense", "\xff"])
def test_jsonl_whose_first_line_is_bad(tmp_path, first):
    item = record("  Mr Lee fell", ("Lee", "PATIENT"), id="1")
    write_all(tmp_path / "a.jsonl", "jsonl", [item])
    path = tmp_path / "b.jsonl"
    path.write_bytes(first.encode("latin-1") + b"\n" + (tmp_path / "a.jsonl").read_bytes())
    found, problems = read_with_problems(path)
    assert plain(found) == plain([item])
    assert len(problems) == 1 and "line 1" in str(problems[0])
    write_all(tmp_path / "a.jsonl", "prodigy", [item])
    path.write_bytes(first.encode("latin-1") + b"\n" + (tmp_path / "a.jsonl").read_bytes())
    assert guess_format(path) == "prodigy"
    path.write_bytes(first.encode("latin-1"))
    assert guess_format(path) == "jsonl"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-8-sig"])
def test_jsonl_in_other_encodings(tmp_path, encoding):
    lines = '{"id": "a", "text": "\u010a\u0a0a"}\r\n\n{"id": "b", "text": "x"}'
    (tmp_path / "a.jsonl").write_bytes(lines.encode(encoding))
    found = list(read_records(tmp_path / "a.jsonl", encoding=encoding))
    assert [(item.text, item.meta["line"]) for item in found] == [("\u010a\u0a0a", 1), ("x", 3)]
    (tmp_path / "a.jsonl").write_bytes(lines.encode(encoding) + b"\xd8")
    with pytest.raises(DeidError, match="D006|D007"):
        list(read_records(tmp_path / "a.jsonl", encoding=encoding))


def test_our_own_documents_as_an_array(tmp_path):
    item = record("Mr Lee fell", ("Lee", "PATIENT"), id="1")
    value = {"id": "1", "text": item.text, "spans": [list(item.spans[0])], "more": 1}
    (tmp_path / "a.json").write_text(json.dumps([value], indent=1))
    assert plain(read_records(tmp_path / "a.json")) == plain(read_records(tmp_path))
    assert plain(read_records(tmp_path / "a.json")) == plain([item])
    (tmp_path / "b.json").write_text(json.dumps([{"id": "0"}, value]))
    found, problems = read_with_problems(tmp_path / "b.json")
    assert (found, codes(problems)) == ([], ["D122", "D122"])


def test_items_from_standard_input_are_read_from_the_beginning(monkeypatch):
    lines = "".join(json.dumps({"id": n, "text": "x" * 999}) + "\n" for n in range(99))
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(lines.encode())))
    monkeypatch.setattr("sys.stdin", stdin)
    assert len(list(read_records("-", "doccano"))) == 99


# UIMA

XMI = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
 xmlns:tcas="http:///uima/tcas.ecore" xmlns:vb="http:///who/vigibase.ecore" xmi:version="2.0">
<cas:NULL xmi:id="0"/>
<tcas:DocumentAnnotation xmi:id="8" sofa="1" begin="0" end="25" language="en"/>
<vb:Date xmi:id="13" sofa="1" begin="6" end="9"/>
<vb:Phi xmi:id="14" sofa="1" begin="13" end="16" kind="Person"/>
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text"
 sofaString="&#128512; on 3/4 by Lee&#10;&#13;."/>
<cas:View sofa="1" members="8 13 14"/>
</xmi:XMI>
"""
SYSTEM = """<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
<typeDescription><name>who.vigibase.Date</name><description/>
<supertypeName>uima.tcas.Annotation</supertypeName></typeDescription>
<typeDescription><name>who.vigibase.Phi</name><description/>
<supertypeName>uima.tcas.Annotation</supertypeName><features><featureDescription>
<name>kind</name><description/><rangeTypeName>uima.cas.String</rangeTypeName>
</featureDescription></features></typeDescription>
</types></typeSystemDescription>
"""


@pytest.fixture
def xmi(tmp_path):
    def make(text=XMI, system=SYSTEM):
        (tmp_path / "case 1.xmi").write_text(text, encoding="utf-8")
        if system is not None:
            (tmp_path / "TypeSystem.xml").write_text(system, encoding="utf-8")
        return tmp_path

    return make


def test_uima_counts_utf16_units_and_names_by_type_or_feature(xmi):
    path = xmi()
    assert guess_format(path) == guess_format(path / "case 1.xmi") == "uima"
    (found,) = read_records(path)
    assert found.text == "\U0001f600 on 3/4 by Lee\n\r."
    assert found.id == "case 1"
    assert [(found.text[s.start : s.end], s.label) for s in found.spans] == [
        ("3/4", "Date"),
        ("Lee", "Person"),
    ]
    assert plain(read_records(path / "case 1.xmi")) == plain([found])
    (mapped,) = read_records(path, scheme="i2b2-2014")
    assert [span.label for span in mapped.spans] == ["DATE", "PATIENT"]


def test_uima_in_the_zip_that_inception_exports(xmi, tmp_path):
    path = xmi()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("TypeSystem.xml", "case 1.xmi"):
            archive.write(path / name, name)
    assert [item.id for item in read_records(tmp_path / "a.zip")] == ["case 1"]


def test_uima_needs_its_type_system(xmi):
    with pytest.raises(DeidError, match="D122"):
        list(read_records(xmi(system=None)))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("</xmi:XMI>", "", "D108"),
        ('end="16"', 'end="99"', "D101"),
        ('begin="13"', 'begin="17"', "D101"),
        ('begin="13"', 'begin="7"', "D102"),
        ('"UTF-8"?>', '"UTF-8"?><!DOCTYPE x [<!ENTITY a "b">]>', "D109"),
        ("sofaString", "other", "D122"),
    ],
)
def test_uima_bad_files(xmi, old, new, code):
    found, problems = read_with_problems(xmi(XMI.replace(old, new)))
    assert (found, codes(problems)) == ([], [code])


def test_the_offsets_of_a_task_count_one_thing(tmp_path):
    text = "😀😀😀😀 Ann Ann Ann"
    regions = [(9, 12, "Ann"), (17, 20, "Ann"), (13, 16, None)]
    value = {
        "data": {"text": text},
        "annotations": [
            {
                "result": [
                    {
                        "type": "labels",
                        "value": {"start": a, "end": b, "labels": ["PATIENT"]}
                        | ({"text": t} if t else {}),
                    }
                    for a, b, t in regions
                ]
            }
        ],
    }
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([value]))
    (record,) = read_records(path, "label-studio", strict=True)
    assert [text[s:e] for s, e, _ in record.spans] == ["Ann"] * 3
    assert [s for s, _, _ in record.spans] == [5, 9, 13]


def test_no_entity_reaches_over_the_end_of_a_sentence(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("Ann I-PATIENT\n\nBob I-PATIENT\nLee I-PATIENT\ncame O\n")
    (record,) = read_records(path, "conll", strict=True)
    assert [record.text[s:e] for s, e, _ in record.spans] == ["Ann", "Bob Lee"]


def test_scores_stay_with_their_spans(tmp_path):
    path = tmp_path / "a.jsonl"
    spans = [[8, 11, "PATIENT"], [0, 3, "PATIENT"], [0, 3, "PATIENT"]]
    line = {"id": "a", "text": "Ann Bob Cat", "spans": spans, "meta": {"scores": [0.9, 0.8, 0.8]}}
    path.write_text(json.dumps(line))
    (record,) = read_records(path, strict=True)
    assert [s for s, _, _ in record.spans] == [0, 8] and record.meta["scores"] == [0.8, 0.9]
