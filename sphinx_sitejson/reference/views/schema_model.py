"""Nested schemas as data, and short texts of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.characters import UNREADABLE, escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.messages import Message, join_messages

from .model import FactView

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.options import ReferenceOptions
    from sphinx_sitejson.openapi.schemas import Schema

    from .model import DiscriminatorView


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A property, an item of a tuple, an additional choice, or a variant by its title."""

    name: str
    schema: Schema
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedSchemas:
    """The schemas nested in a schema, one level deep."""

    label: str = ""
    members: tuple[Member, ...] = ()
    variants: tuple[Member, ...] = ()
    variants_label: str = ""
    discriminator: DiscriminatorView | None = None
    notes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    """The note after all members: whether more are allowed."""

    @property
    def size(self) -> int:
        """The number of fields that count towards the budget of a page."""
        return len(self.members) + len(self.variants)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is nested."""
        has_text = self.discriminator or self.notes or self.endings
        return not (self.members or self.variants or has_text)


MAX_VALUE_LENGTH = 5_000
"""In characters; a longer value belongs in an example, not beside a field."""


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Write a value as JSON."""
    try:
        text = escape_unreadable(exact_json(value, indent=indent))
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def typed_value(value: Any) -> str:
    """Write a value as readers would type it: texts bare, unless that could mislead."""
    if not isinstance(value, str):
        return json_text(value)
    if value == value.strip() and value and not _is_ambiguous(value):
        return value if len(value) <= MAX_VALUE_LENGTH else f"{value[:MAX_VALUE_LENGTH]}…"
    return json_text(value)


def selected_extensions(
    extensions: Mapping[str, object], options: ReferenceOptions
) -> tuple[FactView, ...]:
    """Return the vendor extensions that the settings list."""
    return tuple(
        FactView(name=name, value=typed_value(extensions[name]))
        for name in options.extensions
        if name in extensions
    )


def join_names(names: Iterable[str], *, is_choice: bool = False) -> str:
    """Write names as a list in a sentence: ``a, b and c``, of a choice ``a, b or c``."""
    *first, last = tuple(names) or ("",)
    if not first:
        return last
    before = join_messages(", ", first)
    if is_choice:
        return Message("{names} or {last}", names=before, last=last)
    return Message("{names} and {last}", names=before, last=last)


def _is_ambiguous(text: str) -> bool:
    if UNREADABLE.search(text) or text in ("true", "false", "null") or text.startswith('"'):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
