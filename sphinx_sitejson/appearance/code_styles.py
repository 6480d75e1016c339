"""Fit a Pygments style to the theme's code blocks, with colors that stay readable there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygments.token import STANDARD_TYPES, Token

from . import colors
from .palette import is_dark_page, readable_shade

if TYPE_CHECKING:
    from pygments.style import Style
    from pygments.token import _TokenType

OWN_INKS = {
    "code-keyword": "k kc kd kn kp kr ow bp",
    "code-string": "s sa sb sc dl sd s2 sh s1 ss sx sr gi",
    "code-number": "m mb mf mh mi mo il l ld se si no",
    "code-function": "nf fm nd gh gu",
    "code-type": "nc kt nb ne nn nt",
    "code-property": "na nl py nv vc vg vi vm",
    "code-comment": "c ch cm cp cpf c1 cs gp go gt",
    "code-deleted": "gd gr err",
}
"""The theme's own colors of Pygments' classes, as ``styles/code.css`` has them."""

PLAIN_INK = "code-text"
ENOUGH = 0.8
"""Which share of its colors must be readable for a style to suit a surface of the other mode."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """What code stands on in one mode: the block, and its marked lines."""

    ground: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedStyle:
    """A style on a surface, each of its colors in a shade that can be read there."""

    inks: Mapping[str, str]
    """By Pygments' classes; those without a color of their own have the color of plain text."""
    shapes: Mapping[str, str]
    """The declarations of the classes that are bold, italic or underlined."""
    corrected: int
    """How many of its colors had to be changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRule:
    """A rule of the style sheet: some classes and what they look like."""

    classes: tuple[str, ...]
    declarations: str


def fits(style: type[Style], surface: Surface) -> bool:
    """Whether a style is made for a surface like this one, or most of it can be read there."""
    if is_dark_style(style) is is_dark_page(surface.ground):
        return True
    found = set(_own_inks(style).values())
    read = [ink for ink in found if colors.contrast(ink, surface.ground) >= colors.READABLE]
    return len(read) > ENOUGH * len(found) if found else False


def is_dark_style(style: type[Style]) -> bool:
    """Whether a style is made for dark blocks; a background in words is taken for white."""
    background = style.background_color
    return is_dark_page(background if _HEX.fullmatch(background) else colors.WHITE)


def fitted(style: type[Style], surface: Surface) -> FittedStyle:
    """Return a style with every color readable on a surface; its own background is left out."""
    own = _own_inks(style)
    shades = {
        ink: readable_shade(ink, [surface.ground, surface.mark], colors.READABLE)
        for ink in set(own.values())
    }
    return FittedStyle(
        inks={name: shades[ink] for name, ink in own.items()},
        shapes=dict(_shapes(style)),
        corrected=sum(shade != ink for ink, shade in shades.items()),
    )


def code_rules(light: FittedStyle | None, dark: FittedStyle | None) -> tuple[CodeRule, ...]:
    """Return the rules that show code in these styles; a mode without one has the theme's inks."""
    if light is None and dark is None:
        return ()
    theme = {name: ink for ink, names in OWN_INKS.items() for name in names.split()}

    def ink(fit: FittedStyle | None, name: str) -> str:
        if fit is not None and name in fit.inks:
            return fit.inks[name]
        return f"var(--sj-{theme.get(name, PLAIN_INK) if fit is None else PLAIN_INK})"

    shapes = (light or dark or FittedStyle(inks={}, shapes={}, corrected=0)).shapes
    by_look: dict[str, list[str]] = defaultdict(list)
    for name in _classes().values():
        pair = ink(light, name), ink(dark, name)
        color = pair[0] if pair[0] == pair[1] else f"light-dark({pair[0]},{pair[1]})"
        by_look[f"color:{color}{shapes.get(name, '')}"].append(name)
    return tuple(
        CodeRule(classes=tuple(names), declarations=look) for look, names in by_look.items()
    )


def _classes() -> dict[_TokenType, str]:
    """Return the class of each kind of word; white space and marks around code are none."""
    left_out = (Token.Text.Whitespace, Token.Escape)
    return {kind: name for kind, name in STANDARD_TYPES.items() if name and kind not in left_out}


def _own_inks(style: type[Style]) -> dict[str, str]:
    return {
        name: f"#{ink}"
        for kind, name in _classes().items()
        if (ink := style.style_for_token(kind)["color"])
    }


def _shapes(style: type[Style]) -> Iterator[tuple[str, str]]:
    for kind, name in _classes().items():
        look = style.style_for_token(kind)
        declarations = (
            (";font-weight:600" if look["bold"] else "")
            + (";font-style:italic" if look["italic"] else "")
            + (";text-decoration:underline" if look["underline"] else "")
        )
        if declarations:
            yield name, declarations
