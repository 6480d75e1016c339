"""Resolve ``$ref`` inside one bundled document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from .raw import RawObject, as_object

MAX_REFERENCE_CHAIN = 50
"""The number of chained references after which they count as a cycle."""

_OVERRIDING_SIBLINGS = ("summary", "description")


@dataclass(frozen=True, slots=True)
class ResolvedObject:
    """The target of a reference, and its name in ``components``."""

    raw: RawObject
    name: str = ""


class References:
    """Resolve the references of a document."""

    def __init__(self, data: RawObject) -> None:
        self._data = data

    def resolve(self, raw: Any) -> ResolvedObject:
        """Follow references to the object that they point to.

        A reference that cannot be resolved, or is circular, gives an empty object with its name.
        """
        current, name = as_object(raw), ""
        overrides: dict[str, Any] = {}
        for _ in range(MAX_REFERENCE_CHAIN):
            reference = current.get("$ref")
            if not isinstance(reference, str):
                return ResolvedObject({**current, **overrides} if overrides else current, name)
            name = component_name(reference) or name
            for key in _OVERRIDING_SIBLINGS:
                if isinstance(current.get(key), str):
                    overrides.setdefault(key, current[key])
            current = as_object(self.at(reference))
        return ResolvedObject({}, name)

    def at(self, reference: str) -> Any:
        """Return the value that a local reference points to, or None."""
        if not reference.startswith("#/"):
            return None
        value: Any = self._data
        for part in reference.removeprefix("#/").split("/"):
            key = unescape_pointer_part(part)
            if isinstance(value, list) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                value = as_object(value).get(key)
        return value


def component_name(reference: str) -> str:
    """Return the name of the referenced component: ``#/components/responses/A`` gives ``A``."""
    parts = reference.split("/")
    is_component = len(parts) == 4 and parts[:2] == ["#", "components"]
    return unescape_pointer_part(parts[3]) if is_component else ""


def schema_name(reference: str) -> str:
    """Return the name of the referenced schema: ``#/components/schemas/Pet`` gives ``Pet``."""
    return component_name(reference) if reference.startswith("#/components/schemas/") else ""


def unescape_pointer_part(part: str) -> str:
    """Unescape one part of a JSON pointer in a URL fragment (RFC 6901, section 6)."""
    return unquote(part).replace("~1", "/").replace("~0", "~")


def escape_pointer_part(part: str) -> str:
    """Escape a key as one part of a JSON pointer (RFC 6901, section 3)."""
    return part.replace("~", "~0").replace("/", "~1")
