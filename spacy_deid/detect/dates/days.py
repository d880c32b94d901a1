"""Days of the month that stand alone: 'on the 13th', 'on the thirteenth'."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.readings import DateMatch, make_field
from spacy_deid.detect.words.numbers import read_ordinal

_DAY_ORDINAL = re.compile(r"(?P<d>\d{1,2})\s?(?:st|nd|rd|th)\b")
_SWEDISH = re.compile(
    r"(?P<d>\d{1,2}):[ae](?=\s?[.,;:)\n]|\s?\Z|\s(?:och|till|eller|samt|resp\.?)\sden\s\d|"
    r"\s(?:jan|feb|mars|apr|maj|jun|jul|aug|sep|okt|nov|dec))"
)
_ORDINAL_CUE = re.compile(
    r"(?:\b(?:on|since|until|till|by|from|before|after|through|thru|between|of|dated|around|about)"
    r"(?:\s+(?:the|about|or|around|night|morning|evening|afternoon|of))+|\bthe\s(?:morning|night|"
    r"evening|afternoon)\sof(?:\sthe)?|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,?(?:\sthe)?|"
    r"\bon|\b(?:and|to|through|thru|until|or|&|-)(?:\s+the)?)\s+\Z"
)
_ORDINAL_NOUN = re.compile(
    r"\s+(?:[a-z]+\s+)?(?:dose|shot|vaccine|vaccination|injection|day|days|night|time|week|month|year|"
    r"hour|digit|finger|toe|rib|nerve|grade|degree|floor|covid|pfizer|moderna|booster|visit|"
    r"admission|pregnancy|trimester|attempt|one|person|patient|child|episode|hospital|part|round|"
    r"percentile|course|cycle|series|aid|vax|opinion|intercostal|metatarsal|metacarpal|ventricle|"
    r"generation|line|flu|immunization|inj|place|cousin|cranial|street|avenue|ave|st)\b"
)
_GLUED = re.compile(r"-\w")
_EITHER = re.compile(r"\b(?:either (?:on )?the|\d(?:st|nd|rd|th) (?:or|and|to) (?:on )?the)\s\Z")
_WEEKDAY = re.compile(
    r"\b(?:[a-z]{3,6}day|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun),?(?:\sthe)?\s+\Z"
)
_OR_COUNTED = re.compile(r"\s(?:or|and|to)\s(?:the\s)?\d{1,2}(?:st|nd|rd|th)(?=\s)")
_OF_MONTH = re.compile(
    r"\s+(?:of|day of)\s+(?:this|last|next|the|that|each|every|said)\s+(?:\w+\s)?month\b"
)
_DOES_AFTER = re.compile(
    r"\s+(?:\d{1,2}(?::\d\d|\s?[ap]m)|\(|@|~|[a-z]{2,}(?:ed|ly|ing)\b|[a-z]+s\s(?:a|the)\b)"
)
_ENUMERATED = re.compile(r"\b(?:and|to|or|&|-|of)(?:\s+the)?\s+\Z")
_PART_OF_DAY_OF = re.compile(r"\b(?:night|evening|morning|afternoon|day|noon) of(?: the)? \Z")
_ON_THE = re.compile(r"\b(?:on|since|until|by|of|from)\s+the\s\Z")
_WHO = re.compile(r",?\s(?:he|she|they|it|i|we|there|her|his)\b")
"""What goes on behind a day in words: 'on the third he was worse'."""
_THIRD = 3
"""Much else is the third, too."""
_TWO_WORDS = re.compile(r"[a-z]+(?:[-\s][a-z]+)?")


def swedish_day(low: str, start: int) -> DateMatch | None:
    """Match the day of 'den 3:e'."""
    match = _SWEDISH.match(low, start) if low.startswith("den ", start - 4) else None
    if match is None or not 1 <= int(match["d"]) <= 31:
        return None
    field = make_field("day", match.span("d"), int(match["d"]), "2")
    return DateMatch(
        start, match.end(), "ordinal_day", 0.75, [DateReading(order="", fields=[field])]
    )


def day_ordinal(low: str, start: int, near_date: bool) -> DateMatch | None:
    """Match an ordinal day: 'on the 13th'.

    near_date: whether a date stands a few words before, so that 'and 27th' goes on with it.
    """
    match = _DAY_ORDINAL.match(low, start)
    if match is None or not 1 <= int(match["d"]) <= 31 or low[start - 1 : start].isalnum():
        return None
    end = match.end()
    head = guards.before(low, start)
    cue = _ORDINAL_CUE.search(head) is not None
    either = _EITHER.search(head) is not None
    cue = cue or either or _WEEKDAY.search(head) is not None
    of_month = _OF_MONTH.match(low, end) is not None
    if not cue and not near_date and not of_month or head.endswith("-"):
        return None
    if _ORDINAL_NOUN.match(low, end) or _GLUED.match(low, end):
        return None
    counted = _OR_COUNTED.match(low, end)
    if counted is not None and _ORDINAL_NOUN.match(low, counted.end()):
        return None
    if not of_month:
        follows = guards.FUNCTION_AFTER.match(low, end) or _DOES_AFTER.match(low, end)
        weekday = _WEEKDAY.search(head)
        if low.startswith(" of ", end) or not (follows or weekday):
            return None
        if (
            not either
            and _ENUMERATED.search(head)
            and not near_date
            and not _PART_OF_DAY_OF.search(head)
        ):
            return None
    if int(match["d"]) < 4 and not (of_month or _ON_THE.search(head) or _WEEKDAY.search(head)):
        return None
    field = make_field("day", match.span("d"), int(match["d"]), "2nd")
    return DateMatch(start, end, "ordinal_day", 0.75, [DateReading(order="", fields=[field])])


def worded_day(low: str, start: int, end: int) -> DateMatch | None:
    """Match an ordinal day in words: 'on the thirteenth', only with a plain date cue."""
    found = _TWO_WORDS.match(low, start)
    if found is None:
        return None
    for stop in (found.end(), end):
        value = read_ordinal(low[start:stop])
        if value is None or not 3 <= value <= 31:
            continue
        cue = re.search(r"\b(?:on|since|until|by)\sthe\s\Z", guards.before(low, start))
        if not cue or _ORDINAL_NOUN.match(low, stop):
            return None
        goes_on = _WHO.match(low, stop) or (
            value > _THIRD and guards.FUNCTION_AFTER.match(low, stop)
        )
        if not goes_on or low[stop : stop + 4] == " of ":
            return None
        field = make_field("day", (start, stop), value, "words")
        return DateMatch(start, stop, "ordinal_day", 0.6, [DateReading(order="", fields=[field])])
    return None
