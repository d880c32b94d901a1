"""Put the chosen recognizers into the released pipeline."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.util import get_sourced_components, load_config, load_model_from_config
from thinc.api import Config

from spacy_deid.detect.recognizers.chained import DECODING_SETTINGS
from spacy_deid.errors import DeidError
from spacy_deid.learn.recipe import Recipe
from spacy_deid.release.candidates import Plan
from spacy_deid.release.card_files import MADE, read_content
from spacy_deid.release.detections import COHERENCE, RESOLVER, fitting_orders
from spacy_deid.release.pipelines import new_pipeline

_DECIDING = (COHERENCE, RESOLVER, "deid_masker")


def compose(
    plan: Plan, chosen: Mapping[str, Any], folder: Path, *, lists: str | None = None
) -> Config:
    """Write the config of a pipeline: the released one with the chosen recognizers in it.

    chosen: candidates, detectors and order, as ``selection_files.read_choice`` gives them.
    folder: holds the trained candidates; their components are taken from there.
    lists: folder of the gazetteer's lists, in place of those of the package.
    RETURNS: a config for ``assembled``. Trained components of the released config that were not
        chosen are gone; its rules, its decision and its masker stay as they are set there, but
        that they hear the chosen recognizers.
    RAISES: DeidError D805 where a chosen candidate was not trained.
    """
    config = load_config(plan.base, interpolate=False)
    factories = {n: str(b.get("factory")) for n, b in config["components"].items()}
    pipeline = list(config["nlp"]["pipeline"])
    trained = plan.own_components(pipeline, factories)
    added: dict[str, dict[str, Any]] = {}
    for name in chosen["candidates"]:
        path = folder / name
        if not (path / "config.cfg").is_file():
            raise DeidError("D805", path=path, reason="it was not trained")
        theirs = load_config(path / "config.cfg", interpolate=False)
        kinds = {n: str(b.get("factory")) for n, b in theirs["components"].items()}
        for part in plan.own_components(theirs["nlp"]["pipeline"], kinds):
            added[part] = {"source": str(path)}
    rules = [name for name in pipeline if name in plan.rules]
    tail = [name for name in pipeline if factories[name] in _DECIDING]
    # the rules come first: recognizers may read their proposals
    config["nlp"]["pipeline"] = [*rules, *added, *tail]
    blocks = {n: b for n, b in config["components"].items() if n not in trained}
    config["components"] = {**blocks, **added}
    known = config.setdefault("initialize", {}).get("components", {})
    config["initialize"]["components"] = {
        name: block for name, block in known.items() if name in blocks and name not in added
    }
    if lists is not None:
        config.setdefault("paths", {})["lists"] = lists
    for name in tail:
        if factories[name] == COHERENCE:
            config["components"][name]["sources"] = [*rules, *chosen["detectors"]]
        elif factories[name] == RESOLVER:
            block = config["components"][name]
            block["order"] = list(chosen["order"])
            if "label_order" in block:
                block["label_order"] = fitting_orders(
                    block["label_order"], chosen["order"], trained
                )
    return config


def decoding_settings(plan: Plan, chosen: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Give what the candidates' configs say of the way from scores to spans.

    It does not touch training, so that it can be changed after it: biases and decoding.
    chosen: as for ``compose``.
    RETURNS: component to setting to value, for ``with_settings``; {} where a config says nothing.
    RAISES: DeidError D003 for a missing config, D602 for one that is wrong.
    """
    found: dict[str, dict[str, Any]] = {}
    for candidate in plan.only(chosen["candidates"]).candidates:
        config = Recipe(candidate.config, candidate.full).config()
        kinds = {n: str(b.get("factory")) for n, b in config["components"].items()}
        for name in plan.own_components(config["nlp"]["pipeline"], kinds):
            block = config["components"][name]
            said = {key: block[key] for key in DECODING_SETTINGS if key in block}
            if said:
                found[name] = said
    return found


def assembled(config: Config, settings: Mapping[str, Mapping[str, Any]] | None = None) -> Language:
    """Make the pipeline, as ``spacy assemble`` does: what is trained is taken, the rest set up.

    settings: as ``decoding_settings`` gives them; they go before what the candidates were saved
        with.
    RETURNS: a pipeline whose config names no place on this machine's disk.
    RAISES: DeidError D602 where the config is wrong.
    """
    try:
        nlp: Language = load_model_from_config(config, auto_fill=True)
        nlp._link_components()
        sourced = get_sourced_components(config.interpolate())
    except DeidError:
        raise
    except Exception as problem:
        raise DeidError("D602", path="composed config", reason=type(problem).__name__) from None
    with nlp.select_pipes(disable=[*sourced]):
        nlp.initialize()
    for name, said in (settings or {}).items():
        for setting, value in said.items():
            setattr(nlp.get_pipe(name), setting, value)
    return nlp


def with_settings(
    model: Path,
    output: Path,
    changes: Mapping[str, Mapping[str, Any]],
    *,
    made: Mapping[str, str] | None = None,
) -> None:
    """Copy a saved pipeline with other settings of some components.

    changes: component to setting to value. output: replaced where it exists, once the copy is
        whole; it may be the pipeline itself.
    made: what the settings come from, for ``card_files.MADE`` in the copy's meta.json.
    RAISES: DeidError D003 where there is no pipeline, D602 where it lacks a component, D008
        where the copy cannot be written or would take the place of a directory that holds the
        pipeline, or of one that holds anything but a pipeline.
    """
    if not (model / "config.cfg").is_file():
        raise DeidError("D003", path=model / "config.cfg")
    config = load_config(model / "config.cfg", interpolate=False)
    for name, settings in changes.items():
        if name not in config["components"]:
            raise DeidError(
                "D602", path=model / "config.cfg", reason=f"it has no component {name!r}"
            )
        config["components"][name].update(settings)
    if output.resolve() in model.resolve().parents:
        raise DeidError("D008", path=output, reason="the pipeline lies in it")
    with new_pipeline(output) as whole:
        shutil.copytree(model, whole)
        config.to_disk(whole / "config.cfg")
        if made is not None:
            meta = read_content(whole / "meta.json")
            srsly.write_json(whole / "meta.json", {**meta, MADE: {**meta.get(MADE, {}), **made}})
