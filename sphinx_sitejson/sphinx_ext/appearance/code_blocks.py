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

from sphinx_sitejson.appearance.code_highlighting import CHANGES, ChangesLexer, mark_words, refined
from sphinx_sitejson.appearance.code_styles import CodeRule, Surface, code_rules, fits, fitted
from sphinx_sitejson.appearance.language_names import code_name
from sphinx_sitejson.appearance.palette import palettes
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
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


_FRAME = '<div class="highlight"'


def framed_blocks(
    highlight: Callable[..., str], *, names_languages: bool = False
) -> Callable[..., str]:
    """Return a function that highlights code as the given one does, and adds what a block asks for.

    :param names_languages: whether there are styles that show the name of a language.
    """

    def framed(source: str, lang: str, *arguments: Any, **options: Any) -> str:
        code = highlight(source, lang, *arguments, **options)
        block = options.get("location")
        if not isinstance(block, nodes.literal_block):
            return code
        if words := block.get("marked_words"):
            code = mark_words(code, words)
        if names_languages and (name := _shown_name(block)):
            code = code.replace(_FRAME, f'{_FRAME} data-language="{escape(name)}"', 1)
        return code

    return framed


def _shown_name(block: nodes.literal_block) -> str:
    """Return the name of a block's language, unless its tab or its title says it."""
    if block.get("has_named_language"):
        return ""
    name = code_name(str(block.get("written_language", "")))
    frame = block.parent
    titles = frame.findall(nodes.caption) if isinstance(frame, nodes.container) else ()
    return "" if any(title.astext().lower() == name.lower() for title in titles) else name


INVISIBLE = (Token.Text.Whitespace,)
UNCOLORED = (Token.Punctuation, Token.Operator, Token.Name, Token.Name.Other)
"""What ``styles/code.css`` leaves as it is."""


class ColoredChanges(SphinxPostTransform):
    """Lets changed lines keep the colors of their language, in our theme."""

    default_priority = 400
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if not has_our_theme(site_of(self.env).builder):
            return
        for block in self.document.findall(nodes.literal_block):
            if language := block.get("changes_of"):
                block["language"] = f"{CHANGES}{language}"


def share_formatters(app: Sphinx) -> None:
    """Let the blocks of a build share their formatters."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    plain: tuple[_TokenType, ...] = ()
    lexers = shared_lexers
    if is_ours := has_our_theme(builder):
        plain = INVISIBLE if code_colors(app.env).rules else (*INVISIBLE, *UNCOLORED)
        lexers = partial(shared_lexers, refine=refined)
    highlight_with(
        builder,
        partial(shared_formatters, plain=plain),
        lexers,
        partial(framed_blocks, names_languages=is_ours),
    )


def shared_formatters(
    make: Callable[..., Any], plain: Iterable[_TokenType] = ()
) -> Callable[..., Any]:
    """Make one formatter for each set of options; what cannot be told apart is made anew."""

    def make_plain(**options: Any) -> Any:
        formatter = make(**options)
        if isinstance(formatter, HtmlFormatter):
            formatter.span_element_openers.update(dict.fromkeys(plain, ""))
        return formatter

    made_once = cache(make_plain)

    def shared(**options: Any) -> Any:
        try:
            return made_once(**options)
        except TypeError:
            return make_plain(**options)

    return shared


def shared_lexers(
    make: Callable[..., Lexer], refine: Callable[[Lexer], Lexer] = lambda lexer: lexer
) -> Callable[..., Lexer]:
    """Make one lexer for each language; where the code decides about it, it is made anew.

    :param refine: what is done to each of them.
    """
    known: dict[tuple[str, bool], Lexer] = {}

    def shared(
        source: str,
        lang: str,
        opts: dict[str, Any] | None = None,
        force: bool = False,
        location: Any = None,
    ) -> Lexer:
        is_special = bool(opts) or lang == "guess" or source.startswith(">>>")
        if not is_special and (lang, force) in known:
            return known[lang, force]
        if lang.startswith(CHANGES):
            inner = shared(source, lang.removeprefix(CHANGES), opts, force, location)
            return ChangesLexer(inner)
        lexer = refine(make(source, lang, opts, force, location))
        # Unknown languages are shown as text, each time with a warning.
        if not is_special and not isinstance(lexer, TextLexer):
            known[lang, force] = lexer
        return lexer

    return shared
