"""Words of machines: endings of file names, keys of JSON, tags of XML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import NAME
from spacy_deid.detect.words.reading import Cues, Reading
from spacy_deid.detect.words.scan import Scan

_ENDINGS = Cues(
    "doc|docx|pdf|jpg|jpeg|png|gif|csv|tsv|xls|xlsx|txt|rtf|zip|eml|msg|tif|tiff|heic|xml|json|mp3|mp4|"
    "wav|mov|pptx"
)
_ENDING = re.compile(rf"(?<=[\w)\]])\.({_ENDINGS.pattern})(?![\w@]|\.\w)")
_KEY = re.compile(r"[{,]\s{0,8}[\"'](?P<key>[a-z][A-Za-z0-9_]{1,40})[\"']\s?:(?!//)")
_TAG = re.compile(r"</?(?P<tag>[A-Za-z][\w.:-]{1,60})(?=[\s/>])(?=[^<>]{0,200}>)")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_CLOSING = re.compile(r"</([A-Za-z][\w.:-]{1,60})\s?>")


def find_machine_words(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word.

    A tag is closed somewhere; the parts of keys are known words, and those of both are no names.
    """
    text = reading.text
    if "." in text and _ENDINGS.among(reading):
        for ending in _ENDING.finditer(reading.low):
            yield ending.span(1)
    if ":" in text and ('"' in text or "'" in text):
        for key in _KEY.finditer(text):
            parts = [scan.lookup(part.lower()) for part in _PART.findall(key["key"])]
            if all(known and not known & NAME for known in parts):
                yield key.span("key")
    closed = set(_CLOSING.findall(text)) if "</" in text else ()
    for tag in _TAG.finditer(text) if closed else ():
        parts = [scan.lookup(part.lower()) for part in _PART.findall(tag["tag"])]
        if tag["tag"] in closed and not any(known & NAME for known in parts):
            yield tag.span("tag")
