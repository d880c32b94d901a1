"""Web addresses and network addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.anchors import places

SELDOM_DOMAINS = frozenset(
    "pe uy ec bo cr gt hn ni gh tz ug zm zw bw mw ao sn ci tn dz et kw qa jo lb iq np kh la uz md "
    "do cu pa sv jm tt mz cm ma om ai blog store page wiki support foundation ngo scot wales cymru "
    "quebec bzh eus gal nyc wien hamburg "
    # reserved for examples and for networks of a house (RFC 2606, 6762, 8375)
    "example invalid localhost local internal intranet lan corp home".split()
)
"""Those that a host needs more parts or a hyphen before: they are words and abbreviations, too."""
TOP_DOMAINS = SELDOM_DOMAINS | frozenset(
    "com org net edu gov mil int info biz io co dev app eu uk ca de fr se nl dk fi pl pt ch at be "
    "au "
    "nz jp cn kr ru br mx ar cl za ie cz sk hu ro bg gr tr il sg hk tw th vn ph id pk bd lk ke ng "
    "eg sa ae ir ua by lt lv ee lu mt cy si hr rs ba mk al ge am az kz tv cc me us es it no in is "
    "ly gl su ws xyz online site club shop cat asia mobi museum pro coop aero jobs travel post tel "
    "africa london berlin paris cloud email health clinic hospital doctor dental care".split()
)

WORDY_DOMAINS = frozenset(
    "at be in is it me my no so to us am as do go by ph id pro post tel cc tv ba al si ws am id "
    "cat "
    "online site club shop asia jobs travel cloud email health clinic hospital doctor dental care "
    "es co int mil app dev se de sa il th ch".split()
)
_HOST_LETTERS = 4
_UNITS = frozenset("mg mcg ml g kg iu".split())
_WORDY_BUT_CODE = frozenset("se de ch es co app dev".split())
_SCHEMES = ("https", "http", "ftps", "sftp", "ftp", "hxxps", "hxxp")
_LITERATURE = re.compile(
    r"(?:www\.|dx\.)?(?:doi\.org|pubmed\.|pmc\.ncbi\.|ncbi\.nlm\.nih\.gov/(?:pubmed|pmc))"
)
_URL_REST = re.compile(r"[^\s<>\"\u201c\u201d|\\^`{}]{1,2000}")
_DOTTED = re.compile(r"\.([A-Za-z]{2,8})(?![\w-])")
_HOST_BACK = re.compile(r"[\w-]+(?:\.[\w-]+){0,6}")
_PATH = re.compile(r"(?::[0-9]{2,5})?(?:[/?#][^\s<>\"\u201c\u201d|\\^`{}]{0,2000})?")
_V4 = re.compile(
    r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}(?![0-9])|:[0-9]{2,5}(?![0-9]))?(?![0-9]|\.[0-9])"
)
_V4_OTHER = re.compile(r"(?:version|ver\.?|\bv\.?|release|section|chapter|table|build)\W{0,2}$")
_V6_CHARS = frozenset("0123456789abcdefABCDEF:.")
_V6_LONG = re.compile(r"(?:[0-9A-Fa-f]{1,4}:){6}")
_V6_TAIL = re.compile(r"(?:%[A-Za-z0-9]{1,12})?(?:/[0-9]{1,3})?")


def _trimmed(text: str, start: int, end: int) -> int:
    """Take closing marks off the end of an address; a bracket stays when it was opened inside."""
    while end > start:
        last = text[end - 1]
        if last in ".,;:!?'\"*\u2019\u2026" or (
            last in ")]}"
            and text.count(last, start, end) > text.count("([{"[")]}".index(last)], start, end)
        ):
            end -= 1
        else:
            break
    return end


def find_web(text: str, low: str) -> list[Proposal]:
    """Find web and network addresses.

    text: a text; low: the same in lower case, character for character.
    RETURNS: URL and IPADDR proposals in no special order; they may overlap.
    """
    found = _urls(text, low)
    if text.count(".") > 2:
        found.extend(_v4(text, low))
    if ":" in text:
        found.extend(_v6(text))
    return found


def _urls(text: str, low: str) -> list[Proposal]:
    found = []
    place = text.find("://")
    while place >= 0:
        scheme = next((s for s in _SCHEMES if low.endswith(s, 0, place)), "")
        rest = _URL_REST.match(text, place + 3) if scheme else None
        if rest is not None:
            start, end = place - len(scheme), _trimmed(text, place + 3, rest.end())
            if end > place + 4 and not _LITERATURE.match(low, place + 3):
                found.append(Proposal(start, end, "URL", 0.99, "contacts.url"))
            place = rest.end()
        place = text.find("://", place + 1)
    if "www." in low:
        last = 0
        for start in places(low, "www."):
            if start < last:
                continue
            rest = _URL_REST.match(text, start)
            if rest is not None and not _LITERATURE.match(low, start):
                last = rest.end()
                end = _trimmed(text, start, last)
                if "." in text[start + 4 : end]:
                    found.append(Proposal(start, end, "URL", 0.98, "contacts.url_www"))
    for dot in _DOTTED.finditer(text):
        top = dot.group(1)
        if top.lower() in TOP_DOMAINS:
            hit = _bare(text, low, dot.start(), dot.end(), top.lower())
            if hit is not None:
                found.append(hit)
    return found


def _bare(text: str, low: str, dot: int, end: int, top: str) -> Proposal | None:
    """Judge a dotted name that ends in a top-level domain and has no scheme before it."""
    host = _HOST_BACK.match(text[max(0, dot - 100) : dot][::-1])
    if host is None:
        return None
    start = dot - host.end()
    before = text[start - 1 : start]
    if before and (before in "@./\\&=" or text[start] in "-_"):
        return None
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha():
        return None
    labels = low[start:dot].split(".")
    name = labels[-1]
    path = _PATH.match(text, end)
    stop = _trimmed(text, start, path.end()) if path else end
    pathed = stop > end + 1
    second = len(labels) > 1 and name in {
        "co",
        "com",
        "org",
        "net",
        "gov",
        "edu",
        "ac",
        "nhs",
        "nic",
    }
    if not any(map(str.isalpha, name)) or len(name) < 2 or _LITERATURE.match(low, start):
        return None
    if top in SELDOM_DOMAINS and not (second or _is_telling(labels, top, pathed)):
        return None
    if top in WORDY_DOMAINS and not (pathed or second):
        telling = "-" in name or len(labels) > 1 or any(map(str.isdigit, name))
        if top not in _WORDY_BUT_CODE or not (telling or text[start:end].islower()):
            return None
        if len(name) < 4 or text[end : end + 2].strip()[:1].isalpha() and not telling:
            return None
    case = text[start:end]
    if not (case.islower() or case.isupper()) and case[case.rfind(".") + 1 :] != top:
        return None
    return Proposal(start, stop, "URL", 0.9 if pathed or second else 0.8, "contacts.url_bare")


def _is_telling(labels: Sequence[str], top: str, pathed: bool) -> bool:
    """Tell whether what stands before a seldom domain is a host: 'drug-forum', 'intranet.kuh'."""
    name = labels[-1]
    if name in _UNITS:
        return False
    if "-" in name or len(labels) > 1 and max(map(len, labels)) >= _HOST_LETTERS:
        return True
    return top == "example" and (pathed or len(name) > _HOST_LETTERS + 1)


def _v4(text: str, low: str) -> list[Proposal]:
    found = []
    for match in _V4.finditer(text):
        start, end = match.span()
        if start and (text[start - 1].isalnum() or text[start - 1] in ".-_"):
            continue
        parts = re.split(r"[./:]", match.group())
        if any(int(part) > 255 for part in parts[:4]) or text[end : end + 1].isalpha():
            continue
        if any(len(part) > 1 and part[0] == "0" for part in parts[:4]):
            continue
        if not _V4_OTHER.search(low, max(0, start - 12), start):
            found.append(Proposal(start, end, "IPADDR", 0.95, "contacts.ipv4"))
    return found


def _v6(text: str) -> list[Proposal]:
    found = []
    tries = set()
    place = text.find("::")
    while place >= 0:
        tries.add(place)
        place = text.find("::", place + 2)
    if text.count(":") > 5:
        tries.update(match.start() for match in _V6_LONG.finditer(text))
    last = 0
    for place in sorted(tries):
        if place < last:
            continue
        start = end = place
        while start and place - start < 40 and text[start - 1] in _V6_CHARS:
            start -= 1
        while end < len(text) and end - place < 46 and text[end] in _V6_CHARS:
            end += 1
        while end > start and text[end - 1] == ".":
            end -= 1
        if text[end - 1 : end] == ":" and text[end - 2 : end] != "::":
            end -= 1
        last = end
        if (start and text[start - 1].isalnum()) or end - start < 3:
            continue
        if text[end : end + 1].isalpha():
            continue
        try:
            ipaddress.IPv6Address(text[start:end])
        except ValueError:
            continue
        tail = _V6_TAIL.match(text, end)
        end = tail.end() if tail else end
        found.append(Proposal(start, end, "IPADDR", 0.95, "contacts.ipv6"))
    return found
