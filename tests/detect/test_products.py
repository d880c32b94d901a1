from __future__ import annotations

import numpy
import pytest
import spacy
from threadpoolctl import threadpool_info, threadpool_limits

from spacy_deid.detect.recognizers import lattice, network_weights
from spacy_deid.detect.recognizers.products import one_thread, product


def threads() -> set[int]:
    return {found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"}


def watched(monkeypatch, module) -> set[int]:
    """Give the numbers of threads that a module's products find, as they come."""
    seen: set[int] = set()

    def product_seen(left, right, out=None):
        seen.update(threads())
        return product(left, right, out)

    monkeypatch.setattr(module, "product", product_seen)
    return seen


def test_products_are_those_of_numpy() -> None:
    drawn = numpy.random.default_rng(5)
    left = drawn.random((7, 5), dtype=numpy.float32)
    right = drawn.random((5, 3), dtype=numpy.float32)
    with one_thread():
        found = product(left, right)
    assert numpy.allclose(found, [[row @ column for column in right.T] for row in left])


def test_one_thread_inside_and_as_before_afterwards() -> None:
    with threadpool_limits(limits=2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("NumPy's library here has no threads to limit")
        with one_thread():
            with one_thread():
                assert threads() == {1}
            assert threads() == {1}
        assert threads() == {2}


def test_threads_come_back_after_an_error() -> None:
    before = threads()
    with pytest.raises(ValueError), one_thread():
        raise ValueError
    assert threads() == before


@pytest.mark.parametrize("module", [lattice, network_weights])
def test_a_recognizer_multiplies_in_one_thread(module, monkeypatch) -> None:
    nlp = spacy.load("en_deid_vigibase")
    seen = watched(monkeypatch, module)
    with threadpool_limits(limits=2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("NumPy's library here has no threads to limit")
        nlp("Seen by Dr Amira Haddad")
    assert seen == {1}


def test_a_lattice_by_itself_multiplies_in_one_thread(monkeypatch) -> None:
    seen = watched(monkeypatch, lattice)
    scores = [numpy.zeros((5, 3), numpy.float32)]
    with threadpool_limits(limits=2, user_api="blas"):
        if threads() != {2}:
            pytest.skip("NumPy's library here has no threads to limit")
        lattice.decode(scores, numpy.zeros((3, 3), numpy.float32))
    assert seen == {1}
