"""Settings of a component that were changed at run time and are saved with the pipeline."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

import srsly
from spacy.pipeline import Pipe

_FILE = "settings.json"
Own = TypeVar("Own", bound="SettledPipe")


class SettledPipe(Pipe):
    """A component whose state are its settings.

    What was changed is saved, and goes before the config of the same values when it is loaded:
    another value in the config goes before what was saved.
    """

    _configured: dict[str, Any]

    @abstractmethod
    def values(self) -> dict[str, Any]:
        """Give the settings, as JSON types."""

    @abstractmethod
    def take(self, values: Mapping[str, Any]) -> None:
        """Take settings as ``values`` gives them."""

    def settle(self) -> None:
        """Note the settings as those of the config; the last line of a constructor."""
        self._configured = deepcopy(self.values())

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Give the settings that were changed at run time."""
        return bytes(srsly.msgpack_dumps(self._changed()))

    def from_bytes(self: Own, data: bytes, *, exclude: Iterable[str] = ()) -> Own:
        """Take back what ``to_bytes`` gave."""
        return self._restored(srsly.msgpack_loads(data))

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the settings that were changed at run time."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _FILE).write_text(json.dumps(self._changed()), encoding="utf-8")

    def from_disk(self: Own, path: str | Path, *, exclude: Iterable[str] = ()) -> Own:
        """Read what ``to_disk`` wrote."""
        file = Path(path) / _FILE
        # srsly reads 0.3 as another number
        saved = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return self._restored(saved)

    def _changed(self) -> dict[str, list[Any]]:
        now = self.values()
        return {
            name: [value, now[name]]
            for name, value in self._configured.items()
            if now[name] != value
        }

    def _restored(self: Own, changed: Mapping[str, Any]) -> Own:
        values = deepcopy(self._configured)
        for name, (was, now) in changed.items():
            if values.get(name) == was:
                values[name] = now
        self.take(values)
        return self
