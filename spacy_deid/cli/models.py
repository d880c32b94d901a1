"""Which pipeline a command runs: an installed model, a path, or the embedded rules."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import spacy
import typer
from spacy.language import Language

from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS

DEFAULT_MODEL = "en_deid_vigibase"
RULES = "rules"
LONGEST = 100_000_000
"""Characters a single document may have on the command line."""

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}


def rule_pipeline() -> Language:
    """Build the embedded pipeline that needs no trained model.

    RETURNS: an initialized English pipeline of patterns, gazetteer, coherence, resolver and masker.
    """
    nlp = spacy.blank("en", config=TOKENIZER)
    for factory in (
        "deid_patterns",
        "deid_gazetteer",
        "deid_coherence",
        "deid_resolver",
        "deid_masker",
    ):
        nlp.add_pipe(factory)
    nlp.initialize()
    return nlp


def load_pipeline(model: str | None, *, inverse: bool = False, quiet: bool = False) -> Language:
    """Load what ``-m`` names.

    model: name of an installed package, path of a model directory, 'rules', or None for the
        released model where it is installed and else the rules (said on standard error).
    inverse: hide every word that nothing proves safe, too, see ``invert``.
    RETURNS: the pipeline, ready for documents of up to ``LONGEST`` characters.
    RAISES: DeidError D001 where there is no such model, D002 where it cannot be loaded.
    """
    if model is None and not spacy.util.is_package(DEFAULT_MODEL):
        if not quiet:
            typer.echo(
                f"The model {DEFAULT_MODEL} is not installed: running the embedded rules, which "
                "miss more names and places.",
                err=True,
            )
        model = RULES
    model = model or DEFAULT_MODEL
    if model == RULES:
        nlp = rule_pipeline()
    elif spacy.util.is_package(model) or Path(model).exists():
        try:
            nlp = spacy.load(model)
        except DeidError:
            raise
        except (OSError, ValueError, ImportError, KeyError, TypeError) as problem:
            raise DeidError("D002", model=model, reason=type(problem).__name__) from None
    else:
        raise DeidError("D001", model=model)
    if inverse:
        invert(nlp, model)
    nlp.max_length = max(nlp.max_length, LONGEST)
    for label in LABELS:  # permanent, so that memory zones never drop them
        nlp.vocab.strings.add(label)
    return nlp


def invert(nlp: Language, model: str | None) -> None:
    """Put ``deid_inverse`` before the resolver and switch on what it reads.

    That are the gazetteer's dictionaries and the probabilities of the first recognizer that has
    any; without one the dictionaries decide alone.
    RAISES: DeidError D011 for a pipeline without a gazetteer before a resolver.
    """
    check_parts(nlp, model, "deid_gazetteer", "deid_resolver")
    made = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    resolver = next(name for name, factory in made.items() if factory == "deid_resolver")
    gazetteer: Any = nlp.get_pipe(next(n for n, f in made.items() if f == "deid_gazetteer"))
    gazetteer.safe_words = True
    before = nlp.pipe_names[: nlp.pipe_names.index(resolver)]
    able = [name for name in before if hasattr(nlp.get_pipe(name), "probabilities")]
    able = [name for name in able if made[name] != "deid_inverse"]
    if able:
        recognizer: Any = nlp.get_pipe(able[0])
        recognizer.probabilities = True
    if "deid_inverse" in nlp.disabled:
        nlp.enable_pipe("deid_inverse")
    elif "deid_inverse" not in made.values():
        settings = {"probabilities": able[0] if able else ""}
        nlp.add_pipe("deid_inverse", before=resolver, config=settings)
    check_parts(nlp, model, "deid_gazetteer", "deid_inverse", "deid_resolver")


def check_parts(nlp: Language, model: str | None, *factories: str) -> None:
    """Refuse a pipeline that lacks a component or has them in another order.

    model: as ``load_pipeline`` takes it. factories: of the components, the first to run first.
    RAISES: DeidError D011.
    """
    made = [nlp.get_pipe_meta(name).factory for name in nlp.pipe_names]
    if [factory for factory in made if factory in factories] != list(factories):
        raise DeidError(
            "D011",
            name="pipeline",
            component=model or DEFAULT_MODEL,
            value=nlp.pipe_names,
            expected=f"a pipeline with {' before '.join(factories)}",
        )


def read_key(path: Path) -> bytes:
    """Read a key file.

    RETURNS: its bytes without surrounding white space. That everybody may read it is said on
        standard error.
    RAISES: DeidError D003 or D004 for a file that is missing or unreadable, D010 for a short key.
    """
    from spacy_deid.mask.keys import find_key

    key = find_key("", str(path)) or b""
    if os.name == "posix" and path.stat().st_mode & stat.S_IROTH:
        typer.echo(
            f"Everybody on this machine may read the key file {path}. Take that right away with "
            f"chmod o-r.",
            err=True,
        )
    return key
