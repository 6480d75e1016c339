"""Convert one page for EPUB, with its links and images, and collect its manifest properties."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
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
    replace,
    serialize_page,
    unwrap,
    walk,
)
from .xhtml_repair import repair

_HOST = re.compile(r"([^@/\s]+@)?([\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\])(:\d*)?")
_SAFE_CHARACTERS = "%/:?#[]@!$&'()*+,;=~-._"

_XLINK_HREF = f"{{{XLINK}}}href"
_IMAGE_SOURCES = {"img": "src", f"{{{SVG}}}image": _XLINK_HREF}

EXTERNAL_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp", "irc", "news", "sms", "geo"})
HTTP_SCHEMES = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """The target of a link."""

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


def use_converted_images(page: str, body: Element, images: Mapping[str, str]) -> int:
    """Refer to the converted files of images; return the number of changes.

    :param images: for each image in another format, the suffix of its converted file, or "".
    """
    changes = 0
    for element in body.iter():
        key = _IMAGE_SOURCES.get(element.tag, "")
        source = element.get(key, "").strip()
        if suffix := images.get(resolve_link(page, source).file):
            element.attrib[key] = source.partition("#")[0] + suffix
            changes += 1
    return changes


def repair_embedded(page: str, body: Element, files: Container[str]) -> int:
    """Replace what EPUB cannot embed with a link or text; return the number of changes."""
    changes = 0
    while more := sum(
        _REPAIRS[child.tag](page, parent, child, files)
        for parent, child in walk(body)
        if child.tag in _REPAIRS
    ):
        # The replacement may itself contain something embedded.
        changes += more
    return changes


def _repair_image(page: str, parent: Element, image: Element, files: Container[str]) -> int:
    source = image.get("src", "")
    target = resolve_link(page, source)
    if (target.file and target.file in files) or target.scheme == "data":
        return 0
    label = image.get("alt") or ("" if target.file else source)
    _put_link(parent, image, source if target.scheme in HTTP_SCHEMES else "", label)
    return 1


def _repair_embedded(page: str, parent: Element, element: Element, files: Container[str]) -> int:
    source = element.get(EMBEDDED[element.tag]) or next(
        (inner.get("src", "") for inner in element if inner.tag == "source"), ""
    )
    target = resolve_link(page, source)
    if element.tag == "object" and target.file in files:
        return 0
    if target.scheme in HTTP_SCHEMES:
        label = element.get("title") or element.get("aria-label") or element_text(element) or source
        _put_link(parent, element, source, label)
        return 1
    for inner in list(element):
        if inner.tag in REMOVED:
            remove_element(element, inner)
    unwrap(parent, element)
    return 1


_REPAIRS = {"img": _repair_image, **dict.fromkeys(EMBEDDED, _repair_embedded)}


def _put_link(parent: Element, child: Element, url: str, label: str) -> None:
    if not url:
        child.tail = label + (child.tail or "")
        remove_element(parent, child)
        return
    link = Element("a", {"href": url})
    link.text = label
    replace(parent, child, link)


def repair_links(page: str, body: Element, pages: Container[str]) -> int:
    """Remove links to what is not in the EPUB, keeping their text; return the changes."""
    changes = 0
    for element in body.iter():
        href = element.get("href")
        if href is None or element.tag != "a":
            continue
        target = resolve_link(page, href)
        if target.file in pages:
            continue
        if target.scheme in EXTERNAL_SCHEMES and (escaped := _escaped_url(href)):
            changes += escaped != href
            element.attrib["href"] = escaped
            continue
        changes += 1
        del element.attrib["href"]
        for key in ("target", "rel", "hreflang", "type"):
            element.attrib.pop(key, None)
    return changes


def _escaped_url(url: str) -> str:
    """Percent-encode a URL; return an empty text if it has no valid host."""
    parts = split_url(url)
    if parts.scheme in HTTP_SCHEMES and not _HOST.fullmatch(parts.netloc):
        return ""
    return quote(url.strip(), safe=_SAFE_CHARACTERS)


def linked_fragments(page: str, body: Element) -> set[tuple[str, str]]:
    """Return the fragments in the EPUB that a page links to: page and id."""
    results = (
        resolve_link(page, element.get("href", ""))
        for element in body.iter()
        if "#" in element.get("href", "")
    )
    return {(target.file, target.fragment) for target in results if target.file}


def repair_fragments(page: str, body: Element, ids: Mapping[str, Container[str]]) -> int:
    """Strip fragments that do not exist from links; return the number of changes."""
    changes = 0
    for element in body.iter():
        href = element.get("href", "")
        target = resolve_link(page, href) if "#" in href else LinkTarget()
        if not target.file or target.fragment in ids.get(target.file, ()):
            continue
        changes += 1
        if href.startswith("#"):
            del element.attrib["href"]
        else:
            element.attrib["href"] = href.partition("#")[0]
    return changes


def repair_svg_links(page: str, body: Element, files: Container[str], pages: Container[str]) -> int:
    """Remove links of SVG to what is not in the EPUB, and use XLink; return the changes."""
    changes = 0
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        href = element.attrib.pop("href", None)
        if href is not None:
            element.attrib.setdefault(_XLINK_HREF, href)
            changes += 1
        target = resolve_link(page, element.get(_XLINK_HREF, ""))
        is_link = element.tag == f"{{{SVG}}}a"
        is_allowed = is_link and target.scheme in EXTERNAL_SCHEMES
        is_allowed = is_allowed or target.file in (pages if is_link else files)
        if _XLINK_HREF in element.attrib and not is_allowed:
            del element.attrib[_XLINK_HREF]
            changes += 1
    return changes


_EVENT = "on"


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
    body = root.find("body")
    if body is None:
        body = root
    changes = _repair_head(name, root.find("head"), files)
    changes += use_converted_images(name, body, images)
    changes += repair_embedded(name, body, files)
    changes += repair(body)
    changes += repair_links(name, body, pages)
    changes += (
        repair_svg_links(name, body, files, pages)
        + _strip_embedded_scripts(body)
        + _repair_ids(body)
    )
    links = frozenset(
        resolve_link(name, element.get("href", "")).file
        for element in body.iter("a")
        if "href" in element.attrib
    )
    return EpubPage(
        text=serialize_page(root) if changes or not is_xml else text,
        ids=frozenset(filter(None, (element.get("id") for element in body.iter()))),
        fragments=frozenset(linked_fragments(name, body)),
        links=links - {"", name},
        properties=_properties(body),
    )


def remove_dead_fragments(name: str, text: str, ids: Mapping[str, Container[str]]) -> str:
    """Return a page without links to fragments that do not exist."""
    root, _ = parse_page(text)
    return serialize_page(root) if repair_fragments(name, root, ids) else text


def _repair_head(name: str, head: Element | None, files: Container[str]) -> int:
    """Keep the title, plain metadata and the style sheets of the EPUB."""
    if head is None:
        return 0
    unfit = [child for child in head if not _is_allowed_in_head(name, child, files)]
    for child in unfit:
        remove_element(head, child)
    return len(unfit)


def _is_allowed_in_head(name: str, child: Element, files: Container[str]) -> bool:
    if child.tag == "meta":
        return set(child.attrib) <= {"name", "content"} or set(child.attrib) == {"charset"}
    if child.tag == "link":
        is_style = child.get("rel") == "stylesheet"
        return is_style and resolve_link(name, child.get("href", "")).file in files
    return child.tag in ("title", "style")


def _strip_embedded_scripts(body: Element) -> int:
    """Remove scripts and event handlers from SVG and MathML."""
    changes = 0
    for element in body.iter():
        if not element.tag.startswith("{"):
            continue
        for script in [child for child in element if child.tag.endswith("}script")]:
            remove_element(element, script)
            changes += 1
        for key in [key for key in element.attrib if key.startswith(_EVENT)]:
            del element.attrib[key]
            changes += 1
    return changes


def _repair_ids(body: Element) -> int:
    """Remove duplicate ids and references to ids that do not exist."""
    changes = 0
    seen: set[str] = set()
    pointers = []
    for element in body.iter():
        element_id = element.get("id")
        if element_id in seen and element_id is not None:
            del element.attrib["id"]
            changes += 1
        elif element_id:
            seen.add(element_id)
        pointers += [(element, key) for key in ARIA_REFERENCES & element.attrib.keys()]
    for element, key in pointers:
        if not seen.issuperset(element.attrib[key].split()):
            del element.attrib[key]
            changes += 1
    return changes


def _properties(body: Element) -> tuple[str, ...]:
    properties = {SVG: "svg", MATHML: "mathml"}
    result = {element.tag[1:].partition("}")[0] for element in body.iter() if element.tag[0] == "{"}
    return tuple(sorted(properties[namespace] for namespace in result & properties.keys()))
