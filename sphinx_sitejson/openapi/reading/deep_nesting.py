"""Finds the texts and tags of a document that are nested too deeply to be shown as such."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_sitejson.common.markdown_limits import IS_TOO_DEEP, limits_plugin
from sphinx_sitejson.common.nesting import DEEPEST, DEEPEST_LEVEL
from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.naming.groups import tags_too_deep

# What is nested deeply has marks for every level: in the line, or at the begin of a line.
_SIGNS = "*_~[<"
_INDENTED = re.compile(
    rf"^[ \t>]*+(?:(?:[-+*]|\d{{1,9}}[.)])[ \t>]*+){{{DEEPEST},}}"
    rf"|^(?:[ \t]*+>){{{DEEPEST_LEVEL},}}|^[ \t>]{{{DEEPEST_LEVEL},}}+[-+*\d]",
    re.MULTILINE,
)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>b|strong|i|em|a|su[bp]|[uo]l|li|blockquote)(?:\s[^<>]*+)?/?>",
    re.IGNORECASE,
)
"""Of all other tags only the words are shown."""


def deep_texts(data: Any) -> Iterator[JsonPath]:
    """Yield the paths of the descriptions that are nested too deeply."""
    waiting: list[tuple[JsonPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            text = value.get("description")
            if isinstance(text, str) and is_text_too_deep(text):
                yield (*path, "description")
            inside: Iterable[tuple[str | int, Any]] = value.items()
        else:
            inside = enumerate(value)
        found = [((*path, key), part) for key, part in inside if isinstance(part, dict | list)]
        waiting += reversed(found)


def deep_tags(data: Any) -> Iterator[JsonPath]:
    """Yield the paths of the tags that are nested too deeply."""
    tags = data.get("tags") if isinstance(data, dict) else None
    named = {
        tag["name"]: (index, tag.get("parent"))
        for index, tag in enumerate(tags if isinstance(tags, list) else ())
        if isinstance(tag, dict) and isinstance(tag.get("name"), str)
    }
    written = {name: p if isinstance(p, str) else "" for name, (_, p) in named.items()}
    for name in tags_too_deep(written):
        yield "tags", named[name][0], "parent"


def is_text_too_deep(text: str) -> bool:
    """Whether some of the Markdown or HTML in a text will be shown as plain words."""
    if len(text) <= DEEPEST_LEVEL:
        return False
    may_be_deep = sum(text.count(sign) for sign in _SIGNS) > DEEPEST_LEVEL
    if not may_be_deep and _INDENTED.search(text) is None:
        return False
    return any(map(_is_deep, _parser().parse(text)))


def _is_deep(token: Token) -> bool:
    if token.type == "html_block":
        (token,) = _parser().parseInline(token.content)
    if token.meta.get(IS_TOO_DEEP):
        return True
    return bool(token.children) and _height(token.children or ()) > DEEPEST_LEVEL - token.level


def _height(tokens: Sequence[Token]) -> int:
    """Return how deep emphasis, links and pairs of tags stand inside each other."""
    opened: list[tuple[str, int]] = [("", 0)]
    for token in tokens:
        found = _TAG.fullmatch(token.content) if token.type == "html_inline" else None
        name = found["name"].lower() if found else token.type.rpartition("_")[0]
        if token.nesting > 0 or (found and not found["close"]):
            opened.append((name, 0))
        elif (token.nesting < 0 or found) and opened[-1][0] == name:
            height = opened.pop()[1] + 1
            around, highest = opened[-1]
            opened[-1] = around, max(highest, height)
    return max(height for _name, height in opened)


@cache
def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return markdown.use(limits_plugin)
