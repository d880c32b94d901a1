"""Clinical terms, companies and regulators: what a resolver must not take for an identity."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.protection.explained import find_explained
from spacy_deid.detect.protection.terms.titles import is_titled
from spacy_deid.detect.words.lexicon import (
    CLINICAL,
    COMMON,
    COMPANY,
    EPONYM,
    FREQUENT,
    FUNCTION,
    GUARDED,
    LAST,
    NAME,
    PATIENT_WORD,
    PEOPLE,
    PHRASE,
    PROTECTED,
    RELATION,
    ROLE,
    SCALE,
    TITLE,
    Lexicon,
)
from spacy_deid.detect.words.scan import Scan

PROTECT_TAKEN = 1
"""The mark that protected phrases leave in ``Scan.taken``."""

_STEMS = tuple(
    "mab nib statin pril prilat sartan olol azole conazole cillin mycin micin floxacin oxacin "
    "cycline vir vudine ciclovir navir tegravir buvir asvir previr gliptin gliflozin glitazone "
    "glutide prazole tidine setron triptan caine curium curonium azepam azolam barbital profen "
    "fenac oxicam coxib sone olone asone onide terol tropium phylline lukast grel xaban gatran "
    "parin teplase dronate dipine zosin afil steride lutamide rubicin platin taxel tecan poside "
    "trexate poetin cept kinra leukin feron zolid penem bactam sulfa oxetine "
    "aline ipramine triptyline pidone piprazole apine peridol azine lamide thiazide semide renone "
    "tocin relin relix melteon orexant gepant ciclib parib rafenib metinib degib".split()
)
_REACTION_STEMS = tuple(
    "algia algias itis osis oses anaemia leukaemia leukemia aemias megaly opsia neuropathy "
    "myopathy encephalopathy opathies plasia ectomy ectomies ostomy otomy plasty rrhea "
    "rrhoea rrhage rrhagia penia cytosis kinesia phagia phasia pnea pnoea plegia paresis dynia "
    "sclerosis thermia edema oedema graphy scopy scopies cytoma sarcoma carcinoma lymphoma "
    "blastoma".split()
)
_LONG_STEMS = tuple(stem for stem in _STEMS if len(stem) > 4)
_SHORT_STEMS = ("mab", "nib", "pril", "olol", "vir", "afil", "grel", "sone", "cept", "lukast")
_EPONYM_TAILS = frozenset(
    "disease syndrome palsy sign test reflex lymphoma sarcoma catheter tube maneuver manoeuvre "
    "scale score criteria classification procedure operation fracture phenomenon contracture "
    "thyroiditis chorea encephalopathy bodies body tumor tumour paralysis spots nodes node triad "
    "law position agglutination stain agar solution lactate ulcer esophagus oesophagus hernia "
    "diverticulum disorder dementia ataxia anemia anaemia vasculitis arteritis granulomatosis "
    "purpura neuralgia forceps clamp retractor drain bandage splint collar boot pump port line "
    "monitor rod needle cannula ring fistula pouch valve graft stent flap suture knot index "
    "formula equation scoring questionnaire inventory assessment grade stage staging method "
    "technique response respiration breathing murmur breath sounds pulse rhythm block pathway "
    "fibers fibres cells cell corpuscle crystals gland duct canal membrane loop reaction effect "
    "neuropathy myopathy dystrophy hyperplasia point lines virus bacillus fever angle angles "
    "traction catheters tubes needles hugger stockings stocking osteotomy excision jelly "
    "basket scores complex complexes".split()
)
_EPONYM_MIDDLES = frozenset(
    "urinary central venous arterial double triple single tunneled tunnelled suprapubic "
    "nasogastric silastic dialysis lumen chronic acute severe mild bilateral right left "
    "partial i ii iii iv v ia ib iia iib iic iii iiia iiib".split()
)
"""What may stand between an eponym and what it names, beside clinical words."""
_DEVICES = frozenset("line catheter drain cannula collar forceps stent splint tube".split())
_LIKE = frozenset({"like", "type", "positive", "negative"})
_ARTICLES = frozenset(("a", "an"))
_AGED = frozenset("ages child childhood female guy juvenile young".split())
"""First words of scales that a number makes somebody's age: 'Ages 3 and 5', 'Female 34'."""
_HIGHEST_GRADE = 40
_CLASSES = frozenset("II III IV IIa IIb IIc IIIa IIIb IIIc IIA IIB IIC IIIA IIIB IIIC".split())
_BESIDE = NAME | ROLE | RELATION | PATIENT_WORD
"""Words before a sign that make a person of it."""
_OUTCOMES = frozenset("positive negative pos neg absent present equivocal".split())
_COUNTED = re.compile(
    r"\s?-?(?:y\b|y/o|yo\b|yrs?\b|years?|mo\b|months?|w(?:ee)?ks?\b|days?|hours?|times|[fm]\b|attempts|"
    r"cases|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|may\b)",
    re.IGNORECASE,
)
"""Behind a number that is no grade: 'Tanner 3 months old', 'in Glasgow 3 days later'."""
_NAMING = frozenset("in from at by initials".split())
_TYING = frozenset("/-–.:")
"""Marks that tie a number to the next, so that it is no grade."""
_LONGEST_EPONYM = 14
_STRENGTH = {PROTECTED: 0.9, COMPANY: 0.95, CLINICAL: 0.7}


def has_drug_stem(word: str) -> bool:
    """Tell whether a lower-case word ends as international non-proprietary names do."""
    if len(word) < 7:
        return False
    return word.endswith(_LONG_STEMS) or (len(word) > 8 and word.endswith(_SHORT_STEMS))


def has_reaction_stem(word: str) -> bool:
    """Tell whether a lower-case word ends as names of reactions, diseases and procedures do.

    Surnames end so, too ('Petraitis', 'Ganapathy'): only for words in small letters.
    """
    return len(word) > 7 and word.endswith(_REACTION_STEMS) and not word.endswith("aitis")


def _is_running_text(scan: Scan, index: int) -> bool:
    """Tell whether a word stands in small letters in a text that has capitals, behind no title."""
    return scan.words[index].islower() and not scan.small and not is_titled(scan, index)


def note_phrases(scan: Scan, lexicon: Lexicon) -> None:
    """Look the longer list entries up once for all rules; a token that begins none says so."""
    flags, low, longest = scan.flags, scan.low, lexicon.phrases.longest
    for index, known in enumerate(flags):
        if known & PHRASE:
            found = longest(low, index)
            if found[1]:
                scan.phrases[index] = found
            else:
                flags[index] = known & ~PHRASE


def find_protected(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Give terms that identify no one, and take the tokens of the longer ones.

    RETURNS: proposals with the label PROTECT and their strength as score.
    """
    found: list[Proposal] = []
    wanted = PROTECTED | COMPANY | CLINICAL | EPONYM | PHRASE | SCALE
    guarded = PROTECTED | COMPANY | CLINICAL
    done = 0
    low, flags = scan.low, scan.flags
    note_phrases(scan, lexicon)
    for index, known in enumerate(flags):
        if index < done:
            continue
        if not known & wanted:
            if not known and len(low[index]) > 6:
                if has_drug_stem(low[index]):
                    flags[index] |= PROTECTED
                    _put(scan, found, index, index + 1, 0.6, "stem")
                elif _is_running_text(scan, index) and has_reaction_stem(low[index]):
                    flags[index] |= CLINICAL
                    _put(scan, found, index, index + 1, 0.7, "stem")
            continue
        if known & PHRASE:
            end, value = scan.phrases.get(index, (index, 0))
            if value & guarded:
                strength = 0.95 if value & (PROTECTED | COMPANY) else 0.8
                _put(scan, found, index, end, strength, "term")
                scan.take(index, end, PROTECT_TAKEN)
                done = end
                continue
        if known & EPONYM:
            end = _eponym_end(scan, index)
            if end:
                _put(scan, found, index, end, 0.95, "eponym")
                scan.take(index, end, PROTECT_TAKEN)
                done = end
                continue
        if known & (SCALE | EPONYM) and _is_rated(scan, index):
            _put(scan, found, index, index + 2, 0.95, "grade")
            done = index + 2
            continue
        if known & SCALE and _is_graded(scan, index):
            _put(scan, found, index, index + 2, 0.95, "grade")
            scan.take(index, index + 2, PROTECT_TAKEN)
            done = index + 2
            continue
        if known & guarded and not is_titled(scan, index):
            kind = known & guarded
            strength = 0.95 if known & PEOPLE else _STRENGTH.get(kind & -kind, 0.9)
            if known & NAME and (kind & ~CLINICAL or (known & LAST and not known & COMMON)):
                adjective = known & PEOPLE and index and low[index - 1] in _ARTICLES
                strength = strength if adjective else 0.5
            _put(scan, found, index, index + 1, strength, "word")
    found.extend(find_explained(scan))
    return found


def _is_rated(scan: Scan, index: int) -> bool:
    """Tell whether a sign stands before its class or outcome: 'Clavien II', 'Kernig neg'.

    Surnames that many bear need more than that: 'Smith positive' is somebody.
    """
    if index + 1 >= len(scan) or not scan.words[index][0].isupper() or is_titled(scan, index):
        return False
    if scan.flags[index] & FREQUENT or (index and scan.flags[index - 1] & _BESIDE):
        return False
    behind = scan.words[index + 1]
    return behind in _CLASSES or behind in _OUTCOMES


def _is_graded(scan: Scan, index: int) -> bool:
    """Tell whether a scale's name stands before its grade: 'Mayo 3', not 'Emma Mayo 3'.

    In small letters it does where the whole text is.
    """
    if index + 1 >= len(scan) or scan.low[index] in _AGED:
        return False
    if not (scan.words[index][0].isupper() or scan.small):
        return False
    grade = scan.words[index + 1]
    if not grade.isdecimal() or len(grade) > 2 or int(grade) > _HIGHEST_GRADE:
        return False
    mark, behind = (*scan.words[index + 2 : index + 4], "", "")[:2]
    if mark in _TYING and behind.isdigit() and scan.touches(index + 3):
        return False
    before = scan.words[index - 1] if index else ""
    if _COUNTED.match(scan.text, scan.ends[index + 1]) or before.lower() in _NAMING:
        return False
    flags = scan.flags[index - 1] if index else 0
    named = flags & NAME and before[0].isupper() and not flags & (COMMON | FUNCTION)
    if before == "." and index > 1:
        flags = scan.flags[index - 2]
    return not named and not flags & TITLE


def _is_device(scan: Scan, index: int) -> bool:
    """Tell whether an eponym is what a field of devices says: 'Central line: Hickman'."""
    if index < 2 or scan.words[index - 1] != ":" or scan.low[index - 2] not in _DEVICES:
        return False
    return index + 1 == len(scan) or not scan.words[index + 1][0].isupper()


def _eponym_end(scan: Scan, index: int) -> int:
    """Find the end of 'Parkinson's disease', 'Guillain-Barre syndrome', 'Foley catheter'.

    RETURNS: 0 where the eponym stands alone, behind a title or before other words.
    """
    if index and scan.flags[index - 1] & (PATIENT_WORD | RELATION | ROLE):
        return 0
    if is_titled(scan, index):
        return 0
    if _is_device(scan, index):
        return index + 1
    words, low, size = scan.words, scan.low, min(len(scan), index + _LONGEST_EPONYM)
    place = index + 1
    while place + 1 < size and words[place] in {"-", "–"} and words[place + 1].isalpha():
        if low[place + 1] in _LIKE:
            return place + 2
        place += 2
    if place + 1 < size and words[place] in {"'", "’"} and low[place + 1] == "s":
        place += 2
    elif place < size and words[place] in {"'", "’"}:
        place += 1
    limit = min(place + 2, size)
    for end in range(place, limit):
        if low[end] in _EPONYM_TAILS:
            return end + 1
        if not (scan.flags[end] & GUARDED or low[end] in _EPONYM_MIDDLES):
            break
        if (
            not words[end].isalpha()
            or scan.flags[end] & FUNCTION
            or scan.flags[end] & NAME
            and words[end][0].isupper()
        ):
            break
    return 0


def _put(
    scan: Scan, found: list[Proposal], first: int, end: int, strength: float, rule: str
) -> None:
    start, stop = scan.starts[first], scan.ends[end - 1]
    found.append(Proposal(start, stop, "PROTECT", strength, f"gazetteer.protect.{rule}"))
