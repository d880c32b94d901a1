"""Lists on disk and in a model: folders with items, exceptions and a note on their licence.

``<list>/items.txt`` or ``items.txt.gz`` holds one entry a line, optionally a tab and a whole
number; ``exceptions.txt`` holds entries to leave out; ``licence.txt`` says where they come from.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import srsly

from spacy_deid.errors import DeidError

EMBEDDED = Path(__file__).parent.parent / "lists"
"""The lists of the package itself."""


def read_lists(path: str | Path | None = None) -> dict[str, str]:
    """Read every list of a folder.

    path: a folder of list folders; the package's own for None. A list missing there is taken from
        the package, so that a user can bring one list of their own.
    RETURNS: list name to its entries, one a line.
    RAISES: DeidError D220 where the folder or a list in it cannot be read.
    """
    found = read_folder(EMBEDDED)
    if path is not None:
        found.update(read_folder(Path(path)))
    return found


def read_folder(folder: Path) -> dict[str, str]:
    """Read the lists of one folder, without the package's own.

    RETURNS: list name to its entries, one a line.
    RAISES: DeidError D220 where the folder or a list in it cannot be read.
    """
    if not folder.is_dir():
        raise DeidError("D220", path=folder, reason="not a folder")
    found: dict[str, str] = {}
    for part in sorted(folder.iterdir()):
        if not part.is_dir() or part.name.startswith(("_", ".")):
            continue
        try:
            packed, plain = part / "items.txt.gz", part / "items.txt"
            if packed.exists():
                body = gzip.decompress(packed.read_bytes()).decode("utf-8")
            else:
                body = plain.read_text(encoding="utf-8")
            left_out = part / "exceptions.txt"
            exceptions = left_out.read_text(encoding="utf-8") if left_out.exists() else ""
        except (OSError, EOFError, zlib.error) as problem:
            reason = getattr(problem, "strerror", None) or "damaged file"
            raise DeidError("D220", path=part, reason=reason) from None
        except UnicodeDecodeError as problem:
            raise DeidError("D220", path=part, reason=f"not UTF-8, byte {problem.start}") from None
        drop = {line.strip() for line in exceptions.splitlines()}
        if drop - {""}:
            kept = (line for line in body.splitlines() if line.split("\t")[0] not in drop)
            body = "\n".join(kept)
        found[part.name] = body
    return found


def entries(body: str) -> Iterator[tuple[str, int | None]]:
    """Give the entries of one list with their numbers, None where they have none."""
    for line in body.split("\n"):
        if not line:
            continue
        key, tab, number = line.partition("\t")
        yield key, int(number) if tab else None


def words(body: str) -> list[str]:
    """Give the entries of a list, without numbers or empty lines."""
    return [key for key, _ in entries(body)]


def pack(lists: Mapping[str, str]) -> bytes:
    """Put lists into a compact form; the same lists give the same bytes."""
    return zlib.compress(srsly.msgpack_dumps(dict(sorted(lists.items()))), 9)


def unpack(body: bytes) -> dict[str, str]:
    """Read what ``pack`` wrote.

    RAISES: DeidError D221 where the bytes are not such lists.
    """
    try:
        lists = srsly.msgpack_loads(zlib.decompress(body))
    except (zlib.error, ValueError):
        raise DeidError("D221", size=len(body)) from None
    if not isinstance(lists, dict):
        raise DeidError("D221", size=len(body))
    return lists
