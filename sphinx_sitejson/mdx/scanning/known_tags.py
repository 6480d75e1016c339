"""Which names a page may use as tags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTags:
    """What is known of a name before the page around it is understood."""

    is_component: Callable[[str], bool]
    is_block: Callable[[str], bool]
    """Whether a component is a block wherever it stands."""
    is_inline: Callable[[str], bool]
    """Whether a component or an element belongs to a line of text."""
    is_html: Callable[[str], bool]
