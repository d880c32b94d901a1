"""``spacy_deid.CharTokenBiLSTM.v1``: system 2's encoder as a layer from documents to vectors."""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy
import srsly
from spacy.tokens import Doc
from thinc.api import ArgsKwargs, Model, NumpyOps
from thinc.shims import PyTorchShim
from thinc.types import Floats2d

from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.neural.inputs import InputEncoder, Inputs, character_rows
from spacy_deid.errors import DeidError, required

CHARACTER_LAYERS = ("lstm", "cnn")
Layer = Model[Any, Any]


def create_char_token_bilstm(
    hidden: int = 100,
    depth: int = 1,
    attrs: list[str] = ["LOWER"],  # noqa: B006 - read by spaCy, never changed
    rows: list[int] = [20000],  # noqa: B006
    widths: list[int] = [100],  # noqa: B006
    character_layer: str = "lstm",
    character_width: int = 25,
    character_hidden: int = 25,
    lower_characters: bool = False,
    post_space: int = 3,
    flags: bool = True,
    vector_width: int = 0,
    groups: list[str] = [],  # noqa: B006
    windows: dict[str, int] = {},  # noqa: B006
    rule_sources: list[str] = [],  # noqa: B006
    feature_rows: int = 20000,
    feature_width: int = 100,
    word_dropout: float = 0.0,
    segment: int = 150,
) -> Model[list[Doc], list[Floats2d]]:
    """Make ``spacy_deid.CharTokenBiLSTM.v1``, a layer from documents to one vector per token.

    hidden, depth: width per direction and number of layers of the LSTM over tokens.
    attrs, rows, widths: lexical attributes of spaCy, each embedded by hashing into a table of so
        many rows; no vocabulary is stored.
    character_layer: 'lstm' (both ways) or 'cnn' (maximum over a window of three).
    character_width, character_hidden: of the character table and, per direction, of its layer.
    lower_characters: characters in lower case, as published; the flags then tell the case.
    post_space: up to so many characters after a token that stand before the next letter or digit
        join its characters; 0 for none.
    flags: take in capitalisation, digits, white space and salutations.
    vector_width: width of the vocabulary's pre-trained vectors, projected to the first width; 0 to
        leave them out.
    groups, windows, rule_sources: feature groups as ``FeatureExtractor`` takes them, hashed into a
        table of ``feature_rows`` by ``feature_width``; a window is 0 where none is given.
    word_dropout: share of tokens whose hashed attributes are hidden in training.
    segment: longest run of tokens read in one go; documents are cut at line and sentence ends.
    The dropout of the training config applies to the embeddings and to the output (published: 0.5).
    RETURNS: a layer of width 2 * hidden.
    RAISES: DeidError D011 for a setting out of range, D014 without PyTorch.
    SOURCE: system 2 (variants a to d by ``post_space`` and ``flags``); sizes of Dernoncourt et al.
        2017, which it follows.
    """
    for name, value, least in (
        ("hidden", hidden, 1),
        ("depth", depth, 1),
        ("character_width", character_width, 1),
        ("character_hidden", character_hidden, 1),
        ("post_space", post_space, 0),
        ("vector_width", vector_width, 0),
        ("segment", segment, 1),
        ("rows", min(rows, default=0), 1),
        ("widths", min(widths, default=0), 1),
        ("feature_rows", feature_rows, 1),
        ("feature_width", feature_width, 1),
    ):
        if value < least:
            raise _setting(name, value, f"{least} or more")
    if not len(attrs) == len(rows) == len(widths):
        raise _setting("attrs", attrs, "as many as rows and widths")
    if character_layer not in CHARACTER_LAYERS:
        raise _setting("character_layer", character_layer, f"one of {CHARACTER_LAYERS}")
    if not 0 <= word_dropout < 1:
        raise _setting("word_dropout", word_dropout, "in [0, 1)")
    extractor = None
    if groups:
        sizes = {**dict.fromkeys(groups, 0), **windows}
        extractor = FeatureExtractor(groups, windows=sizes, rule_sources=rule_sources)
    encoder = InputEncoder(
        attributes=attrs,
        rows=rows,
        post_space=post_space,
        lower=lower_characters,
        vectors=bool(vector_width),
        extractor=extractor,
        feature_rows=feature_rows,
        segment=segment,
    )
    modules = _modules()
    shim = RecurrentShim(
        modules.CharTokenEncoder(
            character_rows=character_rows(post_space),
            character_width=character_width,
            character_hidden=character_hidden,
            convolution=character_layer == "cnn",
            rows=rows,
            widths=widths,
            flags=flags,
            vector_width=vector_width,
            feature_rows=feature_rows,
            feature_width=feature_width if extractor else 0,
            hidden=hidden,
            depth=depth,
            word_rate=word_dropout,
        ),
        {"process": os.getpid()},
        serialize_model=_weights_to_bytes,
        deserialize_model=_weights_from_bytes,
    )
    return Model(
        "char_token_bilstm",
        partial(_forward, encoder),
        init=_initialize,
        dims={"nO": 2 * hidden},
        attrs={"dropout_rate": 0.0},
        shims=[shim],
    )


def _setting(name: str, value: object, expected: str) -> DeidError:
    return DeidError("D011", name=name, component="CharTokenBiLSTM", value=value, expected=expected)


def _modules() -> Any:
    required("torch", component="CharTokenBiLSTM", package="torch", extra="neural")
    from spacy_deid.detect.neural import modules

    return modules


class RecurrentShim(PyTorchShim):
    """A PyTorch module whose averaged weights count and which runs in forked processes."""

    @contextlib.contextmanager
    def use_params(self, params: Mapping[Any, Any]) -> Iterator[None]:
        """Swap weights in: the optimizer keys its averages by (id, name)."""
        import torch

        held = {}
        for name, weight in self._model.named_parameters():
            other = params.get((self.id, name))
            if other is not None:
                held[name] = weight.data
                weight.data = torch.tensor(NumpyOps().asarray(_host(other)), device=weight.device)
        try:
            yield
        finally:
            for name, weight in self._model.named_parameters():
                if name in held:
                    weight.data = held[name]

    def predict(self, inputs: ArgsKwargs) -> Any:
        """Run without learning; a forked worker runs on one thread, for others would wait."""
        import torch

        if os.getpid() != self.cfg["process"]:
            torch.set_num_threads(1)
            self.cfg["process"] = os.getpid()
        return super().predict(inputs)

    def to_bytes(self) -> bytes:
        """Give the weights alone."""
        return self._serialize_model(self._model)

    def from_bytes(self, bytes_data: bytes) -> "RecurrentShim":
        """Take back what ``to_bytes`` gave."""
        self._model = self._deserialize_model(self._model, bytes_data, self.device)
        return self


def _host(array: Any) -> Any:
    return array if isinstance(array, numpy.ndarray) else array.get()


def _weights_to_bytes(module: Any) -> bytes:
    """Write weights by name: plain arrays, without pickle, the same for the same weights."""
    state = {name: weight.detach().cpu().numpy() for name, weight in module.state_dict().items()}
    return bytes(srsly.msgpack_dumps(state))


def _weights_from_bytes(module: Any, data: bytes, device: Any) -> Any:
    import torch

    state = srsly.msgpack_loads(data)
    module.load_state_dict({name: torch.tensor(array) for name, array in state.items()})
    module.to(device)
    return module


def _initialize(model: Layer, X: Any = None, Y: Any = None) -> None:
    model.shims[0]._model.reset()


def _forward(
    encoder: InputEncoder, model: Layer, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    ops = model.ops
    sizes = [len(doc) for doc in docs]
    width = model.get_dim("nO")
    if not sum(sizes):
        return [ops.alloc2f(0, width) for _ in docs], lambda d_rows: []
    shim: Any = model.shims[0]
    shim._model.rate = model.attrs["dropout_rate"]
    arguments = _to_torch(encoder(docs), shim.device)
    result, backward = shim(arguments, is_train)
    rows = ops.asarray(_to_array(result))
    borders = numpy.cumsum(sizes)[:-1].tolist()

    def backprop(d_rows: list[Floats2d]) -> list[Doc]:
        import torch

        gradient = torch.as_tensor(ops.xp.concatenate(d_rows), device=shim.device)
        backward(ArgsKwargs(args=((result,),), kwargs={"grad_tensors": (gradient,)}))
        return []

    return ops.xp.split(rows, borders), backprop


def _to_torch(inputs: Inputs, device: Any) -> ArgsKwargs:
    import torch

    def moved(array: Any) -> Any:
        return None if array is None else torch.as_tensor(array, device=device)

    return ArgsKwargs(
        args=(),
        kwargs={
            "characters": moved(inputs.characters),
            "lengths": moved(inputs.lengths),
            "attributes": [moved(ids.astype(numpy.int64)) for ids in inputs.attributes],
            "flags": moved(inputs.flags),
            "word_of": moved(inputs.word_of),
            "vectors": moved(inputs.vectors),
            "bag": moved(inputs.bag),
            "bag_starts": moved(inputs.bag_starts),
            "onward": moved(inputs.onward),
            "back": moved(inputs.back),
            "onward_at": moved(inputs.onward_at),
            "back_at": moved(inputs.back_at),
        },
    )


def _to_array(tensor: Any) -> Any:
    from thinc.util import torch2xp

    return torch2xp(tensor.detach())
