"""Identifiers by the words before them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.identifiers.cues import IDENTIFIER_CUES, IdentifierCue
from spacy_deid.detect.identifiers.ibans import BIC_COUNTRIES

_BY_WORD: dict[str, list[IdentifierCue]] = {}

for _row in IDENTIFIER_CUES:
    for _word in _row.words:
        _BY_WORD.setdefault(_word, []).append(_row)
_LETTERS = re.compile(r"[^\W\d_]+")
_BY_FIRST: dict[str, list[str]] = {}

for _word in sorted(_BY_WORD, key=len, reverse=True):
    _BY_FIRST.setdefault(_LETTERS.match(_word).group(), []).append(_word)  # type: ignore[union-attr]

for _word in [word for word in _BY_WORD if word.isalpha()]:
    _BY_FIRST.setdefault(_word + "s", []).append(_word)
_FIRST = frozenset(_BY_FIRST)
_RUN = re.compile(r"[0-9]+")
_REACH = 64
_MARK = (
    r"(?:numbers?|num|nos?\b\.?|nr|nbr|n[o°º]\.?|n\.º|№|nº|ids?|identifiers?|identification"
    r"|identity|code|key|pin|card|control|ref(?:erence)?|"
    r"file|record|policy|case|report|license|licence|certificate|registration|serial|nummer|numero"
    r"|número|numéro|numer|number\(s\)|identifier\(s\)|no\(s\)|#|:|=)"
)
_LINK = re.compile(
    rf"(?P<marks>(?:[\s.,(\[\-–'’]{{0,3}}{_MARK}(?![a-z]))*)"
    r"(?:[\s.:;,=#(\[\-–]{0,3}(?:is|was|were|are|of|the|as|issued|ending in|being|ist|est|es|är"
    r"|mrn|ssn|npi|dea|vin|to)\b)?"
    r"(?:\s(?:of|for)(?:\s(?!no|nr|lot)[^\W\d_]{2,15}){1,2}\s?:|(?:\s(?!lot|"
    r"batch)[a-z]{2,8}){1,3}:)?"
    r"[\s.:;,=#(\[\-–\"“]{0,4}"
)
_VALUE = re.compile(
    r"(?:[A-Z]{1,4} (?=[0-9]))?(?:[0-9]{1,2}:(?=[0-9]{2}-[a-z]{2}-[0-9])|"
    r"[0-9]{2,4}:(?=[A-Z]{1,3}[0-9]{4,7}[A-Z]?(?![0-9A-Za-z])))?"
    r"(?:(?:[A-Za-z]{1,8}/){0,2}[A-Za-z]{1,8}[\-/](?=[A-Za-z]{0,4}[0-9]))?"
    r"(?=[A-Za-z]{0,8}[0-9])[A-Za-z0-9]+(?"
    r":(?:[\-/._]|\*{1,8})[A-Za-z0-9]+){0,8}"
)
_SPACED = re.compile(r"(?:[ \-][0-9]{2,10}(?![0-9A-Za-z/]|[.,:][0-9])){1,7}")
_MORE = re.compile(
    r"(?:\s?[,;/&]\s?|\s?,?\s(?:and|und|et|y|e|och|en|or"
    r"|&)\s)#?(?P<value>[A-Za-z]{0,8}[\-/]?[0-9][A-Za-z0-9]*(?:[\-/][A-Za-z0-9]+){0,4})"
    r"(?![A-Za-z0-9]|[.:/][0-9])"
)
_DATE = re.compile(
    r"(?:(?:0?[1-9]|[12][0-9]|3[01])([./\- ])(?:0?[1-9]|[12][0-9]|3[01])\1(?:19|20)?[0-9]{2}|(?:19"
    r"|20)[0-9]{2}([./\-])[01]?[0-9]\2[0-3]?[0-9])(?![0-9])"
    r"|[0-3]?[0-9][\- /.]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\- /.]?(?:19"
    r"|20)?[0-9]{2}",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"[ \t]?(?:%|°|mg|mcg|µ|ug\b|gm?\b|gram|ml|cc\b|dl|kg|lbs?\b|iu\b|mm\b|cm|bpm|cells?|"
    r"copies|x ?10"
    r"|mmol|meq|ng|pg|weeks?|wks?\b"
    r"|days?|hours?|hrs?\b|mins?\b|minutes?|years?|yrs?\b|y/?o\b|months?|mos?\b|times|of [0-9]"
    r"|am\b|pm\b|a\.m|p\.m|patients|doses?|th\b|st\b|nd\b|rd\b|out of|-year|-month|-week|-day"
    r"|:[0-9])",
    re.IGNORECASE,
)
_RATIO = re.compile(r"[0-9]{1,4}[./][0-9]{1,3}(?:\.[0-9]+)?$")
_NUMBER_WORDS = (" no", " id", "-id", " #", "#", "number", "-nr", "nummer", " mrn", "mrn")
_TALKING = frozenset({"subject", "subject_plain", "case", "chart", "file", "serial"})

"""Cues that are also plain words: behind a mere colon their value needs five digits."""
_NO_PREFIX = frozenset(
    "BP HR RR T P R IN ON AT OF TO BY NO AM PM DOB AGE DAY LOT EXP SPO O WT HT Q X MG ML AND OR IS "
    "WAS THE FOR BMI TEMP DOSE "
    "ALT AST CRP INR HB HGB WBC WCC CK CPK ALP GGT LDH PLT TSH BNP ESR GFR EGFR BUN HCT ANC".split()
)
_OUTER = frozenset(
    "UKR SSN PG FNR GRP EXT LANR CURP TEL FAX PH NR NHS RS SP MG PR SC BA DF GO PE CE PT AC "
    "AL AM ES MS "
    "MT PA PB PI RJ RN RO RR SE TO ID MRN".split()
)
"""Capitals between a cue and its number that are no part of the number: countries, states, cues."""
_GLUED_FIELD = re.compile(
    r"(?<=[0-9])(?:DOB|SEX|AGE|PHONE|PHYS|PH|NAME|ADDR|DATE|GRP|TEL)(?=[0-9A-Z]|$)"
)
_FILE_RATIO = re.compile(r"[0-9]{3,4}/[0-9]{2}$")
_THOUSANDS = re.compile(r"[0-9]{1,3}\.[0-9]{3}$")
_OPEN_NUMBER = re.compile(r"(?:[A-Z]{1,4} ?)?[0-9]+")
_LAST_DIGIT = re.compile(r" [0-9](?![\w%]|[.,:/][0-9])")
_CLOSING_DIGIT = re.compile(r" [0-9](?=[ \t]*(?:[.,:](?![0-9])|[;)\]\r\n]|\Z))")
"""The same at the end of a line or before a mark: '12 34 56 2 tablets' goes on with a count."""
_LAST_LETTER = re.compile(r" [A-Z](?![\w.'’])")
_SITE = re.compile(r"[A-Z]{2,3}-?[0-9]{2,5}|[0-9]{3,6}")
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_LETTER_BIC = re.compile(
    r"\b(?:(?i:bic|swift)(?P<marks>(?:[ /-]?(?i:code|bic|swift|no\.?|number))*"
    rf"\s?(?:[:=#]|(?i:is|was)\b)?)\s{{0,3}})(?P<value>[A-Z]{{4}}(?:{BIC_COUNTRIES})[A-Z]{{2}}(?:[A-Z]{{3}})?)(?![\w-])"
)
"""Codes of banks without a digit, 'BIC: COBADEFFXXX'; in running capitals only behind a mark."""
_PAIRS = re.compile(r"[0-9]{2}-[0-9]{2}-[0-9]{2}")
_WITH_THOUSANDS = frozenset({"LICENSE", "MEDICALRECORD"})
"""Labels of numbers that are written '45.678'."""
_YEAR = re.compile(r"(?:19|20)[0-9]{2}$")
_LOT_BETWEEN = re.compile(r"\b(?:lot|batch|ndc)\b")


def find_cued(text: str, low: str) -> list[Proposal]:
    """Find identifiers that a cue word leads to.

    text: a text; low: the same in lower case, character for character.
    RETURNS: proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    last = 0
    for run in _RUN.finditer(low):
        start, end = run.span()
        low_end = max(last, start - _REACH)
        last = end
        if start - low_end < 3 or _FIRST.isdisjoint(_LETTERS.findall(low, low_end, start)):
            continue
        for match in _LETTERS.finditer(low, low_end, start):
            if match.group() not in _FIRST:
                continue
            place = match.start()
            if place and low[place - 1].isalnum():
                continue
            word = next((w for w in _BY_FIRST[match.group()] if low.startswith(w, place)), None)
            if word is None:
                continue
            end_of_cue = place + len(word)
            if (
                low.startswith("s", end_of_cue)
                and not low[end_of_cue + 1 : end_of_cue + 2].isalpha()
            ):
                end_of_cue += 1
            link = _LINK.match(low, end_of_cue)
            if link is not None and link.end() <= start:
                found.extend(_values(text, low, word, link))
    if "bic" in low or "swift" in low:
        found.extend(_letter_bics(text))
    return found


def _letter_bics(text: str) -> Iterator[Proposal]:
    """Give the codes of banks that have no digit."""
    for match in _LETTER_BIC.finditer(text):
        if match["marks"].strip() or match[0][0].isupper() and not text.isupper():
            yield Proposal(*match.span("value"), "ACCOUNT", 0.88, "identifiers.bic")


def _is_in_pairs(name: str, marked: bool) -> bool:
    """Tell whether a cue leads to a number like '12-03-56', which also reads as a date."""
    return name == "sort_code" or name == "record" and marked


def _values(text: str, low: str, word: str, link: re.Match[str]) -> list[Proposal]:
    value = _VALUE.match(text, link.end())
    if value is None or _LOT_BETWEEN.search(link.group()):
        return []
    start, end = value.span()
    prefix = value.group().split(" ")[0]
    if prefix in _NO_PREFIX:
        return []
    if prefix in _OUTER and " " in value.group():
        start += len(prefix) + 1
    marks = link.group("marks").strip()
    numbered = word.endswith(_NUMBER_WORDS)
    marked = bool(marks) or numbered or link.group().strip()[:1] in ("#", ":")
    marked = marked or link.group().rstrip().endswith(":")
    plain = not marks.strip(" :=.,(-") and not numbered
    shown = text[start:end]
    glued = _GLUED_FIELD.search(shown)
    if glued is not None:
        end = start + glued.start()
        shown = text[start:end]
    paired = _PAIRS.fullmatch(shown) is not None and _is_in_pairs(_BY_WORD[word][0].name, marked)
    if _AMOUNT.match(text, end) or _DATE.match(text, start) and not paired:
        return []
    dotted = shown.count(".") > 1 and sum(map(str.isdigit, shown)) > 6
    if _RATIO.match(shown) and not dotted and not (numbered and _FILE_RATIO.match(shown)):
        if not (_THOUSANDS.match(shown) and _BY_WORD[word][0].label in _WITH_THOUSANDS):
            return []
    if not marked and ". " in link.group():
        return []
    spaced = _SPACED.match(text, end)
    if spaced and _OPEN_NUMBER.fullmatch(shown) and not _AMOUNT.match(text, spaced.end()):
        end = spaced.end()
        closing = None if shown.isdigit() else _LAST_LETTER.match(text, end)
        end = closing.end() if closing else end
        insured = _BY_WORD[word][0].label == "HEALTHPLAN"
        last = (_LAST_DIGIT if insured else _CLOSING_DIGIT).match(text, end)
        if last is not None and not _AMOUNT.match(text, last.end()):
            if insured or text.count(" ", start, end) > 1:
                end = last.end()
        shown = text[start:end]
    digits = sum(map(str.isdigit, shown)) + shown.count("*")
    best: IdentifierCue | None = None
    for cue in _BY_WORD[word]:
        least = cue.marked if marked else cue.digits
        if plain and marked and least and cue.name in _TALKING:
            least = max(least, 5)
        if marks == "no" and cue.name == "subject":
            least = 4
        if cue.name == "site" and not _SITE.fullmatch(shown):
            continue
        if cue.name == "bic" and not _BIC.fullmatch(shown):
            continue
        if least and digits >= least and (best is None or cue.score > best.score):
            best = cue
    if best is None or (not marked and _YEAR.match(shown)):
        return []
    source = f"identifiers.{best.name}"
    found = [Proposal(start, end, best.label, best.score, source)]
    while digits > 3 and (more := _MORE.match(text, end)):
        other = sum(map(str.isdigit, more.group("value")))
        if abs(other - digits) > 1 or _DATE.match(text, more.start("value")):
            break
        end = more.end()
        found.append(Proposal(more.start("value"), end, best.label, best.score - 0.05, source))
    return found
