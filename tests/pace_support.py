"""How fast the machine is now, so that limits in seconds hold on a slow or busy one too."""

from __future__ import annotations

import time
from collections.abc import Callable

LINEAR = 32
"""What ``growth`` stays below unless time grows faster than the count does: its square gives 64."""

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


def seconds(call: Callable[[], object]) -> float:
    """Give the processor seconds of a call."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def fastest(call: Callable[[], object]) -> float:
    """Give the seconds of the quicker of two calls, as a machine of usual speed takes them."""
    first = seconds(call)
    return (first if first < 1.0 else min(first, seconds(call))) / slowness()


def growth(call: Callable[[int], object], count: int, *, least: float = 0.005) -> float:
    """Give how many times longer a call takes for eight times the count.

    Of up to four tries the lowest, for another process may fill the caches of the machine during
    one. ``least``: seconds below which the shorter run only measures chance.
    """
    ratios: list[float] = []
    while len(ratios) < 4 and not (ratios and ratios[-1] < LINEAR):
        short = seconds(lambda: call(count))
        ratios.append(seconds(lambda: call(8 * count)) / max(short, least))
    return min(ratios)
