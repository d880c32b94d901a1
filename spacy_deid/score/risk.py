"""What an adversary could do with the leaks of a batch: classes of alike documents, and risk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from spacy_deid.score.arrays import Pair
from spacy_deid.score.figures import Figures
from spacy_deid.score.schemes import Scheme
from spacy_deid.score.significance import LEVEL, wilson

DIRECT = frozenset({"NAME", "CONTACT", "ID"})
"""Categories of which one leaked span is enough to identify."""

ENOUGH = 2
"""Different quasi-identifiers that have to leak from one document before they are a risk.

SOURCE: Scaiano et al. 2016.
"""

_SEX = re.compile(
    r"\b(?:(female|woman|women|girl|lady|she|her|mother|wife|daughter|sister)"
    r"|(?:male|man|men|boy|gentleman|he|his|him|father|husband|son|brother))\b",
    re.IGNORECASE,
)


class Shown(Protocol):
    """A leak as far as it matters here."""

    @property
    def label(self) -> str:
        """Label of the gold span."""

    @property
    def harmless(self) -> bool:
        """Tell whether only words show that identify nobody."""

    @property
    def shown(self) -> tuple[str, ...]:
        """Tokens that show."""


class _Document(NamedTuple):
    """What stays of a document: hashes and counts, no text."""

    direct: int
    direct_leaked: int
    quasi: int
    quasi_leaked: int
    values: int
    signature: int


class Disclosures:
    """Remembers of each document how much of what kind it gives away."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.documents: list[_Document] = []
        self._kinds: dict[str, str] = {}

    def _kind(self, label: str) -> str:
        kind = self._kinds.get(label)
        if kind is None:
            kind = self._kinds[label] = self.scheme.category(label)
        return kind

    def add(self, pair: Pair, leaks: Iterable[Shown]) -> None:
        """Note one document.

        leaks: its gold spans that show.
        """
        direct = sum(1 for span in pair.gold if self._kind(span[2]) in DIRECT)
        quasi = len(pair.gold) - direct
        direct_leaked = quasi_leaked = 0
        values: set[tuple[str, str]] = set()
        for leak in leaks:
            if leak.harmless:
                continue
            kind = self._kind(leak.label)
            if kind in DIRECT:
                direct_leaked += 1
            else:
                quasi_leaked += 1
                values.add((kind, " ".join(leak.shown).lower()))
        signature = hash((self._sex(pair.text), frozenset(values)))
        self.documents.append(
            _Document(direct, direct_leaked, quasi, quasi_leaked, len(values), signature)
        )

    @staticmethod
    def _sex(text: str) -> str:
        found = _SEX.search(text)
        return "" if found is None else "female" if found.group(1) else "male"

    def k_anonymity(self) -> Figures:
        """Put documents together that show the same quasi-identifiers (sex, age, places, dates).

        Sex is read off the narrative, where no mask hides it. Classes are counted within this
        batch, so k says how alike its documents are, not how many people of a population fit.

        RETURNS: smallest k over all documents and over those that show more than their sex
            ('exposed'), shares with k = 1 and k under 5, and the mean of 1/k.
        """
        sizes = Counter(d.signature for d in self.documents)
        everyone = [sizes[d.signature] for d in self.documents]
        exposed = [sizes[d.signature] for d in self.documents if d.values]
        return {
            "documents": len(everyone),
            "classes": len(sizes),
            "smallest": min(everyone, default=0),
            "mean_risk": sum(1 / k for k in everyone) / len(everyone) if everyone else 0.0,
            "exposed": {
                "documents": len(exposed),
                "smallest": min(exposed, default=0),
                "unique": sum(1 for k in exposed if k == 1),
                "under_5": sum(1 for k in exposed if k < 5),
                "mean_risk": sum(1 / k for k in exposed) / len(exposed) if exposed else 0.0,
            },
        }

    def risk(self, *, level: float = LEVEL) -> Figures:
        """Give the probability that what leaks from a document is enough to identify.

        Direct identifiers: one is enough, so a document counts all or nothing. Quasi-identifiers:
        at least two different ones have to leak, and then the chance is 1/k of its class.
        'expected' is the same probability of two leaks if every quasi-identifier leaked by itself
        with the batch's rate, which small samples measure better than the rare event.

        RETURNS: direct, quasi and document (the greater of both, mean over documents); intervals
            are Wilson's.
        SOURCE: Scaiano et al. 2016 (all-or-nothing recall, at least two quasi-identifiers); the
            choice of 1/k within the batch is ours.
        """
        sizes = Counter(d.signature for d in self.documents)
        with_direct = [d for d in self.documents if d.direct]
        leaking = sum(1 for d in with_direct if d.direct_leaked)
        with_quasi = [d for d in self.documents if d.quasi]
        enough = [d for d in with_quasi if d.values >= ENOUGH]
        total = sum(d.quasi for d in with_quasi)
        miss = sum(d.quasi_leaked for d in with_quasi) / total if total else 0.0
        chance = sum(1 / sizes[d.signature] for d in enough)
        each = [
            1.0 if d.direct_leaked else 1 / sizes[d.signature] if d.values >= ENOUGH else 0.0
            for d in self.documents
        ]
        return {
            "direct": {
                "documents": len(with_direct),
                "leaking": leaking,
                "probability": leaking / len(with_direct) if with_direct else 0.0,
                "interval": list(wilson(leaking, len(with_direct), level)),
            },
            "quasi": {
                "documents": len(with_quasi),
                "enough_leaked": len(enough),
                "probability": chance / len(with_quasi) if with_quasi else 0.0,
                "interval": list(wilson(len(enough), len(with_quasi), level)),
                "expected": _expected([d.quasi for d in with_quasi], miss),
            },
            "document": sum(each) / len(each) if each else 0.0,
        }


def _expected(counts: list[int], miss: float) -> float:
    """Give the mean probability of at least two leaks if each happens by itself."""
    if not counts:
        return 0.0
    none_or_one = sum(
        (1 - miss) ** count + count * miss * (1 - miss) ** (count - 1) for count in counts
    )
    return 1 - none_or_one / len(counts)
