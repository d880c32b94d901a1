"""Reports a minute, with the machine's own speed beside it: python benchmarks/synthesis.py [n]."""

from __future__ import annotations

import sys
import time

from spacy_deid.synthesize.generator import synthesize


def yardstick() -> float:
    """Seconds for a fixed piece of plain Python, to compare machines by."""
    started = time.perf_counter()
    total = 0
    for number in range(2_000_000):
        total += number % 7
    return time.perf_counter() - started


def main(count: int) -> None:
    for _ in synthesize(n=200, seed=0):
        pass
    print(f"yardstick: {yardstick():.2f} s")
    for noise in ("none", "mixed", "heavy"):
        started = time.perf_counter()
        words = sum(len(record.text.split()) for record in synthesize(n=count, seed=1, noise=noise))
        taken = time.perf_counter() - started
        print(f"{noise}: {count / taken * 60:,.0f} reports/min, {words / taken:,.0f} words/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
