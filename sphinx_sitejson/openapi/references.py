"""Following ``$ref`` inside one bundled document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from .raw import RawObject, object_of

LONGEST_CHAIN = 50
"""How many references may lead to references before they count as a circle."""

_SIBLINGS_THAT_WIN = ("summary", "description")


@dataclass(frozen=True, slots=True)
class ResolvedObject:
    """What a reference leads to, and the name it has among the components."""

    raw: RawObject
    name: str = ""


class References:
    """Looks up references in a document."""

    def __init__(self, data: RawObject) -> None:
        self._data = data

    def resolve(self, raw: Any) -> ResolvedObject:
        """Follow references to the object they stand for.

        A reference that leads nowhere, or in a circle, gives an empty object with its name.
        """
        current, name = object_of(raw), ""
        words: dict[str, Any] = {}
        for _ in range(LONGEST_CHAIN):
            reference = current.get("$ref")
            if not isinstance(reference, str):
                return ResolvedObject({**current, **words} if words else current, name)
            name = component_name(reference) or name
            for key in _SIBLINGS_THAT_WIN:
                if isinstance(current.get(key), str):
                    words.setdefault(key, current[key])
            current = object_of(self.at(reference))
        return ResolvedObject({}, name)

    def at(self, reference: str) -> Any:
        """Return the value that a local reference points to, or nothing."""
        if not reference.startswith("#/"):
            return None
        value: Any = self._data
        for part in reference.removeprefix("#/").split("/"):
            key = unescape(part)
            if isinstance(value, list) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                value = object_of(value).get(key)
        return value


def component_name(reference: str) -> str:
    """Return the name of the component that a reference points to, if it is one."""
    parts = reference.split("/")
    is_component = len(parts) == 4 and parts[:2] == ["#", "components"]
    return unescape(parts[3]) if is_component else ""


def schema_name(reference: str) -> str:
    """Return the name of the schema that a reference points to, if it is a named one."""
    return component_name(reference) if reference.startswith("#/components/schemas/") else ""


def unescape(part: str) -> str:
    """Undo the escapes of one part of a JSON pointer in a URL."""
    return unquote(part).replace("~1", "/").replace("~0", "~")


def escape(part: str) -> str:
    """Write a key as one part of a JSON pointer."""
    return part.replace("~", "~0").replace("/", "~1")
