"""What is known of words: one flag word per lower-case token, and a trie for longer entries."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from weakref import WeakValueDictionary

from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lists import entries, read_lists, words
from spacy_deid.detect.words.trie import TokenTrie

FIRST = 1
LAST = 1 << 1
FREQUENT_FIRST = 1 << 2
FREQUENT_LAST = 1 << 3
COMMON = 1 << 4
HALF = 1 << 5
FUNCTION = 1 << 6
CALENDAR = 1 << 7
CITY = 1 << 8
BIG_CITY = 1 << 9
STATE = 1 << 10
COUNTRY = 1 << 11
PROTECTED = 1 << 12
EPONYM = 1 << 13
TITLE = 1 << 14
RELATION = 1 << 15
ROLE = 1 << 16
HEADER = 1 << 17
CREDENTIAL = 1 << 18
PARTICLE = 1 << 19
SITE_HEAD = 1 << 20
ORGANIZATION_HEAD = 1 << 21
PHRASE = 1 << 22
JOB = 1 << 23
JOB_CUE = 1 << 24
PATIENT_WORD = 1 << 25
BY_VERB = 1 << 26
STREET = 1 << 27
STATE_CODE = 1 << 28
CHAIN = 1 << 29
CLINICAL = 1 << 30
WEAK_SITE = 1 << 31
REGION = 1 << 32
ORGANIZATION = 1 << 33
AMBIGUOUS_JOB = 1 << 34
COMPANY = 1 << 35
SCALE = 1 << 36
PEOPLE = 1 << 37

NAME = FIRST | LAST
FREQUENT = FREQUENT_FIRST | FREQUENT_LAST
PLACE = CITY | STATE | COUNTRY | REGION
PLAIN = COMMON | HALF | FUNCTION | CALENDAR
GUARDED = PROTECTED | CLINICAL | COMPANY

PROTECT_LISTS = {
    "drugs": PROTECTED,
    "nationalities": PROTECTED | PEOPLE,
    "brands": PROTECTED,
    "makers": COMPANY,
    "regulators": COMPANY,
    "vaccines": PROTECTED,
    "devices": PROTECTED,
    "scales": PROTECTED,
    "references": PROTECTED,
    "studies": PROTECTED,
    "eponym_terms": PROTECTED,
    "reactions": CLINICAL,
    "clinical_words": CLINICAL,
    "drugs_more": PROTECTED,
    "reactions_more": CLINICAL,
}
"""Lists of things that are no one's identity, and what their words are marked as."""

_GRADES = frozenset("score scale index grade class stage type criteria level".split())
"""What the name of a scale ends with; without it, a number behind the name is a grade."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_FREQUENT_FIRST_FROM = 50
_FREQUENT_LAST_FROM = 47
_BIG_CITY_FROM = 250
_RARE_BELOW = 33
"""Ten times the Zipf frequency under which the case of a word in running text proves little."""


_READ: WeakValueDictionary[bytes, Lexicon] = WeakValueDictionary()
"""Those in use, by what their lists hold."""


def lexicon_of(lists: Mapping[str, str]) -> Lexicon:
    """Give the lexicon of some lists, the one in use where another component has the same.

    lists: as for ``Lexicon``; whoever has it must not change it.
    """
    digest = hashlib.sha256()
    for name, body in sorted(lists.items()):
        digest.update(f"{name}\0{len(body)}\0{body}".encode(errors="surrogatepass"))
    found = _READ.get(digest.digest())
    if found is None:
        found = _READ[digest.digest()] = Lexicon(lists)
    return found


@lru_cache(maxsize=1)
def embedded_lexicon() -> Lexicon:
    """Give the lexicon of the package's own lists."""
    return lexicon_of(read_lists())


class Lexicon:
    """Flags of single tokens, a trie of longer entries, and the numbers of the name lists.

    lists: list name to its entries, as ``read_lists`` gives them.
    """

    def __init__(self, lists: Mapping[str, str]) -> None:
        self.flags: dict[str, int] = {}
        self.phrases = TokenTrie()
        self.nicknames: dict[str, frozenset[str]] = {}
        self._add_words(lists)
        self._add_names(lists)
        self._add_places(lists)
        self._add_terms(lists)
        for token in self.phrases.firsts():
            self._mark(token, PHRASE)

    def _mark(self, token: str, flag: int) -> None:
        self.flags[token] = self.flags.get(token, 0) | flag

    def _add(self, entry: str, flag: int) -> None:
        tokens = _TOKEN.findall(entry)
        if len(tokens) == 1:
            self._mark(tokens[0], flag)
        else:
            self.phrases.add(tokens, flag)

    def _add_words(self, lists: Mapping[str, str]) -> None:
        for word, kind in entries(lists.get("common_words", "")):
            self.flags[word] = HALF if kind == 1 else COMMON
        for group, flag in (
            (cues.FUNCTION_WORDS, FUNCTION),
            (cues.CALENDAR, CALENDAR),
            (cues.DOCTOR_TITLES | cues.PERSON_TITLES, TITLE),
            (cues.RELATIONS, RELATION),
            (cues.ROLES, ROLE),
            (cues.HEADERS, HEADER),
            (cues.CREDENTIALS, CREDENTIAL),
            (cues.PARTICLES, PARTICLE),
            (cues.PATIENT_WORDS, PATIENT_WORD),
            (cues.BY_VERBS, BY_VERB),
            (cues.STREET_WORDS, STREET),
        ):
            for word in group:
                self._mark(word, flag)

    def _add_names(self, lists: Mapping[str, str]) -> None:
        flags = self.flags
        for name, plain, frequent, least in (
            ("first_names", FIRST, FREQUENT_FIRST, _FREQUENT_FIRST_FROM),
            ("surnames", LAST, FREQUENT_LAST, _FREQUENT_LAST_FROM),
        ):
            for word, share in entries(lists.get(name, "")):
                known = flags.get(word, 0)
                flags[word] = known | (plain | frequent if (share or 0) >= least else plain)
        for word in words(lists.get("first_names_world", "")):
            self._mark(word, FIRST | FREQUENT_FIRST)
        for word in words(lists.get("surnames_world", "")):
            self._mark(word, LAST | FREQUENT_LAST)
        for word, height in entries(lists.get("backgrounds", "")):
            known = flags.get(word, 0)
            if known & FREQUENT and known & (COMMON | HALF) and (height or 0) < _RARE_BELOW:
                flags[word] = (known | HALF if known & COMMON else known & ~HALF) & ~COMMON
        for line in words(lists.get("nicknames", "")):
            group = frozenset(line.replace(":", " ").replace(",", " ").split())
            for word in group:
                self.nicknames[word] = self.nicknames.get(word, frozenset()) | group
                self._mark(word, FIRST)

    def _add_places(self, lists: Mapping[str, str]) -> None:
        for entry, thousands in entries(lists.get("cities", "")):
            big = (thousands or 0) >= _BIG_CITY_FROM
            self._add(entry, CITY | BIG_CITY if big else CITY)
        for name, flag in (
            ("cities_more", CITY | BIG_CITY),
            ("states", STATE),
            ("states_more", STATE),
            ("countries", COUNTRY),
            ("countries_more", COUNTRY),
            ("regions", REGION),
            ("state_codes", STATE_CODE),
        ):
            for entry, _ in entries(lists.get(name, "")):
                self._add(entry, flag)

    def _add_terms(self, lists: Mapping[str, str]) -> None:
        for name, flag in PROTECT_LISTS.items():
            for entry in words(lists.get(name, "")):
                if name.endswith("_more") and self.flags.get(entry, 0) & FREQUENT:
                    continue  # trade names such as 'Diane': a person's name must not be shielded
                self._add(entry, flag)
        for entry in words(lists.get("scales", "")):
            tokens = _TOKEN.findall(entry)
            first = self.flags.get(tokens[0], 0)
            graded = len(tokens) > 1 and tokens[-1] in _GRADES
            if graded and len(tokens[0]) > 2 and not first & (PARTICLE | FUNCTION | CALENDAR):
                self._mark(tokens[0], SCALE)
        for name, flag in (
            ("eponyms", EPONYM),
            ("site_heads", SITE_HEAD),
            ("site_heads_weak", WEAK_SITE),
            ("organization_heads", ORGANIZATION_HEAD),
            ("pharmacy_chains", CHAIN),
            ("organizations", ORGANIZATION),
            ("professions", JOB),
            ("professions_ambiguous", AMBIGUOUS_JOB),
        ):
            for entry in words(lists.get(name, "")):
                self._add(entry, flag)
