"""Phrases of letters and mails in which a person's name stands: greetings, closings, senders."""

from __future__ import annotations

from spacy_deid.detect.words.cues import word_set
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    FREQUENT_FIRST,
    FUNCTION,
    GUARDED,
    PATIENT_WORD,
    RELATION,
    ROLE,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import (
    CHAIN,
    Wording,
    compiled,
    is_called,
    is_given_name,
    is_namelike,
)

_GREETINGS = word_set(
    "dear hi hello hey hola estimada estimado cher chere liebe lieber beste kjaere"
)
_CLOSINGS = word_set(
    "cheers thanks thank regards sincerely faithfully truly mvh hilsen halsningar groet groeten "
    "groetjes saludos atentamente atte att cordialement salutations grusse gruss mfg saluti "
    "abracos atenciosamente wishes love bless best respectfully ystavallisin terveisin pozdrawiam "
    "pozdravem udvozlettel thx tack takk merci gracias obrigada obrigado grazie danke dank yours"
)
_LINE_END = r"(?=[ \t]*(?:\r?\n|$|,[ \t]*(?:\r?\n|$)))"


def _is_signer(scan: Scan, first: int, end: int) -> bool:
    """Take whatever signed by machine, unless its words are common ones."""
    return not any(scan.flags[at] & (COMMON | GUARDED | FUNCTION) for at in range(first, end))


_SPOKEN_TO = word_set(
    "told asked called rang phoned texted messaged emailed woke thanked tell ask ring phone text "
    "thanks thank"
)
_NO_NAMES = word_set("will may june april august guy guys pat max")
"""First names that mean something else where no word has a capital: 'told may be'."""


def _is_small_first(scan: Scan, first: int, end: int) -> bool:
    """Judge 'told mark i felt sick' in a text without capitals: a usual first name."""
    flags = scan.flags[first]
    if not scan.small or not flags & FREQUENT_FIRST or scan.low[first] in _NO_NAMES:
        return False
    return not flags & (FUNCTION | GUARDED | CALENDAR | RELATION | ROLE | PATIENT_WORD)


LETTERS = (
    Wording(
        "spoken_to",
        _SPOKEN_TO,
        compiled(
            r"\w+[ \t,]+(?P<x>[a-z]{3,12})(?=[ \t]+(?:i|im|and|he|she|they|we|that|to|about|up|at|"
            r"if|who|because|said|when|but|from)\b|[ \t]*[,.;!?\n]|[ \t]*$)"
        ),
        "PATIENT",
        0.7,
        _is_small_first,
    ),
    Wording(
        "greeting",
        _GREETINGS,
        compiled(r"\w+[ \t]+(?P<x><W>(?:[ \t]+<W>)?)(?=[ \t]*(?:[,!:]|\r?\n|[-–][ \t]))"),
        "DOCTOR",
        0.75,
        is_namelike,
    ),
    Wording(
        "closing",
        _CLOSINGS,
        compiled(
            r"\w+(?:[ \t]+(?:you|and|regards|wishes|yours|sincerely|faithfully|so|much|again))*"
            r"(?:[ \t]*[,.!\-–]+|(?=[ \t]*\r?\n))[ \t.,]*(?:\r?\n[ \t>]*){0,2}"
            r"(?P<x>" + CHAIN.replace("<W>", r"<W>\.?") + r")" + _LINE_END
        ),
        "DOCTOR",
        0.75,
        is_called,
    ),
    Wording(
        "closing.short",
        word_set("mvh cheers vh mfg"),
        compiled(r"\w+[ \t]+(?P<x><W>(?:[ \t]+<W>)?)" + _LINE_END),
        "DOCTOR",
        0.75,
        is_namelike,
    ),
    Wording(
        "closing.lower",
        _CLOSINGS | {"you"},
        compiled(r"\w+[ \t]*[,.!]*[ \t]*(?:\r?\n[ \t>]*){1,2}(?P<x>[a-z]{3,12})" + _LINE_END),
        "PATIENT",
        0.7,
        is_given_name,
    ),
    Wording(
        "mail",
        frozenset("@"),
        compiled(
            r"(?:^|\n)[ \t>]*(?:From|To|Cc|CC|Von|An|De|Para|Fra|Til|Reply-To|Da|A|À|Från|Van)[ "
            r"\t]*:[ \t]*"
            r"[\"“']?(?P<x>[^\W\d_][^\"<>\n@:,;]{1,38}?)[\"”']?[ \t]*[<\[(][^\s<>@]+$"
        ),
        "PATIENT",
        0.8,
        is_namelike,
        True,
    ),
    Wording(
        "signed.electronically",
        word_set("es"),
        compiled(r"es/[ \t]*(?P<x>(?:<U>\.?[ \t]+)?<W>(?:[ \t]+<U>\.?(?=[ \t]))?(?:[ \t]+<W>)?)"),
        "DOCTOR",
        0.85,
        _is_signer,
    ),
)
"""The table that ``names.wordings`` takes in."""
