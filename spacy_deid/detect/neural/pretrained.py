"""Where a pre-trained transformer lies."""

from importlib.util import find_spec
from pathlib import Path


def model_folder(name: str) -> str:
    """Make ``spacy_deid.ModelFolder.v1``: the folder of a model that a Python package holds.

    name: an installed package with a Hugging Face model (config.json and weights) in its folder or
        in a folder within; or the path of a model, or its name on the hub.
    RETURNS: the folder; the name as it is where no such package is installed.
    """
    spec = find_spec(name) if name.isidentifier() else None
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for found in sorted([Path(place) / "config.json", *Path(place).glob("*/config.json")]):
            if found.exists() and (found.parent / "tokenizer_config.json").exists():
                return str(found.parent)
    return name
