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

_NUMBER = re.compile(r"-?\d{1,9}")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?)?")
_DATA = re.compile(r"data-[a-z0-9_.-]+")
_DECLARATION = re.compile(r"\s*(-{0,2}[a-zA-Z][\w-]*)\s*:\s*([^;{}]+?)\s*")


def repair(body: Element) -> int:
    """Repair the elements of a page; return the number of changes."""
    changes = _repair_names(body)
    while more := _repair_structure(body):
        # A new block may no longer be allowed in its parent.
        changes += more
    changes += _repair_lines(body)
    return changes + sum(_repair_attributes(element) for element in _elements(body))


def _elements(body: Element) -> Iterator[Element]:
    return (element for element in body.iter() if not element.tag.startswith("{"))


def _repair_names(body: Element) -> int:
    """Remove, unwrap or rename elements that EPUB does not allow."""
    changes = 0
    is_done = False
    while not is_done:
        is_done = True
        for parent, child in walk(body):
            tag = child.tag
            if tag in ALLOWED_ELEMENTS and tag not in REMOVED and not _is_control(child):
                continue
            if tag.startswith("{"):
                continue
            changes += 1
            if tag in RENAMED and child.get("hidden") is None:
                child.tag = RENAMED[tag]
            elif tag in REMOVED or tag in RENAMED or tag == "input":
                remove_element(parent, child)
            elif tag == "label":
                child.tag = "p" if parent.tag == "div" else "span"
            else:
                unwrap(parent, child)
                # Its content has not been visited yet.
                is_done = False
    return changes


def _is_control(element: Element) -> bool:
    """Whether an element is a form control."""
    is_field = element.tag == "input" and element.get("type") != "checkbox"
    return is_field or element.tag == "label"


def _repair_structure(body: Element) -> int:
    """Turn misplaced parts, and containers without their parts, into blocks."""
    changes = 0
    for parent, child in walk(body):
        tag = child.tag
        if tag in PARENTS and parent.tag not in PARENTS[tag]:
            child.tag = "span" if parent.tag in PHRASING | TEXT_BLOCKS else "div"
            changes += 1
        elif (tag in ALLOWED_CHILDREN and not _has_only_parts(child)) or (
            tag == "details" and (not len(child) or child[0].tag != "summary")
        ):
            child.tag = "div"
            changes += 1
        elif tag in ("a", "figcaption", "summary", "caption"):
            changes += _repair_single(parent, child)
    return changes


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


def _repair_single(parent: Element, child: Element) -> int:
    """Unwrap nested links; turn a misplaced caption or summary into a block."""
    if child.tag == "a":
        inner = [(above, link) for above, link in walk(child) if link.tag == "a"]
        for above, link in inner:
            unwrap(above, link)
        return len(inner)
    index = list(parent).index(child)
    is_last_caption = child.tag == "figcaption" and index == len(parent) - 1
    if index == 0 or is_last_caption:
        return 0
    child.tag = "div"
    return 1


def _repair_lines(body: Element) -> int:
    """Resolve blocks inside phrasing content: convert the outer or the inner element."""
    order = list(_elements(body))
    parents = {child: parent for parent in order for child in parent}
    among = PHRASING | TRANSPARENT | TEXT_BLOCKS
    holders = set()
    for element in reversed(order):
        is_block = element.tag in BLOCKS or element in holders
        parent = parents.get(element)
        if is_block and parent is not None and parent.tag in among:
            holders.add(parent)
    if not holders:
        return 0
    changes = 0
    for element in order:
        if element not in holders or element.tag in TRANSPARENT:
            continue
        changes += 1
        if element.tag in TEXT_BLOCKS:
            for inner in element.iter():
                if inner is not element and inner.tag in BLOCKS | PARENTS.keys():
                    inner.tag = "span"
        elif element.tag in PHRASING:
            element.tag = "div"
    return changes


def _repair_attributes(element: Element) -> int:
    """Remove the attributes that EPUB does not allow; return the number of changes."""
    allowed = ATTRIBUTES.get(element.tag)
    if allowed is None:
        return 0
    changes = 0
    if element.tag == "a" and "name" in element.attrib:
        element.attrib.setdefault("id", element.attrib["name"])
    for key, value in list(element.attrib.items()):
        allowed_value = _allowed_value(element, key, value, allowed)
        if allowed_value == value:
            continue
        changes += 1
        if allowed_value is None:
            del element.attrib[key]
        else:
            element.attrib[key] = allowed_value
    if element.tag == "img" and "alt" not in element.attrib:
        element.attrib["alt"] = ""
        changes += 1
    return changes


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
    if all(result and result[1].lower() not in FORBIDDEN_STYLES for result in declarations):
        return style if declarations else None
    allowed_value = [
        f"{result[1]}: {result[2]}"
        for result in declarations
        if result and result[1].lower() not in FORBIDDEN_STYLES
    ]
    return "; ".join(allowed_value) or None
