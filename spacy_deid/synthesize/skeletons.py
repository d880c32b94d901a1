"""Read report skeletons, check them, and say which part of the split they are in."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from spacy_deid.errors import DeidError
from spacy_deid.synthesize.lists import FOLDER, codes
from spacy_deid.synthesize.pieces import Slot
from spacy_deid.synthesize.slots import is_known

GENRES = (
    "company_e2b",
    "pharmacist_referral",
    "physician_letter",
    "consumer_letter",
    "phone_note",
    "poison_centre",
    "nurse_note",
    "follow_up",
    "trial_sae",
    "literature_case",
    "discharge_summary",
    "progress_note",
    "lawyer_letter",
    "translated",
)
SPLITS = ("train", "dev", "test")
HEADERS = frozenset(
    ("genre", "origin", "sex", "age", "tags", *(f"relative{n}" for n in range(1, 10)))
)

_PART = re.compile(r"\{([^{}]*)\}|\[\[([^\[\]]*)\]\]")
_LITERAL = re.compile(r"(?:lit:([A-Z_]+)|(trap)):(.+)", re.DOTALL)
_SLOT = re.compile(
    r"([a-z][a-z_]*?)(\d*)(?:\.([A-Za-z][a-z_]*))?(?::?([+-]\d+)([+-]\d+)?)?(?:\|([a-z]+))?"
)
_AGE = re.compile(r"(\d+)(m?)\s*-\s*(\d+)(m?)")

Node = str | Slot | list[list["str | Slot"]]
"""Text, a slot, or the parts of which one is taken."""


@dataclass(slots=True)
class Skeleton:
    """A report without its identifiers.

    name: '<genre>/<file name>'. origins: codes of countries, () for any.
    ages: lowest and highest age and their unit. relations: relation by number of the relative.
    """

    name: str
    genre: str
    origins: tuple[str, ...]
    sex: str
    ages: tuple[int, int, str]
    relations: dict[int, str]
    tags: tuple[str, ...]
    nodes: list[Node]

    @property
    def split(self) -> str:
        """Give 'train', 'dev' or 'test'."""
        return split_of(self.name)


def split_of(name: str) -> str:
    """Give the part of the split that a skeleton is in, by its name alone: 80, 10 and 10 %."""
    bucket = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 10
    return "train" if bucket < 8 else SPLITS[bucket - 7]


def parse_slot(source: str, path: str, line: int) -> Slot:
    """Read what stands between braces.

    RAISES: DeidError D702 where there is no such slot, part or style.
    """
    literal = _LITERAL.fullmatch(source)
    if literal:
        kind, trap, text = literal.groups()
        slot = Slot("trap" if trap else "lit", 1, kind or "", 0, 0, "", text, source)
    else:
        found = _SLOT.fullmatch(source)
        if not found:
            raise DeidError("D702", path=path, line=line, slot=source)
        name, number, part, offset, offset2, style = found.groups()
        slot = Slot(
            name,
            int(number or 1),
            part or "",
            int(offset or 0),
            int(offset2 or 0),
            style or "",
            "",
            source,
        )
    if not is_known(slot):
        raise DeidError("D702", path=path, line=line, slot=source)
    return slot


def _parse_flat(text: str, path: str, line: int) -> list[str | Slot]:
    parts: list[str | Slot] = []
    for index, part in enumerate(re.split(r"\{([^{}]*)\}", text)):
        if index % 2:
            parts.append(parse_slot(part, path, line + text.count("\n", 0, text.find(part))))
        elif part:
            if any(mark in part for mark in ("{", "}", "[[", "]]")):
                raise DeidError("D703", path=path, line=line)
            parts.append(part)
    return parts


def parse_text(text: str, path: str, line: int = 1) -> list[Node]:
    """Read the body of a skeleton.

    path, line: where the text starts, for messages.
    RAISES: DeidError D702 for an unknown slot, D703 for braces or brackets without a partner.
    """
    nodes: list[Node] = []
    for index, part in enumerate(re.split(r"\[\[((?:[^\[\]]|\[(?!\[)|\](?!\]))*)\]\]", text)):
        if index % 2:
            nodes.append([_parse_flat(way, path, line) for way in _ways(part)])
        else:
            nodes.extend(_parse_flat(part, path, line))
        line += part.count("\n")
    return nodes


def _ways(part: str) -> list[str]:
    """Split at the bars that stand outside braces."""
    ways, depth, start = [], 0, 0
    for place, mark in enumerate(part):
        depth += {"{": 1, "}": -1}.get(mark, 0)
        if mark == "|" and not depth:
            ways.append(part[start:place])
            start = place + 1
    return [*ways, part[start:]]


def parse_skeleton(text: str, name: str, path: str) -> Skeleton:
    """Read a skeleton file's content.

    RAISES: DeidError D701 for a header that is wrong or missing; D702, D703 as ``parse_text``.
    """
    head, mark, body = text.partition("\n---\n")
    if not mark:
        raise DeidError("D701", path=path, line=1, reason="no line '---' ends the header")
    values: dict[str, str] = {}
    for number, line in enumerate(head.splitlines(), 1):
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in HEADERS:
            raise DeidError("D701", path=path, line=number, reason="not one of its keys")
        values[key.strip()] = value.strip()
    genre = name.split("/")[0]
    if values.get("genre") != genre or genre not in GENRES:
        raise DeidError("D701", path=path, line=1, reason="genre is not that of the folder")
    ages = (18, 90, "year")
    if "age" in values:
        found = _AGE.fullmatch(values["age"])
        if not found:
            raise DeidError("D701", path=path, line=1, reason="age is not like 18-70 or 2m-11m")
        ages = (int(found[1]), int(found[3]), "month" if found[4] else "year")
    sex = {"female": "F", "male": "M"}.get(values.get("sex", ""), "")
    if "sex" in values and not sex:
        raise DeidError("D701", path=path, line=1, reason="sex is not female or male")
    origins = tuple(o.strip() for o in values.get("origin", "").split(",") if o.strip())
    if not set(origins) <= set(codes()):
        raise DeidError("D701", path=path, line=1, reason="origin is not a known country")
    relations = {int(k[8:]): v for k, v in values.items() if k.startswith("relative")}
    tags = tuple(t.strip() for t in values.get("tags", "").split(",") if t.strip())
    nodes = parse_text(body.strip("\n"), path, head.count("\n") + 3)
    return Skeleton(name, genre, origins, sex, ages, relations, tags, nodes)


@lru_cache(maxsize=1)
def load_skeletons() -> tuple[Skeleton, ...]:
    """Read all skeletons of the package, in the order of their names."""
    folder = FOLDER / "skeletons"
    found: list[tuple[str, Path]] = sorted(
        (f"{path.parent.name}/{path.stem}", path) for path in folder.glob("*/*.txt")
    )
    return tuple(
        parse_skeleton(path.read_text(encoding="utf-8"), name, f"skeletons/{name}.txt")
        for name, path in found
    )
