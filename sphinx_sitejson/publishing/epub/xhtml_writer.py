"""Writes a page as XHTML."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from .xhtml_rules import EPUB, PREFIXES, VOID, XHTML, XLINK

_START = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n\n'
_IN_VALUES = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def write_page(root: Element) -> str:
    """Return the text of a page."""
    return _START + "".join(_written(root)) + "\n"


def _written(root: Element) -> Iterator[str]:
    """Yield the parts of an element; with a stack, as pages may be nested deeply."""
    todo: list[tuple[Element, str] | str] = [(root, "")]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            yield part
            continue
        element, outer = part
        namespace, name = _split(element.tag)
        is_empty = not len(element) and not element.text
        start = f"<{name}{''.join(_attributes(element, namespace, outer))}"
        if is_empty and (name in VOID or namespace != XHTML):
            yield f"{start}/>{escape(element.tail or '')}"
            continue
        yield f"{start}>{escape(element.text or '')}"
        todo.append(f"</{name}>{escape(element.tail or '')}")
        todo.extend((child, namespace) for child in reversed(element))


def _split(tag: str) -> tuple[str, str]:
    namespace, _, name = tag.rpartition("}")
    return namespace.removeprefix("{") or XHTML, name


def _attributes(element: Element, namespace: str, outer: str) -> Iterator[str]:
    if namespace != outer:
        yield f' xmlns="{namespace}"'
        if not outer:
            yield f' xmlns:epub="{EPUB}" xmlns:xlink="{XLINK}"'
    for key, value in element.attrib.items():
        of, name = key[1:].split("}") if key.startswith("{") else ("", key)
        if of and of not in PREFIXES:
            continue
        prefix = f"{PREFIXES[of]}:" if of else ""
        yield f' {prefix}{name}="{escape(value, _IN_VALUES)}"'
