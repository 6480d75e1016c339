"""Small changes to a tree in which the text behind an element belongs to that element."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element


def add_text(parent: Element, place: int, text: str | None) -> None:
    """Put text before the child at a place."""
    if not text:
        return
    if place:
        before = parent[place - 1]
        before.tail = (before.tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def take_out(parent: Element, child: Element) -> None:
    """Take an element out, and keep the text behind it."""
    place = list(parent).index(child)
    parent.remove(child)
    add_text(parent, place, child.tail)


def unwrap(parent: Element, child: Element) -> None:
    """Leave only what is in an element."""
    place = list(parent).index(child)
    parent.remove(child)
    add_text(parent, place, child.text)
    inner = list(child)
    for offset, element in enumerate(inner):
        parent.insert(place + offset, element)
    add_text(parent, place + len(inner), child.tail)


def replace(parent: Element, child: Element, other: Element) -> None:
    """Put another element in the place of one."""
    other.tail = child.tail
    parent[list(parent).index(child)] = other


def element_text(element: Element) -> str:
    """Return the text of an element, in one line."""
    return " ".join("".join(element.itertext()).split())


def walk(root: Element) -> Iterator[tuple[Element, Element]]:
    """Yield each element of HTML with its parent, outer ones first; what is changed is seen."""
    todo = [root]
    while todo:
        parent = todo.pop()
        for child in list(parent):
            yield parent, child
        todo.extend(child for child in reversed(parent) if not child.tag.startswith("{"))
