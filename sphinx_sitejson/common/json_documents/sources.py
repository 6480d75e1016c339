"""A file with its value, its text errors and the positions in it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP
from sphinx_sitejson.common.problems import JsonPath, Location, key_path, quoted

from .json_reading import (
    JsonReader,
    blank_comments,
    describe_constant,
    describe_syntax_error,
    replace_lone_surrogates,
)
from .positions import (
    PositionNode,
    find_json_positions,
    find_selected_positions,
    find_yaml_positions,
)
from .source_text import (
    Position,
    TextFault,
    TextFaultError,
    decode,
    line_and_column,
    replace_control_characters,
    require_text,
)
from .yaml_reading import DeepFlowError, YamlReader, blank_tab_lines, prune_deep_flow

MAX_FAULTS_PER_KIND = 20
"""How many errors of one kind are reported for a document."""


@dataclass(frozen=True, kw_only=True)
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
        return (
            find_json_positions(self.text, None)[0]
            if paths is None
            else find_selected_positions(self.text, paths)
        )

    def _locate_position(self, path: JsonPath, node: PositionNode, *, at_key: bool) -> Location:
        # A text of comments only has no value, and an unread file has no lines.
        begin = (1 if self.text else None, None)
        line, column = (at_key and node.key) or node.value or begin
        return Location(file=self.file, line=line, column=column, key_path=key_path(path))


def read_strict_json(content: bytes, *, file: str, root_name: str) -> Source:
    """Read JSON that may contain comments and trailing commas.

    Values below twice the nesting limit are dropped without a report.

    :param root_name: what messages call the value of the file.
    """
    try:
        text = require_text(blank_comments(decode(content, only_utf8=True)))
        text, halves = replace_lone_surrogates(text)
        reader = JsonReader(parse_int=_plain_number, parse_float=float, parse_constant=_refuse)
        value, text, _ = _parse_json(
            reader, text, 2 * MAX_LEVELS, root_name=root_name, has_comments=True
        )
    except TextFaultError as error:
        return Source(file=file, faults=(error.fault,))
    faults = tuple(_surrogate_fault(text, offset, escape) for offset, escape in halves)
    if reader.has_repeated_keys:
        faults += find_json_positions(text, ())[1]
    return Source(file=file, value=value, text=text, is_json=True, faults=faults)


def read_json_or_yaml(content: bytes, *, file: str, as_text: Collection[JsonPath] = ()) -> Source:
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
    reader = JsonReader()
    text, _ = replace_lone_surrogates(text)
    try:
        value, text, starts = _parse_json(reader, text, MAX_LEVELS, root_name="document")
    except TextFaultError as error:
        fault = error.fault
        message = f"this is not valid JSON: {fault.message}"
        raise TextFaultError(message, fault.line, fault.column) from None
    faults = _depth_faults([line_and_column(text, start) for start in starts[:MAX_FAULTS_PER_KIND]])
    if reader.has_repeated_keys:
        faults = (*find_json_positions(text, ())[1], *faults)
    return Source(file=file, value=value, text=text, is_json=True, faults=(*text_faults, *faults))


def _parse_json(
    reader: JsonReader, text: str, limit: int, *, root_name: str, has_comments: bool = False
) -> tuple[Any, str, list[int]]:
    try:
        return reader.read_shallow(text, limit)
    except json.JSONDecodeError as error:
        fault = describe_syntax_error(text, error, root_name=root_name, has_comments=has_comments)
    except _ConstantError:
        fault = describe_constant(text)
    raise TextFaultError(fault.message, *line_and_column(text, fault.offset))


def _read_yaml(
    text: str, file: str, text_faults: tuple[TextFault, ...], as_text: Collection[JsonPath]
) -> Source:
    reader, text, cut = _read_shallow_yaml(text, as_text)
    faults = [
        *text_faults,
        *_depth_faults([*cut, *reader.too_deep][:MAX_FAULTS_PER_KIND]),
        *reader.repeated_keys,
    ]
    if reader.has_more_documents:
        message = "the file holds several YAML documents; only the first is read."
        faults.append(TextFault(kind="more documents", message=message))
    return Source(file=file, value=reader.value, text=text, faults=tuple(faults))


def _read_shallow_yaml(
    text: str, as_text: Collection[JsonPath]
) -> tuple[YamlReader, str, list[Position]]:
    """Parse YAML without brackets below the nesting limit; return their positions."""
    text = blank_tab_lines(text)
    cut: list[Position] = []
    for _ in range(MAX_FAULTS_PER_KIND + 1):
        reader = YamlReader(as_text)
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
    return tuple(
        TextFault(kind="too deep", message=message, line=line, column=column)
        for line, column in positions
    )


def _surrogate_fault(text: str, offset: int, escape: str) -> TextFault:
    line, column = line_and_column(text, offset)
    message = f"the escape {quoted(escape)} is half a character; it is replaced."
    return TextFault(kind="character", message=message, line=line, column=column)


class _ConstantError(Exception):
    """``NaN`` or ``Infinity``, which Python would accept."""


def _refuse(name: str) -> NoReturn:
    raise _ConstantError(name)


def _plain_number(digits: str) -> int | float:
    # Python refuses to parse an int of thousands of digits.
    return int(digits) if len(digits) < 100 else float(digits)
