"""Decode the text of a file, and describe what is wrong with it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal

from ..characters import code_point
from ..problems import JsonPath, quoted

Position = tuple[int, int]
"""Line and column, from 1."""

FaultKind = Literal["unreadable", "character", "repeated key", "too deep", "more documents"]
"""Only an ``unreadable`` text has no value."""


@dataclass(frozen=True)
class TextFault:
    """A syntax error; callers add a code, and a better message where they have one."""

    kind: FaultKind
    message: str
    line: int = 1
    column: int | None = None
    path: JsonPath = ()
    earlier_line: int | None = None
    """The line of the first occurrence of a repeated key, if known."""


class TextFaultError(Exception):
    """The text cannot be parsed; ``fault`` says why."""

    def __init__(self, message: str, line: int = 1, column: int | None = None) -> None:
        super().__init__(message)
        self.fault = TextFault("unreadable", message, line, column)


def repeated_key(path: JsonPath, position: Position, earlier: Position | None = None) -> TextFault:
    """Return the error of a repeated key."""
    message = f"duplicate key {quoted(str(path[-1]))}; the last one is used."
    return TextFault("repeated key", message, *position, path, earlier and earlier[0])


def line_and_column(text: str, offset: int) -> Position:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


_ENCODINGS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_UNREADABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that neither YAML nor HTML allows."""


def decode(content: bytes, *, only_utf8: bool = False) -> str:
    """Decode the content of a file as UTF-8, or by its byte order mark.

    Raise TextFaultError, also if the file is empty.
    """
    marks = (name for mark, name in _ENCODINGS.items() if content.startswith(mark))
    encoding = next(marks, "")
    if not encoding:
        # UTF-16 has a zero byte next to its first character, which is ASCII.
        wide = {0: "utf-16-be", 1: "utf-16-le"}
        encoding = wide.get(content[:2].find(b"\0"), "utf-8")
    if only_utf8 and not encoding.startswith("utf-8"):
        name = encoding[:6].upper()
        raise TextFaultError(f"the file is encoded as {name}; save it as UTF-8.", 1, 1)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(error) from None
    return require_text(text)


def require_text(text: str) -> str:
    """Return a text; raise TextFaultError if it is blank."""
    if not text.strip():
        raise TextFaultError("the file is empty.")
    return text


def replace_control_characters(text: str) -> tuple[str, tuple[TextFault, ...]]:
    """Replace control characters, and report the position of the first one."""
    match = _UNREADABLE.search(text)
    if match is None:
        return text, ()
    message = f"the control character {code_point(match[0])} is not allowed; it is replaced."
    fault = TextFault("character", message, *line_and_column(text, match.start()))
    return _UNREADABLE.sub("\ufffd", text), (fault,)


def _undecodable(error: UnicodeDecodeError) -> TextFaultError:
    before = error.object[: error.start].decode("utf-8", "replace")
    return TextFaultError(
        f"the byte 0x{error.object[error.start]:02X} is not valid UTF-8; save the file as UTF-8.",
        *line_and_column(before, len(before)),
    )
