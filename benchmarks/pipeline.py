"""Words per second of the rule pipeline and of the released one, beside spaCy's blank tokenizer.

python benchmarks/pipeline.py FILE.jsonl   ({"id", "text"} lines, for example VAERS narratives)
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path

import spacy
from spacy.language import Language

from spacy_deid.cli.models import DEFAULT_MODEL, rule_pipeline

BATCH = 256


def seconds(nlp: Language, texts: list[str]) -> float:
    start = time.process_time()
    for first in range(0, len(texts), BATCH):
        with nlp.memory_zone():
            for _ in nlp.pipe(texts[first : first + BATCH]):
                pass
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help='{"id", "text"} lines, such as VAERS narratives')
    lines = parser.parse_args().file.read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines][:3000]
    words = sum(len(text.split()) for text in texts)
    blank = seconds(spacy.blank("en"), texts)
    print(f"{len(texts)} texts, {words} words, one process, CPU time")
    print(f"{'spacy.blank':24} {words / blank:10,.0f} words/s   1.0 x its time")
    pipelines = {"rules": rule_pipeline()}
    if spacy.util.is_package(DEFAULT_MODEL):
        pipelines[DEFAULT_MODEL] = spacy.load(DEFAULT_MODEL)
    for name, nlp in pipelines.items():
        for kind, off in (("find", ["deid_masker"]), ("mask", [])):
            with nlp.select_pipes(disable=off):
                took = seconds(nlp, texts)
            print(f"{name + ' ' + kind:24} {words / took:10,.0f} words/s {took / blank:5.1f} x")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


if __name__ == "__main__":
    main()
