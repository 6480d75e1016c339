"""The text of a document: decoded, and free of characters that no page could hold."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_ENCODINGS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_UNREADABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What neither YAML nor a web page may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFault:
    """What is wrong with a text, and where: line and column count from 1."""

    message: str
    line: int = 1
    column: int | None = None
    stops: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedText:
    """A text, or the fault for which there is none; a fault that does not stop stands beside it."""

    text: str | None
    fault: TextFault | None = None


def decode(content: bytes) -> DecodedText:
    """Decode the content of a file: UTF-8, or what its byte order mark says."""
    marks = (name for mark, name in _ENCODINGS.items() if content.startswith(mark))
    encoding = next(marks, None) or _encoding_without_mark(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        return DecodedText(text=None, fault=_undecodable(content, error))
    if not text.strip():
        return DecodedText(text=None, fault=TextFault(message="the file is empty."))
    found = _UNREADABLE.search(text)
    if found is None:
        return DecodedText(text=text)
    line, column = line_and_column(text, found.start())
    message = f"the control character U+{ord(found[0]):04X} is not allowed; it is replaced."
    fault = TextFault(message=message, line=line, column=column, stops=False)
    return DecodedText(text=_UNREADABLE.sub("\ufffd", text), fault=fault)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return where a character of the text stands, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _encoding_without_mark(content: bytes) -> str:
    """Tell UTF-16 by the zero byte beside its first character, which is never a strange one."""
    if content[:1] == b"\0":
        return "utf-16-be"
    return "utf-16-le" if content[1:2] == b"\0" else "utf-8"


def _undecodable(content: bytes, error: UnicodeDecodeError) -> TextFault:
    before = content[: error.start]
    last_line = before[before.rfind(b"\n") + 1 :]
    byte = f"0x{content[error.start]:02X}"
    return TextFault(
        message=f"the byte {byte} is not valid UTF-8; save the file as UTF-8.",
        line=before.count(b"\n") + 1,
        column=len(last_line.decode("utf-8", "replace")) + 1,
    )
