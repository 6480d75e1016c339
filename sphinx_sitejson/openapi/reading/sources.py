"""A document's file as it was read: its value, and the places in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sphinx_sitejson.nesting import DEEPEST_LEVEL, TOO_DEEP, is_deeper_than, without_deep_json
from sphinx_sitejson.problems import JsonPath, Place, Problem, ProblemCode, key_path, quoted

from .credentials import may_have_credentials, remove_credentials
from .json_reading import JsonReader
from .positions import Position, json_positions, yaml_positions
from .texts import TextFault, decode, line_and_column
from .yaml_reading import (
    DeepFlowError,
    YamlFaultError,
    YamlReader,
    without_blank_tabs,
    without_deep_flow,
)

MOST_OF_A_KIND = 20
"""How many problems of one kind are told for a document."""

CREDENTIALS = (
    "the address has a user or a password in it, which every reader would see; they are left out."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What was read from one file; the value is None when a problem stopped the reading."""

    file: str
    value: Any = None
    problems: tuple[Problem, ...] = ()
    text: str = field(default="", repr=False)
    is_json: bool = False

    def places(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Place]:
        """Return where the keys or values stand; of what is not there, the nearest around it."""
        wanted = tuple(paths)
        find = json_positions if self.is_json else yaml_positions
        positions = find(self.text, wanted) if self.text else {}
        return {path: self._place(path, positions.get(path)) for path in wanted}

    def _place(self, path: JsonPath, position: Position | None) -> Place:
        line, column = position or (None, None)
        return Place(file=self.file, line=line, column=column, key_path=key_path(path))


def read_source(content: bytes, *, file: str) -> Source:
    """Read the content of a file, whatever its name: JSON if it is JSON, else YAML."""
    source = _read(content, file=file)
    if not may_have_credentials(source.text):
        return source
    # Before anything else sees the value, so that no message about it repeats them.
    places = source.places(remove_credentials(source.value))
    problems = (
        Problem(code="credentials", message=CREDENTIALS, place=place) for place in places.values()
    )
    return _with_problems(source, tuple(problems))


def has_credentials(content: bytes) -> bool:
    """Tell whether a document has a user or a password in one of its addresses."""
    problems = read_source(content, file="").problems
    return any(problem.code == "credentials" for problem in problems)


def _read(content: bytes, *, file: str) -> Source:
    decoded = decode(content)
    noted = () if decoded.fault is None else (_problem(file, decoded.fault),)
    if decoded.text is None:
        return Source(file=file, problems=noted)
    fault: TextFault | None = None
    if decoded.text.lstrip().startswith(("{", "[")):
        read = _read_json(decoded.text, file=file)
        if isinstance(read, Source):
            return _with_problems(read, noted)
        fault = read
    try:
        return _with_problems(_read_yaml(decoded.text, file=file), noted)
    except YamlFaultError as error:
        # What begins like JSON was meant to be JSON, so its own fault explains more.
        return Source(file=file, problems=(*noted, _problem(file, fault or error.fault)))


def _read_json(text: str, *, file: str) -> Source | TextFault:
    reader = JsonReader()
    starts: list[int] = []
    try:
        value, text, starts = _read_shallow_json(reader, text)
    except json.JSONDecodeError as error:
        line, column = line_and_column(text, error.pos)
        reason = error.msg[:1].lower() + error.msg[1:]
        return TextFault(message=f"this is not valid JSON: {reason}.", line=line, column=column)
    too_deep = _too_deep(file, [line_and_column(text, start) for start in starts[:MOST_OF_A_KIND]])
    source = Source(file=file, value=value, problems=too_deep, text=text, is_json=True)
    if not reader.has_repeated_keys:
        return source
    repeated: list[tuple[JsonPath, Position]] = []
    json_positions(text, (), repeated=repeated)
    return _with_problems(source, _repeated_keys(file, repeated))


def _read_shallow_json(reader: JsonReader, text: str) -> tuple[Any, str, list[int]]:
    """Read a text without what is nested too deeply in it; return where that stood."""
    try:
        value = reader.read(text)
        if not is_deeper_than(value, DEEPEST_LEVEL):
            return value, text, []
    except RecursionError:
        pass
    shallow, starts = without_deep_json(text, DEEPEST_LEVEL)
    return reader.read(shallow), shallow, starts


def _too_deep(file: str, positions: Iterable[Position]) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            code="nested_too_deep",
            message=f"{TOO_DEEP}; what stands here is left out.",
            place=Place(file=file, line=line, column=column),
        )
        for line, column in positions
    )


def _read_shallow_yaml(text: str) -> tuple[YamlReader, str, list[Position]]:
    """Read a text without brackets that are nested too deeply; return where those stood."""
    text = without_blank_tabs(text)
    cut: list[Position] = []
    for _ in range(MOST_OF_A_KIND + 1):
        reader = YamlReader()
        try:
            reader.read(text)
        except DeepFlowError as error:
            text, position = without_deep_flow(text, error)
            cut += [] if error.is_told else [position]
        else:
            return reader, text, cut
    line, column = position
    raise YamlFaultError(TextFault(message=f"too much is {TOO_DEEP}.", line=line, column=column))


def _read_yaml(text: str, *, file: str) -> Source:
    reader, text, cut = _read_shallow_yaml(text)
    source = Source(file=file, value=reader.value, text=text)
    problems = _too_deep(file, [*cut, *reader.too_deep][:MOST_OF_A_KIND])
    problems += _repeated_keys(
        file, [(key.path, (key.line, key.column)) for key in reader.repeated_keys]
    )
    if reader.has_more_documents:
        message = "the file holds several YAML documents; only the first is read."
        problems += (_problem(file, TextFault(message=message, stops=False)),)
    return _with_problems(source, problems)


def _repeated_keys(file: str, repeated: Iterable[tuple[JsonPath, Position]]) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            code="openapi_invalid",
            message=f"duplicate key {quoted(str(path[-1]))}; the last one is used.",
            place=Place(file=file, line=line, column=column, key_path=key_path(path)),
        )
        for path, (line, column) in repeated
    )


def _problem(file: str, fault: TextFault) -> Problem:
    code: ProblemCode = "openapi_document" if fault.stops else "openapi_invalid"
    place = Place(file=file, line=fault.line, column=fault.column)
    return Problem(code=code, message=fault.message, place=place)


def _with_problems(source: Source, problems: tuple[Problem, ...]) -> Source:
    return Source(
        file=source.file,
        value=source.value,
        problems=(*problems, *source.problems),
        text=source.text,
        is_json=source.is_json,
    )
