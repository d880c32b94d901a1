"""How fast the machine is now, so that limits in seconds hold on a slow or busy one too."""

from __future__ import annotations

import time

_USUAL = 0.02
"""Processor seconds of ``_work`` on the machine that the limits were written for."""


def _work() -> int:
    return sum(number * number % 7 for number in range(250_000))


def slowness() -> float:
    """Give how many times longer than usual this machine takes at the moment; 1 at least."""
    costs = []
    for _ in range(3):
        begin = time.process_time()
        _work()
        costs.append(time.process_time() - begin)
    return max(1.0, min(costs) / _USUAL)
