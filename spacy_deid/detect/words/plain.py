"""A text as rules read it: plain hyphens and blanks, no invisible marks, escapes resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape

from spacy_deid.annotations import DateReading, Parse, Proposal
from spacy_deid.intervals import INVISIBLE

_ALIKE = (
    *((mark, "-") for mark in "\u2010\u2011\u2012\u2212\ufe63\uff0d"),
    *((blank, " ") for blank in "\u00a0\u2007\u2009\u202f"),
)
"""Hyphens and blanks, and what they are read as. The en dash stays: it has rules of its own."""
_ODD = re.compile(
    rf"[{INVISIBLE}]+|&(?:[A-Za-z]{{2,8}}[0-9]{{0,2}}|#[0-9]{{2,5}}|#[xX][0-9A-Fa-f]{{2,4}});"
    r"|(?<=[0-9])%20(?=[0-9])|(?<=[\w.-])%40(?=[\w-]+\.\w)"
)
_ADDRESS = re.compile(r"(?:://|\bwww\.)\S*\Z")
_REACH = 200


class Plain:
    """A text made plain, with the way back to the places of the text as written.

    text: made plain; as long as the written one unless that holds invisible marks, or escapes of
        HTML ('&nbsp;') or of addresses ('%20' between digits, '%40' in a mail address).
    """

    __slots__ = ("_places", "_widths", "text")

    def __init__(self, text: str) -> None:
        self._places: list[int] = []
        self._widths: dict[int, int] = {}
        wide = not text.isascii()
        if wide or "%" in text or "&" in text:
            text = self._resolved(text)
        if wide or not text.isascii():
            for mark, plain in _ALIKE:
                text = text.replace(mark, plain)
        self.text = text

    def _resolved(self, text: str) -> str:
        pieces: list[str] = []
        last = count = 0
        for match in _ODD.finditer(text):
            shown = self._meaning(text, match)
            if len(shown) > 1:
                continue
            start, end = match.span()
            pieces += (text[last:start], shown)
            self._places += range(last, start)
            count += start - last + len(shown)
            if shown:
                self._widths[count - 1] = end - start
                self._places.append(start)
            last = end
        if not pieces:
            return text
        self._places += range(last, len(text))
        return "".join((*pieces, text[last:]))

    def _meaning(self, text: str, match: re.Match[str]) -> str:
        """Give what an odd place stands for: one character, '' for none, or itself."""
        start, found = match.start(), match[0]
        if found[0] == "&":
            shown = unescape(found)
            return "" if shown in INVISIBLE else shown
        if found[0] != "%":
            return ""
        if _ADDRESS.search(text, max(0, start - _REACH), start):
            return found
        return " " if found == "%20" else "@"

    def home(self, proposals: Iterable[Proposal]) -> list[Proposal]:
        """Give proposals of the plain text with the places of the text as written."""
        if not self._places:
            return list(proposals)
        return [self._returned(proposal) for proposal in proposals]

    def _returned(self, proposal: Proposal) -> Proposal:
        start, end = self._span(proposal.start, proposal.end)
        parse = proposal.parse
        if parse is not None:
            parse = Parse(**parse)
            if "readings" in parse:
                parse["readings"] = [self._reading(reading) for reading in parse["readings"]]
            if "number" in parse:
                parse["number"] = list(self._span(*parse["number"]))
        return replace(proposal, start=start, end=end, parse=parse)

    def _reading(self, reading: DateReading) -> DateReading:
        fields = [field.copy() for field in reading["fields"]]
        for field in fields:
            field["start"], field["end"] = self._span(field["start"], field["end"])
        return DateReading(order=reading["order"], fields=fields)

    def _span(self, start: int, end: int) -> tuple[int, int]:
        last = end - 1
        return self._places[start], self._places[last] + self._widths.get(last, 1)
