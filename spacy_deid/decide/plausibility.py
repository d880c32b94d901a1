"""What a proposal cannot be: a number without a digit, a site in general, a duration."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.decide.placement import WORD

_DIGIT = re.compile(r"\d")
_NUMERIC = frozenset(
    "AGE DATE PHONE FAX ZIP IPADDR SSN MEDICALRECORD HEALTHPLAN ACCOUNT IDNUM".split()
)
"""Labels of spans that hold a digit, unless a detector parsed their words or is sure of them."""
_WORDED = frozenset({"AGE", "DATE"})
"""Those of them that words alone can say: 'spring', 'Fri', 'seventy'."""
_SITE_WORDS = frozenset(
    "a the hospital hospitals clinic clinics ward pharmacy er ed icu emergency room "
    "department medical center centre health care urgent primary secondary tertiary drug store "
    "drugstore office public student and or another local".split()
)
"""Words of care sites that name none."""
_SITE_KINDS = _SITE_WORDS | frozenset(
    "university country county district regional children military naval private "
    "general rural community teaching missionary mission village city town municipal provincial "
    "government central referral specialist eye dental maternity women s cancer "
    "psychiatric mental pediatric paediatric small big large nearest nearby same".split()
)
"""Those that name none in small letters."""
_SITES = frozenset({"HOSPITAL", "ORGANIZATION"})
_NULL = re.compile(r"ASKU|NASK|NAVU|TBD|UNK")
"""What a form says where nothing is known, which is nobody."""
_CLOCK = re.compile(r"(?<![\w.])(?:[01]\d|2[0-3])[0-5]\d")
_NOON = re.compile(r"(?:\d{3,4}\s?|\d{1,2})[ap]\.?m\b", re.IGNORECASE)
_ENTS = "ents"
_NUMBER = r"\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty"
_LENGTH = re.compile(
    r"(?:(?:about|around|some|only|just|the|for|after|within|over|every|each|past|last|next|"
    r"previous|following|first|several|few|couple|of|half|to|or|and|another|"
    rf"{_NUMBER})\b\W*)*"
    r"(?:seconds?|min(?:ute)?s?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?)\b"
    r"(?:\W*\b(?:later|ago|after(?:wards?)?|before|earlier|prior|long|of|duration|daily))*|"
    r"(?:twice |once |thrice )?(?:daily|nightly|hourly|weekly|monthly|yearly|annually)|"
    r"today|tonight|yesterday|tomorrow|now",
    re.IGNORECASE,
)
"""Durations, frequencies and relative times, which general models hold to be dates."""
_SURE = 0.5


def is_implausible(text: str, proposal: Proposal) -> bool:
    """Tell whether something that has to hold a digit holds none, or a site is one in general.

    What says that nothing is known is nothing.

    Nobody is 1035 or '215 PM': that is a clock time.
    What was parsed is believed, and a detector that is sure of a date or an age in words.
    """
    if _NULL.fullmatch(text, proposal.start, proposal.end):
        return True
    if proposal.label in _SITES:
        words = WORD.findall(text, proposal.start, proposal.end)
        small = text[proposal.start : proposal.end].islower()
        plain = _SITE_KINDS if small else _SITE_WORDS
        return all(word.lower() in plain for word in words)
    if proposal.label == "AGE" and (
        _CLOCK.fullmatch(text, proposal.start, proposal.end) or _NOON.match(text, proposal.start)
    ):
        return True
    if proposal.label == "DATE" and proposal.source == _ENTS:
        if _LENGTH.fullmatch(text, proposal.start, proposal.end):
            return True
    if proposal.parse is not None or proposal.label not in _NUMERIC:
        return False
    if proposal.label in _WORDED and proposal.score >= _SURE:
        return False
    return _DIGIT.search(text, proposal.start, proposal.end) is None
