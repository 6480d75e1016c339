"""Evaluates expressions that are data: literals, names, JSX, and what has no effects."""

from __future__ import annotations

import html
from collections.abc import Mapping

from sphinx_sitejson.mdx.scanning.tags import Attribute

from .parsing import parsed
from .syntax import CountedRun, Scope
from .values import Function, NotData, PropValue

__all__ = ["Scope", "attribute_value", "evaluate", "evaluate_constant", "returned", "spread_values"]


def evaluate(source: str, scope: Scope) -> PropValue:
    """Return the value of an expression.

    :raises NotData: when only a program could tell it.
    """
    value = _value(source, scope)
    if isinstance(value, Function):
        raise NotData(source)
    return value


def evaluate_constant(source: str, scope: Scope) -> PropValue:
    """Return the value of a constant; of an object at least the members that are data.

    :raises NotData: when only a program could tell it.
    """
    return _value(source, scope, keeps_parts=True)


def _value(source: str, scope: Scope, *, keeps_parts: bool = False) -> PropValue:
    try:
        return parsed(source, keeps_parts=keeps_parts).value(scope, CountedRun())
    except RecursionError:
        raise NotData(source) from None


def returned(function: PropValue, *arguments: PropValue) -> PropValue:
    """Return what a function returns.

    :raises NotData: when only a program could tell it.
    """
    try:
        return CountedRun().call(function, list(arguments))
    except RecursionError:
        raise NotData("too deep") from None


def attribute_value(text: str, attribute: Attribute, scope: Scope) -> PropValue:
    """Return the value of an attribute of a tag.

    :raises NotData: when only a program could tell it.
    """
    source = text[attribute.start : attribute.end]
    if attribute.kind == "bare":
        return True
    if attribute.kind == "string":
        return html.unescape(source)
    return evaluate(source.strip(), scope)


def spread_values(text: str, attribute: Attribute, scope: Scope) -> Mapping[str, PropValue]:
    """Return the props that ``{...name}`` brings.

    :raises NotData: when only a program could tell them.
    """
    source = text[attribute.start : attribute.end].strip()
    value = evaluate(source.removeprefix("...").strip(), scope) if source[:3] == "..." else {}
    if not isinstance(value, dict):
        raise NotData(source)
    return {name: prop for name, prop in value.items() if not isinstance(prop, Function)}
