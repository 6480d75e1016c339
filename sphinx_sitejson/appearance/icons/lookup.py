"""Finds the icon for a name, or the one that comes nearest to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.problems import did_you_mean

from .drawings import DRAWN, UNKNOWN
from .equivalents import RELATIVES, SHAPES_AROUND
from .font_awesome import free_set
from .icon_references import IconStyle, free_style, read_reference
from .other_libraries import OTHER_LIBRARIES
from .shapes import Icon

_FALLBACKS: Mapping[IconStyle, tuple[IconStyle, ...]] = {
    "solid": ("solid", "regular", "brands"),
    "regular": ("regular", "solid", "brands"),
    "brands": ("brands", "solid", "regular"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundIcon:
    """What is shown for a name; the problem says what is not as asked for."""

    icon: Icon
    problem: str = ""


def find_icon(name: str, icon_type: str | None = None) -> Icon | None:
    """Return the icon of a name; styles and names of the paid set give way to free ones."""
    reference = read_reference(name, icon_type)
    if reference.kind != "name":
        return None
    style = free_style(icon_type) if icon_type else reference.style
    return _known(reference.value, style)


def look_up_icon(
    name: str, style: IconStyle = "solid", own: Mapping[str, Icon] | None = None
) -> FoundIcon:
    """Return the icon that is shown for a name, whatever the name is.

    :param own: icons of the owner, which win over all others.
    """
    icon = (own or {}).get(name) or _known(name, style)
    if icon:
        return FoundIcon(icon=icon)
    for relative in _shorter_names(name):
        if icon := _known(relative, style):
            problem = f'there is no icon "{name}" in the free set; "{relative}" is shown.'
            return FoundIcon(icon=icon, problem=problem)
    # Among so many names some is always a little like the wrong one: only slips are guessed.
    hint = did_you_mean(name, {**(own or {}), **free_set()}, likeness=0.75)
    problem = f'there is no icon "{name}"; a neutral one is shown.{hint}'
    return FoundIcon(icon=UNKNOWN, problem=problem)


def _known(name: str, style: IconStyle) -> Icon | None:
    if style == "brands" and name in RELATIVES["brands"]:
        name = RELATIVES["brands"][name]
    styles = free_set().get(name)
    if styles:
        return next(styles[each] for each in _FALLBACKS[style] if each in styles)
    if name in DRAWN:
        return DRAWN[name]
    relative = RELATIVES["all"].get(name) or OTHER_LIBRARIES.get(name)
    return _known(relative, style) if relative else None


def _shorter_names(name: str) -> Iterator[str]:
    """Yield what is left of a name without its last words, or without a shape around it."""
    words = name.split("-")
    if words[0] in SHAPES_AROUND:
        words = words[1:]
        yield "-".join(words)
    for end in range(len(words) - 1, 0, -1):
        if end > 1 or len(words[0]) > 2:
            yield "-".join(words[:end])
