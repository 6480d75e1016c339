"""The colors of anchors, as rules of the site's style sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.settings.site import SiteSettings

from .colors import ink_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """The colors of a tile, and the name that pages give them."""

    key: str
    start: str
    via: str
    end: str
    ink: str


def tiles(settings: SiteSettings) -> Iterator[Tile]:
    """Yield the colors that anchors of a site have, each once."""
    everywhere = settings.colors.anchors if settings.colors else None
    outline = settings.outline
    listed = (*outline.all_divisions(), *outline.links) if outline else ()
    given = (
        everywhere,
        *(anchor.color for anchor in settings.anchors),
        *(division.color for division in listed),
    )
    for color in dict.fromkeys(filter(None, given)):
        via = color.via or color.start
        yield Tile(
            key=f"{color.start} {via} {color.end}",
            start=color.start,
            via=via,
            end=color.end,
            ink=ink_on(*filter(None, (color.start, color.via, color.end))),
        )
