"""``spacy-deid tune``: thresholds and order of an assembled pipeline's decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def tune(
    model: Annotated[Path, typer.Argument(help="Directory of the assembled pipeline")],
    dev: Annotated[str, typer.Argument(help="Annotated documents to tune on")],
    output: Annotated[Path, typer.Argument(help="Directory for the tuned pipeline")],
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write what was changed and what it brings")
    ] = None,
    precision: Annotated[float, typer.Option(help="Token precision that has to be kept")] = 0.95,
    rounds: Annotated[int, typer.Option(min=1, help="Passes over all settings")] = 3,
    bias: Annotated[
        float, typer.Option(min=0, help="Greatest recall_bias of a recognizer to try; 0 for none")
    ] = 4.0,
    seed: Annotated[int, typer.Option(help="Seed that parts the documents in halves")] = 1,
) -> None:
    """Tune the resolver by label on one half of DEV and report on the other.

    Settings that do worse on the other half are not kept: the pipeline is then copied as it is.
    """
    from spacy_deid.cli.inputs import check_targets
    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.cli.scoring import annotated, json_text, write_text
    from spacy_deid.corpora.formats import read_records
    from spacy_deid.errors import DeidError
    from spacy_deid.release.card_files import digest
    from spacy_deid.release.composition import with_settings
    from spacy_deid.release.proposals import Searched
    from spacy_deid.release.tuning import changed_settings
    from spacy_deid.release.tuning import tune as tuned

    check_targets({"input": dev}, [output, json_file])
    records = annotated(str(dev), list(read_records(dev, gold=True)))
    if not (model / "config.cfg").is_file():
        raise DeidError("D003", path=model / "config.cfg")
    searched = Searched(load_pipeline(str(model)), records)
    values = [0.0, *(bias / part for part in (8, 4, 2, 1))] if bias else []
    found = tuned(searched, target=precision, seed=seed, rounds=rounds, biases=values)
    told = json_text(found.to_dict())
    made = {"tuning": digest(told.encode())}
    with_settings(model, output, changed_settings(searched, found), made=made)
    if json_file is not None:
        json_file.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(json_file), told)
    for change in found.changes:
        typer.echo(
            f"{change.setting}: {change.before} -> {change.after} "
            f"({change.spans:+d} spans, {change.false_tokens:+d} false tokens)"
        )
    for half, what in (("tuned", "half tuned on"), ("other", "other half")):
        before, after = found.before[half], found.after[half]
        typer.echo(
            f"{what}, {before.documents} documents: spans covered {before.recall:.4f} -> "
            f"{after.recall:.4f}, token precision {before.precision:.4f} -> "
            f"{after.precision:.4f}, documents without leak {before.safe_share:.3f} -> "
            f"{after.safe_share:.3f}"
        )
    short = [half for half, after in found.after.items() if after.precision < precision]
    if short:
        typer.echo(f"Token precision {precision:g} is not reached on: {', '.join(short)}.")
    if not found.kept:
        typer.echo("Not kept: the other half is worse with these settings.")
    typer.echo(f"Written: {output}")
