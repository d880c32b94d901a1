"""The criteria as spaCy scorers, for training configs and ``spacy evaluate``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example

from spacy_deid.annotations import DECISION
from spacy_deid.errors import DeidError

Scorer = Callable[..., dict[str, Any]]
SpanTuple = tuple[int, int, str]


def gold_of(doc: Doc) -> list[SpanTuple]:
    """Give a reference's gold spans.

    RETURNS: ``doc._.deid_gold`` where it is set, also where no token border meets a span; otherwise
        ``doc.ents``.
    """
    exact = doc._.deid_gold
    if exact is not None:
        return [(int(start), int(end), str(label)) for start, end, label in exact]
    return [(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents]


def predicted_of(doc: Doc, spans_key: str | None) -> list[SpanTuple]:
    """Give a prediction's spans: the named group where the Doc has it, otherwise ``doc.ents``."""
    group = doc.spans[spans_key] if spans_key and spans_key in doc.spans else doc.ents
    return [(span.start_char, span.end_char, span.label_) for span in group]


def _pairs(examples: Iterable[Example], spans_key: str | None) -> Iterable[Any]:
    from spacy_deid.score.arrays import Pair

    for example in examples:
        reference, predicted = example.reference, example.predicted
        if reference._.deid_gold is None and not reference.has_annotation("ENT_IOB"):
            continue  # without annotation nothing is known to be right or wrong
        meta = {"patient": reference._.deid_case} if reference._.deid_case else {}
        if reference.text != predicted.text:
            raise DeidError(
                "D502",
                side="Scoring",
                doc=reference._.deid_id,
                place=0,
                gold_length=len(reference.text),
                pred_length=len(predicted.text),
            )
        yield Pair(
            reference.text,
            gold_of(reference),
            predicted_of(predicted, spans_key),
            reference._.deid_id,
            meta,
        )


def _agreement_scorer(
    prefix: str, criteria: Sequence[str], subset: str, scheme: str, spans_key: str | None
) -> Scorer:
    from spacy_deid.score.agreement import CRITERIA
    from spacy_deid.score.schemes import scheme as look_up

    unknown = [name for name in criteria if name not in CRITERIA]
    if unknown or subset not in ("all", "hipaa"):
        raise DeidError(
            "D508",
            name="criteria" if unknown else "subset",
            value=unknown or subset,
            expected=f"of {', '.join(CRITERIA)}" if unknown else "'all' or 'hipaa'",
        )
    look_up(scheme)

    def score(examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        from spacy_deid.score.agreement import agreement

        found, _ = agreement(_pairs(examples, spans_key), scheme_name=scheme, samples=0)
        scores: dict[str, Any] = {}
        for criterion in criteria:
            micro = found[criterion][subset]["micro"]
            name = f"{prefix}_{criterion}"
            if criterion == "leak_score":
                scores[name] = micro["leak"]
                continue
            for short, figure in (("p", "precision"), ("r", "recall"), ("f", "f1")):
                scores[f"{name}_{short}"] = micro[figure]
            if criterion == "redaction":
                for figure in (
                    "spans_covered",
                    "documents_without_leak",
                    "token_recall",
                    "token_recall_corrected",
                    "token_precision",
                ):
                    scores[f"{prefix}_{figure}"] = micro[figure]
            elif "by_label" in found[criterion]:
                scores[f"{name}_per_type"] = {
                    label: {
                        short: averages["micro"][figure]
                        for short, figure in (("p", "precision"), ("r", "recall"), ("f", "f1"))
                    }
                    for label, averages in found[criterion]["by_label"].items()
                }
        return scores

    return score


def create_agreement_scorer(
    criteria: Sequence[str] = ("strict", "relaxed", "token", "covering", "overlapping"),
    subset: str = "all",
    scheme: str = "i2b2-2014",
    spans_key: str | None = DECISION,
    prefix: str = "deid",
) -> Scorer:
    """Make ``spacy_deid.AgreementScorer.v1``: the criteria of i2b2 2014 and system 1.

    criteria: of ``agreement.CRITERIA``; subset: 'all' or 'hipaa'.
    spans_key: group of the prediction; where a Doc has no such group, or None, its entities count.
    The scores are called '<prefix>_<criterion>_p', '_r', '_f' (micro) and '_per_type'.
    RAISES: DeidError D505 and D508 for unknown names; D503 and D504 while scoring.
    """
    return _agreement_scorer(prefix, criteria, subset, scheme, spans_key)


def create_meddocan_scorer(
    scheme: str = "i2b2-2014", spans_key: str | None = DECISION, prefix: str = "meddocan"
) -> Scorer:
    """Make ``spacy_deid.MeddocanScorer.v1``: NER strict, spans strict and merged, leak score."""
    criteria = ("strict", "spans_strict", "spans_merged", "leak_score")
    return _agreement_scorer(prefix, criteria, "all", scheme, spans_key)


def create_redaction_scorer(
    subset: str = "all",
    scheme: str = "i2b2-2014",
    spans_key: str | None = DECISION,
    prefix: str = "deid",
) -> Scorer:
    """Make ``spacy_deid.RedactionScorer.v1``: what is masked, whatever its label.

    The scores are '<prefix>_redaction_p', '_r', '_f' (letters and digits), '_spans_covered',
    '_documents_without_leak', '_token_recall', '_token_recall_corrected' and '_token_precision'
    (system 2; take subset 'hipaa' for its figures).
    """
    return _agreement_scorer(prefix, ("redaction",), subset, scheme, spans_key)


def create_harm_scorer(
    scheme: str = "i2b2-2014", spans_key: str | None = DECISION, prefix: str = "deid"
) -> Scorer:
    """Make ``spacy_deid.HarmScorer.v1``: '<prefix>_kept_safe' and '<prefix>_kept_useful'.

    The first is the share of gold spans of which nothing shows, the second that of useful
    expressions that survive; their opposites are '<prefix>_leak' and '<prefix>_loss'.
    """

    def score(examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        from spacy_deid.score.report import evaluation

        harms = evaluation(_pairs(examples, spans_key), scheme_name=scheme, samples=0).report[
            "harms"
        ]
        leak, loss = harms["leak"]["rate"], harms["loss"]["rate"]
        return {
            f"{prefix}_leak": leak,
            f"{prefix}_loss": loss,
            f"{prefix}_kept_safe": 1 - leak,
            f"{prefix}_kept_useful": 1 - loss,
        }

    return score
