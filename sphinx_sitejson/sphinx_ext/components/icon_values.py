"""Icons of components: a name, a picture, a sign, or an SVG that the page brings along."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup, escape

from sphinx_sitejson.mdx.html_attributes import is_live
from sphinx_sitejson.sphinx_ext.appearance.page_icons import icon_markup

from .calls import ComponentCall, JsxValue
from .props import color_prop, number_prop, text_prop

_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9:_-]*")
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
_DEFAULT_SIZE = 'width="1em" height="1em"'


@dataclass(frozen=True, slots=True, kw_only=True)
class IconValue:
    """An icon that a template draws."""

    name: str = ""
    """The name of an icon, a sign such as an emoji, or the address or path of an image."""
    icon_type: str = ""
    color: str = ""
    size: int | None = None
    markup: Markup = Markup()
    """An SVG of the page's own, instead of a name."""


def icon_prop(
    call: ComponentCall, default: str = "", *, has_color: bool = True, has_size: bool = False
) -> IconValue | None:
    """Return the icon of a component, if it has one.

    :param default: the name of the icon of a component that says nothing about it.
    :param has_color: whether the prop ``color`` is that of the icon.
    :param has_size: whether the prop ``size`` is that of the icon.
    """
    value = call.props.get("icon")
    icon_type = text_prop(call, "iconType", "icontype")
    if isinstance(value, JsxValue):
        if _DRAWN.fullmatch(value.name):
            return IconValue(markup=jsx_markup(value))
        icon_type = str(value.props.get("iconType") or icon_type)
        value = value.props.get("icon") or value.props.get("src") or ""
    name = value.strip() if isinstance(value, str) else ""
    name = name or text_prop(call, "emoji") or default
    if not name:
        return None
    return IconValue(
        name=name.removeprefix("fa-"),
        icon_type=icon_type,
        color=color_prop(call) if has_color else "",
        size=number_prop(call, "size") if has_size else None,
    )


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
        if not is_plain or not _ATTRIBUTE.fullmatch(name) or is_live(value.name, name, given):
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
    if icon.markup:
        return icon.markup
    drawn = str(icon_markup(icon.name, icon.icon_type or None))
    if icon.size:
        drawn = drawn.replace(_DEFAULT_SIZE, f'width="{icon.size}" height="{icon.size}"', 1)
    if icon.color:
        drawn = drawn.replace(" width=", f' color="{escape(icon.color)}" width=', 1)
    # Every part is safe by itself; replacing in Markup would escape it once more.
    return Markup(drawn)
