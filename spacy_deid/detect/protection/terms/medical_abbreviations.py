"""Standard abbreviations of diseases, signs, tests and treatments: 'PMH of GERD, HLD, CAD'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading
from spacy_deid.detect.words.scan import Scan

ABBREVIATIONS = frozenset(
    # heart, vessels, lungs
    "ASD AVB CABG CAD CCF CHF COPD DVT HFNC HFPEF HFREF HLD HLHS HTN ILD IPF LBBB LVEF LVH LVOT "
    "MVP NIPPV NSTEMI PAD PDA PFO PTE RBBB RCA RVH STEMI SVT TAPVR TAVR VAP VFIB VSD VTACH VTE "
    # blood, immune system, growths
    "AIHA ALL AML CLL CML DLBCL FFP GVHD HLH HUS ITP MDS NHL PRBC SCD SPEP TTP UPEP "
    # nerves, mind
    "ADEM ADHD BPPV CIDP CVA DMDD EVD GBS IVH MDD NMO NPH OCB OCD ODD PML PRES PTSD RCVS SAH SDH "
    # kidneys, bowels, liver, skin, joints
    "AIN AKI AGEP ATN BPH CKD CRRT DRESS ESRD FSGS GERD HSP IBD IBS IGAN NAFLD PBC PSC RTA "
    "SJS TURBT TURP UTI "
    # infections
    "HPV LRTI MRSA NAAT PJP POCT RMSF RVP SARS URI URTI VRE "
    # mothers and children
    "GDM HELLP IUFD IUGR NSVD PPH PPROM PVL SGA TTN "
    # tests, treatments, notes
    "DPOAE DXA ECMO IVIG PICC TPN CTAB EOMI HCC HPI NAD NKA NKDA NTND PERRLA PMH PMHX PSH ROSC "
    "BUD WNL".split()
)
"""Of three letters and more; two are initials too often."""
_METHODS = Cues("lc|gc|ce|icp|uplc|hplc|maldi|xrf|xrd|ftir|nmr|elisa|cmia|eclia|ngs")
_METHOD = re.compile(
    # by LC-MS/MS, GC/MS clean, XRF
    r"(?<![\w/-])(?:(?:LC|GC|CE|ICP|UPLC|HPLC|MALDI)[-/](?:TOF|MS|FID|UV|OES)(?:[-/]MS)?|"
    r"XRF|XRD|HPLC|UPLC|FTIR|NMR|ELISA|CMIA|ECLIA|MALDI|NGS)(?![\w-]|/\d)"
)
_LED = re.compile(r"(?:[a-zß-ÿ\d)]\s|,\s|[(/]|\bof\s|\s[&+]\s)\Z")
_PERSON_BEFORE = re.compile(
    r"\b(?:by|per|from|called|calls|spoke|told|asked|saw|sees|nurse|sister|dr|doctor|initials?|init|pt|"
    r"patient|subject|participant|signed|sgd|mr|mrs|ms|user|login|id|mother|father|wife|husband|son|"
    r"daughter|and|at|to|into|via|checked|owner)\W{1,3}\Z",
    re.IGNORECASE,
)
_FOLLOWED = re.compile(r"[ ][a-zß-ÿ(]|[,;)]|\.\s|\s(?:&|\+|s/p)\s")
_REACH = 16


def find_medical_abbreviations(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of analytical methods, and of such in a sentence.

    These not in a text in capitals, and not where somebody's initials may stand: behind a
    person's word or at the end of a line.
    """
    text = scan.text
    if _METHODS.among(reading):
        for match in _METHOD.finditer(text):
            yield match.span()
    if text.isupper():
        return
    for index, word in enumerate(scan.words):
        if word in ABBREVIATIONS:
            start, end = scan.starts[index], scan.ends[index]
            around = max(0, start - _REACH), start
            if (
                _LED.search(text, *around)
                and not _PERSON_BEFORE.search(text, *around)
                and _FOLLOWED.match(text, end)
            ):
                yield start, end
