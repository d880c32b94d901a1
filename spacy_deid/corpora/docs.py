"""Between a record and a Doc: gold spans in, decisions out."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from spacy_deid.annotations import DECISION, GOLD, Proposal, Record
from spacy_deid.intervals import PhiSpan, merge, trim
from spacy_deid.proposals import read_proposals, write_proposals

_GROUPS = (GOLD, "sc")
"""Span groups that annotate a Doc without entities; the second is that of spaCy's spancat."""
_CASE = {"case": "deid_case", "case_day": "deid_day", "case_order": "deid_order"}
"""Keys of ``Record.meta`` and the extensions of a Doc that say the same."""


def record_to_doc(record: Record, nlp: Language) -> Doc:
    """Tokenize a document and put its gold spans on it.

    record: spans of any scheme, also overlapping ones.
    nlp: gives the tokenizer; no component runs.
    RETURNS: a Doc with what ``put_case`` puts on it.
        An annotated record (any but one with ``meta["annotated"]`` false) also sets ``deid_gold``
        (exact), ``spans["gold"]`` (widened to whole tokens) and ``ents``: spans that meet token
        borders (white space at their edges aside) are entities, the longest where they overlap;
        tokens that another gold span touches are missing, so that training does not learn from
        them; all others are outside.
    """
    return record_on(nlp.tokenizer(record.text), record)


def record_on(doc: Doc, record: Record, *, group: bool = True) -> Doc:
    """Put all that a record knows on the Doc of its text, as ``record_to_doc`` does.

    group: set ``spans["gold"]`` too.
    """
    put_case(doc, record)
    if record.spans or record.meta.get("annotated", True):
        set_gold(doc, record.text, record.spans)
        if group:
            gold = [Proposal(start, end, label, source=GOLD) for start, end, label in record.spans]
            write_proposals(doc, GOLD, gold)
    return doc


def put_case(doc: Doc, record: Record) -> None:
    """Put on a Doc what a record knows beside its text and spans: its id, its case, known values.

    What ``meta`` has as None counts as not known.
    """
    values = doc._
    values.deid_id = record.id
    for key, name in _CASE.items():
        known = record.meta.get(key)
        values.set(name, "" if known is None else str(known))
    if record.meta.get("term"):
        values.deid_term = True
    if record.meta.get("unnamed"):
        values.deid_unnamed = True
    if record.known_phi:
        values.known_phi = [list(pair) for pair in record.known_phi]


def set_gold(doc: Doc, text: str, spans: list[PhiSpan]) -> None:
    """Put gold spans on a Doc as entities, missing tokens and ``deid_gold``.

    text: the Doc's, which it would have to join anew from its tokens.
    """
    doc._.deid_gold = [list(span) for span in spans]
    fitting, others = _aligned(doc, text, spans)
    chosen = fitting if _disjoint(fitting) else filter_spans(fitting)
    missing: list[Span] = []
    if others or len(chosen) < len(fitting):
        taken = {place for span in chosen for place in range(span.start, span.end)}
        loose = [place for span in others for place in range(span.start, span.end)]
        runs = merge((place, place + 1) for place in loose if place not in taken)
        missing = [doc[start:end] for start, end in runs]
    doc.set_ents(chosen, missing=missing, default="outside")


def holds_gold(doc: Doc) -> bool:
    """Tell whether the entities of a Doc are those that its gold spans gave it."""
    spans = [PhiSpan(*span) for span in doc._.deid_gold or ()]
    fitting, _ = _aligned(doc, doc.text, spans)
    wanted = {(s.start, s.end, s.label_) for s in filter_spans(fitting)}
    return wanted == {(e.start, e.end, e.label_) for e in doc.ents}


def _disjoint(spans: list[Span]) -> bool:
    """Tell whether spans in the order of their start share no token."""
    pairs = zip(spans, spans[1:], strict=False)
    return all(before.end <= after.start for before, after in pairs)


def _aligned(doc: Doc, text: str, spans: list[PhiSpan]) -> tuple[list[Span], list[Span]]:
    """Part the spans into those on token borders and the tokens that the others touch."""
    fitting, others = [], []
    for start, end, label in spans:
        span = doc.char_span(start, end, label=label)
        if span is None:
            low, high = trim(text, (start, end))
            span = doc.char_span(low, high, label=label) if low < high else None
        if span is not None:
            fitting.append(span)
            continue
        wide = doc.char_span(start, end, label=label, alignment_mode="expand")
        if wide is not None:
            others.append(wide)
    return fitting, others


def misaligned(doc: Doc) -> list[PhiSpan]:
    """Give the exact gold spans of a Doc that no token borders meet; [] without gold."""
    text = doc.text
    found = []
    for start, end, label in doc._.deid_gold or ():
        low, high = trim(text, (start, end))
        if low >= high or doc.char_span(low, high) is None:
            found.append(PhiSpan(start, end, label))
    return found


def doc_to_record(doc: Doc, key: str = DECISION) -> Record:
    """Take a document back off a Doc.

    key: a span group; 'gold' gives the exact gold spans where the Doc has them. A Doc without the
        group gives its entities, one without those the spans under 'gold' or, as spaCy's spancat
        has them, under 'sc'.
    RETURNS: spans in order of their start; ``meta["annotated"]`` is false where the Doc has neither
        gold, group nor entities.
    """
    record = Record(doc._.deid_id, doc.text)
    gold = doc._.deid_gold
    if key == GOLD and gold is not None:
        record.spans = [PhiSpan(*span) for span in gold]
    elif key in doc.spans:
        record.spans = [PhiSpan(p.start, p.end, p.label) for p in read_proposals(doc, key)]
    elif doc.ents or doc.has_annotation("ENT_IOB"):
        record.spans = [PhiSpan(e.start_char, e.end_char, e.label_) for e in doc.ents]
    elif (group := next((name for name in _GROUPS if doc.spans.get(name)), None)) is not None:
        record.spans = [PhiSpan(p.start, p.end, p.label) for p in read_proposals(doc, group)]
    else:
        record.meta["annotated"] = False
    record.spans.sort()
    for meta_key, name in _CASE.items():
        if doc._.get(name):
            record.meta[meta_key] = doc._.get(name)
    if doc._.deid_term:
        record.meta["term"] = True
    record.known_phi = [(label, value) for label, value in doc._.known_phi or ()]
    return record
