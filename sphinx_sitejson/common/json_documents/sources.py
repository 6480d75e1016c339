"""One file as it was read: its value, what is wrong with its text, and the places in it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

from sphinx_sitejson.common.nesting import DEEPEST_LEVEL, TOO_DEEP
from sphinx_sitejson.common.problems import JsonPath, Place, key_path, quoted

from .json_reading import (
    JsonReader,
    constant_fault,
    syntax_fault,
    without_comments,
    without_half_characters,
)
from .positions import Spot, json_places, json_spots, yaml_spots
from .source_text import (
    Position,
    TextFault,
    TextFaultError,
    decode,
    not_empty,
    position_of,
    without_unreadable,
)
from .yaml_reading import DeepFlowError, YamlReader, without_blank_tabs, without_deep_flow

MOST_OF_A_KIND = 20
"""How many problems of one kind are reported for a document."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """What was read from one file; there is no value when a fault stopped the reading."""

    file: str
    value: Any = None
    faults: tuple[TextFault, ...] = ()
    text: str = field(default="", repr=False)
    is_json: bool = False

    def place(self, path: JsonPath, *, at_key: bool = False) -> Place:
        """Return where a value or its key stands; of what is not there, the nearest around it."""
        return self._place(path, self._spots.nearest(path), at_key=at_key)

    def places(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Place]:
        """Return where the keys or values stand, found in one pass that keeps nothing else."""
        wanted = tuple(paths)
        spots = self._find(wanted)
        return {path: self._place(path, spots.nearest(path), at_key=True) for path in wanted}

    @cached_property
    def _spots(self) -> Spot:
        return self._find(None)

    def _find(self, paths: tuple[JsonPath, ...] | None) -> Spot:
        if not self.text:
            return Spot()
        if not self.is_json:
            return yaml_spots(self.text, paths)
        return json_spots(self.text, None)[0] if paths is None else json_places(self.text, paths)

    def _place(self, path: JsonPath, spot: Spot, *, at_key: bool) -> Place:
        # A text of comments has no value to point at, and an unread file has no lines.
        begin = (1 if self.text else None, None)
        line, column = (at_key and spot.key) or spot.value or begin
        return Place(file=self.file, line=line, column=column, key_path=key_path(path))


def read_strict_json(content: bytes, *, file: str, whole: str) -> Source:
    """Read a file that people write by hand: JSON, in which comments may stand.

    What is nested deeper than twice what is allowed is left out without a word.

    :param whole: what messages call the file as a whole.
    """
    try:
        text = not_empty(without_comments(decode(content, only_utf8=True)))
        text, halves = without_half_characters(text)
        reader = JsonReader(whole=_plain_number, decimal=float, constant=_refuse)
        value, text, _ = _parsed(reader, text, 2 * DEEPEST_LEVEL, whole=whole, has_comments=True)
    except TextFaultError as error:
        return Source(file=file, faults=(error.fault,))
    faults = tuple(_half_character(text, offset, escape) for offset, escape in halves)
    if reader.has_repeated_keys:
        faults += json_spots(text, ())[1]
    return Source(file=file, value=value, text=text, is_json=True, faults=faults)


def read_any(content: bytes, *, file: str, as_text: Collection[JsonPath] = ()) -> Source:
    """Read the content of a file, whatever its name: JSON if it is JSON, else YAML.

    :param as_text: paths whose values YAML keeps as they are written.
    """
    try:
        text, noted = without_unreadable(decode(content))
    except TextFaultError as error:
        return Source(file=file, faults=(error.fault,))
    json_fault: TextFault | None = None
    if text.lstrip().startswith(("{", "[")):
        try:
            return _read_json(text, file, noted)
        except TextFaultError as error:
            json_fault = error.fault
    try:
        return _read_yaml(text, file, noted, as_text)
    except TextFaultError as error:
        # What begins like JSON was meant to be JSON, so its own fault explains more.
        return Source(file=file, faults=(*noted, json_fault or error.fault))


def _read_json(text: str, file: str, noted: tuple[TextFault, ...]) -> Source:
    reader = JsonReader()
    text, _ = without_half_characters(text)
    try:
        value, text, starts = _parsed(reader, text, DEEPEST_LEVEL, whole="document")
    except TextFaultError as error:
        fault = error.fault
        message = f"this is not valid JSON: {fault.message}"
        raise TextFaultError(message, fault.line, fault.column) from None
    faults = _too_deep([position_of(text, start) for start in starts[:MOST_OF_A_KIND]])
    if reader.has_repeated_keys:
        faults = (*json_spots(text, ())[1], *faults)
    return Source(file=file, value=value, text=text, is_json=True, faults=(*noted, *faults))


def _parsed(
    reader: JsonReader, text: str, limit: int, *, whole: str, has_comments: bool = False
) -> tuple[Any, str, list[int]]:
    try:
        return reader.read_shallow(text, limit)
    except json.JSONDecodeError as error:
        fault = syntax_fault(text, error, whole=whole, has_comments=has_comments)
    except _ConstantError:
        fault = constant_fault(text)
    raise TextFaultError(fault.message, *position_of(text, fault.offset))


def _read_yaml(
    text: str, file: str, noted: tuple[TextFault, ...], as_text: Collection[JsonPath]
) -> Source:
    reader, text, cut = _read_shallow_yaml(text, as_text)
    faults = [
        *noted,
        *_too_deep([*cut, *reader.too_deep][:MOST_OF_A_KIND]),
        *reader.repeated_keys,
    ]
    if reader.has_more_documents:
        message = "the file holds several YAML documents; only the first is read."
        faults.append(TextFault(kind="more documents", message=message))
    return Source(file=file, value=reader.value, text=text, faults=tuple(faults))


def _read_shallow_yaml(
    text: str, as_text: Collection[JsonPath]
) -> tuple[YamlReader, str, list[Position]]:
    """Read a text without brackets that are nested too deeply; return where those stood."""
    text = without_blank_tabs(text)
    cut: list[Position] = []
    for _ in range(MOST_OF_A_KIND + 1):
        reader = YamlReader(as_text)
        try:
            reader.read(text)
        except DeepFlowError as error:
            text, position = without_deep_flow(text, error)
            cut += [] if error.is_reported else [position]
        else:
            return reader, text, cut
    raise TextFaultError(f"too much is {TOO_DEEP}.", *position)


def _too_deep(positions: Iterable[Position]) -> tuple[TextFault, ...]:
    message = f"{TOO_DEEP}; everything deeper is left out."
    return tuple(
        TextFault(kind="too deep", message=message, line=line, column=column)
        for line, column in positions
    )


def _half_character(text: str, offset: int, escape: str) -> TextFault:
    line, column = position_of(text, offset)
    message = f"the escape {quoted(escape)} is half a character; it is replaced."
    return TextFault(kind="character", message=message, line=line, column=column)


class _ConstantError(Exception):
    """NaN or Infinity, which Python would read."""


def _refuse(name: str) -> NoReturn:
    raise _ConstantError(name)


def _plain_number(digits: str) -> int | float:
    # Python refuses to read an int of thousands of digits; nobody writes one exactly by hand.
    return int(digits) if len(digits) < 100 else float(digits)
