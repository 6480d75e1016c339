"""The props of a tag: read as values, and checked against what its component knows."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.javascript.engine import Attribute, EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import NotLiteral, read_literal

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.mdx.scanning.lexing import Tag
    from sphinx_sitejson.sphinx_ext.components.specs import ComponentSpec

    from .page_in_progress import PageInProgress

Report = Callable[[ProblemCode, str], None]
"""Warns at the line of the tag."""

_IGNORED_PROPS = ("on", "data-", "aria-")


def read_attributes(text: str, tag: Tag) -> list[Attribute]:
    """Return the attributes of a tag, with values where these are literals, else with sources.

    ``<A a="&lt;" b={2} c={x.y} {...d}>`` gives ``[("a", "value", "<"), ("b", "value", 2),
    ("c", "code", "x.y"), ("", "spread", "...d")]``.

    :param text: that the tag stands in.
    """
    attributes: list[Attribute] = []
    for attribute in tag.attributes:
        source = text[attribute.start : attribute.end]
        if attribute.kind == "spread":
            attributes.append(("", "spread", source))
        elif attribute.kind == "bare":
            attributes.append((attribute.name, "value", True))
        elif attribute.kind == "string":
            attributes.append((attribute.name, "value", html.unescape(source)))
        elif not source.strip():
            continue
        else:
            try:
                attributes.append((attribute.name, "value", read_literal(source)))
            except NotLiteral:
                attributes.append((attribute.name, "code", source))
    return attributes


def read_props(
    attributes: Sequence[Attribute], tag_name: str, page: PageInProgress, line: int
) -> dict[str, PropValue]:
    """Return the props of a built-in component or an HTML element.

    What cannot be computed is left out, with a warning; of handlers of events only the name stays.
    """
    attributes = [
        (name, "value", True) if is_handler(name) else (name, kind, value)
        for name, kind, value in attributes
    ]
    values = {name: value for name, kind, value in attributes if kind == "value"}
    if all(kind == "value" for _name, kind, _value in attributes):
        return values
    try:
        props, drawing = page.scripts.props(attributes, page.scope(line), page.budget)
    except (EngineError, ScriptError) as error:
        if not page.report_script(error, line):
            page.report(ProblemCode.MDX_EXPRESSION, f"<{tag_name}>: {error}.", line)
        return values
    page.take(drawing, line)
    report_failed_attributes(drawing.failed_attributes, attributes, tag_name, page, line)
    return props


def report_failed_attributes(
    failed: Sequence[tuple[int, str]],
    attributes: Sequence[Attribute],
    tag_name: str,
    page: PageInProgress,
    line: int,
) -> None:
    """Say which attributes cannot be computed, and why."""
    for index, message in failed:
        name, _kind, source = attributes[index]
        which = f'"{name}"' if name else "the props"
        text = (
            f"<{tag_name}>: {which} is left out, since {quoted(source.strip())} fails: {message}."
        )
        page.report(ProblemCode.MDX_EXPRESSION, text, line)


def check_props(
    spec: ComponentSpec, props: Mapping[str, PropValue], report: Report
) -> dict[str, PropValue]:
    """Return the props under their right names, and report those that have none."""
    checked: dict[str, PropValue] = {}
    for name, value in props.items():
        if name in spec.props or name == "children" or name.startswith(_IGNORED_PROPS):
            checked[name] = value
            continue
        right = nearest_prop(name, spec.props)
        if right and right not in props:
            checked[right] = value
            message = f'<{spec.name}>: there is no prop "{name}"; it is read as "{right}".'
        else:
            checked[name] = value
            message = f'<{spec.name}>: there is no prop "{name}"; it has no effect.'
        report(ProblemCode.UNKNOWN_PROP, message)
    return checked


def is_handler(name: str) -> bool:
    """Whether a prop is a program that answers an event."""
    return name[:2] == "on" and name[2:3].isupper()


def nearest_prop(name: str, known: frozenset[str]) -> str:
    """Return the prop that was meant, or nothing."""
    by_lower_case = {prop.lower(): prop for prop in known}
    if name.lower() in by_lower_case:
        return by_lower_case[name.lower()]
    nearest = get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.8)
    return by_lower_case[nearest[0]] if nearest else ""
