"""Elements and attributes that EPUB allows, and where."""

from __future__ import annotations

XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
MATHML = "http://www.w3.org/1998/Math/MathML"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
EPUB = "http://www.idpf.org/2007/ops"


def _named(names: str) -> frozenset[str]:
    """Return names that are written in a row, which reads better than a line for each."""
    return frozenset(names.split())


PREFIXES = {XML: "xml", XLINK: "xlink", EPUB: "epub"}
"""The prefixes of attributes; all others are left out."""

VOID = _named("area base br col embed hr img input link meta param source track wbr")
"""Elements that have no content."""

LINES = _named("h1 h2 h3 h4 h5 h6 summary pre")
"""Elements that hold words and have to stay what they are."""

WORDS = _named(
    "abbr b bdi bdo cite code data dfn em i kbd label mark p q rp rt ruby s samp small span strong"
    " sub sup time u var"
)
"""Elements that hold words, and become blocks where there is a block in them."""

TRANSPARENT = frozenset({"a", "ins", "del"})
"""Elements that hold what may stand in their place."""

BLOCKS = _named(
    "address article aside blockquote details div dl fieldset figure footer h1 h2 h3 h4 h5 h6"
    " header hr main nav ol p pre section table ul"
)
"""Elements that cannot stand among words."""

_PARTS = _named(
    "body br caption col colgroup dd dt figcaption head html img input li link meta object param"
    " style summary tbody td tfoot th thead title tr wbr"
)
KNOWN = LINES | WORDS | TRANSPARENT | BLOCKS | _PARTS

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
"""Elements that are out of use, or need a script, and what shows the same."""

LEFT_OUT = _named(
    "base datalist dialog frame frameset option optgroup script select source style template"
    " textarea track"
)
"""Elements of the body that go with all that is in them."""

EMBEDDED = {"iframe": "src", "embed": "src", "object": "data", "video": "src", "audio": "src"}
"""Elements that show something from elsewhere, and where they say from where."""

HOMES = {
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
"""The elements that are only parts of others, and of which."""

ONLY_PARTS = {
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
"""The elements that hold nothing but their parts."""

_EVERYWHERE = _named("id class title lang dir hidden tabindex style role") | {
    f"{{{XML}}}lang",
    f"{{{XML}}}space",
    f"{{{EPUB}}}type",
}
_OWN = {
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
    tag: _EVERYWHERE | _named(_OWN.get(tag, ""))
    for tag in KNOWN - {"html", "head", "meta", "link", "title"}
}
"""The attributes of each element, beside those that begin with "data-"."""

NAMING = frozenset({"aria-label", "aria-hidden"})
"""The attributes for assistive technology that need no other element."""

POINTING = frozenset({"aria-describedby", "aria-labelledby"})
"""Those that name other elements by their ids."""

BEARERS_OF_ROLES = frozenset({"div", "span", "section", "aside", "nav"})

NUMBERS = _named("colspan rowspan height width span start tabindex value")
"""Attributes that are whole numbers."""

FORBIDDEN_STYLES = frozenset({"direction", "unicode-bidi"})
"""Properties that belong into attributes of a book's pages."""

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
SVG_CASE = {name.lower(): name for name in _named(_SVG_NAMES)}
"""The names of SVG that are written in two cases, which HTML does not mind."""
