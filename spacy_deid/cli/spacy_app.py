"""Hang the application into spaCy's own command line: ``python -m spacy deid …``."""

from spacy.cli._util import app as spacy_app

from spacy_deid.cli.app import app as deid

spacy_app.add_typer(deid, name="deid")
