"""The review page: original beside masked, for a human check. It shows the original text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, TextIO

from spacy_deid.phi import CATEGORIES, CATEGORY_OF

_COLOURS = {
    "NAME": ("#fbd0d9", "#9b1c3a"),
    "PROFESSION": ("#eadfc4", "#6b5313"),
    "LOCATION": ("#cdebd5", "#1d6234"),
    "AGE": ("#ffe9a8", "#7a5b00"),
    "DATE": ("#cfe3f8", "#174f86"),
    "CONTACT": ("#e5d6f5", "#5b2d8c"),
    "ID": ("#ffd9bd", "#8a3d07"),
}
"""Category to background and border; text is near black, a contrast of at least 12:1."""

_STYLE = """
*{box-sizing:border-box}
body{font:15px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0;color:#1a1d21;
background:#f4f5f7}
header{position:sticky;top:0;z-index:1;background:#fff;border-bottom:1px solid #d5d9df;
padding:.6rem 1.5rem;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:center}
h1{font-size:1rem;margin:0}
.warning{color:#8a1c1c;font-weight:600}
.legend{display:flex;flex-wrap:wrap;gap:.25rem .5rem;font-size:.8rem}
main{padding:1rem 1.5rem;max-width:110rem;margin:auto}
section{background:#fff;border:1px solid #dfe3e8;border-radius:6px;margin-bottom:1rem}
h2{font-size:.9rem;margin:0;padding:.5rem 1rem;border-bottom:1px solid #e8ebef;
overflow-wrap:anywhere}
h2 small{color:#59626d;font-weight:400}
.sides{display:grid;grid-template-columns:1fr 1fr}
.side{padding:.6rem 1rem;min-width:0}.side+.side{border-left:1px solid #e8ebef}
h3{font-size:.72rem;letter-spacing:.06em;text-transform:uppercase;color:#59626d;margin:0 0 .3rem}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
mark{color:inherit;border-radius:3px;padding:.05em .15em;border-bottom:2px solid}
mark sub{font-size:.62em;vertical-align:baseline;margin-left:.35em;color:#3c444d;user-select:none}
mark.kept{border-bottom-style:dashed}
.none{color:#59626d;font-style:italic}
@media(max-width:56rem){.sides{grid-template-columns:1fr}
.side+.side{border-left:0;border-top:1px solid #e8ebef}}
@media print{header{position:static}section{break-inside:avoid}body{background:#fff}}
"""

Marks = Sequence[Sequence[Any]]
"""[start, end, label] or [start, end, label, method], disjoint and in order."""


def _rules() -> str:
    return "".join(
        f"mark.{category.lower()}{{background:{back};border-color:{line}}}"
        for category, (back, line) in _COLOURS.items()
    )


def _head() -> str:
    legend = "".join(
        f"<mark class='{category.lower()}'>{category}</mark>" for category in CATEGORIES
    )
    return (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        "<meta http-equiv='Content-Security-Policy' "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>spacy-deid review</title><style>{_STYLE}{_rules()}</style></head><body>"
        "<header><h1>spacy-deid review</h1>"
        "<span class='warning'>Shows the original text: keep this page inside.</span>"
        f"<span class='legend'>{legend}</span>"
        "<span class='legend'>Equal numbers belong together; dashed: left as it was.</span>"
        "</header><main>"
    )


def _side(title: str, text: str, marks: Marks, kept: frozenset[int]) -> str:
    parts: list[str] = []
    place = 0
    for number, (start, end, label, *method) in enumerate(marks, start=1):
        if start < place or end > len(text):
            continue
        parts.append(escape(text[place:start]))
        category = CATEGORY_OF.get(label, "ID").lower()
        hint = escape(f"{number}: {label}" + (f", {method[0]}" if method else ""))
        shown = escape(text[start:end]) or "<span class='none'>(removed)</span>"
        state = " kept" if number in kept else ""
        parts.append(
            f"<mark class='{category}{state}' title='{hint}'>{shown}"
            f"<sub>{escape(label)}&nbsp;{number}</sub></mark>"
        )
        place = end
    parts.append(escape(text[place:]))
    return f"<div class='side'><h3>{title}</h3><div class='text'>{''.join(parts)}</div></div>"


def section(doc_id: str, text: str, found: Marks, masked: str | None, marks: Marks | None) -> str:
    """Draw one document.

    text, found: the original and its spans. masked, marks: the masked text and its spans with their
    methods; None where the masker did not run. Everything from the document is escaped.
    """
    if masked is None:
        marks, masked = [], ""
    marks = marks or []
    kept = frozenset(
        number
        for number, (old, new) in enumerate(zip(found, marks, strict=False), start=1)
        if text[old[0] : old[1]] == masked[new[0] : new[1]]
    )
    counts = Counter(label for _, _, label, *_ in found)
    summary = ", ".join(f"{label} {count}" for label, count in sorted(counts.items()))
    return (
        f"<section><h2>{escape(doc_id)} <small>{len(found)} spans"
        f"{': ' if summary else ''}{escape(summary)}</small></h2><div class='sides'>"
        f"{_side('Original', text, found, kept)}{_side('Masked', masked, marks, kept)}"
        "</div></section>"
    )


def review_page(rows: Iterable[tuple[str, str, Marks, str | None, Marks | None]]) -> str:
    """Draw the page at once.

    rows: (id, original text, its spans, masked text, its spans) per document.
    RETURNS: one HTML document that loads nothing.
    """
    return "".join((_head(), *(section(*row) for row in rows), _FOOT))


_FOOT = "</main></body></html>\n"


@contextmanager
def open_review(
    handle: TextIO,
) -> Iterator[Callable[[str, str, Marks, str | None, Marks | None], None]]:
    """Write the page document by document.

    handle: a text file open for writing.
    RETURNS: a function of id, original text, its spans, masked text and its spans.
    """
    handle.write(_head())

    def add(doc_id: str, text: str, found: Marks, masked: str | None, marks: Marks | None) -> None:
        handle.write(section(doc_id, text, found, masked, marks))

    yield add
    handle.write(_FOOT)
