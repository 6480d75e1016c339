"""Strict JSON from bytes: the value, and every fault of the text with its place."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from sphinx_sitejson.nesting import DEEPEST_LEVEL, without_deep_json
from sphinx_sitejson.problems import Place, Problem, quoted

from .json_positions import JsonSource
from .json_syntax import constant_fault, syntax_fault

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonFile:
    """What was read; the value is None when a problem stopped the reading."""

    value: Any = None
    source: JsonSource
    problems: tuple[Problem, ...] = ()


def read_json(content: bytes, *, file: str) -> JsonFile:
    """Read the content of a JSON file; `file` is its name in messages."""
    try:
        if b"\0" in content[:2]:
            # One byte of the first character: UTF-16 without a mark, which UTF-8 would let pass.
            raise UnicodeDecodeError("utf-8", content, 0, 1, "UTF-16")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _stopped(JsonSource(file=file), _encoding_problem(content, error, file))
    text, halves = _without_half_characters(text)
    source = JsonSource(file=file, text=text)
    if not text.strip():
        return _stopped(source, _syntax_problem("the file is empty.", Place(file=file, line=1)))
    reader = _Reader()
    try:
        value = _read_shallow(reader, text)
    except json.JSONDecodeError as error:
        fault = syntax_fault(text, error)
        return _stopped(source, _syntax_problem(fault.message, source.place_at(fault.offset)))
    except _UnknownConstantError:
        fault = constant_fault(text)
        return _stopped(source, _syntax_problem(fault.message, source.place_at(fault.offset)))
    problems = [_half_character_problem(source, *half) for half in halves]
    if reader.has_repeated_keys:
        problems += _repeated_key_problems(source)
    return JsonFile(value=value, source=source, problems=tuple(problems))


def _read_shallow(reader: _Reader, text: str) -> Any:
    """Read a text, and of one that nests more deeply than Python can read only the levels above.

    Enough of them that the check of the settings finds and reports what lies too deep.
    """
    try:
        return reader.read(text)
    except RecursionError:
        return reader.read(without_deep_json(text, 2 * DEEPEST_LEVEL)[0])


class _UnknownConstantError(Exception):
    """NaN or Infinity, which Python would read."""


class _Reader:
    """Python's JSON reader, made strict."""

    def __init__(self) -> None:
        self.has_repeated_keys = False

    def read(self, text: str) -> Any:
        return json.loads(
            text,
            parse_constant=self._refuse,
            parse_int=_number,
            object_pairs_hook=self._object,
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        self.has_repeated_keys |= len(members) < len(pairs)
        return members

    def _refuse(self, name: str) -> NoReturn:
        raise _UnknownConstantError(name)


def _number(digits: str) -> int | float:
    # Python refuses to read an int of thousands of digits; no setting needs one exactly.
    return int(digits) if len(digits) < 100 else float(digits)


def _without_half_characters(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Replace escapes of half a character, which no page could hold; return them with offsets.

    The replacement has the same length, so that positions stay.
    """
    halves = [
        (offset, text[offset : offset + 6])
        for offset in (_half_characters(text) if "\\u" in text else ())
    ]
    parts, end = [], 0
    for offset, escape in halves:
        parts += [text[end:offset], "\\ufffd"]
        end = offset + len(escape)
    return "".join([*parts, text[end:]]), halves


def _half_characters(text: str) -> Iterator[int]:
    high: int | None = None
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1], 16) if escape[1] else 0
        is_low = 0xDC00 <= code <= 0xDFFF
        if high is not None and is_low and escape.start() == high + 6:
            high = None
            continue
        if high is not None:
            yield high
        high = escape.start() if 0xD800 <= code <= 0xDBFF else None
        if is_low:
            yield escape.start()
    if high is not None:
        yield high


def _half_character_problem(source: JsonSource, offset: int, escape: str) -> Problem:
    return Problem(
        code="wrong_value",
        message=f"the escape {quoted(escape)} is half a character; it is replaced.",
        place=source.place_at(offset),
    )


def _repeated_key_problems(source: JsonSource) -> list[Problem]:
    return [
        Problem(
            code="duplicate_key",
            message=(
                f"the key {quoted(str(key.path[-1]))} stands on line "
                f"{source.line_at(key.earlier_offset)} already; the last one is used."
            ),
            place=source.place_at(key.offset, key.path),
        )
        for key in source.repeated_keys()
    ]


def _encoding_problem(content: bytes, error: UnicodeDecodeError, file: str) -> Problem:
    line_start = content.rfind(b"\n", 0, error.start) + 1
    column = len(content[line_start : error.start].decode("utf-8-sig", "replace")) + 1
    place = Place(file=file, line=content.count(b"\n", 0, error.start) + 1, column=column)
    if content.startswith(_UTF_16_MARKS) or b"\0" in content[:2]:
        return _syntax_problem("the file is encoded as UTF-16; save it as UTF-8.", place)
    byte = f"0x{content[error.start]:02X}"
    return _syntax_problem(f"the byte {byte} is not valid UTF-8; save the file as UTF-8.", place)


def _syntax_problem(message: str, place: Place) -> Problem:
    return Problem(code="settings_file", message=message, place=place, stops_build=True)


def _stopped(source: JsonSource, problem: Problem) -> JsonFile:
    return JsonFile(source=source, problems=(problem,))
