"""Path items and operations."""

from __future__ import annotations

from typing import Any

from . import media_types
from .bodies import BodyParameters, belongs_to_body
from .conversion_state import ConversionState, FoundObject, Raw, entries
from .grammar import METHODS
from .parameters import parameter
from .position_map import At
from .responses import responses
from .servers import converted_servers

_REWRITTEN = ("parameters", "consumes", "produces", "schemes", "responses")


def path_item(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert a path with its operations."""
    if not isinstance(raw, dict):
        return raw
    shared = _found(raw, at, state)
    new: Raw = {}
    for key, value in raw.items():
        if key in METHODS and isinstance(value, dict):
            new[key] = _operation(value, at / key, _in_bodies(shared), state)
        elif key == "parameters":
            new |= _parameters(raw, at, state)
        else:
            new[key] = value
    return new


def _operation(raw: Raw, at: At, shared: tuple[FoundObject, ...], state: ConversionState) -> Raw:
    data = state.data
    consumes = media_types.own_or_shared(raw, data, "consumes")
    produces = media_types.own_or_shared(raw, data, "produces")
    own = _in_bodies(_found(raw, at, state))
    body = BodyParameters(
        parameters=_effective(shared, own),
        consumes=consumes,
        shared_consumes=media_types.named(data.get("consumes")),
    )
    new = {key: value for key, value in raw.items() if key not in _REWRITTEN}
    new |= _parameters(raw, at, state)
    # Below the parameters of the path if only those have fields.
    written = (at if own else At(at.new, at.old[:-1])).old
    place = At((*at.new, "requestBody"), (*written, "parameters"))
    request_body = body.converted(place, state)
    if request_body is not None:
        new["requestBody"] = request_body
    if "responses" in raw:
        everywhere = media_types.named(data.get("produces"))
        new["responses"] = responses(
            raw["responses"], at / "responses", produces, everywhere, state
        )
    return new | _servers(raw, at, state)


def _servers(raw: Raw, at: At, state: ConversionState) -> Raw:
    if "schemes" not in raw or raw["schemes"] == state.data.get("schemes"):
        return {}
    servers = converted_servers(state.data, raw["schemes"])
    if servers == converted_servers(state.data):
        return {}
    for index in range(len(servers)):
        state.moves.note(At((*at.new, "servers", index), (*at.old, "schemes")))
        state.moves.note(At((*at.new, "servers", index, "url"), (*at.old, "schemes")))
    return {"servers": servers}


def _parameters(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Convert the parameters of a list that are no part of a body."""
    new: list[Any] = []
    for index, written in enumerate(entries(raw.get("parameters"))):
        if not isinstance(written, dict):
            continue
        found = state.followed(written, ())
        if belongs_to_body(found.raw):
            continue
        place = At((*at.new, "parameters", len(new)), (*at.old, "parameters", index))
        state.moves.note(place)
        is_reference = isinstance(written.get("$ref"), str)
        new.append(state.reference(written) if is_reference else parameter(written, place, state))
    return {"parameters": new} if new else {}


def _found(raw: Raw, at: At, state: ConversionState) -> list[FoundObject]:
    """Return the parameters of a list, behind their references."""
    return [
        state.followed(written, (*at.old, "parameters", index))
        for index, written in enumerate(entries(raw.get("parameters")))
    ]


def _in_bodies(found: list[FoundObject]) -> tuple[FoundObject, ...]:
    return tuple(one for one in found if belongs_to_body(one.raw))


def _effective(
    shared: tuple[FoundObject, ...], own: tuple[FoundObject, ...]
) -> tuple[FoundObject, ...]:
    """Let an operation replace what its path says: a body takes the place of fields, and back."""
    kinds = {found.raw.get("in") for found in own}
    kept = (found for found in shared if not kinds or found.raw.get("in") in kinds)
    return (*kept, *own)
