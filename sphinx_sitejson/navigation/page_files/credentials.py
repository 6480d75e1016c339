"""Credentials in the addresses of a page's front matter, which many files of a site repeat."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sphinx_sitejson.common.network.urls import public_address, without_credentials

_ADDRESS = re.compile(r"\bhttps?:[/\\]{2}[^\s<>\"'`]+", re.IGNORECASE)
_FRONT_MATTER = re.compile(
    r"\ufeff?(?:[ \t]*\r?\n)*---[ \t]*\r?\n.*?^---[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_FIELDS = re.compile(r"\ufeff?(?:(?:[: \t]|\.\.)[^\n]*\n|\r?\n)*")
_DOCUMENT_LINE = re.compile(r"^[ \t:\"']*openapi.*$", re.IGNORECASE | re.MULTILINE)
_DIRECTIVE = re.compile(r"\bopenapi-(?:operation|schema|changes)(?:\}|::)[^\n]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPage:
    """The text of a page without credentials in its front matter."""

    text: str
    lines: tuple[int, ...] = ()
    """Where an address had some that readers would have seen."""


def without_credentials_in_page(text: str, *, is_rst: bool) -> PlainPage:
    """Take the credentials out of the front matter, or out of the fields that rst has instead.

    As in the settings, the address of a document is only the name of something known.
    """
    if "@" not in text and "?" not in text:
        return PlainPage(text=text)
    found = (_FIELDS if is_rst else _FRONT_MATTER).match(text)
    head = found[0] if found else ""
    body = _DIRECTIVE.sub(_with_public_addresses, text[len(head) :])
    head = _DOCUMENT_LINE.sub(_with_public_addresses, head)
    plain = _ADDRESS.sub(_without_credentials, head)
    pairs = zip(head.split("\n"), plain.split("\n"), strict=True)
    return PlainPage(
        text=plain + body,
        lines=tuple(number for number, (old, new) in enumerate(pairs, 1) if old != new),
    )


def _with_public_addresses(line: re.Match[str]) -> str:
    return _ADDRESS.sub(lambda address: public_address(address[0]), line[0])


def _without_credentials(address: re.Match[str]) -> str:
    return without_credentials(address[0])
