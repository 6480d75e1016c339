"""Attributes of HTML elements: from the names that JSX uses to those of HTML, without code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .javascript.values import PropValue
from .script_attributes import is_live, is_live_style

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
