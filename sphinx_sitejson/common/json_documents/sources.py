"""A file with its value, its errors and the positions in it; JSON with or without comments."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

import yaml

from ..nesting import MAX_LEVELS, TOO_DEEP, blank, is_deeper_than, prune_deep_json
from ..problems import JsonPath, Location, key_path, quoted
from ..records import record
from .exact_json import parse_decimal, parse_integer
from .source_text import (
    Position,
    TextFault,
    TextFaultError,
    decode,
    line_and_column,
    repeated_key,
    replace_control_characters,
    require_text,
)
from .yaml_reading import (
    DeepFlowError,
    Scalar,
    YamlReader,
    blank_tab_lines,
    plain_scalar,
    prune_deep_flow,
    yaml_events,
)


@dataclass
class PositionNode:
    """The position of a value and its key, and the positions of its members."""

    value: Position | None = None
    key: Position | None = None
    members: dict[str | int, PositionNode] = field(default_factory=dict)
    found: list[PositionNode] = field(default_factory=list)
    """The members that were found so far."""

    def nearest(self, path: JsonPath) -> PositionNode:
        """Return the node at a path below this one, or its nearest ancestor."""
        node = self
        for part in path:
            inner = node.members.get(part)
            if inner is None or inner.value is None:
                break
            node = inner
        return node

    def set_member(self, member: PositionNode, value: Position, key: Position | None) -> None:
        """Set the position of a member; the last value of a repeated key is used."""
        if member.value is not None:
            member.clear()
        member.value, member.key = value, key
        self.found.append(member)

    def clear(self) -> None:
        """Discard the positions of the members."""
        for member in self.found:
            member.value = None
            member.clear()
        self.found.clear()


def _requested_nodes(paths: Iterable[JsonPath] | None) -> PositionNode:
    """Return nodes without positions for some paths."""
    root = PositionNode()
    for path in paths or ():
        node = root
        for part in path:
            node = node.members.setdefault(part, PositionNode())
    return root


@dataclass
class _Open:
    """An open mapping or list; in a list the key is the current index."""

    node: PositionNode | None
    key: str | int | None
    key_position: Position | None = None


def find_yaml_positions(text: str, paths: Iterable[JsonPath] | None) -> PositionNode:
    """Return the positions of values in YAML, or of all; an alias has its own position."""
    root, takes_all = _requested_nodes(paths), paths is None
    above: list[_Open] = []
    try:
        for event in yaml_events(text):
            position = (event.start_mark.line + 1, event.start_mark.column + 1)
            if isinstance(event, yaml.DocumentEndEvent):
                break
            if isinstance(event, yaml.CollectionEndEvent):
                above.pop()
            elif not isinstance(event, yaml.NodeEvent):
                continue
            else:
                parent = above[-1] if above else None
                if isinstance(event, yaml.CollectionStartEvent):
                    node = _begin_value(root, parent, position, takes_all=takes_all)
                    is_mapping = isinstance(event, yaml.MappingStartEvent)
                    above.append(_Open(node, None if is_mapping else 0))
                    continue
                if parent is not None and parent.key is None:
                    parent.key, parent.key_position = getattr(event, "value", ""), position
                    continue
                _begin_value(root, parent, position, takes_all=takes_all)
            if above:
                # A value has ended.
                key = above[-1].key
                above[-1].key = key + 1 if isinstance(key, int) else None
    except TextFaultError:
        # An error after the first document does not matter.
        pass
    return root


def _begin_value(
    root: PositionNode, parent: _Open | None, position: Position, *, takes_all: bool
) -> PositionNode | None:
    """Record the position of a value; return its node if it is selected."""
    if parent is None:
        root.value = position
        return root
    if parent.node is None or parent.key is None:
        return None
    node = parent.node.members.get(parent.key)
    if node is None:
        if not takes_all:
            return None
        node = parent.node.members[parent.key] = PositionNode()
    parent.node.set_member(node, position, parent.key_position)
    return node


_SPACE = re.compile(r"[ \t\n\r]*")


def find_json_positions(
    text: str, paths: Iterable[JsonPath] | None
) -> tuple[PositionNode, tuple[TextFault, ...]]:
    """Return the positions of values in valid JSON, or of all; of all, also the repeated keys."""
    root = _requested_nodes(paths)
    scan = _JsonScan(text, takes_all=paths is None)
    start = scan.next_at(0)
    root.value = scan.position(start)
    scan.read_value(root, start)
    return root, tuple(scan.repeated)


class _JsonScan:
    """Scans a text once; values on no path are skipped by Python's decoder."""

    def __init__(self, text: str, *, takes_all: bool) -> None:
        self.repeated: list[TextFault] = []
        self._text = text
        self._takes_all = takes_all
        # Numbers may be longer than Python parses.
        reader = json.JSONDecoder(strict=False, parse_int=str, parse_float=str, parse_constant=str)
        self._read = reader.raw_decode
        self._path: list[str | int] = []
        self._at, self._line, self._line_start = 0, 1, 0

    def next_at(self, at: int) -> int:
        """Return the offset of the next token."""
        space = _SPACE.match(self._text, at)
        assert space is not None
        return space.end()

    def read_value(self, node: PositionNode, at: int) -> int:
        """Record the positions of the selected members of a value; return its end."""
        is_object = self._text[at] == "{"
        if not (is_object or self._text[at] == "[") or not (node.members or self._takes_all):
            return self._read(self._text, at)[1]
        at = self.next_at(at + 1)
        key: str | int = -1
        while self._text[at] not in "}]":
            key_at = at
            if is_object:
                key, at = self._read(self._text, at)
                # After the colon.
                at = self.next_at(self.next_at(at) + 1)
            elif isinstance(key, int):
                key += 1
            at = self.next_at(self._read_member(node, key, at, key_at if is_object else None))
            if self._text[at] == ",":
                at = self.next_at(at + 1)
        return at + 1

    def _read_member(self, node: PositionNode, key: str | int, at: int, key_at: int | None) -> int:
        member = node.members.get(key)
        if member is None:
            if not self._takes_all:
                return self._read(self._text, at)[1]
            member = node.members[key] = PositionNode()
        self._path.append(key)
        key_position = None if key_at is None else self.position(key_at)
        if key_position and member.value is not None:
            self.repeated.append(repeated_key(tuple(self._path), key_position, member.key))
        node.set_member(member, self.position(at), key_position)
        end = self.read_value(member, at)
        self._path.pop()
        return end

    def position(self, at: int) -> Position:
        """Return line and column; offsets must increase from call to call."""
        breaks = self._text.count("\n", self._at, at)
        if breaks:
            self._line += breaks
            self._line_start = self._text.rfind("\n", self._at, at) + 1
        self._at = at
        return self._line, at - self._line_start + 1


_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
"""The tokens of valid JSON."""

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = r"u[dD][{}][0-9A-Fa-f]{{2}}"
_ESCAPE = re.compile(
    rf"\\(?:{_SURROGATE.format('89abAB')}\\{_SURROGATE.format('c-fC-F')}"
    rf"|(?P<half>{_SURROGATE.format('89a-fA-F')})|.)",
    re.DOTALL,
)
_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENT = re.compile(rf"{_STRING}|(?P<comment>//[^\n]*+|/\*.*?\*/)", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|(?P<comma>,)(?=\s*[\]}}])", re.DOTALL)


@dataclass
class ShallowJson:
    """JSON without the values below a nesting limit."""

    text: str
    value: Any = None
    pruned: list[int] = field(default_factory=list)
    """The offsets of the values that were left out."""
    has_repeated_keys: bool = False

    def make_object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object, and record whether it has repeated keys."""
        members = dict(pairs)
        if len(members) < len(pairs):
            self.has_repeated_keys = True
        return members


def blank_comments(text: str) -> str:
    """Replace comments and trailing commas with spaces: ``[1,] // a`` becomes ``[1 ]``.

    All positions stay the same. A comma after no entry stays, as does a comment without an
    end.
    """
    return _LAST_COMMA.sub(_blank_comma, _COMMENT.sub(_blank_comment, text))


def _blank_comment(match: re.Match[str]) -> str:
    return match[0] if match["comment"] is None else blank(match[0])


def _blank_comma(match: re.Match[str]) -> str:
    if match["comma"] is None:
        return match[0]
    before = match.start() - 1
    while before >= 0 and match.string[before].isspace():
        before -= 1
    return "," if before < 0 or match.string[before] in "[{,:" else " "


def replace_lone_surrogates(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Replace escaped lone surrogates, such as ``\\ud800``; return them with their offsets.

    The replacement has the same length, so that positions stay the same.
    """
    if _HALF_ESCAPE.search(text) is None:
        return text, []
    halves = [(each.start(), each[0]) for each in _ESCAPE.finditer(text) if each["half"]]
    return _ESCAPE.sub(lambda each: "\\ufffd" if each["half"] else each[0], text), halves


CONSTANTS = ("NaN", "Infinity", "-Infinity")
_QUOTED_STRING = re.compile(r'"([^"\n]*)"')
_WORD = re.compile(r"[^\s{}\[\],:\"']+")
_OTHER_LANGUAGES = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


def describe_constant(text: str) -> tuple[str, int]:
    """Describe the first ``NaN`` or ``Infinity`` in the text; return its offset as well."""
    for token in _TOKEN.finditer(text):
        if token.group() in CONSTANTS:
            break
    message = f"{token.group()} is not allowed in JSON; write a number, or leave the key out."
    return message, token.start()


def describe_syntax_error(
    text: str, error: json.JSONDecodeError, *, has_comments: bool
) -> tuple[str, int]:
    """Describe the error at which parsing stopped, with its cure; return its offset as well.

    :param has_comments: whether comments and trailing commas are allowed, as in settings.
    """
    # Python 3.13 reports the position of a trailing comma, older versions the one after it.
    behind_comma = error.pos + 1 if text.startswith(",", error.pos) else error.pos
    offset = _next_visible(text, error.pos)
    if text[_next_visible(text, behind_comma) :][:1] in ("}", "]"):
        bracket = _next_visible(text, behind_comma)
        if not has_comments and text[:bracket].rstrip().endswith(","):
            line = text.count("\n", 0, text.rindex(",", 0, bracket)) + 1
            message = (
                f'trailing comma before "{text[bracket]}"; JSON does not allow it, '
                f"remove the comma on line {line}."
            )
            return message, bracket
    if "string" in error.msg or "control character" in error.msg or "escape" in error.msg:
        return _in_string(text, error), min(error.pos, len(text) - 1)
    if offset >= len(text):
        message = 'the file ends too early; a closing "}" or "]" is missing.'
        return message, max(len(text.rstrip()) - 1, 0)
    message = _comment(text, offset, has_comments=has_comments)
    root_name = "settings" if has_comments else "document"
    return message or _unexpected(text, offset, error.msg, root_name), offset


def _next_visible(text: str, offset: int) -> int:
    while text[offset : offset + 1].isspace():
        offset += 1
    return offset


def _in_string(text: str, error: json.JSONDecodeError) -> str:
    if "Unterminated" in error.msg:
        return "the string that starts here has no closing quote."
    if "control character" in error.msg:
        if text[error.pos] in "\r\n":
            return "the line ends inside a string; a closing quote is missing before."
        return f"the control character {quoted(text[error.pos])} inside a string must be escaped."
    return 'invalid escape in a string; a backslash is written "\\\\".'


def _comment(text: str, offset: int, *, has_comments: bool) -> str:
    if not text.startswith(("//", "/*", "#"), offset):
        return ""
    if not has_comments:
        return "comments are not allowed in JSON; remove the comment."
    if text[offset] == "#":
        return 'unexpected "#"; a comment begins with "//".'
    return 'the comment that starts here is not closed; "*/" is missing.'


def _unexpected(text: str, offset: int, reason: str, root_name: str) -> str:
    """Describe an unexpected token."""
    if text[offset] == "'":
        return "single quotes are not allowed in JSON; write double quotes."
    if text[offset] in "‘’“”`":
        return f'{text[offset]} is not a quote in JSON; write ".'
    string, match = _QUOTED_STRING.match(text, offset), _WORD.match(text, offset)
    found = quoted(string[1] if string else match[0] if match else text[offset])
    if "Extra data" in reason:
        return f"unexpected {found} after the end of the {root_name}; a bracket closes too early."
    if "property name" in reason:
        return f"unexpected {found}; a key in double quotes is expected."
    if "':'" in reason:
        return f'unexpected {found}; a ":" is missing after the key.'
    if "','" in reason:
        missing_comma = text[offset] in '"{[' or match is not None
        hint = "a comma is missing before it" if missing_comma else "the brackets do not match"
        return f"unexpected {found}; {hint}."
    json_name = _OTHER_LANGUAGES.get(match.group()) if match else None
    return (
        f"unexpected {found}; {f'JSON writes {json_name}' if json_name else 'a value is expected'}."
    )


MAX_FAULTS_PER_KIND = 20
"""How many errors of one kind are reported for a document."""


@record
class Source:
    """The value of a file; None if it cannot be parsed."""

    file: str
    value: Any = None
    faults: tuple[TextFault, ...] = ()
    text: str = field(default="", repr=False)
    is_json: bool = False

    def locate(self, path: JsonPath, *, at_key: bool = False) -> Location:
        """Return the location of a value or its key, or of the nearest value around it."""
        return self._locate_position(path, self._position_tree.nearest(path), at_key=at_key)

    def locate_all(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Location]:
        """Return the locations of keys or values, in one pass and without a cache."""
        requested = tuple(paths)
        nodes = self._find(requested)
        return {
            path: self._locate_position(path, nodes.nearest(path), at_key=True)
            for path in requested
        }

    @cached_property
    def _position_tree(self) -> PositionNode:
        return self._find(None)

    def _find(self, paths: tuple[JsonPath, ...] | None) -> PositionNode:
        if not self.text:
            return PositionNode()
        if not self.is_json:
            return find_yaml_positions(self.text, paths)
        return find_json_positions(self.text, paths)[0]

    def _locate_position(self, path: JsonPath, node: PositionNode, *, at_key: bool) -> Location:
        # A text of comments only has no value, and an unread file has no lines.
        begin = (1 if self.text else None, None)
        line, column = (at_key and node.key) or node.value or begin
        return Location(self.file, line=line, column=column, key_path=key_path(path))


def read_strict_json(content: bytes, *, file: str) -> Source:
    """Read settings as JSON that may contain comments and trailing commas.

    Values below twice the nesting limit are dropped without a report.
    """
    try:
        text = require_text(blank_comments(decode(content, only_utf8=True)))
        text, halves = replace_lone_surrogates(text)
        found = _parse_json(
            text,
            2 * MAX_LEVELS,
            has_comments=True,
            # Python refuses to parse an int of thousands of digits.
            parse_int=lambda digits: int(digits) if len(digits) < 100 else float(digits),
            parse_constant=_refuse,
        )
    except TextFaultError as error:
        return Source(file=file, faults=(error.fault,))
    faults = []
    for offset, escape in halves:
        message = f"the escape {quoted(escape)} is half a character; it is replaced."
        faults.append(TextFault("character", message, *line_and_column(found.text, offset)))
    return _json_source(file, found, faults)


def read_json_or_yaml(content: bytes, *, file: str, as_text: Collection[JsonPath]) -> Source:
    """Read the content of a file as JSON if it is valid JSON, else as YAML.

    :param as_text: paths whose values are strings in YAML, too.
    """
    try:
        text, text_faults = replace_control_characters(decode(content))
    except TextFaultError as error:
        return Source(file=file, faults=(error.fault,))
    json_fault: TextFault | None = None
    # In YAML, "//" would begin a string.
    if text.lstrip().startswith(("{", "[", "//", "/*")):
        try:
            return _read_json(text, file, text_faults)
        except TextFaultError as error:
            json_fault = error.fault
    try:
        return _read_yaml(text, file, text_faults, as_text)
    except TextFaultError as error:
        # A text that begins like JSON is reported as JSON.
        return Source(file=file, faults=(*text_faults, json_fault or error.fault))


def _read_json(text: str, file: str, text_faults: tuple[TextFault, ...]) -> Source:
    text, _ = replace_lone_surrogates(text)
    try:
        found = _parse_json(
            text,
            MAX_LEVELS,
            parse_int=parse_integer,
            parse_float=parse_decimal,
            parse_constant=str,
        )
    except TextFaultError as error:
        fault = error.fault
        message = f"this is not valid JSON: {fault.message}"
        raise TextFaultError(message, fault.line, fault.column) from None
    pruned = (line_and_column(found.text, start) for start in found.pruned[:MAX_FAULTS_PER_KIND])
    return _json_source(file, found, text_faults, _depth_faults(pruned))


def _json_source(
    file: str, found: ShallowJson, before: Iterable[TextFault], after: Iterable[TextFault] = ()
) -> Source:
    """Return the source with its errors, those of repeated keys between the others."""
    repeated = find_json_positions(found.text, None)[1] if found.has_repeated_keys else ()
    faults = (*before, *repeated, *after)
    return Source(file=file, value=found.value, text=found.text, is_json=True, faults=faults)


def _parse_json(
    text: str, limit: int, *, has_comments: bool = False, **parsers: Any
) -> ShallowJson:
    """Parse JSON without values below the limit; raise TextFaultError.

    :param parsers: the functions of :func:`json.loads` that convert numbers and constants.
    """
    found = ShallowJson(text)
    parsers["object_pairs_hook"] = found.make_object
    try:
        with suppress(RecursionError):
            found.value = json.loads(text, **parsers)
            if not is_deeper_than(found.value, limit):
                return found
        found.text, found.pruned = prune_deep_json(text, limit)
        found.value = json.loads(found.text, **parsers)
        return found
    except json.JSONDecodeError as error:
        message, offset = describe_syntax_error(text, error, has_comments=has_comments)
    except _ConstantError:
        message, offset = describe_constant(text)
    raise TextFaultError(message, *line_and_column(text, offset))


def _read_yaml(
    text: str, file: str, text_faults: tuple[TextFault, ...], as_text: Collection[JsonPath]
) -> Source:
    reader, text, cut = read_shallow_yaml(text, as_text)
    faults = [
        *text_faults,
        *_depth_faults([*cut, *reader.too_deep][:MAX_FAULTS_PER_KIND]),
        *reader.repeated_keys,
    ]
    if reader.next_document:
        message = "the file holds several YAML documents; only the first is read."
        faults.append(TextFault("more documents", message))
    return Source(file=file, value=reader.value, text=text, faults=tuple(faults))


def read_shallow_yaml(
    text: str,
    as_text: Collection[JsonPath] = (),
    resolve: Callable[[str], Scalar] = plain_scalar,
) -> tuple[YamlReader, str, list[Position]]:
    """Parse YAML without brackets below the nesting limit; return their positions.

    :param resolve: returns the value of a plain scalar.
    """
    text = blank_tab_lines(text)
    cut: list[Position] = []
    for _ in range(MAX_FAULTS_PER_KIND + 1):
        reader = YamlReader(as_text, resolve)
        try:
            reader.read(text)
        except DeepFlowError as error:
            text, position = prune_deep_flow(text, error)
            cut += [] if error.is_reported else [position]
        else:
            return reader, text, cut
    raise TextFaultError(f"too much is {TOO_DEEP}.", *position)


def _depth_faults(positions: Iterable[Position]) -> tuple[TextFault, ...]:
    message = f"{TOO_DEEP}; everything deeper was ignored."
    return tuple(TextFault("too deep", message, *position) for position in positions)


class _ConstantError(Exception):
    """``NaN`` or ``Infinity``, which Python would accept."""


def _refuse(name: str) -> NoReturn:
    raise _ConstantError(name)
