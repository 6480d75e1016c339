"""How much of the bar at the top the tabs and links of a site need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from sphinx_sitejson.settings.site import SiteSettings

AVAILABLE_WIDTH = 100
"""Letters for which a window of 1280 pixels has room beside a sidebar."""
_AROUND_TAB, _AROUND_LINK, _ICON = 3, 5, 3


def can_fit_tabs(settings: SiteSettings, tabs: Iterable[tuple[str, bool]]) -> bool:
    """Whether the links of the bar leave room for tabs beside them.

    :param tabs: the name of each tab, and whether it has an icon.
    """
    links = [(link.name, link.url) for link in settings.topbar_links]
    if button := settings.topbar_cta_button:
        links.append((button.name, button.url))
    # A repository without a name is shown by its owner and its own name, which are in the address.
    names = [name or "/".join(url.split("/")[-2:]) for name, url in links]
    taken = sum(_letters(name) + _AROUND_LINK for name in names)
    needed = sum(_letters(name) + _AROUND_TAB + has_icon * _ICON for name, has_icon in tabs)
    return taken + needed <= AVAILABLE_WIDTH


def _letters(text: str) -> int:
    """Count letters; those of East Asia are twice as wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
