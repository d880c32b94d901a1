"""Tiny corpora that a model learns in no time, and a config for them."""

from __future__ import annotations

from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.intervals import PhiSpan

NAMES = ("Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude", "Oswin", "Petra")
SECRET = "Xanthippe"
CONFIG = """
[paths]
train = "nowhere"

[system]
seed = 7

[nlp]
lang = "en"
pipeline = ["deid_crf"]

[nlp.tokenizer]
@tokenizers = "spacy_deid.NarrativeTokenizer.v1"

[components]

[components.deid_crf]
factory = "deid_crf"
groups = ["forms"]
max_iterations = 15
c1 = 0.0
c2 = 0.1

[initialize]

[initialize.components]

[initialize.components.deid_crf]

[initialize.components.deid_crf.corpus]
@readers = "spacy_deid.Corpus.v1"
path = ${paths.train}
"""
STEPS = """
[paths]
train = "nowhere"
dev = "nowhere"

[nlp]
lang = "en"
pipeline = ["ner"]

[components]

[components.ner]
factory = "ner"

[components.ner.model]
@architectures = "spacy.TransitionBasedParser.v2"
state_type = "ner"
extra_state_tokens = false
hidden_width = 16
maxout_pieces = 2
use_upper = true
nO = null

[components.ner.model.tok2vec]
@architectures = "spacy.HashEmbedCNN.v2"
pretrained_vectors = null
width = 16
depth = 1
embed_size = 200
window_size = 1
maxout_pieces = 2
subword_features = true

[corpora]

[corpora.train]
@readers = "spacy_deid.Corpus.v1"
path = ${paths.train}

[corpora.dev]
@readers = "spacy_deid.Corpus.v1"
path = ${paths.dev}

[training]
seed = 3
gpu_allocator = null
max_steps = 40
eval_frequency = 20
train_corpus = "corpora.train"
dev_corpus = "corpora.dev"

[training.optimizer]
@optimizers = "Adam.v1"
learn_rate = 0.02
"""


def records(count: int, *, start: int = 0, patients: int = 0) -> list[Record]:
    """Make notes with one name each; every third has none."""
    made = []
    for number in range(start, start + count):
        name = NAMES[number * 5 % len(NAMES)]
        texts = (
            f"Mr {name} took aspirin",
            f"seen today by Dr {name}",
            "Aspirin was well tolerated",
        )
        text = texts[number % 3]
        place, label = text.find(name), ("PATIENT", "DOCTOR", "")[number % 3]
        spans = [PhiSpan(place, place + len(name), label)] * (place > 0)
        case = number % patients if patients else number
        made.append(Record(f"{case:03}-{number:03}", text, spans, {"case": f"c{case}"}))
    return made


def config(folder: Path, text: str = CONFIG) -> str:
    path = folder / "config.cfg"
    path.write_text(text)
    return str(path)
