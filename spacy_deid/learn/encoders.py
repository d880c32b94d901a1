"""Transformers of a folder, as ``transformers`` saves them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacy_deid.errors import DeidError, required

_FRAME = ("cls_token_id", "sep_token_id", "mask_token_id", "pad_token_id", "unk_token_id")


def check_encoder(encoder: str | Path, component: str, length: int) -> None:
    """Refuse what is no encoder before anything that takes time is done.

    component: what needs it. length: pieces that it has to read at a time.
    RAISES: DeidError D014 where torch or transformers is missing, D614 for a folder without an
        encoder that reads ``length`` pieces between marks of beginning and end.
    """
    tokenizer_of(encoder, component)
    config = _loaded("AutoConfig", encoder, component)
    most = getattr(config, "max_position_embeddings", length)
    if most < length:
        raise _unfit(encoder, f"it reads {most} pieces at a time and {length} are needed")


def device_of(component: str, gpu_id: int) -> str:
    """Give torch's name of a graphics card, of the processor for -1.

    RAISES: DeidError D011 for a card that is not there.
    """
    if gpu_id < 0:
        return "cpu"
    torch = required("torch", component=component, package="torch", extra="neural")
    count = torch.cuda.device_count()
    if gpu_id >= count:
        expected = f"-1 or below {count}" if count else "-1: torch sees no graphics card here"
        raise DeidError("D011", name="gpu_id", component=component, value=gpu_id, expected=expected)
    return f"cuda:{gpu_id}"


def tokenizer_of(encoder: str | Path, component: str) -> Any:
    """Load the tokenizer of an encoder; errors as of ``check_encoder``."""
    tokenizer = _loaded("AutoTokenizer", encoder, component)
    for name in _FRAME:
        if getattr(tokenizer, name, None) is None:
            raise _unfit(encoder, f"its tokenizer has no {name.removesuffix('_id')}")
    return tokenizer


def model_of(encoder: str | Path, component: str) -> Any:
    """Load an encoder, in numbers of 32 bits; errors as of ``check_encoder``."""
    return _loaded("AutoModel", encoder, component).float()


def _loaded(kind: str, encoder: str | Path, component: str) -> Any:
    required("torch", component=component, package="torch", extra="neural")
    transformers = required(
        "transformers", component=component, package="transformers", extra="transformers"
    )
    if not Path(encoder).is_dir():
        raise _unfit(encoder, "there is no such folder")
    try:
        return getattr(transformers, kind).from_pretrained(str(encoder), local_files_only=True)
    except Exception as problem:  # of many kinds; none of them has seen a document
        raise _unfit(encoder, type(problem).__name__) from None


def _unfit(encoder: str | Path, reason: str) -> DeidError:
    return DeidError("D614", path=encoder, reason=reason)
