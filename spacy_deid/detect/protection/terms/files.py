"""Words of machines: endings of file names, keys of JSON, tags of XML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_ENDINGS = Cues(
    "doc|docx|pdf|jpg|jpeg|png|gif|csv|tsv|xls|xlsx|txt|rtf|zip|eml|msg|tif|tiff|heic|xml|json|mp3|mp4|"
    "wav|mov|pptx"
)
_ENDING = re.compile(rf"(?<=[\w)\]])\.({_ENDINGS.pattern})(?![\w@]|\.\w)")
_KEY = re.compile(r"[{,]\s{0,8}[\"'](?P<key>[a-z][A-Za-z0-9_]{1,40})[\"']\s?:(?!//)")
_TAG = re.compile(r"</?(?P<tag>[A-Za-z][\w.:-]{1,60})(?=[\s/>])(?=[^<>]{0,200}>)")
_CLOSING = re.compile(r"</([A-Za-z][\w.:-]{1,60})\s?>")


def find_machine_words(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word. A tag is closed somewhere."""
    text = reading.text
    if "." in text and _ENDINGS.among(reading):
        for ending in _ENDING.finditer(reading.low):
            yield ending.span(1)
    if ":" in text and ('"' in text or "'" in text):
        for key in _KEY.finditer(text):
            yield key.span("key")
    closed = set(_CLOSING.findall(text)) if "</" in text else ()
    for tag in _TAG.finditer(text) if closed else ():
        if tag["tag"] in closed:
            yield tag.span("tag")
