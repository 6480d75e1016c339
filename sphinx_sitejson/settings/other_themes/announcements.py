"""The announcement that an option of other themes has in HTML, as the Markdown of a banner."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_SIGN = re.compile(r"([\\`*_\[\]<>])")
_ADDRESS_IN_BRACKETS = re.compile(r"[()\s<>]")


def markdown_of(html: str) -> str:
    """Return one line of Markdown with the words, the emphasis and the links of some HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join("".join(reader.parts).split())


class _Reader(HTMLParser):
    """Collects the line; elements that Markdown has no sign for leave their words."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a link or emphasis."""
        if tag == "a":
            address = dict(attrs).get("href") or ""
            self._addresses.append("" if _ADDRESS_IN_BRACKETS.search(address) else address)
            self.parts.append("[" if self._addresses[-1] else "")
        else:
            self.parts.append(_MARKS.get(tag, " " if tag == "br" else ""))

    def handle_endtag(self, tag: str) -> None:
        """End it."""
        if tag == "a" and self._addresses:
            address = self._addresses.pop()
            self.parts.append(f"]({address})" if address else "")
        else:
            self.parts.append(_MARKS.get(tag, ""))

    def handle_data(self, data: str) -> None:
        """Take the words; a sign that Markdown would read stays a sign."""
        self.parts.append(_SIGN.sub(r"\\\1", data))
