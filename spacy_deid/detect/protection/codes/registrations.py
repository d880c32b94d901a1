"""Numbers under which authorities and shops know a product: approvals, 510(k), DIN, barcodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_NO = r"(?:\s?(?:reg(?:istration|\.)?|certificate|no\.?|n[.°º]|nr\.?|number|code|[:#]))*\s{0,2}"
_END = r"(?![\w]|[./-]\w)"
_PRODUCT = r"(?:drug|product|medicine|tablets?|capsules?|vaccine|device|injection|syrup|vials?)\b"
_PRODUCT_CODE = r"(?=[\w/-]*\d)[A-Z\d][A-Z\d]{0,5}[/-]?[A-Z\d][A-Z\d/-]{2,18}"
_SEARCHES = tuple(
    (mark, Cues(cues), re.compile(rf"(?<![\w/-]){pattern}{_END}", re.IGNORECASE))
    for mark, cues, pattern in (
        # 510(k) K092747, PMA P980035/S012, IDE G120034, HDE H030005, De Novo DEN160043
        ("510", "k", rf"510\s?\(k\){_NO}K\d{{6}}|510\s?\(k\)"),
        ("", "pma", rf"PMA{_NO}(P\d{{6}}(?:/S\d{{1,3}})?)"),
        ("IDE", "ide", rf"IDE{_NO}(G\d{{6}})"),
        ("", "hde", rf"HDE{_NO}(H\d{{6}})"),
        ("DEN", "den", r"(?:De\sNovo\s)?DEN\d{6}"),
        ("", "gmdn", rf"GMDN(?:\scode)?{_NO}\d{{5}}"),
        ("-", "nda|bla|anda|ind", r"(?:A?NDA|BLA|IND)\s?#?\s?\d{2,3}-\d{3}"),
        # DIN 02248808, NPN 80001234, AUST R 148332
        ("", "din", rf"DIN{_NO}0[0-2]\d{{6}}"),
        ("", "npn", rf"NPN{_NO}80\d{{6}}"),
        ("", "natural", rf"natural\sproduct{_NO}(80\d{{6}})"),
        ("", "aust|artg", rf"(?:AUST\s[RL]|ARTG(?:\sID)?){_NO}\d{{4,6}}"),
        # MAL19991234XZ, Zul.-Nr. 12345.00.01, CIP 34009 266 789 4 3, AIC n. 034567012
        ("MAL", "mal", r"MAL\d{8}[A-Z]{1,3}"),
        (
            "",
            "zul|zulassungsnummer",
            r"(?:Zul\.\s?-?\s?Nr\.?|Zulassungsnummer):?\s?\d{4,8}\.\d\d\.\d\d",
        ),
        ("", "cip", r"CIP(?:[\s:-]|13){0,4}34009[\s.]?\d{3}[\s.]?\d{3}[\s.]?\d[\s.]?\d"),
        ("", "nacional", r"c[oó]digo\snacional:?\s\d{6}(?:\.\d)?"),
        ("", "aic", rf"A\.?I\.?C\.?{_NO}0\d{{8}}"),
        ("", "emea|emeah", r"EMEA/H/[ACW](?:-\d{2,4})?/\d{3,6}(?:/[\w/]{2,16})?"),
        ("", "rvg", rf"RVG{_NO}\d{{5,6}}"),
        ("", "mtnr|vnr", r"(?:MTnr|Vnr)[\s:.]{1,2}\d{5,6}"),
        ("", "ogyi", r"OGYI-T-?\s?\d{3,6}/\d\d"),
        ("UA/", "ua", r"UA/\d{3,6}/\d\d/\d\d"),
        ("", "nafdac", rf"NAFDAC{_NO}((?:[A-C]\d|\d\d)-\d{{4,6}}L?)"),
        ("1.", "anvisa|ms", r"MS[\s:-]{1,3}(1\.\d{4}\.\d{4}(?:\.\d{3}-\d)?)"),
        ("M-", "m", r"20\d\dM-\d{7}(?:-R\d)?"),
        # approval no. Z13020836
        (
            "",
            "approval|准字|国药准字|国药准字z|国药准字h|国药准字s",
            rf"approval{_NO}((?:国药准字)?[HZSBJT]\d{{8}})|国药准字[HZSBJT]\d{{8}}",
        ),
        # registration number VN-18123-14, LS-001234, P N012345/01
        (
            "-",
            "registration|reg",
            r"reg(?:istration|\.)(?:\scertificate)?\s(?:no\.?|number):?\s"
            r"(V[ND]-\d{4,5}-\d\d|L(?:SR?|P)-\d{6}(?:/\d\d|-\d{6})?|P\sN\d{6}/\d\d)",
        ),
        # VN-12345-16, LS-000123, P N012345/01, FDA/SD.203-1234; MA 4321/01, AMM n° 1234/56
        ("-", "vn|vd|vs", r"V[NDS]-\d{4,5}-\d\d"),
        ("-", "ls|lsr|lp", r"L(?:SR?|P)-\d{6}(?:/\d\d)?"),
        ("/", "p", r"P\sN\d{6}/\d\d"),
        ("FDA/", "fda", r"FDA/[A-Z]{2}\.\d{2,3}-\d{3,5}"),
        ("/", "ma|amm", rf"(?:MA|AMM){_NO}\d{{3,5}}/\d{{2,3}}"),
        (
            "",
            "mfg|mfd|manufacturing",
            r"(?:mfg|mfd|manufacturing)\.?\slic(?:en[cs]e|\.)?\s(?:no\.?|number):?\s"
            r"((?=[\w/-]*\d)[A-Z\d][A-Z\d/-]{2,20})",
        ),
        # product licence no. 04569/0341, drug reg. DR-XY12345, reg. no. of the tablets: VN-12345
        (
            "",
            "product|drug|medicine",
            r"(?:product|drug|medicine)\s(?:licen[cs]e|registration|reg\.?|authori[sz]ation)"
            rf"{_NO}({_PRODUCT_CODE})",
        ),
        (
            "",
            "registration|reg|licence|license",
            r"(?:reg(?:istration|\.)?|licen[cs]e)\s(?:no\.?|number)(?::?\s"
            rf"{_PRODUCT_CODE}(?=\s(?:of|for)\sthe\s{_PRODUCT})|"
            rf"\s(?:of|for)\s(?:the\s)?{_PRODUCT}:?\s{_PRODUCT_CODE})",
        ),
        # DKL1234567890A1, DTL9876543210B2
        ("", "dkl|dtl|dbl|dpl|gkl|gtl|gbl|skl", r"(?:[DGS][KTBP]L)\d{10}[A-Z]\d"),
        # UPC 3-0067-8152-03-9, EAN 5 012345 678900; a barcode may be that of a wristband
        ("", "ean|upc|gtin", rf"(?:EAN|UPC|GTIN)(?:-1[234])?{_NO}\d(?:[\s-]?\d){{10,13}}"),
        ("", "barcode", rf"barcode{_NO}(?:\d\s\d{{5}}\s\d{{5}}\s\d|\d\s\d{{6}}\s\d{{6}})"),
        # the part of a UDI that every device of its sort has
        ("(01)", "udi|di", rf"(?:UDI(?:-DI)?){_NO}\(01\)\s?\d{{14}}(?!\s?\()"),
    )
)
"""Each with a piece that a text has to have, and words of which it has to have one."""
_CUES = Cues.of_all(cues for _, cues, _ in _SEARCHES)


def find_registrations(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such number with the word before it."""
    if not reading.figures or not _CUES.among(reading):
        return
    for mark, cues, pattern in _SEARCHES:
        if mark in reading.text and cues.among(reading):
            for match in pattern.finditer(reading.text):
                yield match.span()
