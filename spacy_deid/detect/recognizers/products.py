"""Matrix products in one thread.

NumPy hands products to a library that starts a thread per core; where a core is busy they wait for
one another, and tagging gets twenty times slower. spaCy's own product stays in the caller's thread.
"""

from __future__ import annotations

import numpy.typing
from thinc.api import NumpyOps

Floats = numpy.typing.NDArray[numpy.float32]

_OPS = NumpyOps()


def product(left: Floats, right: Floats, *, turned: bool = False) -> Floats:
    """Multiply two matrices of 32 bits, shapes (rows, inner) and (inner, columns).

    turned: the second has the shape (columns, inner).
    RETURNS: shape (rows, columns).
    """
    found: Floats = _OPS.gemm(left, right, trans2=turned)
    return found
