"""What is said about a broken rule, and what becomes of the value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.problems import JsonPath, did_you_mean, quoted

from .edits import Edit
from .exact_json import exact_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A sentence about a value, and the change that makes the whole sound again."""

    path: JsonPath
    statement: str
    edit: Edit
    consequence: str = ""
    nearest: tuple[str, tuple[str, ...]] | None = None
    """What was written and what could have been meant: compared only if someone reads it."""
    hint: str = ""

    @property
    def message(self) -> str:
        """The whole sentence, with its suggestion."""
        hint = did_you_mean(*self.nearest) if self.nearest else self.hint
        consequence = f"; {self.consequence}" if self.consequence else ""
        return f"{self.statement}{consequence}.{hint}"


@dataclass(frozen=True, slots=True)
class TypeNames:
    """What the types of values are called in messages."""

    names: Mapping[str, str]

    def types(self, types: Iterable[str]) -> str:
        """Say which types are allowed."""
        *others, last = (self.names.get(name, name) for name in types)
        return f"{', '.join(others)} or {last}" if others else last

    def shown(self, value: Any) -> str:
        """Show a value in a message: a short one itself, a large one by its kind."""
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, dict | list):
            return self.names["object" if isinstance(value, dict) else "array"]
        return quoted(exact_json(value)).strip('"')


_SCALARS = {
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}
JSON_TYPE_NAMES = TypeNames(
    {**_SCALARS, "array": "an array", "object": "an object", "null": "null"}
)
YAML_TYPE_NAMES = TypeNames({**_SCALARS, "array": "a list", "object": "a mapping", "null": "null"})


def loss_of(path: JsonPath) -> str:
    """Say that a value is left out."""
    return "the entry is left out" if path and isinstance(path[-1], int) else "it is left out"
