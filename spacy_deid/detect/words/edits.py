"""Words that one typing error divides."""

from __future__ import annotations


def one_edit_apart(a: str, b: str) -> bool:
    """Tell whether one letter added, lost, changed or swapped with its neighbour divides two words.

    a, b: any; equal words are not one edit apart.
    """
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    if len(a) > len(b):
        a, b = b, a
    place = 0
    while place < len(a) and a[place] == b[place]:
        place += 1
    if len(a) < len(b):
        return a[place:] == b[place + 1 :]
    if a[place + 1 :] == b[place + 1 :]:
        return True
    swapped = a[place : place + 2] == b[place : place + 2][::-1] and place + 1 < len(a)
    return swapped and a[place + 2 :] == b[place + 2 :]


def deletions(word: str) -> set[str]:
    """Give a word and what is left of it without one of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
