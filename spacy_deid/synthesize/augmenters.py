"""Augmenters for training: ``spacy_deid.Surrogates.v1`` and its fellows.

They stand under ``augmenter`` in a ``[corpora.train]`` block. All keep the gold annotation on its
characters and draw from a seed and the count of examples that they have seen, so that every epoch
is another one and every run the same.
"""

# No postponed annotations here: spaCy reads those of registered functions.

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from spacy.language import Language
from spacy.training import Example

from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.synthesize import noise
from spacy_deid.synthesize.augmenter_docs import (
    draft_of,
    edited,
    intervals_of,
    moved_marks,
    rebuilt,
    same_text,
    text_of,
)
from spacy_deid.synthesize.augmenter_surrogates import Surrogates
from spacy_deid.synthesize.augmenter_words import origins_of
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.rendering import Draft

Augmenter = Callable[[Language, Example], Iterator[Example]]
Variant = Callable[[Language, Example, Dice], Example]

_CUE = re.compile(r"^[ \t]*(?P<cue>[^\W\d_][^\n:]{0,40}?):[ \t]*(?P<rest>[^\n]*)\n?", re.MULTILINE)
_MOST_CUE_WORDS = 4
_LONGEST_HEADER = 100


class _Drawn:
    """An augmenter that makes a variant of some examples and gives the others as they are."""

    def __init__(self, name: str, level: float, seed: int, variant: Variant) -> None:
        _check(name, "level", level)
        self._name = name
        self._level = level
        self._seed = seed
        self._variant = variant
        self._seen = 0

    def __call__(self, nlp: Language, example: Example) -> Iterator[Example]:
        dice = Dice(f"{self._seed}/{self._name}/{self._seen}")
        self._seen += 1
        yield self._variant(nlp, example, dice) if dice.chance(self._level) else example


def _check(name: str, setting: str, value: float, most: float = 1.0) -> None:
    if not 0 <= value <= most:
        raise DeidError(
            "D011", name=setting, component=name, value=value, expected=f"from 0 to {most:g}"
        )


def gold_of(example: Example) -> list[PhiSpan]:
    """Give all gold spans of an example: exact ones, the group 'gold' and the entities."""
    doc = example.reference
    found = {PhiSpan(*span) for span in doc._.deid_gold or ()}
    groups = [doc.spans["gold"]] if "gold" in doc.spans and not found else []
    for span in (*doc.ents, *(span for group in groups for span in group)):
        found.add(PhiSpan(span.start_char, span.end_char, span.label_))
    return sorted(found)


def create_surrogates(
    level: float = 1.0,
    seed: int = 0,
    origins: Sequence[str] = (),
    invented: float = 0.3,
    labels: Mapping[str, str] | None = None,
) -> Augmenter:
    """Give ``spacy_deid.Surrogates.v1``: another person, place, date or number in every gold span.

    level: share of the examples, 0 to 1; the others stay as they are.
    seed: with the count of examples it fixes what is drawn.
    origins: ISO codes of the countries that names and places come from; those of the pipeline's
        language where empty.
    invented: share of names (0 to 1) that are put together from two names of the lists.
    labels: labels of no known scheme to i2b2 2014 labels; in spans of any other unknown label, and
        of labels that i2b2 2014 has nothing for, only first names and names of the document change.
    RETURNS: an augmenter. Within a document one word of a name, one date, one number has one
        surrogate. Letter case, initials, the order of names, the form of dates, the pattern of
        numbers, the words 'Hospital', 'Street' and the like, and the absence of accents stay. A
        document without gold spans stays as it is.
    RAISES: DeidError D011 for a share out of range, D704 for an origin that is not known.
    """
    name = "spacy_deid.Surrogates.v1"
    _check(name, "invented", invented)
    wanted = tuple(origins)
    origins_of("en", wanted)
    own = dict(labels or {})

    def variant(nlp: Language, example: Example, dice: Dice) -> Example:
        gold = gold_of(example)
        if not gold:
            return example
        text = text_of(example.reference)
        surrogates = Surrogates(
            dice,
            text,
            gold,
            language=nlp.lang or "en",
            origins=wanted,
            invented=invented,
            labels=own,
        )
        made = rebuilt(example, nlp, *edited(text, surrogates.edits()))
        for doc in (made.predicted, made.reference):
            known = doc._.known_phi
            if known:
                doc._.known_phi = [[key, surrogates.value(key, value)] for key, value in known]
        return made

    return _Drawn(name, level, seed, variant)


def create_case(
    level: float = 0.3,
    seed: int = 0,
    lower: float = 0.4,
    upper: float = 0.4,
    title: float = 0.2,
) -> Augmenter:
    """Give ``spacy_deid.Case.v1``: whole documents in small letters, in capitals, or Titled.

    level, seed: as of ``create_surrogates``. lower, upper, title: weights of the three.
    RETURNS: an augmenter. Letters that have no single other case ('ß') stay.
    RAISES: DeidError D011 for a weight below 0, or where all are 0.
    """
    name = "spacy_deid.Case.v1"
    weights = {"lower": lower, "upper": upper, "title": title}
    if min(weights.values()) < 0 or not any(weights.values()):
        raise DeidError(
            "D011",
            name="lower, upper, title",
            component=name,
            value=list(weights.values()),
            expected="weights of 0 or more, one of them above 0",
        )
    total = sum(weights.values())
    choices = Choices([(way, round(1000 * w / total)) for way, w in weights.items()])

    def variant(nlp: Language, example: Example, dice: Dice) -> Example:
        way = dice.draw(choices)
        old = text_of(example.reference)
        if way == "title":
            text = "".join(
                _other_case(
                    mark, place == 0 or not (old[place - 1].isalpha() or _inner(old, place))
                )
                for place, mark in enumerate(old)
            )
        else:
            text = "".join(_other_case(mark, way == "upper") for mark in old)
        return rebuilt(example, nlp, text, lambda start, end: (start, end))

    return _Drawn(name, level, seed, variant)


def _other_case(mark: str, upper: bool) -> str:
    new = mark.upper() if upper else mark.lower()
    return new if len(new) == 1 else mark


def _inner(text: str, place: int) -> bool:
    """Tell whether a letter follows an apostrophe inside a word, as in "don't"."""
    return place > 1 and text[place - 1] in "'’" and text[place - 2].isalpha()


def _noisy(changes: Sequence[tuple[noise.Change, float]]) -> Variant:
    def variant(nlp: Language, example: Example, dice: Dice) -> Example:
        text = text_of(example.reference)
        intervals = intervals_of(example.reference)
        if same_text(example):
            intervals |= intervals_of(example.predicted)
        draft, pieces = draft_of(text, intervals)
        changed: Draft = draft
        for change, strength in changes:
            if strength:
                changed = change(changed, dice, strength)
        if changed.text == text:
            return example
        return rebuilt(example, nlp, changed.text, moved_marks(changed, pieces))

    return variant


def create_glue_break(
    level: float = 0.3, seed: int = 0, glued: float = 0.03, broken: float = 0.01
) -> Augmenter:
    """Give ``spacy_deid.GlueBreak.v1``: lost spaces between words, and words broken in two.

    level, seed: as of ``create_surrogates``. glued: share of the spaces that may go; those at the
        border of a gold span only where the tokenizer still breaks. broken: share of the words.
    RAISES: DeidError D011 for a share out of range.
    """
    name = "spacy_deid.GlueBreak.v1"
    _check(name, "glued", glued)
    _check(name, "broken", broken)
    return _Drawn(name, level, seed, _noisy([(noise.glued, glued), (noise.broken, broken)]))


def create_typos(
    level: float = 0.3, seed: int = 0, typed: float = 0.02, scanned: float = 0.0
) -> Augmenter:
    """Give ``spacy_deid.Typos.v1``: swapped, lost, doubled and mistyped letters.

    level, seed: as of ``create_surrogates``. typed: share of the words of four letters and more.
    scanned: share of the signs that a scanner may misread ('rn' for 'm').
    RAISES: DeidError D011 for a share out of range.
    """
    name = "spacy_deid.Typos.v1"
    _check(name, "typed", typed)
    _check(name, "scanned", scanned)
    changes = [(noise.typing_errors, typed), (noise.scanned, scanned)]
    return _Drawn(name, level, seed, _noisy(changes))


def create_header_removal(
    level: float = 0.3, seed: int = 0, cues: float = 0.5, lines: float = 0.1
) -> Augmenter:
    """Give ``spacy_deid.HeaderRemoval.v1``: header cues ('Name:') or header lines go.

    level, seed: as of ``create_surrogates``. cues: share of the cues that go, with their colon; a
        cue is what stands before the first colon of a line, at most four words, and holds no gold.
    lines: share of the header lines (100 characters at most) that go, with the gold on them.
    RETURNS: an augmenter; a document of which nothing would be left stays.
    RAISES: DeidError D011 for a share out of range.
    """
    name = "spacy_deid.HeaderRemoval.v1"
    _check(name, "cues", cues)
    _check(name, "lines", lines)

    def variant(nlp: Language, example: Example, dice: Dice) -> Example:
        text = text_of(example.reference)
        gold = intervals_of(example.reference)
        edits: list[Edit] = []
        for found in _CUE.finditer(text):
            if len(found["cue"].split()) > _MOST_CUE_WORDS:
                continue
            whole, cue = dice.chance(lines), dice.chance(cues)
            inner = [pair for pair in gold if pair[0] < found.end() and found.start() < pair[1]]
            if whole and len(found.group()) <= _LONGEST_HEADER:
                if all(found.start() <= s and e <= found.end() for s, e in inner):
                    edits.append((*found.span(), ""))
                    continue
            start, end = found.start("cue"), found.start("rest")
            if cue and not any(s < end and start < e for s, e in inner):
                edits.append((start, end, ""))
        new, move = edited(text, edits)
        if not edits or not new.strip():
            return example
        return rebuilt(example, nlp, new, move)

    return _Drawn(name, level, seed, variant)


def create_combined(
    seed: int = 0,
    surrogates: float = 1.0,
    header_removal: float = 0.0,
    glue_break: float = 0.0,
    typos: float = 0.0,
    case: float = 0.0,
    origins: Sequence[str] = (),
    invented: float = 0.3,
    labels: Mapping[str, str] | None = None,
) -> Augmenter:
    """Give ``spacy_deid.Combined.v1``: all augmenters in a row, each at its own level.

    surrogates, header_removal, glue_break, typos, case: level of each, 0 to 1; one at 0 does
        nothing. They run in this order, with the settings that they have by themselves.
    seed, origins, invented, labels: as of ``create_surrogates``.
    RAISES: DeidError D011 for a level out of range, D704 for an origin that is not known.
    """
    row = [
        create_surrogates(surrogates, seed, origins, invented, labels),
        create_header_removal(header_removal, seed),
        create_glue_break(glue_break, seed),
        create_typos(typos, seed),
        create_case(case, seed),
    ]

    def augment(nlp: Language, example: Example) -> Iterator[Example]:
        for step in row:
            (example,) = step(nlp, example)
        yield example

    return augment
