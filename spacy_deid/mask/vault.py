"""The vault: what stood in a document's masked spans, encrypted, one line per document."""

from __future__ import annotations

import base64
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import srsly
from spacy.tokens import Doc

from spacy_deid.annotations import DECISION, whole_text
from spacy_deid.errors import DeidError, reason, required
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.rewrite import disjoint
from spacy_deid.proposals import read_proposals

_HEADER = {"vault": "spacy_deid", "version": 1}
_NONCE_BYTES = 12


def _cipher(key: bytes) -> Any:
    ciphers = required(
        "cryptography.hazmat.primitives.ciphers.aead",
        component="the vault",
        package="cryptography",
        extra="vault",
    )
    return ciphers.AESGCM(Keyed(key).digest("vault"))


def _associated(doc_id: str) -> bytes:
    return b"spacy_deid vault 1\0" + doc_id.encode("utf-8")


@contextmanager
def open_vault(path: str | Path, key: bytes | None) -> Iterator[Callable[[str, Doc], None]]:
    """Open a vault for writing; it takes its name only when everything is written.

    path: a file, also where a link leads. Documents that a vault of this key holds there already
        stay in it, also beside others of the same id: what is the same is sealed once.
    key: the masker's; AES-256-GCM with a key derived from it.
    RETURNS: a function of id and masked Doc that seals what stood in the Doc's spans.
    RAISES: DeidError D404 without a key, D014 without the package cryptography, D008 where the
        file cannot be made, as in the place of a folder, a device or a pipe, D405 where a file
        lies there that is no vault of this key: it is never written over.
    """
    if key is None:
        raise DeidError("D404", path=path)
    cipher, keyed = _cipher(key), Keyed(key)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise DeidError("D008", path=path, reason="it is no ordinary file")
    vault = Vault(target, key) if target.exists() else None
    held = vault.sealed if vault else {}
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as lines:
            header = {**_HEADER, "check": keyed.fingerprint("vault-check")}
            lines.write(srsly.json_dumps(header) + "\n")

            def seal(doc_id: str, doc: Doc) -> None:
                masked = keyed.fingerprint("masked", doc._.deid_text, digits=64)
                spans = entries(doc)
                content = srsly.json_dumps({"masked": masked, "spans": spans})
                nonce = os.urandom(_NONCE_BYTES)
                sealed = cipher.encrypt(nonce, content.encode("utf-8"), _associated(doc_id))
                line = {"id": doc_id, "sealed": base64.b64encode(nonce + sealed).decode("ascii")}
                lines.write(srsly.json_dumps(line) + "\n")
                if vault and doc_id in held:
                    sealed_before, held[doc_id] = held[doc_id], []
                    for one in sealed_before:
                        if vault.open(doc_id, one) != (masked, spans):
                            held[doc_id].append(one)

            yield seal
            for doc_id, versions in held.items():
                for one in versions:
                    lines.write(srsly.json_dumps({"id": doc_id, "sealed": one}) + "\n")
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def entries(doc: Doc) -> list[list[Any]]:
    """Give [start, end, original] for every span of the masked text."""
    text = whole_text(doc)
    originals = disjoint(text, read_proposals(doc, DECISION))
    return [
        [start, end, text[span.start : span.end]]
        for (start, end, *_), span in zip(doc._.deid_spans, originals, strict=True)
    ]


def _row(line: str) -> dict[str, Any]:
    """Read a line of a vault; what is no object gives an empty one."""
    try:
        found = srsly.json_loads(line)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


class Vault:
    """A vault that was written before; documents are opened one by one."""

    def __init__(self, path: str | Path, key: bytes) -> None:
        """Read the sealed lines.

        RAISES: DeidError D003 or D004 for a file that is missing or unreadable, D405 for one that
            is no vault, has another key or a damaged line.
        """
        self.path = Path(path)
        if not self.path.exists():
            raise DeidError("D003", path=path)
        try:
            lines = self.path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        except OSError as problem:
            raise DeidError("D004", path=path, reason=reason(problem)) from None
        except UnicodeDecodeError:
            raise DeidError("D405", path=path, reason="it is not a vault") from None
        rows = [_row(line) for line in lines]
        self._keyed, self._cipher = Keyed(key), _cipher(key)
        header = rows[0] if rows else {}
        if {name: header.get(name) for name in _HEADER} != _HEADER:
            raise DeidError("D405", path=path, reason="it is not a vault")
        if header.get("check") != self._keyed.fingerprint("vault-check"):
            raise DeidError("D405", path=path, reason="it was sealed with another key")
        self.sealed: dict[str, list[str]] = {}
        """What is sealed, by document id: a line for every original of that id."""
        for number, row in enumerate(rows[1:], 2):
            doc_id, sealed = row.get("id"), row.get("sealed")
            if not isinstance(doc_id, str) or not isinstance(sealed, str):
                raise DeidError("D405", path=path, reason=f"line {number} is damaged")
            self.sealed.setdefault(doc_id, []).append(sealed)
        self._files = {name.partition("/")[0] for name in self.sealed}

    def __len__(self) -> int:
        return len(self.sealed)

    def held_as(self, doc_id: str, file: str) -> str:
        """Give the id under which a document lies here if its file was named anew after masking.

        file: the name now, which is the id or stands in it before the first '/'; '' for none.
        RETURNS: the id with the name that the file had, where all documents here are of one file
            and none has the id; else ``doc_id``.
        """
        named = bool(file) and (doc_id == file or doc_id.startswith(f"{file}/"))
        if not named or doc_id in self.sealed or len(self._files) != 1:
            return doc_id
        (before,) = self._files
        return before + doc_id[len(file) :]

    def in_order(self, masked: Sequence[str]) -> list[str]:
        """Find documents without ids of their own, rows that are but numbered, by their text.

        masked: the masked texts, in the order in which they were written. Rows that failed or hold
            nothing are not among them, so that their numbers say little.
        RETURNS: the id under which each lies here, '' for a text that was not written. Of several
            that are masked alike the first is the first, where as many are here as there.
        RAISES: DeidError D410 where there are more or fewer of them and their originals differ,
            D405 for a line that was tampered with.
        """
        if not masked:
            return []
        held: dict[str, list[tuple[str, list[list[Any]]]]] = {}
        for doc_id, lines in self.sealed.items():
            for line in lines:
                mark, spans = self.open(doc_id, line)
                held.setdefault(mark, []).append((doc_id, spans))
        marks = [self._keyed.fingerprint("masked", text, digits=64) for text in masked]
        wanted, seen = Counter(marks), Counter[str]()
        found = []
        for mark in marks:
            alike = held.get(mark, [])
            if any(spans != alike[0][1] for _, spans in alike) and len(alike) != wanted[mark]:
                raise DeidError("D410", doc=alike[0][0], path=self.path)
            place = min(seen[mark], len(alike) - 1)
            found.append(alike[place][0] if alike else "")
            seen[mark] += 1
        return found

    def restore(self, doc_id: str, masked: str) -> str:
        """Give the original text of a masked document.

        RAISES: DeidError D406 for a document that the vault does not hold, D405 for a line that was
            tampered with, D407 where the masked text is not the one that was written, D410 where
            several originals have it.
        """
        if doc_id not in self.sealed:
            raise DeidError("D406", path=self.path, doc=doc_id)
        wanted = self._keyed.fingerprint("masked", masked, digits=64)
        opened = [self.open(doc_id, sealed) for sealed in self.sealed[doc_id]]
        fitting = [spans for mark, spans in opened if mark == wanted]
        if not fitting:
            raise DeidError("D407", doc=doc_id)
        spans = fitting[0]
        if any(other != spans for other in fitting):
            raise DeidError("D410", doc=doc_id, path=self.path)
        parts: list[str] = []
        place = 0
        for start, end, original in spans:
            parts += (masked[place:start], original)
            place = end
        return "".join((*parts, masked[place:]))

    def open(self, doc_id: str, sealed: str) -> tuple[str, list[list[Any]]]:
        """Open one line: the mark of the masked text, and [start, end, original] of its spans.

        RAISES: DeidError D405 for a line that was tampered with.
        """
        from cryptography.exceptions import InvalidTag

        try:
            raw = base64.b64decode(sealed, validate=True)
            content = self._cipher.decrypt(
                raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], _associated(doc_id)
            )
        except (InvalidTag, ValueError):
            reason = f"the line of document {doc_id} was changed"
            raise DeidError("D405", path=self.path, reason=reason) from None
        opened = srsly.json_loads(content.decode("utf-8"))
        return str(opened["masked"]), list(opened["spans"])
