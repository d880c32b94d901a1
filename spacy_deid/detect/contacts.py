"""Phone and fax numbers, e-mail, web and network addresses, user names: found by form and by cue."""

from __future__ import annotations

import ipaddress
import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.anchors import disjoint, lowered, places, vocabulary, whole_words
from spacy_deid.detect.phones import find_phones

_PLAIN_DOMAINS = frozenset(
    "com org net edu gov mil int info biz io co dev app eu uk ca de fr se nl dk fi pl pt ch at be au "
    "nz jp cn kr ru br mx ar cl za ie cz sk hu ro bg gr tr il sg hk tw th vn ph id pk bd lk ke ng "
    "eg sa ae ir ua by lt lv ee lu mt cy si hr rs ba mk al ge am az kz tv cc me us es it no in is "
    "ly gl su ws xyz online site club shop cat asia mobi museum pro coop aero jobs travel post tel "
    "africa london berlin paris cloud email health clinic hospital doctor dental care".split()
)
_WORDY_DOMAINS = frozenset(
    "at be in is it me my no so to us am as do go by ph id pro post tel cc tv ba al si ws am id cat "
    "online site club shop asia jobs travel cloud email health clinic hospital doctor dental care "
    "es co int mil app dev se de sa il th ch".split()
)
_WORDY_BUT_CODE = frozenset("se de ch es co app dev".split())
_SCHEMES = ("https", "http", "ftps", "sftp", "ftp", "hxxps", "hxxp")
_LITERATURE = re.compile(r"(?:www\.|dx\.)?(?:doi\.org|pubmed\.|ncbi\.nlm\.nih\.gov/pubmed|pmc)")

_LOCAL_BACK = re.compile(r"[\w%+'-](?:[\w.!#$%&*+/=?^`{|}~'-]{0,62}[\w+-])?")
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.){1,8}(?:[^\W\d_]{2,24}|xn--[a-z0-9-]{2,40})(?![\w-])")
_HOST_CUED = re.compile(r"[\w-]{2,63}(?:\.[\w-]{1,63}){0,5}")
_MAIL_CUE = re.compile(r"(?:e-?mails?|mailto|mail)\b\W{0,3}(?:id|address|is|at)?\W{0,3}$")
_SPOKEN_LOCAL_BACK = re.compile(
    r"[a-z0-9][\w+-]*(?: ?(?:tod|[\])]tod[\[(]|\.|erocsrednu) ?[\w+-]+){0,4}"
)
_SPOKEN_HOST = re.compile(
    r" ?([\w-]{2,63}(?:(?: dot | ?[\[(]dot[\])] ?|\.)[\w-]{1,63}){0,4}?)"
    r"(?: dot | ?[\[(]dot[\])] ?|\.)([a-z]{2,8})(?![\w-])"
)
_URL_REST = re.compile(r"[^\s<>\"\u201c\u201d|\\^`{}]+")
_DOTTED = re.compile(r"\.([A-Za-z]{2,8})(?![\w-])")
_HOST_BACK = re.compile(r"[\w-]+(?:\.[\w-]+){0,6}")
_PATH = re.compile(r"(?::[0-9]{2,5})?(?:[/?#][^\s<>\"\u201c\u201d|\\^`{}]*)?")
_V4 = re.compile(
    r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}(?![0-9])|:[0-9]{2,5}(?![0-9]))?(?![0-9]|\.[0-9])"
)
_V4_OTHER = re.compile(r"(?:version|ver\.?|\bv\.?|release|section|chapter|table|build)\W{0,2}$")
_V6_CHARS = frozenset("0123456789abcdefABCDEF:.")
_V6_LONG = re.compile(r"(?:[0-9A-Fa-f]{1,4}:){6}")
_V6_TAIL = re.compile(r"(?:%[A-Za-z0-9]{1,12})?(?:/[0-9]{1,3})?")
_USER_CUES = frozenset(
    "username usernames userid user log login logon screen screenname nick nickname skype instagram "
    "twitter telegram facebook snapchat tiktok wechat handle benutzername brukernavn anv\u00e4ndarnamn "
    "gebruikersnaam usuario utente identifiant benutzer".split()
)
_USER = re.compile(
    r"(?:user ?names?|user ?-?id|user|log-?in|log-?on|screen ?name|nick ?name|skype|instagram|twitter"
    r"|telegram|facebook|snapchat|tiktok|wechat|handle|benutzername|benutzer|brukernavn"
    r"|användarnamn|gebruikersnaam|usuario|utente|identifiant)"
    r"(?:[ -]?(?:name|id|handle|account|user|profile|code))?"
    r"(?P<link>\s?(?:[:=#(]|(?:is|was|as)\b)\s{0,2}[\"'\u201c]?|\s{1,2}(?=@)|\s)"
    r"(?P<name>@?[^\W_][\w.+-]{1,38}[\w]|@[\w.]{2,38}\w)"
)
_USER_PLAIN = frozenset(
    "required unknown not needed the none unavailable name names names. user users not-provided "
    "withheld redacted confidential invalid missing n/a nan account post posts page group from and "
    "message messages video with for disabled was has had into system".split()
)


def find_contacts(text: str) -> list[Proposal]:
    """Find contact details in a text.

    text: any text, also empty.
    RETURNS: proposals labelled PHONE, FAX, EMAIL, URL, IPADDR or USERNAME, in order of their start,
        without overlaps; [] where there is nothing. ``source`` is 'contacts.<pattern>'.
    """
    low = lowered(text)
    words = vocabulary(low)
    found = find_phones(text, low, words)
    if "@" in text:
        found.extend(_mails(text, low))
    if "dot" in words or "(at)" in low or "[at]" in low:
        found.extend(_spoken_mails(low))
    found.extend(_web(text, low))
    if text.count(".") > 2:
        found.extend(_v4(text, low))
    if ":" in text:
        found.extend(_v6(text))
    found.extend(_users(text, low, words))
    return disjoint(found)


def _mails(text: str, low: str) -> list[Proposal]:
    found = []
    at = text.find("@")
    while at >= 0:
        hit = _mail(text, low, at)
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
    if domain is None:
        cued = _MAIL_CUE.search(low, max(0, start - 24), start)
        host = _HOST_CUED.match(text, right) if cued and not spaced else None
        return host and Proposal(start, host.end(), "EMAIL", 0.8, "contacts.email_local")
    end = domain.end()
    labels = domain.group().split(".")
    while len(labels) > 2 and labels[-1].lower() not in _PLAIN_DOMAINS:
        end -= len(labels.pop()) + 1
    if spaced and (labels[-1].lower() not in _PLAIN_DOMAINS or left - start < 2):
        return None
    return Proposal(start, end, "EMAIL", 0.8 if spaced else 0.99, "contacts.email")


def _spoken_mails(low: str) -> list[Proposal]:
    """Find 'name at host dot com', also with the two words in brackets."""
    found = []
    for sign in (" at ", "(at)", "[at]", "{at}"):
        at = low.find(sign)
        while at >= 0:
            left = at - (low[at - 1 : at] == " " and sign != " at ")
            local = _SPOKEN_LOCAL_BACK.match(low[max(0, left - 64) : left][::-1])
            host = _SPOKEN_HOST.match(low, at + len(sign)) if local else None
            if local and host and host.group(2) in _PLAIN_DOMAINS:
                spoken = sign != " at " or "dot" in host.group()
                plain = host.group(2) in _WORDY_DOMAINS and " dot " not in host.group()
                if spoken and not plain:
                    start = left - local.end()
                    found.append(
                        Proposal(start, host.end(), "EMAIL", 0.85, "contacts.email_spoken")
                    )
            at = low.find(sign, at + 1)
    return found


def _trimmed(text: str, start: int, end: int) -> int:
    """Take closing marks off the end of an address; a bracket stays when it was opened inside."""
    while end > start:
        last = text[end - 1]
        if last in ".,;:!?'\"*\u2019\u2026" or (
            last in ")]}"
            and text.count(last, start, end)
            > text.count("([{"[")]}".index(last)], start, end)
        ):
            end -= 1
        else:
            break
    return end


def _web(text: str, low: str) -> list[Proposal]:
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
        for start in places(low, "www."):
            rest = _URL_REST.match(text, start)
            if rest is not None and not _LITERATURE.match(low, start):
                end = _trimmed(text, start, rest.end())
                if "." in text[start + 4 : end]:
                    found.append(Proposal(start, end, "URL", 0.98, "contacts.url_www"))
    for dot in _DOTTED.finditer(text):
        top = dot.group(1)
        if top.lower() in _PLAIN_DOMAINS:
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
    second = len(labels) > 1 and name in {"co", "com", "org", "net", "gov", "edu", "ac", "nhs", "nic"}
    if not any(map(str.isalpha, name)) or len(name) < 2 or _LITERATURE.match(low, start):
        return None
    if top in _WORDY_DOMAINS and not (pathed or second):
        telling = "-" in name or len(labels) > 1 or any(map(str.isdigit, name))
        if top not in _WORDY_BUT_CODE or not (telling or text[start:end].islower()):
            return None
        if len(name) < 4 or text[end : end + 2].strip()[:1].isalpha() and not telling:
            return None
    case = text[start:end]
    if not (case.islower() or case.isupper()) and case[case.rfind(".") + 1 :] != top:
        return None
    return Proposal(start, stop, "URL", 0.9 if pathed or second else 0.8, "contacts.url_bare")


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


def _users(text: str, low: str, words: set[str]) -> list[Proposal]:
    found = []
    for cue in words & _USER_CUES:
        for place in whole_words(low, cue):
            match = _USER.match(low, place)
            if match is None or match.group("name") in _USER_PLAIN:
                continue
            name, link = match.group("name"), match.group("link").strip()
            telling = name[0] == "@" or any(map(str.isdigit, name)) or "_" in name or "." in name
            if not telling and not link.startswith((":", "=")) and link != "is":
                continue
            start, end = match.span("name")
            if not telling and (len(name) < 4 or link == "is" and cue == "user"):
                continue
            if text[end : end + 1] in ("@", "/") or name.replace(".", "").isdigit() and not link:
                continue
            found.append(Proposal(start, end, "USERNAME", 0.75, "contacts.username"))
    return found
