"""Numbers within a house and numbers that are said: extensions, inside lines, digits in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.reading import Cues, Reading

_END = (
    r"(?![\w/%+]|[.,:-]\d|\s?(?:mg|ml|mcg|kg|cm|days?|weeks?|months?|h\b|hours?|times|deg\w*|°)\b)"
)
_EXTENSIONS = Cues("ext|extn|xtn")
_LONG_EXTENSIONS = Cues("extension")
_LINES = Cues("direct|inside|desk|phone|rang|ring|call|ward")
_DIRECT = Cues("dir")
_LISTED = Cues("line|local|post|poste|int.|tst|tst.|anx|anx.")
_PAGERS = Cues("loc.|bip|bleep|beep|short code")
_SIGNS = Cues("x|p")
_SHORT = re.compile(
    # ext 9, ext212, extn. is 15, x208
    rf"\b{_EXTENSIONS.pattern}(?:\b\.?\s?(?:is\s|no\.?\s?|number\s)?[#:]?\s?)?(\d{{1,6}}){_END}"
    rf"|\b{_LONG_EXTENSIONS.pattern}\s?(?:(?:is|no\.?|number|:|#)\s?(\d{{1,6}})|(\d{{3,6}})){_END}"
    rf"|(?<![\w.,×])x(\d{{3,5}}){_END}|(?<=\bat\s)x\s?(\d{{2,5}}){_END}"
    # direct line 208, rang line 217, our inside number 999, ward desk 2255, dir. 22 22 29 25
    rf"|\b{_LINES.pattern}\s(?:line|number|no\.?|desk)[:\s]\s?(\d{{2,5}}){_END}"
    rf"|\b{_DIRECT.pattern}\.?\s(\d{{2,4}}(?:\s\d{{2,4}}){{0,4}}){_END}"
    # ', line 14,', 'loc. 2210', 'bip 512', 'p#1105', 'post 27' and 'int. 133' behind a mark
    rf"|(?<=[,(:;–-]\s){_LISTED.pattern}\s(\d{{2,5}}){_END}"
    rf"|\b{_PAGERS.pattern}\s(\d{{3,5}}){_END}|(?<!\w)p\s?#\s?(\d{{3,6}}){_END}",
    re.IGNORECASE,
)
_ANY_SHORT = (_EXTENSIONS, _LONG_EXTENSIONS, _LINES, _DIRECT, _LISTED, _PAGERS, _SIGNS)
_DIGITS = Cues("zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|double|triple")
_SPELLED = re.compile(
    rf"\b{_DIGITS.pattern}(?:[\s-]+(?:{_DIGITS.pattern}|hundred)\b){{5,}}"
    rf"|(?:(?<=extension\s)|(?<=ext\s)){_DIGITS.pattern}(?:\s{_DIGITS.pattern}\b){{1,5}}",
    re.IGNORECASE,
)


def find_inside_numbers(reading: Reading) -> Iterator[Proposal]:
    """Find extensions, inside lines and pagers of few digits, and numbers spelled in words.

    RETURNS: PHONE proposals in order of their kind.
    """
    text = reading.text
    if reading.figures and any(cues.among(reading) for cues in _ANY_SHORT):
        for match in _SHORT.finditer(text):
            start, end = match.span(match.lastindex or 0)
            yield Proposal(start, end, "PHONE", 0.8, "contacts.inside")
    if _DIGITS.among(reading):
        for match in _SPELLED.finditer(text):
            yield Proposal(*match.span(), "PHONE", 0.85, "contacts.spelled")
