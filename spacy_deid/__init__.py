"""De-identification of adverse-event reports and clinical notes as spaCy components."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("spacy_deid")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0.0.0"
