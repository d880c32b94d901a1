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
        float, typer.Option(min=0, max=0.99, help="Words whose mark is as likely as this have none")
    ] = 0.95,
    patient_field: studies.Field = None,
    patient_pattern: studies.Pattern = None,
    from_format: options.FromFormat = None,
    scheme: studies.Scheme = None,
    gpu_id: Annotated[int, typer.Option(help="Graphics card; -1 for the processor")] = -1,
    seed: Annotated[int, typer.Option(min=0, help="Of all that is random")] = 0,
    jobs: studies.Jobs = 0,
) -> None:
    """Train teachers on parts of a corpus and write how they share out the words of the rest.

    A network of the released kind learns them beside the marks: name the file in [paths]
    soft_labels of its config. OUTPUT holds no text; it is of use with these very documents alone,
    under the same labels. Copies of a report belong into one part: --patient-pattern tells them.
    """
    from spacy_deid.cli.inputs import check_targets
    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.targets import make_folder_of
    from spacy_deid.errors import DeidError
    from spacy_deid.learn.encoders import check_encoder, device_of
    from spacy_deid.learn.folds import folds as parted
    from spacy_deid.learn.folds import patients
    from spacy_deid.learn.soft_labels import write_soft_labels
    from spacy_deid.learn.teaching.cross_fit import Marked
    from spacy_deid.learn.teaching.cross_fit import soft_labels as made
    from spacy_deid.learn.teaching.words import COMMAND, LENGTH, read_words
    from spacy_deid.learn.workers import cores

    check_targets({"input": train}, [output], from_format)
    if output.suffix != ".npz":
        raise DeidError("D008", path=output, reason="its name does not end in .npz")
    make_folder_of(str(output))
    check_encoder(encoder, COMMAND, LENGTH)
    device = device_of(COMMAND, gpu_id)
    nlp = load_pipeline(model)
    wanted = [name.strip() for name in sources.split(",") if name.strip()]
    for name in wanted:
        if name not in nlp.pipe_names:
            expected = f"some of {nlp.pipe_names}"
            raise DeidError(
                "D011", name="sources", component=COMMAND, value=name, expected=expected
            )
    records = studies.documents(train, from_format, scheme)
    parts = parted(
        patients(records, field=patient_field, pattern=patient_pattern), folds, seed=str(seed)
    )
    nlp.select_pipes(enable=wanted)
    docs = nlp.pipe((r.text for r in records), n_process=jobs or cores())
    words = read_words(records, nlp, wanted, tracked(docs, "documents", total=len(records)))
    rows: list[tuple[str, ...]] = []

    def tell(fold: Marked) -> None:
        leaked, lost = fold.leaked / max(fold.identifying, 1), fold.lost / max(fold.clear, 1)
        rows.append((f"{fold.round + 1}", f"{fold.fold + 1}", f"{leaked:.4f}", f"{lost:.4f}"))
        typer.echo(f"{len(rows)} of {rounds * folds} teachers done", err=True)

    from spacy_deid.learn.teaching.encoder import Course

    course = Course(passes, pieces, learn_rate, device)
    found = list(
        made(
            words,
            parts,
            encoder,
            rounds=rounds,
            least=least,
            course=course,
            seed=seed,
            tell=tell,
        )
    )
    write_soft_labels(output, words.tags, found)
    studies.table(("round", "fold", "leaked", "lost"), rows)
    doubted = [len(own.starts) for _, own in found if len(own.starts)]
    typer.echo(
        f"{output}: {sum(doubted)} of {len(words.words)} words in {len(doubted)} of "
        f"{len(records)} documents. Leaked: identifying words that a teacher would leave; lost: "
        "others that it would mask."
    )
