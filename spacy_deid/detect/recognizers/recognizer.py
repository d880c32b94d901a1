"""What the recognizers over features share: a corpus to learn from, documents to tag, one file."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from math import inf
from numbers import Real
from pathlib import Path
from typing import Any, TypeVar

import srsly
from spacy import blank
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import minibatch

from spacy_deid.detect.recognizers.linear import Reader
from spacy_deid.detect.recognizers.tagging import OUTSIDE
from spacy_deid.errors import DeidError, check_names

Examples = Callable[[Language], Iterable[Example]]
Pairs = Callable[[], Iterator[tuple[Doc, Doc]]]
"""Gives each document as the components before left it, and its gold, anew at every call."""
Own = TypeVar("Own", bound="Recognizer")


def check_range(component: str, name: str, value: float, least: float, most: float = inf) -> None:
    """Refuse a number outside of [least, most].

    RAISES: DeidError D011.
    """
    if not isinstance(value, Real) or not least <= value <= most:
        expected = f"{least} or more" if most == inf else f"between {least} and {most}"
        raise DeidError("D011", name=name, component=component, value=value, expected=expected)


def check_choice(component: str, name: str, value: object, known: Sequence[object]) -> None:
    """Refuse what is not one of the known.

    RAISES: DeidError D011.
    """
    if value not in known:
        expected = f"one of {tuple(known)}"
        raise DeidError("D011", name=name, component=component, value=value, expected=expected)


def _reading_pipeline(nlp: Language) -> Language:
    """Make an empty pipeline with a vocabulary of its own and the same tokenizer and vectors.

    What is read with it leaves no string in the vocabulary that is saved with the model.
    """
    settings = nlp.config["nlp"]
    reading = blank(settings["lang"], config={"nlp": {"tokenizer": settings["tokenizer"]}})
    tokenizer: Any = reading.tokenizer
    if hasattr(nlp.tokenizer, "to_bytes"):
        tokenizer.from_bytes(nlp.tokenizer.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    reading.vocab.vectors = nlp.vocab.vectors
    reading.vocab.lookups = nlp.vocab.lookups
    return reading


class Recognizer(Pipe):
    """A component that learns from a whole corpus in one go and proposes spans.

    extractor: turns documents into features. annotating: components whose proposals training needs.
    knobs: attributes that may be changed after training, with the values of the config; what was
        changed is saved, and goes before the config of the same value when it is loaded: another
        value in the config goes before what was saved.
    """

    def __init__(
        self, name: str, *, extractor: Reader, annotating: Sequence[str], knobs: Mapping[str, Any]
    ) -> None:
        check_names(name, "annotating", annotating)
        self.name = name
        self.extractor = extractor
        self.annotating = list(annotating)
        self._configured = deepcopy(dict(knobs))

    @abstractmethod
    def fit(self, pairs: Pairs) -> None:
        """Learn from documents and their gold."""

    @abstractmethod
    def annotate(self, docs: Sequence[Doc]) -> None:
        """Write ``doc.spans[name]`` of every document."""

    @abstractmethod
    def classes(self) -> Sequence[str]:
        """Give the tags learnt, none before training."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Give what was learnt, as plain bytes, numbers and lists."""

    @abstractmethod
    def take(self, state: Mapping[str, Any]) -> None:
        """Take back what ``state`` gave; the tables of the extractor are there already."""

    def initialize(  # type: ignore[override]
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language,
        corpus: Examples | None = None,
        dictionaries: Mapping[str, Sequence[str]] | None = None,
        clusters: Mapping[str, str] | None = None,
    ) -> None:
        """Learn from a whole corpus.

        corpus: a reader, named in ``[initialize.components.<name>.corpus]``.
        dictionaries, clusters: tables for the feature groups of these names.
        RAISES: DeidError D204 where no corpus came, D205 where it holds no entity, D014 where the
            package that learns is not installed.
        """
        if corpus is None:
            raise DeidError("D204", component=self.name)
        if dictionaries is not None or clusters is not None:
            tables = {"dictionaries": dictionaries or {}, "clusters": clusters or {}}
            self.extractor.load_dict(tables)
        examples = corpus
        reading = _reading_pipeline(nlp)

        def pairs() -> Iterator[tuple[Doc, Doc]]:
            entities = 0
            for example in examples(reading):
                doc = example.predicted
                for needed in self.annotating:
                    doc = nlp.get_pipe(needed)(doc)
                entities += len(example.reference.ents)
                yield doc, example.reference
            if not entities:
                raise DeidError("D205", component=self.name)

        self.fit(pairs)
        self.check_labels()

    def check_knobs(self) -> None:
        """Refuse values of the knobs that are out of range; here there are none.

        RAISES: DeidError D011.
        """

    def check_labels(self) -> None:
        """Refuse settings by label that do not fit the labels learnt; here there are none."""

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``.

        RAISES: DeidError D206 before training.
        """
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Do the same for many documents, those of a batch together.

        One that fails goes to the error handler of the pipeline, and the others go on.
        RAISES: DeidError D206 before training, where the handler raises what it is given.
        """
        for batch in minibatch(stream, batch_size):  # type: ignore[no-untyped-call]
            docs = list(batch)
            try:
                self._annotate(docs)
            except Exception:
                docs = list(self._one_by_one(docs))
            yield from docs

    def _one_by_one(self, docs: Iterable[Doc]) -> Iterator[Doc]:
        handle = self.get_error_handler()
        for doc in docs:
            try:
                self._annotate([doc])
            except Exception as problem:
                handle(self.name, self, [doc], problem)
            else:
                yield doc

    def _annotate(self, docs: Sequence[Doc]) -> None:
        if not self.classes():
            raise DeidError("D206", component=self.name)
        self.annotate(docs)

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the labels that it proposes, in alphabetical order; none before training."""
        return tuple(sorted({tag[2:] for tag in self.classes() if tag != OUTSIDE}))

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Serialize what was learnt, the tables of the features and the knobs that were changed.

        RAISES: DeidError D011 for a knob that was set to a value out of range.
        """
        kept: dict[str, Any] = {"learnt": None, "tables": self.extractor.to_dict()}
        if self.classes():
            kept["learnt"] = self.state()
        changed = {
            name: [value, getattr(self, name)]
            for name, value in self._configured.items()
            if getattr(self, name) != value
        }
        if changed:
            self.check_knobs()
            kept["changed"] = changed
        return bytes(srsly.msgpack_dumps(kept))

    def from_bytes(self: Own, data: bytes, *, exclude: Sequence[str] = ()) -> Own:
        """Take back what ``to_bytes`` gave.

        RAISES: DeidError D207 for other bytes, D011 for a knob out of range.
        """
        try:
            kept = srsly.msgpack_loads(data)
            self.extractor.load_dict(kept["tables"])
            if kept["learnt"] is not None:
                self.take(kept["learnt"])
            changed = {name: (was, now) for name, (was, now) in kept.get("changed", {}).items()}
        except (AttributeError, KeyError, TypeError, ValueError):
            raise DeidError("D207", component=self.name, size=len(data)) from None
        for name, value in self._configured.items():
            was, now = changed.get(name, (value, value))
            setattr(self, name, deepcopy(now if was == value else value))
        self.check_knobs()
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write all of it into one file."""
        target = Path(path)
        target.mkdir(parents=True, exist_ok=True)
        (target / "model").write_bytes(self.to_bytes())

    def from_disk(self: Own, path: str | Path, *, exclude: Sequence[str] = ()) -> Own:
        """Read what ``to_disk`` wrote.

        RAISES: DeidError D207 for another file or none.
        """
        try:
            data = (Path(path) / "model").read_bytes()
        except OSError:
            raise DeidError("D207", component=self.name, size=0) from None
        return self.from_bytes(data)
