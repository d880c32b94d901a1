from __future__ import annotations

import numpy

from spacy_deid.detect.recognizers.products import product


def test_products_are_those_of_numpy() -> None:
    drawn = numpy.random.default_rng(5)
    left = drawn.random((7, 5), dtype=numpy.float32)
    right = drawn.random((5, 3), dtype=numpy.float32)
    assert numpy.allclose(product(left, right), left @ right)
    turned = numpy.ascontiguousarray(right.T)
    assert numpy.allclose(product(left, turned, turned=True), left @ right)
