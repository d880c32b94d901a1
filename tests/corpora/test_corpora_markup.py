"""XML that is made to do harm is refused; archives cannot reach out."""

from __future__ import annotations

import io
import tarfile
import tracemalloc
import zipfile

import pytest
from corpora_helpers import codes, note, plain, read_with_problems, write_all

from spacy_deid.corpora.formats import read_records
from spacy_deid.corpora.markup import cdata, elements, escape, escape_attribute, to_xml
from spacy_deid.errors import DeidError

WHOLE = frozenset()


def parse(data: bytes, **options):
    return list(elements(io.BytesIO(data), WHOLE, "x.xml", **options))


BOMB = (
    '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    + "]><deIdi2b2><TEXT>&j;</TEXT><TAGS/></deIdi2b2>"
)
BODY = "<deIdi2b2><TEXT>{}</TEXT><TAGS/></deIdi2b2>"
OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + BODY.format("&x;")
REMOTE = "http://127.0.0.1:9/x.dtd"
PARAMETER = f'<!DOCTYPE r [<!ENTITY % p SYSTEM "{REMOTE}"> %p;]>' + BODY.format("")
UNDECLARED = f'<!DOCTYPE r SYSTEM "{REMOTE}">' + BODY.format("a&eacute;b")
DEEP = "<a>" * 5000 + "</a>" * 5000


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, PARAMETER, UNDECLARED, DEEP])
def test_entities_and_depth_are_refused(tmp_path, text):
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    found, problems = read_with_problems(tmp_path / "a.xml", "i2b2-2014")
    assert (found, codes(problems)) == ([], ["D109"])


def test_an_external_dtd_is_never_fetched_but_may_be_named():
    prolog: list[str] = []
    (root,) = parse(b'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd"><r>t</r>', prolog=prolog)
    assert root.text == "t"
    assert prolog == ['<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">']


class Endless(io.RawIOBase):
    """A stream of one attribute of 100 MB that is never held."""

    def __init__(self) -> None:
        self.left = 100 << 20
        self.head = b'<deIdi2b2 a="'

    def read(self, size: int = -1) -> bytes:
        if self.head:
            head, self.head = self.head, b""
            return head
        part = b"x" * min(size, self.left)
        self.left -= len(part)
        return part


def test_an_attribute_of_100_mb_is_refused_before_it_is_held():
    stream = Endless()
    tracemalloc.start()
    try:
        with pytest.raises(DeidError, match="D109"):
            list(elements(stream, WHOLE, "x.xml"))
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()
    assert stream.left > 90 << 20


def test_a_long_attribute_is_refused(tmp_path):
    with pytest.raises(DeidError, match="D109"):
        parse(b'<r a="' + b"x" * (2 << 20) + b'"/>')


def test_a_document_larger_than_the_limit_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("spacy_deid.corpora.inputs.read_bytes.__defaults__", (1000,))
    (tmp_path / "a.xml").write_text("<deIdi2b2>" + " " * 2000, encoding="utf-8")
    _, problems = read_with_problems(tmp_path / "a.xml", "i2b2-2014")
    assert codes(problems) == ["D112"]


def test_broken_xml_gives_what_came_before():
    stream = io.BytesIO(b"<r><x>1</x><x>2</x><y></r>")
    found = []
    with pytest.raises(DeidError, match="line 1"):
        for element in elements(stream, frozenset({"x"}), "x.xml"):
            found.append(element.text)
    assert found == ["1", "2"]


def test_an_unknown_encoding_is_refused():
    with pytest.raises(DeidError, match="D10[89]"):
        parse(b'<?xml version="1.0" encoding="nonsense"?><r/>')


@pytest.mark.parametrize(
    "text", ["a]]>b", "\r\n\r", "<&>\"'", "]]", "]]>]]>\r", "\U0001f600\ufeff"]
)
def test_escapes_come_back(text):
    data = f'<r a="{escape_attribute(text)}"><x>{escape(text)}</x><y>{cdata(text)}</y></r>'
    (root,) = parse(data.encode("utf-8"))
    assert root.get("a") == root[0].text == root[1].text == text
    (again,) = parse(to_xml(root))
    assert again.get("a") == again[0].text == text


@pytest.fixture
def document(tmp_path):
    write_all(tmp_path / "src", "i2b2-2014", [note("a")])
    return (tmp_path / "src" / "a.xml").read_bytes()


EVIL = ["../evil.xml", "/abs.xml", "c:/x.xml", "good/../../b.xml", "x\\..\\y.xml"]


def test_zip_members_with_names_that_lead_out_are_refused(tmp_path, document):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in [*EVIL, "good/a.xml"]:
            archive.writestr(name, document)
    found, problems = read_with_problems(tmp_path / "a.zip")
    assert [item.id for item in found] == ["good/a"]
    assert codes(problems) == ["D110"] * len(EVIL)


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_tar_members_with_names_that_lead_out_and_links_are_refused(tmp_path, document, mode):
    path = tmp_path / "a.tar"
    with tarfile.open(path, mode) as archive:
        for name in [*EVIL, "./good/a.xml"]:
            info = tarfile.TarInfo(name)
            info.size = len(document)
            archive.addfile(info, io.BytesIO(document))
        link = tarfile.TarInfo("link.xml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    found, problems = read_with_problems(path, "i2b2-2014")
    assert [item.id for item in found] == ["good/a"]
    assert sorted(codes(problems)) == ["D110"] * len(EVIL) + ["D111"]


def test_an_encrypted_member_is_refused(tmp_path, document):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", document)
    data = bytearray(path.read_bytes())
    place = data.index(b"PK\x01\x02")
    data[place + 8] |= 1
    path.write_bytes(data)
    _, problems = read_with_problems(path, "i2b2-2014")
    assert codes(problems) == ["D111"]


def test_a_member_that_unpacks_to_too_much_is_refused(tmp_path, document):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.xml", b"<deIdi2b2>" + b" " * (70 << 20))
        archive.writestr("a.xml", document)
    found, problems = read_with_problems(path, "i2b2-2014")
    assert codes(problems) == ["D112"]
    assert len(found) == 1


def test_a_damaged_archive(tmp_path, document):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", document)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DeidError, match="D004.*damaged"):
        list(read_records(path, "i2b2-2014"))


@pytest.mark.parametrize("id", ["../out", "/etc/x", "..", "a/../../b", "C:\\x", "\\\\host\\share"])
def test_ids_cannot_lead_out_of_the_output(tmp_path, id):
    item = note(id)
    target = tmp_path / "deep" / "out"
    try:
        write_all(target, "i2b2-2014", [item])
    except DeidError as problem:
        assert problem.code == "D120"
        assert not target.exists()
        return
    inside = {path.resolve() for path in target.rglob("*.xml")}
    everything = {path.resolve() for path in tmp_path.rglob("*.xml")}
    assert inside == everything
    assert plain(read_records(target)) == plain([item])
