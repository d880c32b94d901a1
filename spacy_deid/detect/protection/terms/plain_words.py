"""Parts of the body and words of clinics; some are surnames, too, but not in small letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from spacy_deid.detect.protection.terms.titles import is_titled
from spacy_deid.detect.words.lexicon import CLINICAL, FIRST, NAME, RELATION
from spacy_deid.detect.words.scan import Scan

_WORDS = frozenset(
    "abdomen ankle ankles anus aorta armpit armpits artery arteries axilla axillae biceps bladder "
    "bloodwork bowel bowels brainstem breast breasts bronchi buttock buttocks calculi calculus "
    "canker cartilage cervix chin clavicle clitoris coags colon cornea coccyx deltoid deltoids "
    "diaphragm duodenum earlobe elbow elbows epidermis esophagus eyelid eyelids femur fibula "
    "finger fingers forearm forearms forehead foreskin gallbladder genitals gingiva glans groin "
    "gums heartrate humerus ileum iris jaw jejunum joints kidneys knee knees knuckle knuckles "
    "labia labwork larynx lymph lymphatics mandible maxilla meninges mucosa mucus nares navel "
    "nostril nostrils oesophagus ovary ovaries palate palms pancreas patella pelvis penile penis "
    "perineum pericardium peritoneum pharynx pleura prostate pupils rectum retina ribs sacrum "
    "saliva scalp scapula scrotum shin shins shoulder shoulders sinuses skull spine spleen sputum "
    "sternum stomach tailbone testes testicle testicles testis thigh thighs thorax thymus tibia "
    "toe toenail toes tongue tonsil tonsils trachea triceps tris tympanic ulna ureter ureters "
    "urethra uterus uvula vagina vaginal vena vulva woozy wrist wrists".split()
)
_CAPITALS = frozenset(
    "ABVD AFIB AKI ALKP ALKPHOS ANCA ARDS AVNRT BIPAP BLE BMBX BNP BPH BUE CABG CCU CICU "
    "CKMB CMML CMP COPD CPAP CPAPS CPK CRRT CTPA DLBCL DMARD DMII DPOAE DPOAES DVTS ECMO "
    "EGFR EMDR ENDO EOMI ERCP ESRD EVDS FOLFIRI FOLFOX GGT HBA HBSAG HEENT HELLP HFPEF HFREF "
    "HLH IBUP IDDM INOC ITP IVDU IVIG JRA KCL LBBB LDH LFTS LLE LPS LUE LVEF MCHC MELD MRA MRCP "
    "MRSA MRV NAFLD NCAT NIDDM NKA NKDA NSAID NSAIDS NSTEMI NYHA OSA PERRL PERRLA PFO PFTS PICC "
    "PICU POTS PPROM PRBC PRBCS PTSD RBBB RLE RRR RUE SARS SCID SIADH SIBO SIRS SJS SOBOE "
    "SSRI SSRIS STEMI SVT TAVI TAVR TIA TIAS TIBC TIIDM TMJ TTP UGIB URI UTI UTIS VATS VLCAD VSS "
    "VTACH VZIG WPW".split()
)
"""Abbreviations that are hardly anybody's initials."""
_INITIALS = "initial"
_SIGNING = frozenset("signed sign sig signature".split())
_SIGNED_BY = frozenset(
    "signed reported reviewed entered written dictated countersigned completed administered "
    "vaccinated given prepared checked performed verified collected submitted".split()
)
_DOING = frozenset("was is has had called said says told reported came got took rang".split())
_OWNERS = frozenset(
    "the a an his her my your their its our left right both bilateral upper lower in on of over "
    "under below sigmoid ascending descending transverse anterior posterior distal".split()
)
"""What leads a part of the body in small letters: 'the iris', not 'iris called'."""
_LEAST_FIGURES = 4
_FEW = 3


def find_plain_words(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word.

    A capitalised one counts where it is no name, and none behind a title. Abbreviations of clinics
    count in capitals, those of three letters unless the text speaks of initials, and those that are
    names ('AKI') unless all of it is in capitals.
    """
    initials = _INITIALS in scan.text.casefold()
    loud = scan.text.isupper()
    for index in compress(range(len(scan)), map(_CAPITALS.__contains__, scan.words)):
        short = initials and len(scan.words[index]) <= _FEW
        somebody = short or _is_signed(scan, index) or _is_numbered(scan, index)
        if not somebody and not (loud and scan.flags[index] & NAME):
            yield scan.starts[index], scan.ends[index]
    for index in compress(range(len(scan)), map(_WORDS.__contains__, scan.low)):
        small = scan.words[index].islower()
        if (small or not scan.flags[index] & NAME) and not is_titled(scan, index):
            if not (scan.small and scan.flags[index] & FIRST) or _is_owned(scan, index):
                yield scan.starts[index], scan.ends[index]


def _is_signed(scan: Scan, index: int) -> bool:
    """Tell whether capitals sign, or are a relative's who does something: 'my daughter TIA was'."""
    low, flags = scan.low, scan.flags
    place = index - 1
    while place > 0 and low[place] in {":", "."}:
        place -= 1
    before = low[place] if place >= 0 else ""
    behind = low[index + 1] if index + 1 < len(scan) else ""
    if before in _SIGNING or (before == "by" and place and low[place - 1] in _SIGNED_BY):
        return True
    if not flags[index] & NAME:
        return False
    if behind == "(" and index + 2 < len(scan) and flags[index + 2] & RELATION:
        return True
    return place >= 0 and bool(flags[place] & RELATION) and behind in _DOING


def _is_numbered(scan: Scan, index: int) -> bool:
    """Tell whether a number of four figures or more is tied to capitals: 'CMP-0091174'."""
    for place in range(index + 1, min(index + 5, len(scan))):
        if not scan.touches(place):
            return False
        word = scan.words[place]
        if word.isdecimal() and len(word) >= _LEAST_FIGURES and scan.words[place - 1] in "-/":
            return True
    return False


def _is_owned(scan: Scan, index: int) -> bool:
    """Tell whether an article or a clinical word stands beside a part of the body."""
    if index and (scan.low[index - 1] in _OWNERS or scan.flags[index - 1] & CLINICAL):
        return True
    return index + 1 < len(scan) and bool(scan.flags[index + 1] & CLINICAL)
