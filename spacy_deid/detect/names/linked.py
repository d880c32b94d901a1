"""Names that another name gives away: author lists, pet names in quotes, the last line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace

from spacy_deid.annotations import Proposal
from spacy_deid.detect.names.contexts import NAME_TAKEN
from spacy_deid.detect.names.cued import CuedNames
from spacy_deid.detect.names.wordings import NAME_WORDINGS, is_surname
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    COUNTRY,
    EPONYM,
    FIRST,
    FREQUENT,
    FREQUENT_FIRST,
    FUNCTION,
    GUARDED,
    LAST,
    NAME,
    PLACE,
    PROTECTED,
    SCALE,
    STATE,
)
from spacy_deid.detect.words.wordings import compiled, is_namelike
from spacy_deid.intervals import merge

_SURNAME = r"(?:(?:van|von|de|der|del|da|la|El|Al)[ -]){0,2}<W>(?: <W>)?"
_AUTHOR = compiled(rf"(?<![\w'’-]){_SURNAME} <U>(?:-?<U>){{0,2}}(?![\w'’])")
_NEXT_AUTHOR = compiled(rf"(?:, (?:and )?| and | & ){_SURNAME} <U>(?:-?<U>){{0,2}}(?![\w'’])")
_LIST_HINT = re.compile(r" [A-Z](?:-?[A-Z]){0,2}(?:, | and | & )")
_ALIAS = compiled(
    r"[ \t]*\(?[ \t]*[\"“”„«](?P<x><W>)[\"”“»](?P<y>(?:[ \t]+(?:y |de |del )?<W>){0,3})"
)
_INITIALS_BEFORE = compiled(r"(?<![\w.])(?P<x>(?:<U>\.[ ]?){1,2})$")
_INITIALLED = compiled(r" (?P<x>(?:[A-Z]\. ?){1,2}<W>)(?![\w'’])")
_BEFORE_STAFF = frozenset({"by", "with", "per", "and", "from"})
_PHONETIC = re.compile(
    r"(?<![\w'’-])[A-Za-z],?\s(?:as\sin|for|like)\s[A-Za-z]+(?:[,.;]?\s(?:and\s|then\s)?"
    r"[A-Za-z](?:,?\s(?:as\sin|for|like)\s[A-Za-z]+)?(?![\w'’])){2,}"
)
_CODED = re.compile(r"([A-Za-z]),?\s(?:as\sin|for|like)\s([A-Za-z]+)")
_CODES = frozenset(
    "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike "
    "november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu "
    "able apple boy cat dog easy egg fox elephant girl horse house ice item jig king kite lemon "
    "lion monkey nan nora nuts ocean orange peter queen rabbit roger sam sugar table tiger uncle "
    "umbrella union vase violin water yellow young zebra".split()
)
_LETTERS = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_LEAST_CODED = 2
_SPELLED = re.compile(r"(?<![\w-])[A-Z](?:-[A-Z]){3,}(?![\w-])")
_LAST_LINE = compiled(r"(?:^|\n)[ \t>]*(?P<x>(?:<U>\.[ \t]?)?<W>(?:[ \t]+<W>\.?){0,2})[ \t>.]*$")
_LINE_HEAD = compiled(
    r"(?:^|\n)[ \t|>*-]{0,4}(?:[0-9]{1,2}[.)][ \t])?(?P<x><W>),[ \t]?(?P<y><W>)(?:[ \t]<U>\.?)?"
    r"(?=[ \t]?(?:[:;|(\n\r]|$)|[ \t]{2}|\t|[ \t][-–—][ \t])"
)


class LinkedNames(CuedNames):
    """Reads names by the phrases and by the names around them."""

    def _wordings(self) -> None:
        """Take what the table of phrases catches."""
        found = NAME_WORDINGS.find(self.scan, "gazetteer.name", NAME_TAKEN)
        if not found:
            return
        self.found.sort(key=lambda proposal: (proposal.start, proposal.end))
        starts = [proposal.start for proposal in self.found]
        gone: set[int] = set()
        fresh: list[Proposal] = []
        for proposal in sorted(found, key=lambda proposal: (proposal.start, -proposal.end)):
            place = max(bisect_left(starts, proposal.start + 1) - 1, 0)
            near = range(place, bisect_left(starts, proposal.end))
            over = [at for at in near if self.found[at].end > proposal.start]
            if any(self.found[at].start <= proposal.start and proposal.end <= self.found[at].end
                   for at in over) or fresh and proposal.start < fresh[-1].end:  # fmt: skip
                continue
            gone.update(over)
            if over:
                start = min(proposal.start, self.found[over[0]].start)
                proposal = replace(proposal, start=start, label=self.found[over[0]].label)
            fresh.append(self._with_initials(proposal))
        self.found = [kept for at, kept in enumerate(self.found) if at not in gone] + fresh
        for proposal in fresh:
            if proposal.score < 0.7 or proposal.source.endswith("initials"):
                continue
            first = bisect_left(self.scan.starts, proposal.start)
            while first < len(self.scan) and self.scan.ends[first] <= proposal.end:
                self._know(first, proposal.label)
                first += 1

    def _with_initials(self, proposal: Proposal) -> Proposal:
        """Take the initials right before a name into its span."""
        match = _INITIALS_BEFORE.search(self.scan.text, max(proposal.start - 12, 0), proposal.start)
        return replace(proposal, start=match.start("x")) if match else proposal

    def _spelled(self) -> None:
        """Read 'P-R-U-I-T-T' where the name itself was found."""
        scan = self.scan
        for match in _SPELLED.finditer(scan.text):
            label = self.known.get(match.group().replace("-", "").lower())
            if label is not None:
                first = bisect_left(scan.starts, match.start())
                self._add(first, bisect_left(scan.starts, match.end()), label, 0.8, "spelled")

    def _coded(self) -> None:
        """Read 'B as in Bravo, R for Romeo', unless the letters make a drug."""
        scan = self.scan
        if {"as", "for", "like"}.isdisjoint(scan.low):
            return
        for match in _PHONETIC.finditer(scan.text):
            said = _CODED.findall(match.group())
            word = "".join(_LETTERS.findall(_CODED.sub(r"\1", match.group()))).lower()
            codes = [code.lower() for letter, code in said if letter.lower() == code[0].lower()]
            if len(codes) < _LEAST_CODED or any(scan.lookup(c) & GUARDED for c in codes):
                continue
            if not all(c in _CODES or scan.lookup(c) & NAME for c in codes):
                continue
            if not scan.lookup(word) & PROTECTED or scan.lookup(word) & NAME:
                first, end = (bisect_left(scan.starts, place) for place in match.span())
                self._add(first, end, self.known.get(word) or "PATIENT", 0.95, "spelled")

    def _initialled(self) -> None:
        """Read 'by N. Daskalakis': an unlisted surname with initials behind a preposition."""
        scan = self.scan
        for match in _INITIALLED.finditer(scan.text):
            before = scan.text[max(match.start() - 5, 0) : match.start()].lower().split(" ")[-1]
            if before not in _BEFORE_STAFF:
                continue
            first = bisect_left(scan.starts, match.start("x"))
            end = bisect_left(scan.starts, match.end("x"))
            if not any(scan.taken[first:end]) and is_surname(scan, first, end):
                self._add(first, end, "DOCTOR", 0.65, "by.initial")

    def _know(self, index: int, label: str) -> None:
        """Remember one word of a name for its other mentions."""
        flags, word = self.scan.flags[index], self.scan.low[index]
        if len(word) > 2 and word.isalpha() and not flags & (FUNCTION | GUARDED | COMMON):
            self.known.setdefault(word, label)

    def _authors(self) -> None:
        """Read 'Yang KL, Osei B, Duarte-Lima R.': two or more surnames with initials."""
        text = self.scan.text
        place = 0
        while (hint := _LIST_HINT.search(text, place)) is not None:
            place = hint.end()
            low = max(hint.start() - 50, 0)
            head = None
            for match in _AUTHOR.finditer(text, low, place):
                head = match
            if head is None or head.end() < hint.start():
                continue
            spans = [head.span()]
            end = head.end()
            while len(spans) < 30 and (further := _NEXT_AUTHOR.match(text, end)) is not None:
                start = end + len(further.group()) - len(further.group().lstrip(", &"))
                start += 4 if text.startswith("and ", start) else 0
                spans.append((start, further.end()))
                end = further.end()
            place = max(place, end)
            if len(spans) > 1:
                self._list(spans)

    def _list(self, spans: list[tuple[int, int]]) -> None:
        """Take the items of a list of authors, where every one of them can be a person."""
        scan = self.scan
        items = []
        for start, stop in spans:
            first = bisect_left(scan.starts, start)
            end = bisect_left(scan.starts, stop)
            if first >= len(scan) or scan.taken[first] == 1 or end - first < 2:
                return
            flags = scan.flags[first]
            if flags & COMMON and not flags & FREQUENT or not is_namelike(scan, first, end - 1):
                return
            items.append((first, end))
        surnames = {scan.low[first] for first, _ in items}
        if len(surnames) < len(items):
            return
        for first, end in items:
            self._add(first, end, "DOCTOR", 0.8, "authors")

    def _aliases(self) -> None:
        """Read the pet name in quotes behind a name, and the rest of the name behind it."""
        scan = self.scan
        for proposal in list(self.found):
            match = _ALIAS.match(scan.text, proposal.end)
            if match is None:
                continue
            first = bisect_left(scan.starts, match.start("x"))
            end = bisect_left(scan.starts, match.end("x"))
            if first >= len(scan) or scan.flags[first] & (GUARDED | FUNCTION):
                continue
            if match.group("y"):
                start = bisect_left(scan.starts, proposal.start)
                end = bisect_left(scan.starts, match.end("y"))
                begin, stop = scan.starts[start], scan.ends[end - 1]
                self.found = [p for p in self.found if not (begin <= p.start and p.end <= stop)]
                self._add(start, end, proposal.label, proposal.score, "alias")
            else:
                self._add(first, end, proposal.label, 0.75, "alias")
            self._know(first, proposal.label)

    def _line_heads(self) -> None:
        """Read 'Wells, Norma: Wells score 4.5': a surname that a scale bears, too, heads a line."""
        scan = self.scan
        heads: list[tuple[int, int]] = []
        for match in _LINE_HEAD.finditer(scan.text) if "," in scan.words else ():
            first = bisect_left(scan.starts, match.start("x"))
            given = bisect_left(scan.starts, match.start("y"))
            end = bisect_left(scan.starts, match.end())
            surname, flags = scan.flags[first], scan.flags[given]
            if not flags & FREQUENT_FIRST or flags & (
                COMMON | FUNCTION | CALENDAR | SCALE | EPONYM
            ):
                continue
            town = surname & PLACE and (flags & PLACE or not surname & LAST)
            other = surname & (FUNCTION | CALENDAR | STATE | COUNTRY) or town
            if other or not surname & (SCALE | EPONYM | LAST):
                continue
            heads.append((first, end))
        if heads:
            self._put_heads(heads)

    def _put_heads(self, heads: list[tuple[int, int]]) -> None:
        """Add the heads whose beginning no other name holds, in place of what lies in them.

        heads: first token and the one behind the last, apart and in order.
        """
        starts, ends = self.scan.starts, self.scan.ends
        found = merge((one.start, one.end) for one in self.found)
        begins = [begin for begin, _ in found]
        fresh: dict[int, tuple[int, int]] = {}
        for first, end in heads:
            before = bisect_right(begins, starts[first]) - 1
            if before < 0 or found[before][1] <= starts[first]:
                fresh[starts[first]] = first, end
        places = list(fresh)

        def is_inside(name: Proposal) -> bool:
            before = bisect_right(places, name.start) - 1
            return before >= 0 and name.end <= ends[fresh[places[before]][1] - 1]

        self.found = [name for name in self.found if not is_inside(name)]
        for first, end in fresh.values():
            self._add(first, end, "PATIENT", 0.85, "line_head")

    def _last_line(self) -> None:
        """Read the name that a letter ends with."""
        scan = self.scan
        match = _LAST_LINE.search(scan.text, max(len(scan.text) - 60, 0))
        if match is None or "\n" not in scan.text or not match.group().startswith("\n"):
            return
        first = bisect_left(scan.starts, match.start("x"))
        end = bisect_left(scan.starts, match.end("x"))
        if any(scan.taken[first:end]) or not is_namelike(scan, first, end):
            return
        flags = [scan.flags[at] for at in range(first, end)]
        dotted = end - first > 2 and scan.words[first + 1] == "."
        listed = any(flag & NAME for flag in flags) and (end - first > 1 or flags[0] & FIRST)
        if listed or dotted:
            self._add(first, end, "DOCTOR", 0.65, "last_line")
