"""Identifiers by form: with check digits, case numbers, and long numbers nobody explains."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.identifiers.case_numbers import compact_case
from spacy_deid.detect.identifiers.check_digits import luhn
from spacy_deid.detect.identifiers.number_forms import FORMS_BY_HEAD, UDI

_RUN = re.compile(r"[0-9]+")
_NOT_BARE = re.compile(r"[^0-9A-Za-z]+")
_LONG = re.compile(r"[A-Za-z0-9]+(?:[\-_][A-Za-z0-9]+){0,8}(?![A-Za-z0-9])")
_VERSION = re.compile(r"[Vv][0-9]-(?=[0-9])")
_WORD_PART = re.compile(r"[\-_][A-Za-z]{5,}")
_CLOCK = re.compile(r"[0-9]{1,4}(?:am|pm|hrs?|h)\b", re.IGNORECASE)
_COMPANY = re.compile(
    r"(?:[A-Z][A-Za-z&]+[ ,]{1,2}){1,4}(?:INC|LTD|CORP|LLC|GMBH|AG|PLC|LIMITED)?[.,]{0,2}-?$"
)
_FURTHER = re.compile(r" ?[,;/&] ?(?P<value>[0-9]{5,12})(?![0-9A-Za-z])")
_ALNUM = re.compile(r"[^\W_]*")
_SEPARATORS = frozenset(" .-/:+\u2010\u2011\u2012\u2013")
_DATE_INSIDE = re.compile(
    r"(?:[0-3]?[0-9][\-_/.][01]?[0-9][\-_/.](?:19|20)?[0-9]{2}|(?:19"
    r"|20)[0-9]{2}[\-_/.][01]?[0-9][\-_/.][0-3]?"
    r"[0-9])(?![0-9])|[0-9](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr"
    r"|may"
    r"|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\-_]?[0-9]",
    re.IGNORECASE,
)
_SOLID_DATE = re.compile(
    r"(?:(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))"
    r"(?:19|20)[0-9]{2})(?:[0-2][0-9][0-5][0-9](?:[0-5][0-9](?:\.[0-9]+)?)?)?$"
)
_PRODUCT_CODE = re.compile(
    r"(?:pf|jnj|gsk|ly|bay|bms|ro|rg|sar|amg|abbv|abt|tak|medi|azd|mk|incb|bnt|sb|sch|cp|ono|chir"
    r"|vx|gs"
    r"|bi|cpi|regn|nct|isrctn|actrn|drks|umin|jprn|chictr|ctri|irct|rs|chr|nm|np|nc|mn|enst|ensg"
    r"|pmc"
    r"|pmid|doi|cas|ec|hcpcs|gtin|upc|isbn|issn|meddra|llt|pt|icd|snomed|loinc|covid|eudract"
    r"|euctr)$",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?:100[0-9]{5}|C00?[0-9]{5,6})$")  # MedDRA; UMLS concepts
_MAC = re.compile(
    r"[0-9A-Fa-f]{2}([:\-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:\-])"
    r"|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w.])"
)
_MAC_CUES = frozenset("mac hardware physical ethernet wifi wi bluetooth".split())
_TRIAL = re.compile(r"(?:19|20)[0-9]{2}-5?[0-9]{5}-[0-9]{2}(?:-[0-9]{2})?$")
_NDC = re.compile(r"(?:[0-9]{4}-[0-9]{4}|[0-9]{5}-[0-9]{3,4})(?:-[0-9]{1,2})?$")
_NOT_PERSONAL = re.compile(
    r"(?:\b(?:lots?|batch(?:es)?|ndc|nda|din|b/n|exp|expir[a-z]*|vial|ean|gtin|upc|udi-di|charge"
    r"|charge[n]?-?nr|lote|lotto"
    r"|partij|parti|sats|chargennr|ch\.-?b\.?|chargennummer|chargenbezeichnung|chargen-nr"
    r"|lotnummer|batchnummer|meddra|llt|pt|soc|icd|icd-?10|icd-?9|snomed|sct|loinc|atc|rxnorm"
    r"|rxcui|cui|umls"
    r"|cpt|hcpcs|mesh|pmid|pubmed|pmc(?:id)?|doi|issn|isbn|arxiv|nct|eudract|isrctn|protocol"
    r"|genbank"
    r"|vol|volume|pp|pages?|dose|doses|nda|bla|anda|ind|patent|catalog(?:ue)?|cat|part|model|ref"
    r"|sku|art"
    r"|version|ver|build|grid|grant|award)\b"
    r"(?:[\s:#/.,()=&\-]{1,4}|\b(?:lot|batch|no|nos|nr|num|number|numbers|is|was|were|id|and|or"
    r"|code|codes|ct|e)\b"
    r"|\b(?=\w{0,12}[0-9])[\w\-]{1,20}\b){0,12})$"
)
_LOT_CUE = re.compile(
    r"(?:\b(?:lots?|lote|lotto|lotti|batch|chargen?|partij|sats|seria|series|szarża|erä|"
    r"šarže|partie|"
    r"parti|partida|nafdac|drap)|\bch\.-?b\.?)\b\W{0,4}(?:(?:no|nr|number|of|the|is|on|code|"
    r"#)\b\W{0,3}){0,3}"
    r"(?:[a-z]{2,14}\W{1,3}){0,2}(?:(?:no|nr|number|is|#)\b\W{0,3})?$"
)
_LAB = re.compile(
    r"\b(?:counts?|platelets?|plt|wbc|rbc|anc|load|rna|dna|ferritin|cpk|ck|ldh|bnp|troponin"
    r"|d-?dimer|titers?"
    r"|titres?|level|levels|copies|hcg|units?|bp|glucose|of about|total of|approximately|over|than"
    r"|value|cost|"
    r"population|reads|cells?|cfu|ast|alt)\b[^0-9a-z]{0,6}(?:(?:was|is|of|at|to|were)\b\W{0,3})?$"
)
_UNIT = re.compile(
    r"\s?(?:%|\u00b0|mg|mcg|\u00b5|\u03bc|ug\b|g\b|gm|gram|ml|cc\b|dl|l\b|kg|lbs?\b|i\.?u\b"
    r"|units?\b|u\b|mm\b|cm"
    r"|bpm|cells?|copies|days?|hours?|hrs?\b|min|years?|yrs?\b|x ?10|/ ?[a-z\u03bc\u00b5]|mmol|meq"
    r"|ng|pg|k\b|puffs?|pfu|vp\b|vg\b"
    r"|viral|particles|tablets?|times|people|patients|persons|cases|dollars|usd|eur|reports|doses"
    r"|steps"
    r"|international|million|base|bp\b|kb\b)",
    re.IGNORECASE,
)
_GROUPS_CUE = re.compile(
    r"(?:\b(?:accounts?|acct|a/c|konto|cards?|visa|mastercard|debit|credit|gift|loyalty|mail|parcel|"
    r"package|track(?:ing|ed)?|courier|shipment|shipping|consignment|airway|awb|waybill|registered|"
    r"certified|usps|ups|fedex|dhl|receipt|order|voucher|barcode|serial|imei|policy|member(?:ship)?|"
    r"insurance|claim|customer|subscriber|reference|ref|ids?|identifier|identification|passport|"
    r"registration|licen[cs]e|record|mrn|key|pin|code|numbers?(?!\sof))\b[^0-9]{0,24}"
    r"|(?:\b(?:no|nr|num)\b|[#№])[.:# ]{0,4})\Z"
)
"""What speaks of a number in groups of four, which four measurements look like, too."""
_MONEY = frozenset("$\u20ac\u00a3\u00a5<>=~\u2265\u2264+\u00b1^*")


def find_numbers(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find identifiers by their form alone.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    if "(01)" in text:
        found.extend(
            Proposal(m.start(), m.end(), "DEVICE", 0.9, "identifiers.udi")
            for m in UDI.finditer(text)
        )
    if text.count(":") > 4 or words & _MAC_CUES:
        found.extend(_macs(text))
    done = 0
    size = len(text)
    for match in _RUN.finditer(text):
        start, end = match.span()
        if start < done:
            continue
        count = end - start
        after = text[end] if end < size else ""
        before = text[start - 1] if start else ""
        lettered = before.isalpha() or after.isalpha()
        dashed = before == "-" and start > 1 and text[start - 2].isalpha()
        if not lettered and not dashed:
            if count < 7:
                if before and before in "-./" and text[start - 2 : start - 1].isdigit():
                    continue
                # Short runs matter only where another follows behind a mark.
                if after not in _SEPARATORS or not text[end + 1 : end + 2].isalnum():
                    continue
                if count < 3 and (after == "/" or (after == " " and count == 2 and before != " ")):
                    continue
                if count == 4 and after == "/":
                    continue
                if count == 1 and after == " " and not text[end + 1 : end + 3].isdigit():
                    continue
            head = count
        elif lettered and before.isalpha():
            floor = max(done, start - 24)
            while start > floor and text[start - 1].isalnum():
                start -= 1
            head = count if text[start].isdigit() else 0
        else:
            head = count
        if start and text[start - 1].isalnum():
            done = _ALNUM.match(text, end).end()  # type: ignore[union-attr]
            continue
        if start and (text[start - 1].isalnum() or text[start - 1] in "_$\u20ac\u00a3"):
            continue
        hit = _formed(text, start, head)
        if hit is None and count == 2 and after == " " and text[start - 3 : start - 1].isupper():
            hit = _formed(text, start - 3, 0)
        if hit is None and (count > 3 or lettered or dashed):
            hit = _long(text, low, start, lettered or dashed)
        if hit is not None:
            if hit.score < 0.9 and (
                _NOT_PERSONAL.search(low, max(0, hit.start - 60), hit.start)
                or _LOT_CUE.search(low, max(0, hit.start - 48), hit.start)
                or (hit.source == "identifiers.sixteen_digits" and _is_measured(text, low, hit))
            ):
                done = hit.end
                continue
            found.append(hit)
            done = hit.end
            if ".case_" in hit.source:
                while more := _FURTHER.match(text, done):
                    place, done = more.start("value"), more.end()
                    found.append(Proposal(place, done, "IDNUM", hit.score - 0.1, hit.source))
    return found


def _is_measured(text: str, low: str, hit: Proposal) -> bool:
    """Tell whether groups of four digits are values: 'urine output 1450 1680 1790 1885 ml'.

    They are none behind a cue, with a check digit, or where a group begins with a zero; dashes
    between them make values only of what a test stands before or a unit behind.
    """
    start, end = hit.start, hit.end
    if _UNIT.match(text, end) or _LAB.search(low, max(0, start - 30), start):
        return True
    if text[start + 4] == "-" or _GROUPS_CUE.search(low, max(0, start - 40), start):
        return False
    groups = text[start:end].split()
    zero = any(group[0] == "0" for group in groups)
    return not zero and not (len(groups) == 4 and luhn("".join(groups)))


def _formed(text: str, start: int, head: int) -> Proposal | None:
    """Try the forms with check digits at a token's begin; the best wins."""
    best: Proposal | None = None
    opened = text[start - 1 : start]
    if opened in (".", "-", "/", ":", ",") and start > 1 and text[start - 2].isalnum():
        if opened != ":" and not (opened == "." and text[start - 2].isalpha()):
            return None
    for pattern, form in FORMS_BY_HEAD.get(head, ()):
        match = pattern.match(text, start)
        if match is None:
            continue
        end = match.end()
        after = text[end : end + 1]
        if after.isalnum() or (after and after in "-./_" and text[end + 1 : end + 2].isalnum()):
            if not (after in "./" and text[end + 1 : end + 2].isalpha()):
                continue
        score = form.right
        if form.check is not None:
            bare = match.group() if form.name == "fi_hetu" else _NOT_BARE.sub("", match.group())
            score = form.right if form.check(bare) else form.wrong
        if score > (best.score if best else 0.0):
            best = Proposal(start, end, form.label, score, f"identifiers.{form.name}")
    return best


def _macs(text: str) -> list[Proposal]:
    """Find the addresses of network devices; with dashes or dots only where letters are in them."""
    found = []
    for match in _MAC.finditer(text):
        start, end = match.span()
        if start and (text[start - 1].isalnum() or text[start - 1] in ":-."):
            continue
        if match.group(1) == ":" or any(map(str.isalpha, match.group())):
            found.append(Proposal(start, end, "DEVICE", 0.96, "identifiers.mac"))
    return found


def _long(text: str, low: str, start: int, mixed: bool) -> Proposal | None:
    """Judge a long number of no known form: what nobody explains counts as an identifier."""
    while mixed and start > 1 and text[start - 1] in "-_" and text[start - 2].isalpha():
        place = start - 1
        while place and start - place < 12 and text[place - 1].isalnum():
            place -= 1
        if place and text[place - 1].isalnum():
            return None
        start = place
    case = compact_case(text, start)
    if case is not None:
        return _with_company(text, case)
    match = _LONG.match(text, start)
    if match is None:
        return None
    if match.end() - start > 64:
        return None
    token = match.group()
    if (version := _VERSION.match(token)) is not None:
        start += version.end()
        token = token[version.end() :]
    if (words := _WORD_PART.search(token)) is not None:
        token = token[: words.start()]
    end = start + len(token)
    digits = sum(map(str.isdigit, token))
    if digits < 7:
        return None
    letters = len(token) - digits - token.count("-") - token.count("_")
    parts = re.split(r"[-_]", token)
    if (
        _DATE_INSIDE.search(token)
        or _CLOCK.match(token)
        or _SOLID_DATE.match(token)
        or _TRIAL.match(token)
    ):
        return None
    if not letters and (_NDC.match(token) or (len(parts) == 2 and digits < 11)):
        return None
    if letters > digits or any(part.islower() and len(part) > 3 for part in parts):
        return None
    if _PRODUCT_CODE.match(re.match(r"[A-Za-z]*", token).group()):  # type: ignore[union-attr]
        return None
    if _CODE.match(token):
        return None
    before = text[start - 1 : start]
    if before and (before in _MONEY or before in "./,\\" and text[start - 2 : start - 1].isalnum()):
        return None
    after = text[end : end + 1]
    if after and after in ".,/" and text[end + 1 : end + 2].isdigit():
        return None
    if _UNIT.match(text, end) or _LAB.search(low, max(0, start - 30), start):
        return None
    score = 0.55 if digits > 8 else 0.45
    return _with_company(text, Proposal(start, end, "IDNUM", score, "identifiers.long_number"))


def _with_company(text: str, hit: Proposal) -> Proposal:
    """Take the company's name into a case number: PFIZER INC-2021012345."""
    if text.startswith("INC-", hit.start) or text[max(0, hit.start - 2) : hit.start] in (
        ".-",
        "C-",
        "D-",
    ):
        company = _COMPANY.search(text, max(0, hit.start - 40), hit.start)
        if company is not None:
            start = company.start()
            return Proposal(start, hit.end, "IDNUM", 0.8, "identifiers.company_case")
    return hit
