"""``deid_stack``: a linear support vector machine over the decisions of the other detectors."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Callable, Iterable, Mapping, Sequence

from spacy.language import Language
from spacy.training import Example

from spacy_deid.detect.features.decisions import ENTS, DecisionReader
from spacy_deid.detect.machines.settings import SVM_DEFAULTS, check_settings
from spacy_deid.detect.recognizers.recognizer import Examples, check_range
from spacy_deid.detect.svm import SupportVectorMachine
from spacy_deid.errors import DeidError, check_names


@Language.factory(
    "deid_stack",
    assigns=["doc.spans"],
    default_config={
        **SVM_DEFAULTS,
        "sources": ["deid_patterns", "deid_gazetteer", "deid_crf", "deid_svm", ENTS],
        "window": 2,
        "shapes": 1,
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_stack(
    nlp: Language,
    name: str,
    sources: Sequence[str],
    window: int,
    shapes: int,
    task: str,
    label: str,
    scheme: str,
    algorithm: str,
    penalty: str,
    c: float,
    l1_ratio: float,
    label_weights: Mapping[str, float],
    passes: int,
    folds: int,
    min_frequency: int,
    recall_bias: float,
    seed: int,
    workers: int,
    annotating: Sequence[str],
) -> "Stack":
    """Make the component ``deid_stack``.

    sources: span groups whose decisions it weighs, and 'ents' for ``doc.ents``; at least one, none
        twice.
    window: words on each side whose decisions count, 0 or more.
    shapes: words on each side whose form counts; -1 for no form at all.
    annotating: the components that write the sources; they run on every training document.
    The others are as in ``deid_svm``.
    RAISES: DeidError D011 for a setting out of range.
    SOURCE: system 5, Multi.
    """
    settings = {
        "stages": 1,
        "task": task,
        "label": label,
        "scheme": scheme,
        "algorithm": algorithm,
        "penalty": penalty,
        "c": c,
        "l1_ratio": l1_ratio,
        "label_weights": dict(label_weights),
        "passes": passes,
        "folds": folds,
        "min_frequency": min_frequency,
        "recall_bias": recall_bias,
        "seed": seed,
        "workers": workers,
    }
    check_settings(name, settings)
    check_names(name, "sources", sources, least=1)
    if len(set(sources)) != len(sources) or name in sources:
        expected = "names of other span groups, none twice"
        raise DeidError(
            "D011", name="sources", component=name, value=list(sources), expected=expected
        )
    check_range(name, "window", window, 0)
    check_range(name, "shapes", shapes, -1)
    reader = DecisionReader(sources, window=window, shapes=shapes)
    return Stack(name, reader=reader, settings=settings, annotating=annotating)


class Stack(SupportVectorMachine):
    """Weigh what the detectors before it in the pipeline proposed and propose anew.

    How far a detector can be trusted shows only on documents that it did not learn from: train the
    stack on a corpus apart from theirs (reader ``spacy_deid.CorpusPart.v1`` parts one in two), or
    it learns that they are always right.
    """

    def initialize(  # type: ignore[override]
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language,
        corpus: Examples | None = None,
    ) -> None:
        """Fit on a whole corpus that the sources did not learn from.

        corpus: a reader, named in ``[initialize.components.<name>.corpus]``.
        RAISES: DeidError D204 where no corpus came, D205 where it holds no entity.
        """
        super().initialize(get_examples, nlp=nlp, corpus=corpus)
