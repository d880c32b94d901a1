"""The page of ``spacy-deid show``, drawn with displaCy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from spacy import displacy

from spacy_deid.phi import CATEGORY_OF

COLOURS = {
    "NAME": "#f4b6c2",
    "PROFESSION": "#e3d3b0",
    "LOCATION": "#b8dfc5",
    "AGE": "#ffe08a",
    "DATE": "#b5d4f4",
    "CONTACT": "#d9c2f0",
    "ID": "#ffc9a3",
}
"""Background per category; black text on each has a contrast of at least 10:1."""

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1b;background:#fff}
section{display:grid;grid-template-columns:1fr 1fr;gap:2rem;padding:1rem 0}
section{border-top:1px solid #ccc}
h1{font-size:1.4rem}h2{grid-column:1/-1;font-size:1rem;margin:0;overflow-wrap:anywhere}
h3{font-size:.85rem;color:#555;margin:.2rem 0}
.entities{overflow-wrap:anywhere}
@media(max-width:60rem){section{grid-template-columns:1fr}}
"""

Marks = Sequence[tuple[int, int, str]]


def page(rows: Iterable[tuple[str, str, Marks, str, Marks]]) -> str:
    """Draw the page.

    rows: (id, original text, spans in it, masked text, spans in it) per document.
    RETURNS: one self-contained HTML document; everything from the documents is escaped.
    """
    parts = [
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'>",
        f"<title>spacy-deid</title><style>{_STYLE}</style></head><body>",
        "<h1>Original beside masked. This page shows the original text: keep it inside.</h1>",
    ]
    for doc_id, text, found, masked, marks in rows:
        parts.append(f"<section><h2>{escape(doc_id)} · {len(found)} spans</h2>")
        for title, body, spans in (("Original", text, found), ("Masked", masked, marks)):
            parts.append(f"<div><h3>{title}</h3>{_highlighted(body, spans)}</div>")
        parts.append("</section>")
    parts.append("</body></html>")
    return "".join(parts)


def _highlighted(text: str, spans: Marks) -> str:
    colours = {label: COLOURS[category] for label, category in CATEGORY_OF.items()}
    ents = [{"start": start, "end": end, "label": label} for start, end, label in spans]
    drawn: str = displacy.render(
        {"text": text, "ents": ents, "title": None},
        style="ent",
        manual=True,
        page=False,
        minify=True,
        jupyter=False,
        options={"colors": colours},
    )
    return drawn
