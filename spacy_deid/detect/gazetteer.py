"""The component ``deid_gazetteer``: names, places, care sites, jobs, and what is no identity.

It writes ``doc.spans["deid_gazetteer"]`` (proposals) and ``doc.spans["deid_protect"]`` (clinical
terms and companies, label PROTECT, the strength as score) in one pass over the text. It works on
strings of its own, so no list entry comes into the vocab.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_deid.annotations import SAFE_WORDS, Proposal, whole_text
from spacy_deid.detect.dictionary_models import (
    Background,
    find_by_binary_dictionary,
    find_by_frequency,
    find_by_mimic_lists,
)
from spacy_deid.detect.evidence import find_by_evidence
from spacy_deid.detect.known import find_known
from spacy_deid.detect.safe_words import find_safe_words
from spacy_deid.detect.words.lexicon import Lexicon, lexicon_of
from spacy_deid.detect.words.lists import pack, read_lists, unpack
from spacy_deid.detect.words.plain import Plain
from spacy_deid.detect.words.scan import Scan
from spacy_deid.errors import DeidError
from spacy_deid.proposals import write_proposals

MODELS = ("evidence", "binary_dictionary", "frequency_divergence", "mimic")
PROTECT_KEY = "deid_protect"


class Gazetteer:
    """Propose identifying names and places from lists and the words around them.

    name: of the component, also the key of its span group.
    model: how lists become proposals, one of ``MODELS``.
    threshold: least score of a proposal (0 to 1); of ``frequency_divergence`` the greatest
        divergence that counts at all.
    protect: whether ``doc.spans["deid_protect"]`` is written.
    safe_words: whether ``doc.spans["deid_safe"]`` is written, for the inverse mode.
    lists: a folder of lists that ``initialize`` reads unless it is given another.
    """

    def __init__(
        self,
        name: str = "deid_gazetteer",
        *,
        model: str = "evidence",
        threshold: float = 0.5,
        divergence: float = 2.0,
        protect: bool = True,
        safe_words: bool = False,
        lists: str | Path | None = None,
    ) -> None:
        self.name = name
        self.model = model
        self.threshold = threshold
        self.divergence = divergence
        self.protect = protect
        self.safe_words = self._configured_safe_words = safe_words
        self.lists = lists
        self._held: dict[str, str] | None = None
        self._packed: bytes | None = None
        self._lexicon: Lexicon | None = None
        self._background: Background | None = None

    @property
    def lexicon(self) -> Lexicon:
        """The lists as the rules read them; the package's own where ``initialize`` never ran."""
        if self._lexicon is None:
            self.load_lists(read_lists(self.lists))
        assert self._lexicon is not None
        return self._lexicon

    def load_lists(self, lists: dict[str, str]) -> None:
        """Take lists (name to entries, as ``read_lists`` gives them) in place of those held."""
        self._held, self._packed = lists, None
        self._lexicon = lexicon_of(lists)
        if self._background is None:
            self._background = Background(lists)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]] | None = None,
        *,
        nlp: Language | None = None,
        lists: str | Path | None = None,
        corpus: Callable[[Language], Iterable[Example]] | None = None,
    ) -> None:
        """Read the lists; for ``frequency_divergence`` also count words of a corpus.

        get_examples: not read; here for the form of ``initialize``.
        lists: a folder of lists; the factory's setting or the package's own for None.
        corpus: a reader whose texts are counted by ``frequency_divergence``. Only words of five or
            more documents are kept, so that no rare name of the corpus enters the model.
        RAISES: DeidError D220 where a list cannot be read.
        """
        self._background = None
        self.load_lists(read_lists(lists if lists is not None else self.lists))
        if corpus is not None and nlp is not None:
            assert self._background is not None
            self._background.count(example.reference.text for example in corpus(nlp))

    def __call__(self, doc: Doc) -> Doc:
        """Write the proposals of one document; empty groups for an empty one."""
        lexicon = self.lexicon
        plain = Plain(whole_text(doc))
        scan = Scan(plain.text, lexicon.flags)
        proposals, protected = self.propose(scan)
        known = doc._.known_phi
        if known:
            proposals = proposals + find_known(scan, known, lexicon.nicknames, protected)
        kept = [proposal for proposal in proposals if proposal.score >= self.threshold]
        write_proposals(doc, self.name, plain.home(kept))
        if self.protect:
            write_proposals(doc, PROTECT_KEY, plain.home(protected))
        if self.safe_words:
            safe, unsafe = find_safe_words(whole_text(doc), lexicon.flags)
            write_proposals(doc, SAFE_WORDS, [])
            doc.spans[SAFE_WORDS].attrs.update(safe=safe, unsafe=unsafe)
        return doc

    def propose(self, scan: Scan) -> tuple[list[Proposal], list[Proposal]]:
        """Give the proposals and the protected terms of a scanned text."""
        lexicon = self.lexicon
        if self.model == "evidence":
            return find_by_evidence(scan, lexicon)
        assert self._background is not None
        if self.model == "binary_dictionary":
            return find_by_binary_dictionary(scan, lexicon), []
        if self.model == "mimic":
            return find_by_mimic_lists(scan, lexicon), []
        return find_by_frequency(scan, lexicon, self._background, self.divergence), []

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Write settings and lists."""
        del exclude
        return bytes(srsly.msgpack_dumps(self._state()))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "Gazetteer":
        """Read what ``to_bytes`` wrote.

        RAISES: DeidError D221 where the lists in it are damaged.
        """
        del exclude
        self._restore(srsly.msgpack_loads(data))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write settings and lists into a folder."""
        del exclude
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        state = self._state()
        (folder / "lists.bin").write_bytes(state.pop("lists"))
        srsly.write_json(folder / "state.json", state)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "Gazetteer":
        """Read what ``to_disk`` wrote.

        RAISES: DeidError D221 where the lists in it are damaged.
        """
        del exclude
        folder = Path(path)
        state = srsly.read_json(folder / "state.json")
        state["lists"] = (folder / "lists.bin").read_bytes()
        self._restore(state)
        return self

    def _state(self) -> dict[str, Any]:
        self.lexicon  # noqa: B018  (reads the lists where that has not been done)
        assert self._background is not None
        if self._packed is None:
            self._packed, self._held = pack(self._held or {}), None
        state = {"lists": self._packed, "counts": self._background.counts}
        if self.safe_words != self._configured_safe_words:
            state["safe_words"] = [self._configured_safe_words, self.safe_words]
        return state

    def _restore(self, state: dict[str, Any]) -> None:
        lists = unpack(state["lists"])
        self._held, self._packed = None, state["lists"]
        self._lexicon = lexicon_of(lists)
        self._background = Background(lists)
        self._background.counts = dict(state["counts"])
        configured = self._configured_safe_words
        was, now = state.get("safe_words", (configured, configured))
        self.safe_words = bool(now if was == configured else configured)


@Language.factory(
    "deid_gazetteer",
    assigns=["doc.spans"],
    default_config={
        "model": "evidence",
        "threshold": 0.5,
        "divergence": 2.0,
        "protect": True,
        "safe_words": False,
        "lists": None,
    },
)
def create_gazetteer(
    nlp: Language,
    name: str,
    model: str,
    threshold: float,
    divergence: float,
    protect: bool,
    safe_words: bool,
    lists: str | None,
) -> Gazetteer:
    """Build the component ``deid_gazetteer``; its settings are those of ``Gazetteer``.

    RAISES: DeidError D011 for a setting out of its range.
    """
    del nlp
    if model not in MODELS:
        expected = "one of " + ", ".join(MODELS)
        raise DeidError("D011", name="model", component=name, value=model, expected=expected)
    if not 0 <= threshold <= 1:
        expected = "a number from 0 to 1"
        raise DeidError(
            "D011", name="threshold", component=name, value=threshold, expected=expected
        )
    if not divergence > 0:
        expected = "a number above 0"
        raise DeidError(
            "D011", name="divergence", component=name, value=divergence, expected=expected
        )
    return Gazetteer(
        name,
        model=model,
        threshold=threshold,
        divergence=divergence,
        protect=protect,
        safe_words=safe_words,
        lists=lists,
    )
