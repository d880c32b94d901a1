"""Pairs of numbers that a word beside them explains: strengths, settings, scores, shares, hours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_date_cue, has_identifier_cue, has_strict_cue
from spacy_deid.detect.protection.figures.strengths import (
    BEGUN,
    EVENT_BEHIND,
    SETTING,
    TABLET,
    is_setting,
    is_strength,
)
from spacy_deid.detect.words.reading import Reading

_PAIR = re.compile(
    r"(?<![\w/#£$€])(?<!\d[.,:-])(?P<a>\d{1,3})\*?(?P<mark>/|\s/\s)(?P<b>\d{1,3})(?P<c>/\d{1,3})?"
    r"(?P<ly>ly\b)?(?![\w/]|[.,:-]\d)"
)
_REACH = 44
_TEXTURE = re.compile(r"(?<![\w-])iddsi(?:\slevels?)?[\s:=]{1,2}\Z")
_TOPS = {
    # words before a score, each with the values that it can have at most
    "tof|gonioscopy|gonio|gonio ss|bpe|clock test|clock drawing|modified ashworth": (4,),
    "murmur|esm|psm|edm|mdm|pansystolic|levine": (4, 6),
    "mrc|power|grip|strength|dorsiflexion|hip flexion|knee extension": (5,),
    "gds": (15, 30),
    "4at": (12,),
    "allred|quickscore": (8,),
    "nottingham|bbps": (9,),
    "cage|shaffer": (4,),
    "ice|icans|aspects|contractions|ctx|ppk|flacc|wong-baker|n-pass|vas|nrs|pain score|amts": (10,),
    "mud|mmud|hla match|matched|hla-matched|hla": (6, 8, 10, 12),
    "bishop": (10, 12, 13),
    "gcs|glasgow": (15,),
    "mmse|moca|slums|epds": (30,),
    "mrs": (6, 12),
    "abbey": (18,),
    "braden|bush-francis": (23,),
    "tinetti|isi|tug": (28,),
    "barthel": (20,),
    "ess|epworth|sofa": (24,),
    "mna": (14, 30),
    "hads|gad-7|gad7": (21,),
    "phq-9|phq9": (27,),
    "cfs|rockwood": (9,),
    "katz|rutherford": (6,),
    "lawton": (8,),
    "uceis": (8,),
    "mayo": (12,),
    "ishihara": (14, 15, 17, 24),
    "qsofa|fazekas": (3,),
    "news2": (20,),
    "rudas|dlqi": (30,),
    "tanner": (5,),
    "bristol": (7,),
    "fontaine": (4,),
    "regiscar": (9,),
    "bcva|ucva|va|visus|snellen|unaided|pinhole": (4, 5, 6, 9, 12, 15, 18, 24, 30, 36, 60),
}
_TOP_OF = {word: tops for words, tops in _TOPS.items() for word in words.split("|")}
_NAMES = frozenset(
    "levine shaffer nottingham bishop abbey braden barthel katz rutherford lawton mayo tanner "
    "bristol fontaine va ice".split()
)
"""Those that are names, too: 'seen by Dr Katz 5/6', 'at the VA 6/9'."""
_MATCHED = frozenset(word for word in _TOP_OF if _TOP_OF[word] == (6, 8, 10, 12))
"""Matches of tissue types, of which fewer than half are none."""
_OPEN = re.compile(
    r"(?:\A|[\n,;:(|\d]|(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)(?<!\bst)(?<!prof)\.)\s{0,3}\Z"
)
_SIGHT = frozenset("bcva ucva va visus snellen unaided pinhole".split())
_SIGHT_NEXT = re.compile(r"(?:,|;|\s?->|\s?→|\s(?:and|to|then|r|l|re|le))\s?(6/\d{1,2})(?![\d/])")
_SIDE = (
    r"right|left|rt|lt|r|l|re|le|od|os|ou|both|bilateral\w*|unaided|corrected|ph|"
    r"score|scale|grade|count|total|ratio|ss|of|is|was|now|still|only|at|arm|leg|hand|foot|upper|lower|ll|ul|"
    r"limb|sided|systolic|diastolic|about|approx|approximately|match|matched|strong|moderate|sugammadex"
)
_SCORED = re.compile(
    rf"(?<![\w-])(?P<word>{'|'.join(map(re.escape, sorted(_TOP_OF, key=len, reverse=True)))})"
    rf"(?:[\s-](?:{_SIDE}))*\.?[\s:=,(|]{{1,3}}\Z"
)
_WORD = re.compile(r"[a-z]{2,}")
_LEADS = frozenset(_WORD.findall(f"{TABLET} {SETTING} iddsi bipap".replace("-?", " "))) | {
    run for word in _TOP_OF for run in _WORD.findall(word)[:1]
}
"""Words, one of which stands before a strength, a setting or a score."""
_RECEPTORS = re.compile(
    # ER 8/8, PR 6/8: one alone may be the emergency room
    r"(?<![\w-])(?:er|pr)[\s:]{1,2}\d/8(?:\s?\([^()\n]{0,12}\))?(?:[,;/]|\sand)?\s?(?:pr|er)[\s:]{1,2}\d/8(?![\d/])"
)
_RECEPTOR_BEHIND = re.compile(r"\s(?:er|pr)(?![\w-])")
_PARTS = re.compile(r"\d\s?\+\s?\d\s?\+\s?\d\s?[,;=(]?\s?\Z")
"""Before the sum of a grade: '3+2+1, 6/9'."""
_NODES = re.compile(
    r"(?<![\w-])(?:[ycr]{0,2}p?[tn][0-4][a-c]?\s?n[0-3][a-c]?|[ycr]{0,2}pn[0-3][a-c]?|n[0-3][a-c]|"
    r"slns?|slnb|alnd|cores)(?:\s?\((?:sn|mi|i[+-])\))?[\s:=,(]{1,3}\Z"
)
_PRESSURE = re.compile(r"(?<![\w-])(?<!by\s)(?<!the\s)(?:ta|t\.a\.?)\s?[:=]?\s?(?:[àa]\s)?\Z")
"""Before a blood pressure in centimetres of mercury: 'TA 17/9, Glasgow 13'."""
_VITAL_BEHIND = re.compile(
    r"(?![^\n]{0,14}?\d{3}/\d)[^\n.;]{0,20}?(?<![\w-])(?:fc|spo2|sat|sato2|sao2|glasgow|gcs|pouls|"
    r"pulso|polso)(?![\w-])"
)
_TAKEN = re.compile(
    r"(?<!\w)(?:tomou|tomó|tomaba|tomado|prit|pris|prenait|nahm|prese|assunse|usou|usó|took|taken)\s\Z"
)
_PILLS = re.compile(
    r"\s(?:comprimidos?|comprim[ée]s?|compresse|g[ée]lules?|c[áa]psulas?|tabletten|kapseln|pastillas)\b"
)
"""Of a share of a pack: 'tomou 7/9 comprimidos'."""
_NUMBERED = re.compile(r"(?<![\w-])(?:straw|strip|vial|bag|tube|slide|sachet|fraction)s?\s\Z")
_DILUTED = re.compile(r"(?<![\w-])(?:epi|epinephrine|adrenaline|adr|diluted?|dilution)\s\Z")
_CHALLENGE = re.compile(
    r"(?<![\d/])1/\d{1,4}(?:(?:,|;|\s?->|\s?→|\sthen)\s?1/\d{1,4}){1,5}(?![\d/])"
)
_BEHIND = re.compile(
    r"\s?(?:(?:fractions?|#s|cores|chips|maint\w*|loculi|segments|straws|strips|embryos)\b"
    r"|(?<=/5\s)(?:palpable|fifths|strength)\b|(?<=/4\s)(?:quadrants|limbs)\b"
    r"|lns?(?=\s?(?:[.,;)|\n]|\Z|\s(?:involved|positive|pos|negative|neg)\b))"
    r"|(?:full|empty|used|left)(?=\s?(?:[.,;)|\n]|\Z)))"
)
_OF_DOSES = re.compile(
    r"\sof\s(?:(?:the|a|her|his|their)\s)?[\w-]{2,14}\s(?:vaccin\w*|series|course|schedule)\b"
)
_DOSES = re.compile(r"\bdoses?\s\Z")
_LASTED = re.compile(
    # K 2.9 at 3/12; latency: 9/7
    r"(?:\b(?:k|na|hb|ca|mg)\s\d{1,3}(?:\.\d)?\sat|\b(?:latency|duration|interval|tto|time\sto\sonset)\s?[:=]?|%\s?/)\s\Z"
)
_HOURLY = re.compile(
    r"\d\s?(?:mg|mcg|µg|g|l|ml|units?|u|iu|mmol)\s(?:(?:n/s|po|iv|im|sc|s/c|sl|pr|neb|nebs|inh|of|saline|"
    r"hartmann['’]?s)\s){0,2}\Z"
)
_HOURS = frozenset((1, 2, 3, 4, 6, 8, 12, 16, 18, 20, 24, 36, 48, 72))
_MONTH_FIRST = re.compile(
    r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2[0-35-9]|3[01])(?:/(?:19|20)?\d\d)?(?![\d/])"
)
_OTHER_HOURS = re.compile(r"(\d(?<![\d/.].)\d?)/24(?![\d/])")
_NEXT_HOURS = re.compile(r"\s(?:then|and)\s(\d{1,2})/24(?![\d/])")
_APGARS = re.compile(r"\bapgars?\b[^\d\n]{0,12}\d{1,2}(?:/\d{1,2}){1,2}\s?(?:\(|at\s)\Z")
_OUTPUTS = re.compile(r"(?<![\w-])(?:uo|uop|urine\soutput)[\s:]{1,2}\Z")
_DATED_BEHIND = re.compile(
    r"\s?(?:appt|appointment|visit|clinic|at\s\d|@\s?\d|[-–]\s?\d)|:\s|\s(?:done|performed|booked|checks?|review)\b|,?\s(?:19|20)\d\d(?!\d)"
)


def find_clinical_pairs(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such pair, and of those that go on from one.

    What a cue makes a date stays one ('TOF on 4/4'), and so does a pair that the word before it
    cannot have: no 'GDS 9/3'.
    """
    low = reading.low
    if "/" not in low:
        return
    hourly = _counts_hours(low)
    receptors = [match.span() for match in _RECEPTORS.finditer(low)] if "/8" in low else []
    for place in reading.figures:
        pair = _PAIR.match(low, place)
        if pair is None or _DATED_BEHIND.match(low, pair.end()):
            continue
        start, end = pair.span()
        if has_strict_cue(low, start) or has_identifier_cue(low, start):
            continue
        if pair["c"]:
            if _has_three(low, start):
                yield start, end
            continue
        first, second = int(pair["a"]), int(pair["b"])
        lasting = _is_lasting(low, pair, hourly)
        if lasting:
            yield start, end
            following = _NEXT_HOURS.match(low, end) if second == 24 else None
            if following and int(following[1]) in _HOURS:
                yield following.start(1), following.end()
        elif any(span[0] < start < span[1] for span in receptors):
            yield start, end
        elif _is_clinical(low, pair, first, second):
            yield start, end
            if first == 6:
                yield from _further_sights(low, start, end)
    if "1/1" in low:
        for match in _CHALLENGE.finditer(low):
            parts = [int(part) for part in re.findall(r"1/(\d+)", match[0])]
            if len(parts) > 2 and parts[-1] == 1 and parts == sorted(parts, reverse=True):
                if not has_strict_cue(low, match.start()):
                    yield match.span()


def _further_sights(low: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Give the acuities that go on from one: 'BCVA 6/9, 6/12'."""
    scored = _SCORED.search(low, max(start - _REACH, 0), start)
    following = _SIGHT_NEXT.match(low, end) if scored and scored["word"] in _SIGHT else None
    while following and int(following[1][2:]) in _TOP_OF["va"]:
        yield following.span(1)
        following = _SIGHT_NEXT.match(low, following.end())


def _counts_hours(low: str) -> bool:
    """Tell whether every part of 24 in a text can be a count of hours, and no month is first."""
    counts = [int(count) for count in _OTHER_HOURS.findall(low)]
    if not counts or not _HOURS.issuperset(counts):
        return False
    return _MONTH_FIRST.search(low) is None


def _has_three(low: str, start: int) -> bool:
    """Tell whether three numbers are a row of measures: 'Apgars 2/5/7 (1/5/10)'."""
    around = max(start - _REACH, 0), start
    return any(cue.search(low, *around) for cue in (_APGARS, _OUTPUTS))


def _is_lasting(low: str, pair: re.Match[str], hourly: bool) -> bool:
    """Tell whether hours between doses or a part of a week or year are meant: '4 mg 8/24'."""
    start, second = pair.start(), int(pair["b"])
    around = max(start - _REACH, 0), start
    if pair["ly"]:
        return True
    if pair["a"][0] == "0":
        return False
    if second == 24:
        if not hourly or int(pair["a"]) not in _HOURS or BEGUN.search(low, *around):
            return False
        return _HOURLY.search(low, *around) is not None
    return (
        second in (7, 12, 52)
        and _MONTH_FIRST.search(low) is None
        and _LASTED.search(low, *around) is not None
    )


def _is_clinical(low: str, pair: re.Match[str], first: int, second: int) -> bool:
    """Tell whether a word before or behind makes a strength, a score or a share of a pair."""
    start, end = pair.span()
    around = max(start - _REACH, 0), start
    if len(pair["a"]) > 1 and pair["a"][0] == "0":
        return False
    if 7 <= second + 2 < first <= 24 and pair["b"][0] != "0" and _is_pressure(low, start, end):
        return True
    led = not _LEADS.isdisjoint(_WORD.findall(low, *around))
    if led and _is_scored(low, start, end, first, second):
        return True
    if pair["mark"] != "/":
        return False
    if (
        first <= second == 8
        and _RECEPTOR_BEHIND.match(low, end)
        and "allred" in low[slice(*around)]
    ):
        return True
    if led and (is_setting(low, start, first, second) or _TEXTURE.search(low, *around)):
        return True
    if led or "/" in low[slice(*around)]:
        strength = is_strength(low, start, end, first, second)
        if strength is not None:
            return strength
    if first < second and _TAKEN.search(low, *around) and _PILLS.match(low, end):
        return True
    if first > second or has_date_cue(low, start):
        return bool(first <= second and _DOSES.search(low, *around) and _OF_DOSES.match(low, end))
    if _BEHIND.match(low, end):
        return True
    if first == 1 and second in (10, 100) and (diluted := _DILUTED.search(low, *around)):
        return not BEGUN.search(low, max(diluted.start() - _REACH, 0), diluted.start())
    if second == 9 and _PARTS.search(low, *around):
        return True
    return any(cue.search(low, *around) for cue in (_NODES, _NUMBERED))


def _is_pressure(low: str, start: int, end: int) -> bool:
    """Tell whether a pair is a blood pressure beside another vital sign."""
    led = _PRESSURE.search(low, max(start - _REACH, 0), start)
    return led is not None and _VITAL_BEHIND.match(low, end) is not None


def _is_scored(low: str, start: int, end: int, first: int, second: int) -> bool:
    """Tell whether a score's name stands before a value that it can have."""
    scored = _SCORED.search(low, max(start - _REACH, 0), start)
    if scored is None or second not in _TOP_OF[scored["word"]]:
        return False
    if scored["word"] in _MATCHED:
        return second // 2 <= first <= second
    begin = scored.start()
    if scored["word"] in _NAMES:
        led = _OPEN.search(low, max(begin - 8, 0), begin) is not None
        if not led or EVENT_BEHIND.match(low, end):
            return False
    if scored["word"] in _SIGHT:
        return first in (6, 20) or second == 60
    return first <= second
