"""How long masking takes beside finding, by policy, measured in one run.

python benchmarks/masking.py [TEXTS.jsonl]

TEXTS.jsonl holds one {"text": …} per line; without it, the sample reports of the project are used.
Printed per policy: seconds for finding, seconds for masking, and their ratio; at most 1 is wanted.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path

from spacy_deid.cli.models import load_pipeline
from spacy_deid.mask.policies import POLICIES

SAMPLES = Path(__file__).parent.parent / "assets" / "reports"
ROUNDS = 5


def texts(path: str | None) -> list[str]:
    files = [Path(path)] if path else sorted(SAMPLES.glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["text"] for line in lines if line.strip()]


def main() -> None:
    nlp = load_pipeline("rules")
    masker = nlp.get_pipe("deid_masker")
    masker.set_key(b"a key for the benchmark alone")
    finders = [pipe for name, pipe in nlp.pipeline if name != "deid_masker"]
    sample = texts(sys.argv[1] if len(sys.argv) > 1 else None)
    print(f"{len(sample)} documents, {sum(map(len, sample))} characters, median of {ROUNDS} rounds")
    for policy in POLICIES:
        masker.set_policy(policy)
        finding, masking = [], []
        for number in range(ROUNDS + 1):
            docs = []
            start = time.perf_counter()
            for text in sample:
                doc = nlp.make_doc(text)
                for pipe in finders:
                    doc = pipe(doc)
                docs.append(doc)
            middle = time.perf_counter()
            for doc in docs:
                masker(doc)
            if number:  # the first round warms the caches
                finding.append(middle - start)
                masking.append(time.perf_counter() - middle)
        found, masked = statistics.median(finding), statistics.median(masking)
        print(f"{policy:20} find {found:.3f} s  mask {masked:.3f} s  ratio {masked / found:.2f}")


if __name__ == "__main__":
    main()
