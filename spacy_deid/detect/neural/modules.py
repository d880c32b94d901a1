"""The recurrent encoder in PyTorch; nothing imports this module but the layer that builds it.

Both directions are LSTMs of their own over padded, reversed copies: PyTorch has a fast kernel for
those on processors, and none for packed sequences.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from spacy_deid.detect.neural.inputs import FLAG_COUNT, HASHES, MOST_CHARACTERS

_LENGTHS = (0, 4, 8, 16, MOST_CHARACTERS)
"""Words are spelled in batches of similar length, so that little of them is padding."""


class CharTokenEncoder(nn.Module):
    """Embed words by characters, hashed attributes and flags; read them both ways by LSTM.

    character_rows, character_width, character_hidden: table of characters and its encoder.
    convolution: maximum over a convolution of three characters in place of the LSTM.
    rows, widths: tables of the hashed attributes.
    flags: take the flags in.
    vector_width: width of the pre-trained vectors; 0 for none.
    feature_rows, feature_width: table of hashed features; 0 for none.
    hidden, depth: LSTM over tokens, per direction.
    ``rate`` is the dropout of the next call in training, ``word_rate`` the share of tokens whose
    hashed attributes and vectors are hidden, so that characters and context learn to do without.
    """

    def __init__(
        self,
        *,
        character_rows: int,
        character_width: int,
        character_hidden: int,
        convolution: bool,
        rows: Sequence[int],
        widths: Sequence[int],
        flags: bool,
        vector_width: int,
        feature_rows: int,
        feature_width: int,
        hidden: int,
        depth: int,
        word_rate: float,
    ) -> None:
        super().__init__()
        self.rate = 0.0
        self.word_rate = word_rate
        self.flags = flags
        self.characters = nn.Embedding(character_rows, character_width)
        self.convolution: nn.Conv1d | None = None
        self.spelling = nn.ModuleList()
        if convolution:
            self.convolution = nn.Conv1d(
                character_width, 2 * character_hidden, kernel_size=3, padding=1
            )
        else:
            self.spelling.extend(nn.LSTM(character_width, character_hidden) for _ in range(2))
        self.tables = nn.ModuleList(
            nn.Embedding(count, width) for count, width in zip(rows, widths, strict=True)
        )
        self.bag = (
            nn.EmbeddingBag(feature_rows, feature_width, mode="sum") if feature_width else None
        )
        self.project = nn.Linear(vector_width, widths[0]) if vector_width else None
        width = 2 * character_hidden + sum(widths) + feature_width
        width += FLAG_COUNT * flags + widths[0] * bool(vector_width)
        self.onward = nn.ModuleList(
            nn.LSTM(width if layer == 0 else 2 * hidden, hidden) for layer in range(depth)
        )
        self.back = nn.ModuleList(
            nn.LSTM(width if layer == 0 else 2 * hidden, hidden) for layer in range(depth)
        )

    def reset(self) -> None:
        """Draw all weights anew from torch's random numbers."""
        for module in self.modules():
            if isinstance(module, nn.LSTM | nn.Linear | nn.Conv1d):
                module.reset_parameters()
            elif isinstance(module, nn.Embedding | nn.EmbeddingBag):
                bound = (3 / module.embedding_dim) ** 0.5
                if module is not self.characters:
                    bound /= HASHES
                nn.init.uniform_(module.weight, -bound, bound)

    def forward(
        self,
        characters: Tensor,
        lengths: Tensor,
        attributes: Sequence[Tensor],
        flags: Tensor,
        word_of: Tensor,
        vectors: Tensor | None,
        bag: Tensor | None,
        bag_starts: Tensor | None,
        onward: Tensor,
        back: Tensor,
        onward_at: Tensor,
        back_at: Tensor,
    ) -> Tensor:
        """Give (tokens, 2 * hidden) from the arrays of ``inputs.Inputs``."""
        spelled = [self._spell(characters, lengths)]
        if self.flags:
            spelled.append(flags)
        known = [table(ids).sum(dim=1) for table, ids in zip(self.tables, attributes, strict=True)]
        if self.project is not None and vectors is not None:
            known.append(self.project(vectors))
        lexical = torch.cat(known, dim=1)[word_of]
        if self.training and self.word_rate:
            kept = torch.rand(len(lexical), 1, device=lexical.device) >= self.word_rate
            lexical = lexical * kept
        parts = [torch.cat(spelled, dim=1)[word_of], lexical]
        if self.bag is not None and bag is not None:
            parts.append(self.bag(bag, bag_starts))
        rows = torch.cat(parts, dim=1)
        for ahead, behind in zip(self.onward, self.back, strict=True):
            rows = nn.functional.dropout(rows, self.rate, self.training)
            padded = nn.functional.pad(rows, (0, 0, 0, 1))
            ways = [(ahead, onward, onward_at), (behind, back, back_at)]
            rows = torch.cat(
                [lstm(padded[tokens])[0].flatten(0, 1)[at] for lstm, tokens, at in ways], dim=1
            )
        return nn.functional.dropout(rows, self.rate, self.training)

    def _spell(self, characters: Tensor, lengths: Tensor) -> Tensor:
        spelled, places = [], []
        for least, most in zip(_LENGTHS, _LENGTHS[1:], strict=False):
            chosen = torch.nonzero((lengths > least) & (lengths <= most)).squeeze(1)
            if len(chosen):
                spelled.append(self._spell_alike(characters[chosen, :most], lengths[chosen]))
                places.append(chosen)
        at = torch.empty(len(lengths), dtype=torch.long, device=lengths.device)
        at[torch.cat(places)] = torch.arange(len(lengths), device=lengths.device)
        return torch.cat(spelled)[at]

    def _spell_alike(self, characters: Tensor, lengths: Tensor) -> Tensor:
        step = torch.arange(characters.shape[1], device=characters.device).unsqueeze(0)
        last = (lengths - 1).unsqueeze(1)
        if self.convolution is not None:
            embedded = self.characters(characters)
            beyond = (step > last).unsqueeze(2)
            seen = self.convolution(embedded.masked_fill(beyond, 0.0).transpose(1, 2))
            highest: Tensor = seen.transpose(1, 2).masked_fill(beyond, float("-inf")).amax(dim=1)
            return highest
        turned = characters.gather(1, (last - step).clamp(min=0))
        found = []
        for lstm, letters in zip(self.spelling, (characters, turned), strict=True):
            read, _ = lstm(self.characters(letters.transpose(0, 1)))
            found.append(read[last.squeeze(1), torch.arange(len(lengths))])
        return torch.cat(found, dim=1)
