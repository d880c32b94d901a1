"""Invent numbers: telephone, national identity, records, cases, plates, network addresses."""

from __future__ import annotations

from datetime import date

from spacy_deid.synthesize import forms
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.lists import Country, words

_PATTERNS: dict[str, tuple[str, ...]] = {
    "mrn": ("%######", "%#######", "%#####", "##-##-##", "###-##-##", "@%######", "%########")
    + ("@@######", "%##-###-###", "0######", "@####", "%### ####", "%####/yy", "%#####-#"),
    "account": (
        "%########",
        "%###########",
        "@@-%######",
        "CC## #### #### #### ####",
        "%###-####-##",
    )
    + ("AC%#######", "####-%######"),
    "device": ("@@@######", "%########", "@##-#####", "PJN######@", "%###-@@-####", "@@######-@")
    + ("##@@%#####", "(21)%#######", "@%######"),
    "subject_no": (
        "%###-###",
        "0##-0##",
        "CC-%##-##",
        "%##-####",
        "E%######",
        "CC%####-0##",
        "S-%##",
    )
    + ("%#####", "##-####-##", "@@@%#####", "%##/##", "R%####", "CC0%-0###", "@%##"),
    "patient_no": ("%######", "P-%####", "%###", "PT%####", "@@%###", "%##-%#", "#%##-####"),
    "encounter": ("%########", "E%######", "V########", "%###########", "CSN %########"),
    "accession": ("@##-%#####", "%########", "yy-%#####", "L%######", "S##-####", "@@%######")
    + ("%#-###-#####",),
    "rx_no": ("%######", "Rx%######", "%#######-#", "C%######", "%####-####"),
    "claim_no": (
        "CLM-%######",
        "%#######-#",
        "##-@@-%####",
        "yyyy/%####",
        "WC%######",
        "%##.###.###",
    ),
    "pager": ("%###", "%####", "%###"),
    "badge": ("%####", "@@%###", "ID%#####", "%##-##", "#####"),
    "case": ("yyyyCC%#####", "CC-{maker}-yyyyCC%#####", "CC-{maker}-yyyy%#####", "PHHYyyyyCC0%####")
    + ("%#######", "CC-{maker}-%#####", "yyyy-%#####", "CC{maker}%######", "@@@-yyyy-00%###")
    + ("yyyyCC0#####", "CC-yyyy-%#####", "yy-%#####", "@@-%#####", "%#-yyyy-##### "),
}
_VEHICLE_NUMBER = "?????###?#?######"


def _network(dice: Dice) -> str:
    if dice.chance(0.12):
        return ":".join(f"{dice.number(0, 65535):x}" for _ in range(8))
    low = dice.pick((10, 192, 172, dice.number(11, 223)))
    return f"{low}." + ".".join(str(dice.number(0, 255)) for _ in range(3))


def _web(dice: Dice, land: Country) -> str:
    stem = forms.ascii_letters(dice.name(land.pools["last"])) or "site"
    word = forms.ascii_letters(dice.pick(words()["word"]))
    ending = dice.pick(land.lists["tld"])
    host = dice.pick((f"{stem}{word}", f"{word}-{stem}", f"{stem}", f"{word}forum"))
    head = dice.pick(("www.", "https://www.", "http://", "https://", "www."))
    tail = dice.pick(
        ("", "", f"/{stem}", f"/{word}/{dice.number(1, 9999)}", f"/u/{stem}{word}", "/")
    )
    return f"{head}{host}.{ending}{tail}".rstrip("/")


def draw_identifier(dice: Dice, name: str, land: Country, born: date, day: date) -> str:
    """Invent a number.

    name: 'phone', 'mobile' or a key of ``slots.IDENTIFIERS``.
    born: birthday that national numbers hold. day: day 0, whose year case numbers hold.
    """
    if name == "ip":
        return _network(dice)
    if name == "url":
        return _web(dice, land)
    if name == "vehicle":
        if dice.chance(0.15):
            return forms.code(dice, _VEHICLE_NUMBER, born)
        return forms.code(dice, dice.pick(land.lists["plate"]), born)
    if name == "case_no":
        pattern = dice.pick(_PATTERNS["case"])
        if "{maker}" in pattern:
            pattern, maker = forms.code(dice, pattern, day, land.code), dice.pick(words()["maker"])
            return pattern.replace("{maker}", maker)
        return forms.code(dice, pattern, day, land.code)
    if name == "authority_no":
        return forms.code(dice, dice.pick(land.lists["authority"]), day)
    if name in _PATTERNS:
        return forms.code(dice, dice.pick(_PATTERNS[name]), day, land.code)
    key = {"healthplan": "health"}.get(name, name)
    patterns = land.lists.get(key) or land.lists["phone"]
    return forms.code(dice, dice.pick(patterns), born, land.code)
