"""Where documents come from: a file, standard input, a directory, a zip or a tar archive.

Archives are read in place and never unpacked, so a member cannot escape into the file system;
members with a name that tries to are refused, as are links, encrypted members and members larger
than ``LARGEST``.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from spacy_deid.errors import DeidError
from spacy_deid.errors import reason as reason

if TYPE_CHECKING:
    from typing_extensions import Self

LARGEST = 64 << 20
"""Bytes of the largest single document that is read (64 MiB)."""

BROKEN = (OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError, RuntimeError)
"""What reading a damaged file or archive raises."""
_DAMAGED = (EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile)


@dataclass(frozen=True, slots=True)
class Member:
    """One file among the inputs.

    name: path below the input, with '/'; the file's own name where the input is one file.
    place: how messages call it.
    open: gives a binary stream in a context manager.
    """

    name: str
    place: str
    open: Callable[[], AbstractContextManager[IO[bytes]]]

    @property
    def stem(self) -> str:
        """The document id that the name stands for: without suffix, percent signs resolved."""
        return unquote(str(PurePosixPath(self.name).with_suffix("")))


def unread(path: str | Path, problem: BaseException) -> DeidError:
    """Give the error of a file that the system does not read or that is no whole archive."""
    cause = "it is damaged or cut short" if isinstance(problem, _DAMAGED) else reason(problem)
    return DeidError("D004", path=path, reason=cause)


def existing(path: str | Path) -> Path:
    """Give the path of an input that exists.

    RAISES: DeidError D003; D004 for a pipe or a device, which would lose what is read of it to tell
        its format.
    """
    found = Path(path)
    if not found.exists():
        raise DeidError("D003", path=path)
    if not (found.is_file() or found.is_dir()):
        cause = "it can be read once only: save it as a file, or give it to '-'"
        raise DeidError("D004", path=path, reason=cause)
    return found


def _magic(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(4)
    except OSError as problem:
        raise DeidError("D004", path=path, reason=reason(problem)) from None


def _is_tar(path: Path, magic: bytes) -> bool:
    try:
        with gzip.open(path) if magic[:2] == b"\x1f\x8b" else path.open("rb") as stream:
            return stream.read(512)[257:262] == b"ustar"
    except BROKEN:
        return False


def kind_of(path: str | Path) -> str:
    """Tell how documents lie in an input: 'stdin', 'directory', 'zip', 'tar', 'gzip' or 'file'."""
    if str(path) == "-":
        return "stdin"
    found = existing(path)
    if found.is_dir():
        return "directory"
    magic = _magic(found)
    if magic in (b"PK\x03\x04", b"PK\x05\x06"):
        return "zip"
    if _is_tar(found, magic):
        return "tar"
    return "gzip" if magic[:2] == b"\x1f\x8b" else "file"


def wanted(name: str, suffixes: tuple[str, ...]) -> bool:
    """Tell whether a file of a directory or archive is one of the format's, and not hidden."""
    parts = PurePosixPath(name).parts
    if any(part.startswith((".", "__MACOSX")) and part not in (".", "..") for part in parts):
        return False
    return not suffixes or name.lower().endswith(suffixes)


def _escapes(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\0" in name


def unfollowed(path: str | Path) -> list[str]:
    """Give the links below a directory that ``members`` passes over: to folders, or to nothing.

    RETURNS: names below the directory with '/', in order, hidden ones aside; none for what is no
        directory.
    """
    found = []
    for folder, folders, files in os.walk(path):
        for name in (*folders, *files):
            full = Path(folder, name)
            if full.is_symlink() and not full.is_file():
                found.append(full.relative_to(path).as_posix())
    return sorted(name for name in found if wanted(name, ()))


def _directory(path: Path, suffixes: tuple[str, ...]) -> Iterator[Member | DeidError]:
    closed: list[OSError] = []
    for folder, folders, files in os.walk(path, onerror=closed.append):
        folders.sort()
        for file in sorted(files):
            full = Path(folder, file)
            name = full.relative_to(path).as_posix()
            if wanted(name, suffixes) and full.is_file():
                yield Member(name, str(full), lambda full=full: full.open("rb"))  # type: ignore[misc]
    for problem in closed:
        yield DeidError("D004", path=problem.filename, reason=reason(problem))


def _zip(path: Path, suffixes: tuple[str, ...]) -> Iterator[Member | DeidError]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            place = f"{path}!{info.filename}"
            if info.is_dir() or not wanted(info.filename, suffixes):
                continue
            if _escapes(info.filename):
                yield DeidError("D110", path=path)
            elif info.flag_bits & 1:
                yield DeidError("D111", path=place, reason="it is encrypted")
            else:
                yield Member(info.filename, place, lambda info=info: archive.open(info))  # type: ignore[misc]


class _Header(tarfile.TarInfo):
    """A header of an archive; damaged ones are errors, where tarfile takes them for its end."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as problem:
            raise tarfile.ReadError(str(problem)) from None


def _tar(path: Path, suffixes: tuple[str, ...]) -> Iterator[Member | DeidError]:
    with tarfile.open(path, "r|*", tarinfo=_Header) as archive:
        for info in archive:
            archive.members = []  # type: ignore[attr-defined]  # it would keep every header
            place = f"{path}!{info.name}"
            if info.isdir() or not wanted(info.name, suffixes):
                continue
            stream = archive.extractfile(info) if info.isfile() else None
            if _escapes(info.name):
                yield DeidError("D110", path=path)
            elif stream is None:
                yield DeidError("D111", path=place, reason="it is not a regular file")
            else:
                name = info.name.removeprefix("./")
                yield Member(name, place, lambda stream=stream: stream)  # type: ignore[misc]


def members(path: str | Path, suffixes: tuple[str, ...]) -> Iterator[Member | DeidError]:
    """Give the files of an input, one at a time.

    path: a file, '-' for standard input, a directory (with its subdirectories, in the order of
        names), a zip, tar or tar.gz archive, or a gzipped file.
    suffixes: of the files to take from directories and archives; () takes all.
    RETURNS: members, each to be read before the next is asked for, and a DeidError for each member
        of an archive that is refused and for what is damaged behind others.
    RAISES: DeidError D003; D004 where there is nothing to be read.
    """
    kind = kind_of(path)
    if kind == "stdin":
        yield Member("stdin", "standard input", lambda: nullcontext(sys.stdin.buffer))
        return
    found = Path(path)
    if kind == "file":
        yield Member(found.name, str(path), lambda: found.open("rb"))
        return
    if kind == "gzip":
        yield Member(found.name.removesuffix(".gz"), str(path), lambda: gzip.open(found))  # type: ignore[arg-type,return-value]
        return
    walk = {"directory": _directory, "zip": _zip, "tar": _tar}[kind]
    begun = False
    try:
        for member in walk(found, suffixes):
            begun = True
            yield member
    except BROKEN as problem:
        if not begun:
            raise unread(path, problem) from None
        yield unread(path, problem)


def read_bytes(member: Member, largest: int = LARGEST) -> bytes:
    """Read one document whole.

    RAISES: DeidError D004; D112 where it is larger than ``largest`` bytes.
    """
    try:
        with member.open() as stream:
            data = stream.read(largest + 1)
    except BROKEN as problem:
        raise unread(member.place, problem) from None
    if len(data) > largest:
        raise DeidError("D112", path=member.place, limit=largest >> 20)
    return data


def peeked(stream: IO[bytes]) -> Any:
    """Give a stream that can show its beginning without using it up."""
    return stream if hasattr(stream, "peek") else io.BufferedReader(cast(Any, stream))
