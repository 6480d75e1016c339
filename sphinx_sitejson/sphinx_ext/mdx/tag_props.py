"""The props of a tag: read as values, and checked against what its component knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sphinx_sitejson.mdx.expressions.evaluating import Scope, attribute_value, spread_values
from sphinx_sitejson.mdx.expressions.values import NotData
from sphinx_sitejson.problems import ProblemCode, quoted

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.mdx.scanning.tags import Tag
    from sphinx_sitejson.sphinx_ext.components.specs import ComponentSpec

Report = Callable[[ProblemCode, str], None]
"""Warns at the line of the tag."""

_IGNORED_PROPS = ("on", "data-", "aria-")


def read_props(text: str, tag: Tag, scope: Scope, report: Report) -> dict[str, PropValue]:
    """Return the props of a tag; those that are programs are left out, with a warning.

    :param text: that the tag stands in.
    """
    props: dict[str, PropValue] = {}
    for attribute in tag.attributes:
        try:
            if attribute.kind == "spread":
                props.update(spread_values(text, attribute, scope))
            else:
                props[attribute.name] = attribute_value(text, attribute, scope)
        except NotData:
            if is_handler(attribute.name):
                props[attribute.name] = True
                continue
            written = text[attribute.start : attribute.end].strip()
            which = f'"{attribute.name}"' if attribute.name else "the props"
            message = (
                f"<{tag.name}>: {which} is not a plain value: {quoted(written)}; it is left out."
            )
            report("mdx_expression", message)
    return props


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
        report("unknown_prop", message)
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
