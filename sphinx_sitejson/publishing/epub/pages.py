"""Convert one page for EPUB, with its links and images, and collect its manifest properties."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element

from sphinx_sitejson.common.network.urls import split_url

from .xhtml import (
    ARIA_REFERENCES,
    EMBEDDED,
    MATHML,
    REMOVED,
    SVG,
    XLINK,
    element_text,
    parse_page,
    remove_element,
    serialize_page,
    split_tag,
    unwrap,
    walk,
)
from .xhtml_repair import repair

# "user@example.com:80", "[::1]"; "{tenant}.example.com" in the text of a page is no host.
_HOST = re.compile(r"([^@/\s]+@)?([\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\])(:\d*)?")
_SAFE_CHARACTERS = "%/:?#[]@!$&'()*+,;=~-._"

_XLINK_HREF = f"{{{XLINK}}}href"
_IMAGE_SOURCES = {"img": "src", f"{{{SVG}}}image": _XLINK_HREF}
_PROPERTIES = {SVG: "svg", MATHML: "mathml"}
"""Namespaces that the manifest names as properties of a page."""

EXTERNAL_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "irc", "news", "sms", "geo"})
HTTP_SCHEMES = frozenset({"http", "https"})


class LinkTarget(NamedTuple):
    scheme: str = ""
    file: str = ""
    """The path in the EPUB; empty for an external URL."""
    fragment: str = ""


def resolve_link(page: str, href: str) -> LinkTarget:
    """Resolve a link of a page: ``../a.xhtml#x`` on ``b/c.xhtml`` gives ``a.xhtml`` and ``x``."""
    try:
        parts = urlsplit(href.strip())
    except ValueError:
        return LinkTarget(scheme="unreadable")
    if parts.scheme or parts.netloc:
        return LinkTarget(scheme=parts.scheme.lower() or "https")
    if parts.path.startswith("/") or parts.query:
        return LinkTarget()
    path = unquote(parts.path)
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return LinkTarget(file=file, fragment=unquote(parts.fragment))


def use_converted_images(page: str, body: Element, images: Mapping[str, str]) -> None:
    """Refer to the converted files of images.

    :param images: for each image in another format, the suffix of its converted file, or "".
    """
    for element in body.iter():
        key = _IMAGE_SOURCES.get(element.tag, "")
        source = element.get(key, "").strip()
        if suffix := images.get(resolve_link(page, source).file):
            element.attrib[key] = source.partition("#")[0] + suffix


def repair_embedded(page: str, body: Element, files: Container[str]) -> None:
    """Replace what EPUB cannot embed with a link or text."""
    for parent, child in walk(body):
        if child.tag == "img":
            _repair_image(page, parent, child, files)
        elif child.tag in EMBEDDED:
            _repair_embedded(page, parent, child, files)


def _repair_image(page: str, parent: Element, image: Element, files: Container[str]) -> None:
    source = image.get("src", "")
    target = resolve_link(page, source)
    if (target.file and target.file in files) or target.scheme == "data":
        return
    label = image.get("alt") or ("" if target.file else source)
    if target.scheme in HTTP_SCHEMES:
        _replace_by_link(parent, image, source, label)
    else:
        image.tail = label + (image.tail or "")
        remove_element(parent, image)


def _repair_embedded(page: str, parent: Element, element: Element, files: Container[str]) -> None:
    source = element.get(EMBEDDED[element.tag]) or next(
        (inner.get("src", "") for inner in element if inner.tag == "source"), ""
    )
    target = resolve_link(page, source)
    if element.tag == "object" and target.file in files:
        return
    if target.scheme in HTTP_SCHEMES:
        label = element.get("title") or element.get("aria-label") or element_text(element) or source
        _replace_by_link(parent, element, source, label)
        return
    for inner in list(element):
        if inner.tag in REMOVED:
            remove_element(element, inner)
    unwrap(parent, element)


def _replace_by_link(parent: Element, child: Element, url: str, label: str) -> None:
    link = Element("a", {"href": url})
    link.text, link.tail = label, child.tail
    parent[list(parent).index(child)] = link


def repair_links(page: str, body: Element, pages: Container[str]) -> None:
    """Remove links to what is not in the EPUB, keeping their text."""
    for element in body.iter("a"):
        href = element.get("href")
        target = LinkTarget() if href is None else resolve_link(page, href)
        if href is None or target.file in pages:
            continue
        if target.scheme in EXTERNAL_SCHEMES and (escaped := _escaped_url(href)):
            element.attrib["href"] = escaped
            continue
        for key in ("href", "target", "rel", "hreflang", "type"):
            element.attrib.pop(key, None)


def _escaped_url(url: str) -> str:
    """Percent-encode a URL; return an empty text if it has no valid host."""
    parts = split_url(url)
    if parts.scheme in HTTP_SCHEMES and not _HOST.fullmatch(parts.netloc):
        return ""
    return quote(url.strip(), safe=_SAFE_CHARACTERS)


def repair_svg_links(
    page: str, body: Element, files: Container[str], pages: Container[str]
) -> None:
    """Remove links of SVG to what is not in the EPUB, and use XLink."""
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        href = element.attrib.pop("href", None)
        if href is not None:
            element.attrib.setdefault(_XLINK_HREF, href)
        target = resolve_link(page, element.get(_XLINK_HREF, ""))
        is_link = element.tag == f"{{{SVG}}}a"
        is_allowed = is_link and target.scheme in EXTERNAL_SCHEMES
        if not (is_allowed or target.file in (pages if is_link else files)):
            element.attrib.pop(_XLINK_HREF, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EpubPage:
    """A converted page."""

    text: str
    ids: frozenset[str]
    fragments: frozenset[tuple[str, str]]
    """The fragments that it links to: page and id."""
    links: frozenset[str]
    """The pages that it links to."""
    properties: tuple[str, ...]
    """Its properties in the manifest: ``svg``, ``mathml``."""


def convert_page(
    name: str,
    text: str,
    *,
    files: Container[str],
    pages: Container[str],
    images: Mapping[str, str],
) -> EpubPage:
    """Convert a page for EPUB; the text of a valid page is unchanged.

    :param name: the path of the page in the EPUB.
    :param files: the paths of all files of the EPUB.
    :param pages: the paths that are pages.
    :param images: for each image in another format, the suffix of its converted file, or "".
    """
    root, is_xml = parse_page(text)
    original = serialize_page(root) if is_xml else ""
    body = root.find("body")
    if body is None:
        body = root
    _repair_head(name, root.find("head"), files)
    use_converted_images(name, body, images)
    repair_embedded(name, body, files)
    repair(body)
    repair_links(name, body, pages)
    repair_svg_links(name, body, files, pages)
    _strip_embedded_scripts(body)
    _repair_ids(body)
    converted = serialize_page(root)
    hrefs = [href for link in body.iter("a") if (href := link.get("href"))]
    targets = {href: resolve_link(name, href) for href in hrefs}
    namespaces = {split_tag(element.tag)[0] for element in body.iter()}
    return EpubPage(
        text=text if converted == original else converted,
        ids=frozenset(filter(None, (element.get("id") for element in body.iter()))),
        fragments=frozenset(
            (target.file, target.fragment)
            for href, target in targets.items()
            if "#" in href and target.file
        ),
        links=frozenset(target.file for target in targets.values()) - {"", name},
        properties=tuple(sorted(_PROPERTIES[each] for each in namespaces & _PROPERTIES.keys())),
    )


def remove_dead_fragments(name: str, text: str, ids: Mapping[str, Container[str]]) -> str:
    """Return a page without links to fragments that do not exist."""
    root, _ = parse_page(text)
    for link in root.iter("a"):
        href = link.get("href", "")
        target = resolve_link(name, href) if "#" in href else LinkTarget()
        if not target.file or target.fragment in ids.get(target.file, ()):
            continue
        if href.startswith("#"):
            del link.attrib["href"]
        else:
            link.attrib["href"] = href.partition("#")[0]
    return serialize_page(root)


def _repair_head(name: str, head: Element | None, files: Container[str]) -> None:
    """Keep the title, plain metadata and the style sheets of the EPUB."""
    for child in list(head if head is not None else ()):
        if child.tag == "meta":
            keys = child.attrib.keys()
            is_allowed = keys <= {"name", "content"} or keys == {"charset"}
        elif child.tag == "link":
            is_style = child.get("rel") == "stylesheet"
            is_allowed = is_style and resolve_link(name, child.get("href", "")).file in files
        else:
            is_allowed = child.tag in ("title", "style")
        if head is not None and not is_allowed:
            remove_element(head, child)


def _strip_embedded_scripts(body: Element) -> None:
    """Remove scripts and event handlers from SVG and MathML."""
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        for script in [child for child in element if child.tag.endswith("}script")]:
            remove_element(element, script)
        for key in [key for key in element.attrib if key.startswith("on")]:
            del element.attrib[key]


def _repair_ids(body: Element) -> None:
    """Remove duplicate ids and references to ids that do not exist."""
    seen: set[str] = set()
    for element in body.iter():
        if element.get("id", "") in seen:
            del element.attrib["id"]
        elif element_id := element.get("id"):
            seen.add(element_id)
    for element in body.iter():
        for key in ARIA_REFERENCES & element.attrib.keys():
            if not seen.issuperset(element.attrib[key].split()):
                del element.attrib[key]
