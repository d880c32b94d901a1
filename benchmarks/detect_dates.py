"""Words per second of the date and age finders, beside spacy.blank("en") in the same run.

python benchmarks/detect_dates.py [narratives.jsonl]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import spacy

from spacy_deid.detect.patterns import find_patterns

SAMPLE = (
    "A 41-year-old woman received the first dose on 12Jan2014 at 10:30. On 13 Jan 2014 she had "
    "pain 5/10 and took 1/2 tablet; on Monday 3/22 she was seen by her doctor. Blood pressure was "
    "120/80 mmHg, pulse 82. The event resolved on an unknown date in February 2014. "
)


def seconds(work: Callable[[str], object], texts: list[str]) -> float:
    """Give the CPU seconds of the best of three runs over all texts."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for text in texts:
            work(text)
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    if len(sys.argv) > 1:
        lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["text"] for line in lines]
    else:
        texts = [SAMPLE * 4] * 1000
    words = sum(len(text.split()) for text in texts)
    find_patterns(SAMPLE, ("dates", "ages"))
    finders = seconds(lambda text: find_patterns(text, ("dates", "ages")), texts)
    blank = seconds(spacy.blank("en"), texts)
    print(f"{len(texts)} texts, {words} words")
    print(f"dates and ages: {words / finders:,.0f} words/s")
    print(f"spacy.blank('en'): {words / blank:,.0f} words/s")
    print(f"time of dates and ages to that of spacy.blank('en'): {finders / blank:.2f}")


if __name__ == "__main__":
    main()
