"""The Typer application ``spacy-deid``, also reachable as ``python -m spacy deid``."""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from spacy_deid.cli.assemble import assemble
from spacy_deid.cli.audit import audit
from spacy_deid.cli.card import card
from spacy_deid.cli.compare import compare
from spacy_deid.cli.convert import convert
from spacy_deid.cli.corpus import corpus
from spacy_deid.cli.corpus_stats import corpus_stats
from spacy_deid.cli.cross_validate import cross_validate
from spacy_deid.cli.evaluate import evaluate
from spacy_deid.cli.explain import explain
from spacy_deid.cli.find import find
from spacy_deid.cli.gazetteers import gazetteers
from spacy_deid.cli.learning_curve import learning_curve
from spacy_deid.cli.mask import mask
from spacy_deid.cli.mix import mix
from spacy_deid.cli.package import package
from spacy_deid.cli.rank_features import rank_features
from spacy_deid.cli.restore import restore
from spacy_deid.cli.scrub import scrub
from spacy_deid.cli.select import select
from spacy_deid.cli.self_train import self_train
from spacy_deid.cli.show import show
from spacy_deid.cli.synthesize import synthesize
from spacy_deid.cli.train_at_once import train_at_once
from spacy_deid.cli.train_candidates import train_candidates
from spacy_deid.cli.tune import tune
from spacy_deid.errors import DeidError

_ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
EXIT_ERROR = 2
"""Exit status of every coded error."""

app = typer.Typer(
    name="deid",
    help="De-identify adverse-event reports and clinical notes.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def coded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn errors into one line with a code on standard error and exit status 2.

    An unexpected exception's own message is held back: it could quote a document.
    """

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with _tidy_end():
                command(*args, **kwargs)
        except DeidError as problem:
            typer.echo(str(problem), err=True)
            raise typer.Exit(EXIT_ERROR) from None
        except (typer.Exit, typer.Abort, KeyboardInterrupt, BrokenPipeError):
            raise
        except Exception as problem:
            if os.environ.get("SPACY_DEID_TRACEBACK"):
                raise
            frame = traceback.extract_tb(problem.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            coded_problem = DeidError("D015", kind=type(problem).__name__, place=place)
            typer.echo(str(coded_problem), err=True)
            raise typer.Exit(EXIT_ERROR) from None

    return run


@contextmanager
def _tidy_end() -> Iterator[None]:
    """Let a request to terminate end the program as Ctrl-C does: what is half written goes.

    A closed terminal is such a request. Nothing changes outside the main thread, and where somebody
    else answers the signal or, as under nohup, nobody is to.
    """
    ours = []
    if threading.current_thread() is threading.main_thread():
        ours = [number for number in _ENDS if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _end)
    try:
        yield
    except _Ended as ended:
        if ended.had_workers:  # what waits to be sent to them would be waited for
            with suppress(OSError, ValueError):
                sys.stderr.flush()
            os._exit(ended.status)
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


class _Ended(SystemExit):
    """A request to terminate.

    status: exit status of the program. had_workers: whether processes worked for it.
    """

    def __init__(self, status: int, *, had_workers: bool) -> None:
        super().__init__(status)
        self.status = status
        self.had_workers = had_workers


def _end(number: int, frame: object) -> None:
    """End the program, and before it the processes that work for it, which would wait for it."""
    workers = multiprocessing.active_children()
    for worker in workers:
        worker.kill()
    raise _Ended(128 + number, had_workers=bool(workers))


COMMANDS = (
    mask,
    find,
    show,
    explain,
    restore,
    convert,
    corpus_stats,
    evaluate,
    compare,
    synthesize,
    gazetteers,
    corpus,
    train_at_once,
    train_candidates,
    select,
    assemble,
    tune,
    scrub,
    audit,
    card,
    package,
    cross_validate,
    learning_curve,
    rank_features,
    mix,
    self_train,
)
for _command in COMMANDS:
    app.command(_command.__name__.replace("_", "-"))(coded(_command))


def main() -> None:
    """Run the command line; the console script ``spacy-deid``."""
    app(prog_name="spacy-deid")
