"""The names and texts of a document, with control characters written as escapes.

No page, file or terminal can hold them. What is data stays as it is, for whoever writes it writes
it as JSON: examples, defaults and allowed values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from sphinx_sitejson.common.characters import UNREADABLE, code_point, with_escapes
from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.keywords import ANY_KEY, DATA, SLOTS, Slot, is_extension

Finding = tuple[JsonPath, str]


def readable_document(data: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """Return a whole document so, with what was found on the way."""
    reading = _Reading()
    return reading.object(data, "document", ()), tuple(reading.findings)


class _Reading:
    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def object(self, value: Mapping[str, Any], kind: str, path: JsonPath) -> dict[str, Any]:
        slots, data = SLOTS[kind], DATA.get(kind, frozenset())
        members: dict[str, Any] = {}
        for key, member in value.items():
            at = (*path, key)
            slot = None if is_extension(key) else slots.get(key) or slots.get(ANY_KEY)
            if key == "$ref" and isinstance(member, str):
                shown: Any = _reference(member)
            elif key in data:
                shown = member
            else:
                shown = self._member(member, slot, at)
            members[self._text(key, at)] = shown
        return members

    def _member(self, value: Any, slot: Slot | None, path: JsonPath) -> Any:
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, list):
            inner = slot and Slot(slot.kind)
            return [self._member(entry, inner, (*path, index)) for index, entry in enumerate(value)]
        if not isinstance(value, Mapping):
            return value
        if slot is not None and slot.form == "one":
            return self.object(value, slot.kind, path)
        inner = slot and Slot(slot.kind)
        return {
            self._text(key, (*path, key)): self._member(member, inner, (*path, key))
            for key, member in value.items()
        }

    def _text(self, text: str, path: JsonPath) -> str:
        found = UNREADABLE.search(text)
        if found is None:
            return text
        code = code_point(found[0])
        message = f"the control character {code} cannot be displayed; its escape sequence is shown."
        self.findings.append((path, message))
        return with_escapes(text)


def _reference(ref: str) -> str:
    """Return a reference that leads to the new name of what it led to."""
    if not ref.startswith("#"):
        return with_escapes(ref)
    plain = unquote(ref)
    return quote(with_escapes(plain), safe="#/~") if UNREADABLE.search(plain) else ref
