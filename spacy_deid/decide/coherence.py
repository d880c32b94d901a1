"""Coherence within a document: a name seen once with good evidence is a name everywhere in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal, whole_text
from spacy_deid.decide.saved_settings import SettledPipe
from spacy_deid.decide.shields import Shields
from spacy_deid.errors import DeidError, check_names
from spacy_deid.intervals import INVISIBLE, merge, subtract
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals, write_proposals

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUN = re.compile(r"[^\W_]+")
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_PARTICLES = frozenset(
    "van von der den de del della di da dos das la le el al bin ibn abu ben san st saint mac mc "
    "the and jr sr ii iii".split()
)
_ID_LABELS = frozenset(label for label, kind in CATEGORY_OF.items() if kind in ("ID", "CONTACT"))
_NAME_LABELS = frozenset(("PATIENT", "DOCTOR"))
_PLACE_LABELS = frozenset(("HOSPITAL", "ORGANIZATION", "STREET"))
_TYPO_LENGTH = 6
"""Least letters of a name part before one typing error is forgiven."""


@Language.factory(
    "deid_coherence",
    assigns=["doc.spans"],
    default_config={
        "sources": ["deid_patterns", "deid_gazetteer", "ents"],
        "protect": "deid_protect",
        "evidence": 0.8,
        "score": 0.75,
        "labels": ["PATIENT", "DOCTOR", "HOSPITAL", "ORGANIZATION", "STREET", *sorted(_ID_LABELS)],
    },
)
def create_coherence(
    nlp: Language,
    name: str,
    sources: Sequence[str],
    protect: str,
    evidence: float,
    score: float,
    labels: Sequence[str],
) -> Coherence:
    """Make the component ``deid_coherence``.

    sources: span groups (and 'ents') whose proposals are evidence.
    protect: span group of clinical terms that are never evidence; '' for none.
    evidence: least score in [0, 1] of a proposal that is good evidence.
    score: the score of what this component proposes.
    labels: labels that are carried through the document; leave one out to make an exception.
    RAISES: DeidError D011 for a score out of range or an unknown label.
    """
    check_names(name, "sources", sources, least=1)
    for setting, value in (("evidence", evidence), ("score", score)):
        if not 0 <= value <= 1:
            raise DeidError("D011", name=setting, component=name, value=value, expected="in [0, 1]")
    for label in labels:
        if label not in CATEGORY_OF:
            raise DeidError(
                "D011", name="labels", component=name, value=label, expected="PHI labels"
            )
    return Coherence(
        name,
        sources=sources,
        protect=protect,
        evidence=evidence,
        score=score,
        labels=frozenset(labels),
    )


class Coherence(SettledPipe):
    """Propose every further mention of what other detectors found with good evidence."""

    def __init__(
        self,
        name: str,
        *,
        sources: Sequence[str],
        protect: str,
        evidence: float,
        score: float,
        labels: frozenset[str],
    ) -> None:
        self.name = name
        self.sources = sources
        self.protect = protect
        self.evidence = evidence
        self.score_given = score
        self.carried = labels
        self.settle()

    def values(self) -> dict[str, Any]:
        """Give the settings, as JSON types."""
        return {
            "sources": list(self.sources),
            "protect": self.protect,
            "evidence": self.evidence,
            "score": self.score_given,
            "labels": sorted(self.carried),
        }

    def take(self, values: Mapping[str, Any]) -> None:
        """Take settings as ``values`` gives them."""
        self.sources, self.protect = values["sources"], values["protect"]
        self.evidence, self.score_given = values["evidence"], values["score"]
        self.carried = frozenset(values["labels"])

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``: whole names, their parts, initials and typing errors.

        doc: with proposals in its span groups; empty groups give an empty one.
        RAISES: DeidError D301 where no detector of ``sources`` wrote its group.
        SOURCE: future work of system 2 (a name seen once is a name everywhere in the document).
        """
        self._check_sources(doc)
        text = whole_text(doc)
        evidence = self._evidence(doc)
        found: dict[tuple[int, int], Proposal] = {}
        if evidence:
            known = merge((p.start, p.end) for p in evidence)
            for proposal in self._mentions(text, evidence):
                span = (proposal.start, proposal.end)
                if subtract(span, known):
                    found.setdefault(span, proposal)
        write_proposals(doc, self.name, [found[span] for span in sorted(found)], heard=self.sources)
        return doc

    def _check_sources(self, doc: Doc) -> None:
        """Refuse a Doc on which none of the detectors ran whose finds are to be carried on."""
        if not len(doc) or any(source in doc.spans for source in self.sources):
            return
        if "ents" not in self.sources or not doc.has_annotation("ENT_IOB"):
            document, names = doc._.deid_id or "?", ", ".join(self.sources)
            raise DeidError(
                "D301", doc=document, component=self.name, setting="sources", order=names
            )

    def _evidence(self, doc: Doc) -> list[Proposal]:
        proposals: list[Proposal] = []
        for source in self.sources:
            if source == "ents":
                proposals.extend(
                    Proposal(e.start_char, e.end_char, e.label_, 0.9, "ents") for e in doc.ents
                )
            else:
                proposals.extend(read_proposals(doc, source))
        shields = Shields(read_proposals(doc, self.protect) if self.protect else [])
        return [
            p
            for p in proposals
            if p.label in self.carried
            and p.score >= self.evidence
            and not shields.hold((p.start, p.end), p.score)
        ]

    def _mentions(self, text: str, evidence: Sequence[Proposal]) -> Iterable[Proposal]:
        names: dict[str, str] = {}
        parts: dict[str, str] = {}
        wholes: dict[str, str] = {}
        for proposal in evidence:
            written = _INVISIBLE.sub("", text[proposal.start : proposal.end])
            if proposal.label in _NAME_LABELS:
                words = _WORD.findall(written)
                if len(words) > 1:
                    wholes.setdefault(written, proposal.label)
                    for initials in _initials(words):
                        wholes.setdefault(initials, proposal.label)
                for word in words:
                    if len(word) > 2 and word.lower() not in _PARTICLES:
                        parts.setdefault(word, proposal.label)
            elif proposal.label in _ID_LABELS:
                if len(written) > 4:
                    wholes.setdefault(written, proposal.label)
            elif proposal.label in _PLACE_LABELS and len(written) > 4:
                wholes.setdefault(written, proposal.label)
        lowered = {m.group() for m in _WORD.finditer(text) if m.group().islower()}
        all_lower = text.islower()
        owners: dict[str, str] = {}
        for word, label in parts.items():
            is_word = not all_lower and word.lower() in lowered
            (owners if is_word else names)[word.lower()] = label
        yield from self._whole_mentions(text, wholes)
        yield from self._part_mentions(text, names, owners, lowered)

    def _whole_mentions(self, text: str, wholes: dict[str, str]) -> Iterable[Proposal]:
        by_lower = {whole.lower(): label for whole, label in wholes.items()}
        extents: dict[str, set[tuple[int, int]]] = {}
        for whole in wholes:
            begun = _RUN.search(whole)
            if begun:
                extents.setdefault(begun[0].lower(), set()).add((begun.start(), len(whole)))
        done = 0
        for run in _RUN.finditer(text) if extents else ():
            known = extents.get(run[0].lower(), ())
            for offset, length in sorted(known, key=lambda extent: extent[0] - extent[1]):
                start = run.start() - offset
                end = start + length
                if start < done or text[max(start - 1, 0) : start].isalnum():
                    continue
                label = by_lower.get(text[start:end].lower())
                if label is not None and not text[end : end + 1].isalnum():
                    yield self._proposal(start, end, label, "whole")
                    done = end
                    break

    def _part_mentions(
        self, text: str, by_lower: dict[str, str], owners: dict[str, str], lowered: set[str]
    ) -> Iterable[Proposal]:
        """Give the parts of names; of ``owners``, which are words too, those that own something."""
        if not by_lower and not owners:
            return
        long_names = [n for n in by_lower if len(n) >= _TYPO_LENGTH]
        all_lower = text.islower()
        judged: dict[str, str | None] = {}
        for match in _WORD.finditer(text):
            word = match.group()
            if len(word) < 3 or not (word[0].isupper() or all_lower):
                continue
            key = word.lower()
            if key in by_lower:
                yield self._proposal(match.start(), match.end(), by_lower[key], "part")
                continue
            stem = re.sub(r"['’]s$", "", key)
            label = (by_lower.get(stem) or owners.get(stem)) if stem != key else None
            if label is not None:
                yield self._proposal(match.start(), match.start() + len(stem), label, "part")
                continue
            if all_lower or len(key) < _TYPO_LENGTH - 1 or key in lowered:
                continue
            if key not in judged:
                near = (n for n in long_names if n[0] == key[0] and _one_slip(n, key))
                judged[key] = next(near, None)
            slip = judged[key]
            if slip is not None:
                yield self._proposal(match.start(), match.end(), by_lower[slip], "typo")

    def _proposal(self, start: int, end: int, label: str, rule: str) -> Proposal:
        return Proposal(start, end, label, self.score_given, f"coherence.{rule}")


def _initials(words: Sequence[str]) -> list[str]:
    """Give the dotted initials of a name: 'J.K.' and 'J. K.'; without dots they mean too much."""
    letters = [word[0].upper() for word in words if word.lower() not in _PARTICLES]
    if len(letters) < 2:
        return []
    return [".".join(letters) + ".", ". ".join(letters) + "."]


def _one_slip(a: str, b: str) -> bool:
    """Tell whether one letter added, dropped, changed or swapped turns ``a`` into ``b``."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    place = 0
    for left, right in zip(a, b, strict=False):
        if left != right:
            break
        place += 1
    rest_a, rest_b = a[place:], b[place:]
    if len(a) == len(b):
        swapped = rest_a[1:2] + rest_a[0:1] + rest_a[2:] == rest_b
        return rest_a[1:] == rest_b[1:] or swapped
    return rest_a[1:] == rest_b if len(a) > len(b) else rest_a == rest_b[1:]
