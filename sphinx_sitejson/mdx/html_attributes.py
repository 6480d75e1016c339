"""Attributes of JSX as attributes of HTML, without those that run code.

Browsers read attribute names and URL schemes in any case, and drop white space and control
characters from URLs; the checks here do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sphinx_sitejson.common.network.urls import (
    IGNORED_CHARACTERS,
    is_image_data_url,
    is_unsafe_url,
    url_scheme,
)

from .javascript.values import PropValue

URL_ATTRIBUTES = frozenset(
    [
        "action",
        "altimg",
        "archive",
        "background",
        "base",
        "cite",
        "classid",
        "code",
        "codebase",
        "data",
        "definitionurl",
        "dynsrc",
        "formaction",
        "href",
        "icon",
        "imagesrcset",
        "longdesc",
        "lowsrc",
        "manifest",
        "movie",
        "ping",
        "poster",
        "profile",
        "src",
        "srcset",
        "usemap",
    ]
)
"""Attributes whose values are URLs, without namespace prefix."""

_ANIMATION_VALUES = frozenset({"values", "to", "from", "by"})
"""Attributes of SVG animations, whose values are assigned to another attribute."""
_IMAGE_LISTS = frozenset({"srcset", "imagesrcset"})
_DOCUMENT_ATTRIBUTES = frozenset({"srcdoc", "dangerouslysetinnerhtml"})
_TEXT_ATTRIBUTES = frozenset(
    [
        "abbr",
        "alt",
        "class",
        "classname",
        "content",
        "for",
        "id",
        "label",
        "name",
        "placeholder",
        "summary",
        "title",
        "value",
    ]
)
"""Attributes that are plain text, even if they look like a URL."""
_FRAME_ELEMENTS = frozenset({"iframe", "frame", "embed", "object", "portal", "script"})
"""Elements in which an image is a document, which may contain scripts."""
_SVG_IMAGES = frozenset({"image", "feimage"})

_HANDLER = re.compile(r"on[a-z]")
_SCRIPT_SCHEMES = frozenset({"javascript", "vbscript", "livescript", "mocha"})
_MAX_SCHEMES = 4
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_CSS_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)
_SCRIPT_STYLE = re.compile(
    r"expression\(|(?:javascript|vbscript|livescript|mocha):|-moz-binding|behavior:|@import"
    r"|url\([\"']?data:(?!image/|font/|application/font)",
    re.IGNORECASE,
)


def runs_code(tag: str, prop: str, value: object) -> bool:
    """Return whether an attribute would run code: ``onclick``, or a ``javascript:`` URL.

    :param tag: the name of the element; empty for any.
    :param prop: the name of the attribute, in any case.
    """
    name = prop.lower()
    local = name.rpartition(":")[2]
    if _HANDLER.match(local) or local in _DOCUMENT_ATTRIBUTES:
        return True
    if not isinstance(value, str) or name.startswith(("aria-", "data-")):
        return False
    if local == "attributename":
        return bool(_HANDLER.match(value.strip().lower()))
    if local in _TEXT_ATTRIBUTES and tag.lower() != "param":
        return False
    if local == "style":
        return is_script_style(value)
    if "(" in value and local not in URL_ATTRIBUTES and is_script_style(value):
        return True
    return any(_is_script_url(tag.lower(), local, part) for part in _attribute_urls(local, value))


def is_script_style(text: str) -> bool:
    """Return whether CSS would run code in any browser, also with escapes and comments."""
    plain = _CSS_ESCAPE.sub(_unescape, _CSS_COMMENT.sub("", text))
    return _SCRIPT_STYLE.search(IGNORED_CHARACTERS.sub("", plain)) is not None


def _unescape(match: re.Match[str]) -> str:
    if not match[1]:
        return match[2]
    code = int(match[1], 16)
    return chr(code) if code < 0x110000 else ""


def _attribute_urls(local: str, value: str) -> Iterator[str]:
    yield value
    if local in _ANIMATION_VALUES:
        yield from value.split(";")
    elif local in _IMAGE_LISTS or local in ("archive", "ping"):
        yield from re.split(r"[,\s]+", value)


def _is_script_url(tag: str, local: str, url: str) -> bool:
    if _has_script_scheme(url):
        return True
    if local not in URL_ATTRIBUTES and local not in _ANIMATION_VALUES and tag != "param":
        return False
    is_source = local in ("src", "poster") or local in _IMAGE_LISTS
    is_image = tag not in _FRAME_ELEMENTS if is_source else local == "href" and tag in _SVG_IMAGES
    return is_unsafe_url(url) and not (is_image_data_url(url) and is_image)


def _has_script_scheme(url: str) -> bool:
    """Return whether a URL is a script, also after other schemes: ``view-source:javascript:``."""
    for _ in range(_MAX_SCHEMES):
        scheme = url_scheme(url)
        if not scheme or scheme in _SCRIPT_SCHEMES:
            return bool(scheme)
        url = IGNORED_CHARACTERS.sub("", url)[len(scheme) + 1 :]
    return False


def _convert_to_kebab_case(name: str) -> str:
    return re.sub(r"[A-Z]", lambda match: f"-{match[0].lower()}", name)


_RENAMED = {
    "className": "class",
    "htmlFor": "for",
    "acceptCharset": "accept-charset",
    "httpEquiv": "http-equiv",
    "xlinkHref": "xlink:href",
    "xmlLang": "xml:lang",
    "xmlnsXlink": "xmlns:xlink",
    # SVG attributes with a hyphen.
    **{
        name: _convert_to_kebab_case(name)
        for name in [
            "strokeWidth",
            "strokeLinecap",
            "strokeLinejoin",
            "strokeDasharray",
            "strokeDashoffset",
            "strokeMiterlimit",
            "strokeOpacity",
            "fillRule",
            "fillOpacity",
            "clipRule",
            "clipPath",
            "stopColor",
            "stopOpacity",
            "fontFamily",
            "fontSize",
            "fontWeight",
            "fontStyle",
            "textAnchor",
            "dominantBaseline",
            "colorInterpolationFilters",
            "floodColor",
            "floodOpacity",
            "vectorEffect",
            "pointerEvents",
            "shapeRendering",
            "letterSpacing",
            "markerEnd",
            "markerMid",
            "markerStart",
            "paintOrder",
        ]
    },
}
# SVG attributes in camel case; all attributes of HTML are in lower case.
_CAMEL_CASE = {
    name.lower(): name
    for name in [
        "viewBox",
        "preserveAspectRatio",
        "gradientUnits",
        "gradientTransform",
        "patternUnits",
        "patternContentUnits",
        "patternTransform",
        "clipPathUnits",
        "maskUnits",
        "maskContentUnits",
        "filterUnits",
        "spreadMethod",
        "lengthAdjust",
        "stdDeviation",
        "attributeName",
        "repeatCount",
        "refX",
        "refY",
        "markerWidth",
        "markerHeight",
        "textLength",
        "startOffset",
        "pathLength",
    ]
}
_NAME = re.compile(r"[A-Za-z_:][\w:.-]*")
_JSX_ONLY_PROPS = frozenset({"dangerouslysetinnerhtml", "key", "ref", "children", "is"})
"""Props of JSX without an attribute in HTML, and ``is``, which would replace the element."""
_UNITLESS = frozenset(
    [
        "opacity",
        "z-index",
        "font-weight",
        "line-height",
        "flex",
        "flex-grow",
        "flex-shrink",
        "order",
        "zoom",
        "orphans",
        "widows",
        "columns",
        "column-count",
        "aspect-ratio",
        "grid-row",
        "grid-column",
        "fill-opacity",
        "stroke-opacity",
        "scale",
        "animation-iteration-count",
        "tab-size",
    ]
)


def html_attributes(props: Mapping[str, PropValue], tag: str = "") -> dict[str, str | None]:
    """Return the attributes in HTML; ``None`` is the value of a boolean attribute.

    ``{"className": "a", "hidden": True}`` gives ``{"class": "a", "hidden": None}``. Event handlers,
    URLs that run code, and values that are no text are omitted.
    """
    attributes: dict[str, str | None] = {}
    for prop, value in props.items():
        name = html_attribute_name(prop)
        is_allowed = prop.lower() not in _JSX_ONLY_PROPS and _NAME.fullmatch(prop)
        if not is_allowed or runs_code(tag, name, value):
            continue
        if name == "style":
            if style := format_style(value):
                attributes[name] = style
        elif isinstance(value, bool) and prop.startswith(("aria-", "data-")):
            attributes[name] = str(value).lower()
        elif value is True:
            attributes[name] = None
        elif value is not False and isinstance(value, str | int | float):
            attributes[name] = _format_value(value)
    return attributes


def find_script_attributes(props: Mapping[str, PropValue], tag: str = "") -> list[str]:
    """Return the names of the props that would run code."""
    return [
        name
        for name, value in props.items()
        if name.lower() not in _JSX_ONLY_PROPS and runs_code(tag, name, value)
    ]


def html_attribute_name(name: str) -> str:
    """Return the HTML name of a JSX attribute: ``htmlFor`` gives ``for``."""
    lower = name.lower()
    return _RENAMED.get(name) or _CAMEL_CASE.get(lower, lower)


def _format_value(value: str | float) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def format_style(value: PropValue) -> str:
    """Return a style as CSS: ``{"marginTop": 4}`` gives ``margin-top: 4px``."""
    if isinstance(value, str):
        return "" if is_script_style(value) else value.strip()
    declarations = []
    for prop, part in value.items() if isinstance(value, dict) else ():
        name = prop if prop.startswith("--") else _convert_to_kebab_case(prop)
        if isinstance(part, bool) or not isinstance(part, str | int | float):
            continue
        text = _format_value(part)
        if part and not isinstance(part, str) and name not in _UNITLESS:
            text += "px"
        declaration = f"{name}: {text}"
        is_plain = re.fullmatch(r"[\w-]+", name) and not set(text) & set(";{}<>")
        if is_plain and not is_script_style(declaration):
            declarations.append(declaration)
    return "; ".join(declarations)
