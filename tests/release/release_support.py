"""Tiny corpora and candidates that are trained in no time."""

from __future__ import annotations

import json
from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.intervals import PhiSpan

NAMES = ("Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude", "Oswin", "Petra")
BASE = """
[paths]
train = "nowhere"
lists = null

[nlp]
lang = "en"
pipeline = ["deid_patterns","old_ner","deid_coherence","deid_resolver"]

[nlp.tokenizer]
@tokenizers = "spacy_deid.NarrativeTokenizer.v1"

[components]

[components.deid_patterns]
factory = "deid_patterns"
kinds = ["dates"]

[components.old_ner]
source = "nowhere"

[components.deid_coherence]
factory = "deid_coherence"
sources = ["deid_patterns","ents"]

[components.deid_resolver]
factory = "deid_resolver"
order = ["deid_patterns","ents","deid_coherence"]

[components.deid_resolver.label_order]
EMAIL = ["deid_patterns"]
PATIENT = ["ents"]
"""
CRF = """
[paths]
train = "nowhere"

[nlp]
lang = "en"
pipeline = ["{name}"]

[nlp.tokenizer]
@tokenizers = "spacy_deid.NarrativeTokenizer.v1"

[components]

[components.{name}]
factory = "deid_crf"
groups = ["forms"]
max_iterations = {iterations}
c2 = 0.1

[initialize]

[initialize.components]

[initialize.components.{name}]

[initialize.components.{name}.corpus]
@readers = "spacy_deid.Corpus.v1"
path = ${{paths.train}}
"""
PLAN = """
[release]
base = "base.cfg"
rules = ["deid_patterns"]

[candidates]

[candidates.good]
config = "good.cfg"
detector = "crf_good"
packages = ["pycrfsuite"]

[candidates.blunt]
config = "blunt.cfg"
detector = "crf_blunt"
full = {"components.crf_blunt.max_iterations":2}

[candidates.foreign]
config = "good.cfg"
detector = "crf_good"
packages = ["a_package_that_nobody_has"]

[candidates.broken]
config = "broken.cfg"
detector = "deid_crf"
"""


def report(number: int, *, skeleton: str) -> Record:
    """One short report: a patient's name, a date, and words that are neither."""
    name = NAMES[number % len(NAMES)]
    text = f"Patient {name} came on {number % 27 + 1} March 2021 with rash. Took Aspirin daily."
    start, date = text.index(name), text.index(" on ") + 4
    spans = [
        PhiSpan(start, start + len(name), "PATIENT"),
        PhiSpan(date, text.index(" with"), "DATE"),
    ]
    trap = text.index("Aspirin")
    meta = {
        "genre": "phone_note" if number % 2 else "nurse_note",
        "skeleton": skeleton,
        "traps": [[trap, trap + 7]],
        "utility": [[trap, trap + 7, "DRUG"]],
    }
    return Record(f"doc-{number}", text, spans, meta)


def reports(count: int, first: int = 0) -> list[Record]:
    """Reports of four skeletons by turns."""
    return [report(first + n, skeleton=f"note/{n % 4}") for n in range(count)]


def write_jsonl(path: Path, records: list[Record]) -> Path:
    """Write records as the corpus commands do."""
    rows = (
        {"id": r.id, "text": r.text, "spans": [list(s) for s in r.spans], "meta": r.meta}
        for r in records
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def write_plan(folder: Path) -> Path:
    """Write a released config, the candidates' configs and their list."""
    (folder / "base.cfg").write_text(BASE)
    (folder / "good.cfg").write_text(CRF.format(name="crf_good", iterations=15))
    (folder / "blunt.cfg").write_text(CRF.format(name="crf_blunt", iterations=1))
    broken = CRF.format(name="deid_crf", iterations=1).replace('["forms"]', '["no such group"]')
    (folder / "broken.cfg").write_text(broken)
    plan = folder / "candidates.cfg"
    plan.write_text(PLAN)
    return plan
