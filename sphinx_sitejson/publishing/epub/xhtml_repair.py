"""Repair the elements of a page for EPUB; all of its text stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from .xhtml import (
    ALLOWED_CHILDREN,
    ALLOWED_ELEMENTS,
    ARIA_LABELS,
    ARIA_REFERENCES,
    ATTRIBUTES,
    BLOCKS,
    FORBIDDEN_STYLES,
    INTEGER_ATTRIBUTES,
    PARENTS,
    PHRASING,
    REMOVED,
    RENAMED,
    ROLE_ELEMENTS,
    TEXT_BLOCKS,
    TRANSPARENT,
    remove_element,
    unwrap,
    walk,
)

# `width="100%"`, `datetime="soon"`, `data-A="1"` and `style="color"` make a page invalid.
_NUMBER = re.compile(r"-?\d{1,9}")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?)?")
_DATA = re.compile(r"data-[a-z0-9_.-]+")
_DECLARATION = re.compile(r"\s*(-{0,2}[a-zA-Z][\w-]*)\s*:\s*([^;{}]+?)\s*")


def repair(body: Element) -> None:
    """Repair the elements of a page."""
    _repair_names(body)
    while _repair_structure(body):
        # A new block may no longer be allowed in its parent.
        pass
    _repair_lines(body)
    for element in _elements(body):
        _repair_attributes(element)


def _elements(body: Element) -> Iterator[Element]:
    return (element for element in body.iter() if not element.tag.startswith("{"))


def _repair_names(body: Element) -> None:
    """Remove, unwrap or rename elements that EPUB does not allow."""
    for parent, child in walk(body):
        tag = child.tag
        is_field = tag == "input" and child.get("type") != "checkbox"
        is_allowed = tag in ALLOWED_ELEMENTS and tag not in REMOVED and tag != "label"
        if tag.startswith("{") or (is_allowed and not is_field):
            continue
        if tag in RENAMED and child.get("hidden") is None:
            child.tag = RENAMED[tag]
        elif tag in REMOVED or tag in RENAMED or is_field:
            remove_element(parent, child)
        elif tag == "label":
            child.tag = "p" if parent.tag == "div" else "span"
        else:
            unwrap(parent, child)


def _repair_structure(body: Element) -> bool:
    """Turn misplaced parts, and containers without their parts, into blocks.

    Return whether any element was changed.
    """
    changed = False
    for parent, child in walk(body):
        tag = child.tag
        is_misplaced = tag in PARENTS and parent.tag not in PARENTS[tag]
        if is_misplaced and parent.tag in PHRASING | TEXT_BLOCKS:
            child.tag = "span"
        elif (
            is_misplaced
            or (tag in ALLOWED_CHILDREN and not _has_only_parts(child))
            or (tag == "details" and (not len(child) or child[0].tag != "summary"))
            or (tag in ("figcaption", "summary", "caption") and not _is_at_end(parent, child))
        ):
            child.tag = "div"
        elif tag == "a":
            for outer, link in walk(child):
                if link.tag == "a":
                    unwrap(outer, link)
        changed |= child.tag != tag
    return changed


def _is_at_end(parent: Element, child: Element) -> bool:
    """Whether a caption or summary is the first element, or a caption the last one."""
    return child is parent[0] or (child.tag == "figcaption" and child is parent[-1])


def _has_only_parts(element: Element) -> bool:
    allowed = ALLOWED_CHILDREN[element.tag]
    if (element.text or "").strip() or any((child.tail or "").strip() for child in element):
        return False
    tags = [child.tag for child in element]
    if not allowed.issuperset(tags):
        return False
    if element.tag == "dl":
        return bool(tags) and tags[0] == "dt" and tags[-1] == "dd"
    return bool(tags) or element.tag in ("ul", "ol", "colgroup")


def _repair_lines(body: Element) -> None:
    """Resolve blocks inside phrasing content: convert the outer or the inner element."""
    order = list(_elements(body))
    parents = {child: parent for parent in order for child in parent}
    holders = set()
    for element in reversed(order):
        is_block = element.tag in BLOCKS or element in holders
        parent = parents.get(element)
        if is_block and parent is not None and parent.tag in PHRASING | TRANSPARENT | TEXT_BLOCKS:
            holders.add(parent)
    for element in order:
        if element not in holders:
            continue
        if element.tag in TEXT_BLOCKS:
            for inner in element.iter():
                if inner is not element and inner.tag in BLOCKS | PARENTS.keys():
                    inner.tag = "span"
        elif element.tag in PHRASING:
            element.tag = "div"


def _repair_attributes(element: Element) -> None:
    """Remove the attributes that EPUB does not allow."""
    allowed = ATTRIBUTES.get(element.tag)
    if allowed is None:
        return
    if element.tag == "a" and "name" in element.attrib:
        element.attrib.setdefault("id", element.attrib["name"])
    for key, value in list(element.attrib.items()):
        allowed_value = _allowed_value(element, key, value, allowed)
        if allowed_value is None:
            del element.attrib[key]
        else:
            element.attrib[key] = allowed_value
    if element.tag == "img":
        element.attrib.setdefault("alt", "")


def _allowed_value(element: Element, key: str, value: str, allowed: frozenset[str]) -> str | None:
    """Return the allowed value of an attribute, None to remove it."""
    if key == "style":
        return _allowed_style(value)
    if key == "role":
        is_allowed = value.startswith("doc-") or element.tag in ROLE_ELEMENTS
        return value if is_allowed and value else None
    if key in INTEGER_ATTRIBUTES:
        return value if key in allowed and _NUMBER.fullmatch(value) else None
    if key == "datetime":
        return value if key in allowed and _DATE.fullmatch(value) else None
    if key == "type" and element.tag == "ol":
        return value if value in tuple("1AaIi") else None
    if key == "dir":
        return value if value in ("ltr", "rtl", "auto") else None
    if key in ("id", "class"):
        return value if value.strip() and not (key == "id" and " " in value) else None
    if key in allowed or key in ARIA_LABELS or key in ARIA_REFERENCES or _DATA.fullmatch(key):
        return value
    return None


def _allowed_style(style: str) -> str | None:
    """Return the declarations that are complete and allowed."""
    declarations = [_DECLARATION.fullmatch(part) for part in style.split(";") if part.strip()]
    allowed = [
        found for found in declarations if found and found[1].lower() not in FORBIDDEN_STYLES
    ]
    if len(allowed) == len(declarations):
        return style if declarations else None
    return "; ".join(f"{found[1]}: {found[2]}" for found in allowed) or None
