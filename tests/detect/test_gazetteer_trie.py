"""The token trie and the scan against their plain definitions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_deid.detect.words.scan import Scan, split_humps
from spacy_deid.detect.words.trie import TokenTrie

TOKENS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=8)


@settings(max_examples=200, deadline=None)
@given(st.lists(TOKENS, max_size=6), TOKENS, st.integers(0, 8))
def test_the_longest_entry_is_found(entries: list[list[str]], text: list[str], start: int) -> None:
    trie = TokenTrie((entry, 1) for entry in entries)
    fitting = [e for e in entries if e and text[start : start + len(e)] == e]
    longest = max(map(len, fitting), default=0)
    expected = (start + longest, 1) if longest else (start, 0)
    assert trie.longest(text, start) == expected
    assert len(trie) == len({tuple(entry) for entry in entries if entry})


def test_values_of_the_same_entry_join() -> None:
    trie = TokenTrie([(["new", "york"], 1), (["new", "york"], 2)])
    assert trie.longest(["new", "york", "city"], 0) == (2, 3)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_a_scan_keeps_every_visible_character(text: str) -> None:
    scan = Scan(text, {})
    assert [text[a:b] for a, b in zip(scan.starts, scan.ends, strict=True)] == scan.words
    assert "".join(scan.words) == "".join(text.split())
    assert len(scan.low) == len(scan.flags) == len(scan.taken) == len(scan.words)


def test_humps_break_but_names_stay_whole() -> None:
    assert split_humps("JaffreyMarital") == ["Jaffrey", "Marital"]
    assert split_humps("McDonald") == ["McDonald"]
    assert split_humps("DeShawn") == ["DeShawn"]
    assert split_humps("COVID") == ["COVID"]
