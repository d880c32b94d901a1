"""``spacy-deid gazetteers``: build the name and place lists."""

from __future__ import annotations

from pathlib import Path

import typer


def gazetteers(
    output_dir: Path = typer.Argument(..., help="Folder of lists to write into."),  # noqa: B008
    seed: int = typer.Option(0, help="Kept for one form of all builders; nothing is drawn."),
    least_share: float = typer.Option(0.0, help="Leave out census names rarer than this (0 to 1)."),
    lang: str = typer.Option(
        "", help="Write the lists of this language for spacy_deid.Dictionaries.v1 instead ('es')."
    ),
    country: list[str] = typer.Option(  # noqa: B008
        [], help="With --lang: countries of the towns and holidays (repeat it); else all of them."
    ),
) -> None:
    """Build the gazetteer's name and place lists from open packages."""
    from spacy_deid.errors import DeidError
    from spacy_deid.release.gazetteers import build
    from spacy_deid.release.language_lists import build_language

    if country and not lang:
        component, expected = "spacy-deid gazetteers", "beside --lang, which names the language"
        raise DeidError(
            "D011", name="country", component=component, value=country, expected=expected
        )
    if lang:
        counts = build_language(output_dir, lang, countries=country)
    else:
        counts = build(output_dir, seed=seed, least_share=least_share)
    for name, count in counts.items():
        typer.echo(f"{name}\t{count}")
