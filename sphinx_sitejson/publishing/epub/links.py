"""Where the links and pictures of a page lead: only to what the book holds, or out of it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element

from sphinx_sitejson.common.url_parts import parts_of_url

from .element_tree import element_text, replace, take_out, unwrap, walk
from .xhtml_rules import EMBEDDED, LEFT_OUT, SVG, XLINK

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
    parts = parts_of_url(address)
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
