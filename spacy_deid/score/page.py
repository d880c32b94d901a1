"""The report as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from spacy_deid.score import tables
from spacy_deid.score.agreement import LABEL_AWARE, LABEL_BLIND
from spacy_deid.score.errors import MISSING, SPURIOUS, Case, Errors, excerpt
from spacy_deid.score.figures import Figures

STYLE = """
:root{--ink:#1c2024;--soft:#5b646d;--line:#d9dee3;--blue:#1f6feb;--red:#b42318;--amber:#9a5b00;
--green:#1a7f37;--wash:#f5f7f9}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,"Segoe UI",sans-serif;color:var(--ink);
margin:0 auto;max-width:72rem;padding:1.5rem}h1{font-size:1.5rem;margin:0}
h2{font-size:1.1rem;margin:2.2rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
p{margin:.4rem 0}.soft{color:var(--soft)}.harms{display:grid;gap:1rem;margin:1.2rem 0;
grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}.harm{border:1px solid var(--line);
border-left:6px solid var(--red);border-radius:6px;padding:.7rem 1rem}
.harm.loss{border-left-color:var(--amber)}.harm b{font-size:1.6rem;display:block}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}thead th{color:var(--soft);font-weight:600;
vertical-align:bottom}.grid td{border:1px solid var(--line);min-width:2.6rem;padding:0}
.grid td a,.grid td span{display:block;padding:.3rem .5rem;color:inherit}
.grid th{font-size:.8rem}.grid thead th{writing-mode:vertical-rl;transform:rotate(180deg);
padding:.5rem .1rem;text-align:left}.same{background:#e6f4ea}.zero{color:#9aa4ad}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer;font-weight:600}details:target{border-color:var(--blue);
box-shadow:0 0 0 2px #1f6feb33}.hit{background:#fff1b8;border-radius:3px;padding:0 .15em}
.case{border-top:1px solid var(--line);padding:.4rem 0;overflow-wrap:anywhere;white-space:pre-wrap}
.tag{font-size:.8rem;color:var(--soft)}svg text{font:12px system-ui,"Segoe UI",sans-serif}
@media print{details{break-inside:avoid}}
"""


def page(
    report: Figures,
    *,
    title: str = "De-identification report",
    cases: Errors | None = None,
) -> str:
    """Draw the page of one system.

    report: as ``report.evaluation`` gives it.
    cases: where given, the page shows the narrative around every error that it holds.
    RETURNS: one HTML document that loads nothing; everything that comes from documents is escaped.
    """
    meta = report["meta"]
    shown = cases is not None and cases.examples
    warning = " This page shows the narratives: keep it inside." if shown else ""
    parts = [
        head(title),
        f"<h1>{escape(title)}</h1>",
        f"<p class='soft'>{meta['documents']:,} documents, {meta['gold_spans']:,} gold spans, "
        f"{meta['pred_spans']:,} predicted spans, scheme {escape(meta['scheme'])}.{warning}</p>",
        _harms(report),
        "<h2>Agreement</h2>",
        _bars(report),
        plain_table(
            (
                "criterion",
                "subset",
                "P",
                "R",
                "F1",
                "F1 interval",
                "macro P",
                "macro R",
                "macro F1",
            ),
            tables.agreement_rows(report),
        ),
        "<h2>By label (strict)</h2>",
        plain_table(
            ("label", "gold", "predicted", "P", "R", "F1", "leaked"), tables.label_rows(report)
        ),
        "<h2>Masking, whatever the label</h2>",
        plain_table(("figure", "all", "HIPAA"), tables.masking_rows(report)),
        "<h2>What leaked</h2>",
        plain_table(
            ("grade", "spans", "of them short", "rate", "interval"), tables.grade_rows(report)
        ),
        *(f"<p>{escape(note)}</p>" for note in tables.notes(report)),
        "<h2>What was kept</h2>",
        plain_table(
            ("expressions", "of", "survive", "share", "interval"), tables.utility_rows(report)
        ),
        "<h2>Why</h2>",
        plain_table(("error", "count", "share"), tables.error_rows(report)),
        _confusion(report["errors"]["confusion"], cases),
        _sources(report["errors"]["by_source"]),
        _examples(cases),
        "</body></html>",
    ]
    return "".join(parts)


def head(title: str) -> str:
    """Give everything up to the body."""
    return (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
    )


def plain_table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Draw a table; cells are escaped."""
    heading = "".join(f"<th scope='col'>{escape(h)}</th>" for h in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f"<div class='wide'><table><thead><tr>{heading}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _harms(report: Figures) -> str:
    harms = report["harms"]
    leaked, lost = tables.statements(report)
    return (
        "<div class='harms'>"
        f"<div class='harm'><b>{tables.percent(harms['leak']['rate'])} leaked</b>"
        f"{escape(leaked)}</div>"
        f"<div class='harm loss'><b>{tables.percent(harms['loss']['rate'])} lost</b>"
        f"{escape(lost)}</div></div>"
    )


def _bars(report: Figures) -> str:
    """Draw precision and recall of each criterion with their intervals."""
    names = [*LABEL_AWARE, *LABEL_BLIND, "redaction"]
    left, width, step = 180, 420, 34
    height = step * len(names) + 46
    out = [
        f"<svg viewBox='0 0 {left + width + 190} {height}' width='100%' "
        "style='max-width:48rem' role='img' "
        "aria-label='Precision and recall of each criterion with intervals'>"
    ]
    for tick in range(0, 11, 2):
        x = left + width * tick / 10
        out.append(
            f"<line x1='{x}' x2='{x}' y1='4' y2='{height - 40}' stroke='#d9dee3'/>"
            f"<text x='{x}' y='{height - 24}' text-anchor='middle' fill='#5b646d'>"
            f"{tick / 10:.1f}</text>"
        )
    for row, name in enumerate(names):
        top = row * step + 10
        out.append(
            f"<text x='{left - 10}' y='{top + 14}' text-anchor='end'>{tables.NAMES[name]}</text>"
        )
        micro = report[name]["all"]["micro"]
        bounds = report["intervals"].get(name, {}).get("all", {}).get("micro", {})
        for place, (figure, colour) in enumerate((("precision", "#1f6feb"), ("recall", "#b42318"))):
            y = top + 5 + place * 11
            x = left + width * micro[figure]
            if figure in bounds:
                low, high = (left + width * bound for bound in bounds[figure])
                out.append(
                    f"<line x1='{low:.1f}' x2='{high:.1f}' y1='{y}' y2='{y}' stroke='{colour}' "
                    "stroke-width='3' stroke-opacity='.35'/>"
                )
            out.append(f"<circle cx='{x:.1f}' cy='{y}' r='4' fill='{colour}'/>")
        out.append(
            f"<text x='{left + width + 14}' y='{top + 14}' fill='#5b646d'>P "
            f"{micro['precision']:.3f}  R {micro['recall']:.3f}</text>"
        )
    out.append(
        f"<circle cx='{left + 5}' cy='{height - 8}' r='4' fill='#1f6feb'/>"
        f"<text x='{left + 15}' y='{height - 4}'>precision</text>"
        f"<circle cx='{left + 95}' cy='{height - 8}' r='4' fill='#b42318'/>"
        f"<text x='{left + 105}' y='{height - 4}'>recall, micro, bars are intervals</text></svg>"
    )
    return "".join(out)


def _confusion(confusion: dict[str, dict[str, int]], cases: Errors | None) -> str:
    if not confusion:
        return ""
    gold = [name for name in confusion if name != SPURIOUS]
    predicted = sorted({name for row in confusion.values() for name in row} - {MISSING})
    rows = [*gold, SPURIOUS] if SPURIOUS in confusion else gold
    columns = [*predicted, MISSING]
    heading = "".join(f"<th scope='col'>{escape(name)}</th>" for name in columns)
    body = []
    for row in rows:
        cells = [f"<th scope='row'>{escape(row)}</th>"]
        for column in columns:
            count = confusion[row].get(column, 0)
            linked = cases is not None and (row, column) in cases.examples
            inner = (
                f"<a href='#{_anchor(row, column)}'>{count:,}</a>"
                if linked
                else f"<span class='{'' if count else 'zero'}'>{count or '·'}</span>"
            )
            cells.append(f"<td class='{'same' if row == column and count else ''}'>{inner}</td>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    how = " A number leads to its examples." if cases is not None else ""
    return (
        f"<p class='soft'>Rows are gold labels, columns predicted ones.{how}</p>"
        f"<div class='wide'><table class='grid'><thead><tr><th></th>{heading}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _sources(by_source: dict[str, dict[str, int]]) -> str:
    if not by_source:
        return ""
    rows = (
        (source, kind, f"{count:,}")
        for source, kinds in by_source.items()
        for kind, count in kinds.items()
    )
    return "<p class='soft'>What proposed it, or what vetoed the right one.</p>" + plain_table(
        ("source", "error", "count"), rows
    )


def _anchor(gold: str, pred: str) -> str:
    return "cell-" + "-".join("".join(c if c.isalnum() else "_" for c in n) for n in (gold, pred))


def _examples(cases: Errors | None) -> str:
    if cases is None or not cases.examples:
        return ""
    parts = ["<h2>Examples</h2>"]
    for (gold, pred), found in sorted(cases.examples.items()):
        total = cases.confusion[gold, pred]
        more = f", {len(found)} shown" if len(found) < total and gold != pred else ""
        parts.append(
            f"<details id='{_anchor(gold, pred)}'><summary>{escape(gold)} → {escape(pred)} "
            f"({len(found) if gold == pred else total:,}{more})</summary>"
        )
        parts.extend(_example(case, text) for case, text in found)
        parts.append("</details>")
    parts.append(
        "<script>addEventListener('hashchange',o);o();function o(){const d=document.getElementById("
        "location.hash.slice(1));if(d&&d.tagName==='DETAILS'){d.open=true;d.scrollIntoView()}}"
        "</script>"
    )
    return "".join(parts)


def _example(case: Case, text: str) -> str:
    before, span, after = (escape(piece) for piece in excerpt(case, text))
    facts = [case.doc, case.kind, case.extent, case.source]
    if case.gold and case.pred:
        predicted = ", ".join(f"{p.start}–{p.end} {p.label}" for p in case.pred)
        facts.append(f"gold {case.gold.start}–{case.gold.end}, predicted {predicted}")
    line = " · ".join(escape(fact) for fact in facts if fact)
    return (
        f"<div class='case'><div class='tag'>{line}</div>…{before}<span class='hit'>{span}</span>"
        f"{after}…</div>"
    )
