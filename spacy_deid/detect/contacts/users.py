"""User names: by cue words, as handles, and as the login in an audit line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.anchors import whole_words

_CUES = frozenset(
    "username usernames userid user log login logon screen screenname nick nickname skype "
    "instagram twitter telegram facebook snapchat tiktok wechat handle benutzername brukernavn "
    "anv\u00e4ndarnamn gebruikersnaam usuario utente identifiant benutzer reddit discord "
    "messenger zalo insta portal inloggning kullan\u0131c\u0131 "
    "gamertag venmo bluesky mastodon threema strava twitch".split()
)
_USER = re.compile(
    r"(?:user ?names?|user ?-?id|user|log-?in|log-?on|screen ?name|nick ?name|skype|instagram|insta"
    r"|twitter|reddit|discord|messenger|zalo|portal|inloggning|kullanıcı"
    r"|gamertag|venmo|bluesky|mastodon|threema|strava|twitch"
    r"|telegram|facebook|snapchat|tiktok|wechat|handle|benutzername|benutzer|brukernavn"
    r"|användarnamn|gebruikersnaam|usuario|utente|identifiant)"
    r"(?:[ -]?(?:name|id|handle|account|user|profile|code|portal|login|page|forum)){0,2}"
    r"(?P<link>\s?(?:[:=#(]|(?:is|was|as)\b)\s{0,2}[\"'\u201c]?|\s{1,2}(?=@)|\s)"
    r"(?P<name>@?[^\W_][\w.+-]{1,38}[\w]|@[\w.]{2,38}\w)"
)
_PLAIN = frozenset(
    "required unknown not needed the none unavailable name names names. user users not-provided "
    "withheld redacted confidential invalid missing n/a nan account post posts page group from and "
    "message messages video with for disabled was has had into system e-mail email".split()
)
_AUDIT = re.compile(
    r"\b(?:enter(?:ed)?|created?|updated?|modified|edited|logged|keyed|typed|uploaded|"
    r"submitted|posted|"
    r"signed(?: in| off| on)?|locked|unlocked|closed|opened|changed|saved|exported|extracted|"
    r"printed|"
    r"viewed|accessed|assigned|reported|report sent|sent|operator|owner|author|editor|qc|coded|"
    r"transcribed|verified|done|last edit|triaged?|registered|imported)\b"
    r"(?:\s?(?:[:=]|\b(?:by|via|as|under|from|through|to|in)\b:?))?\s{1,2}[\"'(]?"
    r"(?P<name>[a-z][a-z0-9]{0,20}(?:[._][a-z0-9]{1,20}(?:-[a-z0-9]{1,10})?){1,3}|"
    r"[a-z]{3,14}[0-9]{1,5})(?![\w@/-]|\.\w)"
)
_AUDIT_WORDS = frozenset(
    "entered created updated modified edited logged keyed typed uploaded posted locked saved "
    "exported extracted printed viewed accessed operator editor qc coded transcribed triaged "
    "imported via user "
    "changed".split()
)
_OWNED = re.compile(
    r"(?<![\w@.])(?P<name>[a-z][a-z.]{1,14}[0-9]{1,5}|[a-z][a-z0-9]{1,14}[._][a-z0-9]{2,14})"
    r"['\u2019]?s?\s(?:acct|account|login|log-in|profile|username|user|handle|session)\b"
)
_HANDLE = re.compile(r"(?<![\w@.])@(?=[A-Za-z_.]*[0-9_.])[A-Za-z][\w.]{3,30}(?<!\.)(?![\w@])")
_REDDIT = re.compile(
    # u/min is a rate
    r"(?<![\w/])/?u/(?!(?i:min|hr|hour|day|week|dose|kg|ml|dl)s?(?![\w-]))[A-Za-z][\w-]{2,24}"
)
_SITES = frozenset(
    "facebook instagram insta tiktok zalo wechat telegram twitter skype viber messenger "
    "forum".split()
)
_NAMED_SITE = re.compile(
    r"(?i:facebook|instagram|insta|tiktok|zalo|wechat|telegram|twitter|skype|viber|messenger|forum)"
    r"\W{1,3}(?:is\s|as\s|under\s|I\sam\s|i\sam\s|my\s(?:nick\s?|user\s?|profile\s?)?(?:name|"
    r"page|profile|nick)\sis\s)"
    r"(?P<name>[A-Z\u00c0-\u1eff][^\W\d_]+(?:\s[A-Z\u00c0-\u1eff][^\W\d_]+){0,3})"
)
_BY_LOWER = re.compile(r"\bBY(?P<name>[a-z]{4,14}[0-9]{0,4})(?![A-Za-z])")
_LOGIN = r"(?:[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]*[A-Za-z0-9]|[A-Za-z]{4,16}[0-9]{1,4})"
_VERBS = r"[ ]?(?:wrote|writes|said|says|replied|posted|commented|on)\b"
_SAID = rf"(?=>|[ ]?:[ ](?![0-9])|{_VERBS}|[ ]?[|>\n,])"
_SPEAKS = re.compile(rf"[ ]?>|{_VERBS}")
_SPEAKER = re.compile(
    r"[ \t>*-]{0,4}(?:\[?[0-9]{1,2}[:.][0-9]{2}(?::[0-9]{2})?\]?[ \t]{0,2})?<?@?"
    rf"(?P<name>{_LOGIN}){_SAID}"
)
_POSTER = re.compile(
    r"(?:[Pp]osted by|[Pp]oster|[Ww]ritten by|[Tt]hread by|[Rr]eply to|[Oo]riginally posted by)"
    rf"[ :]{{1,3}}(?P<name>{_LOGIN}){_SAID}"
)
_AUDIT_PLAIN = re.compile(
    r"\b(?:[Ee]ntered|[Uu]pdated|[Mm]odified|[Cc]reated|[Ee]dited|[Uu]ploaded|[Kk]eyed|"
    r"[Ll]ogged|[Ss]aved|[Cc]hanged|"
    r"[Ll]ocked|[Cc]oded|[Ii]mported|[Ee]xported|ENTERED|UPDATED|MODIFIED|CREATED|EDITED|USER)"
    r"(?:[ ]?[:=][ ]?|[ ](?:by|BY)[ :=]{1,2}|=)"
    r"(?P<name>[a-z]{4,10}|[A-Z]{5,12}[0-9]{0,3}|[A-Z]{3,8}[0-9]{1,4})(?=[ ]?[,;|)\]]|[ ]?\n|"
    r"\Z|[ ](?:on|at|@|[0-9]{1,4}[-/.:]))"
)
_ROLES = frozenset(
    "nurse doctor patient pharmacist physician mother father staff system admin user caller "
    "sponsor "
    "company reporter consumer agency database unknown none null yes no true false data date auto "
    "automatically hand mail email letter phone telephone partner affiliate author manager sender "
    "clinic hospital vendor team today error mistake fda ema mhra vaers pfizer moderna merck "
    "novartis "
    "janssen investigator coordinator site hcp".split()
)
_DOSE_WORDS = re.compile(
    r"(?:dose|day|week|wk|month|visit|cycle|grade|stage|covid|room|bed|rm|ward|floor|level|"
    r"phase|age|"
    r"vaccine|shot|pfizer|moderna|page|arm|part|type|hour|min|omega|vitamin|vit|section|version|"
    r"cov|sars|hpv|influenza|flu|mmr|tdap|pcv|prevnar|feb|mar|apr|jun|jul|aug|sept?|oct|nov|"
    r"dec|jan|"
    r"line|lot|batch|no|nr|ref|id|item|step|aged|until|since|on|at|in|to|by|and|for)[0-9]+"
)


_NO_LOGIN = re.compile(
    r"(?:dr|mr|mrs|ms|prof|e|www|st|approx|incl|resp|vs|no|nos|i|p|a|u)\.|.*\.(?:com|org|net)$"
)


def find_users(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find user names.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: USERNAME proposals in no special order; they may overlap.
    """
    found = _cued(text, low, words)
    audited = not words.isdisjoint(_AUDIT_WORDS)
    if audited:
        for match in _AUDIT.finditer(low):
            found += _named(text, match, 0.7, "username_audit")
    if not words.isdisjoint(("acct", "account", "login", "profile", "username", "user", "handle")):
        for match in _OWNED.finditer(text):
            found += _named(text, match, 0.75, "username_owned")
    if "@" in text:
        found.extend(
            Proposal(m.start(), m.end(), "USERNAME", 0.75, "contacts.username_handle")
            for m in _HANDLE.finditer(text)
        )
    if "u/" in low:
        found.extend(
            Proposal(m.start(), m.end(), "USERNAME", 0.85, "contacts.username_forum")
            for m in _REDDIT.finditer(text)
        )
    if not words.isdisjoint(_SITES):
        for match in _NAMED_SITE.finditer(text):
            found.append(Proposal(*match.span("name"), "USERNAME", 0.7, "contacts.username_site"))
    for match in _speakers(text, low):
        name = match["name"]
        if name.isupper() or sum(map(str.isalpha, name)) < 3:
            continue
        if not _DOSE_WORDS.fullmatch(name.lower()):
            # 'q7_region: ' and the like are fields of a form as often as user names
            speaks = match.re is _POSTER or _SPEAKS.match(text, match.end())
            rule = "author" if speaks else "speaker"
            source = f"contacts.username_{rule}"
            found.append(Proposal(*match.span("name"), "USERNAME", 0.7, source))
    for match in _AUDIT_PLAIN.finditer(text) if audited else ():
        if match["name"].lower() not in _ROLES:
            found.append(Proposal(*match.span("name"), "USERNAME", 0.6, "contacts.username_audit"))
    if "BY" in text:
        for match in _BY_LOWER.finditer(text):
            found.append(Proposal(*match.span("name"), "USERNAME", 0.6, "contacts.username_audit"))
    return found + _repeated(text, found)


def _speakers(text: str, low: str) -> Iterator[re.Match[str]]:
    """Give who speaks at the begin of a line or is named as the author of a post."""
    place = 0
    while place >= 0:
        match = _SPEAKER.match(text, place)
        if match is not None:
            yield match
        place = text.find("\n", place) + 1 or -1
    if "post" in low or "written by" in low or "reply to" in low:
        yield from _POSTER.finditer(text)


def _repeated(text: str, found: list[Proposal]) -> list[Proposal]:
    """Find the other places of the user names of a text."""
    known = {text[one.start : one.end].lstrip("@") for one in found}
    telling = [
        name
        for name in sorted(known)
        if len(name) > 4 and not name.isalpha() and " " not in name and "." not in name
    ][:20]
    taken = {one.start for one in found} | {one.start + 1 for one in found}
    return [
        Proposal(m.start(), m.end(), "USERNAME", 0.65, "contacts.username_repeated")
        for name in telling
        for m in re.finditer(rf"(?<![\w.@-]){re.escape(name)}(?![\w@])", text)
        if m.start() not in taken
    ]


def _named(text: str, match: re.Match[str], score: float, pattern: str) -> list[Proposal]:
    """Take a login that is written in lower case and is no dose, visit or virus."""
    start, end = match.span("name")
    name = text[start:end]
    if not name.islower() or _DOSE_WORDS.fullmatch(name) or _NO_LOGIN.match(name):
        return []
    return [Proposal(start, end, "USERNAME", score, f"contacts.{pattern}")]


def _cued(text: str, low: str, words: set[str]) -> list[Proposal]:
    found = []
    for cue in words & _CUES:
        for place in whole_words(low, cue):
            match = _USER.match(low, place)
            if match is None or match.group("name") in _PLAIN:
                continue
            name, link = match.group("name"), match.group("link").strip()
            telling = name[0] == "@" or any(map(str.isdigit, name)) or "_" in name or "." in name
            if not telling and not link.startswith((":", "=")) and link != "is":
                continue
            if not link and cue in ("portal", "log", "messenger", "zalo") and name[0] != "@":
                continue
            start, end = match.span("name")
            if not telling and (len(name) < 4 or link == "is" and cue == "user"):
                continue
            if text[end : end + 1] in ("@", "/") or name.replace(".", "").isdigit() and not link:
                continue
            if cue in ("zalo", "portal") and not any(map(str.isalpha, name)):
                continue
            found.append(Proposal(start, end, "USERNAME", 0.75, "contacts.username"))
    return found
