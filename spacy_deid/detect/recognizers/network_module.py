"""The networks of ``deid_network`` in torch. Nothing but their training imports this module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import torch

from spacy_deid.detect.recognizers.network_weights import layers_of, neighbours, quantised, reach_of

_SPREAD = 0.1


class Chance:
    """Draws by the byte, many times faster than torch does: shares are multiples of 1/256."""

    def __init__(self, seed: int) -> None:
        self._draw = numpy.random.default_rng(seed).bytes

    def left_out(self, count: int, share: float) -> numpy.ndarray[Any, Any]:
        """Tell of each of some things whether it is left out, shape (count,), bool."""
        return numpy.frombuffer(self._draw(count), numpy.uint8) < round(share * 256)

    def dropout(self, values: torch.Tensor, share: float) -> torch.Tensor:
        """Put 0 in place of a share of the values and scale the others up to it."""
        kept = torch.from_numpy(~self.left_out(values.numel(), share)).view(values.shape)
        return values * kept.to(values.dtype).mul_(256 / max(256 - round(share * 256), 1))


class Network(torch.nn.Module):
    """Sums the vectors of a word's features and lets dilated layers look at its neighbours.

    See ``create_network`` for the settings; ``chance`` draws what is left out in training.
    """

    def __init__(
        self,
        features: int,
        tags: int,
        feature_width: int,
        width: int,
        depth: int,
        dilations: Sequence[int],
        dropout: float,
        chance: Chance,
    ) -> None:
        super().__init__()
        self.features = torch.nn.Parameter(torch.randn(features, feature_width) * _SPREAD)
        self.bias = torch.nn.Parameter(torch.zeros(feature_width))
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(inputs, outputs)
            for _, inputs, outputs in layers_of(feature_width, width, depth)
        )
        self.output = torch.nn.Linear(width, tags)
        self.transitions = torch.nn.Parameter(torch.zeros(tags, tags))
        self.gap = reach_of(depth, dilations)
        """Empty rows between two documents of a batch: no window reaches across."""
        self._dilations = list(dilations)
        self._chance, self._share = chance, dropout

    def dropout(self, values: torch.Tensor) -> torch.Tensor:
        """Leave out a share of the values in training."""
        return self._chance.dropout(values, self._share) if self.training else values

    def forward(self, table: Any, numbers: Any, starts: Any, rows: Any, mask: Any) -> Any:
        """Score the words of a batch.

        table: the features that occur in it, as ``numbers`` count them. rows: where each word
            stands among the empty rows.
        """
        sums = torch.nn.functional.embedding_bag(numbers, table, starts, mode="sum")
        sums = torch.relu(sums + self.bias)
        hidden = torch.zeros(len(mask), sums.shape[1]).index_copy(0, rows, self.dropout(sums))
        for number, layer in enumerate(self.layers):
            distances = neighbours(number, self._dilations)
            reach, count = distances[-1], len(hidden)
            padded = torch.nn.functional.pad(hidden, (0, 0, reach, reach))
            seen = torch.cat([padded[reach + n : reach + n + count] for n in distances], dim=1)
            new = self.dropout(torch.relu(layer(seen))) * mask
            hidden = new if number == 0 else hidden + new
        return self.output(hidden[rows])

    def arrays(self) -> dict[str, bytes]:
        """Give all numbers as ``NetworkWeights`` reads them."""
        found: dict[str, Any] = {
            "bias": self.bias,
            "output": self.output.weight.T,
            "output_bias": self.output.bias,
            "transitions": self.transitions,
        }
        for number, layer in enumerate(self.layers):
            found[f"layer{number}"] = layer.weight.T
            found[f"layer{number}_bias"] = layer.bias
        arrays = {
            name: numpy.ascontiguousarray(values.detach().numpy().astype(numpy.float16)).tobytes()
            for name, values in found.items()
        }
        table, scales = quantised(self.features.detach().numpy())
        return {**arrays, "features": table.tobytes(), "scales": scales.tobytes()}
