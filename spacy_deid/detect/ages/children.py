"""Ages of several in one list: 'sons 3 and 5', 'her children (4 and 6)', 'ages 3 and 5'."""

from __future__ import annotations

import re
from itertools import chain

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages.contexts import OLDEST, make_age, unit_of

_LIST = re.compile(
    r"\b(?:(?:(?:grand|step|god)-?)?(?:sons|daughters|children|parents)|kids|boys|girls|twins|"
    r"siblings|brothers|sisters|toddlers|babies|infants|nieces|nephews|cousins|ages|aged)"
    r"(?:,?\s\(?|\s?\(|:\s)(?:(?:who|they)\s(?:are|were)\s|(?:now\s|currently\s)?(?:aged?|ages)\s)?"
    r"(?P<list>\d{1,3}(?:,\s\d{1,3}){0,5},?\s(?:and|&)\s\d{1,3})"
    r"(?P<unit>[-\s]{0,2}(?P<u>years?|yrs?|y|months?|mos?)\.?(?:[-\s]olds?|\sof\sage)?)?"
    r"(?=\s?[,;):\n]|\.(?!\d)|\Z|\s(?:[-–]|\(|were\b|was\b|are\b|is\b|had\b|have\b|has\b|also\b|who\b|"
    r"with\b|both\b|all\b|got\b|at\b|live\b|lived\b|became\b|developed\b|fell\b|tested\b|"
    r"respectively\b|caught\b|showed\b|suffered\b|received\b|experienced\b|did\b|do\b|felt\b|came\b|"
    r"went\b|and\s[a-z]))"
)
_OLD = re.compile(
    # they are 3, 5 and 7 years old
    r"(?<![\w.,/:-])(?<!\d\s)(?P<list>\d{1,3}(?:,\s\d{1,3}){0,5},?\s(?:and|&)\s\d{1,3})"
    r"(?P<unit>[-\s](?P<u>years?|yrs?|months?|mos?)(?:[-\s]olds?|\sof\sage))(?!\w)"
)
_COUNTED = re.compile(
    # three adolescents (14, 15 and 17 years, two boys); mum of two (4 and 6)
    r"\b(?:patients|adolescents|teenagers|children|women|men|people|persons|males|females|boys|girls|"
    r"sons|daughters|brothers|sisters|siblings|infants|toddlers|babies|neonates|adults|cases|"
    r"subjects|relatives|cousins|nephews|nieces|kids|(?:of|with|has|have)\s(?:two|three|four|five))\s\("
    r"(?:aged?\s)?(?P<list>\d{1,3}(?:,\s\d{1,3}){0,5},?\s(?:and|&)\s\d{1,3})"
    r"(?P<unit>\s(?P<u>years?|yrs?|months?|mos?)(?:[-\s]olds?|\sof\sage)?)(?=[,;)])"
)
_NUMBER = re.compile(r"\d+")
_LISTS = (_LIST, _OLD, _COUNTED)
_BEHIND = 24
_REACH = 60


def of_children(low: str, start: int, end: int) -> Proposal | None:
    """Match one number of a list of ages behind those who are that old.

    low: the text in lower case; start, end: the number.
    RETURNS: None where another thing is counted: 'twins 3 and 5 weeks later', 'sons 3 and 5 times'.
    """
    first, last = max(0, start - _REACH), end + _BEHIND + _REACH
    for match in chain.from_iterable(form.finditer(low, first, last) for form in _LISTS):
        if not match.start("list") <= start < match.end("list"):
            continue
        ages = [int(number) for number in _NUMBER.findall(match["list"])]
        if not all(0 < age <= OLDEST for age in ages):
            return None
        unit = unit_of(match["u"] or "")
        stop = match.end("unit") if match["unit"] and end == match.end("list") else end
        return make_age((start, stop), float(low[start:end]), unit, (start, end), "children", 0.8)
    return None
