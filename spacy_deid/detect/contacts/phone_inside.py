"""Numbers within a house and numbers that are said: extensions, inside lines, digits in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.reading import Cues, Reading

_END = (
    r"(?![\w/%+]|[.,:-]\d|\s?(?:mg|ml|mcg|kg|cm|days?|weeks?|months?|h\b|hours?|mins?|minutes?|"
    r"times|deg\w*|°|uur|minuten|stunden|tage|timer|timmar|dni|nap|dní|días|dias|jours)\b)"
)
_EXTENSIONS = Cues("ext|extn|xtn")
_LONG_EXTENSIONS = Cues("extension")
_SIGNS = Cues("x")
_LINES = Cues("direct|inside|desk|phone|rang|ring|call|ward")
_DIRECT = Cues("dir")
_LISTED = Cues("line|local|post|poste|int.|tst|tst.|anx|anx.")
_ABROAD = Cues("nebenstelle|nebenst|durchwahl|mellék|klapka|anknytning|lokalnr|lokalnummer|ramal")
_RUSSIAN = Cues("доб.")
_PAGERS = Cues("loc.|bip|bleep|beep|short code")
_PAGES = Cues("p")
_SHORT = tuple(
    (cues, re.compile(pattern + _END, re.IGNORECASE))
    for cues, pattern in (
        # ext 9, ext212, extn. is 15
        (
            _EXTENSIONS,
            rf"\b{_EXTENSIONS.pattern}(?:\b\.?\s?(?:is\s|no\.?\s?|number\s)?[#:]?\s?)?(\d{{1,6}})",
        ),
        (
            _LONG_EXTENSIONS,
            rf"\b{_LONG_EXTENSIONS.pattern}\s?(?:(?:is|no\.?|number|:|#)\s?(?=\d)|(?=\d{{3}}))(\d{{1,6}})",
        ),
        # x208, at x12
        (_SIGNS, r"(?<![\w.,×])x(?:(?=\d{3})|(?<=\bat\sx)\s?(?=\d\d))(\d{2,5})"),
        # direct line 208, rang line 217, our inside number 999, ward desk 2255
        (_LINES, rf"\b{_LINES.pattern}\s(?:line|number|no\.?|desk)[:\s]\s?(\d{{2,5}})"),
        # dir. 22 22 29 25
        # but not the direct bilirubin: dir 11
        (
            _DIRECT,
            rf"\b{_DIRECT.pattern}\.?\s((?:\d{{3,4}}|\d\d(?=\s\d))(?:\s\d{{2,4}}){{0,4}})",
        ),
        # ', line 14,', 'post 27' and 'int. 133' behind a mark
        (_LISTED, rf"(?<=[,(:;–-]\s){_LISTED.pattern}\s(\d{{2,5}})"),
        # mellék 12, Nebenstelle: 17; доб. 214
        (_ABROAD, rf"(?<!\w){_ABROAD.pattern}\.?:?\s?(\d{{2,5}})"),
        (_RUSSIAN, rf"(?<!\w){_RUSSIAN.pattern}\s?(\d{{2,5}})(?!\s?м[лг])"),
        # loc. 2210, bip 512; p#1105
        (_PAGERS, rf"\b{_PAGERS.pattern}\s(\d{{3,5}})"),
        (_PAGES, r"(?<!\w)p\s?#\s?(\d{3,6})"),
    )
)
_DIGITS = Cues("zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|double|triple")
_FEWEST_SAID = 5
_SPELLED = re.compile(
    rf"\b{_DIGITS.pattern}(?:,?[\s-]+(?:{_DIGITS.pattern}|hundred)\b){{5,}}"
    rf"|(?:(?<=zip\s)|(?<=zip\scode\s)|(?<=zip\sis\s)|(?<=zip\scode\sis\s)|(?<=zip:\s)|(?<=postcode\s)|"
    rf"(?<=zip\?\scaller:\s)|(?<=code\sis\s)){_DIGITS.pattern}(?:,?[\s-]+{_DIGITS.pattern}\b){{3,4}}"
    rf"|(?:(?<=extension\s)|(?<=ext\s)){_DIGITS.pattern}(?:\s{_DIGITS.pattern}\b){{1,5}}",
    re.IGNORECASE,
)


_LOT_SAID = re.compile(
    r"(?<!\ba\s)\b(?:lot|batch|ndc|serial)(?:\s(?:number|no\.?|code))?(?:\s(?:on|of)\sthe\s\w{1,10})?"
    r"\s?(?:is|was)?[\s:?,.]{0,4}(?:[a-z]{1,8}:\s)?\Z"
)
_POSTCODE_SAID = re.compile(
    r"\b(?:zip(?:\scode)?|post(?:al)?\s?code)\b[^\n]{0,6}(?:\n?[a-z]{1,8}:\s)?\Z"
)
_SAID_REACH = 80


def find_inside_numbers(reading: Reading) -> Iterator[Proposal]:
    """Find extensions, inside lines and pagers of few digits, and numbers spelled in words.

    RETURNS: PHONE proposals in order of their kind; what a postcode is asked for before is a ZIP,
        and the number of a lot is none.
    """
    text = reading.text
    for cues, pattern in _SHORT if reading.figures else ():
        if cues.among(reading):
            for match in pattern.finditer(text):
                yield Proposal(*match.span(1), "PHONE", 0.8, "contacts.inside")
    said = sum(reading.low.count(word) for word in _DIGITS.runs & reading.words)
    extended = _EXTENSIONS.among(reading) or _LONG_EXTENSIONS.among(reading)
    if said >= (1 if extended else _FEWEST_SAID):
        for match in _SPELLED.finditer(text):
            # parsed, though nothing is to be kept of it: so no digit is asked for
            before = reading.low[max(0, match.start() - _SAID_REACH) : match.start()]
            if _POSTCODE_SAID.search(before):
                yield Proposal(*match.span(), "ZIP", 0.85, "contacts.spelled", parse={})
            elif not _LOT_SAID.search(before):
                yield Proposal(*match.span(), "PHONE", 0.85, "contacts.spelled", parse={})
