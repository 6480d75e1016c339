"""Parse YAML 1.2 from events, within limits on nesting and aliases."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from ..nesting import MAX_LEVELS, empty_container
from ..problems import JsonPath, quoted
from .exact_json import parse_decimal, parse_integer
from .source_text import Position, TextFault, TextFaultError, line_and_column, repeated_key

Scalar = str | int | float | bool | None

_CONSTANTS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# With a leading zero it stays text, unlike in YAML: "01067" is a postcode.
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,999})")
_OTHER_BASE = re.compile(r"0o[0-7]{1,99}|0x[0-9a-fA-F]{1,99}")
_FLOAT = re.compile(r"([-+]?)(0|[1-9][0-9]{0,999})?(?:\.([0-9]{0,999}))?([eE][-+]?[0-9]{1,9})?")


def plain_constant(text: str) -> Scalar:
    """Resolve null, true and false; anything else is text, such as 1.10."""
    return _CONSTANTS.get(text, text)


def plain_scalar(text: str) -> Scalar:
    """Resolve a plain scalar by the core schema (YAML 1.2.2, section 10.3.2).

    ``.inf`` and ``.nan`` stay text, since JSON cannot represent them.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return parse_integer(text.removeprefix("+"))
    if _OTHER_BASE.fullmatch(text):
        return int(text, 0)
    return _decimal(text)


def _decimal(text: str) -> Scalar:
    """Parse a decimal; JSON requires digits on both sides of the point."""
    match = _FLOAT.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        return text
    sign, integer, fraction, exponent = match.groups()
    point = "" if fraction is None else f".{fraction or 0}"
    return parse_decimal(f"{sign.removeprefix('+')}{integer or 0}{point}{exponent or ''}")


_RESOLVED_TAGS = tuple(f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null"))
_TEXT_TAGS = ("!", *(f"tag:yaml.org,2002:{name}" for name in ("str", "timestamp", "binary")))
_ALIAS_LIMIT = 500_000
"""How many values the aliases of a document may expand to."""
_FLOW_PART = re.compile(
    r"""(?<=[\s\[{,:])(?:"(?:[^"\\]|\\.)*+"|'[^']*+'|\#[^\n]*+)|[\[\]{}]""", re.DOTALL
)
_BLANK_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)
_NO_LINE_BREAKS = "\x85\u2028\u2029"
_PRIVATE_USE = frozenset(map(chr, range(0xE000, 0xF900)))
_CONTAINER_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
_MERGE = "<<"


class DeepFlowError(Exception):
    """Flow collections are nested too deeply; libyaml needs quadratic time for them."""

    def __init__(self, start: int, *, is_reported: bool = False) -> None:
        super().__init__()
        self.start = start
        self.is_reported = is_reported
        """Whether a collection around them was already reported."""


@dataclass
class _Node:
    """A value, which may still be incomplete, with its size and nesting depth when expanded."""

    value: Any
    anchor: str | None = None
    size: int = 1
    height: int = 0
    key: str | None = None
    merged: list[Any] = field(default_factory=list)


def yaml_events(text: str) -> Iterator[Any]:
    """Yield parser events; raise TextFaultError for invalid YAML."""
    text = blank_tab_lines(text)
    stand_ins = _placeholder_characters(text)
    parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text.translate(stand_ins))
    originals = {ord(char): chr(code) for code, char in stand_ins.items()}
    try:
        while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
            if originals and isinstance(event, yaml.ScalarEvent):
                event.value = event.value.translate(originals)
            yield event
    except yaml.YAMLError as error:
        raise _syntax_fault(text, error) from None
    finally:
        parser.dispose()


def _placeholder_characters(text: str) -> dict[int, str]:
    """Return placeholders for characters that were line breaks before YAML 1.2.

    They do not occur in the text.
    """
    if not any(char in text for char in _NO_LINE_BREAKS):
        return {}
    unused = sorted(_PRIVATE_USE.difference(text))
    is_enough = len(unused) >= len(_NO_LINE_BREAKS)
    return dict(zip(map(ord, _NO_LINE_BREAKS), unused, strict=False)) if is_enough else {}


def blank_tab_lines(text: str) -> str:
    """Blank lines of tabs, which libyaml rejects before the first indentation."""
    return _BLANK_LINE.sub("", text) if "\t" in text else text


def prune_deep_flow(text: str, error: DeepFlowError) -> tuple[str, Position]:
    """Empty a flow collection that is nested too deeply; return the text and its position."""
    start, end = error.start, flow_end(text, error.start)
    pruned = f"{text[:start]}{empty_container(text[start:end])}{text[end:]}"
    return pruned, line_and_column(text, start)


def flow_end(text: str, start: int) -> int:
    """Return the end of the flow collection at an offset."""
    depth = 0
    for match in _FLOW_PART.finditer(text, start):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if not depth:
            return match.end()
    return len(text)


class YamlReader:
    """Parses the first document of a YAML text.

    :param as_text: paths whose values are strings: the version 1.10 is not 1.1.
    :param resolve: returns the value of a plain scalar.
    """

    def __init__(
        self,
        as_text: Collection[JsonPath] = (),
        resolve: Callable[[str], Scalar] = plain_scalar,
    ) -> None:
        self.repeated_keys: list[TextFault] = []
        self.next_document: Position | None = None
        """The position of a second document, which is not read."""
        self.too_deep: list[Position] = []
        """Positions of values below the nesting limit, which are dropped."""
        self._skipped = 0
        """How many mappings and lists are open inside a dropped one."""
        self._skipped_brackets = 0
        self.value: Any = None
        self._open: list[_Node] = []
        self._anchors: dict[str, _Node] = {}
        self._added_by_aliases = 0
        self._event: Any = None
        self._text = ""
        self._as_text = as_text
        self._deepest_as_text = max(map(len, as_text), default=0)
        self._resolve = resolve

    def read(self, text: str) -> None:
        """Parse the text; raise TextFaultError or DeepFlowError."""
        self._text = text
        documents = 0
        for event in yaml_events(text):
            self._event = event
            kind = type(event)
            if self._skipped:
                self._skip()
            elif kind is yaml.ScalarEvent:
                self._read_scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._begin({})
            elif kind is yaml.SequenceStartEvent:
                self._begin([])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._end()
            elif kind is yaml.AliasEvent:
                self._read_alias(event.anchor)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self.next_document = self._position()
                    break

    def _read_scalar(self, event: Any) -> None:
        text = event.value
        parent = self._open[-1] if self._open else None
        value: Any = text
        if parent is not None and parent.key is None and type(parent.value) is dict:
            pass
        elif event.tag in _RESOLVED_TAGS:
            value = self._resolve(text)
        elif event.tag is not None:
            self._require_tag(_TEXT_TAGS)
        elif event.implicit[0] and not self._is_written_as_text():
            value = self._resolve(text)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Node(value)
        self._add(value)

    def _is_written_as_text(self) -> bool:
        return (
            len(self._open) <= self._deepest_as_text
            and self._event.value != ""
            and tuple(part.key for part in self._open) in self._as_text
        )

    def _begin(self, value: Any) -> None:
        event = self._event
        self._require_tag(_CONTAINER_TAGS)
        if self._open and self._open[-1].key is None and type(self._open[-1].value) is dict:
            raise self._fault("a mapping or a list cannot be a key.")
        if len(self._open) >= MAX_LEVELS and not self._is_empty():
            if event.flow_style:
                raise DeepFlowError(event.start_mark.index)
            self._leave_out(value)
            self._skip()
            return
        self._open.append(_Node(value, event.anchor, height=1))
        if event.anchor is not None:
            # Until it is complete, an alias would make the value contain itself.
            self._anchors.pop(event.anchor, None)

    def _end(self) -> None:
        done = self._open.pop()
        if done.merged:
            merged: dict[str, Any] = {}
            for mapping in (*reversed(done.merged), done.value):
                merged.update(mapping)
            done.value = merged
        if done.anchor is not None:
            self._anchors[done.anchor] = done
        self._add(done.value, done.size, done.height)

    def _read_alias(self, name: str) -> None:
        anchored = self._anchors.get(name)
        if anchored is None:
            raise self._fault(f"the alias {quoted(name)} refers to a value that is not complete.")
        self._added_by_aliases += anchored.size
        if self._added_by_aliases > _ALIAS_LIMIT:
            raise self._fault("the aliases expand to too many values.")
        if len(self._open) + anchored.height > MAX_LEVELS:
            self._leave_out(type(anchored.value)())
            return
        self._add(anchored.value, anchored.size, anchored.height)

    def _is_empty(self) -> bool:
        return self._text.startswith(("{}", "[]"), self._event.start_mark.index)

    def _position(self) -> Position:
        mark = self._event.start_mark
        return mark.line + 1, mark.column + 1

    def _leave_out(self, empty: Any) -> None:
        """Replace a value below the nesting limit with an empty one."""
        self.too_deep.append(self._position())
        self._add(empty)

    def _skip(self) -> None:
        """Skip an event inside a dropped value; its anchors become null."""
        event = self._event
        if isinstance(event, yaml.CollectionStartEvent):
            self._skipped += 1
            self._skipped_brackets += event.flow_style is True
            if self._skipped_brackets > MAX_LEVELS and not self._is_empty():
                assert event.start_mark is not None
                raise DeepFlowError(event.start_mark.index, is_reported=True)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._skipped -= 1
            self._skipped_brackets = max(self._skipped_brackets - 1, 0)
        anchor = getattr(event, "anchor", None)
        if anchor is not None and not isinstance(event, yaml.AliasEvent):
            self._anchors[anchor] = _Node(None)

    def _add(self, value: Any, size: int = 1, height: int = 0) -> None:
        if not self._open:
            self.value = value
            return
        parent = self._open[-1]
        if type(parent.value) is list:
            parent.value.append(value)
        elif parent.key is None:
            self._add_key(parent, value)
            return
        else:
            if parent.key != _MERGE or not _merge(parent, value):
                parent.value[parent.key] = value
            parent.key = None
        parent.size += size
        if height >= parent.height:
            parent.height = height + 1

    def _add_key(self, parent: _Node, key: Any) -> None:
        if not isinstance(key, str):
            raise self._fault("a mapping or a list cannot be a key.")
        if key in parent.value:
            path = (*self._path(), key)
            self.repeated_keys.append(repeated_key(path, self._position()))
        parent.key = key

    def _path(self) -> Iterator[str | int]:
        for part in self._open[:-1]:
            if part.key is not None:
                yield part.key
            elif type(part.value) is list:
                yield len(part.value)

    def _require_tag(self, allowed: Container[str | None]) -> None:
        if (tag := self._event.tag) not in allowed:
            raise self._fault(f"the tag {quoted(str(tag))} is not allowed in a document.")

    def _fault(self, message: str) -> TextFaultError:
        return TextFaultError(message, *self._position())


def _merge(parent: _Node, value: Any) -> bool:
    mappings = value if isinstance(value, list) else [value]
    if not all(isinstance(mapping, dict) for mapping in mappings):
        return False
    parent.merged.extend(mappings)
    return True


_YAML_ADVICE = {
    "mapping values are not allowed": "unexpected colon; if it belongs to the value, put quotes "
    "around it, otherwise correct the indentation",
    "unexpected end of stream": "a quoted value is not closed; add the closing quotation mark",
    "could not find expected ':'": "the line above has no colon after its key; add one",
    "',' or ']'": 'a list is not closed, or a comma is missing; add "]" or ","',
    "',' or '}'": 'a mapping is not closed, or a comma is missing; add "}" or ","',
    "that cannot start any token": "a value cannot start with this character; put quotes around it",
    "unknown escape character": "unknown escape sequence in double quotes; write the backslash "
    "twice, or use single quotes",
    "expected hex": "invalid escape sequence; write the backslash twice, or use single quotes",
    "escape sequence of": "invalid escape sequence; write the backslash twice, or use single "
    "quotes",
    "characters are not allowed": "control characters are not allowed; remove this one",
    "alphabetic or numeric character": '"*" and "&" need a name after them; put quotes around '
    "a value that starts with one of them",
    "comment or line break": "only a line break or a comment can follow here",
    "chomping or indentation": 'only a line break can follow "|" or ">"',
    "expected key": "this line does not match the lines around it; check its indentation, or put "
    "quotes around the whole value",
    "'-' indicator": 'a list item must start with "- "; check the indentation of this line',
    "<block end>": "this line does not match the lines around it; check its indentation, or put "
    "quotes around the whole value",
    "document start": "a line is indented differently; start all top-level keys in the same column",
    "node content": "a value is missing here",
    "tag handle": "unknown tag; put quotes around a value that starts with an exclamation mark",
    "expected '>'": "the tag is not closed; put quotes around a value that starts with an "
    "exclamation mark",
}
"""What to do, by a part of the parser's messages: libyaml and PyYAML word some differently."""


NOT_YAML = "this is not valid YAML: "
"""The beginning of the message of a syntax error."""


def _describe_error(error: yaml.YAMLError, text: str) -> str:
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "")
    mark = getattr(error, "problem_mark", None)
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip()) + 1]:
        return "a line is indented with a tab; use spaces"
    known = (advice for phrase, advice in _YAML_ADVICE.items() if phrase in reason)
    return next(known, reason or "the syntax is wrong")


def _syntax_fault(text: str, error: yaml.YAMLError) -> TextFaultError:
    mark = getattr(error, "problem_mark", None)
    message = f"{NOT_YAML}{_describe_error(error, text)}."
    if mark is not None:
        return TextFaultError(message, mark.line + 1, mark.column + 1)
    return TextFaultError(message, *line_and_column(text, int(getattr(error, "position", 0))))
