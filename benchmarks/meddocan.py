"""Strict and span-merged scores of recognizers trained on MEDDOCAN, each alone and voting.

python benchmarks/meddocan.py CORPUS TRAINING   (see 'spacy project run meddocan')

CORPUS holds train/ and dev/ (DocBin) and lists/; each model is trained into TRAINING/<name> unless
it is there already. Two trainings run at a time, one core each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.corpora.reader import create_corpus
from spacy_deid.proposals import read_proposals, write_proposals
from spacy_deid.score.agreement import agreement
from spacy_deid.score.scorers import gold_of


@dataclass
class Model:
    """name of the training folder; config in configs/; span group that it writes; its vote."""

    name: str
    config: str
    group: str
    vote: float
    assembled: bool = True


MODELS = (
    Model("bilstm", "bilstm_crf", "deid_tagger", 1.0, assembled=False),
    Model("wide", "meddocan_wide", "deid_network", 1.0),
    Model("crf_plain", "meddocan_crf_plain", "deid_crf", 1.0),
    Model("network", "meddocan_network", "deid_network", 1.0),
    Model("cnn", "cnn", "ents", 0.5, assembled=False),
    Model("svm", "meddocan_svm", "deid_svm", 0.75),
)
LEAST = 0.34
"""Share of the votes that a span of the ensemble needs."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path, help="folder with train/, dev/ and lists/")
    parser.add_argument("training", type=Path, help="folder of the trained models")
    asked = parser.parse_args()
    corpus, training = asked.corpus, asked.training
    begun = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda model: fit(model, corpus, training), MODELS))
    print(f"training: {time.monotonic() - begun:,.0f} s on the clock\n")
    reader = create_corpus(corpus / "dev")
    blank = spacy.blank("es", config=_tokenizer())
    examples = list(reader(blank))
    gold = [gold_of(example.reference) for example in examples]
    texts = [example.reference.text for example in examples]
    words = sum(len(text.split()) for text in texts)
    print(f"{len(texts)} documents, {sum(map(len, gold)):,} spans, {words:,} words")
    print(f"{'':10} {'strict P':>8} {'R':>6} {'F1':>6}  {'merged P':>8} {'R':>6} {'F1':>6}", end="")
    print(f" {'train s':>8} {'words/s':>8}")
    voters = [blank.make_doc(text) for text in texts]
    figures = {}
    for model in MODELS:
        nlp = spacy.load(folder_of(model, training))
        docs, rate = tagged(nlp, texts, words)
        found = [spans_of(doc, model.group) for doc in docs]
        for doc, spans in zip(voters, found, strict=True):
            write_proposals(doc, model.name, spans)
        seconds = json.loads((training / model.name / "seconds.json").read_text())
        figures[model.name] = line(model.name, texts, gold, found, seconds, rate)
    ensemble = blank.add_pipe(
        "deid_ensemble",
        config={"weights": {model.name: model.vote for model in MODELS}, "least": LEAST},
    )
    found = [read_proposals(ensemble(doc), "deid_ensemble") for doc in voters]
    figures["vote"] = line("vote", texts, gold, found, None, None)
    per_label(figures)


def fit(model: Model, corpus: Path, training: Path) -> None:
    """Train a model in a process of its own and note how long it took."""
    target = training / model.name
    if (target / "seconds.json").exists():
        return
    config = Path("configs") / f"{model.config}.cfg"
    python = [sys.executable, "-m", "spacy"]
    if model.assembled:
        command = [*python, "assemble", str(config), str(target / "model")]
        command += ["--paths.lists", str(corpus / "lists")]
    else:
        command = [*python, "train", str(config), "--output", str(target)]
        command += ["--paths.dev", str(corpus / "dev"), "--nlp.lang", "es"]
    command += ["--paths.train", str(corpus / "train")]
    begun = time.monotonic()
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{model.name}: training failed\n{done.stderr[-2000:]}")
    (target / "seconds.json").write_text(json.dumps(round(time.monotonic() - begun)))


def folder_of(model: Model, training: Path) -> Path:
    return training / model.name / ("model" if model.assembled else "model-best")


def tagged(nlp: Language, texts: list[str], words: int) -> tuple[list[Doc], float]:
    begun = time.process_time()
    docs = list(nlp.pipe(texts))
    return docs, words / (time.process_time() - begun)


def spans_of(doc: Doc, group: str) -> list[Proposal]:
    if group == "ents":
        return [Proposal(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents]
    return read_proposals(doc, group)


def line(name, texts, gold, found, seconds, rate):  # type: ignore[no-untyped-def]
    pairs = (
        (text, own, [(p.start, p.end, p.label) for p in spans])
        for text, own, spans in zip(texts, gold, found, strict=True)
    )
    figures, _ = agreement(pairs, scheme_name="meddocan", samples=0)
    print(f"{name:10}", end="")
    for criterion in ("strict", "spans_merged"):
        micro = figures[criterion]["all"]["micro"]
        print(f" {micro['precision']:8.4f} {micro['recall']:6.4f} {micro['f1']:6.4f} ", end="")
    print(f"{seconds:8,} {rate:8,.0f}" if seconds is not None else "", flush=True)
    return figures


def per_label(figures) -> None:  # type: ignore[no-untyped-def]
    print(f"\nstrict F1 by label\n{'':38} " + " ".join(f"{name:>8}" for name in figures))
    labels = figures["vote"]["strict"]["by_label"]
    for label in labels:
        row = [f["strict"]["by_label"].get(label, {}).get("micro", {}) for f in figures.values()]
        print(f"{label:38} " + " ".join(f"{found.get('f1', 0):8.4f}" for found in row))


def _tokenizer() -> dict[str, object]:
    return {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}


if __name__ == "__main__":
    main()
