"""Parse, edit and serialize the element tree of a page.

A page is parsed as XML where it is well-formed, and otherwise as HTML the way browsers do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import escape

XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
MATHML = "http://www.w3.org/1998/Math/MathML"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
EPUB = "http://www.idpf.org/2007/ops"


def _split_names(names: str) -> frozenset[str]:
    """Split a line of names."""
    return frozenset(names.split())


def _split_values(lines: Mapping[str, str]) -> dict[str, frozenset[str]]:
    return {name: _split_names(names) for name, names in lines.items()}


PREFIXES = {XML: "xml", XLINK: "xlink", EPUB: "epub"}
"""The namespace prefixes of attributes; attributes of others are removed."""

VOID = _split_names("area base br col embed hr img input link meta param source track wbr")
"""Elements without content."""

TEXT_BLOCKS = _split_names("h1 h2 h3 h4 h5 h6 summary pre")
"""Elements with phrasing content that are never converted."""

PHRASING = _split_names(
    "abbr b bdi bdo cite code data dfn em i kbd label mark p q rp rt ruby s samp small span strong"
    " sub sup time u var"
)
"""Phrasing elements; they become blocks if they contain a block."""

TRANSPARENT = frozenset({"a", "ins", "del"})
"""Elements that may contain whatever their parent may contain."""

BLOCKS = _split_names(
    "address article aside blockquote details div dl fieldset figure footer h1 h2 h3 h4 h5 h6"
    " header hr main nav ol p pre section table ul"
)
"""Elements that cannot be phrasing content."""

_OTHER_ELEMENTS = _split_names(
    "body br caption col colgroup dd dt figcaption head html img input li link meta object param"
    " style summary tbody td tfoot th thead title tr wbr"
)
ALLOWED_ELEMENTS = TEXT_BLOCKS | PHRASING | TRANSPARENT | BLOCKS | _OTHER_ELEMENTS

RENAMED = {
    "acronym": "abbr",
    "big": "span",
    "button": "span",
    "center": "div",
    "dir": "ul",
    "font": "span",
    "hgroup": "div",
    "legend": "p",
    "listing": "pre",
    "menu": "ul",
    "output": "span",
    "search": "div",
    "strike": "s",
    "tt": "code",
    "xmp": "pre",
}
"""Obsolete or scripted elements, and their replacements."""

REMOVED = _split_names(
    "base datalist dialog frame frameset option optgroup script select source style template"
    " textarea track"
)
"""Elements of the body that are removed with their content."""

EMBEDDED = {"iframe": "src", "embed": "src", "object": "data", "video": "src", "audio": "src"}
"""Elements that embed a resource, and the attribute with its URL."""

ALLOWED_CHILDREN = _split_values(
    {
        "ul": "li",
        "ol": "li",
        "dl": "dt dd",
        "table": "caption colgroup col thead tbody tfoot tr",
        "thead": "tr",
        "tbody": "tr",
        "tfoot": "tr",
        "tr": "td th",
        "colgroup": "col",
    }
)
"""Elements that may contain only certain children."""

PARENTS = {
    part: frozenset(name for name, parts in ALLOWED_CHILDREN.items() if part in parts)
    for part in frozenset().union(*ALLOWED_CHILDREN.values())
} | _split_values({"summary": "details", "figcaption": "figure", "rt": "ruby", "rp": "ruby"})
"""Elements that need a certain parent."""

ARIA_REFERENCES = frozenset({"aria-describedby", "aria-labelledby"})
"""ARIA attributes that reference other elements by id."""

_GLOBAL_ATTRIBUTES = ARIA_REFERENCES | {
    *_split_names("id class title lang dir hidden tabindex style role aria-label aria-hidden"),
    f"{{{XML}}}lang",
    f"{{{XML}}}space",
    f"{{{EPUB}}}type",
}
_SPECIFIC_ATTRIBUTES = {
    "a": "href target rel hreflang type",
    "col": "span",
    "colgroup": "span",
    "del": "datetime",
    "details": "open",
    "img": "src alt width height",
    "input": "type checked disabled",
    "ins": "datetime",
    "li": "value",
    "object": "data type width height",
    "ol": "start reversed type",
    "td": "colspan rowspan",
    "th": "colspan rowspan scope abbr",
    "time": "datetime",
}
ATTRIBUTES = {
    tag: _GLOBAL_ATTRIBUTES | _split_names(_SPECIFIC_ATTRIBUTES.get(tag, ""))
    for tag in ALLOWED_ELEMENTS - {"html", "head", "meta", "link", "title"}
}
"""The attributes of each element, besides ``data-*``."""

ROLE_ELEMENTS = frozenset({"div", "span", "section", "aside", "nav"})

INTEGER_ATTRIBUTES = _split_names("colspan rowspan height width span start tabindex value")
"""Attributes with integer values."""

FORBIDDEN_STYLES = frozenset({"direction", "unicode-bidi"})
"""CSS properties that EPUB wants as attributes."""

_SVG_NAMES = (
    "linearGradient radialGradient clipPath textPath foreignObject feBlend feColorMatrix"
    " feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap"
    " feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage"
    " feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile"
    " feTurbulence animateMotion animateTransform"
    " viewBox preserveAspectRatio gradientUnits gradientTransform patternUnits patternTransform"
    " patternContentUnits clipPathUnits maskUnits maskContentUnits markerUnits markerWidth"
    " markerHeight refX refY spreadMethod stdDeviation startOffset textLength lengthAdjust"
    " pathLength baseFrequency numOctaves tableValues attributeName attributeType repeatCount"
    " repeatDur keyTimes keyPoints keySplines calcMode filterUnits primitiveUnits kernelMatrix"
    " edgeMode diffuseConstant specularConstant specularExponent surfaceScale limitingConeAngle"
    " pointsAtX pointsAtY pointsAtZ xChannelSelector yChannelSelector stitchTiles targetX targetY"
)
SVG_CASE = {name.lower(): name for name in _split_names(_SVG_NAMES)}
"""Mixed-case names of SVG, which HTML lowercases."""

# Control characters, as in pasted output of terminals, and half characters.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_PREFIXED = {
    "xml:lang": f"{{{XML}}}lang",
    "xml:space": f"{{{XML}}}space",
    "xlink:href": f"{{{XLINK}}}href",
    "xlink:title": f"{{{XLINK}}}title",
    "epub:type": f"{{{EPUB}}}type",
}
_CLOSED_BY = _split_values(
    {
        "li": "li",
        "dt": "dt dd",
        "dd": "dt dd",
        "tr": "tr td th",
        "td": "td th",
        "th": "td th",
        "thead": "thead tbody tfoot tr td th caption colgroup",
        "tbody": "thead tbody tfoot tr td th caption colgroup",
        "tfoot": "thead tbody tfoot tr td th caption colgroup",
        "option": "option",
        "rt": "rt rp",
        "rp": "rt rp",
    }
)
"""Open elements that a new element closes implicitly."""

_HOLDS_PARTS = frozenset({"ul", "ol", "dl", "table", "select", "ruby", "menu"})
_EMBEDDED_NAMESPACES = {"svg": SVG, "math": MATHML}


def parse_page(text: str) -> tuple[Element, bool]:
    """Return the root of a page, and whether the page is already well-formed XML.

    Elements of HTML have plain names; those of SVG and MathML have their namespace before them.
    """
    try:
        root = ElementTree.fromstring(text)
    except (ParseError, ValueError):
        reader = _HtmlReader()
        reader.feed(xml_text(text))
        reader.close()
        return reader.root, False
    before = f"{{{XHTML}}}"
    for element in root.iter():
        element.tag = element.tag.removeprefix(before)
    return root, True


def xml_text(text: str) -> str:
    """Return a text without the characters that XML does not have."""
    return _NOT_XML.sub("", text)


class _HtmlReader(HTMLParser):
    """Builds the tree of a page; whatever is open at the end is closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("html")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element, after ending what cannot go on beside it."""
        if tag == "html":
            self.root.attrib.update(_attributes(attrs, is_svg=False))
            return
        namespace = _EMBEDDED_NAMESPACES.get(tag) or self._namespace()
        if not namespace:
            self._end_implied(tag)
        name = SVG_CASE.get(tag, tag) if namespace == SVG else tag
        if not _NAME.fullmatch(name):
            # No name of XML: what is in it still counts.
            name, namespace = "span", ""
        full = f"{{{namespace}}}{name}" if namespace else name
        element = Element(full, dict(_attributes(attrs, is_svg=namespace == SVG)))
        self._open[-1].append(element)
        if namespace or tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a self-closed element, which HTML allows only for some names."""
        self.handle_starttag(tag, attrs)
        if self._open[-1].tag.startswith("{"):
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the nearest open element of that name, and what is open in it."""
        name = tag if _NAME.fullmatch(tag) else "span"
        for index in range(len(self._open) - 1, 0, -1):
            if self._open[index].tag.rpartition("}")[2].lower() == name:
                del self._open[index:]
                return

    def handle_data(self, data: str) -> None:
        """Add text, behind the last element or at the begin."""
        parent = self._open[-1]
        if len(parent) or parent is not self.root:
            add_text(parent, len(parent), data)

    def unknown_decl(self, data: str) -> None:
        """Keep what XML would take as text, as in ``<![CDATA[...]]>``."""
        if data.startswith("CDATA["):
            self.handle_data(data.removeprefix("CDATA["))

    def _namespace(self) -> str:
        namespace, name = split_tag(self._open[-1].tag)
        return "" if namespace == XHTML or name == "foreignObject" else namespace

    def _end_implied(self, tag: str) -> None:
        ended = _CLOSED_BY.get(tag, frozenset())
        if not ended and tag not in BLOCKS:
            return
        for index in range(len(self._open) - 1, 0, -1):
            name = self._open[index].tag
            if name in _HOLDS_PARTS or name.startswith("{"):
                return
            if name in ended or (name == "p" and tag in BLOCKS):
                del self._open[index:]
            elif tag in BLOCKS and name in ("li", "td", "th", "dd", "div", "body"):
                return


def _attributes(
    attrs: Iterable[tuple[str, str | None]], *, is_svg: bool
) -> Iterable[tuple[str, str]]:
    for name, value in attrs:
        if name in _PREFIXED:
            yield _PREFIXED[name], value or ""
        elif _NAME.fullmatch(name) and name != "xmlns":
            yield (SVG_CASE.get(name, name) if is_svg else name), value or ""


def add_text(parent: Element, index: int, text: str | None) -> None:
    """Insert text before the child at an index."""
    if not text:
        return
    if index:
        before = parent[index - 1]
        before.tail = (before.tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def remove_element(parent: Element, child: Element) -> None:
    """Remove an element, keeping the text after it."""
    child.text, child[:] = None, ()
    unwrap(parent, child)


def unwrap(parent: Element, child: Element) -> None:
    """Replace an element with its content."""
    index, inner = list(parent).index(child), list(child)
    parent[index : index + 1] = inner
    add_text(parent, index, child.text)
    add_text(parent, index + len(inner), child.tail)


def element_text(element: Element) -> str:
    """Return the text of an element, in one line."""
    return " ".join("".join(element.itertext()).split())


def walk(root: Element) -> Iterator[tuple[Element, Element]]:
    """Yield each HTML element with its parent, outer elements first; sees changes.

    What takes the place of an element that was removed, replaced or unwrapped is yielded, too.
    """
    todo = [root]
    while todo:
        parent = todo.pop()
        index = 0
        while index < len(parent):
            child = parent[index]
            yield parent, child
            if index < len(parent) and parent[index] is child:
                index += 1
        todo.extend(child for child in reversed(parent) if not child.tag.startswith("{"))


_START = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n\n'
_IN_VALUES = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def serialize_page(root: Element) -> str:
    """Serialize a page as XHTML."""
    return _START + "".join(_serialize(root)) + "\n"


def _serialize(root: Element) -> Iterator[str]:
    """Yield the parts of an element; not recursive, since pages may be nested deeply."""
    todo: list[tuple[Element, str] | str] = [(root, "")]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            yield part
            continue
        element, outer = part
        namespace, name = split_tag(element.tag)
        is_empty = not len(element) and not element.text
        start = f"<{name}{''.join(_serialized_attributes(element, namespace, outer))}"
        if is_empty and (name in VOID or namespace != XHTML):
            yield f"{start}/>{escape(element.tail or '')}"
            continue
        yield f"{start}>{escape(element.text or '')}"
        todo.append(f"</{name}>{escape(element.tail or '')}")
        todo.extend((child, namespace) for child in reversed(element))


def split_tag(tag: str) -> tuple[str, str]:
    """Return the namespace and the name of an element."""
    namespace, _, name = tag.rpartition("}")
    return namespace.removeprefix("{") or XHTML, name


def _serialized_attributes(element: Element, namespace: str, outer: str) -> Iterator[str]:
    if namespace != outer:
        yield f' xmlns="{namespace}"'
        if not outer:
            yield f' xmlns:epub="{EPUB}" xmlns:xlink="{XLINK}"'
    for key, value in element.attrib.items():
        namespace_uri, name = key[1:].split("}") if key.startswith("{") else ("", key)
        if namespace_uri and namespace_uri not in PREFIXES:
            continue
        prefix = f"{PREFIXES[namespace_uri]}:" if namespace_uri else ""
        yield f' {prefix}{name}="{escape(value, _IN_VALUES)}"'
