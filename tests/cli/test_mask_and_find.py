"""The commands as people run them; every test uses the embedded rules."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest
import spacy
from cli_support import jsonl, run, runner

from spacy_deid.cli.app import app, coded
from spacy_deid.corpora.formats import read_records
from spacy_deid.corpora.targets import new_file

NOTE = "Seen on 12 March 2021 by Dr. Amanda Whitfield; call 617-555-0143. Took 10/12.5 mg daily."
SECRETS = ("12 March 2021", "Whitfield", "617-555-0143")
KEPT = "10/12.5 mg daily"


def assert_masked(text: str) -> None:
    assert KEPT in text
    for secret in SECRETS:
        assert secret not in text


@pytest.mark.usefixtures("rules")
class TestMask:
    def test_text_from_standard_input_to_standard_output(self) -> None:
        result = run("mask", "-", "-m", "rules", text=NOTE)
        assert_masked(result.stdout)

    def test_text_file_keeps_its_line_ends(self, tmp_path) -> None:
        source = tmp_path / "note.txt"
        source.write_bytes(f"{NOTE}\r\nno change\r\n".encode())
        run("mask", source, "-m", "rules", "-o", tmp_path / "out.txt")
        data = (tmp_path / "out.txt").read_bytes()
        assert_masked(data.decode())
        assert data.endswith(b"\r\nno change\r\n")

    def test_directory_of_texts(self, tmp_path) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        for name in ("a.txt", "b.txt"):
            (folder / name).write_text(NOTE)
        run("mask", folder, "-m", "rules", "-o", tmp_path / "out")
        written = sorted((tmp_path / "out").iterdir())
        assert [p.name for p in written] == ["a.txt", "b.txt"]
        for path in written:
            assert_masked(path.read_text())

    def test_files_that_are_left_out_are_counted(self, tmp_path) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        for name in ("a.txt", "note2", "c.txt.gz", ".hidden"):
            (folder / name).write_text(NOTE)
        result = run("mask", folder, "-m", "rules", "-o", tmp_path / "out")
        assert "2 of 3 files are left out" in result.stderr
        result = run("mask", folder, "-m", "rules", "--from", "jsonl", "-o", tmp_path / "no.jsonl")
        assert "3 of 3 files are left out" in result.stderr
        (folder / "note2").unlink()
        (folder / "c.txt.gz").unlink()
        result = run("mask", folder, "-m", "rules", "-o", tmp_path / "out")
        assert "left out" not in result.stderr

    def test_a_name_that_ends_in_gz_is_gzipped(self, tmp_path) -> None:
        bodies = {"in.jsonl": json.dumps({"id": "a", "text": NOTE}), "in.txt": NOTE}
        for name, body in bodies.items():
            source, target = tmp_path / f"{name}.gz", tmp_path / f"out-{name}.gz"
            source.write_bytes(gzip.compress(body.encode()))
            run("mask", source, "-m", "rules", "-o", target)
            assert_masked(gzip.decompress(target.read_bytes()).decode())

    def test_a_table_with_cells_that_spreadsheets_run_is_restored(self, tmp_path, key_file) -> None:
        pytest.importorskip("cryptography")
        source, target = tmp_path / "in.csv", tmp_path / "out.csv"
        source.write_text(f"id,text,lab\n1,- {NOTE},+ve\n=3,{NOTE},-\n4,+47 22 11 80 80,+1\n")
        vault = ("--vault-file", tmp_path / "vault", "--key-file", key_file)
        run("mask", source, "-m", "rules", "-o", target, *vault)
        assert_masked(target.read_text())
        run("restore", target, "-o", tmp_path / "back.csv", *vault)
        rows = [(item.id, item.text) for item in read_records(tmp_path / "back.csv")]
        assert rows[:2] == [("1", f"- {NOTE}"), ("=3", NOTE)]
        assert (tmp_path / "back.csv").read_text() == source.read_text()

    def test_json_lines_give_id_and_text(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE}, {"id": "b", "text": ""})
        run("mask", source, "-m", "rules", "-o", tmp_path / "out.jsonl")
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert [set(row) for row in rows] == [{"id", "text"}] * 2
        assert_masked(rows[0]["text"])
        assert rows[1] == {"id": "b", "text": ""}

    def test_a_table_keeps_its_other_columns(self, tmp_path) -> None:
        source = tmp_path / "in.csv"
        source.write_text(f'case,story,n\n7,"{NOTE}",3\n')
        run(
            *("mask", source, "-m", "rules", "-o", tmp_path / "out.csv"),
            *("--column", "story", "--id-column", "case"),
        )
        rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
        assert (rows[0]["case"], rows[0]["n"]) == ("7", "3")
        assert_masked(rows[0]["story"])

    def test_i2b2_xml_stays_i2b2_xml(self, tmp_path) -> None:
        source = tmp_path / "110-01.xml"
        source.write_text(
            '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n'
            f"<TEXT><![CDATA[{NOTE}]]></TEXT>\n<TAGS>\n</TAGS>\n</deIdi2b2>\n"
        )
        run("mask", source, "-m", "rules", "-o", tmp_path / "out.xml")
        written = (tmp_path / "out.xml").read_text()
        assert_masked(written)
        assert "<deIdi2b2>" in written

    def test_a_key_shifts_dates_the_same_way_each_time(self, tmp_path, key_file) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        outputs = []
        for name in ("1.jsonl", "2.jsonl"):
            run("mask", source, "-m", "rules", "-o", tmp_path / name, "--key-file", key_file)
            outputs.append((tmp_path / name).read_text())
        assert outputs[0] == outputs[1]
        assert_masked(outputs[0])

    def test_audit_records_hold_no_text(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        run(
            *("mask", source, "-m", "rules", "-o", tmp_path / "out.jsonl"),
            *("--audit-file", tmp_path / "audit.jsonl"),
        )
        audit = (tmp_path / "audit.jsonl").read_text()
        assert json.loads(audit)["id"] == "a"
        assert not any(secret in audit for secret in SECRETS)

    def test_workers_change_nothing(self, tmp_path) -> None:
        rows = [{"id": str(i), "text": f"{NOTE} {i}"} for i in range(5)]
        source = jsonl(tmp_path / "in.jsonl", *rows)
        for workers in (1, 2):
            out = tmp_path / f"{workers}.jsonl"
            run("mask", source, "-m", "rules", "-o", out, "--workers", workers)
        assert (tmp_path / "1.jsonl").read_text() == (tmp_path / "2.jsonl").read_text()


@pytest.mark.usefixtures("rules")
class TestFind:
    def test_offsets_point_into_the_text(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        run("find", source, "-m", "rules", "-o", tmp_path / "out.jsonl")
        row = json.loads((tmp_path / "out.jsonl").read_text())
        assert set(row) == {"id", "spans"}
        found = {(NOTE[start:end], label) for start, end, label in row["spans"]}
        assert ("12 March 2021", "DATE") in found
        assert ("617-555-0143", "PHONE") in found

    def test_strange_texts_give_a_result_or_a_coded_error_for_them_alone(self, tmp_path) -> None:
        texts = {
            "empty": "",
            "white": " \n\t ",
            "emoji": "👩‍⚕️ on 3 May 2020 🙂",
            "marks": "Jose\u0301 cafe\u0301 on 3 May 2020",
            "arabic": "المريض 3 May 2020",
            "crlf": "a\r\nb\r\n3 May 2020",
            "nul": "a\x00b 3 May 2020",
            "lone": "bad \ud800 3 May 2020",
            "after": NOTE,
        }
        source = jsonl(tmp_path / "in.jsonl", *({"id": k, "text": t} for k, t in texts.items()))
        result = run("find", source, "-m", "rules", "-o", tmp_path / "out.jsonl", status=2)
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert [row["id"] for row in rows] == [key for key in texts if key != "lone"]
        for row in rows:
            if "3 May" in texts[row["id"]]:
                dates = [texts[row["id"]][s:e] for s, e, label in row["spans"] if label == "DATE"]
                assert dates == ["3 May 2020"], row["id"]
        assert "[D" in result.stderr
        assert "lone" in result.stderr
        assert "3 May" not in result.stderr

    def test_a_megabyte(self, tmp_path) -> None:
        text = (NOTE + " ") * (1_100_000 // len(NOTE))
        source = jsonl(tmp_path / "in.jsonl", {"id": "big", "text": text})
        run("find", source, "-m", "rules", "-o", tmp_path / "out.jsonl")
        row = json.loads((tmp_path / "out.jsonl").read_text())
        assert sum(label == "DATE" for *_, label in row["spans"]) == text.count("12 March 2021")


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("command", ["mask", "find", "convert"])
def test_what_is_not_unicode_takes_only_its_document(tmp_path, command) -> None:
    bad = "\ud83d"
    rows = [{"id": str(n), "text": "abc"} for n in range(6)]
    rows[1]["id"] = bad
    rows[2]["meta"] = {"x": [bad]}
    rows[3]["known_phi"] = [["PATIENT", bad]]
    rows[4]["spans"] = [[0, 1, bad]]
    source, target = jsonl(tmp_path / "in.jsonl", *rows), tmp_path / "out.jsonl"
    options = (target,) if command == "convert" else ("-m", "rules", "-o", target)
    result = run(command, source, *options, status=2)
    kept = ["0", "5"] if command == "convert" else ["0", "4", "5"]  # marks have no part in them
    assert f"D116 ({6 - len(kept)})" in result.stderr
    assert [json.loads(line)["id"] for line in target.read_text().splitlines()] == kept


@pytest.mark.usefixtures("rules")
def test_a_file_name_that_is_not_unicode_takes_only_its_document(tmp_path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(NOTE)
    with open(os.fsencode(folder) + b"/caf\xe9.txt", "w") as handle:
        handle.write(NOTE)
    result = run("find", folder, "-m", "rules", status=2)
    assert "D116 (1)" in result.stderr
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["a"]


class TestBadInput:
    def check(self, result, code: str, *facts: str) -> None:
        assert f"[{code}]" in result.stderr
        for fact in facts:
            assert fact in result.stderr
        assert "Traceback" not in result.stderr

    def test_missing_model(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        result = run("find", source, "-m", "no_such_model", status=2)
        self.check(result, "D001", "no_such_model")

    def test_broken_model(self, tmp_path) -> None:
        (tmp_path / "model").mkdir()
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        result = run("find", source, "-m", tmp_path / "model", status=2)
        self.check(result, "D002")

    @pytest.mark.parametrize(
        ("command", "factories"),
        [
            ("mask", ["deid_patterns", "deid_masker"]),
            ("mask", ["deid_masker", "deid_patterns", "deid_resolver"]),
            ("find", ["deid_patterns"]),
        ],
    )
    def test_a_pipeline_that_decides_nothing(self, tmp_path, command, factories) -> None:
        nlp = spacy.blank("en")
        for factory in factories:
            nlp.add_pipe(factory)
        nlp.to_disk(tmp_path / "model")
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        result = run(command, source, "-m", tmp_path / "model", status=2)
        self.check(result, "D011", "deid_resolver")
        assert NOTE not in result.stdout

    def test_missing_file(self, tmp_path) -> None:
        result = run("mask", tmp_path / "nowhere.txt", "-m", "rules", status=2)
        self.check(result, "D003", "nowhere.txt")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
    def test_unreadable_file(self, tmp_path) -> None:
        path = tmp_path / "closed.txt"
        path.write_text(NOTE)
        path.chmod(0)
        self.check(run("mask", path, "-m", "rules", status=2), "D004")

    def test_unknown_encoding(self, tmp_path) -> None:
        (tmp_path / "a.txt").write_text(NOTE)
        result = run("mask", tmp_path / "a.txt", "-m", "rules", "--encoding", "dicom", status=2)
        self.check(result, "D123", "dicom")

    def test_a_policy_without_its_key_fails_once_for_all_documents(
        self, rules, tmp_path, monkeypatch
    ) -> None:
        monkeypatch.setattr(rules.get_pipe("deid_masker"), "_key", None)
        source = jsonl(tmp_path / "in.jsonl", *({"id": i, "text": NOTE} for i in "abc"))
        target = tmp_path / "out.jsonl"
        result = run("mask", source, "-m", "rules", "--policy", "vigibase", "-o", target, status=2)
        self.check(result, "D409", "DATE")
        assert len(result.stderr.splitlines()) == 1 and not target.exists()

    def test_unknown_format(self, tmp_path) -> None:
        (tmp_path / "a.txt").write_text(NOTE)
        result = run("mask", tmp_path / "a.txt", "-m", "rules", "--from", "dicom", status=2)
        assert "dicom" in result.stderr

    @pytest.mark.usefixtures("rules")
    def test_wrong_encoding(self, tmp_path) -> None:
        path = tmp_path / "a.txt"
        path.write_bytes("Besök hos Åsa".encode("latin-1"))
        output = tmp_path / "out.txt"
        result = run("mask", path, "-m", "rules", "-o", output, status=2)
        self.check(result, "D006", "a.txt")
        assert not output.exists()
        run("mask", path, "-m", "rules", "-o", output, "--encoding", "latin-1")
        assert "Besök" in output.read_text(encoding="latin-1")

    @pytest.mark.usefixtures("rules")
    def test_a_bad_line_is_named_and_the_others_are_written(self, tmp_path) -> None:
        source = tmp_path / "in.jsonl"
        good = [json.dumps({"id": name, "text": NOTE}) for name in "ac"]
        source.write_text(f'{good[0]}\n{{"id": "b", "text": secret\n{good[1]}\n')
        result = run("mask", source, "-m", "rules", "-o", tmp_path / "out.jsonl", status=2)
        assert "line 2" in result.stderr
        assert "secret" not in result.stderr
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert [row["id"] for row in rows] == ["a", "c"]

    @pytest.mark.usefixtures("rules")
    def test_standard_input_to_explain_that_is_no_text(self) -> None:
        result = run("explain", "-", "-m", "rules", text=b"caf\xe9 Whitfield", status=2)
        self.check(result, "D006", "standard input")
        run("explain", "-", "-m", "rules", "--encoding", "latin-1", text=b"caf\xe9")

    def test_a_reader_that_goes_away_ends_the_command_quietly(self) -> None:
        read, write = os.pipe()
        os.close(read)
        command = [sys.executable, "-m", "spacy", "deid", "synthesize", "-", "--n", "3"]
        done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
        os.close(write)
        assert done.returncode == 1
        assert done.stderr == ""

    def test_short_key(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        (tmp_path / "short.key").write_text("abc")
        result = run("mask", source, "-m", "rules", "--key-file", tmp_path / "short.key", status=2)
        self.check(result, "D010", "short.key has 3 bytes")

    @pytest.mark.parametrize("key", ["abc", "   "])
    def test_a_key_in_the_environment_is_looked_at_before_the_documents(
        self, tmp_path, monkeypatch, rules, key
    ) -> None:
        monkeypatch.setenv("SPACY_DEID_KEY", key)
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        short = bool(key.strip())
        result = run("mask", source, "-m", "rules", status=2 if short else 0)
        assert ("variable SPACY_DEID_KEY has 3 bytes" in result.stderr) == short
        assert ("No key file" in result.stderr) != short

    @pytest.mark.usefixtures("rules")
    def test_a_key_file_that_everybody_may_read(self, tmp_path, key_file) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        for mode, count in ((0o644, 1), (0o600, 0)):
            key_file.chmod(mode)
            said = run("mask", source, "-m", "rules", "--key-file", key_file).stderr
            assert said.count("Everybody") == count

    @pytest.mark.usefixtures("rules")
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
    @pytest.mark.parametrize("extra", ["--audit-file", "--review"])
    def test_a_full_disk_is_blamed_on_the_file_that_met_it(self, tmp_path, extra) -> None:
        source = jsonl(tmp_path / "in.jsonl", *({"id": str(n), "text": NOTE} for n in range(99)))
        target = tmp_path / "out.jsonl"
        result = run("mask", source, "-m", "rules", "-o", target, extra, "/dev/full", status=2)
        self.check(result, "D008", "/dev/full", "No space left")
        assert not target.exists()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
    @pytest.mark.parametrize("sign", [">/dev/full", ">&-"])
    def test_standard_output_that_cannot_be_written(self, sign) -> None:
        command = f"exec {sys.executable} -m spacy deid synthesize - --n 3 {sign}"
        done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2
        assert "[D008] standard output" in done.stderr and len(done.stderr.splitlines()) == 1

    @pytest.mark.usefixtures("rules")
    def test_one_document_of_one_leaves_no_others(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": "bad \ud83d"})
        said = run("mask", source, "-m", "rules", status=2).stderr
        assert "1 of 1 documents failed; 0 went through" in said and "other" not in said

    @pytest.mark.usefixtures("rules")
    def test_output_that_cannot_be_written(self, tmp_path) -> None:
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        output = tmp_path / "no" / "such" / "folder.jsonl"
        self.check(run("mask", source, "-m", "rules", "-o", output, status=2), "D008")

    def test_an_unexpected_exception_says_nothing_of_the_text(self, tmp_path, monkeypatch) -> None:
        def broken():
            raise RuntimeError(f"cannot process {NOTE}")

        monkeypatch.setattr("spacy_deid.cli.models.rule_pipeline", broken)
        source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": NOTE})
        result = run("find", source, "-m", "rules", status=2)
        self.check(result, "D015", "RuntimeError")
        assert "Whitfield" not in result.output

    def test_what_is_found_behind_the_masker_is_no_masked_document(self, tmp_path, rules) -> None:
        ruler = rules.add_pipe("entity_ruler")
        ruler.add_patterns([{"label": "HOSPITAL", "pattern": "Quoll"}])
        rules.to_disk(tmp_path / "model")
        rules.remove_pipe("entity_ruler")
        rows = [{"id": "a", "text": "Seen in Quoll."}, {"id": "b", "text": "Seen on 3 May 2021."}]
        source = jsonl(tmp_path / "in.jsonl", *rows)
        output = tmp_path / "out.jsonl"
        result = run("mask", source, "-m", tmp_path / "model", "-o", output, status=2)
        assert "D411" in result.stderr and "Quoll" not in result.stderr
        assert [json.loads(line)["id"] for line in output.read_text().splitlines()] == ["b"]

    def test_a_failing_component_takes_only_its_document(self, tmp_path, rules) -> None:
        from spacy.language import Language

        @Language.component("test_fails_on_secret")
        def fails(doc):
            if "SECRET" in doc.text:
                raise ValueError(doc.text)
            return doc

        rules.add_pipe("test_fails_on_secret", first=True)
        try:
            rows = [{"id": str(i), "text": NOTE} for i in range(3)]
            rows[1]["text"] = f"SECRET {NOTE}"
            source = jsonl(tmp_path / "in.jsonl", *rows)
            result = run("find", source, "-m", "rules", "-o", tmp_path / "o.jsonl", status=2)
        finally:
            rules.remove_pipe("test_fails_on_secret")
        self.check(result, "D009", "document 1", "ValueError")
        assert "SECRET" not in result.stderr
        written = [json.loads(x)["id"] for x in (tmp_path / "o.jsonl").read_text().splitlines()]
        assert written == ["0", "2"]


R2 = (
    "<ichicsr><safetyreport><receivedate>20240110</receivedate><companynumb>XX-4711</companynumb>"
    "<primarysource><reporterfamilyname>Musterfrau</reporterfamilyname></primarysource><patient>"
    f"<summary><narrativeincludeclinical>{NOTE}</narrativeincludeclinical></summary></patient>"
    "</safetyreport></ichicsr>"
)


@pytest.mark.usefixtures("rules")
class TestRestore:
    def mask(self, source, output, key_file):
        vault = source.parent / "vault"
        run(
            *("mask", source, "-m", "rules", "-o", output),
            *("--key-file", key_file, "--vault-file", vault),
        )
        return "--vault-file", vault, "--key-file", key_file

    def test_structured_fields_of_a_message_stay_as_they_were_masked(
        self, tmp_path, key_file
    ) -> None:
        source, masked, back = (tmp_path / name for name in ("a.xml", "b.xml", "c.xml"))
        source.write_text(R2)
        secret = self.mask(source, masked, key_file)
        run("restore", masked, "-o", back, *secret)
        before, after = (
            re.sub(r"(clinical>).*(</)", r"\1\2", p.read_text()) for p in (masked, back)
        )
        assert after == before
        assert re.search(r"<receivedate>\d{8}<", after) and "<companynumb>[IDNUM]<" in after
        assert NOTE in back.read_text() and "4711" not in after

    def test_fields_of_a_message_name_whom_its_narrative_names(self, tmp_path, key_file) -> None:
        source, masked = tmp_path / "a.xml", tmp_path / "b.xml"
        source.write_text(
            "<ichicsr><safetyreport><safetyreportid>GB-1</safetyreportid><primarysource>"
            "<reportergivename>Robin</reportergivename><reporterfamilyname>Hale</reporterfamilyname>"
            "</primarysource><patient><patientinitial>RE</patientinitial><summary>"
            "<narrativeincludeclinical>Patient: Mrs Rosa Evans. Seen by Dr. Robin Hale."
            "</narrativeincludeclinical></summary></patient></safetyreport></ichicsr>"
        )
        run(
            *("mask", source, "-m", "rules", "-o", masked, "--key-file", key_file),
            *("--policy", "research-surrogate"),
        )
        text = masked.read_text()
        given, family, initials = (
            re.search(f"{name}>(.*?)</", text)[1]
            for name in ("reportergivename", "reporterfamilyname", "patientinitial")
        )
        narrative = re.search(r"Mrs (\w+) (\w+)\. Seen by Dr\. (.*)\.<", text)
        assert narrative[3] == f"{given} {family}" != "Robin Hale"
        assert initials == narrative[1][0] + narrative[2][0]

    @pytest.mark.parametrize("name", ["report.txt", "-"])
    def test_a_file_may_have_another_name_than_the_original(self, tmp_path, key_file, name) -> None:
        vault = tmp_path / "vault"
        secret = ("--vault-file", vault, "--key-file", key_file)
        (tmp_path / "report.txt").write_text(NOTE)
        source = name if name == "-" else tmp_path / name
        masked = tmp_path / "other.masked.txt"
        run("mask", source, "-m", "rules", "-o", masked, *secret, text=NOTE)
        assert run("restore", masked, *secret).stdout == NOTE
        masked.write_text(masked.read_text() + "changed")
        assert "D407" in run("restore", masked, *secret, status=2).stderr

    def test_a_broken_masked_message_does_not_count_as_restored(self, tmp_path, key_file) -> None:
        folder, masked = tmp_path / "in", tmp_path / "masked"
        folder.mkdir()
        for name in ("a", "b"):
            report = f"<safetyreport><reportercomment>{NOTE}</reportercomment></safetyreport>"
            (folder / f"{name}.xml").write_text(f"<ichicsr>{report}</ichicsr>")
        secret = ("--vault-file", tmp_path / "vault", "--key-file", key_file)
        run("mask", folder, "-m", "rules", "-o", masked, *secret)
        (masked / "b.xml").write_text((masked / "b.xml").read_text().removesuffix("</ichicsr>\n"))
        result = run("restore", masked, "-o", tmp_path / "back", *secret, status=2)
        assert "D127" in result.stderr and " 1 went through" in result.stderr
        assert [path.name for path in (tmp_path / "back").iterdir()] == ["a.xml"]

    def test_the_vault_of_several_files_needs_their_names(self, tmp_path, key_file) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        for name in ("a.txt", "b.txt"):
            (folder / name).write_text(NOTE)
        secret = self.mask(folder, tmp_path / "out", key_file)
        other = (tmp_path / "out" / "a.txt").rename(tmp_path / "c.txt")
        result = run("restore", other, "-o", tmp_path / "d.txt", *secret, status=2)
        assert "D406" in result.stderr and "the name of the original" in result.stderr
        assert not (tmp_path / "d.txt").exists()

    def test_an_existing_output_stays_where_nothing_was_restored(self, tmp_path, key_file) -> None:
        source, masked = tmp_path / "a.csv", tmp_path / "b.csv"
        source.write_text(f'id,text\n1,"{NOTE}"\n')
        secret = self.mask(source, masked, key_file)
        masked.write_text(masked.read_text().replace("mg", "g"))
        before = tmp_path / "before.csv"
        before.write_text("before")
        assert "D407" in run("restore", masked, "-o", before, *secret, status=2).stderr
        assert before.read_text() == "before"


@pytest.mark.usefixtures("rules")
def test_nothing_is_left_of_a_run_whose_messages_cannot_be_written(tmp_path, key_file) -> None:
    source, cut = tmp_path / "a.xml", tmp_path / "cut.xml"
    source.write_text(R2)
    cut.write_text(R2.removesuffix("</ichicsr>"))
    extras = ("--review", tmp_path / "rv.html", "--vault-file", tmp_path / "vault")
    for path, output, code in ((source, "no/a.xml", "D008"), (cut, "b.xml", "D108")):
        arguments = ("-m", "rules", "-o", tmp_path / output, *extras, "--key-file", key_file)
        said = run("mask", path, *arguments, status=2).stderr
        assert said.count(f"[{code}]") == 1
        assert ("[D016]" in said) == (path == cut)
        assert {item.name for item in tmp_path.iterdir()} == {"a.xml", "cut.xml", "secret.key"}


@pytest.mark.usefixtures("rules")
def test_documents_of_a_broken_message_are_counted_and_left_out_everywhere(
    tmp_path, key_file
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.xml").write_text(R2)
    (folder / "cut.xml").write_text(R2.removesuffix("</ichicsr>"))
    extras = {"--audit-file": "audit", "--review": "rv.html", "--vault-file": "vault"}
    options = [item for name, file in extras.items() for item in (name, tmp_path / file)]
    arguments = ("-m", "rules", "-o", tmp_path / "out", *options, "--key-file", key_file)
    said = run("mask", folder, *arguments, status=2).stderr
    count = len(list(read_records(folder / "a.xml")))
    assert f"cut.xml: {count} of its documents" in said
    assert f"{count + 1} of {2 * count + 1} documents failed" in said
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.xml"]
    for file in extras.values():
        assert "cut/1" not in (tmp_path / file).read_text()
        assert "a/1" in (tmp_path / file).read_text()


def test_convert_makes_the_folder_of_its_output(tmp_path) -> None:
    (tmp_path / "a.txt").write_text(NOTE, encoding="utf-8")
    run("convert", tmp_path / "a.txt", tmp_path / "new/corpus/train.spacy", "--to", "docbin")
    assert (tmp_path / "new/corpus/train.spacy").stat().st_size
    said = run("convert", tmp_path / "a.txt", tmp_path / "a.txt/b.jsonl", status=2).stderr
    assert "[D008]" in said and " -o" not in said


@pytest.mark.usefixtures("rules")
def test_columns_that_stay_are_named(tmp_path) -> None:
    source = tmp_path / "cases.csv"
    source.write_text(f'id,patient,text,age\n1,A. Rossi,"{NOTE}",92\n', encoding="utf-8")
    result = run("mask", source, "-m", "rules", "-o", tmp_path / "masked.csv")
    assert "Left as they are: patient, age." in result.stderr
    assert "Rossi" not in result.stderr
    assert "A. Rossi" in (tmp_path / "masked.csv").read_text(encoding="utf-8")


@pytest.mark.usefixtures("rules")
def test_nothing_is_written_over_the_input_or_another_output(tmp_path, key_file) -> None:
    source = tmp_path / "note.txt"
    source.write_text(NOTE, encoding="utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(source)
    for output in (source, link):
        assert "[D008]" in run("mask", source, "-m", "rules", "-o", output, status=2).stderr
    page = tmp_path / "out.txt"
    run("mask", source, "-m", "rules", "-o", page, "--review", page, status=2)
    run("mask", source, "-m", "rules", "-o", "-", "--audit-file", "-", status=2)
    assert source.read_text(encoding="utf-8") == NOTE
    assert not page.exists()


@pytest.mark.usefixtures("rules")
def test_no_command_writes_over_what_it_reads(tmp_path, key_file) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    source = folder / "note.txt"
    source.write_text(NOTE, encoding="utf-8")
    vault = tmp_path / "vault"
    secret = ("--key-file", key_file, "--vault-file", vault)
    run("mask", source, "-m", "rules", "-o", tmp_path / "masked.txt", *secret)
    before = {path: path.read_bytes() for path in (source, key_file, vault)}
    rules = ("-m", "rules", "-o")
    for arguments in (
        ("find", source, *rules, source),
        ("find", folder, *rules, source),
        ("show", source, *rules, source),
        ("show", source, *rules, key_file, "--key-file", key_file),
        ("convert", source, source, "--to", "text"),
        ("convert", source, folder, "--to", "text"),
        ("convert", folder, folder, "--to", "text"),
        ("restore", tmp_path / "masked.txt", "-o", vault, *secret),
        ("restore", tmp_path / "masked.txt", "-o", key_file, *secret),
        ("mask", source, *rules, key_file, "--key-file", key_file),
        ("mask", folder, *rules, folder / "masked"),
        ("mask", source, *rules, "-", "--key-file", key_file, "--vault-file", key_file),
    ):
        assert "[D008]" in run(*arguments, status=2).stderr, arguments
        assert {path: path.read_bytes() for path in before} == before
    for _ in range(2):
        run("find", folder, *rules, folder / "spans.jsonl", "--from", "text")


@pytest.mark.usefixtures("rules")
def test_links_that_are_not_followed_are_named(tmp_path) -> None:
    folder, other = tmp_path / "in", tmp_path / "other"
    for place in (folder, other):
        place.mkdir()
        (place / f"{place.name}.txt").write_text(NOTE, encoding="utf-8")
    (folder / "ward").symlink_to(other)
    (folder / "gone.txt").symlink_to(tmp_path / "nowhere")
    (folder / "one.txt").symlink_to(other / "other.txt")
    (folder / ".hidden").symlink_to(other)
    for command in (("find", folder, "-m", "rules"), ("convert", folder, tmp_path / "o.jsonl")):
        said = run(*command).stderr
        assert "2 links" in said and "(gone.txt, ward)" in said


@pytest.mark.usefixtures("rules")
def test_what_a_killed_run_left_is_named(tmp_path) -> None:
    source, target = tmp_path / "note.txt", tmp_path / "out.txt"
    source.write_text(NOTE, encoding="utf-8")
    stream = new_file(str(target))
    stream.__enter__()
    (left,) = [path for path in tmp_path.iterdir() if path.name.startswith(".out.txt.")]
    (tmp_path / ".out.txt.notes").write_text("somebody's own")
    said = run("mask", source, "-m", "rules", "-o", target).stderr
    assert str(left) in said and ".notes" not in said
    assert left.exists()
    assert "killed" not in run("mask", source, "-m", "rules", "-o", tmp_path / "b.txt").stderr


@pytest.mark.usefixtures("rules")
def test_files_of_an_earlier_run_are_named_where_documents_fail(tmp_path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.txt").write_text(NOTE, encoding="utf-8")
    (target / "own").mkdir(parents=True)
    (target / "own" / "notes.md").write_text("somebody's own")
    assert "stood there before" not in run("mask", source, "-m", "rules", "-o", target).stderr
    (source / "b.txt").write_bytes(b"\xff\xfe\xfa")
    said = run("mask", source, "-m", "rules", "-o", target, status=2).stderr
    assert "2 files stood there before" in said and "(b.txt, own/notes.md)" in said
    (source / "a.txt").unlink()
    said = run("mask", source, "-m", "rules", "-o", target, status=2).stderr
    assert "3 files stood there before" in said


@pytest.mark.usefixtures("rules")
def test_links_and_pipes_are_written_through(tmp_path) -> None:
    source = tmp_path / "note.txt"
    source.write_text(NOTE, encoding="utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "real.txt")
    run("mask", source, "-m", "rules", "-o", link)
    assert link.is_symlink()
    assert_masked((tmp_path / "real.txt").read_text(encoding="utf-8"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        run("mask", source, "-m", "rules", "-o", pipe, "--from", "text")
        assert_masked(reader.communicate(timeout=60)[0])
    assert pipe.is_fifo()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_terminate_leaves_nothing_half_written(tmp_path, number) -> None:
    def command() -> None:
        with new_file(str(tmp_path / "out.txt")) as stream:
            stream.write(NOTE.encode())
            os.kill(os.getpid(), number)
            time.sleep(10)

    before = signal.signal(number, signal.SIG_DFL)
    try:
        with pytest.raises(SystemExit) as ended:
            coded(command)()
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert ended.value.code == 128 + number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("marks", [0, 1, 2])
@pytest.mark.parametrize("folder", [False, True])
def test_byte_order_marks_come_back(tmp_path, key_file, marks, folder) -> None:
    source = tmp_path / "in"
    source.mkdir()
    data = b"\xef\xbb\xbf" * marks + NOTE.encode()
    (source / "a.txt").write_bytes(data)
    given, sealed, back = (tmp_path / name for name in ("m", "v", "r"))
    for place in (given, back):
        place.mkdir()
    part = "" if folder else "a.txt"
    key = ("--key-file", key_file, "--vault-file", sealed)
    run("mask", source / part, "-m", "rules", "-o", given / part, *key)
    run("restore", given / part, "-o", back / part, *key)
    assert (given / "a.txt").read_bytes().count(b"\xef\xbb\xbf") == marks
    assert (back / "a.txt").read_bytes() == data


def test_a_request_to_terminate_ends_the_workers_too(tmp_path) -> None:
    rows = [{"id": str(number), "text": f"{NOTE} " * 12} for number in range(1500)]
    source = jsonl(tmp_path / "in.jsonl", *rows)
    target = tmp_path / "out"
    target.mkdir()
    code = "from spacy_deid.cli.app import main; main()"
    command = [sys.executable, "-c", code, "mask", source, "-m", "rules", "--workers", "2"]
    command += ["-o", target / "o.jsonl", "--review", target / "r.html"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        for _ in range(600):
            if list(target.iterdir()):
                break
            time.sleep(0.1)
        time.sleep(3)
        running.terminate()
        try:
            assert running.wait(60) == 128 + signal.SIGTERM
        finally:
            running.kill()
    assert list(target.iterdir()) == []


def test_a_run_under_nohup_outlives_its_terminal(tmp_path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        coded(lambda: os.kill(os.getpid(), signal.SIGHUP))()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_show_writes_a_page_with_escaped_text(tmp_path) -> None:
    source = jsonl(tmp_path / "in.jsonl", {"id": "<x>", "text": f"<script>1</script> {NOTE}"})
    run("show", source, "-m", "rules", "-o", tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text()
    assert "<script>" not in html
    assert "12 March 2021" in html
    assert "Masked" in html


@pytest.mark.usefixtures("rules")
def test_show_takes_the_columns_of_a_table(tmp_path) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(f"case,story\ncafé,{NOTE}\n".encode("latin-1"))
    columns = ("--column", "story", "--id-column", "case", "--encoding", "latin-1")
    run("show", source, "-m", "rules", "-o", tmp_path / "page.html", *columns)
    assert "café" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("rules")
def test_explain_prints_proposals_and_their_fate() -> None:
    result = run("explain", NOTE, "-m", "rules")
    assert "deid_patterns" in result.stdout
    assert "kept" in result.stdout
    assert "12 March 2021" in result.stdout


@pytest.mark.usefixtures("rules")
def test_a_key_of_somebody_else_is_no_day_of_the_case(tmp_path) -> None:
    source, masked = tmp_path / "a.jsonl", tmp_path / "masked.jsonl"
    line = {"id": "1", "text": NOTE, "meta": {"day": "Monday", "page": 3}}
    source.write_text(json.dumps(line) + "\n", encoding="utf-8")
    run("mask", source, "-m", "rules", "-o", masked)
    assert json.loads(masked.read_text())["id"] == "1"


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(
    ("earlier", "days"),
    [(("Rash 25/04/2021.",), 155), (("Rash 04/25/2021.",), 66), (("25/04/2021", "04/25/2021"), 66)],
)
def test_texts_of_one_case_tell_each_other_whether_the_day_comes_first(
    tmp_path, earlier, days
) -> None:
    source = tmp_path / "a.jsonl"
    later = "Rechallenge 03/06/2021, seen again 05/11/2021."
    cases = [("C1", later), *(("C1", text) for text in earlier), ("C2", later), ("C3", "24/03/21")]
    lines = [
        json.dumps({"id": str(number), "text": text, "meta": {"case": case}})
        for number, (case, text) in enumerate(cases)
    ]
    source.write_text("\n".join(lines), encoding="utf-8")
    result = run("mask", source, "-m", "rules")
    told = [json.loads(line)["text"] for line in result.stdout.splitlines()]
    assert told[0] == f"Rechallenge [Day 0], seen again [Day +{days}]."
    assert told[-2] == "Rechallenge [Day 0], seen again [Day +66]."


def test_rows_of_one_case_share_their_dates_and_rows_without_an_id_do_not(tmp_path):
    key = tmp_path / "key"
    key.write_text("0123456789abcdef0123\n")
    key.chmod(0o600)
    table = tmp_path / "t.csv"
    table.write_text("text,patient\nSeen 3 May 2021,P7\nAgain 9 May 2021,P7\nOther 3 May 2021,P8\n")

    def masked(*more: str) -> list[str]:
        result = runner.invoke(
            app, ["mask", str(table), "-m", "rules", "--key-file", str(key), *more]
        )
        assert result.exit_code == 0
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        return [row["text"].split(" ", 1)[1] for row in rows]

    def day(text: str) -> datetime:
        return datetime.strptime(text, "%d %B %Y")

    first, again, other = map(day, masked("--case-column", "patient"))
    assert (again - first).days == 6 and other != first
    arrow = pytest.importorskip("pyarrow.parquet")
    from pyarrow.csv import read_csv

    source, target = tmp_path / "t.parquet", tmp_path / "o.parquet"
    arrow.write_table(read_csv(table), source)
    cases = ("--key-file", key, "--case-column", "patient")
    run("mask", source, "-m", "rules", "-o", target, *cases)
    rows = [row["text"].split(" ", 1)[1] for row in arrow.read_table(target).to_pylist()]
    assert [day(row) for row in rows] == [first, again, other]
    table.write_text("text\nSeen 3 May 2021\n")
    (alone,) = masked()
    table.write_text("text\nLater 3 May 2021\n")
    assert masked() != [alone]
    result = runner.invoke(app, ["mask", str(table), "-m", "rules", "--case-column", "patient"])
    assert result.exit_code != 0
