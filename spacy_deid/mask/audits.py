"""What ``deid_audit`` says of a masked document: counts and settings, nothing of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from spacy.tokens import Doc

from spacy_deid.annotations import whole_text
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.rewrite import Piece


def counted(
    doc: Doc, pieces: Sequence[Piece], policy: str, model: str, key: bytes | None
) -> dict[str, Any]:
    """Count what was done to a document.

    key: None where there is none; the document then has no fingerprint.
    """
    from spacy_deid import __version__

    methods: dict[str, Counter[str]] = {}
    for piece in pieces:
        methods.setdefault(piece.label, Counter())[piece.method] += 1
    return {
        "spans": len(pieces),
        "labels": {label: sum(counts.values()) for label, counts in sorted(methods.items())},
        "methods": {label: dict(sorted(c.items())) for label, c in sorted(methods.items())},
        "policy": policy,
        "model": model,
        "library": f"spacy_deid {__version__}",
        "fingerprint": Keyed(key).fingerprint("document", whole_text(doc)) if key else None,
    }
