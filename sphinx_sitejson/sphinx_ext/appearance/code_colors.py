"""The author's Pygments styles: used in the mode for which they are made, on our blocks of code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_sitejson.appearance.code_styles import CodeRule, Surface, code_rules, fits, fitted
from sphinx_sitejson.appearance.presets import palettes
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.settings.pygments_styles import DARK_STYLE, STYLE, chosen_styles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygments.style import Style
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.appearance.code_styles import FittedStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeColors:
    """How code looks, where the author chose a style."""

    rules: tuple[CodeRule, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), repr=False)


def read_code_colors(env: BuildEnvironment) -> CodeColors:
    """Fit the author's styles to the blocks of code of the site."""
    chosen = chosen_styles(env.config)
    if not chosen:
        return CodeColors()
    settings = site_of(env).settings
    surfaces = {
        mode: Surface(ground=palette["code-bg"], mark=palette["code-mark"])
        for mode, palette in zip(
            ("light", "dark"), palettes(settings.theme, settings.colors), strict=True
        )
        # Code that is always dark is never shown in the colors for light mode.
        if mode == "dark" or settings.code_block.mode == "auto"
    }
    fit = {mode: _style_for(mode, chosen, surface) for mode, surface in surfaces.items()}
    shown = {mode: fitted(style, surfaces[mode]) for mode, (_, _, style) in fit.items() if style}
    return CodeColors(
        rules=code_rules(shown.get("light"), shown.get("dark")),
        problems=tuple(
            Problem(
                code=ProblemCode.CONTRAST,
                message=message,
                place=Place(file="conf.py"),
                is_repaired=True,
            )
            for mode, (value, name, _) in fit.items()
            if (message := _word(mode, value, name, shown))
        ),
    )


def _style_for(
    mode: str, chosen: Mapping[str, tuple[str, type[Style]]], surface: Surface
) -> tuple[str, str, type[Style] | None]:
    """Return which value and style a mode would have, and the style if it is one for the mode."""
    value = DARK_STYLE if mode == "dark" and DARK_STYLE in chosen else STYLE
    if value not in chosen:
        return value, "", None
    name, style = chosen[value]
    return value, name, style if fits(style, surface) else None


def _word(mode: str, value: str, name: str, shown: Mapping[str, FittedStyle]) -> str:
    if not name:
        return ""
    if mode not in shown:
        return (
            f'the colors of {value} "{name}" cannot be read on {mode} blocks of code, which keep '
            "those of the theme."
        )
    if count := shown[mode].corrected:
        return (
            f'{count} of the colors of {value} "{name}" are shown in a nearby shade that can be '
            f"read on {mode} blocks of code."
        )
    return ""


code_colors: BuildState[CodeColors] = BuildState(read_code_colors)


def report_code_colors(app: Sphinx) -> None:
    """Report problems of the configured Pygments styles."""
    if has_our_theme(app.builder):
        report(code_colors(app.env).problems)
