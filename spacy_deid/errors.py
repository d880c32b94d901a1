"""Every message a user can meet, with its code. No message ever quotes a narrative.

Codes: D0xx command line, configuration and models; D1xx corpora; D2xx tokens and detectors;
D3xx decision; D4xx masking; D5xx scoring; D6xx learning; D7xx synthesis; D8xx release.
"""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # D0xx command line, configuration and models
    "D001": "Model {model!r} was not found. Install its wheel (pip install models/*.whl), give the "
    "path of a model directory, or use '-m rules' for the pipeline that needs no model.",
    "D002": "Model {model!r} could not be loaded ({reason}). Check that its spaCy and spacy_deid "
    "versions fit this environment, or use '-m rules'.",
    "D003": "{path} does not exist. Give an existing file, an existing directory, or '-' for "
    "standard input.",
    "D004": "{path} cannot be read ({reason}). Check its permissions and that it is a regular "
    "file.",
    "D005": "The format of {path} is not known. Name it with --from; known are: {known}.",
    "D006": "{path} is not {encoding} text (byte {byte}). Convert the file, or name its encoding "
    "with --encoding.",
    "D007": "{path}, line {line}: not a JSON object with the keys 'id' and 'text' ({reason}). "
    "Correct or remove the line.",
    "D008": "{path} cannot be written ({reason}). Choose another output with -o.",
    "D015": "Unexpected {kind} at {place}. The message is held back because it could quote a "
    "document; set SPACY_DEID_TRACEBACK=1 to see it.",
    "D009": "{path}: document {doc} failed ({reason}). It was left out; the other documents were "
    "written.",
    "D010": "The key file {path} holds no key. Write at least {least} bytes of random data into "
    "it, for example: python -c 'import secrets; print(secrets.token_hex(32))' > key.txt",
    "D011": "Setting {name} of {component} is {value!r}; it has to be {expected}.",
    "D012": "{path} has no column {column!r}. Its columns are: {columns}. Name one with --column.",
    "D013": "{failed} of {total} documents failed; the others were written. Codes: {codes}.",
    "D014": "{component} needs the package {package}. Install it with: pip install "
    "'spacy_deid[{extra}]'",
    # D2xx tokens and detectors
    "D201": "The text holds a lone surrogate (code point U+{code} at character {place}), which is "
    "not valid Unicode. Repair the encoding of the source and try again.",
    # D3xx decision
    # D8xx release
    "D801": "The corpus holds no identifying gold spans, so there is nothing to audit against. Give "
    "the corpus that the model was trained on, with its gold spans.",
    "D802": "{path} has {size} bytes; a released wheel may have {most}. Make the embedding tables "
    "or the lists smaller.",
}


class DeidError(ValueError):
    """An error with a stable code, made of a message of the table and facts to fill in.

    code: a key of ``MESSAGES``.
    facts: what, where and how many; never text of a document.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(f"[{code}] {MESSAGES[code].format(**facts)}")

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the way back from a worker process."""
        return _restore, (self.code, self.facts)


def _restore(code: str, facts: dict[str, object]) -> DeidError:
    return DeidError(code, **facts)
