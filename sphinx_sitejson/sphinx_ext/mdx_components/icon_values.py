"""Icons of components: a name, a picture, a sign, or an SVG that the page brings along."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from docutils import nodes
from markupsafe import Markup, escape

from ..page_links import image_node
from .calls import ComponentCall, JsxValue
from .component_nodes import component_slot, slot
from .props import color_prop, number_prop, text_prop

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9:_-]*")
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")
_DRAWN = re.compile(
    "svg|g|path|circle|rect|ellipse|line|polyline|polygon|defs|use|symbol|title|desc|mask|clipPath"
    "|linearGradient|radialGradient|stop|text|tspan|pattern|filter"
)
# The attributes of SVG that are written in camel case in HTML, too.
_CAMEL_CASE = re.compile(
    "viewBox|preserveAspectRatio|gradient(Units|Transform)|clipPathUnits|mask(Content)?Units"
    "|pattern(Content)?(Units|Transform)|spreadMethod|pathLength|stdDeviation|filterUnits"
    "|textLength|lengthAdjust"
)
_UPPER_CASE = re.compile(r"[A-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class IconValue:
    """An icon that a template draws."""

    name: str = ""
    icon_type: str = ""
    color: str = ""
    size: int | None = None
    markup: Markup = Markup()
    """An SVG of the page's own, instead of a name."""


def icon_prop(call: ComponentCall, default: str = "") -> IconValue | None:
    """Return the icon of a component, if a template can draw it."""
    value = call.props.get("icon")
    icon_type = text_prop(call, "iconType", "icontype")
    if isinstance(value, JsxValue):
        if value.name == "Icon":
            name = str(value.props.get("icon") or "")
            icon_type = str(value.props.get("iconType") or icon_type)
            return IconValue(name=name, icon_type=icon_type, color=color_prop(call))
        markup = jsx_markup(value)
        return IconValue(markup=markup) if markup else None
    name = value.strip() if isinstance(value, str) else ""
    name = name or default
    if not _NAME.fullmatch(name):
        return None
    return IconValue(
        name=name.removeprefix("fa-"),
        icon_type=icon_type,
        color=color_prop(call),
        size=number_prop(call, "size"),
    )


def icon_slot(call: ComponentCall) -> list[component_slot]:
    """Return the icon of a component that is no name: a picture, or a sign such as an emoji."""
    value = call.props.get("icon")
    if isinstance(value, JsxValue) and value.name == "img":
        value = value.props.get("src")
    name = value.strip() if isinstance(value, str) else text_prop(call, "emoji")
    if not name or _NAME.fullmatch(name):
        return []
    if "/" in name or PurePosixPath(name).suffix.lower() in _PICTURES:
        image = image_node(name, env=call.env, source=call.source, line=call.line)
        return [slot("icon", image)]
    return [slot("icon", nodes.inline(name, name))]


def jsx_markup(value: JsxValue) -> Markup:
    """Return a drawing that stands in a prop as SVG; anything but shapes is left out."""
    if not _DRAWN.fullmatch(value.name):
        return Markup()
    attributes = Markup("").join(_attributes(value))
    content = Markup("").join(
        escape(child) if isinstance(child, str) else jsx_markup(child) for child in value.children
    )
    return Markup("<{0}{1}>{2}</{0}>").format(value.name, attributes, content)


def _attributes(value: JsxValue) -> list[Markup]:
    found = []
    for name, given in value.props.items():
        is_plain = isinstance(given, str | int | float) and not isinstance(given, bool)
        if name.lower().startswith("on") or not is_plain or not _ATTRIBUTE.fullmatch(name):
            continue
        if name.lower().endswith("href") and not str(given).startswith("#"):
            continue
        found.append(Markup(' {}="{}"').format(_attribute_name(name), given))
    return found


def _attribute_name(name: str) -> str:
    if name == "className":
        return "class"
    if _CAMEL_CASE.fullmatch(name):
        return name
    return _UPPER_CASE.sub(lambda found: f"-{found[0].lower()}", name)


def icon_html(icon: IconValue | None) -> Markup:
    """Return an icon as inline SVG; it says nothing to readers of the screen."""
    if icon is None:
        return Markup()
    drawn = icon.markup or _named(icon)
    attributes = Markup("")
    if icon.color:
        attributes += Markup(' color="{}"').format(icon.color)
    if icon.size:
        attributes += Markup(' width="{0}" height="{0}"').format(icon.size)
    # Every part is safe by itself; replacing in Markup would escape it once more.
    return Markup(str(drawn).replace("<svg", f"<svg{attributes}", 1)) if attributes else drawn


def _named(icon: IconValue) -> Markup:
    try:
        from ..icons import icon_markup
    except ImportError:
        return Markup(
            "<svg viewBox='0 0 16 16' fill='currentColor'><circle cx='8' cy='8' r='7'/></svg>"
        )

    return icon_markup(icon.name, icon.icon_type or None)
