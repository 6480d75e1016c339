"""What is nested in a schema, as data: its properties, entries and variants."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.views import DiscriminatorView


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
class Inside:
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
