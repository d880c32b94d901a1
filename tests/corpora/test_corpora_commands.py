"""The commands convert and corpus-stats."""

from __future__ import annotations

import json

import pytest
import typer
from corpora_helpers import lines, note, plain, record, shared, write_all
from typer.testing import CliRunner

from spacy_deid.annotations import Record
from spacy_deid.cli.convert import convert
from spacy_deid.cli.corpus_stats import corpus_stats
from spacy_deid.cli.studies import documents
from spacy_deid.corpora.formats import read_records
from spacy_deid.errors import DeidError

app = typer.Typer(pretty_exceptions_enable=False)
app.command("convert")(convert)
app.command("corpus-stats")(corpus_stats)


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, DeidError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def corpus(tmp_path):
    write_all(tmp_path / "in", "i2b2-2014", [note("a"), note("b")])
    return tmp_path / "in"


def test_convert_guesses_both_formats(corpus, tmp_path):
    output = run("convert", corpus, tmp_path / "o.jsonl")
    assert "2 documents, 10 spans; 0 not on token borders." in output
    assert plain(read_records(tmp_path / "o.jsonl")) == plain([note("a"), note("b")])


def test_convert_to_a_named_format_and_scheme(corpus, tmp_path):
    output = run("convert", corpus, tmp_path / "o", "--to", "brat", "--scheme", "vigibase")
    assert "no label there for" in output
    assert "PATIENT, DOCTOR, USERNAME become Person" in output
    assert "Left out, without a label in vigibase: PHONE 2." in output
    (first, _) = read_records(tmp_path / "o")
    assert [span.label for span in first.spans] == ["Person", "Age", "Organization", "Date"]


def test_convert_takes_the_output_formats_own_scheme(corpus, tmp_path):
    run("convert", corpus, tmp_path / "o", "--to", "meddocan")
    (first, _) = read_records(tmp_path / "o")
    assert first.spans[0].label == "NOMBRE_SUJETO_ASISTENCIA"


@pytest.mark.parametrize(
    ("into", "blank"),
    [("i2b2-2006", True), ("uima", True), ("conll", True), ("i2b2-2014", False), ("brat", False)],
)
def test_convert_says_what_reads_as_if_nothing_identified(into, blank, tmp_path):
    bare = Record("b", "Seen by Dr. Khan.", meta={"annotated": False})
    write_all(tmp_path / "in.jsonl", "jsonl", [bare, Record("c", "Well.")])
    output = run("convert", tmp_path / "in.jsonl", tmp_path / "o", "--to", into)
    said = f"1 documents have no annotation; in {into} they read as if nothing identified."
    assert (said in output) == blank
    told = [one.meta.get("annotated", True) for one in read_records(tmp_path / "o", into)]
    assert told == ([True, True] if blank else [False, True])


def test_convert_to_exact_offsets_takes_any_span_and_names_those_off_borders(tmp_path):
    write_all(tmp_path / "a.jsonl", "jsonl", [record("DRAlberto", ("Alberto", "DOCTOR"), id="x")])
    with pytest.raises(DeidError, match=r"D117.*x 2-9"):
        run("convert", tmp_path / "a.jsonl", tmp_path / "o.conll")
    for into in ("csv", "brat"):
        output = run("convert", tmp_path / "a.jsonl", tmp_path / into, "--to", into)
        assert "1 not on token borders (DOCTOR 1: x 2-9)" in output


def test_convert_into_a_folder_names_what_stood_there_before(corpus, tmp_path):
    assert "stood there" not in run("convert", corpus, tmp_path / "o", "--to", "brat")
    (corpus / "b.xml").unlink()
    output = run("convert", corpus, tmp_path / "o", "--to", "brat")
    assert "2 files stood there before" in output and "(b.ann, b.txt)" in output


@pytest.mark.parametrize("label", ["Zebulon of Elm Street", "Zoë", "x" * 41])
def test_labels_that_may_be_text_are_not_quoted(label, tmp_path):
    row = {"id": "1", "text": "Zebulon of Elm Street", "spans": [[0, 7, label]]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    said = run("corpus-stats", tmp_path / "a.jsonl")
    assert f"({len(label)} characters)" in said and label not in said
    with pytest.raises(DeidError, match=rf"D105.*\({len(label)} characters\)"):
        run("convert", tmp_path / "a.jsonl", tmp_path / "o.xml", "--to", "i2b2-2014", "--strict")


def test_counts_say_what_a_scheme_has_no_label_for(tmp_path):
    row = {"id": "1", "text": "Jo, BSc, a@b.org", "spans": [[0, 2, "PATIENT"], [9, 16, "EMAIL"]]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    said = run("corpus-stats", tmp_path / "a.jsonl", "--scheme", "vigibase")
    assert "Not counted, without a label in vigibase: EMAIL 1." in said
    assert "Not counted" not in run("corpus-stats", tmp_path / "a.jsonl")


def test_studies_say_what_a_scheme_has_no_label_for(tmp_path, capsys):
    row = {"id": "1", "text": "Jo, BSc, a@b.org", "spans": [[0, 2, "PATIENT"], [9, 16, "EMAIL"]]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    (record,) = documents(str(tmp_path / "a.jsonl"), None, "vigibase")
    assert record.spans == [(0, 2, "Person")]
    assert "a.jsonl: left out, without a label in vigibase: EMAIL 1." in capsys.readouterr().err


def test_convert_says_that_plain_text_holds_no_spans(corpus, tmp_path):
    output = run("convert", corpus, tmp_path / "o", "--to", "text")
    assert "text holds no spans: 10 are not in the output." in output


@pytest.mark.parametrize("into", ["csv", "jsonl", "spacy"])
def test_convert_says_where_cases_and_known_values_are_lost(into, tmp_path):
    known = {"meta": {"case": "7"}, "known_phi": [["PATIENT", "Jo"]]}
    rows = [{"id": "1", "text": "Jo", **known}, {"id": "2", "text": "Jo", "meta": {"case": "2"}}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    said = run("convert", tmp_path / "a.jsonl", tmp_path / f"o.{into}")
    for what in ("case", "known values"):
        assert (f"csv holds no {what}: 1 documents lose theirs." in said) == (into == "csv")
    assert " holds no " not in said or into == "csv"


def test_convert_leaves_bad_documents_out_and_says_so(corpus, tmp_path):
    (corpus / "c.xml").write_text("<deIdi2b2><TEXT>secret words</TEXT>")
    output = run("convert", corpus, tmp_path / "o.jsonl", code=2)
    assert "D108" in output and "1 of 3 documents failed" in output
    assert "secret" not in output
    assert len(list(lines(tmp_path / "o.jsonl"))) == 2


def test_convert_leaves_out_what_the_output_cannot_hold(tmp_path):
    write_all(tmp_path / "a.jsonl", "jsonl", [Record("a", "x\x00"), Record("b", "y")])
    output = run("convert", tmp_path / "a.jsonl", tmp_path / "o", "--to", "i2b2-2014", code=2)
    assert "D116" in output
    assert [item.id for item in read_records(tmp_path / "o")] == ["b"]


def test_convert_leaves_an_existing_output_where_every_document_failed(tmp_path):
    write_all(tmp_path / "gold.spacy", "docbin", [note("a")])
    before = (tmp_path / "gold.spacy").read_bytes()
    (tmp_path / "bad.jsonl").write_text("no object\n")
    assert "D007" in run("convert", tmp_path / "bad.jsonl", tmp_path / "gold.spacy", code=2)
    assert (tmp_path / "gold.spacy").read_bytes() == before


def test_convert_strict_writes_nothing_after_a_bad_document(corpus, tmp_path):
    (corpus / "c.xml").write_text("<deIdi2b2>")
    with pytest.raises(DeidError, match="D108"):
        run("convert", corpus, tmp_path / "o.jsonl", "--strict")
    assert not (tmp_path / "o.jsonl").exists()


def test_convert_fails_above_the_share_of_misaligned_spans(tmp_path):
    items = [note(str(number)) for number in range(40)]
    items.append(record("DRAlberto", ("Alberto", "DOCTOR"), id="x"))
    write_all(tmp_path / "a.jsonl", "jsonl", items)
    output = run("convert", tmp_path / "a.jsonl", tmp_path / "o.spacy")
    assert "201 spans; 1 not on token borders (DOCTOR 1: x 2-9)." in output
    write_all(tmp_path / "a.jsonl", "jsonl", items[-3:])
    with pytest.raises(DeidError, match="1 of 11 gold spans .9.09%."):
        run("convert", tmp_path / "a.jsonl", tmp_path / "p.spacy")
    assert not (tmp_path / "p.spacy").exists()
    run("convert", tmp_path / "a.jsonl", tmp_path / "p.spacy", "--max-misaligned", "0.1")


def test_convert_needs_formats_and_schemes_that_exist(corpus, tmp_path):
    for arguments, code in [
        ([tmp_path / "o"], "D126"),
        ([tmp_path / "o", "--to", "nonsense"], "D123"),
        ([tmp_path / "o", "--to", "vaers"], "D124"),
        ([tmp_path / "o.jsonl", "--scheme", "nonsense"], "D123"),
        ([tmp_path / "o.jsonl", "--from", "nonsense"], "D123"),
    ]:
        with pytest.raises(DeidError, match=code):
            run("convert", corpus, *arguments)
        assert {path.name for path in tmp_path.iterdir()} == {"in"}


def test_corpus_stats_table_json_and_plot(corpus, tmp_path):
    output = run("corpus-stats", corpus, "--plot", tmp_path / "p.png")
    assert "all labels" in output and "documents" in output
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    counts = json.loads(run("corpus-stats", corpus, "--json"))
    assert counts["spans"] == {"PATIENT": 2, "AGE": 2, "HOSPITAL": 2, "DATE": 2, "PHONE": 2}
    assert (counts["documents"], counts["misaligned"]) == (2, {})
    with pytest.raises(DeidError, match="D011"):
        run("corpus-stats", corpus, "--plot", tmp_path / "p.txt")


def test_corpus_stats_of_nothing(tmp_path):
    (tmp_path / "a.jsonl").write_text("")
    output = run("corpus-stats", tmp_path / "a.jsonl", "--plot", tmp_path / "p.svg")
    assert "all labels" in output
    assert "<svg" in (tmp_path / "p.svg").read_text()


def test_corpus_stats_of_meddocan():
    counts = json.loads(run("corpus-stats", shared("meddocan/dev"), "--json"))
    assert counts["documents"] == 250
    assert sum(counts["spans"].values()) == 5801
    assert sum(counts["misaligned"].values()) / 5801 < 0.005
