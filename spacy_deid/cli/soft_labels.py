"""``spacy-deid soft-labels``: what a transformer makes of the words of a training corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options, studies


def soft_labels(
    train: Annotated[str, typer.Argument(help="Annotated documents that networks will learn from")],
    output: Annotated[Path, typer.Argument(help="File for the soft labels, .npz")],
    encoder: Annotated[
        Path, typer.Option(help="Folder of a transformer and its tokenizer, as they are published")
    ],
    model: Annotated[
        str, typer.Option("--model", "-m", help="Pipeline whose rules the teacher reads, too")
    ] = "rules",
    sources: Annotated[
        str, typer.Option(help="Span groups of those rules, with commas between them")
    ] = "deid_patterns,deid_gazetteer",
    folds: Annotated[
        int, typer.Option(min=2, help="Parts, each labelled by those who learnt the others")
    ] = 4,
    rounds: Annotated[int, typer.Option(min=1, help="Teachers of each part")] = 2,
    passes: Annotated[int, typer.Option(min=1, help="Passes of a teacher over its documents")] = 10,
    pieces: Annotated[int, typer.Option(min=512, help="Pieces of words in a batch")] = 8192,
    learn_rate: Annotated[
        float, typer.Option(min=1e-8, max=1, help="Learn rate at its top")
    ] = 3e-4,
    least: Annotated[
        float, typer.Option(min=0, max=1, help="Words whose mark is as likely as this have none")
    ] = 0.95,
    patient_field: studies.Field = None,
    patient_pattern: studies.Pattern = None,
    from_format: options.FromFormat = None,
    gpu_id: Annotated[int, typer.Option(help="Graphics card; -1 for the processor")] = -1,
    seed: studies.Seed = 0,
    jobs: studies.Jobs = 0,
) -> None:
    """Train teachers on parts of a corpus and write how they share out the words of the rest.

    A network of the released kind learns them beside the marks: name the file in [paths]
    soft_labels of its config. OUTPUT holds no text; it is of use with these very documents alone.
    """
    import os

    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.cli.progress import tracked
    from spacy_deid.learn.folds import patients
    from spacy_deid.learn.soft_labels import write_soft_labels
    from spacy_deid.learn.teaching.cross_fit import Marked, check_encoder
    from spacy_deid.learn.teaching.cross_fit import soft_labels as made
    from spacy_deid.learn.teaching.words import read_words

    check_encoder(encoder)
    from spacy_deid.learn.teaching.encoder import Course

    records = studies.documents(train, from_format)
    groups = patients(records, field=patient_field, pattern=patient_pattern)
    nlp = load_pipeline(model)
    wanted = [name.strip() for name in sources.split(",") if name.strip()]
    nlp.select_pipes(enable=[name for name in nlp.pipe_names if name in wanted])
    docs = nlp.pipe((r.text for r in records), n_process=jobs or os.cpu_count() or 1)
    words = read_words(records, nlp, wanted, tracked(docs, "documents", total=len(records)))
    rows: list[tuple[str, ...]] = []

    def tell(fold: Marked) -> None:
        leaked, lost = fold.leaked / max(fold.identifying, 1), fold.lost / max(fold.clear, 1)
        rows.append((f"{fold.round + 1}", f"{fold.fold + 1}", f"{leaked:.4f}", f"{lost:.4f}"))

    course = Course(passes, pieces, learn_rate, f"cuda:{gpu_id}" if gpu_id >= 0 else "cpu")
    found = list(
        made(
            words,
            groups,
            encoder,
            count=folds,
            rounds=rounds,
            least=least,
            course=course,
            seed=seed,
            tell=tell,
        )
    )
    write_soft_labels(output, words.tags, found)
    studies.table(("round", "fold", "leaked", "lost"), rows)
    marked = sum(len(own.starts) for _, own in found)
    typer.echo(
        f"{output}: {marked} of {len(words.words)} words in {len(found)} of {len(records)} "
        "documents. Leaked: identifying words that a teacher would leave; lost: others that it "
        "would mask."
    )
