"""Memory and speed over a long run: narratives found and masked in memory zones, peak by the way.

python benchmarks/long_run.py FILE.jsonl [COUNT] [MODEL]   (defaults: 100,000; the released one)

The file holds {"id", "text"} lines. It is gone through as often as needed; each time all numbers
and the longer words are new, as the words of new narratives are, so that a vocabulary that kept
them would grow.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import spacy

from spacy_deid.cli.models import DEFAULT_MODEL

BATCH = 256
REPORTS = 10
_NEW = re.compile(r"\d{2,}|\b[a-z]{9,}\b")


def renewed(texts: list[str]) -> Iterator[str]:
    """Give the texts for ever, with other numbers and other long words in every round."""
    turn = 0
    while True:
        letters = "".join(chr(97 + int(digit)) for digit in str(turn))

        def other(match: re.Match[str], letters: str = letters, turn: int = turn) -> str:
            word = match[0]
            if word.isdigit():
                return str((int(word) + 7 * turn) % 10 ** len(word)).zfill(len(word))
            return word + letters

        for text in texts:
            yield _NEW.sub(other, text) if turn else text
        turn += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help='{"id", "text"} lines')
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="of narratives")
    parser.add_argument("model", nargs="?", default=DEFAULT_MODEL)
    asked = parser.parse_args()
    lines = asked.file.read_text(encoding="utf-8").splitlines()
    count, nlp = asked.count, spacy.load(asked.model)
    source = islice(renewed([json.loads(line)["text"] for line in lines]), count)
    done = words = 0
    start = time.process_time()
    print(f"{'narratives':>10} {'words/s':>8} {'peak MiB':>9} {'strings':>9}")
    while batch := list(islice(source, BATCH)):
        with nlp.memory_zone():
            for doc in nlp.pipe(batch):
                words += len(doc.text.split())
        before, done = done, done + len(batch)
        if done * REPORTS // count > before * REPORTS // count:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            speed = words / (time.process_time() - start)
            print(f"{done:10,} {speed:8,.0f} {peak:9,.0f} {len(nlp.vocab.strings):9,}", flush=True)


if __name__ == "__main__":
    main()
