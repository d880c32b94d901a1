"""Bare doses as wards write them, a number and how often or by which way: '20 OD', '5 mane'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_OFTEN = Cues("od|bd|tds|qds|tid|qid|bid|om|nocte|mane|stat|prn|sc|iv|im|po|subcut")
_CLOSED = r"(?=\s?(?:[.,;:)/+&?\n]|\Z|\s(?:for|and|then|but|was|now|since|until|with|plus)\b))"
_DOSE = re.compile(
    r"(?<![\w/#$€£'’])(?<!\d[\s.,:-])(?!(?:19|20)\d\d\b)"
    r"(?:[1-9]\d{0,4}(?:[.,](?:5|25|75|125))?|0[.,]\d{1,3})\s?"
    r"(?:(?:OD|BD|OM|SC|IV|IM|PO|TDS|QDS|TID|QID|BID|MANE|NOCTE|STAT|PRN|SUBCUT"
    r"|tds|qds|nocte|prn|subcut|[Nn]octe)(?![\w'’-])"
    rf"|(?:ON|od|bd|mane|stat|sc|tid|qid|bid)(?![\w'’-]){_CLOSED})"
)
_NO_DOSE = re.compile(
    # an overdose, a box, a postcode, an address
    r"\s?(?:of\b|box\b|attempt|[a-z]?[0-9]{5}|[a-z][0-9][a-z]\b"
    r"|(?:[\w.'’-]+\s){0,3}(?:road|rd|street|st|avenue|ave|lane|marg|nagar|drive|close|layout|"
    r"colony|sarani)\b)"
)
_LED = re.compile(
    r"(?P<word>[^\W\d_]+)\.?(?:\s(?:dose|now|only|at|to|of))?(?:\s?[:=,(+>→-]|\s?->)?\s{1,2}\Z"
)
"""A word before the number, which a dose needs."""
_COUNTED = frozenset(
    "room rm bed ward bay cubicle side floor level flat unit house plot door no nr number num box "
    "hwy highway route road chapter section page figure table case patient pt subject age aged "
    "ages male female man woman lady gentleman boy girl m f yo old dob born birthday grade stage "
    "type jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june "
    "july august september october november december since until before after from mon tue wed thu "
    "fri sat sun monday tuesday wednesday thursday friday saturday sunday day days week lives "
    "lived living address resides is was turned".split()
)
"""Words whose number is no dose: of a room, an age, a day of a month."""
_REACH = 30
_CELLS = re.compile(
    # | 2.5 mg | PO | BD |: behind a dose no one has signed yet
    r"(?P<part>[|;\t])[ ]?\d[^|;\t\n]{0,16}(?P=part)[ ]?(?:(?P<route>PO|SC|IV|IM|PR|SL|NG|PV|TOP|"
    r"INH|NEB)[ ]?(?=(?P=part))(?:(?P=part)[ ]?(?P<then>BD|OD|OM|ON|TDS|QDS|QID|TID|BID|HS|[Mm]ane|"
    r"[Nn]octe)"
    r"(?![\w-]))?|(?P<often>BD|OD|OM|TDS|QDS|QID|TID|BID|[Mm]ane|[Nn]octe)[ ]?(?=(?P=part)))"
)


def find_doses(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such dose, the number and the word behind it.

    In the row of a table the way and how often stand in cells of their own.
    """
    text, low = reading.text, reading.low
    if not _OFTEN.among(reading) and " ON" not in text:
        return
    for row in _CELLS.finditer(text):
        for cell in ("route", "then", "often"):
            if row[cell]:
                yield row.span(cell)
    for place in reading.figures:
        dose = _DOSE.match(text, place)
        if dose is None or _NO_DOSE.match(low, dose.end()):
            continue
        led = _LED.search(low, max(place - _REACH, 0), place)
        if led is not None and led["word"] not in _COUNTED:
            yield dose.span()
