"""How a model is made: a config, overrides, code; and the making, on documents in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.util import get_sourced_components, import_file, load_config, load_model_from_config
from thinc.api import Config, fix_random_seed

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.learn.documents import (
    has_training_corpus,
    held,
    reads_documents,
    with_held_documents,
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A spaCy config and what is changed in it.

    path: of the config, for ``spacy assemble`` (components that learn from
        ``[initialize.components.<name>.corpus]``) or for ``spacy train`` (with ``[corpora]``).
    overrides: 'section.key' to value, as the command line of spaCy takes them.
    code: a Python file with registered functions, or None.
    """

    path: str
    overrides: Mapping[str, Any] = field(default_factory=dict)
    code: str | None = None

    def config(self, overrides: Mapping[str, Any] | None = None) -> Config:
        """Read the config, with more overrides.

        RETURNS: not interpolated, so that variables stay.
        RAISES: DeidError D003 for a missing file; D602 where the config or an override is wrong.
        """
        for path in filter(None, (self.path, self.code)):
            if not Path(path).is_file():
                raise DeidError("D003", path=path)
        wanted = {**self.overrides, **(overrides or {})}
        with _wrong_config(self.path):
            config = load_config(self.path, overrides=wanted, interpolate=False)
            plain = config.interpolate()
        for key in wanted:
            section, _, name = key.rpartition(".")
            if section.startswith("components.") and not _has_component(plain, section):
                raise DeidError("D602", path=self.path, reason=f"{key} names no component")
        return config

    def trains_in_steps(self) -> bool:
        """Tell whether it is made by updates, as ``spacy train`` makes it, and needs a dev part.

        A config of ``spacy train`` without a component that is updated is not: all it learns, it
        learns when it is initialized.
        RAISES: DeidError D602.
        """
        config = self.config()
        if self.code is not None:
            import_file("python_code", self.code)
        return has_training_corpus(config) and bool(_updated(_built(self.path, config)))

    def checked(self) -> Recipe:
        """Make sure that the config learns from documents.

        RAISES: DeidError D601 where it does not; D003 and D602.
        """
        if not reads_documents(self.config()):
            raise DeidError("D601", path=self.path)
        return self

    def digest(self) -> str:
        """Give a hash of all that is in the config and the code."""
        parts = [self.config().to_str()]
        if self.code:
            parts.append(Path(self.code).read_text(encoding="utf-8"))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _has_component(config: Config, section: str) -> bool:
    return section.split(".")[1] in config.get("components", {})


@contextmanager
def _wrong_config(path: str) -> Iterator[None]:
    """Turn what spaCy says of a config into a coded error; no document was read yet."""
    try:
        yield
    except DeidError:
        raise
    except Exception as problem:
        errors = getattr(problem, "errors", None)
        if errors:
            parts = (f"{'.'.join(map(str, e.get('loc', ())))}: {e.get('msg', '')}" for e in errors)
            reason = "; ".join(parts)
        else:
            lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
            reason = lines[0] if lines else type(problem).__name__
        raise DeidError("D602", path=path, reason=reason[:300]) from None


def trained(
    recipe: Recipe,
    train: Sequence[Record],
    *,
    dev: Sequence[Record] = (),
    overrides: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Language:
    """Make a model of documents.

    dev: chooses the best step where the config is one for ``spacy train``; unused otherwise.
    overrides: on top of the recipe's own.
    seed: of every generator; it also takes the place of ``training.seed`` and ``system.seed``.
    RETURNS: the pipeline. Its config names readers that work only during training; ``scrub`` it
        before it is saved.
    RAISES: DeidError D003 and D602 of ``Recipe.config``, and those of the components.
    """
    if recipe.code is not None:
        import_file("python_code", recipe.code)
    config = with_held_documents(recipe.config(overrides))
    for section in ("training", "system"):
        if "seed" in config.get(section, {}):
            config[section]["seed"] = seed
    fix_random_seed(seed)
    nlp = _built(recipe.path, config)
    with held(train, dev or train):
        if has_training_corpus(config) and _updated(nlp):
            from spacy_deid.learn.steps import updated

            return updated(config)
        _initialize(nlp, config)
    return nlp


def made_at_once(recipe: Recipe) -> Language:
    """Make a model of the documents that its config names, as ``spacy assemble`` does.

    RAISES: DeidError D612 where the config learns in steps: it would have learnt nothing; D003 and
        D602 of ``Recipe.config``, and those of the components.
    """
    if recipe.trains_in_steps():
        raise DeidError("D612", path=recipe.path)
    config = recipe.config()
    nlp = _built(recipe.path, config)
    _initialize(nlp, config)
    return nlp


def _initialize(nlp: Language, config: Config) -> None:
    """Let all components but those that come trained learn what they learn at once."""
    with nlp.select_pipes(disable=[*get_sourced_components(config.interpolate())]):
        nlp.initialize()


def _built(path: str, config: Config) -> Language:
    """Build a pipeline that has learnt nothing yet.

    RAISES: DeidError D602.
    """
    with _wrong_config(path):
        nlp: Language = load_model_from_config(config, auto_fill=True)
        nlp._link_components()
    return nlp


def _updated(nlp: Language) -> list[str]:
    """Name the components that updates change."""
    frozen = nlp.config["training"]["frozen_components"]
    return [
        name
        for name, component in nlp.pipeline
        if name not in frozen and getattr(component, "is_trainable", False)
    ]
