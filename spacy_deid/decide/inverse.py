"""``deid_inverse``: hide everything, let back only the words that are safe beyond doubt."""

# No postponed annotations here: spaCy reads those of the factory to check the config.

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import SAFE_WORDS, Proposal, whole_text
from spacy_deid.decide.saved_settings import SettledPipe
from spacy_deid.decide.unproved import UNPROVED
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.probabilities import SAFE, read_probabilities
from spacy_deid.proposals import write_proposals

_GAP = re.compile(r"[^\w\n]{0,2}|[^\S\n]+")
"""What may stand between two words that are hidden as one."""


_FIGURE = re.compile(r"\d")
_ALWAYS_HIDDEN = frozenset(
    label
    for label, kind in CATEGORY_OF.items()
    if kind in ("NAME", "CONTACT", "ID") or label in ("HOSPITAL", "ORGANIZATION", "STREET")
)
"""Labels that no ready policy leaves in: a doubtful word must not stay as an age or a city."""


class _Word(NamedTuple):
    """A run of letters and figures.

    known: whether the dictionaries know it as harmless. label: what it would be otherwise.
    never: whether nothing lets it back.
    """

    start: int
    end: int
    known: bool
    label: str
    never: bool


@Language.factory(
    "deid_inverse",
    assigns=["doc.spans"],
    default_config={"probabilities": "", "low": 0.95, "high": 0.99},
)
def create_inverse(
    nlp: Language, name: str, probabilities: str, low: float, high: float
) -> "InverseFilter":
    """Make the component ``deid_inverse``, to stand before the resolver.

    probabilities: the recognizer whose class probabilities count (its setting ``probabilities`` has
        to be true); '' for dictionaries alone.
    low, high: a word is let back where the probability that it hides nothing is above ``low`` and
        the dictionaries know it as harmless, or above ``high``; in [0, 1], low at most high.
    RAISES: DeidError D011 for a number out of range.
    SOURCE: system 2, the adaptive threshold; its pairs are 0.8 and 0.9, 0.9 and 0.95.
    """
    _check_bounds(name, low, high)
    return InverseFilter(name, probabilities=probabilities, low=low, high=high)


def _check_bounds(component: str, low: float, high: float) -> None:
    """Refuse bounds out of range, also those that were set at run time.

    RAISES: DeidError D011.
    """
    for setting, value, least in (("low", low, 0.0), ("high", high, low)):
        if not isinstance(value, (int, float)) or not least <= value <= 1:
            expected = f"between {least} and 1"
            raise DeidError(
                "D011", name=setting, component=component, value=value, expected=expected
            )


class InverseFilter(SettledPipe):
    """Propose every run of letters and figures that is not safe, beside what detectors found."""

    def __init__(self, name: str, *, probabilities: str, low: float, high: float) -> None:
        self.name = name
        self.probabilities = probabilities
        self.low = low
        self.high = high
        self.settle()

    def values(self) -> dict[str, Any]:
        """Give the settings, as JSON types."""
        return {name: getattr(self, name) for name in ("probabilities", "low", "high")}

    def take(self, values: Mapping[str, Any]) -> None:
        """Take settings as ``values`` gives them."""
        for name, value in values.items():
            setattr(self, name, value)

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``: words that are not let back, those side by side as one.

        What has neither letters nor figures is never hidden. The score is the probability of
        something to hide, 1 for what nothing lets back and where dictionaries decide alone. The
        label is the likeliest one if policies always hide it, else a name's or a number's; the
        source says why it is hidden and what is likeliest: 'inverse.unknown.AGE'. A document
        without words gives an empty group.
        RAISES: DeidError D304 where the dictionaries' words or the probabilities are missing, D011
            for a bound that was set out of range.
        """
        _check_bounds(self.name, self.low, self.high)
        text = whole_text(doc)
        found = list(_joined(text, self._hidden(doc, text))) if len(doc) else []
        heard = [SAFE_WORDS, self.probabilities] if self.probabilities else [SAFE_WORDS]
        write_proposals(doc, self.name, found, heard=heard)
        return doc

    def _hidden(self, doc: Doc, text: str) -> Iterator[Proposal]:
        chances = self._chances(doc)
        for word in self._words(doc):
            why = "calendar" if word.never else "doubt" if word.known else "unknown"
            if chances is None:
                hidden, label, score = not word.known, word.label, 1.0
            else:
                safe, label = chances.of(word.start, word.end)
                label = label or word.label
                # no number at all lets nothing back
                hidden, score = not safe > (self.low if word.known else self.high), 1.0 - safe
            guess = label
            if hidden or word.never:
                if word.never:
                    label = word.label
                elif label not in _ALWAYS_HIDDEN:
                    label = "IDNUM" if _FIGURE.search(text, word.start, word.end) else "PATIENT"
                score = 1.0 if word.never else score
                yield Proposal(word.start, word.end, label, score, f"{UNPROVED}{why}.{guess}")

    def _words(self, doc: Doc) -> list[_Word]:
        """Give the runs of letters and figures in their order."""
        if SAFE_WORDS not in doc.spans:
            raise self._missing(doc, "words that dictionaries know")
        told = doc.spans[SAFE_WORDS].attrs
        safe = [_Word(start, end, True, "PATIENT", False) for start, end in told["safe"]]
        others = [_Word(start, end, False, *rest) for start, end, *rest in told["unsafe"]]
        return sorted(safe + others)

    def _chances(self, doc: Doc) -> "_Chances | None":
        if not self.probabilities:
            return None
        found = read_probabilities(doc, self.probabilities)
        if found is None:
            raise self._missing(doc, f"probabilities of {self.probabilities}")
        return _Chances(doc, *found)

    def _missing(self, doc: Doc, what: str) -> DeidError:
        return DeidError("D304", doc=doc._.deid_id or "?", component=self.name, what=what)


def _joined(text: str, words: Iterable[Proposal]) -> Iterator[Proposal]:
    """Join words of one label that stand side by side."""
    last: Proposal | None = None
    for word in words:
        alike = last and (last.label, last.source) == (word.label, word.source)
        if last and alike and _GAP.fullmatch(text, last.end, word.start):
            score = max(last.score, word.score)
            word = Proposal(last.start, word.end, word.label, score, last.source)
        elif last:
            yield last
        last = word
    if last:
        yield last


class _Chances:
    """The class probabilities of a document's tokens, by characters."""

    def __init__(self, doc: Doc, classes: Sequence[str], table: Any) -> None:
        self._starts = doc.to_array("IDX").astype(numpy.int64)
        others = [number for number, name in enumerate(classes) if name != SAFE]
        self._labels = [classes[number] for number in others]
        self._safe, self._others = table[:, list(classes).index(SAFE)], table[:, others]

    def of(self, start: int, end: int) -> tuple[float, str]:
        """Give the least probability that a token of a word hides nothing, and the likeliest label.

        The label is '' where it is none of ``phi.LABELS``.
        """
        first = int(numpy.searchsorted(self._starts, start, side="right")) - 1
        last = int(numpy.searchsorted(self._starts, end, side="left"))
        safe = float(self._safe[first:last].min())
        if not self._labels:
            return safe, ""
        label = self._labels[int(self._others[first:last].sum(axis=0).argmax())]
        return safe, label if label in CATEGORY_OF else ""
