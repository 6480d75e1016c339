"""Responses, with their schema and examples for each media type."""

from __future__ import annotations

from typing import Any

from . import media_types
from .conversion_state import ConversionState, Raw, extensions, mapping
from .parameters import header
from .position_map import At
from .schemas import schema


def response(raw: Any, at: At, produces: tuple[str, ...], state: ConversionState) -> Any:
    """Convert a response that is written out."""
    if not isinstance(raw, dict):
        return raw
    state.moves.note(at)
    new = {"description": raw["description"]} if "description" in raw else {}
    headers = mapping(raw.get("headers"))
    if headers:
        new["headers"] = {
            name: header(value, at / "headers" / name, state) for name, value in headers.items()
        }
    content = _content(raw, at, produces, state)
    return {**new, **({"content": content} if content else {}), **extensions(raw)}


def responses(
    raw: Any, at: At, produces: tuple[str, ...], shared: tuple[str, ...], state: ConversionState
) -> Any:
    """Convert the responses of an operation.

    :param shared: the media types by which shared responses are made
    """
    if not isinstance(raw, dict):
        return raw
    new: Raw = {}
    for status, member in raw.items():
        if status.startswith("x-"):
            new[status] = member
        elif isinstance(member, dict) and "$ref" in member:
            new[status] = _referred(member, at / status, produces == shared, produces, state)
        else:
            new[status] = response(member, at / status, produces, state)
    return new


def _referred(
    raw: Raw, at: At, is_same: bool, produces: tuple[str, ...], state: ConversionState
) -> Any:
    """Keep a reference, unless this operation answers in other media types than the document."""
    found = state.followed(raw, at.old)
    if is_same or "schema" not in found.raw:
        return state.reference(raw)
    return response(found.raw, At(at.new, found.path), produces, state)


def _content(raw: Raw, at: At, produces: tuple[str, ...], state: ConversionState) -> Raw:
    examples = mapping(raw.get("examples"))
    by_type = [name for name in examples if "/" in name]
    named = {name: {"value": examples[name]} for name in examples if "/" not in name}
    types = media_types.of_response(produces, raw.get("schema"), by_type)
    if not types and named:
        types = (*produces[:1],) or (media_types.JSON,)
    content: Raw = {}
    for media_type in types:
        inside = At((*at.new, "content", media_type), at.old)
        state.moves.note(inside)
        media: Raw = {}
        if "schema" in raw:
            place = inside / "schema"
            state.moves.note(place)
            media["schema"] = schema(raw["schema"], place, state)
        if media_type in examples:
            state.moves.note(At((*inside.new, "example"), (*at.old, "examples", media_type)))
            media["example"] = examples[media_type]
        elif named:
            media["examples"] = named
        content[media_type] = media
    return content
