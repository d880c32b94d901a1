"""Phone and fax numbers, e-mail, web and network addresses, user names: by form and by cue."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.contacts.phone_inside import find_inside_numbers
from spacy_deid.detect.contacts.phones import find_phones
from spacy_deid.detect.contacts.users import find_users
from spacy_deid.detect.contacts.web import (
    SELDOM_DOMAINS,
    TOP_DOMAINS,
    WORDY_DOMAINS,
    find_web,
)
from spacy_deid.detect.words.anchors import disjoint
from spacy_deid.detect.words.reading import Reading
from spacy_deid.intervals import Interval, merge

_LOCAL_BACK = re.compile(r"[\w%+'-](?:[\w.!#$%&*+/=?^`{|}~'-]{0,62}[\w+-])?")
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.){1,8}(?:[^\W\d_]{2,24}|xn--[a-z0-9-]{2,40})(?![\w-])")
_HOST_CUED = re.compile(r"[\w-]{2,63}(?:\.[\w-]{1,63}){0,5}")
_GLUED = frozenset("the she he they patient".split())
"""Words behind a stop that begin the next sentence, blank forgotten."""
_MAIL_CUE = re.compile(r"(?:e-?mails?|mailto|mail)\b\W{0,3}(?:id|address|is|at)?\W{0,3}$")
_AT_WORDS = "at|arroba|chiocciola|małpa|zavináč|kukac|apenstaartje|snabel-a|ett"
_AT_SIGNS = (
    *(
        f"{left}{word}{right}"
        for word in _AT_WORDS.split("|")
        for left, right in ("()", "[]", "{}")
    ),
    *("[@]", "(@)", "{@}", "(a)", "(ät)", "(æt)", "&lt;at&gt;", "<at>"),
    *(f" {word} " for word in _AT_WORDS.split("|")[1:-1]),
)
_AT = re.compile("|".join(map(re.escape, _AT_SIGNS)))
_COMMA_HOST = re.compile(
    r"(?:gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|icloud|aol|gmx|mail|protonmail|proton|"
    r"qq|163|126|yandex|web|rediffmail|comcast|verizon|orange|free|libero|terra|uol|bol)"
    r",(?:com|net|org|de|fr|it|ru)(?![\w.-])"
)
"""A comma typed for the point of an address."""
_SPOKEN_LOCAL_BACK = re.compile(
    r"[a-z0-9][\w+-]*(?: ?(?:tod|[\])]tod[\[(]|\.|erocsrednu) ?[\w+-]+){0,4}"
)
_NUMBERS_SAID = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|"
    r"eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple|\d{1,4})"
)
_SAID_LOCAL = re.compile(
    # r j tanaka, k dot ferreira ninety one, j underscore bishop forty two
    r"(?<![\w@.'’-])(?:[b-hj-z]\s){0,3}[a-z0-9][a-z0-9+-]*"
    r"(?:(?:\s?\b(?:dot|underscore|dash|hyphen)\b\s?|[._])(?:[b-hj-z]\s){0,3}[a-z0-9+-]+"
    rf"|\s{_NUMBERS_SAID}){{0,6}}\Z"
)
_DOT_WORD = re.compile(r"[ \[({](?:dot|punto|punkt|kropka|ponto)[ \])}]")
_DOT = (
    r"(?: (?:dot|punto|punkt|kropka|ponto) | ?[\[({](?:dot|punto|punkt|kropka|ponto|\.)[\])}] ?|\.)"
)
_SPOKEN = rf" ?([\w-]{{2,63}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}%s){_DOT}([a-z]{{2,8}})(?![\w-])"
_SPOKEN_HOST, _SPOKEN_LONG = (re.compile(_SPOKEN % reluctant) for reluctant in ("?", ""))


def find_contacts(text: str, reading: Reading | None = None) -> list[Proposal]:
    """Find contact details in a text.

    text: any text, also empty. reading: what ``Reading`` makes of it, where that is there already.
    RETURNS: proposals labelled PHONE, FAX, EMAIL, URL, IPADDR or USERNAME, in order of their start,
        without overlaps; [] where there is nothing. ``source`` is 'contacts.<pattern>'.
    """
    reading = reading or Reading(text)
    low, words = reading.low, reading.words
    found = find_phones(text, low, words)
    taken = merge((hit.start, hit.end) for hit in found)
    found.extend(hit for hit in find_inside_numbers(reading) if _is_free(taken, hit))
    if "@" in text:
        found.extend(_mails(text, low))
    if "dot" in words or _AT.search(low):
        found.extend(_spoken_mails(text, low))
    found.extend(find_web(text, low))
    found.extend(find_users(text, low, words))
    return disjoint(found)


def _is_free(taken: Sequence[Interval], hit: Proposal) -> bool:
    """Tell whether none of some disjoint spans in order overlaps a proposal."""
    place = bisect_left(taken, (hit.end, 0)) - 1
    return place < 0 or taken[place][1] <= hit.start


def _mails(text: str, low: str) -> list[Proposal]:
    found = []
    at = text.find("@")
    size = len(text)
    while at >= 0:
        after = text[at + 1] if at + 1 < size else ""
        hit = _mail(text, low, at) if after.isalnum() or after == " " else None
        if hit is not None:
            found.append(hit)
        at = text.find("@", at + 1)
    return found


def _mail(text: str, low: str, at: int) -> Proposal | None:
    left, right = at, at + 1
    spaced = text[left - 1 : left] == " " or text[right : right + 1] == " "
    if spaced:
        left -= text[left - 1 : left] == " "
        right += text[right : right + 1] == " "
    local = _LOCAL_BACK.match(text[max(0, left - 64) : left][::-1])
    if local is None:
        return None
    start = left - local.end()
    while start < left and text[start] in "'.-/=*#":
        start += 1
    if low.startswith("mailto:", start):
        start += 7
    domain = _DOMAIN.match(text, right)
    if domain is None and not spaced:
        domain = _COMMA_HOST.match(low, right)
        if domain is not None:
            return Proposal(start, domain.end(), "EMAIL", 0.9, "contacts.email_comma")
    if domain is None:
        cued = _MAIL_CUE.search(low, max(0, start - 24), start)
        host = _HOST_CUED.match(text, right) if cued and not spaced else None
        return host and Proposal(start, host.end(), "EMAIL", 0.8, "contacts.email_local")
    end = domain.end()
    labels = domain.group().split(".")
    while len(labels) > 2 and _is_glued(labels):
        end -= len(labels.pop()) + 1
    if spaced and (not _is_host(labels) or left - start < 2):
        return None
    return Proposal(start, end, "EMAIL", 0.8 if spaced else 0.99, "contacts.email")


def _is_host(labels: Sequence[str]) -> bool:
    """Tell a host behind an '@' with blanks around it from a rate, a time or a place."""
    top = labels[-1].lower()
    if top not in TOP_DOMAINS or labels[-2][0].isdigit():
        return False
    return top not in SELDOM_DOMAINS or len(labels) > 2 or "-" in labels[-2]


def _is_glued(labels: Sequence[str]) -> bool:
    """Tell a word glued behind the address from its top-level domain: 'x@host.com.The event'."""
    last = labels[-1]
    if last in _GLUED:
        return True
    if last.lower() in TOP_DOMAINS or (len(last) == 2 and last.islower()):
        return False
    before = labels[-2]
    country = before.lower() in TOP_DOMAINS or len(before) == 2 and before.islower()
    return country or last[0].isupper() and not before.isupper()


def _spoken_host(low: str, place: int) -> re.Match[str] | None:
    """Read 'host dot co dot uk' as far as a domain ends it, or its first part that does."""
    long = _SPOKEN_LONG.match(low, place)
    if long is not None and long.group(2) in TOP_DOMAINS:
        return long
    return _SPOKEN_HOST.match(low, place)


def _spoken_mails(text: str, low: str) -> list[Proposal]:
    """Find 'name at host dot com', also with the two words in brackets."""
    found = []
    for sign in (" at ", *_AT_SIGNS):
        at = low.find(sign)
        while at >= 0:
            left = at - (low[at - 1 : at] == " " and sign != " at ")
            back = _SPOKEN_LOCAL_BACK.match(low[max(0, left - 64) : left][::-1])
            said = _SAID_LOCAL.search(low, max(0, left - 64), left) if sign == " at " else None
            local = max(back.end() if back else 0, left - said.start() if said else 0)
            host = local and _spoken_host(low, at + len(sign))
            if local and host and host.group(2) in TOP_DOMAINS:
                spoken = sign != " at " or "dot" in host.group()
                plain = host.group(2) in WORDY_DOMAINS and not _DOT_WORD.search(host.group())
                if plain and sign != " at ":  # 'a.b{at}libero.it', but not 'Pain (at) night.It'
                    ends = text[max(at - 1, 0)], text[at + len(sign)]
                    near = sign[0] == " " or all(map(str.isalnum, ends))
                    plain = not near or not text[host.start(2) : host.end(2)].islower()
                if spoken and not plain:
                    start = left - local
                    found.append(
                        Proposal(start, host.end(), "EMAIL", 0.95, "contacts.email_spoken")
                    )
            at = low.find(sign, at + 1)
    return found
