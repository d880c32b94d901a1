"""What stands in front of and behind names, sites, jobs and dates and is no part of them."""

from __future__ import annotations

import re

from spacy_deid.decide.fields import before_compound, before_field, before_finding, before_next
from spacy_deid.intervals import Interval

_RANKS = re.compile(
    # MO Wee Jun Hao, but Dr SN Gupta and Patient: MO FARAH
    r"(?-i:(?<![A-Za-z] )(?<![A-Za-z]\. )(?<!: )(?:MO|SN|CNO|Clt)[ \t]+(?=[A-ZÀ-Þ][a-zß-ÿ]))|"
    r"(?:(?:mr|mrs|ms|miss|dr|prof|sir|madam|sgt|cpl|pte|lt|capt|lek(?=\.)|mudr|sub-i|nurse|sister|"
    r"midwife|pharmacist|physician|doctor|padre|confr[eè]re|(?-i:PI|SpR|SHO|[HIJRS]MO|LPN|CNA|CRNA|MVDr|MUDr|PharmDr|"
    r"Q\.?F\.?B))\b\.?[ \t]+"
    r"(?=[^\W\d_])|"
    r"(?:frau|(?:herr|hr|adv|ing|sig|rev|sr)(?=\.)|herrn?(?=\s(?:dr|prof))|mme|mlle|madame|monsieur|"
    r"señora?|sra|dra|srta|senhora?|signora|dott(?:\.?ssa)?|dhr|mevr(?:ouw)?|smt|hajji|"
    r"encik|ibu|reverend|father|brother|uncle|aunt(?:ie)?|grandma|grandpa|granny|colleague|"
    r"registrar|resident|interpreter|translator|consultant|matron|attorney|counsel|lieutenant|"
    r"dispatcher|paramedic|schwester|zuster|oberarzt|tante|onkel|nonn[ao]|gogo|mzee|ratu|"
    r"wadero|cik|puan|mbak|w/ro|w/rt)\b\.?[ \t]+"
    r"(?=[^\W\d_]{2})|(?:(?<=\bsig\.)(?:ra|na)|(?<=\bdott\.)ssa|"
    r"(?<=\bprof\.)ssa|(?<=\bgent\.)m[oa])\b\.?[ \t]+(?=[^\W\d_]))",
    re.IGNORECASE,
)
"""Titles and callings before a name; those of the second part only before two letters or more,
since they are surnames as well: 'Resident J'."""
_SITE_LEADS = re.compile(
    r"(?:at|from|to|by|in|before|of)\s+(?=[^\W\d_])|(?:(?<=\bA&)|A\s?&\s?)E[ \t]+(?=[^\W\d_])",
    re.IGNORECASE,
)
_STREET_LEADS = re.compile(r"(?:resident\s+of|RESIDENT\s+OF|of|OF|at|from)\s+(?=\w)")
_JOB_LEADS = re.compile(
    r"(?:the|(?:the\s)?latter['’]s|(?:he|she|it|i)['’]?[sm]|['’]?s|is|was|a|an)\s+(?=\w)",
    re.IGNORECASE,
)
_DATE_LEADS = re.compile(
    r"(?:CT|MRI|ECG|EKG|EEG|X-?ray|echo|labs?|bloods?)[,:]?\s+(?=\d)", re.IGNORECASE
)
_LEADS = {
    "PATIENT": _RANKS,
    "DOCTOR": _RANKS,
    "HOSPITAL": _SITE_LEADS,
    "ORGANIZATION": _SITE_LEADS,
    "STREET": _STREET_LEADS,
    "PROFESSION": _JOB_LEADS,
    "DATE": _DATE_LEADS,
}
PERSONS = frozenset({"PATIENT", "DOCTOR"})
SITES = frozenset({"HOSPITAL", "ORGANIZATION"})
NAMED = PERSONS | SITES
_IN_FORMS = NAMED | {"CITY", "STATE", "PROFESSION", "STREET", "ZIP", "LOCATION_OTHER"}
_NUMBERS = frozenset("MEDICALRECORD IDNUM HEALTHPLAN SSN ACCOUNT LICENSE DEVICE PHONE".split())
_FOLLOWS = re.compile(r"[\s,]{1,3}(?:et\.?\s?al\b\.?|p\.\s?\d{1,3}|R\.?N\.?|Age|AGE|DOB|Sex|SEX)\Z")
_DRUG_FOLLOWS = re.compile(r"[ \t](?:Tab|Cap|Inj|Syp)\.?(?:[ \t][A-Z][a-z]+)?\Z")
"""The form of a drug, and the drug, behind a patient: 'Harpreet Tab Dolo'."""
SMALL_FOLLOWS = re.compile(
    r"(?<![^\s.,(-])[A-ZÀ-Þ][^\s,]*((?:\s+(?:of|or|and|is|was|by|with|before|after|for|from|the|"
    r"who|that|at|until|since|to|on|as))+)\Z|"
    r"[A-Z]{3}(\s+(?:OF|AND|WITH|BEFORE|AFTER|FOR|FROM|WHO|THAT|UNTIL|SINCE))\Z"
)
"""Small words behind a word with a capital; in capitals only those that no name is."""
_HOUR_FOLLOWS = re.compile(r"\s(?:at|AT|@)\s\d{1,2}(?:[:.h]?[0-5]\d)?\Z")
"""The hour behind a site: 'Herlev Hospital at 02'."""
_DEGREES = re.compile(
    r"[\s,]{1,3}(?:FRNZCGP|FRAC(?:P|S|GP)|FRC(?:P|S|A|OG|EM|PCH|Path|Psych)|MRC(?:P|S|GP|EM|OG|PI)|"
    r"FAC(?:P|S|C|G|OG|EP)|FCPS|FPCP|DNB|DGO|Pharm\.?D\.?|LPN|LVN|RPh|MBBS|MBChB|MRPharmS|BSN|MSN|CRNA|CCR[AP]|APRN|"
    r"Ph\.?D\.?|Esq\.?|RGN|MVDr|Hanım|Hanim|Hoca|Efendi)\Z"
)
"""Degrees and courtesies behind a person's name that nobody's initials are."""
_STAFF_DEGREES = re.compile(
    r"(?<=\w)[\s,]{1,3}(?:M\.?D\.?|M\.?Sc\.?|B\.?Sc\.?|DDS|DVM|DMD|CNM|CNS|FNP|DNP|RMN|LLB)\Z|"
    r"(?<=\w\s)[\w'’-]+(,\s?(?:NP|PT|RT|OT|DO|PA|QC|JD))\Z"
)
"""Degrees behind the name of staff; those of two letters behind two names and a comma."""
_NUMBER_FOLLOWS = re.compile(r"\s{1,3}[Nn]o\.?\Z")
_SENTENCE_FOLLOWS = re.compile(
    r"(?<=[\dA-Z])[.;](?:The|This|That|There|These|Then|She|He|It|They|We|His|Her|Their|My|Our|No|Not|In|On|At|By|"
    r"For|From|After|Before|During|Since|Until|When|While|With|Without|As|An|All|Also|And|But|If|"
    r"Patient|Pt|Reporter|Consumer|Bloods|Labs|Please|Seen|Given|Started|Stopped|Admitted|"
    r"Discharged|Reported|Received|Treatment|Causality|Outcome|Dose|Batch|Lot|Report|Case)\Z"
)
"""The first word of the next sentence, whose blank is missing: 'PV-2013-0441.The'."""
_SEX = re.compile(r"[^\W\d_]{2}\s[FM]\s\d{1,3}\b")
"""The sex and the age behind a name in a label: 'Ann Lee F 84'."""
_DATE_FOLLOWS = re.compile(
    r"\s?[x×]\s?\d{1,2}\Z|(?<=[\w.])(?:\s?[&+\-–—]|\s(?:and|or|to|au|al|bis|tot|und|et|y))\Z|"
    r"(?<=\d)\s+(?:eve|[ap]\.?m\.?|noc|nite)\Z",
    re.IGNORECASE,
)
"""'Fri x3', 'APR &', '28AUG91 eve'; 'Christmas Eve' is one date."""
_FOLLOWING = {
    "PATIENT": (_DEGREES, _DRUG_FOLLOWS, _FOLLOWS, SMALL_FOLLOWS),
    "DOCTOR": (_DEGREES, _STAFF_DEGREES, _FOLLOWS, SMALL_FOLLOWS),
    **dict.fromkeys(SITES, (_FOLLOWS, _NUMBER_FOLLOWS, _HOUR_FOLLOWS)),
    **dict.fromkeys(_NUMBERS, (_SENTENCE_FOLLOWS,)),
    "DATE": (_DATE_FOLLOWS, _SENTENCE_FOLLOWS),
}
_TAIL = 40


def without_company(text: str, start: int, end: int, label: str) -> Interval:
    """Leave out what leads a name, site, street, job or date, and what follows one.

    Ranks and prepositions lead; 'et al.', degrees, 'Age', small words and 'x3' follow.
    """
    leads = _LEADS.get(label)
    while leads and (led := leads.match(text, start, end)):
        start = led.end()
    for follows in _FOLLOWING.get(label, ()):
        end = cut(follows, text, start, end)
    if label in PERSONS and end - 4 >= start and _SEX.match(text, end - 4):
        end -= 2
    if label in _IN_FORMS:
        end = before_next(text, start, end)
    if label in NAMED or label in _NUMBERS:
        end = before_field(text, start, end, numbered=label in _NUMBERS)
    if label in PERSONS:
        end = before_compound(text, start, before_finding(text, start, end))
    return start, end


def cut(follows: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Give where a span ends without what a pattern finds behind its first character."""
    while found := follows.search(text, max(start, end - _TAIL), end):
        place = found.start(found.lastindex or 0)
        if place <= start:
            break
        end = place
    return end
