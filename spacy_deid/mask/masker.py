"""The masker: the one component that rewrites the text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from spacy_deid.annotations import DECISION, Proposal, whole_text
from spacy_deid.errors import DeidError
from spacy_deid.mask.audits import counted
from spacy_deid.mask.checks import check_decided, check_offsets, warn_of_labels
from spacy_deid.mask.encodable import encodable, holds_all
from spacy_deid.mask.keys import Keyed, check_key, find_key
from spacy_deid.mask.policies import Way, resolve
from spacy_deid.mask.rewrite import Piece, Scope, case_offset, masked_text, pieces_of
from spacy_deid.mask.structured import Told, appended, case_day, case_order, masked_date
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals

DEFAULT_KEY_ENV = "SPACY_DEID_KEY"


@Language.factory(
    "deid_masker",
    requires=["doc.spans"],
    assigns=["doc._.deid_text", "doc._.deid_spans", "doc._.deid_audit"],
    default_config={
        "policy": "placeholder",
        "methods": {},
        "key_env": DEFAULT_KEY_ENV,
        "key_file": None,
    },
)
def create_masker(
    nlp: Language,
    name: str,
    policy: str,
    methods: dict[str, Any],
    key_env: str,
    key_file: str | None,
) -> Masker:
    """Make the component ``deid_masker``.

    policy: 'placeholder' (needs no key), 'vigibase', 'hipaa-safe-harbor', 'research-surrogate' or
        'limited-data-set'.
    methods: label, category or '*' to a method or {method, option: value}; goes before the policy.
        See ``mask.policies`` for methods and options.
    key_env: environment variable that holds the key; key_file: file that holds it, goes first.
        Both are read at the first document that needs a key and the key is never written.
    RAISES: DeidError D011 for an unknown policy, label, method or option.
    """
    model = f"{nlp.meta.get('lang', '')}_{nlp.meta.get('name', '')}-{nlp.meta.get('version', '')}"
    return Masker(
        name, policy=policy, methods=methods, key_env=key_env, key_file=key_file, model=model
    )


class Masker(Pipe):
    """Read the decision and write ``deid_text``, ``deid_spans`` and ``deid_audit``.

    The Doc's own text stays as it is. Surrogates, hashes and date offsets hang on the key and on
    ``doc._.deid_case`` or ``doc._.deid_id``; without either, or where the id tells no more than
    a row (``doc._.deid_unnamed``), on the keyed hash of the text.
    """

    def __init__(
        self,
        name: str,
        *,
        policy: str = "placeholder",
        methods: Mapping[str, Any] | None = None,
        key_env: str = DEFAULT_KEY_ENV,
        key_file: str | None = None,
        model: str = "",
    ) -> None:
        self.name = name
        self.key_env = key_env
        self.key_file = key_file
        self.model = model
        self._key: bytes | None = None
        self._offsets: dict[str, int] = {}
        self._pool: dict[str, list[str]] = {}
        self._encoding = ""
        self._changed = False
        self._set(policy, methods or {})
        self._configured: dict[str, Any] = {"policy": self.policy, "methods": self.methods}

    def initialize(
        self, get_examples: Callable[[], Iterable[Example]], *, nlp: Language | None = None
    ) -> None:
        """Warn where a recognizer of the pipeline has learnt labels that cannot be masked."""
        if nlp is not None:
            warn_of_labels(self.name, nlp)

    def _set(self, policy: str, methods: Mapping[str, Any]) -> None:
        self.ways: dict[str, Way] = resolve(self.name, policy, methods)
        self._policy = policy
        self._methods = dict(methods)

    # -- settings at run time --------------------------------------------------------------------

    @property
    def policy(self) -> str:
        """The policy; setting it is ``set_policy`` with the table that stands."""
        return self._policy

    @policy.setter
    def policy(self, policy: str) -> None:
        self.set_policy(policy)

    @property
    def methods(self) -> dict[str, Any]:
        """The table that goes before the policy; setting it keeps the policy."""
        return dict(self._methods)

    @methods.setter
    def methods(self, methods: Mapping[str, Any]) -> None:
        self.set_policy(self._policy, methods)

    def set_policy(self, policy: str, methods: Mapping[str, Any] | None = None) -> None:
        """Change the policy, and the table that goes before it.

        methods: None keeps the table.
        RAISES: DeidError D011 for an unknown policy, label, method or option.
        """
        self._set(policy, self.methods if methods is None else methods)
        self._changed = True

    def set_key(self, key: bytes) -> None:
        """Give the key; a copy stays in memory, and no model that is saved holds it.

        key: white space around it does not count, as in a key file.
        A pickle of the masker or its pipeline does, for worker processes: keep it as secret.
        RAISES: DeidError D010 for a key of fewer than 16 bytes, D011 for what is no bytes.
        """
        bare = key.strip() if isinstance(key, (bytes, bytearray)) else key
        self._key = check_key(bare, "set_key")

    @property
    def key(self) -> bytes | None:
        """Give the key of ``set_key``, the key file or the environment; None without one."""
        if self._key is None:
            self._key = find_key(self.key_env, self.key_file)
        return self._key

    def set_encoding(self, encoding: str) -> None:
        """Say which encoding masked texts are written in: surrogates keep to its characters.

        encoding: '' or one of Unicode for all characters. No model that is saved keeps it.
        RAISES: LookupError for an encoding that Python does not know.
        """
        self._encoding = "" if not encoding or holds_all(encoding) else encoding

    def set_offsets(self, offsets: Mapping[str, int]) -> None:
        """Give the days by which the dates of some cases move, instead of drawing them.

        offsets: case (or document) id to days, none of them 0 and none of more than a hundred
            years; they are never written. Only the method 'shift' moves by them.
        RAISES: DeidError D011 for another offset, an empty id or what is no mapping.
        """
        check_offsets(self.name, offsets)
        self._offsets.update(offsets)

    def collect(self, docs: Iterable[Doc]) -> None:
        """Gather the values that 'shuffle' draws from; they stay in memory and are never written.

        docs: with the decision on them.
        """
        pool: dict[str, set[str]] = {label: set(values) for label, values in self._pool.items()}
        for doc in docs:
            text = whole_text(doc)
            for span in read_proposals(doc, DECISION):
                pool.setdefault(span.label, set()).add(text[span.start : span.end])
        self._pool = {label: sorted(values) for label, values in sorted(pool.items())}

    # -- masking -----------------------------------------------------------------------------------

    def __call__(self, doc: Doc) -> Doc:
        """Mask one document.

        doc: with ``doc.spans["deid"]``; where that group is empty the text comes out as it is.
        RETURNS: the same Doc with deid_text, deid_spans [[start, end, label, method], …] and
            deid_audit.
        RAISES: DeidError D401 where a method needs a key and there is none; D402 where 'shuffle'
            was not prepared by ``collect``; D411 for what was found after the
            decision; D403 for a label that is not known; D408 for a Doc
            without that group.
        """
        pieces = self.pieces(doc)
        doc._.deid_text, doc._.deid_spans = masked_text(whole_text(doc), pieces)
        doc._.deid_audit = counted(doc, pieces, self.policy, self.model, self._given_key())
        return doc

    def pieces(self, doc: Doc) -> list[Piece]:
        """Give every span of the decision with what stands for it, in the order of the text."""
        if DECISION not in doc.spans:
            raise DeidError("D408", doc=doc._.deid_id or "?", component=self.name)
        decision = read_proposals(doc, DECISION)
        check_decided(doc, decision)
        values = doc._
        near = case_day(self.name, values.deid_day)
        order = case_order(self.name, values.deid_order)
        document = "" if values.deid_unnamed and not self._offsets else values.deid_id
        text, case = whole_text(doc), _case_of(values.deid_case)
        return self._pieces(text, decision, document, case, near, order)

    def _pieces(
        self,
        text: str,
        decision: Sequence[Proposal],
        document: str,
        case: str,
        near: date | None = None,
        order: str = "",
    ) -> list[Piece]:
        for span in decision:
            if span.label not in CATEGORY_OF:
                raise DeidError("D403", label=span.label, doc=document or "?")
        wanted = any(self.ways[span.label].needs_key(span.label) for span in decision)
        scope = self._scope(document or "", case or "", self.key if wanted else None)
        found = pieces_of(text, decision, self.ways, replace(scope, near=near, order=order))
        if self._encoding:
            found = [replace(one, new=encodable(one.new, self._encoding)) for one in found]
        return found

    def _scope(self, document: str, case: str, key: bytes | None) -> Scope:
        return Scope(
            document=document,
            case=case,
            keyed=Keyed(key) if key else None,
            offset=self._offsets.get(case or document),
            pool=self._pool,
        )

    def offset(self, case: str) -> int:
        """Give the days by which the dates of a case move; what undoes the shift is its negative.

        case: patient or case id; the document's id where it has none.
        RAISES: DeidError D401 without a key, D011 where the method of dates is not 'shift' or
            'season'.
        """
        way = self.ways["DATE"]
        if way.method not in ("shift", "season"):
            raise DeidError(
                "D011",
                component=self.name,
                name="methods.DATE",
                value=way.method,
                expected="'shift' or 'season' for a date to move",
            )
        scope = self._scope("", case, self.key)
        if scope.keyed is None and scope.offset is None and way.needs_key("DATE"):
            raise DeidError("D401", method=way.method, label="DATE", doc=case or "?")
        return case_offset("", way, scope)

    def mask_field(
        self, label: str, value: str, case: str, beside: Sequence[Told] = ()
    ) -> str | None:
        """Mask the value of a structured field as the narrative of its case is masked.

        label: a label of ``phi.LABELS``. case: patient or case id. A DATE in the forms of E2B and
            ISO 8601 (``20210108``, ``202101``, ``2021-01-08T10:00``) keeps its form.
        beside: texts of the case and their decisions. By them initials are somebody's, a name has
            its gender, and places move where those of the narrative do.
        RETURNS: None where the field is to be left empty: for an empty value, for what the policy
            suppresses and for dates under the method 'relative', which fit no date field.
        """
        if not value.strip():
            return None
        if label == "DATE":
            return masked_date(self, value, case)
        text, spans = appended(label, value, beside)
        piece = self._pieces(text, spans, "", case)[-1]
        return piece.new or None

    def _given_key(self) -> bytes | None:
        """Give the key where there is one; a policy that needs none runs without its file."""
        given = bool(self._key or os.environ.get(self.key_env, "").strip())
        given = given or bool(self.key_file and Path(self.key_file).exists())
        return self.key if given else None

    # -- state: settings changed at run time; never a key, an offset or a value --------------------

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Give the settings that were changed at run time."""
        data: bytes = srsly.msgpack_dumps(self._state())
        return data

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Masker:
        """Take settings from ``to_bytes``."""
        return self._restored(srsly.msgpack_loads(data), of_config=False)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the settings that were changed at run time."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        srsly.write_json(folder / "settings.json", self._state())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Masker:
        """Read what ``to_disk`` wrote; a config that was changed since goes before it."""
        state = srsly.read_json(Path(path) / "settings.json")
        return self._restored(state, of_config=True)

    def _restored(self, state: dict[str, Any], *, of_config: bool) -> Masker:
        """Take saved settings, or those of the config where none were changed.

        of_config: only such as were saved over the config that holds here.
        """
        alike = state.get("was", self._configured) == self._configured if state else False
        self._changed = bool(state) and (alike or not of_config)
        found: dict[str, Any] = state if self._changed else self._configured
        self._set(found["policy"], found["methods"])
        return self

    def _state(self) -> dict[str, Any]:
        if not self._changed:
            return {}
        return {"policy": self.policy, "methods": self.methods, "was": self._configured}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Reach worker processes whole, with key and offsets: pickles of it are secret."""
        return _rebuilt, (self.name, self.__dict__.copy())


def _case_of(value: Any) -> str:
    """Write a case as text: 7.0, as tables with gaps have it, is case 7."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def _rebuilt(name: str, state: dict[str, Any]) -> Masker:
    masker = Masker(name)
    masker.__dict__.update(state)
    return masker
