"""Time and peak memory of scoring 100,000 documents with 2 million gold spans.

Run: python benchmarks/scoring.py [documents] [--all]
Without --all only the agreement is measured; with it leaks, utility and errors as well.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator

import numpy

from spacy_deid.phi import LABELS
from spacy_deid.score.arrays import Pair

SPANS = 20
WORDS = (
    "patient was admitted with fever and rash after the second dose of the vaccine given in left "
    "arm on Monday he reported 40 mg daily for 3 days then recovered without treatment"
).split()


def documents(count: int, seed: int = 0) -> Iterator[Pair]:
    """Make documents of about 1,500 characters with 20 gold spans; a tenth of them is missed.

    Of the predictions, one in twenty has a wrong end, one in fifty a wrong label.
    """
    draw = numpy.random.default_rng(seed)
    for number in range(count):
        words = [WORDS[i] for i in draw.integers(len(WORDS), size=260)]
        places = [0]
        for word in words:
            places.append(places[-1] + len(word) + 1)
        marked = sorted(draw.choice(259, size=SPANS, replace=False).tolist())
        kinds = draw.integers(len(LABELS), size=SPANS).tolist()
        fate = draw.random(SPANS).tolist()
        gold, pred = [], []
        for word, kind, luck in zip(marked, kinds, fate, strict=True):
            start, end = places[word], places[word + 1] - 1
            gold.append((start, end, LABELS[kind]))
            if luck > 0.17:
                pred.append((start, end, LABELS[kind]))
            elif luck > 0.12:
                pred.append((start, end + 1, LABELS[kind]))
            elif luck > 0.10:
                pred.append((start, end, LABELS[kind - 1]))
        yield Pair(" ".join(words), gold, pred, str(number), {"patient": str(number // 3)})


def main() -> None:
    """Print what was measured."""
    numbers = [a for a in sys.argv[1:] if a.isdigit()]
    count = int(numbers[0]) if numbers else 100_000
    started = time.perf_counter()
    pairs = list(documents(count))
    made, used = time.perf_counter(), time.process_time()
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    spans = sum(len(p.gold) for p in pairs)
    guesses = sum(len(p.pred) for p in pairs)
    if "--all" in sys.argv:
        from spacy_deid.score.report import evaluation

        evaluation(pairs)
    else:
        from spacy_deid.score.agreement import agreement

        agreement(pairs)
    done = time.perf_counter()
    processor = time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"documents {count:,}  gold spans {spans:,}  predicted spans {guesses:,}")
    print(f"made in {made - started:.1f} s, holding {held:,.0f} MiB")
    print(f"scored in {done - made:.1f} s, {processor:.1f} s of processor time")
    print(f"peak memory {peak:,.0f} MiB, documents included")


if __name__ == "__main__":
    main()
