from __future__ import annotations

import gzip
import json
import zipfile

import numpy
import pytest
import spacy
import srsly
from spacy.training import Example
from typer.testing import CliRunner

from spacy_deid.annotations import Record
from spacy_deid.cli.app import app
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.release.audit import audit, terms_of
from spacy_deid.release.scrub import scrub

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
TEXT = "Mr Zebulonix Quarnforth took aspirin; write to zq.unique77@example.org"
RECORD = Record(
    "doc-1",
    TEXT,
    [PhiSpan(3, 23, "PATIENT"), PhiSpan(47, 70, "EMAIL")],
)


@pytest.fixture(scope="module")
def trained():
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("ner").add_label("PATIENT")
    nlp.add_pipe("deid_resolver")
    entities = {"entities": [(3, 23, "PATIENT")]}
    example = Example.from_dict(nlp.make_doc(TEXT), entities)
    optimizer = nlp.initialize(lambda: [example])
    for _ in range(20):
        nlp.update([example], sgd=optimizer)
    return nlp


def files_found(path) -> set[str]:
    return {finding.file for finding in audit(path, [RECORD]).findings}


def test_a_trained_model_leaks_and_a_scrubbed_one_does_not(trained, tmp_path) -> None:
    trained.to_disk(tmp_path / "trained")
    assert files_found(tmp_path / "trained") == {"vocab/strings.json"}
    clean = scrub(trained)
    clean.to_disk(tmp_path / "scrubbed")
    report = audit(tmp_path / "scrubbed", [RECORD])
    assert report.findings == []
    assert report.terms > 0 and report.files > 3
    again = spacy.load(tmp_path / "scrubbed")
    before = [(e.text, e.label_) for e in trained(TEXT).ents]
    assert before == [("Zebulonix Quarnforth", "PATIENT")]
    assert [(e.text, e.label_) for e in again(TEXT).ents] == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("plain.txt", b"zebulonix"),
        ("upper.bin", b"\x00\x01ZEBULONIX\x00"),
        ("packed.gz", gzip.compress(b"x quarnforth y", mtime=0)),
        ("table.msgpack", srsly.msgpack_dumps({"a": [1, {"b": b"Zebulonix"}]})),
        ("array.msgpack", srsly.msgpack_dumps({"a": numpy.frombuffer(b"Zebulonix", "uint8")})),
        ("escaped.json", json.dumps({"n": "Zebulonix"}).encode()),
        ("phrase.txt", b"zq unique77 example org"),
        ("glued.txt", b"ZebulonixQuarnforth"),
        ("wide.txt", "\xe9 Zebulonix".encode("utf-16")),
        ("wide.bin", b"\x01\x02\x00\x03\x07" + "Zebulonix".encode("utf-16-be") + b"\x00\xff"),
        ("no.zip", b"PK\x03\x04 Zebulonix"),
        ("array.msgpack", srsly.msgpack_dumps({"v": numpy.array(["Zebulonix", "b"])})),
        ("Quarnforth/vectors", b"nothing"),
    ],
)
def test_every_way_to_hide_a_string_is_opened(name, data, tmp_path) -> None:
    (tmp_path / "innocent.txt").write_text("nothing of note")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(data)
    assert files_found(tmp_path) == {name}


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_names_are_found_in_text_of_windows(encoding, tmp_path) -> None:
    (tmp_path / "f.txt").write_bytes("name: Peñaxquilla here".encode(encoding))
    gold = Record("d", "Peñaxquilla", [PhiSpan(0, 11, "PATIENT")])
    assert len(audit(tmp_path, [gold]).findings) == 1


@pytest.mark.parametrize("name", ["Wałęsowska", "Иванченко", "Müllerowská"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_names_of_any_script_are_found_in_wide_text(name, encoding, tmp_path) -> None:
    wide = f" {name} ".encode(encoding)
    (tmp_path / "f.bin").write_bytes(b"\x01\x02\xff" + wide + b"\x03\xfe")
    gold = Record("d", name, [PhiSpan(0, len(name), "PATIENT")])
    assert len(audit(tmp_path, [gold]).findings) == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("number.json", b'{"n": 99887766}'),
        ("list.json", b"[1, 99887766]"),
        ("number.msgpack", srsly.msgpack_dumps({"n": {"m": 99887766}})),
    ],
)
def test_numbers_are_searched_but_where_they_are_chance(name, data, tmp_path) -> None:
    (tmp_path / name).write_bytes(data)
    gold = Record("d", "MRN 9988-7766", [PhiSpan(4, 13, "MEDICALRECORD")])
    assert [finding.form for finding in audit(tmp_path, [gold]).findings] == ["glued"]
    many = json.dumps([*range(10_000_000, 10_300_000), 99887766])
    (tmp_path / name).write_text(many)
    assert audit(tmp_path, [gold]).findings == []


def test_short_names_are_searched_as_a_whole_and_shorter_ones_counted(tmp_path) -> None:
    (tmp_path / "names.txt").write_text("Xq Zz and Q V")
    gold = Record("d", "Xq Zz, Q V", [PhiSpan(0, 5, "PATIENT"), PhiSpan(7, 10, "PATIENT")])
    report = audit(tmp_path, [gold])
    assert [(finding.form, report.short) for finding in report.findings] == [("whole", 1)]


MUNOZKY = json.dumps("Jose Mu\xf1ozky")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("patterns.jsonl", f'{{"pattern": {MUNOZKY}}}\n{{"pattern": "xyz"}}\n'),
        ("broken.json", f'[{MUNOZKY}, "xy'),
        ("config.cfg", f"names = [{MUNOZKY}]"),
        ("marked.json", f"\ufeff[{MUNOZKY}]"),
        ("twice.json", json.dumps({"inner": json.dumps({"n": "Jose Mu\xf1ozky"})})),
        ("lines.txt", '"Jose\\nMu\xf1ozky" '),
        ("strings.json", json.dumps(["Jose Mu\xf1ozky", "\ufffd", "\x03"])),
    ],
)
def test_escaped_names_are_found_in_whatever_holds_json(name, written, tmp_path) -> None:
    (tmp_path / name).write_text(written, encoding="utf-8")
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    gold = Record("d", "Jose Mu\xf1ozky came", [PhiSpan(0, 12, "PATIENT")])
    findings = audit(tmp_path, [gold]).findings
    assert {f.file for f in findings} == {name}
    assert {f.form for f in findings} == {"whole", "word"}


def test_strange_characters_in_one_string_do_not_hide_short_names_in_others(tmp_path) -> None:
    words = ["Quar", *(f"elsewhere{number}" for number in range(100))]
    gold = [
        Record(str(n), word, [PhiSpan(0, len(word), "PATIENT")]) for n, word in enumerate(words)
    ]
    strings = ["Quar", "\x03\ufffd", *(f"filler{number}" for number in range(100_000))]
    (tmp_path / "strings.json").write_text(json.dumps(strings))
    (tmp_path / "strings.msgpack").write_bytes(srsly.msgpack_dumps(strings))
    (tmp_path / "strings.txt").write_text("\n".join(strings).replace("\x03", ""), "utf-8")
    assert len(audit(tmp_path, gold).findings) == 3


def test_megabytes_of_numbers_hold_short_words_by_chance_and_long_ones_not(tmp_path) -> None:
    def found(words, numbers):
        (tmp_path / "weights.bin").write_bytes(numbers)
        words = [*words, *(f"elsewhere{number}" for number in range(100))]
        text = " ".join(words)
        spans, start = [], 0
        for word in words:
            spans.append(PhiSpan(start, start + len(word), "PATIENT"))
            start += len(word) + 1
        return len(audit(tmp_path, [Record("a", text, spans)]).findings)

    noise = b"\x00\xff" * 4_000_000
    assert found(["Quar"], noise + b"\x00quar\x00") == 0
    assert found(["Quarnforth"], noise + b"\x00quarnforth\x00") == 1
    assert found(["Quar"], b"\x00\xff\x00quar\x00") == 1
    assert found(["Quar"], b"some words and quar " * 400_000) == 1


def test_a_wheel_is_opened(tmp_path) -> None:
    wheel = tmp_path / "model.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("model/strings.json", '["Quarnforth"]')
    assert files_found(wheel) == {"model.whl"}


def test_short_numbers_among_the_checksums_of_a_wheel_are_chance(tmp_path) -> None:
    wheel = tmp_path / "model-1.0-py3-none-any.whl"
    numbers = ["7q3z", "47114711", *(str(900_000 + n) for n in range(2000))]
    records = [Record(n, n, [PhiSpan(0, len(n), "IDNUM")]) for n in numbers]
    sums = "model/meta.json,sha256=" + "Qz" * 20_000 + "-7q3z-47114711,7q3z\n"
    for name, forms in (("model-1.0.dist-info/RECORD", 1), ("model/notes.txt", 2)):
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(name, sums)
        assert len(audit(wheel, records).findings) == forms


def test_terms_are_names_contacts_and_their_words() -> None:
    assert set(terms_of([RECORD])) == {
        "zebulonix quarnforth",
        "zebulonix",
        "quarnforth",
        "zebulonixquarnforth",
        "zq unique77 example org",
        "zqunique77exampleorg",
    }


def test_a_corpus_without_gold_is_an_error(tmp_path) -> None:
    with pytest.raises(DeidError) as caught:
        audit(tmp_path, [Record("a", "text")])
    assert caught.value.code == "D801"


def test_a_folder_without_files_is_no_model(tmp_path) -> None:
    (tmp_path / "ner").mkdir()
    with pytest.raises(DeidError, match="D809"):
        audit(tmp_path, [RECORD])


def test_the_counts_are_written_for_the_card(tmp_path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "notes.bin").write_bytes(b"Zebulonix")
    corpus = tmp_path / "corpus.jsonl"
    row = {"id": "doc-1", "text": TEXT, "spans": [list(span) for span in RECORD.spans]}
    corpus.write_text(json.dumps(row) + "\n")
    counts = tmp_path / "audit.json"
    arguments = ["audit", str(tmp_path / "model"), str(corpus), "--json", str(counts)]
    assert CliRunner().invoke(app, arguments).exit_code == 1
    found = {"files": 1, "terms": 6, "public": 0, "short": 0, "findings": 1}
    assert json.loads(counts.read_text()) == found


def test_a_label_of_no_scheme_is_searched_as_a_name_is() -> None:
    record = Record("a", "Zebulonix Quarnforth", [PhiSpan(0, 20, "NAME_OF_PATIENT")])
    names = {"zebulonix quarnforth", "zebulonixquarnforth", "zebulonix", "quarnforth"}
    assert set(terms_of([record])) == names


def test_the_command_names_the_file_and_not_the_string(tmp_path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "notes.bin").write_bytes(b"Zebulonix")
    corpus = tmp_path / "corpus.jsonl"
    row = {"id": "doc-1", "text": TEXT, "spans": [list(span) for span in RECORD.spans]}
    corpus.write_text(json.dumps(row) + "\n")
    result = CliRunner().invoke(app, ["audit", str(model), str(corpus)])
    assert result.exit_code == 1
    assert "notes.bin" in result.stdout
    assert "ebulonix" not in result.output
    (model / "notes.bin").write_bytes(b"nobody")
    assert CliRunner().invoke(app, ["audit", str(model), str(corpus)]).exit_code == 0


@pytest.mark.parametrize(
    ("label", "searched"),
    [
        ("NOMBRE_SUJETO_ASISTENCIA", True),
        ("ID_ASEGURAMIENTO", True),
        ("CENTRO_SALUD", True),
        ("Person", True),
        ("ID", True),
        ("FACULTY_MEMBER", True),
        ("SEXO_SUJETO_ASISTENCIA", False),
        ("FECHAS", False),
        ("AGE", False),
    ],
)
def test_names_and_numbers_are_searched_in_the_labels_of_every_scheme(label, searched) -> None:
    terms = terms_of([Record("d", "Zebulonix", [PhiSpan(0, 9, label)])])
    assert list(terms) == (["zebulonix"] if searched else [])
