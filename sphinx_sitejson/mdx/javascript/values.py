"""The values of expressions, props and components: plain data, JSX elements, and literals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from sphinx_sitejson.common.characters import replace_unreadable
from sphinx_sitejson.common.records import record

CHILDREN = ":children"
"""The name of an element that is a placeholder for rendered Markdown, by its ``id``."""
SNIPPET = ":snippet"
"""The name of an element that is a placeholder for the Markdown of a file, in a scope."""


@record
class JsxValue:
    """A JSX element as a value, such as ``icon={<svg>…</svg>}``."""

    name: str
    """Empty for a fragment."""
    props: Props
    children: tuple[JsxValue | str, ...] = ()


PropValue = str | bool | int | float | None | JsxValue | list["PropValue"] | dict[str, "PropValue"]
Props = dict[str, PropValue]

Attribute = tuple[str, Literal["value", "code", "spread"], Any]
"""Name, kind, and the value or its source."""

Part = JsxValue | str
"""An item of rendered output."""


def parse_parts(data: Any) -> list[Part]:
    """Parse the rendered output of the engine.

    ``[{"e": ["b", {}, ["x"]]}]`` becomes ``[JsxValue(name="b", props={}, children=("x",))]``.
    """
    return [part for each in data for part in _read_part(each)] if isinstance(data, list) else []


def _read_part(data: Any) -> Iterator[Part]:
    match data:
        case str():
            yield replace_unreadable(data)
        case {"e": [str(name), dict(props), children]}:
            content = tuple(parse_parts(children))
            # Names with a colon are those of placeholders.
            name = replace_unreadable(name.lstrip(":"))
            yield JsxValue(name=name, props=read_props(props), children=content)
        case {"k": int(number)}:
            yield JsxValue(name=CHILDREN, props={"id": number})
        case {"m": [str(file), int(scope)]}:
            yield JsxValue(name=SNIPPET, props={"file": file, "scope": scope})


def read_props(data: Mapping[str, Any]) -> Props:
    """Parse the props of an element, without functions."""
    return {
        replace_unreadable(name): _read_value(value)
        for name, value in data.items()
        if not (isinstance(value, dict) and "f" in value)
    }


def _read_value(data: Any) -> PropValue:
    match data:
        case str():
            return replace_unreadable(data)
        case list():
            return [_read_value(each) for each in data]
        case {"d": parts}:
            rendered = parse_parts(parts)
            if len(rendered) == 1:
                return rendered[0]
            return JsxValue(name="", props={}, children=tuple(rendered))
        case {"o": dict(members)}:
            return read_props(members)
        case bool() | int() | float() | None:
            return data
    return None


def value_parts(value: PropValue) -> Sequence[Part]:
    """Return the visible parts of a value: texts and elements."""
    if isinstance(value, JsxValue):
        return (value,)
    if isinstance(value, list):
        return [part for each in value for part in value_parts(each)]
    if isinstance(value, bool | dict | None):
        return ()
    return (str(value),)


_STRING = re.compile(r"'([^'\\\n]*)'|\"([^\"\\\n]*)\"|`([^`\\$]*)`")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?")
_NAMES: Props = {"true": True, "false": False, "null": None, "undefined": None}


class NotLiteral(Exception):  # noqa: N818
    """The source is no literal."""


def parse_literal(source: str) -> PropValue:
    """Return the value of a literal: ``"a"`` gives ``a``, ``-1.5`` gives -1.5.

    Most pages have no other JavaScript, and do not start the engine.

    :raises NotLiteral: if the engine is needed.
    """
    source = source.strip()
    if source in _NAMES:
        return _NAMES[source]
    if match_ := _STRING.fullmatch(source):
        return match_[match_.lastindex or 0]
    if _NUMBER.fullmatch(source):
        return float(source) if "." in source else int(source)
    raise NotLiteral(source)
