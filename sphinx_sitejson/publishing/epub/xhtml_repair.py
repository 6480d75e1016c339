"""Brings the elements of a page into the form that a book asks for; their words all stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from .xhtml import take_out, unwrap, walk
from .xhtml_rules import (
    ATTRIBUTES,
    BEARERS_OF_ROLES,
    BLOCKS,
    FORBIDDEN_STYLES,
    HOMES,
    KNOWN,
    LEFT_OUT,
    LINES,
    NAMING,
    NUMBERS,
    ONLY_PARTS,
    POINTING,
    RENAMED,
    TRANSPARENT,
    WORDS,
)

_NUMBER = re.compile(r"-?\d{1,9}")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?)?")
_DATA = re.compile(r"data-[a-z0-9_.-]+")
_DECLARATION = re.compile(r"\s*(-{0,2}[a-zA-Z][\w-]*)\s*:\s*([^;{}]+?)\s*")


def repair(body: Element) -> int:
    """Repair the elements of a page and return how many changes that took."""
    changes = _repair_names(body)
    while more := _repair_structure(body):
        # What has become a block may be no part of what is around it any more.
        changes += more
    changes += _repair_lines(body)
    return changes + sum(_repair_attributes(element) for element in _elements(body))


def _elements(body: Element) -> Iterator[Element]:
    return (element for element in body.iter() if not element.tag.startswith("{"))


def _repair_names(body: Element) -> int:
    """Take out, unwrap or rename what no book has."""
    changes = 0
    is_done = False
    while not is_done:
        is_done = True
        for parent, child in walk(body):
            tag = child.tag
            if tag in KNOWN and tag not in LEFT_OUT and not _is_control(child):
                continue
            if tag.startswith("{"):
                continue
            changes += 1
            if tag in RENAMED and child.get("hidden") is None:
                child.tag = RENAMED[tag]
            elif tag in LEFT_OUT or tag in RENAMED or tag == "input":
                take_out(parent, child)
            elif tag == "label":
                child.tag = "p" if parent.tag == "div" else "span"
            else:
                unwrap(parent, child)
                # What it held has not been seen yet.
                is_done = False
    return changes


def _is_control(element: Element) -> bool:
    """Whether a reader would have to fill in or choose something."""
    is_field = element.tag == "input" and element.get("type") != "checkbox"
    return is_field or element.tag == "label"


def _repair_structure(body: Element) -> int:
    """Make blocks of the parts that are not where they belong, and of what has no parts."""
    changes = 0
    for parent, child in walk(body):
        tag = child.tag
        if tag in HOMES and parent.tag not in HOMES[tag]:
            child.tag = "span" if parent.tag in WORDS | LINES else "div"
            changes += 1
        elif (tag in ONLY_PARTS and not _has_only_parts(child)) or (
            tag == "details" and (not len(child) or child[0].tag != "summary")
        ):
            child.tag = "div"
            changes += 1
        elif tag in ("a", "figcaption", "summary", "caption"):
            changes += _repair_single(parent, child)
    return changes


def _has_only_parts(element: Element) -> bool:
    allowed = ONLY_PARTS[element.tag]
    if (element.text or "").strip() or any((child.tail or "").strip() for child in element):
        return False
    tags = [child.tag for child in element]
    if not allowed.issuperset(tags):
        return False
    if element.tag == "dl":
        return bool(tags) and tags[0] == "dt" and tags[-1] == "dd"
    return bool(tags) or element.tag in ("ul", "ol", "colgroup")


def _repair_single(parent: Element, child: Element) -> int:
    """Unwrap links in a link; make a block of a second title."""
    if child.tag == "a":
        inner = [(above, link) for above, link in walk(child) if link.tag == "a"]
        for above, link in inner:
            unwrap(above, link)
        return len(inner)
    place = list(parent).index(child)
    is_last_caption = child.tag == "figcaption" and place == len(parent) - 1
    if place == 0 or is_last_caption:
        return 0
    child.tag = "div"
    return 1


def _repair_lines(body: Element) -> int:
    """Let no block stand among words: either the words become a block, or the block words."""
    order = list(_elements(body))
    parents = {child: parent for parent in order for child in parent}
    among = WORDS | TRANSPARENT | LINES
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
        if element.tag in LINES:
            for inner in element.iter():
                if inner is not element and inner.tag in BLOCKS | HOMES.keys():
                    inner.tag = "span"
        elif element.tag in WORDS:
            element.tag = "div"
    return changes


def _repair_attributes(element: Element) -> int:
    """Take out the attributes that books do not know; return how many."""
    allowed = ATTRIBUTES.get(element.tag)
    if allowed is None:
        return 0
    changes = 0
    if element.tag == "a" and "name" in element.attrib:
        element.attrib.setdefault("id", element.attrib["name"])
    for key, value in list(element.attrib.items()):
        kept = _allowed_value(element, key, value, allowed)
        if kept == value:
            continue
        changes += 1
        if kept is None:
            del element.attrib[key]
        else:
            element.attrib[key] = kept
    if element.tag == "img" and "alt" not in element.attrib:
        element.attrib["alt"] = ""
        changes += 1
    return changes


def _allowed_value(element: Element, key: str, value: str, allowed: frozenset[str]) -> str | None:
    """Return what stays of an attribute."""
    if key == "style":
        return _allowed_style(value)
    if key == "role":
        is_kept = value.startswith("doc-") or element.tag in BEARERS_OF_ROLES
        return value if is_kept and value else None
    if key in NUMBERS:
        return value if key in allowed and _NUMBER.fullmatch(value) else None
    if key == "datetime":
        return value if key in allowed and _DATE.fullmatch(value) else None
    if key == "type" and element.tag == "ol":
        return value if value in tuple("1AaIi") else None
    if key == "dir":
        return value if value in ("ltr", "rtl", "auto") else None
    if key in ("id", "class"):
        return value if value.strip() and not (key == "id" and " " in value) else None
    if key in allowed or key in NAMING or key in POINTING or _DATA.fullmatch(key):
        return value
    return None


def _allowed_style(style: str) -> str | None:
    """Return the declarations that are complete and allowed."""
    written = [_DECLARATION.fullmatch(part) for part in style.split(";") if part.strip()]
    if all(found and found[1].lower() not in FORBIDDEN_STYLES for found in written):
        return style if written else None
    kept = [
        f"{found[1]}: {found[2]}"
        for found in written
        if found and found[1].lower() not in FORBIDDEN_STYLES
    ]
    return "; ".join(kept) or None
