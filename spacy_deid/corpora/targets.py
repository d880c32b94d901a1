"""Where documents go: written to a temporary name beside the target and renamed on success."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.parse import quote

from spacy_deid.corpora.inputs import reason
from spacy_deid.errors import DeidError

_PARTIAL = ".part"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_UNSAFE = re.compile(r'[%\\:*?"<>|\x00-\x1f\x7f]|^\.|^ |[. ]$')


def file_name(identifier: str) -> str:
    r"""Turn a document id into a relative path that stays below its directory.

    Each part between '/' keeps its characters but for those that file systems refuse, which become
    percent escapes (``inputs.Member.stem`` resolves them).
    identifier: any id; '..', 'C:\x' and the like become plain names.
    RAISES: DeidError D120 where a part is empty or too long for a file name.
    """
    parts = []
    for part in identifier.split("/"):
        safe = _UNSAFE.sub(lambda match: quote(match[0], safe=""), part)
        safe = re.sub(r"^\.|[. ]$|^ ", lambda match: f"%{ord(match[0]):02X}", safe)
        if _RESERVED.match(safe):
            safe = f"%{ord(safe[0]):02X}{safe[1:]}"
        if not safe or len(safe.encode("utf-8", errors="replace")) > 200:
            raise DeidError("D120", doc=identifier[:40])
        parts.append(safe)
    return "/".join(parts)


def suffix_of(path: str | Path) -> str:
    """Give the suffix that tells a target's format: in lower case, that before ``.gz``."""
    return Path(Path(path).name.lower().removesuffix(".gz")).suffix


def make_folder_of(path: str) -> None:
    """Make the folder that a file is to stand in, and those above it.

    RAISES: DeidError D008 where it cannot be made.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None


def leftovers(path: str | Path) -> list[Path]:
    """Give what runs that were killed left of a target under its temporary names.

    They may hold text of documents; those of a run that is at work are among them.
    path: a file or a directory, there or not; '-' has none.
    """
    target = Path(os.path.realpath(path))
    if str(path) == "-":
        return []
    name = re.compile(rf"\.{re.escape(target.name)}\.\w+{re.escape(_PARTIAL)}")
    found: list[Path] = []
    for folder in (target.parent, target):
        with suppress(OSError):
            found += (entry for entry in folder.iterdir() if name.fullmatch(entry.name))
    return sorted(found)


@contextmanager
def new_file(path: str, *, private: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that takes its name only when everything was written.

    path: the target, gzipped where its name ends in ``.gz``; '-' for standard output. An existing
        file is replaced, where a link leads; a device or a pipe is written to.
    private: a file that is new can be read by its owner alone.
    RAISES: DeidError D008 where it cannot be written. After any exception nothing is left behind.
    """
    if path == "-":
        with _standard_output() as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                yield stream
            return
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=_PARTIAL, dir=target.parent
        )
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            if target.suffix.lower() == ".gz":
                with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield stream
        _keep_mode(name, target, private=private)
        os.replace(name, target)
    except BrokenPipeError:  # of standard output, if this is written beside it
        raise
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def _standard_output() -> Iterator[IO[bytes]]:
    place = "standard output"
    if sys.stdout is None:
        raise DeidError("D008", path=place, reason="it is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        sys.stdout = None  # it would be flushed again at the end
        raise DeidError("D008", path=place, reason=reason(problem)) from None


def _keep_mode(name: str, target: Path, *, private: bool) -> None:
    """Give the new file the rights that a plainly opened one would have, or its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    usual = 0o600 if private else 0o666 & ~mask
    os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else usual)


class Folder:
    """A directory in the making."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def put(self, name: str, data: bytes) -> None:
        """Write one file.

        name: relative, as ``file_name`` makes it.
        """
        path = self._place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@contextmanager
def new_folder(path: str) -> Iterator[Folder]:
    """Open a directory whose files appear only when all of them were written.

    path: the target, also where a link leads or a file system of its own begins; files that it
        already holds stay unless one of the same name comes.
    RAISES: DeidError D008. After any exception nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    try:
        if path == "-" or (target.exists() and not target.is_dir()):
            raise NotADirectoryError(20, "a directory is needed here")
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target if target.is_dir() else target.parent  # renaming stays on a file system
        name = tempfile.mkdtemp(prefix=f".{target.name}.", suffix=_PARTIAL, dir=beside)
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None
    partial = Path(name)
    try:
        yield Folder(partial)
        target.mkdir(exist_ok=True)
        for folder, _, files in os.walk(partial):
            place = target / Path(folder).relative_to(partial)
            place.mkdir(exist_ok=True)
            for file in files:
                os.replace(Path(folder, file), place / file)
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
