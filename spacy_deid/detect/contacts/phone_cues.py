"""Words that lead to a phone number, and the digits that they lead to."""

from __future__ import annotations

import re

from spacy_deid.detect.words.anchors import whole_words

_DIGITS = re.compile(r"[0-9]+")
_CUES = {
    **dict.fromkeys(
        "telephone phone tel mobile mob cellphone landline hotline helpline whatsapp viber telefon "
        "tfn tlf tlph handy t\u00e9l\u00e9phone t\u00e9l telefono tel\u00e9fono telefone telefoon "
        "telefonnummer m\u00f3vil movil cellulare celular portable gsm natel mobil mobiltelefon "
        "mobilnummer conm conmutador pbx centralita zalo telp telpon telefoni telefone "
        "celphone gsmnr "
        "mobilnummer kom\u00f3rka puhelin puh tfno tlfno voicemail r\u00fcckruf sms".split(),
        "strong",
    ),
    **dict.fromkeys("ph cell".split(), "marked"),
    **dict.fromkeys("fax telefax fx facsimile faks".split(), "fax"),
    **dict.fromkeys(
        "pager bleep beeper pgr paged page bleeped piepser pieper busca cercapersone s\u00f6kare "
        "persons\u00f8ker".split(),
        "pager",
    ),
    **dict.fromkeys(
        "ext extension extn anknytning durchwahl ramal anexo interno wew toestel lokal "
        "nebenst nebenstelle mell\u00e9k".split(),
        "extension",
    ),
    **dict.fromkeys(
        "call called calling contact contacted dial dialed reach reached text texted ring office "
        "home work daytime evening emergency rufnummer anrufen appeler llamar ringa".split(),
        "weak",
    ),
}
_PERSONS = frozenset(
    "reporter mother father mom mum dad wife husband spouse daughter son sister brother caregiver "
    "carer physician doctor gp nurse pharmacist pharmacy clinic surgery practice hospital "
    "investigator coordinator site consumer caller relative guardian aunt uncle grandmother "
    "grandfather neighbour neighbor teacher school worker dr".split()
)
_PERSON_GAP = re.compile(
    r"[^0-9\n;.]{0,40}?(?:[(,:]|\b(?:at|on|under|via)\b)\s{1,2}[(]?$|[^0-9\n;]{0,24}\($"
)
_GAP = re.compile(r"[^0-9\n+]{0,40}?(?=\+?[(]?\+?[0-9])")
_MARK = re.compile(r"\s?(?:\(?[a-z]{1,6}\)? ?)?(?:phones?|number|no\b|nr\b|#|:|\.:?|=|is\b|-)")
_STOP_GAP = re.compile(
    r"\b(?:lot|batch|ndc|dose|doses|aged?|room|bp|temp|temperature|fever|vaccine|mrn|record|"
    r"ssn|pulse"
    r"|account|npi|id|case|claim|count|street|zip|box|approximately|about|after|within|for|"
    r"past|last"
    r"|every|since|before|until|mg|x|covid|report|reference|policy|member|ref)\b"
)
_PAGER_GAP = re.compile(
    r"\s?\(?(?:(?:no|nr|number|num|id|is|at|to|on|me|him|her|us|dr|team|resident|intern|fellow"
    r"|attending|pin|#)\b[.:]?|[:#@=\-.,)])?(?:\s?(?:number|no|nr|at|is|on|#|:|\.|-))?\s{0,2}"
)
_EXTENSION_GAP = re.compile(r"\s?(?:(?:\.|:|#|no\.?|number|at|is)[:#]?\s?#?)?")


def find_cues(low: str, words: set[str]) -> dict[int, str]:
    """Give the digits that a cue word leads to, with the kind of the cue; a strong one wins."""
    cues: dict[int, str] = {}
    for word in words & (_CUES.keys() | _PERSONS):
        cued = _CUES.get(word, "person")
        for place in whole_words(low, word):
            kind, cue_end = cued, place + len(word)
            gap = _GAP.match(low, cue_end)
            if gap is None:
                continue
            digits = _DIGITS.search(low, gap.end())
            if digits is None:
                continue
            if kind == "person" and not _PERSON_GAP.fullmatch(low, cue_end, gap.end()):
                continue
            if kind in ("pager", "extension"):
                pattern = _PAGER_GAP if kind == "pager" else _EXTENSION_GAP
                closed = pattern.fullmatch(low, cue_end, gap.end())
                if closed is None:
                    kind = "weak"
            elif kind == "marked":
                kind = "strong" if _MARK.match(low, cue_end) else "weak"
            if kind != "extension" and _STOP_GAP.search(low, cue_end, gap.end()):
                continue
            if cues.get(digits.start(), "person") in ("weak", "person") and kind != "person":
                cues[digits.start()] = kind
            else:
                cues.setdefault(digits.start(), kind)
    return cues
