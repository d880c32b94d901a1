"""Every message a user can meet, with its code. No message ever quotes a narrative.

Codes: D0xx command line, configuration and models; D1xx corpora; D2xx tokens and detectors;
D3xx decision; D4xx masking; D5xx scoring; D6xx learning; D7xx synthesis; D8xx release.
"""

from __future__ import annotations

import importlib
from typing import Any

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
    "D008": "{path} cannot be written ({reason}). Choose another output.",
    "D015": "Unexpected {kind} at {place}. The message is held back because it could quote a "
    "document; set SPACY_DEID_TRACEBACK=1 to see it.",
    "D009": "{path}: document {doc} failed ({reason}). It is left out.",
    "D010": "The key of {path} has {size} bytes without white space around it and needs {least}. "
    "Make one of random data, for example: python -c 'import secrets; "
    "print(secrets.token_hex(32))' > key.txt",
    "D011": "Setting {name} of {component} is {value!r}; it has to be {expected}.",
    "D012": "{path} has no column {column!r}; its first line has {count} cells{listed}. That line "
    "has to hold the names of the columns; name the wanted one with {option}.",
    "D013": "{failed} of {total} documents failed; {written} went through. Codes: {codes}.",
    "D016": "Nothing was written: the input has to be put together again as a whole, and a part of "
    "it cannot be read. Correct it, or mask its texts alone after 'spacy-deid convert'.",
    "D018": "{path} is the {name} and lies among the documents under a name that makes it one of "
    "them, so it would come out with them. Move it out of the folder.",
    "D014": "{component} needs the package {package}. Install it with: pip install "
    "'spacy_deid[{extra}]'",
    # D1xx corpora
    "D101": "{path}: document {doc}: span {number} runs from {start} to {end} in a text of "
    "{length} characters; 0 <= start < end <= length has to hold. Correct the annotation.",
    "D102": "{path}: document {doc}: the spans that start at {first} and {second} overlap. Remove "
    "or shorten one of them.",
    "D103": "{path}: document {doc}: the text that annotation {number} repeats does not stand "
    "at {start} to {end}, nor within 3 characters of it. Correct the offsets; they count "
    "characters.",
    "D104": "{path}: document id {doc!r} stands twice. The second document was left out; give "
    "every document an id of its own.",
    "D105": "{path}: document {doc}: label {label!r} is not of scheme {scheme}. Correct the type, "
    "or name the right format or scheme.",
    "D106": "{path}: document {doc} has no TAGS element, so it holds no annotation. Leave it out, "
    "or add an empty TAGS element where nothing is to be marked.",
    "D107": "{path}: document {doc} has an empty TEXT. Leave it out or restore its text.",
    "D108": "{path}, line {line}, column {column}: the XML is not well formed ({reason}). The file "
    "may be cut short or in another encoding than it says.",
    "D109": "{path} is refused as XML: {reason}. This guards against files made to exhaust memory "
    "or to reach other files; write it without them.",
    "D110": "{path}: a member of the archive has a name that leads out of it and is left out. Pack "
    "the archive with relative names without '..'.",
    "D111": "{path} is left out: {reason}. Unpack it and give the directory.",
    "D112": "{path} is larger than {limit} MiB and is left out. Split it into documents.",
    "D113": "{path}, line {line}: the row cannot be read ({reason}). Correct or remove it.",
    "D114": "{path}: no text was found for report {doc}. Place the VAERS data file of its year, or "
    "JSON lines with its id and text, in the same directory.",
    "D115": "{path}: the text found for report {doc} is not the one that was annotated (its sha1 "
    "differs). Use the VAERS file as it was distributed, column SYMPTOM_TEXT.",
    "D116": "{path}: document {doc}: character {character} cannot be written or is not valid "
    "Unicode. Repair the encoding of the source.",
    "D117": "{misaligned} of {spans} gold spans ({share:.2%}) do not meet the borders of tokens; "
    "{most:.2%} may. Nothing was written. Correct them (document and characters: {places}), or "
    "raise --max-misaligned.",
    "D118": "{path} has to be read twice to be masked in its own form, which needs one ordinary "
    "file. Save it as a file, or write JSON lines.",
    "D119": "Only one document fits into a file of format {format}; {doc} is the second. Name a "
    "directory as the output.",
    "D120": "Document id {doc!r} cannot become a file name (a part is empty or too long). Write a "
    "format of one file, such as jsonl, or change the id.",
    "D121": "Document {doc} is not in the rest of the input that is being masked. Write documents "
    "in the order in which they were read, under their ids.",
    "D122": "{path} is not valid {format}: {reason}. Correct the file or name its format.",
    "D127": "{path}: {unwritten} of its documents could be read and are not written either: the "
    "file has to be put together again as a whole. Correct it and mask it again.",
    "D130": "{path} is of format {format}, which has no columns for --case-column. "
    'Leave it out; JSON lines name the case in "meta": {{"case": …}}.',
    "D123": "There is no {kind} {name!r}. Known are: {known}.",
    "D126": "The format of {path} does not follow from its name. Name it with --to; known are: "
    "{known}.",
    "D125": "Document {doc}: span {number} is only white space or its label holds some, which "
    "CoNLL cannot carry. Correct the span, or write another format.",
    "D129": "{path}: document {doc}: span {number} has no number as its 'start' or its 'end'. "
    "Correct the annotation.",
    "D124": "Format {format} can only be read. Choose another one for the output, such as jsonl.",
    # D2xx tokens and detectors
    "D201": "The text holds a lone surrogate (code point U+{code} at character {place}), which is "
    "not valid Unicode. Repair the encoding of the source and try again.",
    "D220": "The lists in {path} cannot be read ({reason}). A list is a folder with items.txt or "
    "items.txt.gz, one entry a line; name a folder of such folders.",
    "D221": "The lists of a saved gazetteer ({size} bytes) are damaged. Save the model again, or "
    "install its wheel anew.",
    "D222": "Entry {place} of known_phi cannot be used: {reason}. Give [label, value] pairs, such "
    "as ['PATIENT', <name>], with labels of spacy_deid.phi.",
    "D223": "{path}, line {line}: {found} fields where this vocabulary has at least {least}. Check "
    "that it is the file of the release's own format.",
    "D224": "{path} cannot be read as this vocabulary ({reason}). Give the folder of the release "
    "that holds its files.",
    "D204": "{component} got no corpus to learn from. Name a reader in "
    "[initialize.components.{component}.corpus], for example spacy_deid.Corpus.v1.",
    "D205": "The corpus of {component} holds no entity. Check its path and its label scheme.",
    "D206": "{component} is not trained. Initialize it on a corpus, or load a model that holds it.",
    "D207": "The saved weights of {component} ({size} bytes) cannot be read: they are damaged, or "
    "another version of spacy_deid wrote them. Install the wheel that fits this version, or train "
    "again.",
    "D208": "Document {doc!r}: the spans of {group} do not fit its tokens or their own scores any "
    "more. A component that merges or splits tokens, such as merge_entities, or that takes spans "
    "out of the group, ran after they were written: put it behind deid_masker, or write the group "
    "anew.",
    # D3xx decision
    "D301": "Document {doc}: no detector wrote any of the span groups that {component} reads "
    "({order}), so it has nothing to go by. Name detectors of the pipeline in its setting "
    "'{setting}', put them in front of it, and disable none; one that finds nothing writes an "
    "empty group. Entities of labels that spacy_deid does not know are no detector's.",
    "D302": "Document {doc}: {component} would pass over what {groups} found. Name all detectors "
    "of the pipeline in its setting 'order' (and in 'label_order' for labels with an order of "
    "their own), or leave those out of it that are not wanted; 'ents' stands for entities that "
    "another component wrote.",
    "D303": "Document {doc}: {component} weighs what {groups} found, but nothing wrote that. Put "
    "all detectors of its setting 'weights' in front of it, or leave out those that do not run: "
    "their weight counts against what the others found.",
    "D304": "Document {doc}: {component} does not find the {what}, so nothing is safe. Put "
    "deid_gazetteer with 'safe_words' true before it, and the recognizer that its setting "
    "'probabilities' names, with 'probabilities' true.",
    # D5xx scoring
    "D501": "{gold} and {pred} do not pair up: {missing} gold documents have no prediction "
    "({missing_ids}) and {extra} predictions have no gold document ({extra_ids}). Give both the "
    "same documents under the same ids.",
    "D502": "{side}: document {doc}: the text differs from that of the gold from character {place} "
    "on ({gold_length} and {pred_length} characters), so their offsets do not compare. Predict on "
    "the very text that the gold annotation counts.",
    "D503": "{side}: document {doc}: label {label!r} is not of the scheme to score in. Known are: "
    "{known}. Correct the label; where a command takes --scheme, name another one there, or 'any' "
    "for labels as they are.",
    "D504": "{side}: document {doc}: span {start} to {end} does not lie in the text ({length} "
    "characters). Correct the offsets; they are half-open characters.",
    "D505": "Scheme {scheme!r} is not known. Known are: {known}.",
    "D506": "Document id {doc!r} stands twice in {side}. Give every document an id of its own.",
    "D507": "There are no documents to score in {path}. Give a file with at least one.",
    "D508": "Setting {name} of the score is {value!r}; it has to be {expected}.",
    "D509": "{path}, line {line}: not a prediction ({reason}). A line is an object with 'id' and "
    "'spans': [[start, end, label], …].",
    "D510": "None of the {documents} gold documents holds an annotation, so there is nothing to "
    "score "
    "against. Give the annotated file, or an empty list of spans where nothing identifies.",
    "D511": "{argument!r} names no system to compare. Give each as NAME=PREDICTIONS, each name "
    "once.",
    # D6xx learning
    "D601": "{path} learns from no document. Give a config with [corpora] for spacy train, or with "
    "a reader in [initialize.components.<name>.corpus] for spacy assemble.",
    "D602": "{path} cannot be used as a config: {reason}. Correct it, or the override.",
    "D603": "The run '{run}' ended with {kind} at {place}. The message is held back because it "
    "could quote a document; set SPACY_DEID_TRACEBACK=1 to see it. Runs that had ended are kept.",
    "D604": "{path} holds the runs of another study: its config, documents or settings differ, or "
    "the file is damaged. Choose another output directory, or remove the file.",
    "D605": "{grid!r} is no grid. Write PATH=VALUE,VALUE… with the path of a setting, such as "
    "components.deid_crf.c2=0.1,1, or PATH:PATH=SHARE,SHARE… with shares from 0 to 1.",
    "D606": "{documents} documents of {patients} patients cannot be parted into {folds} folds. "
    "Take at least 2 folds, and no more than there are patients.",
    "D607": "{asked!r} tells the patient of none of the {documents} documents. Name a field of "
    "their meta, or a valid regular expression that matches their ids.",
    "D608": "One of {jobs} worker processes was killed, most likely for want of memory. Take fewer "
    "with --jobs; runs that had ended are kept.",
    "D609": "{component} has no weights of features to rank. Name a trained linear component, such "
    "as deid_crf or deid_svm.",
    "D610": "Nothing can be learnt from {labelled} labelled and {unlabelled} unlabelled documents "
    "that are judged on {dev}. Give documents of every part; labelled ones may be missing where "
    "--first names a config to begin with.",
    "D611": "The labels of {path} are those of scheme {scheme} and the labels of {other} those of "
    "{another}, so that what is right would count as wrong. Turn both into one with --scheme, such "
    "as --scheme {another}.",
    "D612": "{path} learns in steps and would learn nothing in one go. Train it with 'spacy train' "
    "or 'spacy project run train'.",
    "D613": "{shares!r} are no shares of a corpus. Write {expected} with commas between them, such "
    "as 0.1,0.5,1.",
    # D7xx synthesis
    "D701": "Skeleton {path}, line {line}: the header is wrong ({reason}). See "
    "synthesize/skeletons/README.md for its keys.",
    "D702": "Skeleton {path}, line {line}: there is no slot {{{slot}}}. See "
    "synthesize/skeletons/README.md for the slots, their parts and styles.",
    "D703": "Skeleton {path}, near line {line}: a brace or double bracket has no partner. Close "
    "it; "
    "literal ones cannot stand in a skeleton.",
    "D704": "Origin {origin!r} is not known. Known are: {known}.",
    "D705": "{what} {value!r} is not known. Known are: {known}.",
    "D706": "No skeleton is left for genres {genres} in split {split}. Choose other genres, or "
    "leave "
    "the split out.",
    "D707": "Record {doc}: its spans overlap or leave the text ({length} characters). Correct them "
    "before narratives are injected.",
    # D4xx masking
    "D401": "Masking {label} by {method} needs a key (document {doc}). Give one with --key-file, "
    "the "
    "setting key_file, the environment variable SPACY_DEID_KEY or set_key(), or choose the policy "
    "'placeholder'.",
    "D402": "Document {doc}: {label} is to be shuffled, but no values of the corpus were "
    "collected. "
    "Call collect(docs) of deid_masker first, or choose another method.",
    "D403": "Document {doc} holds the label {label!r}, which is not one of spacy_deid, so nobody "
    "knows how to mask it. Train again on the corpus as 'spacy-deid convert --scheme i2b2-2014' "
    "writes it, or map the labels of doc.spans['deid'] to those of phi.LABELS before deid_masker.",
    "D404": "The vault {path} needs a key. Give one with --key-file, the setting key_file, the "
    "environment variable SPACY_DEID_KEY or set_key().",
    "D405": "The vault {path} cannot be opened: {reason}. Give the vault and the key of the same "
    "run.",
    "D406": "The vault {path} holds no document {doc}. Give the vault that was written beside the "
    "masked file; where ids are names of files, give the masked file the name of the original.",
    "D407": "The masked text of document {doc} is not the one that the vault was written for. "
    "Restore from the unchanged output.",
    "D411": "Document {doc}: {label} at characters {start} to {end} was found after the decision "
    "and would stay in clear. Put what finds it before deid_resolver, and its group, or 'ents', "
    "into the order there.",
    "D408": "Document {doc} holds no decision, so {component} cannot tell what to mask. Put "
    "deid_resolver in front of it and neither exclude nor disable it; a decision from elsewhere "
    "goes to doc.spans['deid'], without spans where nothing is to be masked.",
    "D412": "{component} has learnt labels that are not of spacy_deid ({labels}): {masker} refuses "
    "documents in which it finds one. Train it on the corpus as 'spacy-deid convert --scheme "
    "i2b2-2014' writes it, or map the labels of doc.spans['deid'] before {masker}.",
    "D409": "Policy {policy} masks {label} by {method}, which needs a key. Give one with "
    "--key-file or the environment variable {variable}, or choose the policy 'placeholder'.",
    "D410": "The vault {path} holds several originals of document {doc} whose masked texts are "
    "alike, so nobody can tell which this one is. Give every document an id of its own, or keep a "
    "vault for each input.",
    # D8xx release
    "D801": "The corpus holds no identifying gold spans, so there is nothing to audit against. "
    "Give "
    "the corpus that the model was trained on, with its gold spans.",
    "D802": "{path} has {size} bytes; it may have {most}. Make the embedding tables or the "
    "lists smaller, or raise --most-bytes.",
    "D803": "{path} is no list of candidates: {reason}. It needs [release] with base and rules and "
    "for each candidate [candidates.NAME] with config and detector; see configs/candidates.cfg.",
    "D804": "None of {candidates} candidates could be trained; {path} says why of each. Install "
    "what is missing, or correct their configs.",
    "D805": "The candidate {path} cannot be used: {reason}. Train it with 'spacy-deid "
    "train-candidates'.",
    "D806": "{path} is no selection. Write it with 'spacy-deid select'.",
    "D807": "The pipeline has no deid_resolver, so there is no decision to tune. Assemble one with "
    "'spacy-deid assemble'.",
    "D808": "{path} says nothing of a model: it has to hold {expected}. See "
    "assets/model_card/en_deid_vigibase.json.",
    "D811": "{path} is not what '{command}' writes: {reason}. Give the file that it wrote of this "
    "model.",
    "D809": "{path} holds no file, so there is nothing to audit. Give the directory or the wheel "
    "of a trained pipeline.",
    "D810": "The wheel could not be built (exit status {status}). Install what builds it (pip "
    "install 'spacy_deid[train]') and check that there is room in the temporary folder.",
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


def check_names(component: str, setting: str, value: object, *, least: int = 0) -> None:
    """Refuse what is no list of names: a lone string would be read as one name a letter.

    RAISES: DeidError D011.
    """
    listed = isinstance(value, (list, tuple)) and len(value) >= least
    if not listed or not all(isinstance(one, str) and one for one in value):  # type: ignore[attr-defined]
        expected = "a list of names" + (", at least one" if least else "")
        raise DeidError("D011", name=setting, component=component, value=value, expected=expected)


def reason(problem: BaseException) -> str:
    """Say why the system refused, without anything that could be text of a document."""
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return type(problem).__name__


def required(module: str, *, component: str, package: str, extra: str) -> Any:
    """Import a module of an optional package.

    component: what needs it; package: its name for pip; extra: the extra of ours that holds it.
    RAISES: DeidError D014 where it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise DeidError("D014", component=component, package=package, extra=extra) from None
