"""Numbers within a house and numbers that are said: extensions, inside lines, digits in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal

_CUES = frozenset(
    "ext extn extension xtn direct inside desk line local int post poste tst anx bip bleep beep "
    "loc dir".split()
)
_SAID = frozenset("zero oh five six seven eight nine double extension ext".split())
_DIGIT = r"(?:zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_END = (
    r"(?![\w/%+]|[.,:-]\d|\s?(?:mg|ml|mcg|kg|cm|days?|weeks?|months?|h\b|hours?|times|deg\w*|°)\b)"
)
_SHORT = re.compile(
    # ext 9, ext212, extn. is 15, x208
    rf"\b(?:extn?|xtn)(?:\b\.?\s?(?:is\s|no\.?\s?|number\s)?[#:]?\s?)?(\d{{1,6}}){_END}"
    rf"|\bextension\s?(?:(?:is|no\.?|number|:|#)\s?(\d{{1,6}})|(\d{{3,6}})){_END}"
    rf"|(?<![\w.,×])x(\d{{3,5}}){_END}|(?<=\bat\s)x\s?(\d{{2,5}}){_END}"
    # direct line 208, rang line 217, our inside number 999, ward desk 2255, dir. 22 22 29 25
    r"|\b(?:direct|inside|desk|phone|rang|ring|call|ward)\s(?:line|number|no\.?|desk)[:\s]\s?"
    rf"(\d{{2,5}}){_END}|\bdir\.?\s(\d{{2,4}}(?:\s\d{{2,4}}){{0,4}}){_END}"
    # ', line 14,', 'loc. 2210', 'bip 512', 'p#1105', 'post 27' and 'int. 133' behind a mark
    rf"|(?<=[,(:;–-]\s)(?:line|local|post|poste|int\.|tst\.?|anx\.?|kl\.?tel\.?)\s(\d{{2,5}}){_END}"
    rf"|\b(?:loc\.|bip|bleep|beep|short\scode)\s(\d{{3,5}}){_END}|(?<!\w)p\s?#\s?(\d{{3,6}}){_END}",
    re.IGNORECASE,
)
_BARE = re.compile(r"[xX#] ?\d{2}|[xX]\d")
_SPELLED = re.compile(
    rf"\b{_DIGIT}(?:[\s-]+(?:{_DIGIT}|hundred)\b){{5,}}"
    rf"|(?<=extension\s){_DIGIT}(?:\s{_DIGIT}\b){{1,5}}|(?<=ext\s){_DIGIT}(?:\s{_DIGIT}\b){{1,5}}",
    re.IGNORECASE,
)


def find_inside_numbers(text: str, words: set[str]) -> Iterator[Proposal]:
    """Find extensions, inside lines and pagers of few digits, and numbers spelled in words.

    text: a text. words: its vocabulary in lower case, which tells whether to look at all.
    RETURNS: PHONE proposals in order of their kind.
    """
    if words & _CUES or _BARE.search(text):
        for match in _SHORT.finditer(text):
            start, end = match.span(match.lastindex or 0)
            yield Proposal(start, end, "PHONE", 0.8, "contacts.inside")
    if words & _SAID:
        for match in _SPELLED.finditer(text):
            yield Proposal(*match.span(), "PHONE", 0.85, "contacts.spelled")
