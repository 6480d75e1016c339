"""The values of expressions, props and components: plain data, JSX elements, and literals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.characters import replace_unreadable

CHILDREN = ":children"
"""The name of an element that stands for Markdown on the page; ``id`` says which."""
SNIPPET = ":snippet"
"""The name of an element that stands for the Markdown of a file, in the scope of a use of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsxValue:
    """An element written as a value, such as ``icon={<svg>…</svg>}``."""

    name: str
    """Empty for a fragment."""
    props: Mapping[str, PropValue]
    children: tuple[JsxValue | str, ...] = ()


PropValue = str | bool | int | float | None | JsxValue | list["PropValue"] | dict[str, "PropValue"]

Part = JsxValue | str
"""What something that is drawn consists of."""


def read_parts(data: Any) -> list[Part]:
    """Return what the engine has drawn.

    ``[{"e": ["b", {}, ["x"]]}]`` becomes ``[JsxValue(name="b", props={}, children=("x",))]``.
    """
    return [part for each in data for part in _read_part(each)] if isinstance(data, list) else []


def _read_part(data: Any) -> Iterator[Part]:
    match data:
        case str():
            yield replace_unreadable(data)
        case {"e": [str(name), dict(props), children]}:
            content = tuple(read_parts(children))
            yield JsxValue(name=replace_unreadable(name), props=read_props(props), children=content)
        case {"k": int(number)}:
            yield JsxValue(name=CHILDREN, props={"id": number})
        case {"m": [str(file), int(scope)]}:
            yield JsxValue(name=SNIPPET, props={"file": file, "scope": scope})


def read_props(data: Mapping[str, Any]) -> dict[str, PropValue]:
    """Return the props of an element; functions are left out."""
    return {
        replace_unreadable(name): _read_value(value)
        for name, value in data.items()
        if not is_function(value)
    }


def is_function(data: Any) -> bool:
    """Whether the engine has said that a value is a function."""
    return isinstance(data, dict) and "f" in data


def _read_value(data: Any) -> PropValue:
    match data:
        case str():
            return replace_unreadable(data)
        case list():
            return [_read_value(each) for each in data]
        case {"d": parts}:
            drawn = read_parts(parts)
            if len(drawn) == 1:
                return drawn[0]
            return JsxValue(name="", props={}, children=tuple(drawn))
        case {"o": dict(members)}:
            return read_props(members)
        case bool() | int() | float() | None:
            return data
    return None


def parts_of(value: PropValue) -> Sequence[Part]:
    """Return a value as parts; only text and elements can be seen."""
    if isinstance(value, JsxValue):
        return (value,)
    if isinstance(value, list):
        return [part for each in value for part in parts_of(each)]
    if value is None or isinstance(value, bool | dict):
        return ()
    return (str(value),)


_STRING = re.compile(r"'([^'\\\n]*)'|\"([^\"\\\n]*)\"|`([^`\\$]*)`")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?")
_NAMES: dict[str, PropValue] = {"true": True, "false": False, "null": None, "undefined": None}


class NotLiteral(Exception):  # noqa: N818
    """The source is more than a literal."""


def read_literal(source: str) -> PropValue:
    """Return the value of a literal: ``"a"`` gives ``a``, ``-1.5`` gives -1.5.

    :raises NotLiteral: when the engine is needed.
    """
    source = source.strip()
    if source in _NAMES:
        return _NAMES[source]
    if found := _STRING.fullmatch(source):
        return next(text for text in found.groups() if text is not None)
    if _NUMBER.fullmatch(source):
        return float(source) if "." in source else int(source)
    raise NotLiteral(source)
