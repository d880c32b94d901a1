"""Loaders of licensed vocabularies, on small files in their layouts made up here."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from spacy_deid.detect.protection.vocabularies import (
    read_meddra,
    read_mesh,
    read_rxnorm,
    read_snomed,
    read_whodrug,
    save_terms,
)
from spacy_deid.errors import DeidError


def test_meddra(tmp_path: Path) -> None:
    folder = tmp_path / "MedAscii"
    folder.mkdir()
    (folder / "llt.asc").write_text(
        "10000001$Arm wobble$10000009$$$$$$$Y$$\n10000002$Éye fuzz$10000009$$$$$$$Y$$\n",
        encoding="utf-8",
    )
    (folder / "pt.asc").write_text("10000009$Wobbling limb$$10000011$$$$$$$\n", encoding="utf-8")
    assert read_meddra(tmp_path) == {"arm wobble", "eye fuzz", "wobbling limb"}


def test_whodrug_b3_fixed_width_and_c3_csv(tmp_path: Path) -> None:
    head = "000001" + "01" + "001" + "4" + "N" + "99" + "0001" + "SWE" + "12345" + "01" + "0000"
    row = head + "991" + "Zabolex forte".ljust(1500)
    assert len(head) == 33
    (tmp_path / "DD.txt").write_text(row + "\n", encoding="utf-8")
    assert read_whodrug(tmp_path) == {"zabolex forte"}
    csv = '"1","000001","01","001","0","0","Y","Quentrol, mild","Unspecified","X"\n'
    (tmp_path / "MP.csv").write_text(csv, encoding="utf-8")
    assert read_whodrug(tmp_path) == {"zabolex forte", "quentrol, mild"}
    with pytest.raises(DeidError) as caught:
        read_whodrug(tmp_path / "MP.csv", {"MP": (0, 0, 40), "DD": (0, 0, 0)})
    other = tmp_path / "whodrug.txt"
    other.write_text("zabolex\n", encoding="utf-8")
    with pytest.raises(DeidError) as refused:
        read_whodrug(other)
    assert refused.value.code == "D224"
    assert caught.value.code == "D223"


def test_rxnorm(tmp_path: Path) -> None:
    def row(name: str, language: str = "ENG", kind: str = "IN", suppress: str = "N") -> str:
        fields = ["1", language, "", "", "", "", "", "2", "", "", "", "RXNORM", kind, "3", name]
        return "|".join([*fields, "", suppress, "", ""])

    rows = [
        row("zabolexine"),
        row("Quentrol", kind="BN"),
        row("zabolexine 5 MG Oral Tablet", kind="SCD"),
        row("zabolexina", language="SPA"),
        row("oldolexine", suppress="O"),
    ]
    (tmp_path / "RXNCONSO.RRF").write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert read_rxnorm(tmp_path) == {"zabolexine", "quentrol"}


def test_snomed(tmp_path: Path) -> None:
    head = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId"
    full, synonym = "900000000000003001", "900000000000013009"
    rows = [
        ("1", "1", "77", full, "Wobbling of arm (finding)"),
        ("2", "1", "77", synonym, "Arm wobble"),
        ("3", "0", "77", synonym, "Arm woble"),
        ("4", "1", "88", full, "Glass blower (occupation)"),
        ("5", "1", "88", synonym, "Blower of glass"),
    ]
    lines = ["\t".join(head.split())] + [
        "\t".join([number, "20240101", active, "9", concept, "en", kind, term, "9"])
        for number, active, concept, kind, term in rows
    ]
    folder = tmp_path / "Snapshot" / "Terminology"
    folder.mkdir(parents=True)
    target = folder / "sct2_Description_Snapshot-en_INT_20240101.txt"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert read_snomed(tmp_path) == {"wobbling of arm", "arm wobble"}


def test_mesh_ascii_and_xml(tmp_path: Path) -> None:
    (tmp_path / "d2024.bin").write_text(
        "*NEWRECORD\nRECTYPE = D\nMH = Wobbling\nENTRY = Wobble, Arm|T047|NON|EQV\nMS = words\n",
        encoding="utf-8",
    )
    assert read_mesh(tmp_path) == {"wobbling", "arm wobble"}
    xml = tmp_path / "desc2024.xml"
    xml.write_text(
        "<DescriptorRecordSet><DescriptorRecord><DescriptorName><String>Fuzz</String>"
        "</DescriptorName><ConceptList><Concept><TermList><Term><String>Eye Fuzz</String></Term>"
        "</TermList></Concept></ConceptList></DescriptorRecord></DescriptorRecordSet>",
        encoding="utf-8",
    )
    assert read_mesh(xml) == {"fuzz", "eye fuzz"}
    xml.write_text("<DescriptorRecordSet><Descr", encoding="utf-8")
    with pytest.raises(DeidError) as caught:
        read_mesh(xml)
    assert caught.value.code == "D224"


@pytest.mark.parametrize("reader", [read_meddra, read_whodrug, read_rxnorm, read_snomed, read_mesh])
def test_nothing_to_read(reader: object, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(DeidError) as caught:
            reader(place)  # type: ignore[operator]
        assert caught.value.code == "D224"


def test_lines_of_another_format(tmp_path: Path) -> None:
    (tmp_path / "llt.asc").write_text("no dollars here\n", encoding="utf-8")
    with pytest.raises(DeidError) as caught:
        read_meddra(tmp_path)
    assert caught.value.code == "D223"
    assert "dollars" not in str(caught.value)


def test_terms_protect_but_never_shield_a_persons_name(tmp_path: Path) -> None:
    assert save_terms({"zabolexine", "diane", "quentrol mild"}, tmp_path, "drugs_more") == 3
    nlp = spacy.blank("en")
    nlp.add_pipe("deid_gazetteer", config={"lists": str(tmp_path)})
    doc = nlp("Zabolexine and Quentrol Mild were given by Diane Kowalski.")
    assert {span.text for span in doc.spans["deid_protect"]} == {"Zabolexine", "Quentrol Mild"}
    assert [span.text for span in doc.spans["deid_gazetteer"]] == ["Diane Kowalski"]
