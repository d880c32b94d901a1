"""The cells of tables of results: names of what is measured, and values."""

from __future__ import annotations

import re

MEASURED = frozenset(
    # blood count and clotting
    "hb hgb haemoglobin hemoglobin hct haematocrit hematocrit pcv rbc wbc wcc leucocytes "
    "leukocytes leuco leuko neut neuts neutrophils neutros anc aec alc lymph lymphs "
    "lymphocytes mono monos monocytes eos eosin eosinophils baso basophils bands blasts plt "
    "plts platelets thrombocytes mcv mch mchc rdw mpv retic retics reticulocytes esr bsg inr "
    "aptt ptt quick fibrinogen d-dimer ddimer haptoglobin ferritin transferrin tibc tsat "
    # chemistry
    "na sodium natrium k potassium kalium cl chloride co2 bicarb bicarbonate hco3 tco2 bun "
    "urea creat creatinine crea kreatinin cr scr egfr mdrd gfr crcl ca calcium cca mg magnesium "
    "phos phosphate po4 glucose glu gluc bgl cbg fbs rbs ppbs sugar hba1c a1c uric urate "
    "albumin alb globulin protein ast asat sgot got alt alat sgpt gpt alp alkp ggt gamma-gt "
    "bili bilirubin tbili dbili tbil dbil ldh ld cpk ck ck-mb ckmb trop tropt tropi troponin "
    "hs-tnt hstnt hs-tni tni tnt bnp nt-probnp ntprobnp probnp crp hs-crp pct procalcitonin "
    "lactate lac lipase amylase ammonia nh3 chol cholesterol ldl hdl tg trig trigs "
    "triglycerides tsh ft3 ft4 cortisol prolactin psa afp cea ca125 hcg bhcg folate osm "
    "osmolality tryptase ige igg iga igm cd4 il-6 il6 anion gap ph pco2 po2 pao2 paco2 methb "
    "cohb digoxin lithium vancomycin vanc phenytoin valproate tacrolimus ciclosporin "
    "cyclosporine methotrexate mtx "
    "tlc dlc kreatinin krea leuko thrombo ft4 kalium natrium harnstoff quick gluk glukose hco3 be "
    "anion lact crea kreat cr pcv na+ k+ cl- ca2+ mg2+ "
    # vital signs, fluids and scores
    "bp rr sbp dbp map hr pulse puls resp resps respirations temp temperature tmax spo2 sao2 "
    "o2 sats fio2 etco2 cvp icp weight wt bwt bmi bsa uo uop urine intake output balance gcs "
    "vt tv p/f pplat news news2 pews mews ews qsofa sofa apgar avpu nrs vas pain peep pip cpp svri "
    "ci co svr qt qtc qrs lvef ef fev1 fvc pef pefr dlco iop mmse moca".split()
)
"""Names of what is measured, in small letters; what stands in a row beside one of them is its
value."""
NO_PHONE = r"(?!\d{3}\s?[-–]\s?\d{4})"
"""Before a range: no '555-1234'."""
_VALUE = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:[.,]\d{1,3})?"
_SINGLE = (
    # 133, 4,870, <0.5, 120/80, (3.5 - 5.1), 11.2 H, 690*, 37.2 C, 96 %; 3/4 and 3-4 may be dates
    rf"[(\[]?[<>≤≥~±]?\s?[-+]?(?:(?:[6-9]\d|[12]\d\d)/\d{{2,3}}|"
    r"\d{1,3}\.\d{1,2}\s?[-–]\s?\d{1,3}(?:\.\d{1,2})?|"
    rf"{NO_PHONE}\d{{1,4}}\s?[-–]\s?(?:\d{{3,4}}|3[2-9]|[4-9]\d)|"
    rf"{_VALUE})[)\]]?"
    r"(?:\s?\(?(?:[hl*+!↑↓↗↘%-]|hh|ll|high|low|crit|°\s?[cf]?)\)?){0,2}"
    r"(?:\s?(?:[mµμunpf]?(?:g|mol|iu|kat|eq)(?:/[\w.]{1,6})?|u/m?l|kg|[mdf]l|[cm]m|mmhg|bpm|ohm))?"
)
_CELL = re.compile(rf"{_SINGLE}(?: {_SINGLE}){{0,8}}")
_LABEL = re.compile(r"[^\W_][\w/+.'’-]*")
NUMBERED = re.compile(
    r"\b(?:mrn|nhs|chi|id|no|nr|number|phone|tel|fax|ext|bleep|pager|bed|room|ward|bay|age|alter|dob|"
    r"born|date|day|datum|tag|time|year|acct|account|zip|post\s?code|patient|name|unit|lot|batch|ref|"
    r"case|page|visit|site|subject|week|dept|department|clinic|team|service|nurse|nurses|staff|office|"
    r"desk|secretary|reception|specialist|registrar|consultant|contact)\b"
)
"""What a row or a column is of that is no measurement."""
OWN = re.compile(
    r"\b(?:mrn|nhs|chi|id|nr|number|phone|mobile|tel|fax|ext|bleep|pager|contact|bed|room|ward|bay|"
    r"age|alter|dob|born|acct|account|zip|post\s?code|address|patient|name|initials|site|subject|"
    r"doctor|nurse)\b|\bno\b\.?$|#$"
)
"""What heads a column of persons, their ages, numbers or places."""
_LONGEST_LABEL = 40


def names_measure(cell: str) -> bool:
    """Tell whether a cell names something measured: 'WBC (x10^9/L)', 'serum sodium'."""
    if not cell or len(cell) > _LONGEST_LABEL or "," in cell or NUMBERED.search(cell):
        return False
    words = [word.strip(".-'’") for word in _LABEL.findall(cell)[:2]]
    if not words or len(words[0]) > 1 and words[0] in MEASURED:
        return bool(words)
    alone = len(words) == 1 or not words[1].isalpha()
    return words[0] in MEASURED if alone else len(words[1]) > 2 and words[1] in MEASURED


def holds_values(cell: str) -> bool:
    """Tell whether a cell is a value, or several of them that no telephone number is."""
    if _CELL.fullmatch(cell) is None:
        return False
    return " " not in cell or "." in cell or re.fullmatch(_SINGLE, cell) is not None
