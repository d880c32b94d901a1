"""Recognizers whose words hang together in a linear chain: from their scores to spans."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy
from spacy.tokens import Doc

from spacy_deid.annotations import CLEAR, Proposal
from spacy_deid.detect.features.context import View
from spacy_deid.detect.recognizers.lattice import chances, decode
from spacy_deid.detect.recognizers.linear import Reader
from spacy_deid.detect.recognizers.products import one_thread
from spacy_deid.detect.recognizers.recognizer import Recognizer, check_choice, check_range
from spacy_deid.detect.recognizers.tagging import OUTSIDE, Floats, TagTable, proposals_of
from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS
from spacy_deid.probabilities import SAFE, write_probabilities
from spacy_deid.proposals import write_proposals

DECODINGS = ("path", "words")
"""Ways from the scores of a chain to spans. 'path': the best path, with the recall bias on every
word of it. 'words': every word by itself, by its odds of 'something to hide' over all paths times
the exponent of the recall bias; the bias does not add up over words that go together."""
DECODING_SETTINGS: dict[str, Any] = {
    "recall_bias": 0.0,
    "label_bias": {},
    "decoding": "path",
    "clear_below": 0.0,
    "sparse_share": 0.0,
    "sparse_drop": 0.0,
    "probabilities": False,
}
"""Settings of that way, with their defaults."""
GREATEST_BIAS = 50.0
_MOST_UNSURE = 0.5

_Read = Iterator[tuple[list[Proposal], dict[str, Any]]]
"""Per document its proposals and the attributes of their group."""


class ChainRecognizer(Recognizer):
    """A recognizer that gives every word a score per tag, and every step from tag to tag one.

    recall_bias: taken off the score of 'nothing to hide' at every word.
    label_bias: label to what is added to the scores of its tags.
    decoding: one of ``DECODINGS``.
    clear_below: with 'words', probability of something to hide, up to 0.5, below which a word
        that is not chosen counts as clear; 0 for no word, and with 'path'.
    sparse_share: with 'words', share of the words, up to 1, that is expected to hide something
        below which a document counts as sparse; 0 for no document, and with 'path'.
    sparse_drop: what ``recall_bias`` loses where nothing is expected; it comes back along a line up
        to ``sparse_share``. Documents with few identifiers keep their plain words that way: one
        bias for all takes the same number of them for identifiers, however few there are.
    probabilities: leave the class probabilities of every token in the document, without any bias
        (``probabilities.read_probabilities``), as the inverse mode needs them.
    RAISES: DeidError D011 for an unknown decoding, a number out of range, and after training for a
        label with a bias that is neither PHI nor learnt.
    SOURCE: choosing by the marginals of each word: maximum expected accuracy, for instance Käll,
        Krogh, Sonnhammer (2005).
    """

    def __init__(
        self,
        name: str,
        *,
        extractor: Reader,
        annotating: Sequence[str],
        recall_bias: float,
        label_bias: Mapping[str, float],
        decoding: str,
        clear_below: float,
        sparse_share: float,
        sparse_drop: float,
        probabilities: bool = False,
    ) -> None:
        self.recall_bias = recall_bias
        self.label_bias = dict(label_bias)
        self.decoding = decoding
        self.clear_below = clear_below
        self.sparse_share = sparse_share
        self.sparse_drop = sparse_drop
        self.probabilities = probabilities
        knobs = {setting: getattr(self, setting) for setting in DECODING_SETTINGS}
        super().__init__(name, extractor=extractor, annotating=annotating, knobs=knobs)
        self.check_knobs()

    @abstractmethod
    def scores_of(self, docs: Sequence[Doc]) -> list[tuple[View, Floats]]:
        """Give each document's view and the score of each class, shape (words, classes)."""

    @property
    @abstractmethod
    def transitions(self) -> Floats:
        """Scores of going from row to column, shape (classes, classes)."""

    def check_knobs(self) -> None:
        """Refuse an unknown decoding and biases that are no numbers or out of range.

        RAISES: DeidError D011.
        """
        if not isinstance(self.label_bias, Mapping):
            expected = "a table of labels and numbers"
            bias = self.label_bias
            raise DeidError(
                "D011", name="label_bias", component=self.name, value=bias, expected=expected
            )
        numbers = {
            s: getattr(self, s) for s, v in DECODING_SETTINGS.items() if isinstance(v, float)
        }
        for setting, value in (*numbers.items(), *self.label_bias.items()):
            if not isinstance(value, Real):
                raise DeidError(
                    "D011", name=setting, component=self.name, value=value, expected="a number"
                )
        check_choice(self.name, "decoding", self.decoding, DECODINGS)
        by_word = self.decoding == "words"
        check_range(self.name, "clear_below", self.clear_below, 0, _MOST_UNSURE if by_word else 0)
        check_range(self.name, "sparse_share", self.sparse_share, 0, 1 if by_word else 0)
        check_range(self.name, "sparse_drop", self.sparse_drop, 0, GREATEST_BIAS)
        for setting, bias in (("recall_bias", self.recall_bias), *self.label_bias.items()):
            check_range(self.name, setting, bias, -GREATEST_BIAS, GREATEST_BIAS)

    def check_labels(self) -> None:
        """Refuse a bias of a label that is neither PHI nor learnt: its name may be mistyped.

        RAISES: DeidError D011.
        """
        known = sorted({*LABELS, *self.labels})
        for label in self.label_bias:
            check_choice(self.name, "label_bias", label, known)

    def annotate(self, docs: Sequence[Doc]) -> None:
        """Write ``doc.spans[name]`` of documents, decoded side by side.

        The score of a span is the least probability of its words, biases included: with 'path', of
        the tag of each on the path, with 'words', that something is to hide. The group's attribute
        'confidence' is the least over all words, found or left alone: with 'path' of their tags,
        with 'words' of something or nothing to hide; 1 for a document without words. Its attribute
        ``CLEAR`` holds the clear words, where ``clear_below`` asks for them.
        RAISES: DeidError D011 for a setting that was changed to a value out of range.
        """
        self.check_knobs()
        if self.label_bias:
            self.check_labels()
        read = self._by_path if self.decoding == "path" else self._by_word
        with one_thread():
            scored = self.scores_of(docs)
            for (view, _), (found, attributes) in zip(scored, read(scored), strict=True):
                write_proposals(view.doc, self.name, found, heard=self.extractor.rule_sources)
                view.doc.spans[self.name].attrs.update(attributes)

    def _leave_probabilities(self, view: View, table: TagTable, likely: Floats) -> None:
        """Write the chances of every label at every token; white space hides nothing."""
        values = numpy.zeros((len(view.doc), 1 + len(table.labels)), dtype=numpy.float32)
        values[:, 0] = 1.0
        values[view.tokens, 0] = table.free(likely)
        values[view.tokens, 1:] = table.by_label(likely)
        write_probabilities(view.doc, self.name, [SAFE, *table.labels], values)

    def _biases(self) -> Floats:
        return numpy.array(
            [
                -self.recall_bias if tag == OUTSIDE else self.label_bias.get(tag[2:], 0.0)
                for tag in self.classes()
            ],
            dtype=numpy.float32,
        )

    def _drop(self, table: TagTable, likely: Floats) -> float:
        """Give what the recall bias loses in a document, by the chances of its words' classes."""
        if not self.sparse_share or not len(likely):
            return 0.0
        expected = 1.0 - float(table.free(likely).mean())
        return self.sparse_drop * max(0.0, 1.0 - expected / self.sparse_share)

    def _by_path(self, scored: Sequence[tuple[View, Floats]]) -> _Read:
        classes, biases = self.classes(), self._biases()
        if self.probabilities:
            table = TagTable(classes)
            likelies = chances([scores for _, scores in scored], self.transitions)
            for (view, _), likely in zip(scored, likelies, strict=True):
                self._leave_probabilities(view, table, likely)
        paths = decode([scores + biases for _, scores in scored], self.transitions)
        for (view, _), (path, marginals) in zip(scored, paths, strict=True):
            tags = [classes[number] for number in path.tolist()]
            found = proposals_of(view, tags, marginals.tolist(), self.name)
            yield found, {"confidence": float(marginals.min(initial=1.0))}

    def _by_word(self, scored: Sequence[tuple[View, Floats]]) -> _Read:
        table, biases = TagTable(self.classes()), self._biases()
        likelies = chances([scores for _, scores in scored], self.transitions)
        for (view, _), likely in zip(scored, likelies, strict=True):
            if self.probabilities:
                self._leave_probabilities(view, table, likely)
            codes, tilted = table.codes(likely, biases, self._drop(table, likely))
            found = [
                Proposal(start, end, label, score, self.name)
                for start, end, label, score in table.spans(view, codes, tilted, any_label=True)
            ]
            attributes: dict[str, Any] = {"confidence": table.least_sure(codes, tilted)}
            if self.clear_below:
                runs = table.clear(view, codes, likely, self.clear_below)
                attributes[CLEAR] = {"labels": table.labels, "runs": runs}
            yield found, attributes
