"""Phone, fax and pager numbers, by their form or by the words before them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.dialling import CALLING_CODES, calling_code
from spacy_deid.detect.phone_cues import find_cues

_CHUNK = re.compile(r"[0-9][0-9 ().\-/\u00a0\u2010-\u2013]{5,60}")
_DIGITS = re.compile(r"[0-9]+")
_STRETCH = re.compile(r"[0-9](?:[ \u00a0]?[().\-/\u2010-\u2013]?[ \u00a0]?[(]?[0-9]){4,17}")
_NANP = re.compile(
    r"(?:(?:00)?1[ .\-\u2013]?\(?)?"
    r"(?:[0-9]{3}\) ?[.\-]? ?|[0-9]{3} ?[.\-/\u2010-\u2013] ?|[0-9]{3} (?=[0-9]{3}[.\-]))"
    r"[0-9]{3}(?: ?[.\-\u2010-\u2013] ?| (?<=\) [0-9]{3} )|(?<=\)[0-9]{3}) )[0-9]{4}"
    r"(?![0-9]|[.\-/][0-9])"
)
_SPACED_NANP = re.compile(r"(?:1 )?[2-9][0-9]{2} [2-9][0-9]{2} [0-9]{4}(?![0-9]|[.\-/,][0-9])")
_BRACKETED = re.compile(r"[0-9]{1,5}\) ?[0-9]{2,5}(?:[ \-][0-9]{2,5}){0,3}(?![0-9]|[.\-/][0-9])")
_RUSSIAN = re.compile(r"8[ \-]?\(?[0-9]{3}\)?[ \-]?[0-9]{3}[ \-][0-9]{2}[ \-][0-9]{2}(?![0-9])")
_CHINESE = re.compile(r"1[3-9][0-9]-[0-9]{4}-[0-9]{4}(?![0-9\-])")
_SEVEN = re.compile(r"[2-9][0-9]{2}[\-.][0-9]{4}(?![0-9]|[.\-/,][0-9])")
_VANITY = re.compile(r"(?:1[ .\-])?\(?8(?:00|33|44|55|66|77|88)\)?[ .\-][A-Z0-9\-]{7,12}\b")
_DATE = re.compile(
    r"(?:[0-3]?[0-9]([.\-/ ])[0-3]?[0-9]\1 ?(?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2}([.\-/ "
    r"])[01]?[0-9]\2"
    r"[0-3]?[0-9])(?![0-9]|[.\-/][0-9])(?!(?<=[0-9]{2} [0-9]{2} [0-9]{2}) [0-9]{2})"
)
_SOLID_DATE = re.compile(
    r"(?:(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0[1-9]|[12][0-9]|3[01]){2}(?:19|20)[0-9]{2})$"
)
_TAIL = re.compile(
    r"[ \u00a0]?[,;(]?[ \u00a0]?(?:\b|(?<=[0-9]))(?:ext(?:ension|n)?s?|x|dw|durchwahl|poste|interno"
    r"|anknytning|anexo|ramal|wew|toestel|#)[.:]?[ \u00a0]?(?:no\.?|#)?[ \u00a0]?[0-9]{1,6}"
    r"(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_MASKED = re.compile(r"(?<![\w*.])\+?[0-9]{2,5}[ \-]?\*{2,6}[ \-]?[0-9]{2,4}(?![\w*])")
_GLUED = re.compile(
    r"(?P<cue>PH|TEL|FAX|PHONE|MOB|[Tt]el|[Ff]ax|[Pp]h)\.?(?P<n>[0-9]{10,11}|"
    r"\(?[0-9]{3}\)?[\-.][0-9]{3}[\-.][0-9]{4})(?![0-9])"
)
_MISREAD_HINT = re.compile(r"[0-9][ \-]?[OoIl][0-9]")
_MISREAD = re.compile(r"(?<=[0-9][0-9 \-])[OoIl](?=[0-9]{2})|(?<=[0-9])[Oo](?=[0-9])")
"""Letters that a scanner reads for a nought or a one within a long number."""
_JOIN = re.compile(
    r"\s?(?:,|/|;|\band\b|\bor\b|\by\b|\bo\b|\be\b|\bund\b|\boder\b|\bet\b|\bou\b|\boch\b|\ben\b"
    r"|\bof\b)\s?"
)
_SIBLING = re.compile(r" ?/ ?[0-9]{2,4}(?![0-9/.\-])")
_UNIT = re.compile(
    r" ?(?:%|\u00b0|mg|mcg|\u00b5|ug\b|g\b|gm|gram|ml|cc\b|dl|l\b|kg|lb|iu\b|units?\b|u\b|mm|cm"
    r"|bpm|cells?|copies|days?|hours?|hrs?\b|min|years?|yrs?\b|x ?10|/[a-z]|mmol|meq|ng|pg|k\b"
    r"|puffs?"
    r"|tablets?|times|am\b|pm\b|degrees?|f\b|c\b)",
    re.IGNORECASE,
)
_FAX_AFTER = re.compile(r"\s?[(\[,]?\s?(?:tele)?fax\b", re.IGNORECASE)
_FAX_BEFORE = re.compile(r"(?:fax|\bf)\W*(?:number|no|nr|#)?\W*$")
_OTHER = re.compile(
    r"\b(?:lot|batch|batch/lot|ndc|mrn|record|chart|ssn|social security|nhs|npi|dea|sin|account"
    r"|acct|a/c"
    r"|policy|member|case|claim|isbn|issn|pmid|doi|serial|s/n|passport|licen[sc]e|file|invoice|upc"
    r"|gtin|eudract|iban|patient id|id|medicare|(?:ref|reference|report|protocol|study|card"
    r"|version)"
    r"(?=\W{0,3}(?:no|nr|num|number|id|#)\b))"
    r"s?\W{0,3}(?:(?:no|nos|nr|num|number|numbers|id|is|was|#)\b\W{0,3}){0,3}$"
)
_SWEDISH = re.compile(r"0[0-9]{1,3}-[0-9]{2,3} [0-9]{2,3}(?: [0-9]{2})?(?![0-9]|[.\-/ ][0-9])")
_SHORT = re.compile(r"#?\s?([0-9]{3,6}(?:-[0-9]{1,4})?)(?![0-9A-Za-z]|[.,:/\-%][0-9])")


def _as_digit(match: re.Match[str]) -> str:
    return "0" if match[0] in "oO" else "1"


def find_phones(text: str, low: str, words: set[str], *, _misread: bool = False) -> list[Proposal]:
    """Find phone, fax and pager numbers.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: PHONE and FAX proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    cues = find_cues(low, words)
    for chunk in _CHUNK.finditer(text):
        end = chunk.end()
        # A run of marks and blanks at the end is no part of a number.
        place = chunk.start()
        while place < end:
            digits = _DIGITS.search(text, place, end)
            if digits is None:
                break
            begin, stop = digits.span()
            kind = cues.get(begin, "")
            if stop - begin < 3 and not kind and _hopeless(text, begin, stop):
                place = stop
                continue
            hit = _by_form(text, low, begin, kind)
            if hit is None:
                place = stop
            else:
                found.append(hit)
                place = hit.end
    taken = {hit.start for hit in found}
    for place, kind in cues.items():
        hit = _by_cue(text, low, place, kind)
        if hit is not None and hit.start not in taken:
            found.append(hit)
    found.extend(_further(text, found))
    if "**" in text:
        found.extend(
            Proposal(m.start(), m.end(), "PHONE", 0.8, "contacts.phone_masked")
            for m in _MASKED.finditer(text)
        )
    ends = " ".join(words) + " "
    if "ph " in ends or "tel " in ends or "fax " in ends or "mob " in ends or "phone " in ends:
        found.extend(
            Proposal(
                m.start("n"),
                m.end("n"),
                "FAX" if m["cue"].lower().startswith("fax") else "PHONE",
                0.85,
                "contacts.phone_glued",
            )
            for m in _GLUED.finditer(text)
        )
    if not _misread and _MISREAD_HINT.search(text) and _MISREAD.search(text):
        clear = _MISREAD.sub(_as_digit, text)
        found.extend(find_phones(clear, clear.lower(), words, _misread=True))
    if "1-8" in text or "800" in text or "888" in text:
        found.extend(_vanities(text))
    return found


def _hopeless(text: str, begin: int, stop: int) -> bool:
    """Tell that one or two digits cannot open a number: no sign, no trunk zero, no long group."""
    if text[begin] == "0" or text[begin - 1 : begin] in ("+", "("):
        return False
    if stop - begin == 2 or text[begin] not in "18":
        return True
    return not ("(" in text[stop : stop + 2] or text[stop + 1 : stop + 4].isdigit())


def _opening(text: str, place: int) -> int:
    """Step back from the first digit over '(' and '+'."""
    while place and text[place - 1] in "+(" and (place < 2 or not text[place - 1 : place] == " "):
        place -= 1
    return place


def _free(text: str, start: int) -> bool:
    """Tell whether a number may begin here: no letter, digit or mark of a longer one before."""
    if start == 0:
        return True
    before = text[start - 1]
    if before.isalnum() or before in "_$\u20ac\u00a3<>=\u2264\u2265~":
        return False
    if before in "-./,:" and start > 1 and text[start - 2].isalnum():
        return before == ":" and not text[start - 2].isdigit() or text[start - 2].isalpha()
    return True


def _propose(
    text: str, low: str, start: int, end: int, score: float, name: str, kind: str
) -> Proposal:
    tail = _TAIL.match(text, end) or (_SIBLING.match(text, end) if score > 0.8 else None)
    if tail is not None:
        end = tail.end()
    while text[end - 1] in " \u00a0-./(":
        end -= 1
    while text[start] == "(" and text.count("(", start, end) > text.count(")", start, end):
        start += 1
    fax = kind == "fax" or (
        kind not in ("strong", "pager")
        and (_FAX_BEFORE.search(low, max(0, start - 16), start) or _FAX_AFTER.match(text, end))
    )
    score = min(0.99, score + 0.15) if kind in ("strong", "fax", "pager", "extension") else score
    return Proposal(start, end, "FAX" if fax else "PHONE", score, f"contacts.{name}")


def _by_form(text: str, low: str, place: int, kind: str) -> Proposal | None:
    """Try every form of a number at its first digit."""
    start = _opening(text, place)
    if not _free(text, start):
        return None
    opened = text[start:place]
    name, end, score = "", 0, 0.0
    if "+" in opened or text.startswith("00", place) or text.startswith("011", place):
        end = _international(text, place, "+" in opened)
        name, score = "phone_international", 0.9 if "+" in opened else 0.7
    if not end and (match := _NANP.match(text, place)):
        bracket = match.group().count(")")
        if bracket == opened.count("(") or "(" not in opened:
            name, end, score = "phone_nanp", match.end(), 0.85
    if not end and (match := _RUSSIAN.match(text, place)):
        name, end, score = "phone_russian", match.end(), 0.8
    if not end and (match := _CHINESE.match(text, place)):
        name, end, score = "phone_chinese", match.end(), 0.8
    if not end and "(" in opened and (match := _BRACKETED.match(text, place)):
        if 8 <= sum(map(str.isdigit, match.group())) <= 12:
            name, end, score = "phone_bracketed", match.end(), 0.75
    if not end and (match := _SWEDISH.match(text, place)):
        name, end, score = "phone_trunk", match.end(), 0.7
    if not end and (text[place] == "0" or text.startswith("(0", start)):
        end = _trunk(text, place)
        name, score = "phone_trunk", 0.75
    if not end and (match := _SPACED_NANP.match(text, place)) and not opened:
        name, end, score = "phone_spaced", match.end(), 0.6
    if not end and kind and (match := _SEVEN.match(text, place)):
        name, end, score = "phone_local", match.end(), 0.75
    if not end or (
        "+" not in opened
        and kind in ("", "weak", "person")
        and _OTHER.search(low, max(0, start - 32), start)
    ):
        return None
    if score < 0.7 and not kind and _UNIT.match(text, end):
        return None
    if end < len(text) and (text[end].isalpha() and _TAIL.match(text, end) is None):
        if text[end].islower() or name in ("phone_spaced", "phone_trunk"):
            return None
    if "(" in opened and ")" not in text[place:end]:
        start = place if "+" not in opened else text.index("+", start)
    return _propose(text, low, start, end, score, name, kind)


def _groups(text: str, place: int) -> list[tuple[int, int]]:
    """Give the groups of digits of the stretch that begins at ``place``."""
    stretch = _STRETCH.match(text, place)
    if stretch is None:
        return []
    end = stretch.end()
    while end < len(text) and text[end].isdigit():
        end += 1
    return [match.span() for match in _DIGITS.finditer(text, place, end)]


def _international(text: str, place: int, plus: bool) -> int:
    """Give the end of an international number whose first digit is at ``place``; 0 for none."""
    groups = _groups(text, place)
    digits = "".join(text[low:high] for low, high in groups)
    skip = 0 if plus else 3 if digits.startswith("011") else 2
    if plus and digits.startswith("00"):
        skip = 2
    code = calling_code(digits[skip:])
    if not code or (not plus and len(groups) < 2 and not 11 <= len(digits) <= 15):
        return 0
    least, most = CALLING_CODES[code]
    lead = skip + len(code)
    # The trunk prefix is often written in brackets or by mistake: +49 (0)30 ...
    if digits[lead : lead + 1] == "0" and code not in ("39", "225"):
        lead += 1
    total = end = 0
    for low, high in groups:
        total += high - low
        if total - lead > most:
            break
        if total - lead >= least:
            end = high
    return end


def _trunk(text: str, place: int) -> int:
    """Give the end of a national number with a trunk zero, written in groups; 0 for none."""
    if _DATE.match(text, place):
        return 0
    groups = _groups(text, place)
    sizes = [high - low for low, high in groups]
    while groups and sum(sizes) > 13:
        groups.pop()
        sizes.pop()
    if len(groups) < 2 or not 9 <= sum(sizes) <= 13 or not 2 <= sizes[0] <= 6:
        return 0
    if min(sizes) < 2 or len(groups) > 6 or (max(sizes) < 3 and len(groups) != 5):
        return 0
    pieces = [text[low:high] for low, high in groups]
    if all(len(p) == 4 and p[:2] < "24" and p[2:] < "60" for p in pieces):
        return 0
    between = [text[groups[i][1] : groups[i + 1][0]] for i in range(len(groups) - 1)]
    if any("/" in mark for mark in between[1:]) or any("(" in mark for mark in between):
        return 0
    if sizes[0] == 2 and any("." in mark for mark in between) and len(groups) < 4:
        return 0
    return groups[-1][1]


def _by_cue(text: str, low: str, place: int, kind: str) -> Proposal | None:
    """Take a number for its cue's sake, whatever its form."""
    start = _opening(text, place)
    if kind in ("pager", "extension"):
        short = _SHORT.match(text, place)
        if short and not _UNIT.match(text, short.end()):
            return Proposal(place, short.end(1), "PHONE", 0.8, f"contacts.{kind}")
        if kind == "extension":
            return None
    groups = _groups(text, place)
    sizes = [high - low for low, high in groups]
    while groups and sum(sizes) > 15:
        groups.pop()
        sizes.pop()
    least = 7 if kind in ("weak", "person") else 6
    if not groups or sum(sizes) < least or _DATE.match(text, place):
        return None
    end = groups[-1][1]
    if text[place - 1 : place].isalnum() or text[end : end + 1].isalpha() or _UNIT.match(text, end):
        return None
    solid = text[place:end]
    if len(groups) == 1 and _SOLID_DATE.match(solid) and kind != "fax":
        return None
    if kind == "person":
        solo = len(groups) == 1 and not (len(solid) == 10 and solid[0] in "23456789")
        if solo or not 8 <= sum(sizes) <= 11 or min(sizes) < 2 or "/" in solid:
            return None
    if "/" in solid and min(sizes[:2]) < 3:
        return None
    if kind in ("weak", "person") and (
        min(sizes[1:], default=2) < 2 or _OTHER.search(low, max(0, place - 32), place)
    ):
        return None
    if "." in solid and sizes[0] < 2:
        return None
    if "(" in text[start:place] and ")" not in solid:
        start = place
    score = 0.58 if kind == "person" else 0.7
    return _propose(text, low, start, end, score, "phone_cued", kind)


def _further(text: str, found: list[Proposal]) -> list[Proposal]:
    """Take the second of two numbers in one breath: 'tel. 956 203 145 and 956 203 146'."""
    more = []
    starts = {hit.start for hit in found}
    for hit in found:
        joined = _JOIN.match(text, hit.end)
        if joined is None or joined.end() in starts:
            continue
        shape = _DIGITS.sub(
            lambda run: f"[0-9]{{{len(run.group())}}}", re.escape(text[hit.start : hit.end])
        )
        if not shape[0] == "[" or hit.end - hit.start > 20:
            continue
        twin = re.compile(shape + r"(?![0-9])").match(text, joined.end())
        if twin is not None:
            more.append(
                Proposal(
                    twin.start(), twin.end(), hit.label, hit.score - 0.05, "contacts.phone_twin"
                )
            )
    return more


def _vanities(text: str) -> list[Proposal]:
    """Find toll-free numbers spelled with letters, such as 1-800-GET-HELP."""
    return [
        Proposal(m.start(), m.end(), "PHONE", 0.85, "contacts.phone_vanity")
        for m in _VANITY.finditer(text)
        if any(map(str.isalpha, m.group())) and 10 <= sum(map(str.isalnum, m.group())) <= 13
    ]
