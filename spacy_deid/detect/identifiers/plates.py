"""Number plates of vehicles, by the words before them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.anchors import whole_words

_STRONG = frozenset(
    "plate plates kennzeichen autokennzeichen immatriculation matr\u00edcula matricula targa "
    "kenteken numberplate "
    "registreringsnummer regnr kjennemerke nummerplade patente placa placas rejestracyjny".split()
)
_WEAK = frozenset(
    "registration reg vrm car vehicle truck van motorbike motorcycle bike taxi".split()
)
_LINK = re.compile(
    r"(?:\s?(?:[:#.=(]|-\s|(?:number|no|nr|num|reg|registration|plates?|license|licence|is|was"
    r"|were|with|tag|id|n\u00ba|n\u00b0)\b\.?)){0,5}\s?[#(\"]?",
)
_RIDES = frozenset(
    "pickup pick truck car van lorry ambulance taxi scooter motorcycle motorbike moped bus tuk "
    "rickshaw jeep tractor suv minibus".split()
)
_RIDE = re.compile(
    r"\b(?:[Pp]ick-?\s?up|[Tt]ruck|[Cc]ar|[Vv]an|[Ll]orry|[Aa]mbulance|[Tt]axi|[Ss]cooter|"
    r"[Mm]otorcycle|[Mm]otorbike|"
    r"[Mm]oped|[Bb]us|[Rr]ickshaw|[Jj]eep|[Tt]ractor|SUV|"
    r"[Mm]inibus)\s\(?(?P<plate>[A-Z]{2,3}[ -]?[0-9]{1,2}[ -]?"
    r"[A-Z]{1,3}[ -]?[0-9]{1,4}|[A-Z]{2,3}[ -][0-9]{3,4}|"
    r"[0-9]{1,3}[ -]?[A-Z]{2,3}[ -]?[0-9]{2,4})(?![\w-])"
)
_VEHICLE = re.compile(r"\b(?:vehicle|car|truck|van|motor|bike|taxi|vrm|plate)")
_TELLING = re.compile(r"plate|number|no\b|nr|reg|#|:")
_PLATE = re.compile(
    r"(?=[A-Za-z0-9 \-]{0,9}[0-9])(?:[A-Z\u00c4\u00d6\u00dc]{1,3}|[0-9]{1,4})[ "
    r"\-\u00b7]?(?:[A-Z]{1,3}|[0-9]{1,4})(?:[ \-\u00b7]?(?:[A-Z]{1,3}|[0-9]{1,4})){0,2}"
    r"(?![A-Za-z0-9]|[/:.][0-9])"
)
_SMALL = re.compile(r"[a-z]{2}[0-9]{2} ?[a-z]{3}(?![a-z0-9])")
_AND = re.compile(r"\s?(?:,|and|&|/)\s")


def find_plates(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find number plates behind 'license plate', 'car reg', 'Kennzeichen' and the like.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: VEHICLE proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    for cue in words & (_STRONG | _WEAK):
        for place in whole_words(low, cue):
            link = _LINK.match(low, place + len(cue))
            if link is None or (
                cue in _WEAK and not (cue == "vrm" or _TELLING.search(link.group()))
            ):
                continue
            sure = cue in _STRONG or bool(_VEHICLE.search(low, max(0, place - 16), link.end()))
            start = link.end()
            while (hit := _plate(text, start)) is not None:
                if not sure:
                    hit.score = 0.6
                found.append(hit)
                more = _AND.match(text, hit.end)
                if more is None:
                    break
                start = more.end()
    if not words.isdisjoint(_RIDES):
        found.extend(
            Proposal(m.start("plate"), m.end("plate"), "VEHICLE", 0.75, "identifiers.plate_ride")
            for m in _RIDE.finditer(text)
        )
    return found


def _plate(text: str, start: int) -> Proposal | None:
    match = _PLATE.match(text, start) or _SMALL.match(text, start)
    if match is None:
        return None
    shown = match.group()
    signs = sum(map(str.isalnum, shown))
    letters = sum(map(str.isalpha, shown))
    if not 4 <= signs <= 10 or not letters or letters == signs:
        return None
    return Proposal(start, match.end(), "VEHICLE", 0.92, "identifiers.plate")
