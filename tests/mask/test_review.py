"""The review page."""

from __future__ import annotations

import io
from html.parser import HTMLParser

from mask_support import KEY, decided, pipeline

from spacy_deid.annotations import DECISION
from spacy_deid.mask.review import open_review, review_page, section
from spacy_deid.proposals import read_proposals

TEXT = '<b>John & Söhne</b> seen 03/17/2021.\n  Aged 40 years\t"well".'
MARKED = [("John", "PATIENT"), ("03/17/2021", "DATE"), ("40 years", "AGE")]


class Page(HTMLParser):
    """Collects texts of the sides, and every tag and address."""

    def __init__(self) -> None:
        super().__init__()
        self.sides: list[str] = []
        self.marks: list[tuple[str, str]] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self._in_text = self._in_sub = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.links += [str(v) for k, v in attrs if k in ("src", "href")]
        if tag == "div" and values.get("class") == "text":
            self.sides.append("")
            self._in_text = True
        if tag == "mark" and self._in_text:
            self.marks.append((str(values["class"]), str(values["title"])))
        self._in_sub = tag == "sub"

    def handle_endtag(self, tag: str) -> None:
        if tag == "sub":
            self._in_sub = False
        if tag == "div":
            self._in_text = False

    def handle_data(self, data: str) -> None:
        if self._in_text and not self._in_sub:
            self.sides[-1] += data


def read(page: str) -> Page:
    parsed = Page()
    parsed.feed(page)
    return parsed


def test_both_texts_stand_side_by_side_escaped() -> None:
    nlp = pipeline()
    doc = nlp.get_pipe("deid_masker")(decided(nlp, TEXT, MARKED))
    found = [(p.start, p.end, p.label) for p in read_proposals(doc, DECISION)]
    handle = io.StringIO()
    with open_review(handle) as add:
        add("a<b>", TEXT, found, doc._.deid_text, doc._.deid_spans)
    page = read(handle.getvalue())
    assert page.sides == [TEXT, doc._.deid_text]
    assert "b" not in page.tags and "script" not in page.tags and not page.links
    assert [title for _, title in page.marks] == [
        "1: PATIENT",
        "2: DATE",
        "3: AGE",
        "1: PATIENT, placeholder",
        "2: DATE, relative",
        "3: AGE, limit",
    ]
    assert [mark.split() for mark, _ in page.marks[:3]] == [["name"], ["date"], ["age", "kept"]]


def test_a_page_at_once_and_documents_without_a_result() -> None:
    row = ("d1", "Nothing here.", [], None, None)
    page = read(review_page([row, row]))
    assert page.sides == ["Nothing here.", "", "Nothing here.", ""]
    assert "0 spans" in section(*row)


def test_suppressed_spans_can_be_seen() -> None:
    page = section("d1", "Jo came", [(0, 2, "PATIENT")], " came", [[0, 0, "PATIENT", "suppress"]])
    assert "(removed)" in page
    assert KEY.decode() not in page
