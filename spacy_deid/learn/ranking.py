"""Which features a linear component decides by: weights per label, the heaviest first.

A model holds its features as hashes. They get their names back from documents that are run through
the component's own extractor; a feature that hides a word shows it only if that word is public.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from spacy.language import Language

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.groups import hashed
from spacy_deid.detect.recognizers.linear import feature_key
from spacy_deid.detect.words.lists import read_lists, words
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan, merge
from spacy_deid.learn.documents import without_gold
from spacy_deid.learn.ledger import make_folder, write_table

_COLUMNS = ("component", "label", "rank", "sign", "weight", "feature", "of")
_PUBLIC = ("common_words", "clinical_words")
_NOT_PUBLIC = (
    *("first_names", "first_names_world", "nicknames", "surnames", "surnames_world"),
    *("cities", "cities_more", "counties", "eponyms", "organizations"),
)
_DOMAIN = frozenset(
    "mr mrs ms miss dr prof md rn name named patient doctor physician nurse hospital clinic "
    "center centre street road avenue age aged old year years month months week weeks day days "
    "yo date born birth dob phone tel fax email id no number january february march april may "
    "june july august september october november december monday tuesday wednesday thursday "
    "friday saturday sunday lives from in on at by".split()
)
"""Words that point at identifiers; some of them are surnames as well."""
_WHOLE = ("t", "l", "w", "lemma", "head", "top")
_KINDS = (*_WHOLE, *(f"{side}{size}" for side in "ps" for size in range(1, 6)))
_CUE_WORDS = 4
_PANELS = 12


@dataclass(frozen=True, slots=True)
class Ranked:
    """One feature of one label.

    label: as the component names it: a label, or a tag such as 'B-DATE'.
    rank: from 1, by the absolute weight; of: how many features of the label have a weight.
    feature: its name, or '#' and its hash where no document and no public word told it.
    """

    label: str
    rank: int
    weight: float
    feature: str
    of: int


def weights_of(nlp: Language, component: str) -> Mapping[str, Mapping[Any, float]]:
    """Ask a component for its weights.

    component: any that has a method ``feature_weights`` which gives label → feature → weight;
        features are names, or hashes as ``detect.recognizers.linear.feature_key`` makes them.
    RAISES: DeidError D123 for a name that is not in the pipeline; D609 for a component without
        weights.
    """
    if component not in nlp.pipe_names:
        known = ", ".join(nlp.pipe_names)
        raise DeidError("D123", kind="component", name=component, known=known)
    ask = getattr(nlp.get_pipe(component), "feature_weights", None)
    found = ask() if callable(ask) else None
    if not found:
        raise DeidError("D609", component=component)
    return dict(found)


def ranking(
    nlp: Language,
    component: str,
    *,
    top: int = 0,
    documents: Iterable[Record] | None = None,
    public: Iterable[str] = (),
) -> list[Ranked]:
    """Rank the features of every label by the absolute value of their weight.

    top: features per label; 0 for all.
    documents: give the features their names; 500 synthetic reports where None. Only features get
        out of them, no text; a word that stands inside a gold span of theirs is never shown.
    public: more words that may be shown, besides common English and clinical words that are no
        names and no places, and the stop words of the pipeline's language.
    RETURNS: labels in alphabetical order, the heaviest feature first; a positive weight
        speaks for the label, a negative one against it.
    RAISES: DeidError D123, D609.
    SOURCE: system 1, section 6.5 and appendix D.
    """
    weights = weights_of(nlp, component)
    vocabulary = public_words(nlp, public)
    names: dict[int, str] = {}
    cues: set[str] = set()
    if any(isinstance(feature, int) for table in weights.values() for feature in table):
        names, cues, seen = feature_names(nlp, component, documents)
        vocabulary &= seen
        cues = {cue for cue in cues if set(filter(_has_letter, cue.split())) <= vocabulary}
    found = []
    # tags of one label stand together: B-DATE, I-DATE
    for label in sorted(weights, key=lambda name: (name.rpartition("-")[2], name)):
        table = weights[label]
        heaviest = sorted(table.items(), key=lambda item: (-abs(item[1]), str(item[0])))
        count = sum(1 for _, weight in heaviest if weight)
        for rank, (feature, weight) in enumerate(heaviest[:count][: top or None], start=1):
            name = names.get(feature, f"#{feature:016x}") if isinstance(feature, int) else feature
            found.append(Ranked(label, rank, float(weight), name, count))
    plain = public_pieces(vocabulary, {r.feature for r in found}, cues)
    return [replace(r, feature=readable(r.feature, plain)) for r in found]


def feature_names(
    nlp: Language, component: str, documents: Iterable[Record] | None = None
) -> tuple[dict[int, str], set[str], set[str]]:
    """Give the features that documents have by their hash, their header cues and their words.

    RETURNS: nothing for a component without an ``extractor``; cues and words in lower case. Words
        inside gold spans of given documents are not among them, nor are cues with such a word.
    """
    names: dict[int, str] = {}
    cues: set[str] = set()
    seen: set[str] = set()
    hidden: set[str] = set()
    extractor = getattr(nlp.get_pipe(component), "extractor", None)
    if extractor is None:
        return names, cues, seen
    before = nlp.pipe_names[: nlp.pipe_names.index(component)]
    for record in _documents(documents):
        doc = record_to_doc(without_gold(record), nlp)
        for name in before:
            doc = nlp.get_pipe(name)(doc)
        view, rows = extractor(doc)
        seen.update(view.lower)
        if documents is not None:
            hidden.update(_inside(view, record.spans))
        for feature in {feature for row in rows for feature in row}:
            names.setdefault(feature_key(feature), feature)
        for place, word in enumerate(view.lower):
            if word == ":" and 0 < view.column[place] <= _CUE_WORDS:
                cues.add(" ".join(view.lower[place - view.column[place] : place]))
    return names, {cue for cue in cues if hidden.isdisjoint(cue.split())}, seen - hidden


def _inside(view: View, spans: Iterable[PhiSpan]) -> Iterator[str]:
    """Give the words that lie in spans, whole or in part, in lower case."""
    taken = merge((span.start, span.end) for span in spans)
    for start, word in zip(view.starts, view.lower, strict=True):
        place = bisect_right(taken, (start + len(word) - 1, inf)) - 1
        if place >= 0 and taken[place][1] > start:
            yield word


def _has_letter(word: str) -> bool:
    return any(character.isalpha() for character in word)


def _documents(given: Iterable[Record] | None) -> Iterable[Record]:
    if given is not None:
        return given
    from spacy_deid.synthesize.generator import synthesize

    return synthesize(n=500, seed=0)


def public_words(nlp: Language, more: Iterable[str] = ()) -> set[str]:
    """Give the words that a ranking may show: none of them tells who was in a training corpus.

    more: words to add, in any letter case.
    RETURNS: in lower case.
    """
    lists = read_lists()
    held_back = {w.lower() for name in _NOT_PUBLIC for w in words(lists.get(name, ""))}
    common = {w.lower() for name in _PUBLIC for w in words(lists.get(name, ""))}
    own = {word.lower() for word in (*nlp.Defaults.stop_words, *more)}
    return (common - held_back) | _DOMAIN | own


def public_pieces(
    vocabulary: set[str], features: Iterable[str], cues: Iterable[str] = ()
) -> dict[str, str]:
    """Give hashed features of words, affixes and cues that are public, and how they are shown.

    features: those to be shown; only their kinds are looked up.
    cues: headers, all of whose words are public.
    """
    met = {_kind(feature) for feature in features}
    kinds = [kind for kind in _KINDS if met & {kind, f"L{kind}", f"R{kind}"}]
    found: dict[str, str] = {}
    marks = [*"(),.:;-/'\"+*%&?!#[]<>=_"]
    for word in [*marks, *sorted(vocabulary)]:
        for form in dict.fromkeys((word.lower(), word.capitalize(), word.upper())):
            for kind in kinds:
                piece = _piece(kind, form)
                found.setdefault(hashed(kind, piece), f"{kind}={piece}")
    for cue in cues:
        found.setdefault(hashed("cue", cue), f"cue={cue}")
    return found


def _kind(feature: str) -> str:
    return feature.rpartition("|")[2].partition("#")[0]


def _piece(kind: str, word: str) -> str:
    """Give the part of a word that a kind of feature hashes; short words are hashed whole."""
    if kind in _WHOLE:
        return word
    size = int(kind[1:])
    return word[:size] if kind[0] == "p" else word[-size:]


def readable(feature: str, plain: Mapping[str, str]) -> str:
    """Put the public word into a feature's name where there is one.

    feature: such as '-1|l#5f3a09', 'Rw#77d0' or 'cue#91c+2'; what stands around the hashed piece
        stays.
    """
    place, bar, piece = feature.rpartition("|")
    piece, plus, behind = piece.partition("+")
    for start in range(2):
        shown = plain.get(piece[start:])
        if shown is not None:
            return f"{place}{bar}{piece[:start]}{shown}{plus}{behind}"
    return feature


def write_ranking(
    ranked: Sequence[Ranked], component: str, out: Path, *, top: int
) -> Iterator[Path]:
    """Write '<component>-features.csv' and pictures of the first ``top``.

    The pictures are '<component>-features.png', or '…-1.png' and so on for more than 12 labels.

    RETURNS: the files.
    RAISES: DeidError D008, D014.
    """
    from spacy_deid.learn.plots import draw_ranking

    make_folder(out)
    rows = (
        (component, r.label, r.rank, "+" if r.weight > 0 else "-", r.weight, r.feature, r.of)
        for r in ranked
    )
    table = out / f"{component}-features.csv"
    write_table(table, _COLUMNS, rows)
    yield table
    labels = list(dict.fromkeys(r.label for r in ranked))
    pages = [labels[start : start + _PANELS] for start in range(0, len(labels), _PANELS)]
    for number, page in enumerate(pages, start=1):
        picture = table.with_name(f"{table.stem}{f'-{number}' * (len(pages) > 1)}.png")
        draw_ranking([r for r in ranked if r.label in page], picture, top=top)
        yield picture
