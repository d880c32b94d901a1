"""Nothing of a masked span survives at its place, over random documents; masking twice is safe.

``SPACY_DEID_EXAMPLES=10000`` runs as many documents.
"""

from __future__ import annotations

import random
import re
import string
from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from mask_support import EXAMPLES, FULL, KEY, cases, mask, ways

from spacy_deid.annotations import Proposal
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.mask import lists
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.rewrite import Piece, Scope, pieces_of
from spacy_deid.mask.ways import placeholders
from spacy_deid.phi import LABELS

LEAVES_PARTS_BY_ITS_NATURE = frozenset({"keep", "limit", "generalise", "year", "quarter"})
"""Methods that write a part of the truth on purpose: an age, a state, a year."""


def _digits(draw: random.Random, count: int) -> str:
    return "".join(draw.choice(string.digits) for _ in range(count))


def value(label: str, draw: random.Random) -> str:
    """Make up an expression of a label."""
    first = draw.choice([n for own in lists.first_names().values() for n, _ in own])
    last = draw.choice([n for own in lists.last_names().values() for n in own])
    small = lists.words()
    if label in ("PATIENT", "DOCTOR"):
        middle = draw.choice(string.ascii_uppercase)
        return draw.choice(
            (
                f"{first} {last}",
                f"{last}, {first}",
                last.upper(),
                f"{first} {middle}. {last}",
                f"{last}'s",
                first,
                f"{first[0]}.{last[0]}.",
                f"{first} {last}-{last}",
            )
        )
    if label == "DATE":
        day = date(1950, 1, 1) + timedelta(draw.randrange(27000))
        month = draw.choice(("January", "May", "september", "OCT"))
        forms = [*FULL.values(), lambda d: f"{month} {d.year}", lambda d: f"{d.year}"]
        return draw.choice(forms)(day)
    if label in ("PHONE", "FAX"):
        area, line = _digits(draw, 3), _digits(draw, 4)
        return draw.choice((f"({area}) {area}-{line}", f"+49 {_digits(draw, 9)}", f"{area}{line}"))
    if label == "EMAIL":
        return f"{first}.{last}@{last}.com"
    if label == "URL":
        return f"https://www.{last}.org/{first}"
    if label == "IPADDR":
        return ".".join(str(draw.randrange(256)) for _ in range(4))
    if label == "STREET":
        return f"{_digits(draw, 4)} {last} {draw.choice(small['street_types'][0])}"
    if label == "CITY":
        return draw.choice([n for own in lists.cities().values() for n in own])
    if label == "STATE":
        return draw.choice([*lists.us_states(), *lists.us_states().values()])
    if label == "COUNTRY":
        return draw.choice([*lists.countries().values()])
    if label == "ZIP":
        return draw.choice((_digits(draw, 5), f"{_digits(draw, 5)}-{_digits(draw, 4)}"))
    if label in ("HOSPITAL", "ORGANIZATION", "LOCATION_OTHER"):
        name = {"HOSPITAL": "hospital", "ORGANIZATION": "organization"}.get(label, "place")
        kind = draw.choice(draw.choice(small[f"{name}_types"]))
        return draw.choice((f"{last} {kind}", f"{last} {last} {kind}", last))
    if label == "PROFESSION":
        return draw.choice([job for own in small["professions"].values() for job in own])
    if label == "AGE":
        return f"{draw.randrange(1, 110)}-year-old"
    signs = string.ascii_uppercase + 2 * string.digits + "-"
    return "".join(draw.choice(signs) for _ in range(draw.randrange(4, 14))) + "7A"


def document(seed: int) -> tuple[str, list[Proposal]]:
    """Make up a document: words, and expressions of random labels between them."""
    draw = random.Random(seed)
    text, spans = "", []
    for _ in range(draw.randrange(1, 9)):
        text += " ".join(draw.choice(("seen", "by", "of", "fever", "3 mg")) for _ in range(3)) + " "
        label = draw.choice(LABELS)
        piece = value(label, draw)
        span = Proposal(len(text), len(text) + len(piece), label)
        if label == "DATE" and draw.random() < 0.5:
            found = [p for p in find_dates(piece) if (p.start, p.end) == (0, len(piece))]
            if found and found[0].parse:
                readings = found[0].parse["readings"]
                for reading in readings:
                    for one in reading["fields"]:
                        one["start"] += len(text)
                        one["end"] += len(text)
                span.parse = {"readings": readings}
        spans.append(span)
        text += piece + ", "
    return text, spans


def runs_that_stay(old: str, new: str, method: str) -> list[str]:
    """Give runs of four letters or digits that stand in the new text where they stood before.

    Names of months and weekdays that a shift wrote count as wholes: 'November' and 'September'
    share letters, and are two months all the same.
    """
    if re.fullmatch(r"(\[[^]]*\][- ]*)+", new):
        return []
    stay = []
    old, new = old.casefold(), new.casefold()
    shifted = method == "shift"
    if shifted:
        words = set(re.findall(r"[^\W\d_]{3,}", new)) - {"of"}
        stay += [word for word in re.findall(r"[^\W\d_]{3,}", old) if word in words]
    for match in re.finditer(r"\d{4,}" if shifted else r"[^\W_]{4,}", old):
        for low in range(match.start(), match.end() - 3):
            run = old[low : low + 4]
            from_end = len(new) - (len(old) - low)
            if new[low : low + 4] == run or (from_end >= 0 and new[from_end : from_end + 4] == run):
                stay.append(run)
    return stay


TABLES = {
    "placeholder": ways("placeholder"),
    "vigibase": ways("vigibase"),
    "research-surrogate": ways("research-surrogate"),
    "hipaa-safe-harbor": ways("hipaa-safe-harbor"),
    "scramble": ways("placeholder", **{"*": "scramble"}),
    "characters": ways("placeholder", **{"*": {"method": "characters", "shown": 3}}),
    "hash": ways("placeholder", **{"*": "hash"}),
    "numbered": ways("placeholder", **{"*": "numbered"}),
    "suppress": ways("placeholder", **{"*": "suppress"}),
}


def pieces(text: str, spans: list[Proposal], table: Any, case: str) -> list[Piece]:
    return pieces_of(text, spans, table, Scope(case=case, keyed=Keyed(KEY)))


def test_no_run_of_four_survives_at_its_place() -> None:
    for seed in range(max(EXAMPLES, 200)):
        text, spans = document(seed)
        for name, table in TABLES.items():
            for piece in pieces(text, spans, table, f"case {seed}"):
                if piece.method in LEAVES_PARTS_BY_ITS_NATURE:
                    continue
                old = text[piece.start : piece.end]
                assert not runs_that_stay(old, piece.new, piece.method), (
                    name,
                    seed,
                    old,
                    piece.new,
                )


def test_surrogates_share_no_run_of_four_anywhere() -> None:
    placeholders = total = 0
    for seed in range(max(EXAMPLES, 200)):
        text, spans = document(seed)
        for piece in pieces(text, spans, TABLES["research-surrogate"], f"case {seed}"):
            if piece.label in ("DATE", "AGE"):
                continue
            old = "".join(c for c in text[piece.start : piece.end].casefold() if c.isalnum())
            new = "".join(c for c in piece.new.casefold() if c.isalnum())
            total += 1
            if piece.method == "placeholder":
                placeholders += 1
                continue
            assert not any(old[i : i + 4] in new for i in range(len(old) - 3)), (old, new)
    assert placeholders <= 0.02 * total


def test_masking_masked_text_leaks_nothing_and_does_not_crash() -> None:
    for seed in range(max(EXAMPLES // 5, 40)):
        text, spans = document(seed)
        for name, table in TABLES.items():
            once = mask(text, spans, table, case=f"case {seed}")
            again = [Proposal(m.start(), m.end(), "PATIENT") for m in re.finditer(r"\w{3,}", once)]
            for label in ("DATE", "AGE", "ZIP", "PHONE"):
                found = [Proposal(p.start, p.end, label) for p in again]
                twice = mask(once, found, table, case=f"case {seed}")
                for span in spans:
                    old = text[span.start : span.end]
                    if len(old) > 5 and old not in once:
                        assert old not in twice, (name, seed)


def test_own_placeholders_stay_as_they_are() -> None:
    text = "[PATIENT] came on [Day +14], [AGE > 89], [CITY 2] and [DOCTOR 3fa9c2d1]."
    spans = [Proposal(m.start(), m.end(), "PATIENT") for m in re.finditer(r"[A-Za-z0-9]{2,}", text)]
    inside = [s for s in spans if text[s.start : s.end] not in ("came", "on", "and")]
    assert mask(text, inside, TABLES["research-surrogate"]) == text
    for written in ("DATE", "AGE < 1", "AGE < 10", "AGE 80s", "AGE 85-89", "Year -1", "Day 0"):
        assert placeholders(f"[{written}]")


def test_an_original_in_brackets_is_masked() -> None:
    for inside in (
        "SMITH",
        "HADDAD",
        "MRN 1234567",
        "DOB 19510304",
        "PHONE 6175551234",
        "CASE 20210012345",
        "AGE 93",
        "AGE > 93",
        "AGE 90s",
        "AGE 67-68",
        "AGE 85-93",
        "IDNUM 1234567",
        "PATIENT 12345",
        "PATIENT 12345678",
        "PATIENT abbeadee",
        "USERNAME ab12cd34",
        "MEDICALRECORD 3fa9c2d1",
        "ZIP 12",
    ):
        text = f"It says [{inside}] here."
        masked = mask(text, [Proposal(9, 9 + len(inside), "IDNUM")], TABLES["vigibase"])
        assert masked == "It says [[IDNUM]] here.", inside


@cases
@given(
    st.text(max_size=60),
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 60), st.sampled_from(LABELS)), max_size=6
    ),
    st.sampled_from(sorted(TABLES)),
)
def test_any_text_and_any_spans_come_through(
    text: str, raw: list[tuple[int, int, str]], name: str
) -> None:
    spans = [
        Proposal(a, b, label)
        for a, b, label in ((min(x), max(x), label) for *x, label in raw)
        if a < b <= len(text)
    ]
    found = pieces(text, spans, TABLES[name], "")
    place = 0
    for piece in found:
        assert place <= piece.start < piece.end <= len(text)
        place = piece.end
    covered = {i for p in found for i in range(p.start, p.end)}
    for span in spans:
        for i in range(span.start, span.end):
            assert i in covered or text[i].isspace()
