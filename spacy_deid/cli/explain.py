"""``spacy-deid explain``: every proposal, and what the resolver did with it."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options


def explain(
    text: Annotated[str, typer.Argument(help="The text, or '-' to read it from standard input")],
    model: options.ModelName = None,
    inverse: options.Inverse = False,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Print each proposal with detector, source, evidence and score, and its fate."""
    import sys

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.corpora.encodings import decode
    from spacy_deid.decide.resolver import Resolver
    from spacy_deid.errors import DeidError
    from spacy_deid.proposals import read_proposals

    if text == "-":
        text = decode(sys.stdin.buffer.read(), encoding, "standard input")
    nlp = load_pipeline(model, inverse=inverse)
    doc = nlp.make_doc(text)
    verdicts = None
    protect = ""
    for _, component in nlp.pipeline:
        if isinstance(component, Resolver):
            verdicts, protect = component.explain(doc), component.protect
            break
        doc = component(doc)
    if verdicts is None:
        raise DeidError(
            "D011", name="pipeline", component=model, value=nlp.pipe_names, expected="a resolver"
        )
    table = Table(title=None)
    for heading in ("span", "text", "label", "detector", "source", "score", "fate", "winner"):
        table.add_column(heading, overflow="fold")
    for verdict in verdicts:
        p = verdict.proposal
        winner = "" if verdict.winner is None else "{}-{}".format(*verdict.winner)
        table.add_row(
            f"{p.start}-{p.end}",
            Text(text[p.start : p.end]),
            p.label,
            verdict.detector,
            p.source,
            f"{p.score:.2f}",
            verdict.fate,
            winner,
        )
    for p in read_proposals(doc, protect) if protect else []:
        table.add_row(
            f"{p.start}-{p.end}",
            Text(text[p.start : p.end]),
            p.label,
            protect,
            p.source,
            f"{p.score:.2f}",
            "protects",
            "",
        )
    Console(width=None if sys.stdout.isatty() else 160).print(table)
