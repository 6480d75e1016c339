"""Values read from XML, as the ``xml`` hints of their schemas say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from sphinx_sitejson.common.nesting import DEEPEST
from sphinx_sitejson.openapi.raw import flag_of, object_of, text_of
from sphinx_sitejson.openapi.schemas import Schema

from .typed_values import allows, typed
from .validation import SchemaValidator

_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
MOST_ELEMENTS = 50_000


class NoXmlError(ValueError):
    """A body that is not XML, or has what is not read; the message says why."""


def read_xml(body: bytes, schema: Schema | None, validator: SchemaValidator) -> Any:
    """Return the value that a document stands for."""
    # Entities can make a small document a huge one; no API needs them.
    if _DOCTYPE.search(body) or _DOCTYPE.search(body.replace(b"\0", b"")):
        raise NoXmlError("It has a document type, which is not read.")
    try:
        root = ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise NoXmlError(f"It is not valid XML: {error}.") from None
    _check_size(root)
    return _Reader(validator).value(root, schema)


def _check_size(root: ElementTree.Element) -> None:
    level, count, depth = [root], 0, 0
    while level:
        count += len(level)
        depth += 1
        if depth > DEEPEST or count > MOST_ELEMENTS:
            raise NoXmlError("It is nested too deeply, or too large.")
        level = [child for element in level for child in element]


class _Reader:
    def __init__(self, validator: SchemaValidator) -> None:
        self._validator = validator

    def value(self, element: ElementTree.Element, schema: Schema | None) -> Any:
        """Return what an element stands for."""
        if schema is None:
            return _text(element)
        merged = _chosen(schema.merged)
        if allows(merged, "object") or merged.properties:
            return self._object(element, merged)
        if allows(merged, "array"):
            return [self.value(child, merged.items) for child in element]
        return typed(_text(element), merged, self._validator)

    def _object(self, element: ElementTree.Element, schema: Schema) -> dict[str, Any]:
        children: dict[str, list[ElementTree.Element]] = {}
        for child in element:
            children.setdefault(_local(child.tag), []).append(child)
        attributes = {_local(name): value for name, value in element.attrib.items()}
        found: dict[str, Any] = {}
        for name, member in schema.properties.items():
            value = self._member(name, member, children, attributes)
            if value is not None:
                found[name] = value[0]
        additional = schema.additional_properties
        for name, elements in children.items():
            found[name] = self.value(elements[0], additional)
        return found

    def _member(
        self,
        name: str,
        member: Schema,
        children: dict[str, list[ElementTree.Element]],
        attributes: Mapping[str, str],
    ) -> tuple[Any] | None:
        """Return the value of a property, if it is there; what it is made of is used up."""
        merged = member.merged
        hints = object_of(merged.raw.get("xml"))
        own = text_of(hints, "name") or name
        if flag_of(hints, "attribute") or hints.get("nodeType") == "attribute":
            text = attributes.get(own)
            return None if text is None else (typed(text, member, self._validator),)
        if not allows(merged, "array"):
            elements = children.pop(own, [])
            return (self.value(elements[0], member),) if elements else None
        items = merged.items
        if flag_of(hints, "wrapped") or hints.get("nodeType") == "element":
            wrappers = children.pop(own, [])
            return ([self.value(each, items) for each in wrappers[0]],) if wrappers else None
        item_name = text_of(object_of(items.merged.raw.get("xml")), "name") if items else ""
        elements = children.pop(item_name or own, [])
        return ([self.value(each, items) for each in elements],) if elements else None


def _chosen(schema: Schema) -> Schema:
    """Return the first variant of a choice: XML does not say which one it is."""
    variants = schema.one_of or schema.any_of
    return variants[0].merged if variants and not schema.properties else schema


def _text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def _local(name: str) -> str:
    return name.rpartition("}")[2]
