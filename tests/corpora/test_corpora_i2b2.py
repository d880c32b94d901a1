"""i2b2 2014, MEDDOCAN and i2b2 2006: what is read, what is repaired, what is refused."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from corpora_helpers import codes, note, plain, read_with_problems, record, write_all

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import guess_format, read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import CATEGORIES

HEAD = '<?xml version="1.0" encoding="UTF-8" ?>\n'
TEXT = "Seen by Dr. Lee on 3/4."


def xml(*tags: str, text: str = TEXT, root: str = "deIdi2b2") -> str:
    inner = "".join(tags)
    return f"{HEAD}<{root}>\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>{inner}</TAGS>\n</{root}>\n"


def tag(start: int, end: int, text: str, type: str = "DOCTOR", element: str = "NAME") -> str:
    return (
        f'<{element} id="P0" start="{start}" end="{end}" text="{text}" TYPE="{type}" comment=""/>'
    )


@pytest.fixture
def folder(tmp_path):
    def make(**files):
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode("utf-8")
            (tmp_path / f"{name}.xml").write_bytes(data)
        return tmp_path

    return make


def test_reads_text_and_spans(folder):
    path = folder(a=xml(tag(12, 15, "Lee"), tag(19, 22, "3/4", "DATE", "DATE")))
    assert guess_format(path) == "i2b2-2014"
    (found,) = read_records(path)
    assert (found.id, found.text) == ("a", TEXT)
    assert found.spans == [PhiSpan(12, 15, "DOCTOR"), PhiSpan(19, 22, "DATE")]


def test_other_types_of_the_script_are_known(folder):
    path = folder(a=xml(tag(12, 15, "Lee", "LOCATION-OTHER"), tag(19, 22, "3/4", "ROOM")))
    (found,) = read_records(path)
    assert {span.label for span in found.spans} == {"LOCATION_OTHER"}


def test_what_is_written_is_what_the_official_scripts_expect(tmp_path):
    item = note()
    item.spans.append(PhiSpan(56, 60, "LOCATION_OTHER"))
    write_all(tmp_path / "out", "i2b2-2014", [item])
    tree = ElementTree.parse(tmp_path / "out" / "110-01.xml").getroot()
    assert tree.tag == "deIdi2b2"
    assert [child.tag for child in tree] == ["TEXT", "TAGS"]
    assert tree.find("TEXT").text == item.text
    script_types = {"LOCATION": {"LOCATION-OTHER"}}
    for element, (start, end, _) in zip(tree.find("TAGS"), item.spans, strict=True):
        known = set(CATEGORIES[element.tag]) | script_types.get(element.tag, set())
        assert element.get("TYPE") in known - {"LOCATION_OTHER"}
        assert (int(element.get("start")), int(element.get("end"))) == (start, end)
        assert element.get("text") == item.text[start:end]
        assert element.get("id")


@pytest.mark.parametrize("shift", [-3, -2, -1, 1, 2, 3])
def test_an_annotation_up_to_three_characters_off_is_repaired(folder, shift):
    (found,) = read_records(folder(a=xml(tag(12 + shift, 15 + shift, "Lee"))))
    assert found.spans == [PhiSpan(12, 15, "DOCTOR")]


def test_a_wrong_end_is_repaired(folder):
    (found,) = read_records(folder(a=xml(tag(12, 17, "Lee"))))
    assert found.spans == [PhiSpan(12, 15, "DOCTOR")]


@pytest.mark.parametrize("shift", [-4, 4])
def test_an_annotation_further_off_is_reported(folder, shift):
    found, problems = read_with_problems(folder(a=xml(tag(12 + shift, 15 + shift, "Lee"))))
    assert (found, codes(problems)) == ([], ["D103"])


def test_line_ends_in_attributes_count_as_blanks(folder):
    (found,) = read_records(folder(a=xml(tag(0, 9, "Ann\nB. Cd"), text="Ann\nB. Cd x")))
    assert found.spans == [PhiSpan(0, 9, "DOCTOR")]


BAD = {
    "text differs": (xml(tag(12, 15, "Kim")), "D103"),
    "overlap": (xml(tag(8, 15, "Dr. Lee"), tag(12, 15, "Lee")), "D102"),
    "start is end": (xml(tag(12, 12, "")), "D101"),
    "start after end": (xml(tag(15, 12, "")), "D101"),
    "out of range": (xml(tag(12, 99, "")), "D101"),
    "negative": (xml(tag(-2, 3, "")), "D101"),
    "no number": (xml(tag(12, 15, "Lee").replace('"12"', '"x"')), "D129"),
    "unknown type": (xml(tag(12, 15, "Lee", "PERSON")), "D105"),
    "no TAGS": (f"{HEAD}<deIdi2b2><TEXT>a</TEXT></deIdi2b2>", "D106"),
    "empty TEXT": (xml(text=""), "D107"),
    "no TEXT": (f"{HEAD}<deIdi2b2><TAGS/></deIdi2b2>", "D122"),
    "wrong encoding": (xml(tag(0, 4, ""), text="José").encode("latin-1"), "D108"),
    "truncated": (xml(tag(12, 15, "Lee"))[:-30], "D108"),
    "empty file": ("", "D108"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_documents_are_left_out_and_counted(folder, name):
    content, code = BAD[name]
    path = folder(a=xml(tag(12, 15, "Lee")), b=content, c=xml(tag(12, 15, "Lee")))
    found, problems = read_with_problems(path, "i2b2-2014", gold=True)
    assert [item.id for item in found] == ["a", "c"]
    assert codes(problems) == [code]
    message = str(problems[0])
    assert "b.xml" in message
    assert not any(word in message for word in ("Lee", "José", "Seen"))


@pytest.mark.parametrize("name", BAD)
def test_strict_stops_at_the_first(folder, name):
    content, code = BAD[name]
    path = folder(a=content)
    with pytest.raises(DeidError) as caught:
        list(read_records(path, "i2b2-2014", strict=True, gold=True, on_error=pytest.fail))
    assert caught.value.code == code


def test_documents_to_be_masked_need_no_tags_and_no_text(folder):
    path = folder(a=f"{HEAD}<deIdi2b2><TEXT>abc</TEXT></deIdi2b2>", b=xml(text=""))
    found = list(read_records(path))
    assert [item.text for item in found] == ["abc", ""]
    assert found[0].meta["annotated"] is False


def test_text_is_counted_after_xml_is_resolved(folder):
    raw = (
        HEAD + "<deIdi2b2>\r\n<TEXT>A&amp;B &lt;\U0001f600\r\n"
        "<![CDATA[C&amp;]]>&#13;Lee</TEXT><TAGS>" + tag(14, 17, "Lee") + "</TAGS></deIdi2b2>"
    )
    (found,) = read_records(folder(a=b"\xef\xbb\xbf" + raw.encode("utf-8")))
    assert found.text == "A&B <\U0001f600\nC&amp;\rLee"
    assert found.spans == [PhiSpan(14, 17, "DOCTOR")] and found.text[14:] == "Lee"


def test_other_encodings_by_their_declaration(folder):
    content = xml(tag(0, 4, "José"), text="José").replace("UTF-8", "ISO-8859-1").encode("latin-1")
    wide = xml(tag(0, 1, "ü"), text="ü").replace("UTF-8", "UTF-16").encode("utf-16")
    first, second = read_records(folder(a=content, b=wide))
    assert (first.text, second.text) == ("José", "ü")


def test_meddocan_in_its_own_types_and_in_ours(folder):
    path = folder(a=xml(tag(12, 15, "Lee", "NOMBRE_PERSONAL_SANITARIO"), root="MEDDOCAN"))
    assert guess_format(path) == "meddocan"
    (found,) = read_records(path)
    assert found.spans == [PhiSpan(12, 15, "NOMBRE_PERSONAL_SANITARIO")]
    (found,) = read_records(path, scheme="i2b2-2014")
    assert found.spans == [PhiSpan(12, 15, "DOCTOR")]


def test_a_label_that_the_scheme_lacks_is_not_written(tmp_path):
    with pytest.raises(DeidError, match="D105"):
        write_all(tmp_path / "o", "i2b2-2014", [record("Lee", ("Lee", "PERSON"))])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["a\x00b", "a\x0bb", "a\ufffeb"])
def test_characters_that_xml_lacks_are_not_written(tmp_path, text):
    with pytest.raises(DeidError, match="D116"):
        write_all(tmp_path / "o", "i2b2-2014", [Record("a", text)])


I2B2_2006 = f"""{HEAD}<ROOT>
<RECORD ID="1"><TEXT>
Seen by <PHI TYPE="DOCTOR">Lee &amp; Co</PHI> on <PHI TYPE="DATE">3/4</PHI>
</TEXT></RECORD>
<RECORD ID="2"><TEXT>none</TEXT></RECORD>
</ROOT>
"""


def test_2006_inline_spans(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(I2B2_2006, encoding="utf-8")
    assert guess_format(path) == "i2b2-2006"
    first, second = read_records(path)
    assert first.text == "\nSeen by Lee & Co on 3/4\n"
    assert first.spans == [PhiSpan(9, 17, "DOCTOR"), PhiSpan(21, 24, "DATE")]
    assert (second.text, second.spans) == ("none", [])
    write_all(tmp_path / "b.xml", "i2b2-2006", [first, second])
    assert plain(read_records(tmp_path / "b.xml")) == plain([first, second])


@pytest.mark.parametrize(
    ("old", "new", "expected", "ids"),
    [
        ('TYPE="DATE"', 'TYPE="NAME"', ["D105"], ["2"]),
        (' ID="1"', "", ["D122"], ["2"]),
        ('ID="2"', 'ID="1"', ["D104"], ["1"]),
        (">3/4<", "><", ["D101"], ["2"]),
        ("</RECORD>\n</ROOT>", "", ["D108"], ["1"]),
        ("none", "", ["D107"], ["1"]),
    ],
)
def test_2006_bad_records(tmp_path, old, new, expected, ids):
    path = tmp_path / "a.xml"
    path.write_text(I2B2_2006.replace(old, new), encoding="utf-8")
    found, problems = read_with_problems(path, "i2b2-2006", gold=True)
    assert (codes(problems), [item.id for item in found]) == (expected, ids)


def test_2006_nested_spans_overlap(tmp_path):
    path = tmp_path / "a.xml"
    inner = '<PHI TYPE="DATE">3<PHI TYPE="ID">/4</PHI></PHI>'
    path.write_text(I2B2_2006.replace('<PHI TYPE="DATE">3/4</PHI>', inner), encoding="utf-8")
    _, problems = read_with_problems(path)
    assert codes(problems) == ["D102"]


def test_duplicate_ids(tmp_path):
    lines = '{"id": 1, "text": "a"}\n{"id": "1", "text": "b"}\n{"id": "2", "text": "c"}\n'
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    found, problems = read_with_problems(tmp_path / "a.jsonl")
    assert [item.text for item in found] == ["a", "c"]
    assert codes(problems) == ["D104"]
