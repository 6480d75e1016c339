"""Puts the name of its language and marks of words into highlighted code."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from docutils import nodes

from sphinx_sitejson.appearance.code_marks import mark_words
from sphinx_sitejson.appearance.language_names import code_name

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
