"""``deid_network``: a small convolutional network over feature strings with a linear-chain output.

It reads what ``deid_crf`` reads (hashed word features, word lists, layout, what the rules found)
but learns a vector for each feature and combines them over a window, so that words that were never
seen are judged by what they have in common with others. A conditional random field can stand beside
it and have a share in every score ("wide and deep"): what is rare but certain is learnt there.
Training needs torch; tagging is numpy.
"""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.detect.crf import SETTINGS, ConditionalRandomField, create_crf
from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.extractor import GROUPS, FeatureExtractor
from spacy_deid.detect.recognizers.chained import DECODING_SETTINGS, GREATEST_BIAS, ChainRecognizer
from spacy_deid.detect.recognizers.network_weights import NetworkWeights
from spacy_deid.detect.recognizers.recognizer import Pairs, check_range
from spacy_deid.detect.recognizers.tagging import Floats, gold_tags
from spacy_deid.errors import DeidError

_FURTHEST = 64


@Language.factory(
    "deid_network",
    assigns=["doc.spans"],
    default_config={
        "groups": ["forms", "lexicon", "layout", "fields", "rules"],
        "rule_sources": ["deid_patterns", "deid_gazetteer", "deid_protect"],
        "width": 64,
        "feature_width": 0,
        "depth": 2,
        "dilations": [1],
        "members": 1,
        "passes": 8,
        "least_steps": 0,
        "batch_words": 2000,
        "learn_rate": 0.002,
        "dropout": 0.3,
        "feature_dropout": 0.2,
        "miss_cost": 0.0,
        "min_frequency": 3,
        **DECODING_SETTINGS,
        "seed": 0,
        "linear": {},
        "linear_share": 0.0,
        "annotating": [],
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_network(
    nlp: Language,
    name: str,
    groups: Sequence[str],
    rule_sources: Sequence[str],
    width: int,
    feature_width: int,
    depth: int,
    dilations: Sequence[int],
    members: int,
    passes: int,
    least_steps: int,
    batch_words: int,
    learn_rate: float,
    dropout: float,
    feature_dropout: float,
    miss_cost: float,
    min_frequency: int,
    recall_bias: float,
    label_bias: Mapping[str, float],
    decoding: str,
    clear_below: float,
    sparse_share: float,
    sparse_drop: float,
    probabilities: bool,
    seed: int,
    linear: Mapping[str, Any],
    linear_share: float,
    annotating: Sequence[str],
) -> "FeatureNetwork":
    """Make the component ``deid_network``.

    groups, rule_sources: see ``FeatureExtractor``; word features count for their own word only, the
        network looks at the neighbours.
    width: numbers per word and layer. feature_width: numbers per feature, which are most of what a
        model takes on disk; 0 for as many as ``width``. depth: layers after the first, 0 or more.
    dilations: how many words away, 1 to 64, the two neighbours of a word stand in each of these
        layers, repeated where there are more layers. The first layer sees 2 words to each side, so
        with all at 1 the network sees 2 and one more per layer; greater ones see further.
    members: networks trained from different beginnings whose scores are averaged.
    passes: over the corpus; more where they would give fewer than ``least_steps`` steps, as on a
        small one. batch_words: words per step. learn_rate: at the first step; it falls to
        0 along a line.
    dropout, feature_dropout: share of inner numbers and of features left out at random in training.
    miss_cost: in training, added to the score of 'nothing to hide' at every word that hides
        something, from 0 to 50: to fit them all the same the network has to be surer of them by as
        much, and so learns best where recall is high. The scores lean to that side afterwards;
        ``recall_bias`` can be the smaller.
    min_frequency: features seen less often are left out.
    recall_bias: taken off the score of 'nothing to hide' at every word; above 0 finds more.
    label_bias: the same by label, on top: added to the scores of the tags of a label.
    decoding: 'path' or 'words', see ``chained.DECODINGS``.
    clear_below: with 'words', probability of something to hide, up to 0.5, below which a word
        counts as clear: the resolver leaves out what only wide rules propose there; 0 for no word.
    sparse_share, sparse_drop: with 'words', the share of words to hide (0 to 1) below which a
        document counts as sparse, 0 for none, and what ``recall_bias`` loses (up to 50) where
        nothing is to hide, less by less up to that share.
    probabilities: leave the class probabilities of every token in the document, as the inverse mode
        needs them.
    seed: of all that is random.
    linear: settings of ``deid_crf`` for the field beside the network, where they differ from that
        component's own. linear_share: of the field in the scores and in the transitions, from 0
        (no field) to 1.
    annotating: components that run on every training document first.
    RAISES: DeidError D011 for a setting out of range.
    SOURCE: dilations: Strubell et al. (2017); wide and deep: Cheng et al. (2016); fields
        multiplied: Smith, Cohn, Osborne (2005); costs: softmax-margin, Gimpel, Smith (2010).
    """
    for setting, value, least, most in (
        ("width", width, 1, 1024),
        ("feature_width", feature_width, 0, 1024),
        ("depth", depth, 0, 16),
        ("members", members, 1, 32),
        ("passes", passes, 1, 10_000),
        ("least_steps", least_steps, 0, 1_000_000),
        ("batch_words", batch_words, 1, 1_000_000),
        ("learn_rate", learn_rate, 1e-8, 1),
        ("dropout", dropout, 0, 0.95),
        ("feature_dropout", feature_dropout, 0, 0.95),
        ("miss_cost", miss_cost, 0, GREATEST_BIAS),
        ("min_frequency", min_frequency, 0, 1_000_000),
        ("linear_share", linear_share, 0, 1),
    ):
        check_range(name, setting, value, least, most)
    _check_dilations(name, dilations)
    extractor = FeatureExtractor(
        groups, windows=dict.fromkeys(GROUPS, 0), rule_sources=rule_sources
    )
    return FeatureNetwork(
        name,
        extractor=extractor,
        training={
            "width": width,
            "feature_width": feature_width or width,
            "depth": depth,
            "dilations": list(dilations),
            "members": members,
            "passes": passes,
            "least_steps": least_steps,
            "batch_words": batch_words,
            "learn_rate": learn_rate,
            "dropout": dropout,
            "feature_dropout": feature_dropout,
            "miss_cost": miss_cost,
            "min_frequency": min_frequency,
            "seed": seed,
        },
        linear=_field(nlp, name, rule_sources, linear) if linear_share else None,
        linear_share=linear_share,
        recall_bias=recall_bias,
        label_bias=label_bias,
        decoding=decoding,
        clear_below=clear_below,
        sparse_share=sparse_share,
        sparse_drop=sparse_drop,
        probabilities=probabilities,
        annotating=annotating,
    )


def _check_dilations(name: str, dilations: Sequence[int]) -> None:
    """Refuse distances that are no whole numbers or out of range.

    RAISES: DeidError D011.
    """
    if not isinstance(dilations, (list, tuple)) or not dilations:
        raise DeidError(
            "D011", name="dilations", component=name, value=dilations, expected="a list of numbers"
        )
    for reach in dilations:
        check_range(name, "dilations", reach, 1, _FURTHEST)


def _field(
    nlp: Language, name: str, rule_sources: Sequence[str], settings: Mapping[str, Any]
) -> ConditionalRandomField:
    """Make the field beside the network.

    RAISES: DeidError D011 for a setting that ``deid_crf`` does not have or that the network sets.
    """
    known = SETTINGS.keys() - {"rule_sources", "scheme", "annotating", *DECODING_SETTINGS}
    for setting in settings:
        if setting not in known:
            expected = f"some of {sorted(known)}"
            raise DeidError("D011", name="linear", component=name, value=setting, expected=expected)
        value, kind = settings[setting], type(SETTINGS[setting])
        if not isinstance(value, (int, float) if kind is float else kind):
            expected = f"{kind.__name__} for {setting}"
            raise DeidError("D011", name="linear", component=name, value=value, expected=expected)
    field: ConditionalRandomField = create_crf(
        nlp, name, **{**SETTINGS, **settings, "rule_sources": rule_sources}
    )
    return field


class FeatureNetwork(ChainRecognizer):
    """Tag words by a network over features; see ``ChainRecognizer.annotate`` for its scores."""

    extractor: FeatureExtractor

    def __init__(
        self,
        name: str,
        *,
        extractor: FeatureExtractor,
        training: Mapping[str, Any],
        linear: ConditionalRandomField | None,
        linear_share: float,
        annotating: Sequence[str],
        **decoding: Any,
    ) -> None:
        super().__init__(name, extractor=extractor, annotating=annotating, **decoding)
        self.training = dict(training)
        self.linear = linear
        self.linear_share = linear_share
        self._weights: NetworkWeights | None = None
        self._order: list[int] = []
        self._transitions: Floats = numpy.zeros((0, 0), dtype=numpy.float32)

    def fit(self, pairs: Pairs) -> None:
        """Learn from documents and their gold by torch."""
        try:
            from spacy_deid.detect.recognizers.network_training import Sample, train
        except ImportError:
            raise DeidError("D014", component=self.name, package="torch", extra="neural") from None
        sample = Sample()
        for doc, gold in pairs():
            view = self.extractor.view(doc)
            words = [self.extractor.word(word)[0] for word in view.words]
            sample.add(words, self.extractor.context(view), gold_tags(gold, view, "BIO"))
        field = None
        if self.linear:
            # before the network, which takes longer: what can fail fails here
            self.linear.extractor.share_tables(self.extractor)
            self.linear.fit(pairs)
            field = self.linear.state()
        learnt = train(sample, **self.training)
        self.take({**learnt, "linear": field} if field else learnt)

    def classes(self) -> Sequence[str]:
        """Give the tags learnt, none before training."""
        return self._weights.classes if self._weights else []

    @property
    def transitions(self) -> Floats:
        """Scores of going from row to column, shape (classes, classes)."""
        return self._transitions

    def scores_of(self, docs: Sequence[Doc]) -> list[tuple[View, Floats]]:
        """Give each document's view and the score of each class, shape (words, classes)."""
        assert self._weights is not None
        scored = self._weights.score(docs)
        if self.linear:
            wide = self.linear.scores_of(docs)
            scored = [
                (view, self._mixed(deep, other[:, self._order]))
                for (view, deep), (_, other) in zip(scored, wide, strict=True)
            ]
        return scored

    def _mixed(self, deep: Floats, wide: Floats) -> Floats:
        return (1 - self.linear_share) * deep + self.linear_share * wide

    def state(self) -> dict[str, Any]:
        """Give the numbers of the networks and of the field beside them."""
        return self._weights.state if self._weights else {}

    def take(self, state: Mapping[str, Any]) -> None:
        """Take back what ``state`` gave, or what training gives."""
        weights = NetworkWeights(self.extractor, state)
        transitions = weights.transitions
        if self.linear:
            self.linear.extractor.share_tables(self.extractor)
            self.linear.take(state["linear"])
            place = {tag: number for number, tag in enumerate(self.linear.classes())}
            self._order = [place[tag] for tag in weights.classes]
            wide = self.linear.transitions[numpy.ix_(self._order, self._order)]
            transitions = self._mixed(transitions, wide)
        self._weights, self._transitions = weights, transitions
