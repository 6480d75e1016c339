"""Attributes of JSX as attributes of HTML, without those that run code.

Browsers read attribute names and URL schemes in any case, and drop white space and control
characters from URLs; the checks here do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .javascript.values import PropValue
from .url_schemes import is_picture, is_unsafe, scheme_of

ADDRESSES = frozenset(
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
"""Attributes whose values lead somewhere, without the prefix of a name space."""

_ANIMATED = frozenset({"values", "to", "from", "by"})
"""What an animation puts, one after the other, into an attribute of another name."""
_LISTS_OF_PICTURES = frozenset({"srcset", "imagesrcset"})
_DOCUMENTS = frozenset({"srcdoc", "dangerouslysetinnerhtml"})
_TEXTS = frozenset(
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
"""Attributes that are only words, whatever they look like."""
_FRAMES = frozenset({"iframe", "frame", "embed", "object", "portal", "script"})
"""Elements in which a picture is a document, which may hold code."""
_DRAWN_PICTURES = frozenset({"image", "feimage"})

_HANDLER = re.compile(r"on[a-z]")
_SCRIPT_SCHEMES = frozenset({"javascript", "vbscript", "livescript", "mocha"})
_MOST_SCHEMES = 4
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_CSS_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)
_IGNORED_CHARACTERS = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")
_LIVE_STYLE = re.compile(
    r"expression\(|(?:javascript|vbscript|livescript|mocha):|-moz-binding|behavior:|@import"
    r"|url\([\"']?data:(?!image/|font/|application/font)",
    re.IGNORECASE,
)


def is_live(tag: str, written: str, value: object) -> bool:
    """Whether an attribute would run code.

    :param tag: the element it stands at; nothing when that does not matter.
    :param written: its name, in any case.
    """
    name = written.lower()
    local = name.rpartition(":")[2]
    if _HANDLER.match(local) or local in _DOCUMENTS:
        return True
    if not isinstance(value, str) or name.startswith(("aria-", "data-")):
        return False
    if local == "attributename":
        return bool(_HANDLER.match(value.strip().lower()))
    if local in _TEXTS and tag.lower() != "param":
        return False
    if local == "style" or ("(" in value and local not in ADDRESSES and is_live_style(value)):
        return is_live_style(value)
    return any(_is_script_url(tag.lower(), local, part) for part in _attribute_urls(local, value))


def is_live_style(text: str) -> bool:
    """Whether some CSS would run code in some browser, however it is disguised."""
    plain = _CSS_ESCAPE.sub(_unescaped, _CSS_COMMENT.sub("", text))
    return _LIVE_STYLE.search(_IGNORED_CHARACTERS.sub("", plain)) is not None


def _unescaped(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if code < 0x110000 else ""


def _attribute_urls(local: str, value: str) -> Iterator[str]:
    yield value
    if local in _ANIMATED:
        yield from value.split(";")
    elif local in _LISTS_OF_PICTURES or local in ("archive", "ping"):
        yield from re.split(r"[,\s]+", value)


def _is_script_url(tag: str, local: str, address: str) -> bool:
    if _has_script_scheme(address):
        return True
    if local not in ADDRESSES and local not in _ANIMATED and tag != "param":
        return False
    return is_unsafe(address) and not (is_picture(address) and _shows_pictures(tag, local))


def _has_script_scheme(address: str) -> bool:
    """Whether an address is a program, also behind other schemes: ``view-source:javascript:``."""
    for _ in range(_MOST_SCHEMES):
        scheme = scheme_of(address)
        if not scheme or scheme in _SCRIPT_SCHEMES:
            return bool(scheme)
        address = _IGNORED_CHARACTERS.sub("", address)[len(scheme) + 1 :]
    return False


def _shows_pictures(tag: str, local: str) -> bool:
    if local in ("src", "poster") or local in _LISTS_OF_PICTURES:
        return tag not in _FRAMES
    return local == "href" and tag in _DRAWN_PICTURES


_RENAMED = {
    "className": "class",
    "htmlFor": "for",
    "acceptCharset": "accept-charset",
    "httpEquiv": "http-equiv",
    "xlinkHref": "xlink:href",
    "xmlLang": "xml:lang",
    "xmlnsXlink": "xmlns:xlink",
    "charSet": "charset",
}
# SVG writes these in two cases; everything else of HTML is in lower case.
_KEPT = frozenset(
    [
        "viewBox",
        "preserveAspectRatio",
        "gradientUnits",
        "gradientTransform",
        "patternUnits",
        "clipPathUnits",
        "maskUnits",
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
)
_KEPT_BY_LOWER_CASE = {name.lower(): name for name in _KEPT}
# SVG writes these with a hyphen.
_HYPHENATED = frozenset(
    [
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
    ]
)
_NAME = re.compile(r"[A-Za-z_:][\w:.-]*")
_NO_ATTRIBUTES = frozenset({"dangerouslysetinnerhtml", "key", "ref", "children", "is"})
"""Props of JSX that HTML does not have, or that would make an element something else."""
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
    """Return the attributes as HTML writes them; ``None`` is one without a value.

    Handlers of events, addresses that run code, and what is no text are left out.
    """
    return dict(_attributes(props, tag))


def dropped_attributes(props: Mapping[str, PropValue], tag: str = "") -> list[str]:
    """Return the names of attributes that would run code."""
    return [
        name
        for name, value in props.items()
        if name.lower() not in _NO_ATTRIBUTES and is_live(tag, name, value)
    ]


def html_name(name: str) -> str:
    """Return the name that HTML has for an attribute of JSX."""
    if name in _RENAMED:
        return _RENAMED[name]
    if name in _HYPHENATED:
        return _hyphenated(name)
    return _KEPT_BY_LOWER_CASE.get(name.lower(), name.lower())


def _attributes(props: Mapping[str, PropValue], tag: str) -> Iterator[tuple[str, str | None]]:
    for written, value in props.items():
        name = html_name(written)
        if written.lower() in _NO_ATTRIBUTES or not _NAME.fullmatch(written):
            continue
        if is_live(tag, name, value):
            continue
        if name == "style":
            if style := style_text(value):
                yield name, style
        elif isinstance(value, bool):
            if written.startswith(("aria-", "data-")):
                yield name, str(value).lower()
            elif value:
                yield name, None
        elif isinstance(value, str | int | float):
            yield name, _number_or_text(value)


def _number_or_text(value: str | float) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def style_text(value: PropValue) -> str:
    """Return a style as CSS: from ``{{marginTop: 4}}`` or from a text."""
    if isinstance(value, str):
        return "" if is_live_style(value) else value.strip()
    if not isinstance(value, dict):
        return ""
    return "; ".join(f"{name}: {text}" for name, text in _declarations(value))


def _declarations(style: Mapping[str, PropValue]) -> Iterator[tuple[str, str]]:
    for written, value in style.items():
        name = written if written.startswith("--") else _hyphenated(written)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        text = _number_or_text(value)
        if isinstance(value, int | float) and value and name not in _UNITLESS:
            text += "px"
        is_plain = re.fullmatch(r"[\w-]+", name) and not set(text) & set(";{}<>")
        if is_plain and not is_live_style(f"{name}: {text}"):
            yield name, text


def _hyphenated(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"-{found[0].lower()}", name)
