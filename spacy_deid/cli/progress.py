"""Progress on standard error: a bar for a person, silence when piped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Item = TypeVar("Item")


def tracked(items: Iterable[Item], what: str, *, total: int | None = None) -> Iterator[Item]:
    """Pass items on and show how many went by.

    items: anything iterable; what: a plural noun; total: how many, where that is known.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    columns = (SpinnerColumn(), TextColumn(what), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        for item in items:
            yield item
            progress.advance(task)
