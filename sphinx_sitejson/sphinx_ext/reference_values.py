"""What a block shows: the part of a view that it stands for."""

from __future__ import annotations

from typing import Any

from .reference_nodes import api_block
from .reference_shelf import ReferenceShelf


def block_values(shelf: ReferenceShelf, block: api_block) -> dict[str, Any]:
    """Return the values that renderers of a block are called with."""
    if block["kind"] == "schema":
        return {"view": shelf.schema(block["document"], block["key"])}
    if block["kind"] == "endpoint":
        return {"view": shelf.endpoint(block["method"], block["url"])}
    view = shelf.operation(block["document"], block["key"])
    part = block["part"]
    if part == "parameters":
        sections = {section.location: section for section in view.parameters}
        return {"fields": sections[block["location"]].fields}
    own = {
        "body": view.body,
        "security": view.security,
        "responses": view.responses,
        "callbacks": view.callbacks,
    }
    return {part: own[part]} if part in own else {"view": view}
