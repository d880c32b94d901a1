"""Synthetic adverse-event reports with exact gold spans, from skeletons, countries and noise."""

from spacy_deid.synthesize.generator import synthesize as synthesize
