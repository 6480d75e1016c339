"""The names of HTML elements, and what is known of the names that a page uses as tags."""

from __future__ import annotations

from markdown_it.common.html_blocks import block_names

from sphinx_sitejson.common.records import record

VOID_ELEMENTS = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
"""Elements that have no content and no closing tag."""

_CAPITALIZED = frozenset({"Br", "Hr", "Img", "Wbr"})


def is_void(name: str) -> bool:
    """Return whether an element has no content; ``Link`` and ``Input`` are components."""
    return name.lower() in VOID_ELEMENTS and (
        name.islower() or name.isupper() or name in _CAPITALIZED
    )


LINK_COMPONENT = "Link"
"""The link component of web frameworks, which is shown as ``<a>``."""

# Blocks of Markdown that pages have no more, or only as placeholders: ``<dir>``.
_UNCOMMON_BLOCKS = frozenset(
    ["basefont", "dir", "frame", "frameset", "menuitem", "noframes", "search"]
)

INLINE_ELEMENTS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "br",
        "button",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)

HTML_ELEMENTS = (
    INLINE_ELEMENTS
    | VOID_ELEMENTS
    | (frozenset(block_names) - _UNCOMMON_BLOCKS)
    | frozenset(
        [
            "audio",
            "canvas",
            "font",
            "hgroup",
            "map",
            "meter",
            "noscript",
            "object",
            "output",
            "picture",
            "pre",
            "progress",
            "ruby",
            "rp",
            "rt",
            "script",
            "select",
            "style",
            "template",
            "textarea",
            "video",
            "math",
            # SVG
            "svg",
            "g",
            "path",
            "circle",
            "ellipse",
            "line",
            "polyline",
            "polygon",
            "rect",
            "defs",
            "use",
            "symbol",
            "text",
            "tspan",
            "stop",
            "linearGradient",
            "radialGradient",
            "clipPath",
            "mask",
            "pattern",
            "desc",
            "image",
            "filter",
            "marker",
            "feGaussianBlur",
            "feOffset",
            "feBlend",
            "feColorMatrix",
            "feFlood",
            "feComposite",
            "feMerge",
            "feMergeNode",
            "animate",
            "animateTransform",
        ]
    )
)
"""The elements of HTML and SVG."""


@record
class KnownTags:
    """What is known of the names of tags before a page is parsed."""

    components: frozenset[str]
    blocks: frozenset[str]
    """Components that are always blocks."""
    inline: frozenset[str] = INLINE_ELEMENTS
    """Components and elements that are inline."""
