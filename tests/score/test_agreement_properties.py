"""What must hold of the criteria whatever the documents are."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_deid.score.agreement import agreement
from spacy_deid.score.criteria import matched

LABELS = ("PATIENT", "DATE", "IDNUM", "HOSPITAL")
SYMMETRIC = ("strict", "relaxed", "token", "overlapping", "spans_strict", "spans_merged")
EVERY = (*SYMMETRIC, "covering", "redaction")


@st.composite
def documents(draw, sides=2):
    text = draw(st.text(alphabet="aB1 .é-\n", min_size=12, max_size=40))
    made = []
    for _ in range(sides):
        count = draw(st.integers(0, 6))
        spans = []
        for _ in range(count):
            start = draw(st.integers(0, len(text) - 1))
            length = draw(st.integers(1, min(9, len(text) - start)))
            spans.append((start, start + length, draw(st.sampled_from(LABELS))))
        made.append(spans)
    return (text, *made)


def figures(pairs):
    return agreement(pairs, samples=0)[0]


@settings(max_examples=40, deadline=None)
@given(st.lists(documents(sides=1), min_size=1, max_size=3))
def test_gold_against_gold_is_one_everywhere(docs):
    found = figures([(text, gold, gold) for text, gold in docs])
    if not any(gold for _, gold in docs):
        return
    for name in EVERY:
        micro = found[name]["all"]["micro"]
        if name == "redaction" and not micro["tp"]:
            assert micro["spans_covered"] == 1
            continue
        assert (micro["precision"], micro["recall"], micro["f1"]) == (1, 1, 1), name
        assert micro["fp"] == micro["fn"] == 0
    redaction = found["redaction"]["all"]["micro"]
    assert redaction["spans_covered"] == redaction["documents_without_leak"] == 1
    assert redaction["token_recall"] in (0, 1) and redaction["tokens_false"] == 0
    assert found["leak_score"]["all"]["micro"]["leak"] == 0


@settings(max_examples=40, deadline=None)
@given(st.lists(documents(), min_size=1, max_size=3))
def test_swapping_gold_and_prediction_swaps_precision_and_recall(docs):
    found = figures(docs)
    swapped = figures([(text, pred, gold) for text, gold, pred in docs])
    for name in (*SYMMETRIC, "redaction"):
        for average in ("micro", "macro"):
            one, other = found[name]["all"][average], swapped[name]["all"][average]
            assert one["precision"] == other["recall"]
            assert one["recall"] == other["precision"]


@settings(max_examples=40, deadline=None)
@given(st.lists(documents(), min_size=1, max_size=3))
def test_laxer_criteria_find_no_less(docs):
    found = figures(docs)
    tp = {name: found[name]["all"]["micro"]["tp"] for name in EVERY}
    assert tp["overlapping"] >= tp["covering"] >= tp["strict"]
    assert tp["overlapping"] >= tp["relaxed"] >= tp["strict"]
    for label, averages in found["strict"]["by_label"].items():
        for name in ("relaxed", "covering", "overlapping"):
            assert found[name]["by_label"][label]["micro"]["tp"] >= averages["micro"]["tp"]
    redaction = found["redaction"]["all"]["micro"]
    assert redaction["covered"] >= tp["covering"]
    assert redaction["token_recall_corrected"] >= redaction["token_recall"]


@settings(max_examples=40, deadline=None)
@given(st.lists(documents(), min_size=1, max_size=2), st.sampled_from(LABELS))
def test_adding_a_wrong_span_never_raises_precision(docs, label):
    text, gold, pred = docs[0]
    longer = text + " wrong"
    place = len(text) + 1
    before = figures([(longer, gold, pred), *docs[1:]])
    wrong = (place, place + 5, label)
    after = figures([(longer, gold, [*pred, wrong]), *docs[1:]])
    for name in EVERY:
        for average in ("micro", "macro"):
            first, second = before[name]["all"][average], after[name]["all"][average]
            assert second["precision"] <= first["precision"], name
            assert second["recall"] <= first["recall"] or name == "redaction"


@settings(max_examples=25, deadline=None)
@given(st.lists(documents(), min_size=1, max_size=4))
def test_documents_do_not_touch_one_another(docs):
    together = figures(docs)
    apart = [figures([doc]) for doc in docs]
    for name in EVERY:
        for key in ("tp", "fp", "fn"):
            alone = sum(found[name]["all"]["micro"][key] for found in apart)
            assert together[name]["all"]["micro"][key] == alone, (name, key)


@settings(max_examples=40, deadline=None)
@given(documents())
def test_criteria_agree_with_their_plain_definitions(doc):
    text, gold, pred = doc
    found = figures([doc])
    ours, theirs = set(gold), set(pred)
    assert found["strict"]["all"]["micro"]["tp"] == len(ours & theirs)
    borders, guesses = ({s[:2] for s in side} for side in (ours, theirs))
    assert found["spans_strict"]["all"]["micro"]["tp"] == len(borders & guesses)
    for name, fits in (
        ("overlapping", lambda a, b: a[0] < b[1] and b[0] < a[1]),
        ("covering", lambda a, b: b[0] <= a[0] and a[1] <= b[1]),
        ("relaxed", lambda a, b: a[0] == b[0] and abs(a[1] - b[1]) <= 2),
    ):
        expected = 0
        for label in LABELS:
            one = sorted(s[:2] for s in ours if s[2] == label)
            other = sorted(s[:2] for s in theirs if s[2] == label)
            expected += len(matched(one, other, fits))
        assert found[name]["all"]["micro"]["tp"] == expected, name
    hidden = {i for s, e, _ in theirs for i in range(s, e) if text[i].isalnum()}
    wanted = {i for s, e, _ in ours for i in range(s, e) if text[i].isalnum()}
    redaction = found["redaction"]["all"]["micro"]
    assert redaction["tp"] == len(hidden & wanted)
    assert redaction["fp"] == len(hidden - wanted)


@settings(max_examples=40, deadline=None)
@given(documents())
def test_merged_spans_agree_with_the_script_s_own_steps(doc):
    text, gold, pred = doc

    def merge(spans):
        out = []
        for span in sorted(spans):
            gap = text[out[-1][1] : span[0]] if out else "x"
            if out and not any(c.isalnum() for c in gap):
                out[-1] = (out[-1][0], max(out[-1][1], span[1]))
            else:
                out.append(span)
        return set(out)

    ours, theirs = ({s[:2] for s in side} for side in (gold, pred))
    hit = (ours & theirs) | (merge(ours) & merge(theirs))

    def left(mine, other):
        inside = (s for s in mine - other if any(h[0] <= s[0] and s[1] <= h[1] for h in hit))
        return len(mine - other) - len(list(inside))

    micro = figures([doc])["spans_merged"]["all"]["micro"]
    assert micro["tp"] == len(hit)
    assert micro["fp"] == left(theirs, ours)
    assert micro["fn"] == left(ours, theirs)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), max_size=5),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)), max_size=5),
)
def test_matching_finds_as_many_as_possible(ours, theirs):
    from itertools import permutations

    one = [(s, s + n) for s, n in ours]
    other = [(s, s + n) for s, n in theirs]

    def fits(a, b):
        return a[0] < b[1] and b[0] < a[1]

    padded = [*other, *([None] * max(len(one) - len(other), 0))]
    best = max(
        sum(1 for a, b in zip(one, order, strict=False) if b is not None and fits(a, b))
        for order in permutations(padded, len(one))
    )
    assert len(matched(one, other, fits)) == best


class FuzzyEnd:
    """An annotation as the 2014 script's relaxed sets see it: equal when the ends are near."""

    def __init__(self, span):
        self.start, self.end, self.label = span

    def __hash__(self):
        return hash((self.start, self.label))

    def __eq__(self, other):
        same = (self.start, self.label) == (other.start, other.label)
        return same and abs(self.end - other.end) <= 2


def disjoint(spans):
    kept = []
    for span in sorted(spans):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


@settings(max_examples=60, deadline=None)
@given(documents())
def test_relaxed_and_token_agree_with_the_script_s_sets(doc):
    text, gold, pred = doc[0], disjoint(doc[1]), disjoint(doc[2])

    def tokens(spans):
        found = set()
        for start, end, label in spans:
            runs = list(re.finditer("[a-zA-Z0-9]+", text[start:end]))
            found.update((start + m.start(), start + m.end(), label) for m in runs)
            if not runs:
                found.add((end, end, label))
        return found

    found = figures([(text, gold, pred)])
    fuzzy = [{FuzzyEnd(span) for span in side} for side in (gold, pred)]
    for name, (ours, theirs) in (
        ("relaxed", fuzzy),
        ("token", (tokens(gold), tokens(pred))),
    ):
        micro = found[name]["all"]["micro"]
        assert micro["tp"] == len(ours & theirs), name
        assert micro["fp"] == len(theirs - ours), name
        assert micro["fn"] == len(ours - theirs), name
