"""Code blocks of pages: Pygments styles, formatters, language names and marked words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer
from pygments.token import Token
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.appearance.code_highlighting import (
    DIFF_PREFIX,
    LineDiffLexer,
    mark_words,
    refine_lexer,
)
from sphinx_sitejson.appearance.code_styles import (
    CodeBackground,
    CodeRule,
    code_rules,
    fit_style,
    is_style_usable,
)
from sphinx_sitejson.appearance.language_names import language_name
from sphinx_sitejson.appearance.palette import palettes
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import has_our_theme
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.builders import highlight_with
from sphinx_sitejson.sphinx_ext.settings.config import DARK_STYLE, STYLE, chosen_styles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygments.lexer import Lexer
    from pygments.style import Style
    from pygments.token import _TokenType
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.appearance.code_styles import FittedStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeColors:
    """The code colors of the site, if the author chose a Pygments style."""

    rules: tuple[CodeRule, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), repr=False)


def read_code_colors(env: BuildEnvironment) -> CodeColors:
    """Fit the configured Pygments styles to the code blocks of the site."""
    chosen = chosen_styles(env.config)
    if not chosen:
        return CodeColors()
    settings = site_of(env).settings
    backgrounds = {
        mode: CodeBackground(block=palette["code-bg"], marked_line=palette["code-mark"])
        for mode, palette in zip(
            ("light", "dark"), palettes(settings.theme, settings.colors), strict=True
        )
        # Code that is always dark has no colors for light mode.
        if mode == "dark" or settings.code_block.mode == "auto"
    }
    candidates = {
        mode: _select_style(mode, chosen, background) for mode, background in backgrounds.items()
    }
    fitted_styles = {
        mode: fit_style(style, backgrounds[mode])
        for mode, (_, _, style) in candidates.items()
        if style
    }
    return CodeColors(
        rules=code_rules(fitted_styles.get("light"), fitted_styles.get("dark")),
        problems=tuple(
            Problem(
                code=ProblemCode.CONTRAST,
                message=message,
                location=Location(file="conf.py"),
                is_repaired=True,
            )
            for mode, (value, name, _) in candidates.items()
            if (message := _contrast_message(mode, value, name, fitted_styles))
        ),
    )


def _select_style(
    mode: str, chosen: Mapping[str, tuple[str, type[Style]]], background: CodeBackground
) -> tuple[str, str, type[Style] | None]:
    """Return configuration value, name and style of a mode; None if the style is not usable."""
    value = DARK_STYLE if mode == "dark" and DARK_STYLE in chosen else STYLE
    if value not in chosen:
        return value, "", None
    name, style = chosen[value]
    return value, name, style if is_style_usable(style, background) else None


def _contrast_message(
    mode: str, value: str, name: str, fitted_styles: Mapping[str, FittedStyle]
) -> str:
    if not name:
        return ""
    if mode not in fitted_styles:
        return (
            f'{value} "{name}" is not readable on {mode} code blocks, which keep the colors of '
            "the theme."
        )
    if count := fitted_styles[mode].corrected:
        return (
            f'{count} of the colors of {value} "{name}" were adjusted to be readable on '
            f"{mode} code blocks."
        )
    return ""


code_colors: BuildState[CodeColors] = BuildState(read_code_colors)


def report_code_colors(app: Sphinx) -> None:
    """Report problems of the configured Pygments styles."""
    if has_our_theme(app.builder):
        report(code_colors(app.env).problems)


_FRAME = '<div class="highlight"'


def annotate_blocks(
    highlight: Callable[..., str], *, show_languages: bool = False
) -> Callable[..., str]:
    """Wrap a highlighting function to add marked words and language names.

    :param show_languages: whether the theme displays the name of a language.
    """

    def highlight_block(source: str, lang: str, *arguments: Any, **options: Any) -> str:
        code = highlight(source, lang, *arguments, **options)
        block = options.get("location")
        if not isinstance(block, nodes.literal_block):
            return code
        if words := block.get("marked_words"):
            code = mark_words(code, words)
        if show_languages and (name := _displayed_language(block)):
            code = code.replace(_FRAME, f'{_FRAME} data-language="{escape(name)}"', 1)
        return code

    return highlight_block


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
        if not has_our_theme(site_of(self.env).builder):
            return
        for block in self.document.findall(nodes.literal_block):
            if language := block.get("changes_of"):
                block["language"] = f"{DIFF_PREFIX}{language}"


def share_formatters(app: Sphinx) -> None:
    """Share Pygments formatters and lexers between the code blocks of a build."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    plain: tuple[_TokenType, ...] = ()
    lexers = shared_lexers
    if is_ours := has_our_theme(builder):
        plain = INVISIBLE if code_colors(app.env).rules else (*INVISIBLE, *UNCOLORED)
        lexers = partial(shared_lexers, refine=refine_lexer)
    highlight_with(
        builder,
        partial(shared_formatters, plain=plain),
        lexers,
        partial(annotate_blocks, show_languages=is_ours),
    )


def shared_formatters(
    make: Callable[..., Any], plain: Iterable[_TokenType] = ()
) -> Callable[..., Any]:
    """Cache formatters by their options; unhashable options are not cached."""

    def make_plain(**options: Any) -> Any:
        formatter = make(**options)
        if isinstance(formatter, HtmlFormatter):
            formatter.span_element_openers.update(dict.fromkeys(plain, ""))
        return formatter

    cached = cache(make_plain)

    def shared(**options: Any) -> Any:
        try:
            return cached(**options)
        except TypeError:
            return make_plain(**options)

    return shared


def shared_lexers(
    make: Callable[..., Lexer], refine: Callable[[Lexer], Lexer] = lambda lexer: lexer
) -> Callable[..., Lexer]:
    """Cache lexers by language, except where the lexer depends on the code.

    :param refine: applied to each new lexer.
    """
    cache_by_language: dict[tuple[str, bool], Lexer] = {}

    def shared(
        source: str,
        lang: str,
        opts: dict[str, Any] | None = None,
        force: bool = False,
        location: Any = None,
    ) -> Lexer:
        is_special = bool(opts) or lang == "guess" or source.startswith(">>>")
        if not is_special and (lang, force) in cache_by_language:
            return cache_by_language[lang, force]
        if lang.startswith(DIFF_PREFIX):
            inner = shared(source, lang.removeprefix(DIFF_PREFIX), opts, force, location)
            return LineDiffLexer(inner)
        lexer = refine(make(source, lang, opts, force, location))
        # Unknown languages are shown as text, with a warning for each block.
        if not is_special and not isinstance(lexer, TextLexer):
            cache_by_language[lang, force] = lexer
        return lexer

    return shared
