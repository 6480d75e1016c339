"""A page of a book: well-formed, with what it needs said in the list of the book's files."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from .element_tree import take_out
from .links import (
    address_from,
    fragments_of,
    repair_drawings,
    repair_embedded,
    repair_fragments,
    repair_links,
)
from .xhtml_reader import read_page
from .xhtml_repair import repair
from .xhtml_rules import MATHML, POINTING, SVG
from .xhtml_writer import write_page

_EVENT = "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPage:
    """A page that is fit for a book."""

    text: str
    ids: frozenset[str]
    places: frozenset[tuple[str, str]]
    """The places that it links to: page and id."""
    links: frozenset[str]
    """The pages that it links to."""
    properties: tuple[str, ...]
    """What the list of files says of it."""


def book_page(name: str, text: str, *, files: Container[str], pages: Container[str]) -> BookPage:
    """Make a page fit for a book; one that is so already stays as it is, to the letter.

    :param name: the path of the page in the book.
    :param files: the paths of all files of the book.
    :param pages: those of them that are pages.
    """
    root, is_xml = read_page(text)
    body = root.find("body")
    if body is None:
        body = root
    changes = _repair_head(name, root.find("head"), files)
    changes += repair_embedded(name, body, files)
    changes += repair(body)
    changes += repair_links(name, body, pages)
    changes += (
        repair_drawings(name, body, files, pages)
        + _strip_embedded_scripts(body)
        + _repair_ids(body)
    )
    links = frozenset(
        address_from(name, element.get("href", "")).file
        for element in body.iter("a")
        if "href" in element.attrib
    )
    return BookPage(
        text=write_page(root) if changes or not is_xml else text,
        ids=frozenset(filter(None, (element.get("id") for element in body.iter()))),
        places=frozenset(fragments_of(name, body)),
        links=links - {"", name},
        properties=_properties(body),
    )


def without_dead_places(name: str, text: str, ids: Mapping[str, Container[str]]) -> str:
    """Return a page whose links all lead to places that exist."""
    root, _ = read_page(text)
    return write_page(root) if repair_fragments(name, root, ids) else text


def _repair_head(name: str, head: Element | None, files: Container[str]) -> int:
    """Keep the title, plain facts and the style sheets of the book."""
    if head is None:
        return 0
    unfit = [child for child in head if not _is_fit(name, child, files)]
    for child in unfit:
        take_out(head, child)
    return len(unfit)


def _is_fit(name: str, child: Element, files: Container[str]) -> bool:
    if child.tag == "meta":
        return set(child.attrib) <= {"name", "content"} or set(child.attrib) == {"charset"}
    if child.tag == "link":
        is_style = child.get("rel") == "stylesheet"
        return is_style and address_from(name, child.get("href", "")).file in files
    return child.tag in ("title", "style")


def _strip_embedded_scripts(body: Element) -> int:
    """Take scripts and handlers of events out of drawings and formulas."""
    changes = 0
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        for script in [child for child in element if child.tag.endswith("}script")]:
            take_out(element, script)
            changes += 1
        for key in [key for key in element.attrib if key.startswith(_EVENT)]:
            del element.attrib[key]
            changes += 1
    return changes


def _repair_ids(body: Element) -> int:
    """Keep the first of several elements with one id, and only pointers that lead somewhere."""
    changes = 0
    seen: set[str] = set()
    pointers = []
    for element in body.iter():
        own = element.get("id")
        if own in seen and own is not None:
            del element.attrib["id"]
            changes += 1
        elif own:
            seen.add(own)
        pointers += [(element, key) for key in POINTING & element.attrib.keys()]
    for element, key in pointers:
        if not seen.issuperset(element.attrib[key].split()):
            del element.attrib[key]
            changes += 1
    return changes


def _properties(body: Element) -> tuple[str, ...]:
    drawn = {SVG: "svg", MATHML: "mathml"}
    found = {element.tag[1:].partition("}")[0] for element in body.iter() if element.tag[0] == "{"}
    return tuple(sorted(drawn[namespace] for namespace in found & drawn.keys()))
