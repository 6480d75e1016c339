"""How a field is written in XML, where that is not what its name says."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, object_of, text_of


def xml_facts(raw: RawObject, name: str) -> Iterator[str]:
    """Yield what the XML of a field differs in from its name and its structure."""
    hints = object_of(raw.get("xml"))
    kind, own = text_of(hints, "nodeType"), text_of(hints, "name")
    other = own if own != name else ""
    if hints.get("attribute") is True or kind == "attribute":
        yield Message("XML attribute {name}", name=other) if other else Message("XML attribute")
    elif kind in ("text", "cdata"):
        yield Message("text of the XML element")
    elif other:
        yield Message("XML element {name}", name=other)
    items = object_of(object_of(raw.get("items")).get("xml"))
    if entry := text_of(items, "name"):
        yield Message("each in an XML element {name}", name=entry)
    if hints.get("wrapped") is True:
        yield Message("wrapped in an XML element {name}", name=own or name)
    if namespace := text_of(hints, "namespace"):
        prefix = text_of(hints, "prefix")
        address = f"{prefix}={namespace}" if prefix else namespace
        yield Message("XML namespace {address}", address=address)
