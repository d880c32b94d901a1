"""Self-learning: a model labels documents, learns from those it is sure of, and so on.

SOURCE: system 4, section 3.2.1 and algorithm 1.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language

from spacy_deid.annotations import Record
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.learn.ledger import Ledger, make_folder, study_of
from spacy_deid.learn.measures import COLUMNS, check_criterion, measured
from spacy_deid.learn.recipe import Recipe, trained
from spacy_deid.learn.selection import Settings, labelled, select, with_spans
from spacy_deid.learn.workers import Progress, silent
from spacy_deid.release.pipelines import save
from spacy_deid.release.scrub import scrub

_KEYS = ("round",)
_LINE = {"round", "id", "confidence", "spans"}
_COLUMNS = ("looked_at", "added", "added_so_far", "least_confidence", *COLUMNS)


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round; number 0 is the model of the labelled documents alone.

    added: documents that this model learnt from besides those of the round before.
    left: unlabelled documents that have not been taken yet.
    figures: on the dev part, see ``measures.measured``.
    """

    number: int
    added: int
    added_so_far: int
    left: int
    figures: dict[str, float]


def self_train(
    recipe: Recipe,
    train: list[Record],
    unlabelled: list[Record],
    dev: list[Record],
    out: Path,
    *,
    settings: Settings | None = None,
    first: Recipe | None = None,
    progress: Progress = silent,
) -> list[Round]:
    """Train, label, take the surest documents, train again, until it no longer helps.

    recipe: makes the model of every round anew, of the labelled documents and all that were taken.
    unlabelled: their spans, if any, are not looked at; documents with an id of ``train`` or ``dev``
        are left out. A document that is not taken comes around again.
    dev: decides on stopping and on the best round.
    out: directory for 'runs.csv' (a row per round), 'selected.jsonl' (ids, spans and confidence of
        the documents taken, without text), 'rounds.png' and 'model-best', scrubbed. Rounds that
        stand there are not done again.
    first: makes the model of round 0 in place of ``recipe``: rules or lists, where there is nothing
        labelled to begin with.
    RETURNS: the rounds. The loop also ends where no document is left, is sure enough or fits the
        proportions of ``dev``.
    RAISES: DeidError D610 where there is nothing to begin with or nothing to label; D508
        (criterion), D601, D602, D604.
    """
    settings = settings or Settings()
    check_criterion(settings.criterion)
    known = {record.id for record in (*train, *dev)}
    unlabelled = [record for record in unlabelled if record.id not in known]
    if not unlabelled or not dev or not (train or first):
        raise DeidError("D610", labelled=len(train), unlabelled=len(unlabelled), dev=len(dev))
    digests = [r.digest() for r in (recipe.checked(), first) if r is not None]
    limits = replace(settings, rounds=0, patience=0)
    study = study_of(digests, train, unlabelled, dev, limits)
    ledger = Ledger(out / "runs.csv", keys=_KEYS, columns=_COLUMNS, study=study)
    loop = _Loop(recipe, first, train, unlabelled, dev, out, settings, ledger)
    for _ in progress(range(settings.rounds + 1), "rounds", total=settings.rounds + 1):
        if not loop.step():
            break
    from spacy_deid.learn.plots import draw_rounds

    draw_rounds(loop.rounds, settings.criterion, out / "rounds.png")
    return loop.rounds


class _Loop:
    def __init__(
        self,
        recipe: Recipe,
        first: Recipe | None,
        train: list[Record],
        unlabelled: list[Record],
        dev: list[Record],
        out: Path,
        settings: Settings,
        ledger: Ledger,
    ) -> None:
        self.recipe, self.first = recipe, first
        self.train, self.dev = train, dev
        self.waiting = deque(unlabelled)
        self.out, self.settings, self.ledger = out, settings, ledger
        self.rounds: list[Round] = []
        self.taken: list[Record] = []
        self.model: Language | None = None
        self._told = _read_selection(out / "selected.jsonl") if len(ledger) else []
        make_folder(out)

    def step(self) -> bool:
        """Do the next round; false where the loop has ended."""
        number = len(self.rounds)
        if number and self._stagnates():
            return False
        rows = self.ledger.find(round=number)
        looked = 0
        fresh: list[dict[str, Any]] = []
        if number:
            looked = min(self.settings.batch, len(self.waiting))
            batch = [self.waiting.popleft() for _ in range(looked)]
            fresh = self._replayed(number) if rows else self._selected(number, batch)
            if rows and int(rows[0]["added"]) != len(fresh):
                raise DeidError("D604", path=self.out / "selected.jsonl")
            if not fresh:
                return False
            self._take(batch, fresh)
        if rows:
            self.model = None
            figures = {name: float(rows[0][name]) for name in COLUMNS}
            self._note(number, fresh, figures)
            return True
        self.model = self._made(number)
        figures = measured(self.model, self.dev)
        self._note(number, fresh, figures)
        if self._best() == number:
            _save(self.model, self.out / "model-best")
        if number:
            self._told = [line for line in self._told if line["round"] < number] + fresh
            _write_selection(self.out / "selected.jsonl", self._told)
        row = {
            "round": number,
            "looked_at": looked,
            "added": len(fresh),
            "added_so_far": len(self.taken),
            "least_confidence": min((line["confidence"] for line in fresh), default=""),
            **figures,
        }
        self.ledger.add([row])
        return True

    def _note(
        self, number: int, fresh: Sequence[dict[str, Any]], figures: dict[str, float]
    ) -> None:
        left = len(self.waiting)
        self.rounds.append(Round(number, len(fresh), len(self.taken), left, figures))

    def _made(self, number: int) -> Language:
        recipe = self.first if number == 0 and self.first is not None else self.recipe
        return trained(recipe, [*self.train, *self.taken], dev=self.dev, seed=self.settings.seed)

    def _selected(self, number: int, batch: Sequence[Record]) -> list[dict[str, Any]]:
        model = self.model or self._made(number - 1)
        like = self.dev if self.settings.balanced else None
        return [
            {
                "round": number,
                "id": choice.record.id,
                "confidence": round(choice.confidence, 5),
                "spans": [list(span) for span in choice.record.spans],
            }
            for choice in select(labelled(model, batch), self.settings, like)
        ]

    def _replayed(self, number: int) -> list[dict[str, Any]]:
        return [line for line in self._told if line["round"] == number]

    def _take(self, batch: Sequence[Record], fresh: Sequence[dict[str, Any]]) -> None:
        spans = {line["id"]: [PhiSpan(*span) for span in line["spans"]] for line in fresh}
        self.waiting.extend(record for record in batch if record.id not in spans)
        self.taken += [with_spans(r, spans[r.id]) for r in batch if r.id in spans]

    def _best(self) -> int:
        scores = [r.figures[f"{self.settings.criterion}_f"] for r in self.rounds]
        return scores.index(max(scores))

    def _stagnates(self) -> bool:
        return len(self.rounds) - 1 - self._best() >= self.settings.patience


def _save(nlp: Language, path: Path) -> None:
    """Save a model without training strings; it takes its name when it is whole."""
    clean = scrub(nlp)
    clean.config["corpora"] = Language.default_config["corpora"]
    save(clean, path)


def _write_selection(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    with new_file(str(path)) as stream:
        stream.writelines((srsly.json_dumps(line) + "\n").encode() for line in lines)


def _read_selection(path: Path) -> list[dict[str, Any]]:
    """Read what earlier rounds took.

    RAISES: DeidError D604 where it does not fit the table of rounds.
    """
    if not path.exists():
        return []
    try:
        lines = [dict(line) for line in srsly.read_jsonl(path)]
    except (ValueError, TypeError):
        lines = [{}]
    if not all(_LINE <= line.keys() for line in lines):
        raise DeidError("D604", path=path)
    return lines
