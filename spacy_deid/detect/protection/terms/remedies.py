"""Chinese medicines by their names: 'Xue Bi Jing 50 ml', 'Xiao Yao San'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_FINALS = (
    r"(?:iang|uang|iong|iao|ian|uai|uan|ang|eng|ong|ing|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|"
    r"un|ue|a|o|e|i|u|v)"
)
_SYLLABLE = rf"(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?{_FINALS})"
_FORM = Cues(
    "ml|mg|g|gm|pill|pills|tablet|tablets|capsule|capsules|grain|grains|sachet|sachets|injection|"
    "injections|granules|decoction|oral liquid|powder|tea|ointment|plaster|plasters|syrup"
)
_WORDS = re.compile(r"(?<![\w'’.-])[A-Z][a-z]{1,5}(?:[ -][A-Z][a-z]{1,5}){2,5}(?![\w'’-])")
_ONE = re.compile(_SYLLABLE)
_BEHIND = re.compile(rf"\s(?:\d{{1,3}}(?:\.\d)?\s?)?{_FORM.pattern}\b")
_KINDS = frozenset("wan san tang pian gao jiaonang keli".split())
"""Pill, powder, decoction, tablet, paste, capsule, granules: how such a name ends."""
_SURNAMES = frozenset(
    "wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng "
    "liang xie song tang han feng deng cao peng zeng pan yuan dong yu su ye lu wei cheng lai "
    "shen".split()
)
_LONG = 4
_TAKEN = re.compile(
    r"\b(?:took|taking|takes|taken|using|used|herbal|herbs?|decoction|formula|prescribed|remedy|"
    r"remedies|medicines?|tcm|on)\W{1,3}\Z"
)
_REACH = 16


def find_remedies(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every name of three syllables or more.

    A form or an amount stands behind it, or it ends as such names do: so does many a person's, so
    that three syllables have to be taken or prescribed, and the first is no usual surname.
    """
    ends = not _KINDS.isdisjoint(reading.words)
    if not ends and not _FORM.among(reading):
        return
    for match in _WORDS.finditer(reading.text):
        words = re.split("[ -]", match.group().lower())
        if not all(_ONE.fullmatch(word) for word in words):
            continue
        if len(words) < _LONG and words[0] in _SURNAMES:
            continue
        before = max(0, match.start() - _REACH), match.start()
        taken = len(words) >= _LONG or _TAKEN.search(reading.low, *before)
        if (taken and words[-1] in _KINDS) or _BEHIND.match(reading.low, match.end()):
            yield match.span()
