"""The teacher: a transformer that reads words with their forms and what the rules propose.

Nothing else imports this module at its top: it needs torch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy
import torch

from spacy_deid.learn.encoders import model_of, tokenizer_of
from spacy_deid.learn.teaching.words import (
    COMMAND,
    FORMS,
    GAPS,
    LENGTH,
    PROPOSED,
    UNKNOWN,
    Array,
    Words,
    form_of,
)

Item = TypeVar("Item")

_STEP = 64
"""Lengths of batches are multiples: a graphics card finds its kernels again."""
_LAP = 25
"""Words at the edges of a window that another window labels, where there is one."""
_MOST_PIECES = 8
_MASKED, _SMALL = 0.05, 0.1
"""Shares of pieces that are masked and of words whose case is hidden in training."""
_FIGURES = 6
"""Forms below are those of words of letters."""
_AHEAD = 8
"""Batches that are laid out while the teacher is at work."""
CHOICES = 4
"""Tags that are kept of a word."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a teacher learns.

    passes: over its documents. pieces: in a batch. learn_rate: at its height, from which it falls
    along a line. device: of torch.
    """

    passes: int = 10
    pieces: int = 8192
    learn_rate: float = 3e-4
    device: str = "cpu"


@dataclass(frozen=True, slots=True)
class _Window:
    """Words that are read together, and those of them that are labelled."""

    first: int
    end: int
    kept: int
    kept_end: int


class Pieces:
    """The pieces of every word of a vocabulary.

    RAISES: DeidError D614 where the folder holds no tokenizer.
    """

    def __init__(self, encoder: str | Path, vocabulary: Sequence[str]) -> None:
        tokenizer = tokenizer_of(encoder, COMMAND)
        self.start, self.stop, self.mask = (
            tokenizer.cls_token_id,
            tokenizer.sep_token_id,
            tokenizer.mask_token_id,
        )
        words = list(vocabulary)
        known = tokenizer(words, add_special_tokens=False)["input_ids"] if words else []
        cut = [(own or [tokenizer.unk_token_id])[:_MOST_PIECES] for own in known]
        self.counts = numpy.array([len(own) for own in cut], dtype=numpy.int64)
        self.begins = numpy.cumsum(self.counts) - self.counts
        self.all = numpy.array([piece for own in cut for piece in own], dtype=numpy.int64)
        self.forms = numpy.array([form_of(word) for word in vocabulary], dtype=numpy.int64)


class Teacher(torch.nn.Module):
    """An encoder with an output per word.

    RAISES: DeidError D614 where the folder holds no transformer.
    """

    def __init__(self, encoder: str | Path, tags: int, sources: int) -> None:
        super().__init__()
        self.encoder = model_of(encoder, COMMAND)
        width = self.encoder.config.hidden_size
        sizes = (FORMS, GAPS, 2, *([PROPOSED] * sources))
        tables = [torch.nn.Embedding(size, width) for size in sizes]
        for table in tables:
            torch.nn.init.normal_(table.weight, std=0.02)
        self.marks = torch.nn.ModuleList(tables)
        self.dropout = torch.nn.Dropout(0.1)
        self.output = torch.nn.Linear(width, tags)

    def forward(self, rows: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Score words.

        rows: pieces, mask of the attention and marks, shape (2 + marks, windows, pieces).
        places: of the first piece of each word, in windows laid one behind another.
        RETURNS: shape (words, tags).
        """
        seen = self.encoder.get_input_embeddings()(rows[0])
        for table, numbers in zip(self.marks, rows[2:], strict=True):
            seen = seen + table(numbers)
        hidden = self.encoder(inputs_embeds=seen, attention_mask=rows[1]).last_hidden_state
        scores: torch.Tensor = self.output(self.dropout(hidden.flatten(0, 1)[places]))
        return scores


class Lesson:
    """Documents of a corpus as batches for a teacher."""

    def __init__(self, words: Words, pieces: Pieces, course: Course, seed: int) -> None:
        self._words, self._pieces, self._course = words, pieces, course
        self._chance = numpy.random.default_rng(seed)

    def windows(self, documents: Sequence[int], *, lap: bool) -> list[_Window]:
        """Cut documents into windows; with ``lap`` each word is labelled away from the edges."""
        found = []
        for document in documents:
            begin, end = self._words.bounds[document : document + 2].tolist()
            sums = numpy.cumsum(self._pieces.counts[self._words.words[begin:end]])
            first = kept = begin
            while first < end:
                before = int(sums[first - begin - 1]) if first > begin else 0
                last = begin + int(numpy.searchsorted(sums, before + LENGTH - 2, "right"))
                last = min(max(last, first + 1), end)
                margin = _LAP if lap and last < end and last - first > 3 * _LAP else 0
                found.append(_Window(first, last, kept, last - margin))
                first, kept = last - 2 * margin if margin else last, last - margin
        return found

    def batches(self, windows: Sequence[_Window], *, shuffled: bool) -> Iterator[list[_Window]]:
        """Put windows of about one length together; they come in a random order if shuffled."""
        sizes = numpy.array([self._pieces.counts[self._numbers(w)].sum() + 2 for w in windows])
        order = numpy.argsort(sizes + (self._chance.random(len(sizes)) * 40 if shuffled else 0))
        found: list[list[_Window]] = [[]]
        longest = 0
        for place in order.tolist():
            longest = max(longest, _padded(int(sizes[place])))
            if found[-1] and longest * (len(found[-1]) + 1) > self._course.pieces:
                found.append([])
                longest = _padded(int(sizes[place]))
            found[-1].append(windows[place])
        if shuffled:
            self._chance.shuffle(found)
        yield from filter(None, found)

    def _numbers(self, window: _Window) -> Array:
        return self._words.words[window.first : window.end]

    def laid_out(
        self, documents: Sequence[int], *, training: bool
    ) -> Iterator[tuple[Array, torch.Tensor, torch.Tensor]]:
        """Give documents in batches: places of the labelled words, arguments of ``forward``."""
        windows = self.windows(documents, lap=not training)
        for batch in self.batches(windows, shuffled=training):
            rows, where = self._tensors(batch, training=training)
            yield numpy.concatenate([numpy.arange(w.kept, w.kept_end) for w in batch]), rows, where

    def _tensors(
        self, batch: Sequence[_Window], *, training: bool
    ) -> tuple[torch.Tensor, torch.Tensor]:
        laid = [self._laid(window, training=training) for window in batch]
        length = _padded(max(own.shape[1] for own, _ in laid) + 2)
        rows = numpy.zeros((len(laid[0][0]) + 1, len(batch), length), dtype=numpy.int64)
        places = []
        for number, (own, begins) in enumerate(laid):
            size = own.shape[1]
            rows[0, number, 0], rows[0, number, size + 1] = self._pieces.start, self._pieces.stop
            rows[0, number, 1 : size + 1] = own[0]
            rows[1, number, : size + 2] = 1
            rows[2:, number, 1 : size + 1] = own[1:]
            places.append(number * length + 1 + begins)
        device = self._course.device
        where = torch.from_numpy(numpy.concatenate(places))
        return torch.from_numpy(rows).to(device), where.to(device)

    def _laid(self, window: _Window, *, training: bool) -> tuple[Array, Array]:
        """Give pieces and marks, shape (1 + marks, pieces), and the first pieces of kept words."""
        held, words = self._pieces, self._words
        numbers = self._numbers(window)
        counts = held.counts[numbers]
        begins = numpy.cumsum(counts) - counts
        pieces = held.all[
            numpy.repeat(held.begins[numbers] - begins, counts) + numpy.arange(counts.sum())
        ]
        forms = held.forms[numbers]
        inner = numpy.ones(len(pieces), dtype=numpy.int64)
        inner[begins] = 0
        if training:
            small = (forms < _FIGURES) & (self._chance.random(len(forms)) < _SMALL)
            forms = numpy.where(small, 1, forms)
            pieces = numpy.where(self._chance.random(len(pieces)) < _MASKED, held.mask, pieces)
        span = slice(window.first, window.end)
        marks = [forms, words.gaps[span], *words.proposed[:, span]]
        repeated = [numpy.repeat(mark.astype(numpy.int64), counts) for mark in marks]
        own = numpy.stack([pieces, *repeated[:2], inner, *repeated[2:]])
        return own, begins[window.kept - window.first : window.kept_end - window.first]


def _padded(size: int) -> int:
    return -(-size // _STEP) * _STEP


def _ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Make items in a thread of its own, a few of them before they are asked for."""
    with ThreadPoolExecutor(1) as pool:
        waiting = deque(pool.submit(next, items, None) for _ in range(_AHEAD))
        while (item := waiting.popleft().result()) is not None:
            waiting.append(pool.submit(next, items, None))
            yield item


def teach(
    teacher: Teacher, lesson: Lesson, gold: Array, documents: Sequence[int], course: Course
) -> None:
    """Fit a teacher to documents."""
    windows = lesson.windows(documents, lap=False)
    total = course.passes * sum(1 for _ in lesson.batches(windows, shuffled=False))
    optimizer = torch.optim.AdamW(teacher.parameters(), lr=course.learn_rate, weight_decay=0.01)
    warm = max(total // 25, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, 1) * max(1 - step / (total + 1), 0.01)
    )
    kind = course.device.partition(":")[0]
    teacher.to(course.device).train()
    for _ in range(course.passes):
        for places, rows, where in _ahead(lesson.laid_out(documents, training=True)):
            truth = torch.from_numpy(gold[places].astype(numpy.int64)).to(course.device)
            with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind == "cuda"):
                scores = teacher(rows, where)
            loss = torch.nn.functional.cross_entropy(
                scores.float(), truth, ignore_index=UNKNOWN, reduction="sum"
            ) / max(int((truth != UNKNOWN).sum()), 1)
            optimizer.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
            optimizer.step()
            schedule.step()


def labelled(
    teacher: Teacher, lesson: Lesson, documents: Sequence[int], course: Course
) -> tuple[Array, Array, Array]:
    """Let a teacher label documents.

    RETURNS: places of words in the corpus, shape (words,); their likeliest tags and the
        probabilities of these, shape (words, ``CHOICES`` or as many as there are tags).
    """
    kind = course.device.partition(":")[0]
    teacher.to(course.device).eval()
    most = min(CHOICES, teacher.output.out_features)
    places: list[Array] = [numpy.zeros(0, dtype=numpy.int64)]
    tags: list[Array] = [numpy.zeros((0, most), dtype=numpy.int64)]
    shares: list[Array] = [numpy.zeros((0, most), dtype=numpy.float32)]
    with torch.no_grad():
        for own, rows, where in _ahead(lesson.laid_out(documents, training=False)):
            with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind == "cuda"):
                scores = teacher(rows, where)
            chances = scores.float().softmax(-1)
            top = chances.topk(most)
            places.append(own)
            tags.append(top.indices.cpu().numpy())
            shares.append(top.values.cpu().numpy())
    return numpy.concatenate(places), numpy.concatenate(tags), numpy.concatenate(shares)
