"""Words around the names of jobs."""

from __future__ import annotations

ARTICLES = frozenset({"a", "an", "the", "as"})
BE = frozenset(
    {"is", "was", "am", "are", "were", "be", "been", "being", "m", "s", "became", "become"}
)
WORK = frozenset(
    "work works worked working employed employment job career trained training serves served "
    "serving retired occupation profession trade".split()
)
FIELDS = frozenset({"occupation", "profession", "job", "employment", "trade", "beruf", "yrke"})
REPORTING = frozenset(
    "reporter reporters caller sender source informant reported reporting author who contact "
    "prescriber vaccinator administrator".split()
)
SUBJECTS = frozenset(
    "he she i patient pt subject who male female man woman boy girl gentleman lady they vaccinee "
    "consumer recipient m".split()
)
MODIFIERS = frozenset(
    "retired former registered licensed practicing certified full part time self employed local "
    "professional senior junior assistant chief head lead veteran frontline front line essential "
    "active duty old year yo y o male female man woman lady gentleman caucasian white black "
    "african american hispanic asian healthy previously married single right left handed patient "
    "semi freelance trainee apprentice qualified experienced high school elementary primary "
    "secondary college university hospital icu er night shift 's home long term care young busy "
    "new current currently working".split()
)
HEADS = frozenset(
    "driver worker farmer picker painter operator teacher coach mechanic fisherman captain clerk "
    "conductor secretary organist herder engineer maker player trucker miner welder cleaner cook "
    "builder grower dealer seller vendor guard instructor repairman salesman saleswoman "
    "shopkeeper foreman electrician plumber carpenter inspector collector attendant weaver "
    "breeder trainer packer fitter machinist technician carrier officer owner lady fisher singer "
    "dancer keeper hand wright smith".split()
)
"""Last words of jobs that words of all sorts stand before."""
NOT_BEFORE = frozenset(
    "as the is was being became worked works working work called told asked another because "
    "also only with without injured unknown contactable reporting treating consumer other".split()
)
AGE_WORDS = frozenset("yo years year yrs yr old aged y ans jahre aged woman man widow".split())
STAFF_JOBS = frozenset(
    "nurse pharmacist physician doctor surgeon dentist midwife paramedic therapist consultant "
    "radiologist cardiologist neurologist psychiatrist psychologist physiotherapist practitioner "
    "dermatologist oncologist anesthesiologist gynecologist endocrinologist urologist "
    "paediatrician pediatrician specialist technician parent".split()
)
BRACKETS = frozenset({"patient", "pt", "husband", "wife", "mother", "father", "consumer"})
AFTER_JOB = frozenset(", . ; at of in from with for (".split())

OFFICES = frozenset(
    "abbess abbot ambassador archbishop bishop chancellor consul councillor dean goalkeeper "
    "governor headmaster headmistress headteacher imam judge magistrate mayor mayoress minister "
    "pastor priest rabbi rector senator sheriff vicar".split()
)
"""Offices that one person of a place holds, so that 'the' before them names somebody."""
RANKS = frozenset("assistant chief head senior school trainee apprentice".split())
"""Words right before a job that are part of it."""
BEFORE_BE = frozenset("' ’ also currently then not now has had used to".split())
"""Words between a subject and 'is'."""
