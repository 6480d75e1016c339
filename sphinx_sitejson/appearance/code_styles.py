"""Fit a Pygments style to the theme's code blocks, with colors that stay readable there."""

from __future__ import annotations

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

THEME_COLORS = {
    "code-keyword": "k kc kd kn kp kr ow bp",
    "code-string": "s sa sb sc dl sd s2 sh s1 ss sx sr gi",
    "code-number": "m mb mf mh mi mo il l ld se si no",
    "code-function": "nf fm nd gh gu",
    "code-type": "nc kt nb ne nn nt",
    "code-property": "na nl py nv vc vg vi vm",
    "code-comment": "c ch cm cp cpf c1 cs gp go gt",
    "code-deleted": "gd gr err",
}
"""The theme's colors of Pygments' classes, as in ``styles/code.css``."""

TEXT_COLOR = "code-text"
MIN_READABLE_SHARE = 0.8
"""The share of readable colors for a style to be used in the other mode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBackground:
    """The background colors of code in one mode: the block and its marked lines."""

    block: str
    marked_line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedStyle:
    """A style with colors that are readable on a background."""

    colors: Mapping[str, str]
    """By Pygments' class; classes without a color have that of plain text."""
    font_styles: Mapping[str, str]
    """CSS declarations of the classes that are bold, italic or underlined."""
    corrected: int
    """The number of changed colors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRule:
    """A CSS rule: Pygments' classes and their declarations."""

    classes: tuple[str, ...]
    declarations: str


def is_style_usable(style: type[Style], background: CodeBackground) -> bool:
    """Whether a style suits the mode of a background, or is mostly readable on it."""
    if is_dark_style(style) is is_dark_page(background.block):
        return True
    results = set(_style_colors(style).values())
    read = [ink for ink in results if colors.contrast(ink, background.block) >= colors.READABLE]
    return len(read) > MIN_READABLE_SHARE * len(results) if results else False


def is_dark_style(style: type[Style]) -> bool:
    """Whether a style is for dark backgrounds; a color name counts as white."""
    background = style.background_color
    return is_dark_page(background if colors.HEX_COLOR.fullmatch(background) else colors.WHITE)


def fit_style(style: type[Style], background: CodeBackground) -> FittedStyle:
    """Return a style with readable colors; its background is not used."""
    style_colors = _style_colors(style)
    shades = {
        ink: readable_shade(ink, [background.block, background.marked_line], colors.READABLE)
        for ink in set(style_colors.values())
    }
    return FittedStyle(
        colors={name: shades[ink] for name, ink in style_colors.items()},
        font_styles=dict(_font_styles(style)),
        corrected=sum(shade != ink for ink, shade in shades.items()),
    )


def code_rules(light: FittedStyle | None, dark: FittedStyle | None) -> tuple[CodeRule, ...]:
    """Return the CSS rules of the styles; a mode without one has the theme's colors."""
    if light is None and dark is None:
        return ()
    theme = {name: ink for ink, names in THEME_COLORS.items() for name in names.split()}

    def ink(fit: FittedStyle | None, name: str) -> str:
        if fit is not None and name in fit.colors:
            return fit.colors[name]
        return f"var(--sj-{theme.get(name, TEXT_COLOR) if fit is None else TEXT_COLOR})"

    font_styles = (light or dark or FittedStyle(colors={}, font_styles={}, corrected=0)).font_styles
    classes_by_declarations: dict[str, list[str]] = defaultdict(list)
    for name in _classes().values():
        pair = ink(light, name), ink(dark, name)
        color = pair[0] if pair[0] == pair[1] else f"light-dark({pair[0]},{pair[1]})"
        classes_by_declarations[f"color:{color}{font_styles.get(name, '')}"].append(name)
    return tuple(
        CodeRule(classes=tuple(names), declarations=token_style)
        for token_style, names in classes_by_declarations.items()
    )


def _classes() -> dict[_TokenType, str]:
    """Return Pygments' class of each token type, except white space and escapes."""
    skipped = (Token.Text.Whitespace, Token.Escape)
    return {kind: name for kind, name in STANDARD_TYPES.items() if name and kind not in skipped}


def _style_colors(style: type[Style]) -> dict[str, str]:
    return {
        name: f"#{ink}"
        for kind, name in _classes().items()
        if (ink := style.style_for_token(kind)["color"])
    }


def _font_styles(style: type[Style]) -> Iterator[tuple[str, str]]:
    for kind, name in _classes().items():
        token_style = style.style_for_token(kind)
        declarations = (
            (";font-weight:600" if token_style["bold"] else "")
            + (";font-style:italic" if token_style["italic"] else "")
            + (";text-decoration:underline" if token_style["underline"] else "")
        )
        if declarations:
            yield name, declarations
