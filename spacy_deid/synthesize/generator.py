"""Make synthetic reports: choose skeletons and origins, render, add noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.lists import codes, country
from spacy_deid.synthesize.presets import add_noise, check_noise
from spacy_deid.synthesize.rendering import Draft, render
from spacy_deid.synthesize.scene import Scene
from spacy_deid.synthesize.skeletons import GENRES, SPLITS, Skeleton, load_skeletons

_OFTEN = {"US": 16, "GB": 7, "DE": 4, "FR": 4, "CA": 4, "IN": 4, "SE": 3, "AU": 3, "IT": 3, "ES": 3}


def record_of(draft: Draft, number: str, meta: dict[str, object]) -> Record:
    """Make a corpus record of a finished draft, with its clinical spans and traps in the meta."""
    extra = {"utility": draft.utility(), "traps": draft.traps()}
    return Record(number, draft.text, draft.spans(), {**meta, **extra})


def choose_skeletons(genres: Sequence[str] | None, split: str | None) -> list[list[Skeleton]]:
    """Give the skeletons of a split, genre by genre; genres without any are left out.

    RAISES: DeidError D705 for an unknown genre or split, D706 where nothing is left.
    """
    for genre in genres or ():
        if genre not in GENRES:
            raise DeidError("D705", what="Genre", value=genre, known=", ".join(GENRES))
    if split is not None and split not in SPLITS:
        raise DeidError("D705", what="Split", value=split, known=", ".join(SPLITS))
    wanted = [g for g in GENRES if not genres or g in genres]
    chosen: dict[str, list[Skeleton]] = {genre: [] for genre in wanted}
    for skeleton in load_skeletons():
        if skeleton.genre in chosen and split in (None, skeleton.split):
            chosen[skeleton.genre].append(skeleton)
    kept = [skeletons for skeletons in chosen.values() if skeletons]
    if not kept:
        raise DeidError("D706", genres=", ".join(wanted), split=split or "any")
    return kept


def _origin(dice: Dice, skeleton: Skeleton, often: Choices, wanted: Sequence[str]) -> str:
    if skeleton.origins:
        both = [origin for origin in skeleton.origins if origin in wanted]
        return dice.pick(both or skeleton.origins)
    return dice.draw(often)


def synthesize(
    *,
    n: int,
    seed: int,
    genres: Sequence[str] | None = None,
    split: str | None = None,
    noise: str = "mixed",
    origins: Sequence[str] | None = None,
) -> Iterator[Record]:
    """Make synthetic reports with exact gold spans.

    n: how many. seed: the same seed gives the same reports on every machine; the first k of n
        reports are those of a run for k.
    genres: of ``skeletons.GENRES``, all where None. split: 'train', 'dev' or 'test', by skeleton;
        names that are reserved for dev and test do not stand in train. None takes all skeletons.
    noise: a preset of ``presets.PRESETS`` or 'mixed'. origins: countries, all where None; a
        skeleton that is bound to a country is used only where one of its own is wanted.
    RETURNS: records in order; meta holds skeleton, genre, origin, split, noise, utility
        ([start, end, kind], must survive) and traps ([start, end, kind], must not be masked).
    RAISES: DeidError D704 for an unknown origin, D705 for an unknown genre, split or noise, D706
        where no skeleton is left.
    """
    check_noise(noise)
    for origin in origins or ():
        country(origin)
    wanted = tuple(origins or codes())
    by_genre = choose_skeletons(genres, split)
    if origins:
        fitting = [
            [s for s in skeletons if not s.origins or set(s.origins) & set(wanted)]
            for skeletons in by_genre
        ]
        by_genre = [skeletons for skeletons in fitting if skeletons]
        if not by_genre:
            raise DeidError("D706", genres=", ".join(genres or GENRES), split=split or "any")
    often = Choices([(code, _OFTEN.get(code, 1)) for code in wanted])
    return _reports(n, seed, split, noise, wanted, by_genre, often)


def _reports(
    n: int,
    seed: int,
    split: str | None,
    noise: str,
    wanted: Sequence[str],
    by_genre: list[list[Skeleton]],
    often: Choices,
) -> Iterator[Record]:
    for index in range(n):
        dice = Dice(f"{seed}/{split or 'all'}/{index}", split)
        skeleton = dice.pick(dice.pick(by_genre))
        origin = _origin(dice, skeleton, often, wanted)
        scene = Scene(
            dice,
            country(origin),
            skeleton.genre,
            sex=skeleton.sex,
            ages=skeleton.ages,
            relations=skeleton.relations,
        )
        draft, used = add_noise(render(skeleton.nodes, scene), dice, noise)
        meta: dict[str, object] = {
            "skeleton": skeleton.name,
            "genre": skeleton.genre,
            "origin": origin,
            "split": skeleton.split,
            "noise": used,
        }
        yield record_of(draft, f"syn-{seed}-{split or 'all'}-{index:06}", meta)
