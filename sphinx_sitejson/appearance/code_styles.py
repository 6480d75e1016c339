"""Fit a Pygments style to the theme's code blocks, with colors that stay readable there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from docutils import nodes
from pygments.formatter import Formatter
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer
from pygments.style import Style
from pygments.token import STANDARD_TYPES, Token
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import PygmentsBridge
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common import colors
from sphinx_sitejson.common.colors import is_dark_page, is_dark_style
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.config import DARK_STYLE, STYLE, chosen_styles
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.other_extensions import has_our_theme
from sphinx_sitejson.site_build.reports import report

from .lexers import DIFF_PREFIX, LineDiffLexer, language_name, mark_words, refine_lexer
from .palette import check_contrast, color_of_modes, palettes, readable_shade

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
_FONT_STYLES = {
    "bold": ";font-weight:600",
    "italic": ";font-style:italic",
    "underline": ";text-decoration:underline",
}
"""The CSS of the properties of a token."""
MIN_READABLE_SHARE = 0.8
"""The share of readable colors for a style to be used in the other mode."""


class FittedStyle(NamedTuple):
    """A style with colors that are readable on a background."""

    colors: Mapping[str, str]
    """By Pygments' class; classes without a color have that of plain text."""
    font_styles: Mapping[str, str]
    """CSS declarations of the classes that are bold, italic or underlined."""
    corrected: int
    """The number of changed colors."""


def is_style_usable(style: type[Style], ground: str) -> bool:
    """Whether a style suits the mode of a background, or is mostly readable on it."""
    if is_dark_style(style) is is_dark_page(ground):
        return True
    results = set(_style_colors(style).values())
    read = [ink for ink in results if colors.contrast(ink, ground) >= colors.READABLE]
    return len(read) > MIN_READABLE_SHARE * len(results)


def fit_style(style: type[Style], grounds: Sequence[str]) -> FittedStyle:
    """Return a style with readable colors; its background is not used.

    :param grounds: the background colors of code, and of its marked lines.
    """
    style_colors = _style_colors(style)
    shades = {
        ink: readable_shade(ink, grounds, colors.READABLE) for ink in set(style_colors.values())
    }
    token_styles: dict[str, Mapping[str, object]] = {
        name: style.style_for_token(kind) for kind, name in _classes().items()
    }
    return FittedStyle(
        colors={name: shades[ink] for name, ink in style_colors.items()},
        font_styles={
            name: "".join(css for key, css in _FONT_STYLES.items() if token_style[key])
            for name, token_style in token_styles.items()
        },
        corrected=sum(shade != ink for ink, shade in shades.items()),
    )


def code_rules(light: FittedStyle | None, dark: FittedStyle | None) -> dict[str, list[str]]:
    """Return Pygments' classes by their CSS; a mode without a style has the theme's colors."""
    styled = light or dark
    if styled is None:
        return {}
    theme = {name: ink for ink, names in THEME_COLORS.items() for name in names.split()}

    def ink(fit: FittedStyle | None, name: str) -> str:
        if fit is not None and name in fit.colors:
            return fit.colors[name]
        return f"var(--sj-{theme.get(name, TEXT_COLOR) if fit is None else TEXT_COLOR})"

    classes_by_declarations: dict[str, list[str]] = defaultdict(list)
    for name in _classes().values():
        color = color_of_modes(ink(light, name), ink(dark, name))
        classes_by_declarations[f"color:{color}{styled.font_styles.get(name, '')}"].append(name)
    return classes_by_declarations


def _classes() -> dict[Any, str]:
    """Return Pygments' class of each token type, except white space and escapes."""
    skipped = (Token.Text.Whitespace, Token.Escape)
    return {kind: name for kind, name in STANDARD_TYPES.items() if name and kind not in skipped}


def _style_colors(style: type[Style]) -> dict[str, str]:
    return {
        name: f"#{ink}"
        for kind, name in _classes().items()
        if (ink := style.style_for_token(kind)["color"])
    }


class CodeColors(NamedTuple):
    """The code colors of the site, if the author chose a Pygments style."""

    rules: Mapping[str, Sequence[str]]
    """Pygments' classes by their CSS."""
    messages: Sequence[str]


@BuildState
def code_colors(env: BuildEnvironment) -> CodeColors:
    """Fit the configured Pygments styles to the code blocks of the site."""
    chosen = chosen_styles(env.config)
    settings = site_of(env).settings
    fitted: dict[str, FittedStyle] = {}
    messages = []
    both = palettes(settings.theme, settings.colors) if chosen else ()
    for mode, palette in zip(("light", "dark"), both, strict=False):
        value = DARK_STYLE if mode == "dark" and DARK_STYLE in chosen else STYLE
        # Code that is always dark has no colors for light mode.
        if value not in chosen or (mode == "light" and settings.code_block.mode != "auto"):
            continue
        name, style = chosen[value]
        if not is_style_usable(style, palette["code-bg"]):
            messages.append(
                f'{value} "{name}" is not readable on {mode} code blocks, which keep the colors '
                "of the theme."
            )
            continue
        fitted[mode] = fit_style(style, [palette["code-bg"], palette["code-mark"]])
        if count := fitted[mode].corrected:
            messages.append(
                f'{count} of the colors of {value} "{name}" were adjusted to be readable on '
                f"{mode} code blocks."
            )
    return CodeColors(code_rules(fitted.get("light"), fitted.get("dark")), messages)


def report_low_contrast(app: Sphinx) -> None:
    """Report colors of the settings that are hard to read; not those of another theme's options."""
    loaded = site_of(app.env).loaded
    report(check_contrast(loaded.settings or site_of(app.env).settings, loaded.locate))


def report_code_colors(app: Sphinx) -> None:
    """Report problems of the configured Pygments styles."""
    if has_our_theme(app.builder):
        code, location = ProblemCode.CONTRAST, Location("conf.py")
        report(
            Problem(code, message, location, is_repaired=True)
            for message in code_colors(app.env).messages
        )


_FRAME = '<div class="highlight"'


def visit_literal_block(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Add marked words, and in our theme the name of the language, to highlighted code."""
    start = len(self.body)
    try:
        type(self).visit_literal_block(self, node)
    except nodes.SkipNode:
        code = mark_words("".join(self.body[start:]), node.get("marked_words", ()))
        if has_our_theme(self.builder) and (name := _displayed_language(node)):
            code = code.replace(_FRAME, f'{_FRAME} data-language="{escape(name)}"', 1)
        self.body[start:] = [code]
        raise


def _displayed_language(block: nodes.literal_block) -> str:
    """Return the name of a block's language, unless its tab or title has it."""
    if block.get("has_named_language"):
        return ""
    name = language_name(str(block.get("written_language", "")))
    frame = block.parent
    titles = frame.findall(nodes.caption) if isinstance(frame, nodes.container) else ()
    return "" if any(title.astext().lower() == name.lower() for title in titles) else name


INVISIBLE = (Token.Text.Whitespace,)
UNCOLORED = (Token.Punctuation, Token.Operator, Token.Name, Token.Name.Other)
"""Token types without a color in ``styles/code.css``."""


class DiffLanguageTransform(SphinxPostTransform):
    """Highlights diffs in the language of their code, in our theme."""

    default_priority = 400
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if not isinstance(getattr(site_of(self.env).builder, "highlighter", None), SiteHighlighter):
            return
        for block in find_nodes(self.document, nodes.literal_block):
            if language := block.get("changes_of"):
                block["language"] = f"{DIFF_PREFIX}{language}"


class SiteHighlighter(PygmentsBridge):
    """Highlights code with shared formatters and lexers, which classify more names.

    Sphinx creates new ones for each block, and each formatter a complete style sheet.
    """

    def __init__(self, original: PygmentsBridge, env: BuildEnvironment) -> None:
        super().__init__(original.dest)
        self.formatter_args = original.formatter_args
        self._env = env
        self._formatters: dict[str, Formatter[str]] = {}
        self._lexers: dict[tuple[str, bool], Lexer] = {}

    @cached_property
    def _plain(self) -> tuple[tuple[str, ...], ...]:
        """The token types that the theme gives no color, so that they need no element."""
        return INVISIBLE if code_colors(self._env).rules else (*INVISIBLE, *UNCOLORED)

    def get_formatter(self, **kwargs: Any) -> Formatter[str]:
        """Return the formatter for some options."""
        key = repr(sorted(kwargs.items()))
        if key not in self._formatters:
            formatter = super().get_formatter(**kwargs)
            if isinstance(formatter, HtmlFormatter):
                formatter.span_element_openers.update(dict.fromkeys(self._plain, ""))
            self._formatters[key] = formatter
        return self._formatters[key]

    def get_lexer(
        self,
        source: str,
        lang: str,
        opts: dict[str, Any] | None = None,
        force: bool = False,
        location: Any = None,
    ) -> Lexer:
        """Return the lexer of a language; shared except where it depends on the code."""
        is_special = bool(opts) or lang == "guess" or source.startswith(">>>")
        if not is_special and (lang, force) in self._lexers:
            return self._lexers[lang, force]
        if lang.startswith(DIFF_PREFIX):
            language = lang.removeprefix(DIFF_PREFIX)
            return LineDiffLexer(self.get_lexer(source, language, opts, force, location))
        lexer = refine_lexer(super().get_lexer(source, lang, opts, force, location))
        # Unknown languages are shown as text, with a warning for each block.
        if not is_special and not isinstance(lexer, TextLexer):
            self._lexers[lang, force] = lexer
        return lexer
