"""What the languages share: escaping texts and writing values over several lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json

COMMON_ESCAPES: Mapping[str, str] = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}
# Decimals that JavaScript and Python write alike, if they write them so at all.
_DECIMAL = re.compile(
    r"-?(?:(?:0(?=\.(?!0000))|[1-9]\d{0,15}(?=\.))\.\d*[1-9]"
    r"|\d(?:\.\d*[1-9])?e(?:\+(?:2[1-9]|[3-9]\d|\d{3})|-(?:[1-9]\d|\d{3})))"
)


def escaped(text: str, *, known: Mapping[str, str], other: Callable[[int], str]) -> str:
    """Escape a text for a string literal.

    :param known: characters with a short escape.
    :param other: the escape of any other character that is not printable, by its code point; among
        them are bidirectional controls, which can hide what code does.
    """
    return "".join(
        known.get(char) or (char if char.isprintable() else other(ord(char))) for char in text
    )


def quote_string(text: str, *, other: Callable[[int], str]) -> str:
    """Write a string for a language with two kinds of quotes: the kind that the text has not."""
    if '"' in text and "'" not in text:
        known = {char: code for char, code in COMMON_ESCAPES.items() if char != '"'}
        return f"'{escaped(text, known=known, other=other)}'"
    return f'"{escaped(text, known=COMMON_ESCAPES, other=other)}"'


def utf16_escape(code: int) -> str:
    """Write a character as the languages do that think in 16 bits."""
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def braced_escape(code: int) -> str:
    """Write a character as the languages do that put its number between braces."""
    return "\\u{fffd}" if 0xD800 <= code <= 0xDFFF else f"\\u{{{code:x}}}"


def replace_lone_surrogates(text: str) -> str:
    """Replace halves of characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def json_lines(value: Any) -> str:
    """Write a value as JSON over several lines; what cannot be printed is escaped."""
    text = exact_json(value, indent=2)
    # Outside strings all characters are printable, so an escape is always inside a string, where
    # JSON allows it.
    return escaped(text, known={"\n": "\n"}, other=utf16_escape)


def number_texts(value: Any) -> Iterator[str]:
    """Yield the numbers in a value as they are written; what JSON has no digits for is none."""
    if isinstance(value, Mapping | list | tuple):
        for member in value.values() if isinstance(value, Mapping) else value:
            yield from number_texts(member)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        text = exact_json(value)
        if text[-1].isdigit():
            yield text


def is_plain_decimal(text: str) -> bool:
    """Whether a number survives a round trip through a double unchanged."""
    return _DECIMAL.fullmatch(text) is not None and repr(float(text)) == text


@dataclass(frozen=True, slots=True)
class LiteralStyle:
    """How a language writes values."""

    text: Callable[[str], str]
    key: Callable[[str], str]
    constants: Mapping[str, str]
    indent: str = "    "
    number: Callable[[int | float], str] = json.dumps


def literal(value: Any, style: LiteralStyle, depth: int = 0) -> str:
    """Write a value as code, containers over several lines."""
    if isinstance(value, Mapping):
        entries = [
            f"{style.key(str(key))}: {literal(member, style, depth + 1)}"
            for key, member in value.items()
        ]
        return _write_lines("{", entries, "}", style.indent, depth)
    if isinstance(value, list | tuple):
        return _write_lines(
            "[", [literal(entry, style, depth + 1) for entry in value], "]", style.indent, depth
        )
    if isinstance(value, bool) or value is None:
        return style.constants[json.dumps(value)]
    if isinstance(value, int | float):
        return style.number(value)
    return style.text(str(value))


def _write_lines(start: str, entries: list[str], end: str, indent: str, depth: int) -> str:
    if not entries:
        return start + end
    inner = ",\n".join(f"{indent * (depth + 1)}{entry}" for entry in entries)
    return f"{start}\n{inner},\n{indent * depth}{end}"


def split_crlf_lines(text: str) -> list[str]:
    """Return the lines of a multipart body with CRLF."""
    return re.findall(r".*?\r\n|.+", text, re.DOTALL)


def indent_following(text: str, by: str) -> str:
    """Indent all lines but the first."""
    return text.replace("\n", f"\n{by}")
