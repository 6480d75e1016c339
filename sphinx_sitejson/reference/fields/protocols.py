"""Interfaces of schema descriptions, and what they say is nested in a schema.

The modules that describe a part of a schema need the descriptions of other schemas; the interfaces
keep them from importing ``schema_info``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.schemas import Schema
    from sphinx_sitejson.reference.options import ReferenceOptions
    from sphinx_sitejson.reference.views import DiscriminatorView, EnumValue, SchemaLink


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A property, an entry of a tuple, or a further choice."""

    name: str
    schema: Schema
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One of several shapes."""

    title: str
    schema: Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedSchemas:
    """What is nested in a schema, one level deep."""

    label: str = ""
    members: tuple[Member, ...] = ()
    variants: tuple[Variant, ...] = ()
    variants_label: str = ""
    discriminator: DiscriminatorView | None = None
    notes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    """What is said after all members: whether there may be more."""

    @property
    def size(self) -> int:
        """How much of a page's budget it takes to show it."""
        return len(self.members) + len(self.variants)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is nested."""
        said = self.discriminator or self.notes or self.endings
        return not (self.members or self.variants or said)


class InfoProtocol(Protocol):
    """One schema in words."""

    @property
    def schema(self) -> Schema:
        """The schema, without what only leads to it."""

    @property
    def element(self) -> InfoProtocol:
        """What the innermost list or map holds; the schema itself if it is neither."""

    @property
    def is_map_value(self) -> bool:
        """Whether the innermost of its lists and maps is a map."""

    @property
    def schema_link(self) -> SchemaLink | None:
        """The page of the schema itself, if it has a name."""

    @property
    def enum(self) -> Sequence[EnumValue]:
        """The values that it allows."""

    @property
    def is_nullable(self) -> bool:
        """Whether it may be null."""

    @property
    def type_label(self) -> str:
        """Its type in a few words."""

    @property
    def summary(self) -> str:
        """The schema in a few words."""

    @property
    def nested(self) -> NestedSchemas:
        """What is nested in it."""

    @property
    def schema_facts(self) -> tuple[str, ...]:
        """Its limits, without those of what lies in it."""

    @property
    def is_covered_by_label(self) -> bool:
        """Whether its type says all of it."""


class InfosProtocol(Protocol):
    """All descriptions of one document."""

    options: ReferenceOptions

    def get(self, schema: Schema) -> InfoProtocol:
        """Return the description of a schema."""

    def get_raw(self, value: Any) -> InfoProtocol:
        """Return the description of raw data that is a schema."""

    def named_reference(self, name: str) -> Schema:
        """Return a named schema as a reference, so that it is known again inside itself."""

    def link(self, name: str) -> SchemaLink | None:
        """Return the link to a named schema, if the document has it."""
