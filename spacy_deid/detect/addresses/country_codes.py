"""Countries and states by their codes in fields: 'Reporter country: US', '<reporterstate>TX'."""

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
LONG_CODES = frozenset(
    "abw afg ago aia ala alb and are arg arm asm ata atf atg aus aut aze bdi bel ben bes bfa "
    "bgd bgr bhr bhs bih blm blr blz bmu bol bra brb brn btn bvt bwa caf can cck che chl chn "
    "civ cmr cod cog cok col com cpv cri cub cuw cxr cym cyp cze deu dji dma dnk dom dza ecu "
    "egy eri esh esp est eth fin fji flk fra fro fsm gab gbr geo ggy gha gib gin glp gmb gnb "
    "gnq grc grd grl gtm guf gum guy hkg hmd hnd hrv hti hun idn imn ind iot irl irn irq isl "
    "isr ita jam jey jor jpn kaz ken kgz khm kir kna kor kwt lao lbn lbr lby lca lie lka lso "
    "ltu lux lva mac maf mar mco mda mdg mdv mex mhl mkd mli mlt mmr mne mng mnp moz mrt msr "
    "mtq mus mwi mys myt nam ncl ner nfk nga nic niu nld nor npl nru nzl omn pak pan pcn per "
    "phl plw png pol pri prk prt pry pse pyf qat reu rou rus rwa sau sdn sen sgp sgs shn sjm "
    "slb sle slv smr som spm srb ssd stp sur svk svn swe swz sxm syc syr tca tcd tgo tha tjk "
    "tkl tkm tls ton tto tun tur tuv twn tza uga ukr umi ury usa uzb vat vct ven vgb vir vnm "
    "vut wlf wsm yem zaf zmb zwe".split()
)
"""ISO 3166-1 alpha-3."""
STATE_CODES = frozenset(
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm "
    "ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr ab bc mb nb nl ns nt nu on pe "
    "qc sk yt nsw vic qld tas act".split()
)
"""States and provinces of the US, Canada and Australia."""
_FIELD = re.compile(
    r"country(?:[_ ]?code)?(?:\s(?:of\s(?:the\s)?(?:primary\ssource|occurrence|origin|residence|"
    r"birth|event|incidence|reporter|report|sale)|where\s[a-z ]{1,30}))?"
    r"(?:(?:[\"']?\s?[:=>|]\s?[\"']?|\t\s?|\s\()([a-z]{2,3})(?![\w'’-])|"
    r"\s([a-z]{2,3})(?=\s?(?:[,;.|)\n]|\Z)))"
)
_STATE = re.compile(
    r"(?:reporter|patient|sender|facility|hospital)[_ ]?state(?:/province)?[\"']?\s?[:=>]\s?"
    r"[\"']?"
    r"([a-z]{2,3})(?![\w'’-])|"
    r"(?:[\"']state[\"']\s?:\s?[\"']|<state>|\bprovince:\s)([a-z]{2,3})(?![\w'’-])"
)
_WORDS_BEHIND = re.compile(r"[ \t][A-Z]{2}")
"""'COUNTRY: NO DATA'."""
_WORDS = frozenset("am as at be do in is it me my no so to".split())
_ENDS = re.compile(r"[ \t]*(?:[|\n<\"'),]|\.?\s*\Z)")
_REPORTERS = re.compile(r"(?:reporter|source|occur\w*|reporting|primary|sender|_)\s?\Z")
_ASKED = re.compile(r"\bof\s|code|>")
_DENIED = frozenset(("no", "is"))
"""Codes that are words of an answer unless a country is asked for: 'Withdrawn in country: NO'."""
_HEAD = 12


def find_country_codes(reading: Reading) -> Iterator[Proposal]:
    """Give every such code in capitals, with the label COUNTRY or STATE."""
    if "province" in reading.words or any(word.endswith("state") for word in reading.words):
        for field in _STATE.finditer(reading.low):
            start, end = field.span(field.lastindex or 0)
            code = reading.text[start:end]
            if code.isupper() and code.lower() in STATE_CODES:
                yield Proposal(start, end, "STATE", 0.95, "addresses.state_code")
    if any("country" in word for word in reading.words):
        for field in _FIELD.finditer(reading.low):
            start, end = field.span(field.lastindex or 0)
            code = reading.text[start:end]
            if code.isupper() and code.lower() in (CODES if len(code) < 3 else LONG_CODES):
                if _is_told(reading, field, code.lower(), end):
                    yield Proposal(start, end, "COUNTRY", 0.95, "addresses.country_code")


def _is_told(reading: Reading, field: re.Match[str], code: str, end: int) -> bool:
    """Tell whether a code that may be a word is the whole value of a field that asks for it."""
    if _WORDS_BEHIND.match(reading.text, end):
        return False
    if code in _WORDS and not _ENDS.match(reading.text, end):
        return False
    head = reading.low[max(0, field.start() - _HEAD) : field.start()]
    asked = _ASKED.search(field.group()) or _REPORTERS.search(head)
    return code not in _DENIED or asked is not None
