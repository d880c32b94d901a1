"""PHI labels, their categories, and the subsets that scorers use. No other module lists labels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

CATEGORIES: dict[str, tuple[str, ...]] = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": (
        "HOSPITAL",
        "ORGANIZATION",
        "STREET",
        "CITY",
        "STATE",
        "COUNTRY",
        "ZIP",
        "LOCATION_OTHER",
    ),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "ID": (
        "SSN",
        "MEDICALRECORD",
        "HEALTHPLAN",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
        "IDNUM",
    ),
}
"""The seven categories of i2b2 2014 and their types.

SOURCE: Stubbs & Uzuner 2015, as used in systems 3 (WI-deId) of the README.
"""

CATEGORY_OF: dict[str, str] = {
    label: category for category, labels in CATEGORIES.items() for label in labels
}
"""Label to category."""

LABELS: tuple[str, ...] = tuple(CATEGORY_OF)
"""All labels, in the order of their categories."""

HIPAA_SUBSET: frozenset[str] = frozenset(
    {
        "PATIENT",
        "AGE",
        "DATE",
        "STREET",
        "CITY",
        "ZIP",
        "ORGANIZATION",
        "PHONE",
        "FAX",
        "EMAIL",
        "SSN",
        "MEDICALRECORD",
        "HEALTHPLAN",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
    }
)
"""The labels that the 2014 scoring script counts in its HIPAA figures.

IDNUM is meant to be among them, but the script's pattern for it ends in a blank and never matches,
so the published HIPAA figures leave it out.

SOURCE: i2b2 2014 evaluation script, table of HIPAA patterns.
"""

_I2B2_2006 = ("PATIENT", "DOCTOR", "HOSPITAL", "ID", "DATE", "LOCATION", "PHONE", "AGE")
_VIGIBASE = ("Date", "Age", "Location", "Organization", "Person")
_MEDDOCAN = {
    "NOMBRE_SUJETO_ASISTENCIA": ("NAME", "PATIENT"),
    "EDAD_SUJETO_ASISTENCIA": ("AGE", "AGE"),
    "SEXO_SUJETO_ASISTENCIA": ("OTHER", None),
    "FAMILIARES_SUJETO_ASISTENCIA": ("OTHER", None),
    "NOMBRE_PERSONAL_SANITARIO": ("NAME", "DOCTOR"),
    "FECHAS": ("DATE", "DATE"),
    "PROFESION": ("PROFESSION", "PROFESSION"),
    "HOSPITAL": ("LOCATION", "HOSPITAL"),
    "CENTRO_SALUD": ("LOCATION", "HOSPITAL"),
    "INSTITUCION": ("LOCATION", "ORGANIZATION"),
    "CALLE": ("LOCATION", "STREET"),
    "TERRITORIO": ("LOCATION", "CITY"),
    "PAIS": ("LOCATION", "COUNTRY"),
    "NUMERO_TELEFONO": ("CONTACT", "PHONE"),
    "NUMERO_FAX": ("CONTACT", "FAX"),
    "CORREO_ELECTRONICO": ("CONTACT", "EMAIL"),
    "DIREC_PROT_INTERNET": ("CONTACT", "IPADDR"),
    "URL_WEB": ("CONTACT", "URL"),
    "ID_SUJETO_ASISTENCIA": ("ID", "MEDICALRECORD"),
    "ID_CONTACTO_ASISTENCIAL": ("ID", "IDNUM"),
    "ID_ASEGURAMIENTO": ("ID", "HEALTHPLAN"),
    "NUMERO_BENEF_PLAN_SALUD": ("ID", "HEALTHPLAN"),
    "ID_TITULACION_PERSONAL_SANITARIO": ("ID", "LICENSE"),
    "ID_EMPLEO_PERSONAL_SANITARIO": ("ID", "IDNUM"),
    "IDENTIF_VEHICULOS_NRSERIE_PLACAS": ("ID", "VEHICLE"),
    "IDENTIF_DISPOSITIVOS_NRSERIE": ("ID", "DEVICE"),
    "IDENTIF_BIOMETRICOS": ("ID", "BIOID"),
    "OTRO_NUMERO_IDENTIF": ("ID", "IDNUM"),
    "OTROS_SUJETO_ASISTENCIA": ("OTHER", None),
}

MEDDOCAN_CATEGORY_OF: dict[str, str] = {label: pair[0] for label, pair in _MEDDOCAN.items()}
"""MEDDOCAN type to the name of its XML element.

SOURCE: Marimon et al. 2019; the elements as its train and development files have them.
"""

_HIPAA_IDENTIFIERS = (
    "NAMES",
    "GEOGRAPHIC",
    "DATES",
    "PHONE_NUMBERS",
    "FAX_NUMBERS",
    "EMAIL_ADDRESSES",
    "SOCIAL_SECURITY_NUMBERS",
    "MEDICAL_RECORD_NUMBERS",
    "HEALTH_PLAN_NUMBERS",
    "ACCOUNT_NUMBERS",
    "LICENSE_NUMBERS",
    "VEHICLE_IDENTIFIERS",
    "DEVICE_IDENTIFIERS",
    "URLS",
    "IP_ADDRESSES",
    "BIOMETRIC_IDENTIFIERS",
    "PHOTOGRAPHS",
    "OTHER_IDENTIFIERS",
)

SCHEMES: dict[str, tuple[str, ...]] = {
    "i2b2-2014": LABELS,
    "i2b2-2014-hipaa": tuple(label for label in LABELS if label in HIPAA_SUBSET),
    "i2b2-2014-categories": tuple(CATEGORIES),
    "i2b2-2006": _I2B2_2006,
    "vigibase": _VIGIBASE,
    "meddocan": tuple(_MEDDOCAN),
    "hipaa": _HIPAA_IDENTIFIERS,
}
"""Name of each label scheme and its labels.

SOURCE: i2b2 2006: Uzuner et al. 2007; VigiBase: system 1 of the README; meddocan: Marimon et al.
2019; hipaa: the 18 identifiers of 45 CFR 164.514(b)(2)(i).
"""

ALIASES: dict[str, str] = {
    "LOCATION-OTHER": "LOCATION_OTHER",
    "OTHER": "LOCATION_OTHER",
    "ROOM": "LOCATION_OTHER",
    "DEPARTMENT": "LOCATION_OTHER",
}
"""Other spellings that i2b2 2014 files and their scoring script know, and our label for them."""

TO_I2B2_2014: dict[str, dict[str, str | None]] = {
    "i2b2-2014": {label: label for label in LABELS},
    "i2b2-2014-hipaa": {label: label for label in LABELS if label in HIPAA_SUBSET},
    "i2b2-2014-categories": {
        "NAME": "PATIENT",
        "PROFESSION": "PROFESSION",
        "LOCATION": "LOCATION_OTHER",
        "AGE": "AGE",
        "DATE": "DATE",
        "CONTACT": "PHONE",
        "ID": "IDNUM",
    },
    "i2b2-2006": {
        "PATIENT": "PATIENT",
        "DOCTOR": "DOCTOR",
        "HOSPITAL": "HOSPITAL",
        "ID": "IDNUM",
        "DATE": "DATE",
        "LOCATION": "LOCATION_OTHER",
        "PHONE": "PHONE",
        "AGE": "AGE",
    },
    "vigibase": {
        "Date": "DATE",
        "Age": "AGE",
        "Location": "LOCATION_OTHER",
        "Organization": "ORGANIZATION",
        "Person": "PATIENT",
    },
    "meddocan": {label: pair[1] for label, pair in _MEDDOCAN.items()},
    "hipaa": {
        "NAMES": "PATIENT",
        "GEOGRAPHIC": "LOCATION_OTHER",
        "DATES": "DATE",
        "PHONE_NUMBERS": "PHONE",
        "FAX_NUMBERS": "FAX",
        "EMAIL_ADDRESSES": "EMAIL",
        "SOCIAL_SECURITY_NUMBERS": "SSN",
        "MEDICAL_RECORD_NUMBERS": "MEDICALRECORD",
        "HEALTH_PLAN_NUMBERS": "HEALTHPLAN",
        "ACCOUNT_NUMBERS": "ACCOUNT",
        "LICENSE_NUMBERS": "LICENSE",
        "VEHICLE_IDENTIFIERS": "VEHICLE",
        "DEVICE_IDENTIFIERS": "DEVICE",
        "URLS": "URL",
        "IP_ADDRESSES": "IPADDR",
        "BIOMETRIC_IDENTIFIERS": "BIOID",
        "PHOTOGRAPHS": None,
        "OTHER_IDENTIFIERS": "IDNUM",
    },
}
"""Scheme to its map into i2b2 2014; None where i2b2 2014 has nothing for a label."""

_LOCATIONS = CATEGORIES["LOCATION"]
_I2B2_2006_OF = {
    "PATIENT": "PATIENT",
    "DOCTOR": "DOCTOR",
    "HOSPITAL": "HOSPITAL",
    "DATE": "DATE",
    "AGE": "AGE",
    "PHONE": "PHONE",
    "FAX": "PHONE",
    **dict.fromkeys(set(_LOCATIONS) - {"HOSPITAL"}, "LOCATION"),
    **dict.fromkeys(CATEGORIES["ID"], "ID"),
}
_VIGIBASE_OF = {
    "DATE": "Date",
    "AGE": "Age",
    **dict.fromkeys(CATEGORIES["NAME"], "Person"),
    **dict.fromkeys(_LOCATIONS, "Location"),
    "HOSPITAL": "Organization",
    "ORGANIZATION": "Organization",
}
_MEDDOCAN_OF = {
    "USERNAME": "NOMBRE_SUJETO_ASISTENCIA",
    "STATE": "TERRITORIO",
    "ZIP": "TERRITORIO",
    "LOCATION_OTHER": "TERRITORIO",
    "SSN": "ID_ASEGURAMIENTO",
    "ACCOUNT": "OTRO_NUMERO_IDENTIF",
    "IDNUM": "OTRO_NUMERO_IDENTIF",
    "HOSPITAL": "HOSPITAL",
    "HEALTHPLAN": "ID_ASEGURAMIENTO",
    **{
        hub: label
        for label, (_, hub) in _MEDDOCAN.items()
        if hub and hub not in {"HOSPITAL", "HEALTHPLAN", "IDNUM"}
    },
}
_HIPAA_OF = {
    "PATIENT": "NAMES",
    "USERNAME": "OTHER_IDENTIFIERS",
    "AGE": "DATES",
    "ORGANIZATION": "GEOGRAPHIC",
    "STREET": "GEOGRAPHIC",
    "CITY": "GEOGRAPHIC",
    "ZIP": "GEOGRAPHIC",
    "LOCATION_OTHER": "GEOGRAPHIC",
    **{
        hub: label
        for label, hub in TO_I2B2_2014["hipaa"].items()
        if hub and hub not in {"PATIENT", "LOCATION_OTHER"}
    },
}

FROM_I2B2_2014: dict[str, dict[str, str | None]] = {
    "i2b2-2014": {label: label for label in LABELS},
    "i2b2-2014-hipaa": {label: label if label in HIPAA_SUBSET else None for label in LABELS},
    "i2b2-2014-categories": dict(CATEGORY_OF),
    "i2b2-2006": {label: _I2B2_2006_OF.get(label) for label in LABELS},
    "vigibase": {label: _VIGIBASE_OF.get(label) for label in LABELS},
    "meddocan": {label: _MEDDOCAN_OF.get(label) for label in LABELS},
    "hipaa": {label: _HIPAA_OF.get(label) for label in LABELS},
}
"""Scheme to the map from i2b2 2014 into it; None where the scheme has nothing for a label."""


def shown(label: str) -> str:
    """Give a label as messages may show it: what is no plain word could be a document's text."""
    plain = label.isascii() and len(label) <= 40 and label.replace("-", "_").isidentifier()
    return label if plain else f"({len(label)} characters)"


def scheme_of(labels: Iterable[str]) -> str | None:
    """Tell which scheme a set of labels comes from.

    labels: any labels; aliases count as the label they stand for.
    RETURNS: the first scheme, in the order of ``SCHEMES``, that knows all of them; None where none
        does or where there are no labels.
    """
    wanted = {ALIASES.get(label, label) for label in labels}
    if not wanted:
        return None
    return next((name for name, known in SCHEMES.items() if wanted <= set(known)), None)


def map_label(label: str, source: str | None, target: str) -> str | None:
    """Turn a label of one scheme into the label of another, by way of i2b2 2014.

    label: a label of ``source`` or an alias of one.
    source: a scheme; None takes the first scheme that knows the label.
    RETURNS: the target's label; None where the target has nothing for it.
    RAISES: KeyError for a scheme or a label that is not known.
    """
    label = label if source and label in SCHEMES[source] else ALIASES.get(label, label)
    if source is None:
        source = scheme_of([label])
        if source is None or label in SCHEMES[target]:
            source = target
    if label not in SCHEMES[source]:
        raise KeyError(label)
    if source == target:
        return label
    hub = TO_I2B2_2014[source][label]
    return None if hub is None else FROM_I2B2_2014[target][hub]


class Losses(NamedTuple):
    """What a map between two schemes loses.

    dropped: labels of the source that the target has nothing for.
    merged: labels of the target that stand for more than one label of the source.
    guessed: labels of the source that are wider than the label they become.
    """

    dropped: tuple[str, ...]
    merged: dict[str, tuple[str, ...]]
    guessed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.dropped or self.merged or self.guessed)


_WIDER: dict[str, tuple[str, ...]] = {
    "i2b2-2014-categories": ("NAME", "LOCATION", "CONTACT", "ID"),
    "i2b2-2006": ("ID", "LOCATION", "PHONE"),
    "vigibase": ("Location", "Organization", "Person"),
    "meddocan": ("TERRITORIO",),
    "hipaa": ("NAMES", "GEOGRAPHIC", "DATES", "OTHER_IDENTIFIERS"),
}


def map_losses(source: str, target: str) -> Losses:
    """Say what the map from one scheme to another loses.

    source, target: names of ``SCHEMES``.
    RETURNS: empty (false) where every label keeps its meaning and can be mapped back.
    RAISES: KeyError for a scheme that is not known.
    """
    mapped = {label: map_label(label, source, target) for label in SCHEMES[source]}
    groups: dict[str, list[str]] = {}
    for label, new in mapped.items():
        if new is not None:
            groups.setdefault(new, []).append(label)
    wide_in_target = set(_WIDER.get(target, ()))
    return Losses(
        tuple(label for label, new in mapped.items() if new is None),
        {new: tuple(group) for new, group in groups.items() if len(group) > 1},
        tuple(
            label
            for label in _WIDER.get(source, ())
            if source != target and mapped[label] and mapped[label] not in wide_in_target
        ),
    )


@lru_cache(maxsize=512)
def kind_of(label: str) -> str:
    """Give the i2b2 2014 label that a label of any known scheme stands for; '' for none."""
    label = ALIASES.get(label, label)
    if label in CATEGORY_OF:
        return label
    scheme = scheme_of([label])
    return (TO_I2B2_2014[scheme][label] or "") if scheme else ""
