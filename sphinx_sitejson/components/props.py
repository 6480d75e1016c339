"""Read props of components: texts, flags, numbers, colors, icons, and slots for texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup, escape
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.page_icons import icon_markup
from sphinx_sitejson.appearance.utility_styles import utility_classes
from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.common.problems import (
    Location,
    ProblemCode,
    ProjectCode,
    did_you_mean,
    nearest_name,
    quoted,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.mdx.html_attributes import html_attributes
from sphinx_sitejson.mdx.javascript.values import Props
from sphinx_sitejson.navigation.page_links import image_node, link_node, publishable_props
from sphinx_sitejson.settings.text_types import ICON_TYPES
from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.reports import report_at

from .nodes import (
    ComponentCall,
    JsxValue,
    NodeSequence,
    PropValue,
    attribute_markup,
    component_slot,
    slot,
    text,
)
from .specs import ComponentSpec

_HEX_DIGITS = re.compile(r"(?:[0-9a-fA-F]{3}){1,2}")
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|(?:rgb|hsl|oklch)a?\([\d\s.,%/deg-]{3,60}\)")
_NUMBER = re.compile(r"\d{1,4}")


def text_prop(call: ComponentCall, *names: str) -> str:
    """Return the first of some props with a text; numbers and JSX are converted."""
    for name in names:
        if value := value_as_text(call.props.get(name)):
            return value
    return ""


def value_as_text(value: PropValue) -> str:
    """Return the visible text of a value."""
    if isinstance(value, JsxValue):
        # Elements beside each other are set apart by their styles.
        texts = (part if isinstance(part, str) else value_as_text(part) for part in value.children)
        is_text = any(isinstance(part, str) for part in value.children)
        return " ".join(("" if is_text else " ").join(texts).split())
    return "" if isinstance(value, bool | list | dict | None) else str(value).strip()


def flag_prop(call: ComponentCall, *names: str) -> bool:
    """Return whether one of some props is set: bare, true, or a text other than "false"."""
    values = (call.props[name] for name in names if name in call.props)
    return any(
        value.strip().lower() not in ("false", "no", "0") if isinstance(value, str) else value
        for value in values
    )


def number_prop(call: ComponentCall, *names: str) -> int | None:
    """Return the first of some props that is an integer, also as text: ``"20px"`` gives 20."""
    for name in names:
        value = call.props.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 10_000:
            return int(value)
        if isinstance(value, str) and (match := _NUMBER.match(value.strip())):
            return int(match[0])
        if value is not None:
            found = f" such as 2, not {quoted(value)}" if isinstance(value, str) else ""
            report_prop(call, f'"{name}" must be a number{found}.')
    return None


def choice_prop(call: ComponentCall, name: str, known: Collection[str]) -> str:
    """Return a prop that is one of some values; others are reported and give an empty string."""
    return check_choice(call, name, text_prop(call, name), known)


def check_choice(call: ComponentCall, name: str, value: str, known: Collection[str]) -> str:
    """Return a value of a prop in lower case; one that is not known is reported."""
    if not value or value.lower() in known:
        return value.lower()
    _report_choice(call, name, value, sorted(known))
    return ""


def _report_choice(call: ComponentCall, name: str, value: str, known: Collection[str]) -> None:
    hint = did_you_mean(value, known) or f" Known are: {', '.join(known)}."
    report_prop(call, f'"{name}" cannot be {quoted(value)}.{hint}')


def report_prop(call: ComponentCall, message: str) -> None:
    """Report a prop with a wrong value."""
    call.report(ProblemCode.WRONG_PROP, f"<{call.name}>: {message}")


def color_prop(call: ComponentCall) -> str:
    """Return a color that is safe in HTML; others are reported and give an empty string."""
    color = text_prop(call, "color")
    if not color or _COLOR.fullmatch(color):
        return color
    digits = color.lstrip("#")
    hint = f" Did you mean {quoted(f'#{digits}')}?" if _HEX_DIGITS.fullmatch(digits) else ""
    report_prop(call, f'"color" is no color: {quoted(color)}.{hint}')
    return ""


_SVG_ELEMENTS = re.compile(
    "svg|g|path|circle|rect|ellipse|line|polyline|polygon|defs|use|symbol|title|desc|mask|clipPath"
    "|linearGradient|radialGradient|stop|text|tspan|pattern|filter"
)
_DEFAULT_SIZE = 'width="1em" height="1em"'


@record
class IconValue:
    """An icon of a template."""

    name: str = ""
    """The name of an icon, an emoji, or the URL or path of an image."""
    icon_type: str = ""
    color: str = ""
    size: int | None = None
    markup: Markup = Markup()
    """An inline SVG of the page instead of a name."""


def icon_prop(
    call: ComponentCall, default: str = "", *, has_color: bool = True, has_size: bool = False
) -> IconValue | None:
    """Return the icon of a component, if it has one.

    :param default: the name of the default icon.
    :param has_color: whether the prop ``color`` is that of the icon.
    :param has_size: whether the prop ``size`` is that of the icon.
    """
    value = call.props.get("icon")
    icon_type = text_prop(call, "iconType", "icontype")
    if isinstance(value, JsxValue):
        if _SVG_ELEMENTS.fullmatch(value.name):
            return IconValue(markup=jsx_markup(value, call))
        icon_type = str(value.props.get("iconType") or icon_type)
        value = value.props.get("icon") or value.props.get("src") or ""
    name = value.strip() if isinstance(value, str) else ""
    name = name or text_prop(call, "emoji") or default
    if not name:
        return None
    if icon_type and icon_type not in ICON_TYPES:
        _report_choice(call, "iconType", icon_type, ICON_TYPES)
        icon_type = ""
    return IconValue(
        name=name.removeprefix("fa-"),
        icon_type=icon_type,
        color=color_prop(call) if has_color else "",
        size=number_prop(call, "size") if has_size else None,
    )


def jsx_markup(value: JsxValue, call: ComponentCall) -> Markup:
    """Return the SVG of a prop, without elements and attributes that are not allowed."""
    if not _SVG_ELEMENTS.fullmatch(value.name):
        return Markup()
    attributes = {
        name: text
        for name, text in html_attributes(value.props, value.name).items()
        if not name.endswith("href") or (text or "").startswith("#")
    }
    if classes := author_classes(replace(call, name=value.name, props=value.props)):
        attributes["class"] = " ".join(classes)
    content = Markup("").join(
        escape(child) if isinstance(child, str) else jsx_markup(child, call)
        for child in value.children
    )
    return Markup("<{0}{1}>{2}</{0}>").format(value.name, attribute_markup(attributes), content)


def author_classes(call: ComponentCall) -> list[str]:
    """Return the classes that the author wrote; those of Tailwind CSS get styles."""
    values = (call.props.get(name) for name in ("className", "class"))
    names = [name for value in values if isinstance(value, str) for name in value.split()]
    problems: list[str] = []
    classes = utility_classes(call.env, names, problems) if names else names
    for problem in problems:
        report_prop(call, problem)
    is_dark = "hidden" in names and any(name.startswith("dark:") for name in names)
    if site_of(call.env).keeps_theme and (is_dark or "dark:hidden" in names):
        # The themes of others have these classes, and none of Tailwind CSS.
        return [*classes, "only-dark" if is_dark else "only-light"]
    return [*classes]


def icon_html(icon: IconValue | None) -> Markup:
    """Return an icon as inline SVG, hidden from screen readers."""
    if icon is None:
        return Markup()
    if icon.markup:
        return icon.markup
    markup = str(icon_markup(icon.name, icon.icon_type or None))
    if icon.size:
        markup = markup.replace(_DEFAULT_SIZE, f'width="{icon.size}" height="{icon.size}"', 1)
    if icon.color:
        markup = markup.replace(" width=", f' color="{escape(icon.color)}" width=', 1)
    # All parts are escaped already; ``Markup.replace`` would escape them again.
    return Markup(markup)


_MARKS = frozenset("[*_`")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"]).use(limits_plugin)
_ELEMENTS = {"strong": nodes.strong, "em": nodes.emphasis}


def link(call: ComponentCall, href: str, *children: nodes.Node) -> nodes.Element:
    """Return a link of a component."""
    return link_node(href, *children, env=call.env, source=call.source, line=call.line)


def image(call: ComponentCall, src: str, alt: str = "") -> nodes.Element:
    """Return an image of a component; one beside its name needs no alternative text."""
    return image_node(src, env=call.env, source=call.source, line=call.line, alt=alt)


def text_slots(call: ComponentCall, *names: str, href: str = "") -> list[component_slot]:
    """Return the slots of some props with texts, each with the name of its prop."""
    found = (text_slot(name, text_prop(call, name), call, href=href) for name in names)
    return [*chain.from_iterable(found)]


def text_slot(
    name: str, value: str, call: ComponentCall, *, href: str = ""
) -> list[component_slot]:
    """Return the slot of a text; empty if there is none.

    :param href: the target of a link around the text.
    """
    if not value:
        return []
    node: nodes.Node = text(value, call)
    if href:
        node = link(call, href, node)
    return [slot(name, node)]


def markdown_slots(call: ComponentCall, *names: str) -> list[component_slot]:
    """Return the slots of some props with inline Markdown: links, code and emphasis."""
    slots: list[component_slot] = []
    for name in names:
        source = text_prop(call, name)
        if _MARKS & set(source):
            tree = SyntaxTreeNode(_MARKDOWN.parseInline(source))
            slots.append(slot(name, text(source, call, *_inline_nodes(tree, call))))
        else:
            slots += text_slot(name, source, call)
    return slots


def _inline_nodes(tree: SyntaxTreeNode, call: ComponentCall) -> Iterator[nodes.Node]:
    for token in tree.children:
        inside = [*_inline_nodes(token, call)]
        if token.type in _ELEMENTS:
            yield _ELEMENTS[token.type]("", "", *inside)
        elif token.type == "code_inline":
            yield nodes.literal(text=token.content)
        elif token.type == "link":
            yield link(call, str(token.attrs.get("href", "")), *inside)
        elif inside:
            yield from inside
        else:
            yield nodes.Text(token.content or " ")


def make_call(
    name: str,
    props: Props,
    children: NodeSequence,
    *,
    source: str,
    line: int,
    env: BuildEnvironment,
    is_inline: bool = False,
    spec: ComponentSpec | None = None,
) -> ComponentCall:
    """Return the use of a component or an HTML element, with checked props.

    :param spec: the component, unless it is an element or the props are not from an author.
    """

    def report_here(code: str, message: str) -> None:
        report_at(ProjectCode(code), message, Location(source, line=line or 1))

    call = ComponentCall(
        name=name,
        props=publishable_props(props, env=env, source=source, line=line),
        children=children,
        is_inline=is_inline,
        source=source,
        line=line,
        env=env,
        report=report_here,
    )
    return call if spec is None else replace(call, props=check_props(spec, call))


_IGNORED_PROPS = ("on", "data-", "aria-")


def check_props(spec: ComponentSpec, call: ComponentCall) -> Props:
    """Return the props with corrected names, and report unknown ones."""
    checked: Props = {}
    for name, value in call.props.items():
        known = name
        if not (name in spec.props or name == "children" or name.startswith(_IGNORED_PROPS)):
            effect = f"has no effect.{did_you_mean(name, spec.props.difference(call.props))}"
            right = nearest_name(name, spec.props, likeness=0.8)
            if right and right not in call.props:
                known, effect = right, f'is read as "{right}".'
            message = f'<{spec.name}>: there is no prop "{name}"; it {effect}'
            call.report(ProblemCode.UNKNOWN_PROP, message)
        checked[known] = value
    return checked
