"""Countries by their codes of two letters in fields: 'Reporter country: US', '<occurcountry>PT'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.reading import Reading

CODES = frozenset(
    "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq "
    "br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm "
    "do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs "
    "gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn "
    "kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq "
    "mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm "
    "pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv "
    "sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi "
    "vn vu wf ws ye yt za zm zw".split()
)
"""ISO 3166-1 alpha-2."""
_FIELD = re.compile(
    r"country(?:[_ ]?code)?(?:\s(?:of\s(?:the\s)?(?:primary\ssource|occurrence|origin|residence|"
    r"birth|event|incidence|reporter|report|sale)|where\s[a-z ]{1,30}))?"
    r"(?:(?:[\"']?\s?[:=>|]\s?[\"']?|\t\s?|\s\()([a-z]{2})(?![\w'’-])|"
    r"\s([a-z]{2})(?=\s?(?:[,;.|)\n]|\Z)))"
)
_WORDS_BEHIND = re.compile(r"\s[A-Z]{2}")
"""'COUNTRY: NO DATA'."""


def find_country_codes(reading: Reading) -> Iterator[Proposal]:
    """Give every such code in capitals, with the label COUNTRY."""
    if any(word.endswith("country") for word in reading.words):
        for field in _FIELD.finditer(reading.low):
            start, end = field.span(field.lastindex or 0)
            code = reading.text[start:end]
            if code.isupper() and code.lower() in CODES:
                if not _WORDS_BEHIND.match(reading.text, end):
                    yield Proposal(start, end, "COUNTRY", 0.95, "addresses.country_code")
