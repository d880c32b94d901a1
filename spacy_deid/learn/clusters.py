"""Word clusters for the feature group 'clusters': Brown's, of vectors, and of a corpus itself.

Each reader gives lower-case words with a string whose beginnings of 4, 8, 12 and 20 characters are
clusters from coarse to fine. They stand in ``[initialize.components.<name>.clusters]``; a component
keeps the words as hashes only.
"""

# No postponed annotations here: spaCy reads those of registered functions.

import gzip
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

from spacy_deid.errors import DeidError, required

NORMALISATIONS = ("none", "unit", "standard")
_DIGITS = 4
"""Characters of one number of a cluster: the feature group takes beginnings of 4, 8, 12 and 20."""
_MOST_SIZES = 3
_BITS = 20
_TOKEN = re.compile(r"[^\W\d_]+|\d+|\n|[^\w\s]")


def create_brown_clusters(language: str = "en", most: int = 100_000) -> dict[str, str]:
    """Give ``spacy_deid.BrownClusters.v1``: the Brown clusters of spacy-lookups-data.

    language: one of the package's tables 'lexeme_cluster': de, el, en, es, fr, it, nl, pt and more.
    most: so many of the table's words, the most frequent first; 0 for all (a million).
    RETURNS: lower-case word to the bit string of its cluster, filled with zeros to 20 bits; where
        the table holds several forms of a word, the first of them that has a cluster.
    RAISES: DeidError D014 where the package is missing, D011 for a language without a table or a
        negative number.

    SOURCE: spaCy keeps a path of bits as a number whose lowest bit is the path's first.
    """
    if most < 0:
        raise _wrong("BrownClusters", "most", most, "0 or more")
    package = required(
        "spacy_lookups_data",
        component="spacy_deid.BrownClusters.v1",
        package="spacy-lookups-data",
        extra="train",
    )
    folder = Path(str(package.__file__)).parent / "data"
    tables = {path.name.split("_")[0]: path for path in folder.glob("*_lexeme_cluster.json.gz")}
    if language not in tables:
        raise _wrong("BrownClusters", "language", language, f"one of {sorted(tables)}")
    import srsly

    numbers = srsly.json_loads(gzip.decompress(tables[language].read_bytes()))
    clusters: dict[str, str] = {}
    for word, number in islice(numbers.items(), most or None):
        key = word.lower()
        if number and key not in clusters:
            clusters[key] = f"{number:b}"[::-1].ljust(_BITS, "0")[:_BITS]
    return clusters


def create_vector_clusters(
    vectors: str | Path,
    sizes: Sequence[int] = (128, 1024, 8192),
    normalisation: str = "unit",
    most: int = 0,
    seed: int = 0,
) -> dict[str, str]:
    """Give ``spacy_deid.VectorClusters.v1``: k-means over the word vectors of a spaCy pipeline.

    vectors: an installed pipeline or the path of one, with vectors.
    sizes: one to three numbers of clusters, from coarse to fine; a size over the number of words
        counts as that number.
    normalisation: 'none', 'unit' (length 1) or 'standard' (mean 0, deviation 1 of each column).
    most: so many of the words, in the order of the table; 0 for all.
    seed: of k-means; the same seed gives the same clusters on one machine.
    RETURNS: lower-case word to its clusters, four digits for each size, one behind another.
    RAISES: DeidError D001 where there is no such pipeline, D011 for a wrong setting or a pipeline
        without vectors of words, D014 where scikit-learn is missing.

    SOURCE: system 4: k-means with 128, 1,024 and 8,192 clusters over word2vec.
    """
    name = "VectorClusters"
    _check_sizes(name, sizes, normalisation)
    if most < 0:
        raise _wrong(name, "most", most, "0 or more")
    from spacy.util import load_model

    try:
        table = load_model(vectors, exclude=["*"]).vocab
    except OSError:
        raise DeidError("D001", model=str(vectors)) from None
    words: list[str] = []
    rows: list[int] = []
    known: set[str] = set()
    for key, row in table.vectors.key2row.items():
        word = table.strings[key].lower() if key in table.strings else ""
        if word and row >= 0 and word not in known and not word.isspace():
            known.add(word)
            words.append(word)
            rows.append(row)
            if len(words) == most:
                break
    if not words:
        raise _wrong(name, "vectors", str(vectors), "a pipeline whose vocabulary holds vectors")
    data = numpy.asarray(table.vectors.data[rows], dtype="float32")
    return _grouped(name, words, data, sizes, normalisation, seed)


def create_corpus_clusters(
    paths: Sequence[str | Path],
    format: str | None = None,
    least: int = 5,
    sizes: Sequence[int] = (64, 256, 1024),
    window: int = 2,
    contexts: int = 3000,
    width: int = 100,
    most: int = 50_000,
    seed: int = 0,
) -> dict[str, str]:
    """Give ``spacy_deid.CorpusClusters.v1``: k-means over how a corpus itself uses its words.

    paths: files or folders of documents, annotated or not; the annotation is not looked at.
    format: of all of them, as ``spacy-deid convert`` knows it; told from the files where None.
    least: words of fewer documents than this are left out, 2 or more: a name that stands in one
        document alone is never a key.
    sizes: as of ``create_vector_clusters``.
    window: words to each side that count as context, each place by itself.
    contexts: so many of the most frequent words count as contexts.
    width: dimensions of the word vectors.
    most: so many of the most frequent words get a cluster.
    seed: the same seed gives the same clusters on one machine.
    RETURNS: lower-case word to its clusters; {} where no word is in enough documents. Vectors are
        positive pointwise mutual information, cut to its largest singular values, of length 1.
    RAISES: DeidError of the reader where a file cannot be read, D011 for a setting out of range,
        D014 where scikit-learn is missing.

    SOURCE: Levy & Goldberg 2014 for the vectors (shifted by nothing).
    """
    name = "CorpusClusters"
    _check_sizes(name, sizes, "unit")
    for setting, value, low in (
        ("least", least, 2),
        ("window", window, 1),
        ("contexts", contexts, 1),
        ("width", width, 2),
        ("most", most, 1),
    ):
        if value < low:
            raise _wrong(name, setting, value, f"{low} or more")
    from spacy_deid.corpora.formats import read_records

    texts: list[list[str]] = []
    spread: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for path in paths:
        for record in read_records(path, format, strict=True):
            tokens = words_of(record.text)
            texts.append(tokens)
            counts.update(tokens)
            spread.update(set(tokens))
    ranked = sorted((w for w, n in spread.items() if n >= least), key=lambda w: (-counts[w], w))
    words = [word for word in ranked if word[0].isalpha()][:most]
    if len(words) < 2:
        return {}
    data = word_vectors(
        texts, words, ranked[:contexts], window=window, width=width, seed=seed, component=name
    )
    return _grouped(name, words, data, sizes, "unit", seed)


def words_of(text: str) -> list[str]:
    """Give the words of a text in small letters; line ends, signs, and '0…' for digits."""
    found = []
    for token in _TOKEN.findall(text):
        found.append("0" * len(token) if token[0].isdecimal() else token.lower())
    return found


def word_vectors(
    texts: Iterable[Sequence[str]],
    words: Sequence[str],
    contexts: Sequence[str],
    *,
    window: int,
    width: int,
    seed: int,
    component: str = "word_vectors",
) -> Any:
    """Give a vector for each word of what stands around it.

    texts: word lists. words, contexts: those that count, in order.
    RETURNS: an array (words, dimensions): positive pointwise mutual information of word and
        context at each place of the window, cut to ``width`` singular values (or as many as there
        are).
    """
    from scipy.sparse import csr_matrix

    decomposition = _sklearn(component, "sklearn.decomposition")
    row_of = {word: row for row, word in enumerate(words)}
    column_of = {word: column for column, word in enumerate(contexts)}
    offsets = [offset for offset in range(-window, window + 1) if offset]
    shape = len(words), len(contexts) * len(offsets)
    cells: Counter[tuple[int, int]] = Counter()
    for text in texts:
        rows = [row_of.get(word, -1) for word in text]
        columns = [column_of.get(word, -1) for word in text]
        for number, offset in enumerate(offsets):
            shift = number * len(contexts)
            for place in range(max(0, -offset), min(len(text), len(text) - offset)):
                row, column = rows[place], columns[place + offset]
                if row >= 0 and column >= 0:
                    cells[row, column + shift] += 1
    if not cells:
        return numpy.zeros((len(words), 2), dtype="float32")
    keys = sorted(cells)
    places = numpy.array(keys, dtype="int64")
    values = numpy.array([cells[key] for key in keys], dtype="float64")
    counts = csr_matrix((values, (places[:, 0], places[:, 1])), shape=shape)
    by_row = numpy.asarray(counts.sum(axis=1)).ravel()
    by_column = numpy.asarray(counts.sum(axis=0)).ravel()
    chance = by_row[places[:, 0]] * by_column[places[:, 1]] / values.sum()
    positive = numpy.maximum(numpy.log(values / chance), 0)
    table = csr_matrix((positive, (places[:, 0], places[:, 1])), shape=shape)
    dimensions = max(min(width, min(shape) - 1), 1)
    cut = decomposition.TruncatedSVD(dimensions, n_iter=5, random_state=seed)
    return cut.fit_transform(table).astype("float32")


def _grouped(
    component: str,
    words: Sequence[str],
    data: Any,
    sizes: Sequence[int],
    normalisation: str,
    seed: int,
) -> dict[str, str]:
    """Cluster rows at every size. RETURNS: word to its clusters' numbers, coarse to fine."""
    cluster = _sklearn(component, "sklearn.cluster")
    if normalisation == "unit":
        lengths = numpy.linalg.norm(data, axis=1, keepdims=True)
        data = data / numpy.maximum(lengths, 1e-9)
    elif normalisation == "standard":
        data = (data - data.mean(axis=0)) / numpy.maximum(data.std(axis=0), 1e-9)
    strings = [""] * len(words)
    for size in sizes:
        means = cluster.MiniBatchKMeans(
            min(size, len(words)), random_state=seed, n_init=1, batch_size=4096, max_iter=30
        )
        for place, number in enumerate(means.fit_predict(data).tolist()):
            strings[place] += f"{number:0{_DIGITS}}"
    return dict(zip(words, strings, strict=True))


def _check_sizes(component: str, sizes: Sequence[int], normalisation: str) -> None:
    if not 0 < len(sizes) <= _MOST_SIZES or not all(1 < size < 10**_DIGITS for size in sizes):
        raise _wrong(component, "sizes", list(sizes), "one to three numbers from 2 to 9999")
    if normalisation not in NORMALISATIONS:
        raise _wrong(component, "normalisation", normalisation, f"one of {NORMALISATIONS}")


def _wrong(component: str, name: str, value: object, expected: str) -> DeidError:
    return DeidError(
        "D011", name=name, component=f"spacy_deid.{component}.v1", value=value, expected=expected
    )


def _sklearn(component: str, module: str) -> Any:
    named = f"spacy_deid.{component}.v1"
    return required(module, component=named, package="scikit-learn", extra="svm")
