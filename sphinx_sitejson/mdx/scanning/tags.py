"""What stands in a page besides Markdown: tags, expressions and comments, as spans of the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TagKind = Literal["open", "close", "self"]
AttributeKind = Literal["bare", "string", "expression", "jsx", "spread"]


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a tag; its value is the text from ``start`` to ``end``.

    The value of a string stands between its quotes, that of an expression between its braces.
    """

    name: str
    kind: AttributeKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag; the name of a fragment is empty."""

    kind: TagKind
    name: str
    attributes: tuple[Attribute, ...]
    start: int
    end: int
    is_sloppy: bool = False
    """Whether it is written in a way that only we accept."""


@dataclass(frozen=True, slots=True)
class Expression:
    """Braces and what stands between them."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of HTML or JSX; nothing of it is shown."""

    start: int
    end: int


Item = Tag | Expression | Comment
