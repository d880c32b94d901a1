"""What writers, scanners and interfaces do to a report; every change keeps the marks exact."""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.edits import Edit, apply, same_length
from spacy_deid.synthesize.rendering import Draft

_WORD = re.compile(r"[^\W\d_]{4,}")
_BREAKABLE = re.compile(r"[^\W\d_]{6,}")
_GAP = re.compile(r"(?<=[\w.,;:)])[ ](?=[\w(])")
_STOP = re.compile(r"(?<=[a-z0-9)][.?!])[ ]+(?=[A-Z])")
_COMMA = re.compile(r"(?<=\w[,;:])[ ](?=\w)")
_SPACE = re.compile(r"[ ]")
_QUOTES = str.maketrans({"'": "?", "’": "?", "“": "?", "”": "?", "–": "?", "é": "?", "°": "?"})
_NEIGHBOURS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "sq vn xv sf wr dg fh gj uo hk jl k; nk bm ip oo wa et ad ry yi cb qe zc tu xs".split(),
        strict=True,
    )
)
_SCANNED = (
    ("rn", "m"), ("m", "rn"), ("l", "1"), ("1", "l"), ("O", "0"), ("0", "O"), ("cl", "d"),
    ("S", "5"), ("5", "S"), ("B", "8"), ("e", "c"), ("h", "b"), ("i", "l"), ("I", "l"), ("g", "q"),
    ("vv", "w"), ("u", "ii"), (",", "."), (".", ","), ("t", "f"), ("a", "o"), ("nn", "mi"),
)  # fmt: skip
_SCAN = re.compile("|".join(re.escape(old) for old, _ in _SCANNED))
_SHORT_FORMS = {
    "patient": ("pt", "pat.", "Pt"), "patients": ("pts",), "years": ("yrs", "y"),
    "history": ("hx", "h/o"), "with": ("w/",), "without": ("w/o",), "treatment": ("tx", "Rx"),
    "diagnosis": ("dx",), "symptoms": ("sx",), "hospital": ("hosp",), "hospitalised": ("hosp.",),
    "hospitalized": ("hosp",), "emergency": ("emerg.",), "medication": ("med", "meds"),
    "tablets": ("tabs",), "tablet": ("tab",), "approximately": ("approx.", "~"), "about": ("abt",),
    "temperature": ("temp",), "because": ("bc", "b/c"), "before": ("b4",), "information": ("info",),
    "reported": ("rptd",), "admitted": ("adm",), "discharged": ("d/c'd", "disch"), "days": ("d",),
    "appointment": ("appt",), "vaccination": ("vacc", "vax"), "vaccine": ("vax",),
    "blood": ("bld",), "pressure": ("press.",), "following": ("f/u",), "received": ("rec'd",),
    "through": ("thru",), "department": ("dept",), "increased": ("incr",), "laboratory": ("lab",),
    "negative": ("neg",), "positive": ("pos",), "bilateral": ("bilat",), "telephone": ("tel.",),
}  # fmt: skip

Change = Callable[[Draft, Dice, float], Draft]
"""A change; the number is its strength: the share of the places that it may touch."""


def typing_errors(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Swap, drop, double and mistype letters inside longer words, names included."""
    edits: list[Edit] = []
    for found in _WORD.finditer(draft.text):
        if not dice.chance(strength):
            continue
        place = dice.number(found.start() + 1, found.end() - 2)
        here, after = draft.text[place], draft.text[place + 1]
        roll = dice.number(1, 4)
        if roll == 1:
            edits.append((place, place + 2, after + here))
        elif roll == 2:
            # a mark of this one letter would be gone with it
            alone = any((m.start, m.end) == (place, place + 1) for m in draft.marks)
            edits.append((place, place + 1, here if alone else ""))
        elif roll == 3:
            edits.append((place, place + 1, here + here))
        else:
            near = _NEIGHBOURS.get(here.lower(), here)
            edits.append((place, place + 1, dice.pick(near) if near.isalpha() else here))
    return apply(draft, edits)


def _border(left: str, right: str) -> bool:
    """Tell whether the tokenizer breaks between two characters that meet."""
    return not (left.isalpha() and right.isalpha()) or (left.islower() and right.isupper())


def glued(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Lose spaces: 'admitted12/03/2019', 'Smith,John'.

    Marked text stays apart where only a space tells it from its neighbour.
    """
    edges = {edge for mark in draft.marks for edge in (mark.start, mark.end)}
    edits: list[Edit] = []
    text = draft.text
    for found in _GAP.finditer(text):
        place = found.start()
        left, right = text[place - 1], text[place + 1]
        if left.isdigit() and right.isdigit():
            continue
        free = place not in edges and place + 1 not in edges and left.isalpha() and right.isalpha()
        if not dice.chance(strength * (0.35 if free else 1.0)):
            continue
        if free or _border(left, right):
            edits.append((place, place + 1, ""))
    return apply(draft, edits)


def broken(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Break words by a space or, rarely, at the end of a line with a hyphen."""
    edits: list[Edit] = []
    for found in _BREAKABLE.finditer(draft.text):
        if dice.chance(strength):
            place = dice.number(found.start() + 2, found.end() - 2)
            edits.append((place, place, "-\n" if dice.chance(0.2) else " "))
    return apply(draft, edits)


def scanned(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Misread characters as a scanner does: 'rn' for 'm', 'l' for '1', 'O' for '0'."""
    table = dict(_SCANNED)
    edits: list[Edit] = [
        (found.start(), found.end(), table[found.group()])
        for found in _SCAN.finditer(draft.text)
        if dice.chance(strength)
    ]
    return apply(draft, edits)


def _cased(text: str, change: Callable[[str], str]) -> str:
    whole = change(text)
    if len(whole) == len(text):
        return whole
    return "".join(new if len(new := change(mark)) == 1 else mark for mark in text)


def capitals(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Write everything in capitals."""
    return same_length(draft, _cased(draft.text, str.upper))


def small_letters(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Write everything in small letters."""
    return same_length(draft, _cased(draft.text, str.lower))


def capital_lines(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Write some of the lines in capitals, as headers and forms have it."""
    lines = [
        _cased(line, str.upper) if dice.chance(strength) else line
        for line in draft.text.splitlines(keepends=True)
    ]
    return same_length(draft, "".join(lines))


def hard_breaks(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Break lines at a fixed width, also inside names and dates."""
    width = dice.pick((48, 60, 66, 72, 76, 80))
    letters = list(draft.text)
    line_start = last_space = 0
    for place, mark in enumerate(draft.text):
        if mark == "\n":
            line_start, last_space = place + 1, 0
        elif mark == " ":
            last_space = place
        if place - line_start >= width and last_space > line_start:
            letters[last_space] = "\n"
            line_start, last_space = last_space + 1, 0
    return same_length(draft, "".join(letters))


def one_line(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Lose the line breaks, as databases do: each becomes a space or nothing much."""
    keep = dice.chance(0.5)
    text = draft.text.replace("\n", " ")
    changed = same_length(draft, text)
    if keep:
        return changed
    return apply(changed, [(f.start(), f.end(), " ") for f in re.finditer(r"[ ]{2,}", text)])


def missing_spaces(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Lose the space behind full stops and commas."""
    edits: list[Edit] = []
    for pattern, factor in ((_STOP, 1.0), (_COMMA, 0.5)):
        for found in pattern.finditer(draft.text):
            if dice.chance(strength * factor):
                left, right = draft.text[found.start() - 2], draft.text[found.end()]
                if not (left.isdigit() and right.isdigit()):
                    edits.append((found.start(), found.end(), ""))
    return apply(draft, edits)


def double_spaces(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Double some of the spaces."""
    edits: list[Edit] = [
        (found.start(), found.end(), "  ")
        for found in _SPACE.finditer(draft.text)
        if dice.chance(strength)
    ]
    return apply(draft, edits)


def short_forms(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Shorten common words of the prose: 'pt', 'hx', 'w/'; marked text stays."""
    taken = [(mark.start, mark.end) for mark in draft.marks]
    edits: list[Edit] = []
    following = 0
    for found in re.finditer(r"[^\W\d_]+", draft.text):
        start, end = found.span()
        while following < len(taken) and taken[following][1] <= start:
            following += 1
        if following < len(taken) and taken[following][0] < end:
            continue
        forms = _SHORT_FORMS.get(found.group().lower())
        if forms and dice.chance(strength):
            form = dice.pick(forms)
            edits.append((start, end, form))
    return apply(draft, edits)


def lost_encoding(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Lose apostrophes, dashes and accents: 'it?s'."""
    return same_length(draft, draft.text.translate(_QUOTES))


def ascii_only(draft: Draft, dice: Dice, strength: float) -> Draft:
    """Write accented letters without accents, letter for letter."""
    folded = "".join(_PLAIN_LETTERS.get(mark, mark) for mark in draft.text)
    return same_length(draft, folded)


_PLAIN_LETTERS = dict(
    zip(
        "àáâãäåāăąçćčďđèéêëēĕėęěğìíîïīıłñńňòóôõöøőřśšşșťțţùúûüůűýÿžźżÀÁÂÃÄÅÇĆČÈÉÊËÌÍÎÏİŁÑÒÓÔÕÖØŚŠŞȘȚÙÚÛÜÝŽŹŻ",
        "aaaaaaaaacccddeeeeeeeeegiiiiiilnnnooooooorsssstttuuuuuuyyzzzAAAAAACCCEEEEIIIIILNOOOOOOSSSSTUUUUYZZZ",
        strict=True,
    )
)
