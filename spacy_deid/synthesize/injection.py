"""Work identifying sentences and phrases into real narratives; their own gold moves along."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.edits import apply
from spacy_deid.synthesize.generator import record_of
from spacy_deid.synthesize.lists import FOLDER, codes, country
from spacy_deid.synthesize.presets import add_noise, check_noise
from spacy_deid.synthesize.rendering import Draft, Mark, render
from spacy_deid.synthesize.scene import Scene
from spacy_deid.synthesize.skeletons import SPLITS, Node, parse_text, split_of

_HEAD = re.compile(r"\[([a-z]+)((?: [A-Za-z]+)*)\]")
_BORDER = re.compile(r"(?<=[.!?])[ \t]+(?=[A-Z(\"])|(?:\r?\n)+")
_PATIENT = re.compile(r"\b(?:[Tt]he patient|[Pp]atient|[Pp]t)\b(?= [a-z])")
_FIRST_WORD = re.compile(r"(?:(?<=[.!?] )|(?<=\n)|^)(?:The patient|Patient|Pt)\b(?= [a-z])")
_FIRST_PERSON = re.compile(r"\b(?:I|I've|I'm|my|My|me)\b")
_SHE, _HE = (
    re.compile(r"(?i)\b(?:she|her|female|woman)\b"),
    re.compile(r"(?i)\b(?:he|his|male|man)\b"),
)
_YEAR = re.compile(r"\b(?:19[89]|20[012])\d\b")
_AGE = re.compile(r"\b(\d{1,2})[- ]?(?:y(?:ea)?r|y/?o)")
_OF_OLD, _OF_ADULT = ("son", "daughter", "nephew"), ("mother", "father", "mother-in-law")
_OF_YOUNG = ("grandmother", "grandfather", "uncle")
_MOSTLY = Choices([("US", 70), ("CA", 5), ("GB", 5), ("MX", 5), ("IN", 3), ("PH", 3), ("NG", 2)])


class Insert(NamedTuple):
    """A line to work in: its part of the split, the countries it fits, its text and slots."""

    part: str
    origins: frozenset[str]
    nodes: list[Node]


@lru_cache(maxsize=1)
def load_inserts() -> dict[str, list[Insert]]:
    """Read the lines of ``inserts/`` by section.

    A head '[third]' opens a section; '[third GB IE]' keeps what follows to these countries,
    '[third abroad]' to all but the United States.
    RAISES: DeidError D702, D703 as ``parse_text``; D704 for a country that is not known.
    """
    inserts: dict[str, list[Insert]] = {}
    for path in sorted((FOLDER / "inserts").glob("*.txt")):
        section: list[Insert] = []
        origins = frozenset(codes())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if head := _HEAD.fullmatch(line):
                section = inserts.setdefault(head[1], [])
                origins = _origins_of(head[2].split())
            elif line and not line.startswith("#"):
                nodes = parse_text(line, path.name, number)
                section.append(Insert(split_of(line), origins, nodes))
    return inserts


def _origins_of(named: Sequence[str]) -> frozenset[str]:
    if not named:
        return frozenset(codes())
    if named == ["abroad"]:
        return frozenset(codes()) - {"US"}
    return frozenset(country(code).code for code in named)


def _lines(section: str, split: str | None, origin: str) -> list[list[Node]]:
    lines = [line for line in load_inserts()[section] if origin in line.origins]
    kept = [line.nodes for line in lines if split in (None, line.part)]
    return kept or [line.nodes for line in lines]


def put_in(draft: Draft, inserts: Sequence[tuple[int, Draft]]) -> Draft:
    """Insert drafts with their marks.

    inserts: (place, draft); a place must not lie inside a mark. Several at one place keep their
        order.
    """
    texts: list[str] = []
    marks: list[Mark] = []
    done = length = 0
    old = list(draft.marks)
    for place, new in sorted(inserts, key=lambda pair: pair[0]):
        texts.append(draft.text[done:place])
        while old and old[0].end <= place:
            mark = old.pop(0)
            marks.append(Mark(mark.start + length - done, mark.end + length - done, mark.kind))
        length += place - done
        done = place
        marks.extend(Mark(m.start + length, m.end + length, m.kind) for m in new.marks)
        texts.append(new.text)
        length += len(new.text)
    texts.append(draft.text[done:])
    marks.extend(Mark(m.start + length - done, m.end + length - done, m.kind) for m in old)
    return Draft("".join(texts), marks)


def _draft_of(record: Record) -> Draft:
    """Make a draft of a record.

    RAISES: DeidError D707 where spans overlap or leave the text.
    """
    marks = [Mark(start, end, label) for start, end, label in sorted(record.spans)]
    done = 0
    for mark in marks:
        if not done <= mark.start < mark.end <= len(record.text):
            raise DeidError("D707", doc=record.id, length=len(record.text))
        done = mark.end
    return Draft(record.text, marks)


def _free(draft: Draft, start: int, end: int) -> bool:
    return all(mark.end <= start or end <= mark.start for mark in draft.marks)


def _scene(dice: Dice, text: str, origins: Sequence[str] | None) -> Scene:
    origin = dice.pick(origins) if origins else dice.draw(_MOSTLY)
    if not origins and dice.chance(0.15):
        origin = dice.pick(codes())
    women, men = len(_SHE.findall(text)), len(_HE.findall(text))
    sex = "F" if women > men else "M" if men > women else ""
    age = _AGE.search(text)
    ages = (int(age[1]), int(age[1]), "year") if age and int(age[1]) else (18, 88, "year")
    year = _YEAR.search(text)
    day = date(int(year[0]), dice.number(1, 12), dice.number(1, 28)) if year else None
    scene = Scene(dice, country(origin), "injected", sex=sex, ages=ages, day=day)
    years = scene.patient.years
    kin = _OF_OLD if years > 44 else _OF_YOUNG if years < 30 else _OF_ADULT
    scene.relations = {2: dice.pick(("sister", "brother", "cousin")), 3: dice.pick(kin)}
    return scene


def _worked_in(draft: Draft, dice: Dice, scene: Scene, split: str | None) -> Draft:
    """Choose the places and lines, and put them in."""
    left: dict[str, list[list[Node]]] = {}

    def line(section: str) -> Draft:
        """Render a line that the text does not have yet."""
        if not left.get(section):
            left[section] = _lines(section, split, scene.land.code)
        lines = left[section]
        return render(lines.pop(int(dice.between(0, len(lines)))), scene)

    inserts: list[tuple[int, Draft]] = []
    text = draft.text
    personal = len(_FIRST_PERSON.findall(text)) >= 2
    if not personal:
        for found in _PATIENT.finditer(text):
            if dice.chance(0.3) and _free(draft, *found.span()) and len(inserts) < 2:
                inserts.append((found.end(), line("phrase")))
    borders = [found.start() for found in _BORDER.finditer(text) if _free(draft, *found.span())]
    wanted = dice.number(1, 2 + len(borders) // 4)
    for _ in range(min(wanted, len(borders), 6)):
        place = borders.pop(int(dice.between(0, len(borders))))
        new = line("first" if personal else "third")
        inserts.append((place, put_in(Draft(" ", []), [(1, new)])))
    if not borders or dice.chance(0.3):
        new = line("first" if personal else "third")
        inserts.append((len(text), put_in(Draft(" ", []), [(1, new)])))
    if dice.chance(0.3) and not personal:
        new = line("header")
        end = dice.pick(("\n", "\n\n", ". ", " - "))
        inserts.append((0, put_in(Draft(end, []), [(0, new)])))
    if dice.chance(0.3):
        new = line("footer")
        start = dice.pick(("\n", "\n\n", " "))
        inserts.append((len(text), put_in(Draft(start, []), [(len(start), new)])))
    return put_in(draft, inserts)


def _named(draft: Draft, dice: Dice, scene: Scene, split: str | None) -> Draft:
    """Put a name in the place of 'Patient' at the start of some sentences."""
    found = [f for f in _FIRST_WORD.finditer(draft.text) if _free(draft, *f.span())]
    chosen = [f for f in found if dice.chance(0.35)]
    names = _lines("name", split, scene.land.code)
    inserts = [(f.start(), render(dice.pick(names), scene)) for f in chosen]
    shorter = apply(draft, [(f.start(), f.end(), "") for f in chosen])
    moved, taken = [], 0
    for match, (place, new) in zip(chosen, inserts, strict=True):
        moved.append((place - taken, new))
        taken += match.end() - match.start()
    return put_in(shorter, moved)


def inject(
    records: Iterable[Record],
    *,
    seed: int,
    split: str | None = None,
    noise: str = "none",
    origins: Sequence[str] | None = None,
) -> Iterator[Record]:
    """Work identifying sentences and phrases into narratives.

    records: real narratives with the spans that are known of them: gold, or what the caller's
        detectors propose for dates and ages. They are kept and shifted.
    seed: with the record's id and text it fixes what is put in, wherever the record stands.
    split: which inserted lines and names may be used, as in ``synthesize``; None takes all.
    noise: a preset, for the whole text. origins: where names and numbers come from; where None,
        mostly the United States.
    RETURNS: one record for each, the id with '-injected' behind it; meta as of ``synthesize``, with
        'narrative' the record's id and genre 'injected'. A text without a sentence border gets its
        sentences at the ends.
    RAISES: DeidError D704, D705; D707 where a record's spans overlap or leave the text.
    """
    check_noise(noise)
    if split is not None and split not in SPLITS:
        raise DeidError("D705", what="Split", value=split, known=", ".join(SPLITS))
    for origin in origins or ():
        country(origin)
    return _injected(records, seed, split, noise, origins)


def _injected(
    records: Iterable[Record],
    seed: int,
    split: str | None,
    noise: str,
    origins: Sequence[str] | None,
) -> Iterator[Record]:
    for record in records:
        draft = _draft_of(record)
        content = hashlib.sha256(record.text.encode("utf-8", "surrogatepass")).hexdigest()
        dice = Dice(f"{seed}/inject/{record.id}/{content}", split)
        scene = _scene(dice, record.text, origins)
        draft = _named(_worked_in(draft, dice, scene, split), dice, scene, split)
        draft, used = add_noise(draft, dice, noise)
        known = {name: value for name, value in record.meta.items() if name != "annotated"}
        meta: dict[str, object] = {
            **known,
            "skeleton": "",
            "genre": "injected",
            "origin": scene.land.code,
            "split": split,
            "noise": used,
            "narrative": record.id,
        }
        yield record_of(draft, f"{record.id}-injected", meta)
