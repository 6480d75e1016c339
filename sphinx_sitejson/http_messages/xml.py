"""Serialize example values as XML according to the ``xml`` keywords of their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sphinx_sitejson.openapi.raw import RawObject, as_object, get_flag, get_text
from sphinx_sitejson.openapi.schemas import Schema

_MAX_XML_DEPTH = 30
_TEXT_KINDS = ("text", "cdata")
_FORBIDDEN_CHARACTERS = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_lines(value: Any, schema: Schema | None) -> Iterator[str]:
    """Yield the lines of an XML document, so that a long one can be truncated early."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    named = schema.reference_name if schema else ""
    yield from _write_element(_Element.of(named or "root", schema), value, depth=0)


@dataclass(frozen=True)
class _Element:
    """How values of a schema are written as XML."""

    name: str
    namespace: str = ""
    is_attribute: bool = False
    is_wrapped: bool = False
    text_kind: str = ""
    """``text`` or ``cdata`` for a value that is the text of the element around it."""
    schema: Schema | None = None

    @classmethod
    def of(cls, default_name: str, schema: Schema | None) -> _Element:
        merged = schema.merged if schema else None
        hints: RawObject = as_object(merged.raw.get("xml")) if merged else {}
        prefix = get_text(hints, "prefix")
        namespace = get_text(hints, "namespace")
        kind = hints.get("nodeType")
        name = _valid_name(get_text(hints, "name") or default_name)
        declared = f"xmlns:{_valid_name(prefix)}" if prefix else "xmlns"
        return cls(
            name=f"{_valid_name(prefix)}:{name}" if prefix else name,
            namespace=_attribute(declared, namespace) if namespace else "",
            is_attribute=get_flag(hints, "attribute") or kind == "attribute",
            is_wrapped=get_flag(hints, "wrapped") or kind == "element",
            text_kind=kind if kind in _TEXT_KINDS else "",
            schema=merged,
        )


def _write_element(element: _Element, value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    start = f"{indent}<{element.name}{element.namespace}"
    if depth > _MAX_XML_DEPTH:
        yield f"{start}>…</{element.name}>"
    elif isinstance(value, Mapping):
        attributes, texts, children = _split(element, value)
        start += "".join(attributes)
        text = "".join(texts)
        if not children:
            yield f"{start}>{text}</{element.name}>" if text else f"{start}/>"
            return
        yield f"{start}>{text}"
        for child, inner in children:
            write = (
                _write_items if isinstance(inner, list) and not child.is_wrapped else _write_element
            )
            yield from write(child, inner, depth + 1)
        yield f"{indent}</{element.name}>"
    elif isinstance(value, list):
        yield f"{start}>"
        yield from _write_items(element, value, depth + 1)
        yield f"{indent}</{element.name}>"
    else:
        yield f"{start}>{escape(_xml_text(value))}</{element.name}>"


def _split(
    element: _Element, value: RawObject
) -> tuple[list[str], list[str], list[tuple[_Element, Any]]]:
    """Return the attributes, the texts and the children of an element."""
    attributes: list[str] = []
    texts: list[str] = []
    children: list[tuple[_Element, Any]] = []
    members = element.schema.properties if element.schema else {}
    for name, inner in value.items():
        child = _Element.of(str(name), members.get(name))
        if isinstance(inner, Mapping | list) or not (child.is_attribute or child.text_kind):
            children.append((child, inner))
        elif child.is_attribute:
            attributes.append(_attribute(child.name, _xml_text(inner)))
        else:
            texts.append(_character_data(child.text_kind, _xml_text(inner)))
    return attributes, texts, children


def _character_data(kind: str, text: str) -> str:
    if kind == "text":
        return escape(text)
    # The end of a section cannot be inside of it.
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _write_items(element: _Element, values: list[Any], depth: int) -> Iterator[str]:
    items = element.schema.items if element.schema else None
    item = _Element.of(element.name.rpartition(":")[2], items)
    for value in values:
        yield from _write_element(item, value, depth)


def _attribute(name: str, value: str) -> str:
    return f" {name}={quoteattr(value)}"


def _xml_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else _FORBIDDEN_CHARACTERS.sub("�", str(value))


def _valid_name(name: str) -> str:
    cleaned = re.sub(r"[^\w.-]", "_", name)
    return cleaned if re.match(r"[^\W\d]", cleaned) else f"_{cleaned}"
