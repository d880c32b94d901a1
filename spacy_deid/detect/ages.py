"""Find ages of persons, with value and unit.

SOURCE: the contexts that hold for 90 to 125 are those of the MIMIC rules (system 5 of the README).
"""

from __future__ import annotations

import re

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.detect.dates_anchors import Anchor, Scan, agenarian_decade, scan_text
from spacy_deid.detect.numbers import CARDINAL, DECADES, read_cardinal

MIMIC_BEFORE = ("age", "he is", "she is", "patient is")
"""Words before a number from 90 to 125 that make it an age."""

MIMIC_AFTER = ("years old", "year-old", "years of age", "yrs of age", "y.o.", "yo")
"""Words after a number from 90 to 125 that make it an age."""

OLDEST = 125

_DASH = r"[-\u2010-\u2015\s./]"
_VALUE = (
    r"(?P<v>\d{1,3}(?:\.\d{1,2})?(?:\s?(?:1/2|½|¼|¾))?|½"
    rf"|(?:{CARDINAL})(?:\s+and\s+(?:a\s+half|one[-\s]half))?)"
)
_UNITS = (
    r"(?P<u>y(?:ea|e|a)[a-z]{0,3}?s?|years?|yrs?|yr|y|months?|mths?|mons?|mos?|mnths?|m|weeks?|wks?|wk|w"
    r"|days?|d|hours?|hrs?|hr|minutes?)"
)
_OLD = r"(?:old|olds|0ld|o1d|olde|of\s+age|of\s+old|age\b|aged\b)"
_MORE = (
    r"(?:(?:\s*,\s*|\s+and\s+|\s+|\s*&\s*)\d{1,2}(?:\.\d)?[-\s]*(?:months?|mos?|weeks?|wks?|days?))"
)
_FULL = re.compile(rf"{_VALUE}{_DASH}{{0,3}}{_UNITS}[.'’]?{_MORE}?{_DASH}{{0,4}}{_OLD}(?![^\W\d_])")
_YO = re.compile(
    rf"{_VALUE}{_DASH}{{0,2}}(?P<u>y|m|w|d|yr|mo|wk)(?P<o>[\s./-]{{0,2}}o)"
    r"(?:(?P<s>[mf])\b|\.?(?![^\W\d_]))(?:[-\s]old\b)?"
)
_SEXED = re.compile(
    rf"{_VALUE}(?P<gap>[-\s]{{0,2}}(?P<u>years?|yrs?|yr|y|months?|mos?|mo|weeks?|wks?|days?)\.?)"
    r"[-\s,/]{0,3}(?P<sex>male|female|man|woman|boy|girl|gentleman|lady|infant|baby|child|patient|"
    r"caucasian|white|black|african|asian|hispanic|m\b|f\b)"
)
_BARE_SEX = re.compile(
    r"(?P<v>\d{1,3})(?P<gap>[-\s/]{0,3})(?P<sex>[MF])(?P<o>(?![\w/])|(?=\s?/?\s?(?:with|pt)\b))"
)
_SLASH_SEX = re.compile(r"(?P<v>\d{1,3})\s?(?:/|-)\s?(?:m|f|male|female|w)(?![^\W_]|[/-]\w)")
_SEX_BEFORE = re.compile(r"(?<![^\W_])(?:m|f|male|female|w)\s?(?:/|-)\s?\Z")
_PLAIN = re.compile(rf"{_VALUE}(?:[-\s]{{0,2}}{_UNITS}(?![^\W_]))?")
_CUE = re.compile(
    r"(?P<keep>\b(?:aged|age\s+of|a\.o\.|ages\s+of|aged\s+of|at\s+age|age\s+at\s+(?:the\s+)?"
    r"(?:time\s+of\s+)?[a-z]+(?:\s+of)?)\s+(?:about\s+|approximately\s+|around\s+|only\s+|just\s+)?)\Z"
    r"|(?P<form>\bage(?:\s?/\s?(?:sex|gender))?(?:\s+\(?(?:at|on|in|when)\s+[a-z]+(?:\s+of)?"
    r"(?:\s+[a-z]+)?)?\s?(?:\([a-z]{1,6}\))?\s?(?:[:=]|\bis\b|\bwas\b|-)\s*(?:[mf]\s?/\s?)?)\Z"
    r"|(?P<bare>\b(?:ages?|aged)\s*)\Z"
)
_AGE_LIST = re.compile(r"\b(?:ages|aged)\s[\d\s,]{1,14}(?:and|,|&)\s+\Z")
_TURNED = re.compile(r"\b(?:turned|turning|turns|turn|(?:his|her|my|their|your)\s+(?:\d{2})?)\s+\Z")
_TURN = re.compile(r"\b(?:just\s+|recently\s+)?(?:turned|turning|turns)\s+\Z")
_PERSON_IS = re.compile(
    r"\b(?:he|she|i|patient|pt|who|mother|father|husband|wife|mom|dad|son|daughter|brother|sister|"
    r"grandmother|grandfather|aunt|uncle|baby|child|infant|man|woman|girl|boy|caller|reporter|"
    r"consumer)(?:\s+(?:is|am)|['’](?:s|m)|\s+is\s+(?:only|now|currently|about|almost|nearly)|"
    r"\s+am\s+(?:only|now|currently|almost|nearly))\s+(?:only\s+|now\s+|an?\s+)?\Z"
)
_APPOSITION = re.compile(
    r"\b(?:male|female|man|woman|lady|gentleman|boy|girl|patient|pt|mother|father|husband|wife|"
    r"son|daughter|brother|sister|mom|dad|aunt|uncle|grandmother|grandfather|infant|baby)s?"
    r"(?:\s\(|,\s)\Z"
)
_CLOSE = re.compile(
    r"\s?(?:[,;)]|\.(?!\d)|\Z|\n)|\s+(?:and\s+(?!a\s|up)|who\b|with\b|when\b|years?\b)"
)
_AT = re.compile(r"\bat\s(?:about\s|approximately\s|around\s|only\s)?\Z")
_AT_UNIT = re.compile(rf"{_VALUE}\s(?P<u>years|months|weeks|days)(?![^\W_])")
_AT_NOT = re.compile(
    r"\s?(?:['’]|after|post|follow|of\s+(?!age)|gestat|prior|before|from|later|pregnan|ago|into|"
    r"visit|since|interval|apart|mark|check|out|review|time|appointment|duration|on\b|in\b|for\b|"
    r"to\b|and\s+\d|without|reassess|per|\d|status|treatment)"
)
_LIFE = re.compile(r"\b(?:dol|d\.o\.l\.|day\s+of\s+life|days\s+of\s+life)\s?[#:]?\s?\Z")
_OF_LIFE = re.compile(r"(?P<v>\d{1,3})[-\s](?P<u>days?|hours?|weeks?|months?)[-\s]of[-\s]life\b")
_DECADE = re.compile(r"(?P<v>[1-9]0)\s?['’]?s(?![^\W_])")
_DECADE_BEFORE = re.compile(
    r"\b(?:his|her|their|my|our|your)\s+(?P<mid>(?:mid|early|late|upper|lower)[-\s]+"
    r"(?:(?:to|or|-)[-\s]*(?:mid|late)[-\s]+)?)?['’]?\Z"
    r"|\b(?:man|woman|male|female|patient|lady|gentleman|person|pt|someone|aged?|people)\s+"
    r"(?:was\s+|is\s+)?(?:in\s+)?(?:the\s+|their\s+)?(?P<mid2>(?:mid|early|late)[-\s]+)?['’]?\Z"
)
_VITALS = re.compile(
    r"\b(?:bp|sats?|spo2|rate|pulse|pressure|temp|o2|hr|sugars?|oxygen|systolic|saturations?)\b"
)
_SOMETHING = re.compile(r"(?P<v>[1-9]0)[-\s]something\b")
_THINGS = re.compile(
    r"\s*(?:[a-z]+\s+)?(?:fracture|injur|scar|surger|prescription|car|house|building|mri|report|"
    r"stud(?:y|ies)|wound|infarct|stroke|lesion|ulcer|graft|stent|pacemaker|device|implant|bruise|"
    r"hematoma|history|practice|vaccine|sample|specimen|medication|tattoo|hip|knee|valve|mattress|"
    r"home|product|bottle|vial|tablet|rash|bite|burn|ct|x-?ray|blood|hardware|prosthesis)"
)
_POPULATION = re.compile(
    r"(?:\s+of\s+age)?\s*(?:(?:and|or|&)\s+(?:older|over|above|up|younger|under|below|greater|less)|"
    r"\+|or\s+more|(?:to|-|\u2013)\s?\d)"
)
_RANGE_BEFORE = re.compile(
    r"(?:\d(?:\s?(?:y(?:ea)?rs?|months?|mos?))?\s?(?:-|\u2013|to)\s?|\b(?:under|over|below|above|"
    r"than|between|within|until|least|ages)\s(?:the\sages?\sof\s)?|\d\s+(?:and|or|through)\s+|[<>≥≤]=?\s?|"
    r"\b(?:under|over|below|above|than|between)\s+age\s+)\Z"
)
_NUMBER_BEFORE = re.compile(r"(?:\d[.,/]|[-+$/#]\d*|\d\s?[-\u2013]\s?)\Z")
_NOT_AFTER_BARE = re.compile(
    r"\s?(?:mg|ml|mcg|g\b|kg|lbs?|cm|mm|feet|ft|inch|%|°|weeks?\s+preg|weeks?\s+gest|x\b|times|"
    r"percent|degrees|minutes?|hours?|hrs?|days?\b|weeks?\b|[.,]\d|/\d|:\d|-\d|to\s\d|and\s(?:older|"
    r"above|up|over))"
)
_GESTATION = re.compile(
    r"['’]?\s*(?:\+\s?\d\s*)?(?:gestation|pregnan|ga\b|of\s+(?:gestation|pregnan)|"
    r"and\s\d\sdays?\s(?:gestat|pregn))"
)
_GESTATION_BEFORE = re.compile(
    r"\b(?:gestational|gestation|ga|egas?|bone|mental|developmental)\s+(?:age\s*)?(?:of\s*|:\s*|is\s*|was\s*|at\s*)?\Z"
)
_UNIT_OF = {"y": "year", "w": "week", "d": "day", "h": "hour"}
_REACH = 48


def unit_of(written: str) -> str:
    """Give the unit of a written one: 'yrs' is year, 'mo' is month; '' is year."""
    if written.startswith("mi"):
        return "minute"
    if written.startswith("m"):
        return "month"
    return _UNIT_OF.get(written[:1], "year")


def value_of(written: str) -> float | None:
    """Give the value of digits or number words: '41', '2.5', '3 1/2', 'forty-one', 'one and a half'."""
    words = written.strip()
    extra = 0.0
    for sign, part in (("1/2", 0.5), ("½", 0.5), ("¼", 0.25), ("¾", 0.75)):
        if words.endswith(sign):
            words, extra = words[: -len(sign)].strip(), part
    for half in ("and a half", "and one half", "and one-half"):
        if words.endswith(half):
            words, extra = words[: -len(half)].strip(), 0.5
    if not words:
        return extra or None
    if words[0].isdecimal():
        return float(words) + extra
    value = read_cardinal(words)
    return None if value is None else value + extra


def _is_human(value: float | None, unit: str) -> bool:
    """Tell whether a person can be that old and the unit is used for ages."""
    limits = {"year": OLDEST, "month": 120, "week": 130, "day": 400, "hour": 120}
    return value is not None and unit in limits and 0 < value <= limits[unit]


class _Finder:
    """One text: the patterns that are tried at each number."""

    def __init__(self, scan: Scan) -> None:
        self.text, self.low, self.anchors = scan.text, scan.low, scan.anchors

    def _before(self, start: int) -> str:
        return self.low[max(0, start - _REACH) : start]

    def _propose(
        self,
        span: tuple[int, int],
        value: float,
        unit: str,
        number: tuple[int, int],
        pattern: str,
        score: float,
    ) -> Proposal:
        parse = Parse(value=float(value), unit=unit, number=[number[0], number[1]])
        return Proposal(span[0], span[1], "AGE", score, f"ages.{pattern}", parse)

    def at_number(self, anchor: Anchor) -> Proposal | None:
        """Match the age whose value begins at digits or a number word."""
        low, start = self.low, anchor.start
        head = self._before(start)
        if _NUMBER_BEFORE.search(head) and not _SEX_BEFORE.search(head):
            if not head.endswith(("-", "/")) or head[-2:-1].isdigit():
                return None
        if self.low[start - 1 : start] in ("$", "#", "€", "£"):
            return None
        digits = anchor.kinds[0] == "digits"
        if digits and anchor.end - start > 3:
            return None
        found = self._with_unit(start, head)
        if found is None:
            found = self._with_cue(start, head)
        if found is None and digits:
            found = self._with_sex(start, head) or self._of_life(start, head)
        if found is None and digits:
            found = self._decade(start, head)
        if found is None:
            found = self._loose(start, head)
        return found

    def _with_unit(self, start: int, head: str) -> Proposal | None:
        """Match '41-year-old', '41 y/o', '41yoM', '65 years, female'."""
        low = self.low
        for pattern, name in ((_FULL, "old"), (_YO, "yo"), (_SEXED, "sexed")):
            match = pattern.match(low, start)
            if match is None:
                continue
            value, unit = value_of(match["v"]), unit_of(match["u"])
            if not _is_human(value, unit) or value is None:
                continue
            end = match.end() if name != "sexed" else match.end("gap")
            if name == "sexed":
                if match["sex"] in ("m", "f") and not self.text[match.start("sex")].isupper():
                    continue
                if match["u"] in ("days", "day", "weeks", "week") and match["sex"] not in (
                    "male",
                    "female",
                    "boy",
                    "girl",
                    "infant",
                    "baby",
                ):
                    continue
                if match["sex"] == "patient" and match["u"] != "years" and match["u"] != "year":
                    continue
            if (
                name == "yo"
                and match["u"] in ("m", "w", "d", "mo")
                and not re.search(r"[/.]", match["o"])
            ):
                if match["u"] != "mo" or not match[0].endswith("old"):
                    continue
            if name == "yo" and match["s"] and unit != "year":
                continue
            if name == "old" and match["u"] in ("m", "w", "d") and "old" not in match[0]:
                continue
            if _RANGE_BEFORE.search(head) or _POPULATION.match(low, end):
                return None
            if name == "old" and _THINGS.match(low, end):
                return None
            begin = start
            cue = _CUE.search(head)
            if cue is not None and cue["keep"]:
                if _GESTATION_BEFORE.search(head[: cue.start()]):
                    return None
                begin = start - len(head) + self._kept(head, cue)
            stop = (
                end + 1
                if low[end : end + 1] == "." and name == "yo" and match["o"][0] == "."
                else end
            )
            return self._propose((begin, stop), value, unit, match.span("v"), name, 0.97)
        return None

    @staticmethod
    def _kept(head: str, cue: re.Match[str]) -> int:
        """Give where the cue words that belong to the age begin: 'age of', 'aged', 'age'."""
        words = re.compile(r"\bage").search(head, cue.start("keep"))
        return words.start() if words else cue.start("keep")

    def _with_cue(self, start: int, head: str) -> Proposal | None:
        """Match 'aged 32', 'age: 45', 'age of 4 years', 'ages 3 and 5'."""
        cue = _CUE.search(head) or _AGE_LIST.search(head)
        if cue is None:
            return None
        match = _PLAIN.match(self.low, start)
        if match is None:
            return None
        groups = cue.groupdict()
        unit, end = unit_of(match["u"] or ""), match.end()
        if match["u"] in ("m", "d", "w", "h", "minutes", "minute") or (
            match["u"] == "y" and self.low[end : end + 1] == "/"
        ):
            unit, end = "year", match.end("v")
        value = value_of(match["v"])
        if value is None or not _is_human(value, unit) or self.low[end : end + 1] in ("%", ":"):
            return None
        if _POPULATION.match(self.low, end) or _RANGE_BEFORE.search(head[: cue.start()] or " "):
            return None
        if re.compile(r"\s?(?:-|\u2013|to)\s?\d|[/.]\d|\s+(?:through|thru)\s+\d").match(
            self.low, end
        ):
            return None
        if not match["u"] and (_NOT_AFTER_BARE.match(self.low, end) or value != int(value)):
            return None
        before_cue = head[: cue.start()]
        if _GESTATION_BEFORE.search(before_cue) or _GESTATION.match(self.low, end):
            return None
        if re.search(
            r"\b(?:under|over|below|above|than|gestational|bone|mental|between|group|ages)\s+"
            r"(?:the\s+)?\Z",
            before_cue,
        ):
            return None
        begin, score = start, 0.95
        if groups.get("keep"):
            begin = start - len(head) + self._kept(head, cue)
        elif groups.get("bare"):
            begin = start - len(head) + cue.start("bare")
            score = 0.85
            if self.low[begin:start].strip() == "ages" or not self.low[begin:start].strip():
                begin = start
        return self._propose((begin, end), value, unit, match.span("v"), "cue", score)

    def _with_sex(self, start: int, head: str) -> Proposal | None:
        """Match '47/F', 'F/45', '45M' and '45 F' where a person is introduced."""
        low = self.low
        before = _SEX_BEFORE.search(head)
        if before is not None:
            match = re.compile(
                r"(?P<v>\d{1,3})(?:\s?(?:y(?:rs?|ears?)?(?:/?o)?)(?![^\W_]))?(?![\w/]|[.,-]\d|\s?%)"
            ).match(low, start)
            if match is not None and 0 < int(match["v"]) <= OLDEST:
                return self._propose(
                    match.span(), float(match["v"]), "year", match.span("v"), "sex", 0.85
                )
        match = _SLASH_SEX.match(low, start)
        if match is not None and 0 < int(match["v"]) <= OLDEST:
            mark = self.text[match.end() - 1]
            if mark.isupper() or low[start : match.end()].endswith("male"):
                if low[match.end() - 1] != "w" or not head.strip():
                    span = match.span("v")
                    return self._propose(span, float(match["v"]), "year", span, "sex", 0.85)
        bare = _BARE_SEX.match(self.text, start)
        if bare is None or not 1 <= int(bare["v"]) <= OLDEST or "-" in bare["gap"]:
            return None
        introduced = re.search(
            r"(?:\b(?:an?|is|pt|patient|this|old|for|healthy|hpi|cc|the|in|our|regarding|re|:)[\s:]*"
            r"(?:an?\s)?|^\W*|[\n.:(]\s*)\Z",
            head,
        )
        follows = re.compile(
            r"\s?(?:,|\.\s|with|w/|who|pt|s/p|h/o|hx|c/o|p/w|present|admit|received|\(|smoker|from|"
            r"for|in\b|on\b|had|has|brought|found|here|status|and|was|developed|vaccin|\Z|known|"
            r"previously|otherwise|healthy|no\b)"
        ).match(low, bare.end())
        if introduced is None or follows is None:
            return None
        if int(bare["v"]) < 10 and " " in bare["gap"]:
            return None
        span = bare.span("v")
        return self._propose(span, float(bare["v"]), "year", span, "sex", 0.8)

    def _of_life(self, start: int, head: str) -> Proposal | None:
        """Match 'DOL 3', 'day of life 3', '3 days of life'."""
        match = _OF_LIFE.match(self.low, start)
        if match is not None:
            return self._propose(
                match.span(), float(match["v"]), unit_of(match["u"]), match.span("v"), "life", 0.8
            )
        cue = _LIFE.search(head)
        if cue is None:
            return None
        match = re.compile(r"(?P<v>\d{1,3})(?![\d/])").match(self.low, start)
        if match is None or int(match["v"]) > 365:
            return None
        begin = start - len(head) + cue.start()
        return self._propose(
            (begin, match.end()), float(match["v"]), "day", match.span("v"), "life", 0.85
        )

    def _decade(self, start: int, head: str) -> Proposal | None:
        """Match '40s' in 'in his 40s', 'mid-40s', '40-something'."""
        match = _SOMETHING.match(self.low, start)
        if match is not None:
            return self._propose(
                match.span(), float(match["v"]), "decade", match.span("v"), "decade", 0.8
            )
        match = _DECADE.match(self.low, start)
        before = _DECADE_BEFORE.search(head) if match is not None else None
        if match is None or before is None or _VITALS.search(head[-30:]):
            return None
        begin = start
        mid = before["mid"] or before["mid2"]
        if mid and mid.startswith("mid"):
            begin = start - len(mid)
        return self._propose(
            (begin, match.end()), float(match["v"]), "decade", match.span("v"), "decade", 0.9
        )

    def _loose(self, start: int, head: str) -> Proposal | None:
        """Match 'she is 76,', 'turned 65', 'a woman, 67, who', 'vaccinated at 5 months'."""
        low = self.low
        at = _AT.search(head)
        if at is not None:
            match = _AT_UNIT.match(low, start)
            if match is None or _AT_NOT.match(low, match.end()):
                return None
            value, unit = value_of(match["v"]), unit_of(match["u"])
            if value is None or not _is_human(value, unit) or _GESTATION.match(low, match.end()):
                return None
            born = re.search(
                r"\b(?:born|delivered|delivery|pregnan\w*|gestation\w*|follow-?up|birth)\b", head
            )
            if unit in ("week", "day") or born:
                return None
            return self._propose(match.span(), value, unit, match.span("v"), "at", 0.6)
        turned = _TURN.search(head)
        person = turned or _PERSON_IS.search(head)
        apposed = None if person else _APPOSITION.search(head)
        if not person and not apposed:
            return None
        match = _PLAIN.match(low, start)
        if match is None or (
            match["u"] and match["u"] not in ("years", "yrs", "year", "months", "y")
        ):
            return None
        if match["u"] is None and match["v"][0].isalpha() and not turned:
            return None
        value, unit = value_of(match["v"]), unit_of(match["u"] or "")
        if value is None or not _is_human(value, unit) or value != int(value):
            return None
        if _NOT_AFTER_BARE.match(low, match.end()) or not _CLOSE.match(low, match.end()):
            return None
        if unit == "month" and not apposed:
            return None
        if (
            apposed
            and not match["u"]
            and (value < 10 or not low[match.end() : match.end() + 1] in ",)")
        ):
            return None
        if (
            match["u"]
            and not turned
            and not apposed
            and re.compile(r"\s+(?:out|post|after|into|from|since)").match(low, match.end())
        ):
            return None
        name = "turned" if turned else ("person" if person else "apposition")
        score = 0.85 if turned else 0.7
        return self._propose(match.span(), value, unit, match.span("v"), name, score)

    def at_word(self, anchor: Anchor) -> Proposal | None:
        """Match 'octogenarian' and 'in her thirties'."""
        low, start, end = self.low, anchor.start, anchor.end
        if "agenarian" in anchor.kinds:
            decade = agenarian_decade(low[start:end])
            return self._propose((start, end), decade, "decade", (start, end), "agenarian", 0.9)
        if "tens" in anchor.kinds:
            head = self._before(start)
            before = _DECADE_BEFORE.search(head)
            if before is None or not (
                before["mid"] or re.search(r"\b(?:in|late|early)\b", head[-16:])
            ):
                return None
            mid = before["mid"] or before["mid2"]
            begin = start - len(mid) if mid and mid.startswith("mid") else start
            return self._propose(
                (begin, end), DECADES[low[start:end]], "decade", (start, end), "decade", 0.85
            )
        return None

    def run(self) -> list[Proposal]:
        """Try every anchor from left to right."""
        found: list[Proposal] = []
        last = 0
        for anchor in self.anchors:
            if anchor.start < last:
                continue
            kinds = anchor.kinds
            if kinds[0] == "digits" or "cardinal" in kinds:
                proposal = self.at_number(anchor)
            elif kinds[0] in ("agenarian", "tens"):
                proposal = self.at_word(anchor)
            else:
                continue
            if proposal is not None:
                proposal.start = max(proposal.start, last)
                found.append(proposal)
                last = proposal.end
        return found


def ages_in(scan: Scan) -> list[Proposal]:
    """Find the ages of a text that was scanned already; see ``find_ages``."""
    return _Finder(scan).run()


def find_ages(text: str) -> list[Proposal]:
    """Find ages of persons.

    text: a narrative; '' gives none.
    RETURNS: disjoint proposals in order of their start, label AGE, source 'ages.<pattern>'; the
        parse holds value, unit (year, month, week, day, hour or decade) and the characters of the
        number. An age over 89 is one with unit year and a value over 89, or decade and 90 or more.
    """
    return ages_in(scan_text(text))
