"""The line above every page: Markdown of one line, with addresses as each page needs them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from sphinx_sitejson.settings.project_files import is_remote


@cache
def _parser() -> MarkdownIt:
    # HTML stays text: the line stands on every page, outside of what authors check.
    return MarkdownIt("commonmark", {"html": False}).disable("image")


@cache
def _tokens(content: str) -> tuple[Token, ...]:
    return tuple(_parser().parseInline(content.strip()))


def banner_html(content: str, href: Callable[[str], str]) -> Markup:
    """Return the line as HTML.

    :param href: the address of a link, seen from the page.
    """
    parser = _parser()
    tokens = [token.copy() for token in _tokens(content)]
    for token in tokens:
        token.children = [_linked(child, href) for child in token.children or ()]
    return Markup(parser.renderer.render(tokens, parser.options, {}))


def _linked(token: Token, href: Callable[[str], str]) -> Token:
    if token.type != "link_open":
        return token
    url = str(token.attrs.get("href", ""))
    attributes: dict[str, str | int | float] = {"href": href(url)}
    if is_remote(url):
        attributes |= {"target": "_blank", "rel": "noopener"}
    return token.copy(attrs=attributes)


def banner_mark(content: str) -> str:
    """Return a short text that differs when the line does."""
    return hashlib.sha256(content.encode()).hexdigest()[:8]
