"""Elements and attributes that EPUB allows, and where."""

from __future__ import annotations

XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
MATHML = "http://www.w3.org/1998/Math/MathML"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
EPUB = "http://www.idpf.org/2007/ops"


def _split_names(names: str) -> frozenset[str]:
    """Split a line of names."""
    return frozenset(names.split())


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

PARENTS = {
    "li": frozenset({"ul", "ol"}),
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    "summary": frozenset({"details"}),
    "figcaption": frozenset({"figure"}),
    "caption": frozenset({"table"}),
    "colgroup": frozenset({"table"}),
    "col": frozenset({"colgroup", "table"}),
    "thead": frozenset({"table"}),
    "tbody": frozenset({"table"}),
    "tfoot": frozenset({"table"}),
    "tr": frozenset({"table", "thead", "tbody", "tfoot"}),
    "td": frozenset({"tr"}),
    "th": frozenset({"tr"}),
    "rt": frozenset({"ruby"}),
    "rp": frozenset({"ruby"}),
}
"""Elements that need a certain parent."""

ALLOWED_CHILDREN = {
    "ul": frozenset({"li"}),
    "ol": frozenset({"li"}),
    "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr"}),
    "thead": frozenset({"tr"}),
    "tbody": frozenset({"tr"}),
    "tfoot": frozenset({"tr"}),
    "tr": frozenset({"td", "th"}),
    "colgroup": frozenset({"col"}),
}
"""Elements that may contain only certain children."""

_GLOBAL_ATTRIBUTES = _split_names("id class title lang dir hidden tabindex style role") | {
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

ARIA_LABELS = frozenset({"aria-label", "aria-hidden"})
"""ARIA attributes that do not reference other elements."""

ARIA_REFERENCES = frozenset({"aria-describedby", "aria-labelledby"})
"""ARIA attributes that reference other elements by id."""

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
