"""XML read safely: no external entity, no entity at all but the five of XML, bounded in every size.

Names keep their prefixes as written and namespaces stay ordinary attributes, so that a message that
is read and written again differs only where it was meant to.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, fromstring
from xml.parsers import expat

from spacy_deid.corpora.encodings import is_utf8
from spacy_deid.corpora.inputs import BROKEN, LARGEST, unread
from spacy_deid.errors import DeidError

LARGEST_ATTRIBUTE = 1 << 20
"""Characters of the longest attribute that is read."""

DEEPEST = 200
_CHUNK = 1 << 16
_FEW_TAGS = 10 * DEEPEST
_INSTRUCTIONS = frozenset({"xml-stylesheet", "xml-model"})
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _RefusedError(Exception):
    """Carries the reason out of an expat handler."""


@dataclass(slots=True)
class _Reader:
    """Collects the wanted elements as expat reports them."""

    parser: expat.XMLParserType
    tags: frozenset[str]
    longest: int
    largest: int
    done: list[Element] = field(default_factory=list)
    prolog: list[str] = field(default_factory=list)
    outermost: str = ""
    _builder: TreeBuilder | None = None
    _depth: int = 0
    _start: int = 0
    _size: int = 0

    def attach(self) -> None:
        parser = self.parser
        parser.buffer_text = True
        parser.ordered_attributes = False
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._text
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        parser.ExternalEntityRefHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _RefusedError(f"elements nested more than {DEEPEST} deep")
        for value in attributes.values():
            if len(value) > self.longest:
                raise _RefusedError(f"an attribute longer than {self.longest} characters")
        if self._depth == 1:
            self.outermost = local(tag)
        if self._builder is None:
            if self.tags and local(tag) not in self.tags:
                return
            self._builder = TreeBuilder()
            self._start = self._depth
            self._size = 0
        self._builder.start(tag, attributes)

    def _close(self, tag: str) -> None:
        if self._builder is not None:
            self._builder.end(tag)
            if self._depth == self._start:
                self.done.append(self._builder.close())
                self._builder = None
        self._depth -= 1

    def _text(self, text: str) -> None:
        if self._builder is not None:
            self._size += len(text)
            if self._size > self.largest:
                raise _RefusedError(f"a document of more than {self.largest} characters")
            self._builder.data(text)

    def _instruction(self, target: str, data: str) -> None:
        if not self.outermost and target in _INSTRUCTIONS:
            self.prolog.append(f"<?{target} {data}?>")

    def _doctype(self, name: str, system: str | None, public: str | None, _: int) -> None:
        if public:
            self.prolog.append(f'<!DOCTYPE {name} PUBLIC "{public}" "{system or ""}">')
        elif system:
            self.prolog.append(f'<!DOCTYPE {name} SYSTEM "{system}">')
        else:
            self.prolog.append(f"<!DOCTYPE {name}>")

    def _entity(self, *_: object) -> int:
        raise _RefusedError("it declares entities")

    def _skipped(self, *_: object) -> None:
        raise _RefusedError("it uses an entity that it does not declare")


def elements(
    stream: IO[bytes],
    tags: frozenset[str],
    place: str,
    encoding: str = "utf-8",
    longest: int = LARGEST_ATTRIBUTE,
    largest: int = LARGEST,
    prolog: list[str] | None = None,
    outermost: list[str] | None = None,
) -> Iterator[Element]:
    """Give the elements of the wanted names one by one, with all that is in them.

    stream: XML in any encoding that its declaration names.
    tags: local names; elements inside a wanted one are not given again. Empty: the whole document.
    encoding: other than UTF-8 it overrules the declaration.
    longest: characters of the longest attribute.
    largest: characters of the text of the largest element.
    prolog: takes what stands before the first element: the document type declaration, without
        internal subset, and the instructions that name a style sheet or a schema; others may hold
        anything and are passed over, as comments are.
    outermost: takes the local name of the outermost element before any element is given.
    RAISES: DeidError D004 where the stream cannot be read; D108 where the XML is not well formed or
        ends early (after the elements before it were given); D109 where it is refused.
    """
    forced = None if is_utf8(encoding) else encoding
    parser = expat.ParserCreate(forced)
    reader = _Reader(parser, tags, longest, largest)
    reader.attach()
    fed = 0
    while True:
        try:
            chunk = stream.read(_CHUNK)
        except BROKEN as problem:
            raise unread(place, problem) from None
        fed += len(chunk)
        failure: DeidError | None = None
        try:
            parser.Parse(chunk, not chunk)
            if fed - max(parser.CurrentByteIndex, 0) > 4 * longest + _CHUNK:
                raise _RefusedError(f"a tag longer than {4 * longest} bytes")
        except expat.ExpatError as problem:
            failure = DeidError(
                "D108",
                path=place,
                line=problem.lineno,
                column=problem.offset + 1,
                reason=expat.ErrorString(problem.code),
            )
        except _RefusedError as problem:
            failure = DeidError("D109", path=place, reason=str(problem))
        except (ValueError, LookupError):
            failure = DeidError("D109", path=place, reason="its encoding is not known")
        if prolog is not None:
            prolog.extend(reader.prolog)
            reader.prolog.clear()
        if outermost is not None and reader.outermost and not outermost:
            outermost.append(reader.outermost)
        yield from reader.done
        reader.done.clear()
        if failure is not None:
            raise failure from None
        if not chunk:
            return


def document(data: bytes, place: str, encoding: str = "utf-8") -> Element:
    """Parse one document whole, as ``elements`` does.

    Small documents without a document type declaration, which can hold no entity, go to the parser
    written in C, which is several times as fast.
    """
    harmless = b"<!DOCTYPE" not in data and b"\0" not in data and data.count(b"<") <= _FEW_TAGS
    if harmless and is_utf8(encoding) and len(data) <= LARGEST_ATTRIBUTE:
        try:
            return fromstring(data)
        except ParseError:
            pass  # the other parser says what is wrong
        except (ValueError, LookupError):
            raise DeidError("D109", path=place, reason="its encoding is not known") from None
    (root,) = elements(io.BytesIO(data), frozenset(), place, encoding)
    return root


def local(tag: str) -> str:
    """Give a name without its prefix."""
    return tag.rpartition(":")[2]


def check_characters(text: str, doc: str, place: str) -> None:
    """Refuse text that XML 1.0 cannot hold.

    RAISES: DeidError D116 with the place of the first such character.
    """
    found = _NOT_XML.search(text)
    if found:
        raise DeidError("D116", path=place, doc=doc, character=found.start())


def escape(text: str) -> str:
    """Write element content so that every character, carriage returns too, comes back."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def escape_attribute(text: str) -> str:
    """Write an attribute value so that every character, line ends too, comes back."""
    text = escape(text).replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\t", "&#9;")


def cdata(text: str) -> str:
    """Write element content in CDATA sections, leaving them where a character needs it."""
    text = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    return f"<![CDATA[{text}]]>"


def to_xml(root: Element, prolog: Iterable[str] = ()) -> bytes:
    """Write a message whose names and namespaces are as ``elements`` read them.

    prolog: lines before the first element.
    """
    pieces = ['<?xml version="1.0" encoding="UTF-8"?>\n']
    pieces += [f"{line}\n" for line in prolog]
    _write(root, pieces)
    pieces.append("\n")
    return "".join(pieces).encode("utf-8")


def _write(element: Element, pieces: list[str]) -> None:
    attributes = "".join(f' {k}="{escape_attribute(v)}"' for k, v in element.items())
    if len(element) == 0 and not element.text:
        pieces.append(f"<{element.tag}{attributes}/>")
        return
    pieces.append(f"<{element.tag}{attributes}>{escape(element.text or '')}")
    for below in element:
        _write(below, pieces)
        pieces.append(escape(below.tail or ""))
    pieces.append(f"</{element.tag}>")
