"""Processes that work side by side and end with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import Any


def process_pool(
    jobs: int,
    context: Any,
    initializer: Callable[..., None] | None = None,
    initargs: Sequence[Any] = (),
) -> ProcessPoolExecutor:
    """Make a pool whose processes do not outlive this one, however it ends.

    A process that is killed cannot close its pool, and what its workers compute, for an hour
    perhaps, nobody would ask for any more.

    context: of ``multiprocessing``; not 'fork'. initializer: called with initargs in each process.
    """
    return ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin, initargs=(initializer, tuple(initargs))
    )


def _begin(initializer: Callable[..., None] | None, initargs: Sequence[Any]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    if initializer is not None:
        initializer(*initargs)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
