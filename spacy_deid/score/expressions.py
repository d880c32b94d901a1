"""Expressions that make a report worth reading: doses, lab values, routes, times, drugs, reactions.

A short list of its own, for corpora whose gold does not mark them; it is there to count losses, so
it prefers plain cases that nobody would call identifying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.intervals import PhiSpan

KINDS = ("DRUG", "REACTION", "DOSE", "LAB", "ROUTE", "RELTIME")
"""What losses are counted of, and the labels that a corpus may have gold for."""

ITEMS = (*KINDS, "OUTCOME", "CHALLENGE", "HISTORY", "SERIOUSNESS")
"""What a causality assessment asks for; CHALLENGE is what followed when the drug was stopped or
given again.

SOURCE: system 2, sections 2.1.1 and 5.2.4.
"""

_NUMBER = r"(?<![\w.,/-])\d+(?:[.,]\d+)*"
_COUNT = (
    r"(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|"
    r"several|couple of)"
)
_SPAN_OF_TIME = r"(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|night|week|wk|month|mo|year|yr)s?"

_DOSE = re.compile(
    rf"{_NUMBER}\s?(?:m[cg]g?|µg|μg|gm?|ml|cc|l|iu|i\.u\.|units?|meq|mmol|tablets?|tabs?|capsules?|"
    r"caps?|puffs?|drops?|patch(?:es)?|ampoules?|vials?|sprays?)(?:/(?:kg|m2|day|d|h|hr|dose|min))*"
    r"(?![\w/])|\b(?:once|twice|three times|four times|\d+ times)\s(?:a\s|per\s)?(?:day|daily|"
    r"weekly|week|month)\b|\b(?:b\.?i\.?d|t\.?i\.?d|q\.?i\.?d|q\.?d)\b|\bq\s?\d+\s?h(?:rs?)?\b|"
    r"\bevery \d+ hours?\b|\b(?:first|second|third|fourth|1st|2nd|3rd|4th) dose\b|\bdose \d\b",
    re.IGNORECASE,
)
_LAB_NAMES = (
    r"temp(?:erature)?|fever|bp|blood pressure|pulse|heart rate|hr|rr|resp(?:iratory rate)?|"
    r"spo2|o2 sats?|sats?|h(?:ae|e)moglobin|hgb|hb|h(?:ae|e)matocrit|hct|wbc|rbc|platelets?|plt|"
    r"neutrophils?|lymphocytes?|creatinine|bun|urea|glucose|sodium|potassium|calcium|alt|ast|sgpt|"
    r"sgot|alp|bilirubin|albumin|crp|esr|inr|ck|cpk|ldh|troponin|d-dimer|ferritin|tsh|a1c|hba1c|"
    r"lactate|ph|lipase|amylase|ana|igg|ige|bmi|weight"
)
_LAB = re.compile(
    rf"\b(?:{_LAB_NAMES})(?:\s(?:of|was|is|were|at|to|up to|level|count))*\s?[:=<>-]?\s?"
    r"\d+(?:[.,]\d+)*(?:/\d+)?(?:\s?(?:[a-zµμ]+/[a-z]+|%|°\s?[cf]|deg(?:rees)?(?:\s[cf])?|[cf]|bpm|"
    r"mm\s?hg|k))?(?![\w/])|"
    rf"{_NUMBER}\s?(?:(?:m|µ|μ|n|p)?(?:g|mol|u|iu)/d?l|mm\s?hg|bpm|°\s?[cf]|degrees(?:\s[cf])?)"
    r"(?![\w/])|(?<![\w./-])(?:9[5-9]|10[0-7])\.\d\s?f?(?![\w/.-])",
    re.IGNORECASE,
)
_ROUTE = re.compile(
    r"\b(?:I\.?V\.?|I\.?M\.?|S\.?C\.?|S\.?Q\.?|P\.?O\.?|P\.?R\.?)(?![\w])|"
    r"\b(?i:intravenous(?:ly)?|intramuscular(?:ly)?|subcutaneous(?:ly)?|oral(?:ly)?|by mouth|"
    r"intranasal(?:ly)?|intradermal(?:ly)?|intrathecal(?:ly)?|topical(?:ly)?|transdermal(?:ly)?|"
    r"sublingual(?:ly)?|rectal(?:ly)?|inhal(?:ed|ation)|nebuli[sz]ed|(?:left|right) "
    r"(?:deltoid|arm|thigh|gluteus))\b"
)
_RELTIME = re.compile(
    rf"\b{_COUNT}\s?{_SPAN_OF_TIME}\s(?:later|after|before|prior|post|following|ago|earlier|"
    r"thereafter)\b|"
    rf"\b(?:within|after|for|over|in|x)\s?{_COUNT}\s?{_SPAN_OF_TIME}\b(?!\s(?:old|of age))|"
    r"\b(?:the )?(?:next|same|following|previous) (?:day|night|morning|evening|week|month)\b|"
    r"\b(?:on )?day \d+\b|\bimmediately (?:after|following)\b|\b(?:that|this) (?:evening|night|"
    r"morning|afternoon)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[A-Za-z]+|\d+")
_STEMS = (
    "cillin mycin floxacin cycline statin sartan prazole olol triptan caine setron parin tinib "
    "dipine thiazide semide oxetine formin prednisone prednisolone hydrocortisone mab conazole "
    "gliptin gliflozin glitazone azepam zolam navir ciclovir cyclovir"
).split()
"""Endings that the WHO reserves for groups of drugs."""
_STEM_ENDS = frozenset(stem[-3:] for stem in _STEMS)
_STEM_TUPLE = tuple(_STEMS)
_DRUGS = frozenset(
    "vaccine vaccines acetaminophen paracetamol ibuprofen aspirin naproxen diclofenac tylenol "
    "advil motrin benadryl diphenhydramine cetirizine zyrtec claritin loratadine epinephrine "
    "adrenaline prednisone prednisolone dexamethasone hydrocortisone methotrexate insulin warfarin "
    "heparin enoxaparin clopidogrel digoxin amiodarone lithium morphine codeine tramadol fentanyl "
    "albuterol salbutamol lisinopril enalapril ramipril captopril levothyroxine gabapentin "
    "pregabalin phenytoin carbamazepine valproate lamotrigine levetiracetam clozapine olanzapine "
    "quetiapine risperidone haloperidol sertraline citalopram venlafaxine amitriptyline "
    "allopurinol colchicine furosemide spironolactone tamoxifen cisplatin vancomycin "
    "ciprofloxacin metronidazole ondansetron omeprazole ranitidine interferon immunoglobulin "
    "comirnaty spikevax shingrix zostavax gardasil varivax pneumovax prevnar fluzone fluvirin "
    "flumist pediarix infanrix boostrix adacel menactra enbrel humira remicade".split()
)
_REACTIONS = frozenset(
    "fever rash swelling swollen pain headache nausea vomiting vomited diarrhea diarrhoea "
    "constipation dizziness dizzy syncope fainted fatigue weakness chills itching pruritus hives "
    "urticaria anaphylaxis dyspnea dyspnoea cough wheezing seizure seizures convulsion convulsions "
    "paralysis numbness tingling paresthesia paraesthesia erythema redness induration cellulitis "
    "myalgia arthralgia arthritis myocarditis pericarditis pneumonia thrombosis embolism stroke "
    "hypotension hypertension tachycardia bradycardia palpitations edema oedema angioedema "
    "jaundice hepatitis nephritis neutropenia thrombocytopenia anemia anaemia leukopenia "
    "pancreatitis bleeding hemorrhage haemorrhage bruising insomnia anxiety depression tremor "
    "confusion malaise "
    "lymphadenopathy encephalitis meningitis neuropathy uveitis vertigo tinnitus alopecia colitis "
    "sepsis shock coma".split()
)


_SINGLE = {
    **dict.fromkeys(_REACTIONS, "REACTION"),
    **dict.fromkeys(_DRUGS, "DRUG"),
    **dict.fromkeys(
        "recovered recovering recovery resolved resolving improved improving died death fatal "
        "expired ongoing persisted persisting persistent sequelae unresolved".split(),
        "OUTCOME",
    ),
    **dict.fromkeys(
        "discontinued discontinuation stopped withdrawn withdrawal rechallenge rechallenged "
        "dechallenge restarted reintroduced readministered recurred recurrence".split(),
        "CHALLENGE",
    ),
    **dict.fromkeys(
        "history pmh comorbidities comorbidity underlying allergies allergic allergy concomitant "
        "concurrent pregnant smoker".split(),
        "HISTORY",
    ),
    **dict.fromkeys(
        "hospitalized hospitalised hospitalization hospitalisation admitted icu emergency "
        "disability disabled threatening intubated".split(),
        "SERIOUSNESS",
    ),
}
"""Word to the kind that it alone is."""

_NUMBERS = "a an one two three four five six seven eight nine ten eleven twelve few several couple"


def _cues() -> dict[str, tuple[tuple[re.Pattern[str], str], ...]]:
    """Say which pattern can begin with which word, so that only there it is tried."""
    starts = {
        (_DOSE, "DOSE"): "once twice three four first second third b bid t tid q qid qd every dose",
        (_LAB, "LAB"): re.sub(r"\(.*?\)\??|[^a-z ]", " ", _LAB_NAMES)
        + " temperature blood heart rate resp respiratory o spo sat sats haemoglobin hemoglobin "
        "haematocrit hematocrit platelet platelets neutrophil neutrophils lymphocyte lymphocytes d "
        "a hba hr rr",
        (_ROUTE, "ROUTE"): "i iv im s sc sq p po pr intravenous intravenously intramuscular "
        "intramuscularly subcutaneous subcutaneously oral orally by intranasal intranasally "
        "intradermal intradermally intrathecal intrathecally topical topically transdermal "
        "transdermally sublingual sublingually rectal rectally inhaled inhalation nebulized "
        "nebulised left right",
        (_RELTIME, "RELTIME"): _NUMBERS + " within after for over in x the next same following "
        "previous on day immediately that this",
    }
    cues: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {}
    for pattern, words in starts.items():
        for word in dict.fromkeys(words.split()):
            cues[word] = (*cues.get(word, ()), pattern)
    return cues


_CUES = _cues()
_AT_NUMBERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_DOSE, "DOSE"),
    (_LAB, "LAB"),
    (_RELTIME, "RELTIME"),
)


def expressions(text: str) -> list[PhiSpan]:
    """Find the expressions of ``ITEMS`` in a text.

    RETURNS: disjoint spans in order; where two kinds claim the same place, the longer one stays.
    """
    found = sorted(_candidates(text), key=lambda s: (s.start - s.end, s.start))
    kept: list[PhiSpan] = []
    taken = bytearray(len(text)) if found else bytearray()
    for span in found:
        if not any(taken[span.start : span.end]):
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
            kept.append(span)
    return sorted(kept)


def _candidates(text: str) -> Iterator[PhiSpan]:
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word[0] <= "9":
            patterns = _AT_NUMBERS
        else:
            word = word.lower()
            kind = _SINGLE.get(word)
            if kind is not None:
                yield PhiSpan(match.start(), match.end(), kind)
            elif word[-3:] in _STEM_ENDS and len(word) > 6 and word.endswith(_STEM_TUPLE):
                yield PhiSpan(match.start(), match.end(), "DRUG")
            known = _CUES.get(word)
            if known is None:
                continue
            patterns = known
        start = match.start()
        for pattern, kind in patterns:
            hit = pattern.match(text, start)
            if hit is not None:
                yield PhiSpan(start, hit.end(), kind)
