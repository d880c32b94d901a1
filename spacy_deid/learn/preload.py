"""Imported once, by the server that forks the workers of a study: what each of them would import.

The first pipeline of a process loads every registered component, PyTorch among them where
spacy-transformers is installed.
"""

import spacy

import spacy_deid.learn.workers  # noqa: F401

spacy.blank("en").add_pipe("deid_patterns")
