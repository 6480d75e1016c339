"""Reads elements of JSX in expressions: their props, and what stands between their tags."""

from __future__ import annotations

import html
import re

from sphinx_sitejson.mdx.scanning.tags import Attribute, Tag

from .cursor import Cursor
from .syntax import Element, Literal, Name, Node, Spread
from .values import NotData

_JSX_MARK = re.compile(r"[<{]")
_SPACES = re.compile(r"[ \t]+")


def element(cursor: Cursor, depth: int) -> Node:
    """Read the element that comes next."""
    tag = cursor.lexer.tag(cursor.position)
    if tag is None or tag.kind == "close":
        raise NotData(cursor.text)
    return _element_after(cursor, tag, depth)


def _element_after(cursor: Cursor, tag: Tag, depth: int) -> Node:
    cursor.check_depth(depth)
    cursor.position = tag.end
    props = tuple(_prop(cursor, attribute) for attribute in tag.attributes)
    if tag.kind == "self":
        return Element(tag.name, props)
    children: list[str | Node] = []
    while True:
        found = _JSX_MARK.search(cursor.text, cursor.position)
        if found is None:
            raise NotData(cursor.text)
        if words := _words_between_tags(cursor.text[cursor.position : found.start()]):
            children.append(words)
        cursor.position = found.end()
        if found[0] == "{":
            if not cursor.take("}"):
                children.append(cursor.expression(depth + 1))
                cursor.expect("}")
            continue
        inner = cursor.lexer.tag(found.start())
        if inner is None:
            raise NotData(cursor.text)
        if inner.kind == "close":
            cursor.position = inner.end
            return Element(tag.name, props, tuple(children))
        children.append(_element_after(cursor, inner, depth + 1))


def _prop(cursor: Cursor, attribute: Attribute) -> tuple[str, Node] | Spread:
    source = cursor.text[attribute.start : attribute.end].strip()
    if attribute.kind == "spread":
        return Spread(_or_nothing(cursor, source.removeprefix("...")))
    if attribute.kind == "bare":
        return attribute.name, Literal(True)
    if attribute.kind == "string":
        return attribute.name, Literal(html.unescape(cursor.text[attribute.start : attribute.end]))
    return attribute.name, _or_nothing(cursor, source)


def _or_nothing(cursor: Cursor, source: str) -> Node:
    """Return the tree of a prop; one that cannot be read has no value."""
    try:
        return cursor.part(source.strip())
    except NotData:
        return Name("")


def _words_between_tags(text: str) -> str:
    """Return text between tags as JSX reads it: ends of lines are no more than a space."""
    lines = text.split("\n")
    if len(lines) > 1:
        first, *middle, last = lines
        kept = [first.rstrip(), *(line.strip() for line in middle), last.lstrip()]
        text = " ".join(line for line in kept if line)
    return html.unescape(_SPACES.sub(" ", text))
