"""Path items and operations."""

from __future__ import annotations

from typing import Any

from . import media_types
from .bodies import Body, belongs_to_body
from .conversion_state import Found, Raw, Rules, entries
from .grammar import METHODS
from .moves import At
from .parameters import parameter
from .responses import responses
from .servers import servers_of

_REWRITTEN = ("parameters", "consumes", "produces", "schemes", "responses")


def path_item(raw: Any, at: At, rules: Rules) -> Any:
    """Convert a path with its operations."""
    if not isinstance(raw, dict):
        return raw
    shared = _found(raw, at, rules)
    new: Raw = {}
    for key, value in raw.items():
        if key in METHODS and isinstance(value, dict):
            new[key] = _operation(value, at / key, _in_bodies(shared), rules)
        elif key == "parameters":
            new |= _parameters(raw, at, rules)
        else:
            new[key] = value
    return new


def _operation(raw: Raw, at: At, shared: tuple[Found, ...], rules: Rules) -> Raw:
    data = rules.data
    consumes = media_types.own_or_shared(raw, data, "consumes")
    produces = media_types.own_or_shared(raw, data, "produces")
    own = _in_bodies(_found(raw, at, rules))
    body = Body(
        parameters=_effective(shared, own),
        consumes=consumes,
        shared_consumes=media_types.named(data.get("consumes")),
    )
    new = {key: value for key, value in raw.items() if key not in _REWRITTEN}
    new |= _parameters(raw, at, rules)
    # Below the parameters of the path if only those have fields.
    written = (at if own else At(at.new, at.old[:-1])).old
    place = At((*at.new, "requestBody"), (*written, "parameters"))
    request_body = body.converted(place, rules)
    if request_body is not None:
        new["requestBody"] = request_body
    if "responses" in raw:
        everywhere = media_types.named(data.get("produces"))
        new["responses"] = responses(
            raw["responses"], at / "responses", produces, everywhere, rules
        )
    return new | _servers(raw, at, rules)


def _servers(raw: Raw, at: At, rules: Rules) -> Raw:
    if "schemes" not in raw or raw["schemes"] == rules.data.get("schemes"):
        return {}
    servers = servers_of(rules.data, raw["schemes"])
    if servers == servers_of(rules.data):
        return {}
    for index in range(len(servers)):
        rules.moves.note(At((*at.new, "servers", index), (*at.old, "schemes")))
        rules.moves.note(At((*at.new, "servers", index, "url"), (*at.old, "schemes")))
    return {"servers": servers}


def _parameters(raw: Raw, at: At, rules: Rules) -> Raw:
    """Convert the parameters of a list that are no part of a body."""
    new: list[Any] = []
    for index, written in enumerate(entries(raw.get("parameters"))):
        if not isinstance(written, dict):
            continue
        found = rules.followed(written, ())
        if belongs_to_body(found.raw):
            continue
        place = At((*at.new, "parameters", len(new)), (*at.old, "parameters", index))
        rules.moves.note(place)
        is_reference = isinstance(written.get("$ref"), str)
        new.append(rules.reference(written) if is_reference else parameter(written, place, rules))
    return {"parameters": new} if new else {}


def _found(raw: Raw, at: At, rules: Rules) -> list[Found]:
    """Return the parameters of a list, behind their references."""
    return [
        rules.followed(written, (*at.old, "parameters", index))
        for index, written in enumerate(entries(raw.get("parameters")))
    ]


def _in_bodies(found: list[Found]) -> tuple[Found, ...]:
    return tuple(one for one in found if belongs_to_body(one.raw))


def _effective(shared: tuple[Found, ...], own: tuple[Found, ...]) -> tuple[Found, ...]:
    """Let an operation replace what its path says: a body takes the place of fields, and back."""
    kinds = {found.raw.get("in") for found in own}
    kept = (found for found in shared if not kinds or found.raw.get("in") in kinds)
    return (*kept, *own)
