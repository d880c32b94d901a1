"""The compact data files: countries under ``origins/``, words under ``words/``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from spacy_deid.errors import DeidError
from spacy_deid.synthesize.dice import Choices, Pool, read_choices

FOLDER = Path(__file__).parent
ENGLISH = ("US", "CA", "GB", "IE", "AU", "NZ", "ZA", "NG", "KE", "GH", "IN", "PH")
"""Countries whose hospitals and houses carry English words."""

NUMERIC = {
    "DMY": "dd/MM/yyyy*7, d/M/yyyy*4, dd/MM/yy*3, d/M/yy*2, dd-MM-yyyy*2, dd.MM.yyyy*2, d.M.yy*1",
    "MDY": "MM/dd/yyyy*6, M/d/yyyy*6, M/d/yy*5, MM/dd/yy*4, MM-dd-yyyy*2, M-d-yy*1, MM.dd.yyyy*1",
    "YMD": "yyyy-MM-dd*6, yyyy/MM/dd*4, yyyy.MM.dd*2, yyyy/M/d*2",
}
WRITTEN = {
    "DMY": "d MMMM yyyy*8, do MMMM yyyy*2, do of MMMM yyyy*1, d MMM yyyy*3, d MMMM, yyyy*1",
    "MDY": "MMMM d, yyyy*8, MMM d, yyyy*3, MMMM do, yyyy*2, MMM. d, yyyy*1, MMMM d yyyy*2, "
    "MMM d yyyy*1, MMMM do yyyy*1",
    "YMD": "d MMMM yyyy*3, MMMM d, yyyy*4, MMM d, yyyy*2, yyyy MMM d*1",
}
SHORT = {
    "DMY": "d MMMM*5, d MMM*3, do MMMM*2, dd/MM*3, d/M*3, dd.MM*1, ddMMM*1, ddUUU*1, "
    "do of MMMM*1, MMMM do*1",
    "MDY": "M/d*6, MM/dd*2, MMM d*3, MMMM d*5, MMMM do*4, M-d*1, MMM. d*1, ddMMM*1, do of MMMM*1",
    "YMD": "MM/dd*3, M/d*3, d MMMM*3, MMMM d*4, MM-dd*1, MMM d*2, dd MMM*1",
}
LONG = {
    "DMY": "EEEE d MMMM yyyy*4, EEEE, d MMMM yyyy*3, EEE d MMM yyyy*2, EEEE dd/MM/yyyy*2, "
    "EEEE, do MMMM*1, EEEE d MMMM*2, EEEE do of MMMM*1, EEE dd/MM/yy*1",
    "MDY": "EEEE, MMMM d, yyyy*5, EEEE, MMMM d*3, EEE M/d/yy*2, EEEE M/d/yyyy*2, EEEE, M/d/yy*1, "
    "EEEE MMMM do*2, EEE., MMM d, yyyy*1, EEEE afternoon, M/d/yyyy*1",
    "YMD": "EEEE, MMMM d, yyyy*3, EEEE d MMMM yyyy*3, EEE yyyy-MM-dd*2, EEEE, d MMMM*2",
}


def read_sections(path: Path) -> dict[str, list[str]]:
    """Read a data file: ``key: value`` lines, then ``[section]`` parts of names between commas.

    RETURNS: section to names; what stands before the first section under '' line by line.
    """
    sections: dict[str, list[str]] = {"": []}
    current = sections[""]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            current = sections.setdefault(line[1:-1], [])
        elif current is sections[""]:
            current.append(line)
        elif line:
            current.extend(item.strip() for item in line.rstrip(",").split(", ") if item.strip())
    return sections


@dataclass(slots=True)
class Country:
    """Names, places and customs of one country.

    code: ISO 3166 alpha-2.
    facts: every line of the file's head, by key.
    lists: the values of those lines that are lists (between semicolons).
    pools: 'first.f', 'first.m', 'last', 'last.f', 'cities'.
    dates: date formats by family: num, text, short, long, iso, dmon.
    minorities: countries whose names are met there, with weights; None without any.
    """

    code: str
    facts: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    pools: dict[str, Pool]
    dates: dict[str, Choices]
    minorities: Choices | None

    def rate(self, key: str) -> float:
        """Give a probability among the facts; 0 where it is not named."""
        return float(self.facts.get(key, "0"))


def _dates(facts: dict[str, str]) -> dict[str, Choices]:
    custom = facts["custom"]
    tables = {
        "num": facts.get("num", NUMERIC[custom]),
        "text": facts.get("text", WRITTEN[custom]),
        "short": facts.get("short", SHORT[custom]),
        "long": LONG[custom],
        "iso": "yyyy-MM-dd*10, yyyy/MM/dd*2, yyyyMMdd*2",
        "dmon": "dd-MMM-yyyy*8, ddMMMyyyy*5, dd MMM yyyy*5, d-MMM-yyyy*2, dd-MMM-yy*2, ddMMMyy*1, "
        "dd/MMM/yyyy*1, dd-UUU-yyyy*4, ddUUUyyyy*4, dd UUU yyyy*2",
    }
    if "alt" in facts:
        tables["num"] += ", " + NUMERIC[facts["alt"]]
    return {family: read_choices(line) for family, line in tables.items()}


@cache
def country(code: str) -> Country:
    """Read one country of ``origins/``.

    RAISES: DeidError D704 for a code that has no file there.
    """
    path = FOLDER / "origins" / f"{code}.txt"
    if code not in codes():
        raise DeidError("D704", origin=code, known=", ".join(codes()))
    sections = read_sections(path)
    facts = {}
    for line in sections.pop(""):
        key, _, value = line.partition(": ")
        if value:
            facts[key.strip()] = value.strip()
    lists = {key: tuple(p.strip() for p in value.split(";")) for key, value in facts.items()}
    lists["addresses"] = tuple(p.strip() for p in facts["address"].split(" | "))
    minorities = None
    if facts.get("minorities"):
        pairs = [pair.split() for pair in facts["minorities"].split(",")]
        minorities = Choices([(code, int(weight)) for code, weight in pairs])
    pools = {key: Pool(names) for key, names in sections.items()}
    return Country(code, facts, lists, pools, _dates(facts), minorities)


@lru_cache(maxsize=1)
def codes() -> tuple[str, ...]:
    """Give the codes of all countries, in alphabetical order."""
    return tuple(sorted(path.stem for path in (FOLDER / "origins").glob("??.txt")))


@lru_cache(maxsize=1)
def words() -> dict[str, tuple[str, ...]]:
    """Give all word lists of ``words/`` by section."""
    merged: dict[str, tuple[str, ...]] = {}
    for path in sorted((FOLDER / "words").glob("*.txt")):
        merged.update({key: tuple(names) for key, names in read_sections(path).items() if key})
    return merged


@lru_cache(maxsize=1)
def nicknames() -> dict[str, tuple[str, ...]]:
    """Give short forms by first name."""
    table = {}
    for entry in "; ".join(words()["nick"]).split("; "):
        name, _, short = entry.partition(": ")
        if short:
            table[name] = tuple(short.split())
    return table
