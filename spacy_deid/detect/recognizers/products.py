"""Matrix products in one thread.

NumPy hands products to a library that starts a thread per core; where a core is busy they wait for
one another, and tagging gets twenty times slower. In one thread that library needs a third of the
time of spaCy's own product, which never leaves the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import numpy
import numpy.typing
from threadpoolctl import ThreadpoolController

Floats = numpy.typing.NDArray[numpy.float32]


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Find the libraries that are loaded: once, for it takes milliseconds."""
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Let ``product`` work in the caller's thread; what was set before holds again afterwards.

    Where another thread has set a limit already, that one stays.
    """
    with _libraries().limit(limits=1, user_api="blas"):
        yield


def product(left: Floats, right: Floats, out: Floats | None = None) -> Floats:
    """Multiply two matrices of 32 bits, shapes (rows, inner) and (inner, columns).

    out: where the result is written, none of the two; None for memory of its own.
    RETURNS: shape (rows, columns).
    """
    found: Floats = numpy.matmul(left, right, out=out)
    return found
