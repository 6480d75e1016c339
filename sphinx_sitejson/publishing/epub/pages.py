"""Convert one page for EPUB, with its links and images, and collect its manifest properties."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element

from sphinx_sitejson.common.network.urls import split_url

from .xhtml import (
    ALLOWED_CHILDREN,
    ALLOWED_ELEMENTS,
    ARIA_REFERENCES,
    ATTRIBUTES,
    BLOCKS,
    EMBEDDED,
    FORBIDDEN_STYLES,
    INTEGER_ATTRIBUTES,
    MATHML,
    PARENTS,
    PHRASING,
    REMOVED,
    RENAMED,
    ROLE_ELEMENTS,
    SVG,
    TEXT_BLOCKS,
    TRANSPARENT,
    XLINK,
    element_text,
    parse_page,
    remove_element,
    serialize_page,
    split_tag,
    unwrap,
    walk,
)

# "user@example.com:80", "[::1]"; "{tenant}.example.com" in the text of a page is no host.
_HOST = re.compile(r"([^@/\s]+@)?([\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\])(:\d*)?")
_SAFE_CHARACTERS = "%/:?#[]@!$&'()*+,;=~-._"

_XLINK_HREF = f"{{{XLINK}}}href"
_IMAGE_SOURCES = {"img": "src", f"{{{SVG}}}image": _XLINK_HREF}
_PROPERTIES = {SVG: "svg", MATHML: "mathml"}
"""Namespaces that the manifest names as properties of a page."""

EXTERNAL_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "irc", "news", "sms", "geo"})
HTTP_SCHEMES = frozenset({"http", "https"})


Paths = Container[str]
"""The paths of files or pages of the EPUB."""


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


def repair_embedded(page: str, body: Element, files: Paths) -> None:
    """Replace what EPUB cannot embed with a link or text."""
    for parent, child in walk(body):
        if child.tag == "img":
            _repair_image(page, parent, child, files)
        elif child.tag in EMBEDDED:
            _repair_embedded(page, parent, child, files)


def _repair_image(page: str, parent: Element, image: Element, files: Paths) -> None:
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


def _repair_embedded(page: str, parent: Element, element: Element, files: Paths) -> None:
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


def repair_links(page: str, body: Element, pages: Paths) -> None:
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


def repair_svg_links(page: str, body: Element, files: Paths, pages: Paths) -> None:
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


# `width="100%"`, `datetime="soon"`, `data-A="1"` and `style="color"` make a page invalid.
_VALUES = {
    **dict.fromkeys(INTEGER_ATTRIBUTES, r"-?\d{1,9}"),
    "datetime": r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d.*)?)?)?",
    "dir": "ltr|rtl|auto",
}
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
            # Each of them is the first element, or a caption of a figure the last one.
            or (tag in ("summary", "caption") and child is not parent[0])
            or (tag == "figcaption" and child not in (parent[0], parent[-1]))
        ):
            child.tag = "div"
        elif tag == "a":
            for outer, link in walk(child):
                if link.tag == "a":
                    unwrap(outer, link)
        changed |= child.tag != tag
    return changed


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
    attributes = element.attrib
    if element.tag == "a" and "name" in attributes:
        attributes.setdefault("id", attributes["name"])
    for key, value in list(attributes.items()):
        allowed_value = _allowed_value(element, key, value, allowed)
        if allowed_value is None:
            del attributes[key]
        else:
            attributes[key] = allowed_value
    if element.tag == "img":
        attributes.setdefault("alt", "")


def _allowed_value(element: Element, key: str, value: str, allowed: frozenset[str]) -> str | None:
    """Return the allowed value of an attribute, None to remove it."""
    if key == "style":
        return _allowed_style(value)
    if key == "role":
        is_allowed = value.startswith("doc-") or element.tag in ROLE_ELEMENTS
        return value if is_allowed and value else None
    if key in _VALUES:
        return value if key in allowed and re.fullmatch(_VALUES[key], value) else None
    if key == "type" and element.tag == "ol":
        return value if value in tuple("1AaIi") else None
    if key in ("id", "class"):
        return value if value.strip() and not (key == "id" and " " in value) else None
    return value if key in allowed or _DATA.fullmatch(key) else None


def _allowed_style(style: str) -> str | None:
    """Return the declarations that are complete and allowed."""
    declarations = [_DECLARATION.fullmatch(part) for part in style.split(";") if part.strip()]
    allowed = [
        found for found in declarations if found and found[1].lower() not in FORBIDDEN_STYLES
    ]
    if len(allowed) == len(declarations):
        return style if declarations else None
    return "; ".join(f"{found[1]}: {found[2]}" for found in allowed) or None


class EpubPage(NamedTuple):
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
    name: str, text: str, *, files: Paths, pages: Paths, images: Mapping[str, str]
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
    if (head := root.find("head")) is not None:
        _repair_head(name, head, files)
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


def _repair_head(name: str, head: Element, files: Paths) -> None:
    """Keep the title, plain metadata and the style sheets of the EPUB."""
    for child in list(head):
        if child.tag == "meta":
            keys = child.attrib.keys()
            is_allowed = keys <= {"name", "content"} or keys == {"charset"}
        elif child.tag == "link":
            is_style = child.get("rel") == "stylesheet"
            is_allowed = is_style and resolve_link(name, child.get("href", "")).file in files
        else:
            is_allowed = child.tag in ("title", "style")
        if not is_allowed:
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
