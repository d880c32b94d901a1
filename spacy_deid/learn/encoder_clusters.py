"""Word clusters of a transformer, and clusters that stand in a file.

What an encoder learnt from much text tells a small recognizer which words are alike, also those
that its own corpus lacks. Making them takes minutes and heavy packages; a file of them neither.
"""

# No postponed annotations here: spaCy reads those of registered functions.

import gzip
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError, required
from spacy_deid.learn.clusters import DIGITS, check_sizes, sklearn_module, wrong_setting
from spacy_deid.learn.encoders import model_of, tokenizer_of

_BATCH = 512
_LONGEST = 10
"""Pieces of a word that the encoder reads; the rest is cut off."""


def create_encoder_clusters(
    encoder: str | Path,
    sizes: Sequence[int] = (64, 256, 1024, 4096),
    language: str = "en",
    most: int = 80_000,
    seed: int = 0,
) -> dict[str, str]:
    """Give ``spacy_deid.EncoderClusters.v1``: k-means over what a transformer makes of words.

    encoder: folder of a transformer and its tokenizer, as ``transformers`` saves them.
    sizes: one to four numbers of clusters, from coarse to fine: those of a coarser one are clusters
        of the means of the next finer one, so that each lies in one of them.
    language, most: so many of the language's most frequent words, by wordfreq: those of letters and
        figures alone that begin with a letter.
    seed: the same seed gives the same clusters on one machine.
    RETURNS: lower-case word to its clusters, four digits for each size. The vector of a word is the
        mean of its pieces and of the marks of beginning and end in the last layer, of length 1.
    RAISES: DeidError D614 where there is no such encoder, D011 for a setting out of range or a
        language that wordfreq does not know, D014 where a package is missing.
    """
    name = "EncoderClusters"
    check_sizes(name, sizes, "unit", most=4)
    if list(sizes) != sorted(set(sizes)):
        raise wrong_setting(name, "sizes", list(sizes), "rising numbers")
    if most < 1:
        raise wrong_setting(name, "most", most, "1 or more")
    words = list(_frequent(name, language, most))
    return _nested(name, words, _vectors(name, encoder, words), sizes, seed)


def _frequent(name: str, language: str, most: int) -> Iterator[str]:
    wordfreq = required(
        "wordfreq", component=f"spacy_deid.{name}.v1", package="wordfreq", extra="train"
    )
    try:
        ranked = wordfreq.top_n_list(language, 2 * most, wordlist="best")
    except (LookupError, ValueError):
        known = f"one of {sorted(wordfreq.available_languages())}"
        raise wrong_setting(name, "language", language, known) from None
    found = (word for word in ranked if word.isalnum() and word[0].isalpha())
    yield from islice(found, most)


def _vectors(name: str, encoder: str | Path, words: Sequence[str]) -> Any:
    component = f"spacy_deid.{name}.v1"
    tokenizer = tokenizer_of(encoder, component)
    model = model_of(encoder, component).eval()
    import torch

    rows = []
    with torch.no_grad():
        for first in range(0, len(words), _BATCH):
            batch = tokenizer(
                list(words[first : first + _BATCH]),
                padding=True,
                truncation=True,
                max_length=_LONGEST,
                return_tensors="pt",
            )
            seen = batch["attention_mask"].unsqueeze(-1)
            sums = (model(**batch).last_hidden_state * seen).sum(1)
            rows.append((sums / seen.sum(1)).float().numpy())
    return numpy.concatenate(rows)


def _nested(
    name: str, words: Sequence[str], data: Any, sizes: Sequence[int], seed: int
) -> dict[str, str]:
    """Cluster rows at the finest size, the means of that at the next, and so on."""
    cluster = sklearn_module(name, "sklearn.cluster")
    rows = data / numpy.maximum(numpy.linalg.norm(data, axis=1, keepdims=True), 1e-9)
    place = numpy.arange(len(words))
    strings = [""] * len(words)
    for size in reversed(sizes):
        means = cluster.MiniBatchKMeans(
            min(size, len(rows)), random_state=seed, n_init=1, batch_size=4096, max_iter=30
        )
        place = means.fit_predict(rows)[place]
        rows = means.cluster_centers_
        strings = [
            f"{own:0{DIGITS}}{finer}" for own, finer in zip(place.tolist(), strings, strict=True)
        ]
    return dict(zip(words, strings, strict=True))


def write_clusters(path: str | Path, clusters: Mapping[str, str]) -> None:
    """Write clusters as lines of a word, a tab and its clusters; packed where the name ends in .gz.

    RAISES: DeidError D008 where it cannot be written.
    """
    with new_file(str(path)) as stream:
        for word, bits in clusters.items():
            stream.write(f"{word}\t{bits}\n".encode())


def create_cluster_file(path: str | Path | None) -> dict[str, str]:
    """Give ``spacy_deid.ClusterFile.v1``: clusters that ``write_clusters`` wrote, or one's own.

    path: of lines of a lower-case word, a tab and a string whose beginnings of 4, 8, 12 and 20
        characters are its clusters from coarse to fine; None or '' for no clusters.
    RAISES: DeidError D003 where it is missing, D225 for a line of another form or a file that is
        not UTF-8 or a damaged archive.
    """
    if not path:
        return {}
    place = Path(path)
    if not place.is_file():
        raise DeidError("D003", path=path)
    try:
        data = place.read_bytes()
        text = (gzip.decompress(data) if place.suffix.lower() == ".gz" else data).decode(
            "utf-8-sig"
        )
    except UnicodeDecodeError:
        raise DeidError("D225", path=path, place="", reason="not UTF-8") from None
    except (OSError, EOFError, zlib.error) as problem:
        raise DeidError("D225", path=path, place="", reason=str(problem)) from None
    clusters: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line:
            continue
        word, tab, bits = line.rstrip("\r").partition("\t")
        if not (word and tab and bits) or "\t" in bits:
            reason = "no word, tab and clusters"
            raise DeidError("D225", path=path, place=f", line {number}", reason=reason)
        clusters[word.lower()] = bits
    return clusters
