"""How much noise: named sets of changes with their probabilities."""

from __future__ import annotations

from spacy_deid.errors import DeidError
from spacy_deid.synthesize import noise
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.noise import Change
from spacy_deid.synthesize.rendering import Draft

Step = tuple[Change, float, float, float]
"""A change, how likely a document has it, and its weakest and strongest strength."""

_LIGHT: list[Step] = [
    (noise.typing_errors, 0.35, 0.002, 0.015),
    (noise.missing_spaces, 0.15, 0.1, 0.4),
    (noise.double_spaces, 0.12, 0.01, 0.08),
    (noise.hard_breaks, 0.15, 1.0, 1.0),
    (noise.lost_encoding, 0.05, 1.0, 1.0),
]
PRESETS: dict[str, list[Step]] = {
    "none": [],
    "light": _LIGHT,
    "typing": [
        (noise.short_forms, 0.5, 0.1, 0.7),
        (noise.typing_errors, 1.0, 0.02, 0.07),
        (noise.missing_spaces, 0.5, 0.2, 0.9),
        (noise.glued, 0.6, 0.01, 0.06),
        (noise.broken, 0.2, 0.004, 0.012),
        (noise.double_spaces, 0.2, 0.02, 0.1),
        (noise.small_letters, 0.15, 1.0, 1.0),
    ],
    "ocr": [
        (noise.hard_breaks, 0.7, 1.0, 1.0),
        (noise.ascii_only, 0.3, 1.0, 1.0),
        (noise.scanned, 1.0, 0.002, 0.012),
        (noise.broken, 0.6, 0.005, 0.02),
        (noise.glued, 0.4, 0.01, 0.03),
        (noise.double_spaces, 0.3, 0.02, 0.1),
    ],
    "caps": [
        (noise.capitals, 1.0, 1.0, 1.0),
        (noise.typing_errors, 0.3, 0.004, 0.02),
        (noise.one_line, 0.4, 1.0, 1.0),
        (noise.hard_breaks, 0.3, 1.0, 1.0),
        (noise.missing_spaces, 0.2, 0.2, 0.6),
    ],
    "lower": [
        (noise.short_forms, 0.4, 0.2, 0.8),
        (noise.small_letters, 1.0, 1.0, 1.0),
        (noise.typing_errors, 0.6, 0.005, 0.04),
        (noise.one_line, 0.3, 1.0, 1.0),
    ],
    "clinic": [
        (noise.short_forms, 1.0, 0.4, 1.0),
        (noise.capital_lines, 0.25, 0.15, 0.4),
        (noise.glued, 0.5, 0.01, 0.05),
        (noise.typing_errors, 0.5, 0.003, 0.02),
        (noise.hard_breaks, 0.3, 1.0, 1.0),
    ],
    "database": [
        (noise.one_line, 1.0, 1.0, 1.0),
        (noise.lost_encoding, 0.3, 1.0, 1.0),
        (noise.ascii_only, 0.4, 1.0, 1.0),
        (noise.glued, 0.5, 0.005, 0.04),
        (noise.double_spaces, 0.2, 0.01, 0.05),
    ],
    "heavy": [
        (noise.short_forms, 0.6, 0.2, 0.8),
        (noise.capitals, 0.15, 1.0, 1.0),
        (noise.typing_errors, 1.0, 0.03, 0.1),
        (noise.scanned, 0.4, 0.002, 0.01),
        (noise.hard_breaks, 0.4, 1.0, 1.0),
        (noise.missing_spaces, 0.6, 0.3, 1.0),
        (noise.broken, 0.5, 0.005, 0.02),
        (noise.glued, 0.8, 0.02, 0.09),
    ],
}
MIXED = "mixed"
_MIXTURE = Choices(
    [("none", 26), ("light", 30), ("typing", 10), ("ocr", 6), ("caps", 6), ("lower", 7)]
    + [("clinic", 6), ("database", 6), ("heavy", 3)]
)


def check_noise(name: str) -> None:
    """Refuse a preset that does not exist.

    RAISES: DeidError D705.
    """
    if name != MIXED and name not in PRESETS:
        raise DeidError("D705", what="Noise", value=name, known=", ".join((*PRESETS, MIXED)))


def add_noise(draft: Draft, dice: Dice, preset: str) -> tuple[Draft, str]:
    """Change a draft as a preset says.

    preset: a key of ``PRESETS``, or 'mixed', which draws one for every document.
    RETURNS: the changed draft, every mark still on its characters, and the preset that was used.
    """
    if preset == MIXED:
        preset = dice.draw(_MIXTURE)
    for change, likely, weakest, strongest in PRESETS[preset]:
        if dice.chance(likely):
            draft = change(draft, dice, dice.between(weakest, strongest))
    return draft, preset
