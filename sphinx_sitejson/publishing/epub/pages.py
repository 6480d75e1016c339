"""Convert one page for EPUB, with its links and images, and collect its manifest properties."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element

from sphinx_sitejson.common.network.urls import split_url

from .xhtml import element_text, read_page, replace, take_out, unwrap, walk, write_page
from .xhtml_repair import repair
from .xhtml_rules import EMBEDDED, LEFT_OUT, MATHML, POINTING, SVG, XLINK

_HOST = re.compile(r"([^@/\s]+@)?([\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\])(:\d*)?")
_SIGNS = "%/:?#[]@!$&'()*+,;=~-._"

_DRAWN = f"{{{XLINK}}}href"

OUTSIDE = frozenset({"http", "https", "mailto", "tel", "ftp", "irc", "news", "sms", "geo"})
FETCHED = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where something leads from a page."""

    scheme: str = ""
    file: str = ""
    """The path in the book; nothing for an address outside of it."""
    fragment: str = ""


def address_from(page: str, written: str) -> Address:
    """Read what is written on a page of the book."""
    try:
        parts = urlsplit(written.strip())
    except ValueError:
        return Address(scheme="unreadable")
    if parts.scheme or parts.netloc:
        return Address(scheme=parts.scheme.lower() or "https")
    if parts.path.startswith("/") or parts.query:
        return Address()
    path = unquote(parts.path)
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return Address(file=file, fragment=unquote(parts.fragment))


def repair_embedded(page: str, body: Element, files: Container[str]) -> int:
    """Put a link or words in the place of what the book cannot show; return the changes."""
    changes = 0
    while more := sum(
        _REPAIRS[child.tag](page, parent, child, files)
        for parent, child in walk(body)
        if child.tag in _REPAIRS
    ):
        # What stands in the place of something may itself be something to show.
        changes += more
    return changes


def _repair_picture(page: str, parent: Element, image: Element, files: Container[str]) -> int:
    source = image.get("src", "")
    address = address_from(page, source)
    if (address.file and address.file in files) or address.scheme == "data":
        return 0
    label = image.get("alt") or ("" if address.file else source)
    _put_link(parent, image, source if address.scheme in FETCHED else "", label)
    return 1


def _repair_embedded(page: str, parent: Element, shown: Element, files: Container[str]) -> int:
    source = shown.get(EMBEDDED[shown.tag]) or next(
        (inner.get("src", "") for inner in shown if inner.tag == "source"), ""
    )
    address = address_from(page, source)
    if shown.tag == "object" and address.file in files:
        return 0
    if address.scheme in FETCHED:
        label = shown.get("title") or shown.get("aria-label") or element_text(shown) or source
        _put_link(parent, shown, source, label)
        return 1
    for inner in list(shown):
        if inner.tag in LEFT_OUT:
            take_out(shown, inner)
    unwrap(parent, shown)
    return 1


_REPAIRS = {"img": _repair_picture, **dict.fromkeys(EMBEDDED, _repair_embedded)}


def _put_link(parent: Element, child: Element, address: str, label: str) -> None:
    if not address:
        child.tail = label + (child.tail or "")
        take_out(parent, child)
        return
    link = Element("a", {"href": address})
    link.text = label
    replace(parent, child, link)


def repair_links(page: str, body: Element, pages: Container[str]) -> int:
    """Leave only the words of links to what is no page of the book; return the changes."""
    changes = 0
    for element in body.iter():
        href = element.get("href")
        if href is None or element.tag != "a":
            continue
        address = address_from(page, href)
        if address.file in pages:
            continue
        if address.scheme in OUTSIDE and (whole := _escaped_url(href)):
            changes += whole != href
            element.attrib["href"] = whole
            continue
        changes += 1
        del element.attrib["href"]
        for key in ("target", "rel", "hreflang", "type"):
            element.attrib.pop(key, None)
    return changes


def _escaped_url(address: str) -> str:
    """Return an address with its signs escaped; nothing when it names no host."""
    parts = split_url(address)
    if parts.scheme in FETCHED and not _HOST.fullmatch(parts.netloc):
        return ""
    return quote(address.strip(), safe=_SIGNS)


def fragments_of(page: str, body: Element) -> set[tuple[str, str]]:
    """Return the places in the book that a page links to: page and id."""
    found = (
        address_from(page, element.get("href", ""))
        for element in body.iter()
        if "#" in element.get("href", "")
    )
    return {(address.file, address.fragment) for address in found if address.file}


def repair_fragments(page: str, body: Element, ids: Mapping[str, Container[str]]) -> int:
    """Let links to places that do not exist lead to their page; return the changes."""
    changes = 0
    for element in body.iter():
        href = element.get("href", "")
        address = address_from(page, href) if "#" in href else Address()
        if not address.file or address.fragment in ids.get(address.file, ()):
            continue
        changes += 1
        if href.startswith("#"):
            del element.attrib["href"]
        else:
            element.attrib["href"] = href.partition("#")[0]
    return changes


def repair_drawings(page: str, body: Element, files: Container[str], pages: Container[str]) -> int:
    """Keep in drawings only addresses of the book, as its readers know them; return the changes."""
    changes = 0
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        written = element.attrib.pop("href", None)
        if written is not None:
            element.attrib.setdefault(_DRAWN, written)
            changes += 1
        address = address_from(page, element.get(_DRAWN, ""))
        is_link = element.tag == f"{{{SVG}}}a"
        is_kept = is_link and address.scheme in OUTSIDE
        is_kept = is_kept or address.file in (pages if is_link else files)
        if _DRAWN in element.attrib and not is_kept:
            del element.attrib[_DRAWN]
            changes += 1
    return changes


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
