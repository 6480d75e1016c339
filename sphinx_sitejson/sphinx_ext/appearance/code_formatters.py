"""Makes one formatter for each way to show code, which writes no needless elements.

Sphinx makes one for each block, and each makes a whole style sheet; lexers are made for each block,
too. Half of the elements of an API page would stand around words of code that have no color.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer
from pygments.token import Token
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.appearance.code_lexers import CHANGES, ChangesLexer
from sphinx_sitejson.appearance.code_tokens import refined
from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.patches.builders import highlight_with

from .code_colors import code_colors
from .code_frames import framed_blocks

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType
    from sphinx.application import Sphinx

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
