"""A tiny transformer with random weights, made for tests: its pieces are letters."""

from __future__ import annotations

from pathlib import Path


def tiny_encoder(folder: Path, *, width: int = 8) -> Path:
    import torch
    import transformers

    letters = "abcdefghijklmnopqrstuvwxyz"
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    (folder / "vocab.txt").write_text("\n".join(pieces))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(pieces),
        hidden_size=width,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=width,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder
