"""The whole document, rule by rule."""

from __future__ import annotations

from typing import Any

from . import media_types
from .bodies import belongs_to_body, request_body
from .conversion_state import ConversionState, Finding, Raw, mapping, objects
from .operations import path_item
from .parameters import parameter
from .position_map import At, Moves
from .responses import response
from .schemas import schema, with_mappings
from .security import security_scheme
from .servers import converted_servers

VERSION = "3.0.3"
_REWRITTEN = (
    "swagger",
    "openapi",
    "host",
    "basePath",
    "schemes",
    "consumes",
    "produces",
    "paths",
    "definitions",
    "parameters",
    "responses",
    "securityDefinitions",
)


class ConvertedDocument:
    """A document as OpenAPI 3.0, where its parts were before, and what could not be said."""

    def __init__(self, data: Raw, moves: Moves, losses: list[Finding]) -> None:
        self.data = data
        self.moves = moves
        self.losses = tuple(losses)


def converted_document(data: Raw) -> ConvertedDocument:
    """Convert a document of Swagger 2.0 that has no reference to other files; never raise."""
    state = ConversionState(data)
    new: Raw = {"openapi": VERSION}
    new |= {key: value for key, value in data.items() if key not in _REWRITTEN}
    new |= _servers(state)
    if "paths" in data:
        new["paths"] = _paths(data["paths"], state)
    components = {key: value for key, value in _components(state) if value}
    if components:
        new["components"] = components
    state.resolve_references()
    return ConvertedDocument(new, state.moves, state.losses)


def _servers(state: ConversionState) -> Raw:
    servers = converted_servers(state.data)
    key = "host" if "host" in state.data else "basePath"
    state.moves.note(At(("openapi",), ("swagger",)))
    for index in range(len(servers)):
        state.moves.note(At(("servers", index), (key,)))
        state.moves.note(At(("servers", index, "url"), (key,)))
    return {"servers": servers} if servers else {}


def _paths(raw: Any, state: ConversionState) -> Any:
    if not isinstance(raw, dict):
        return raw
    at = At(("paths",), ("paths",))
    return {
        key: value if key.startswith("x-") else path_item(value, at / key, state)
        for key, value in raw.items()
    }


def _components(state: ConversionState) -> list[tuple[str, Raw]]:
    data = state.data
    return [
        ("schemas", _schemas(state)),
        ("parameters", _parameters(state)),
        ("requestBodies", _request_bodies(state)),
        ("responses", _responses(state)),
        (
            "securitySchemes",
            {
                name: security_scheme(value, at, state)
                for name, value, at in _section(
                    data, "securityDefinitions", "securitySchemes", state
                )
            },
        ),
    ]


def _section(data: Raw, old: str, new: str, state: ConversionState) -> list[tuple[str, Raw, At]]:
    around = At(("components", new), (old,))
    state.moves.note(around)
    return [(name, value, around / name) for name, value in objects(data.get(old))]


def _schemas(state: ConversionState) -> Raw:
    members = mapping(state.data.get("definitions"))
    around = At(("components", "schemas"), ("definitions",))
    state.moves.note(around)
    schemas = {name: schema(value, around / name, state) for name, value in members.items()}
    with_mappings(schemas)
    return schemas


def _parameters(state: ConversionState) -> Raw:
    found = _section(state.data, "parameters", "parameters", state)
    return {
        name: state.reference(raw) if "$ref" in raw else parameter(raw, at, state)
        for name, raw, at in found
        if not belongs_to_body(state.followed(raw, at.old).raw)
    }


def _request_bodies(state: ConversionState) -> Raw:
    consumes = media_types.named(state.data.get("consumes"))
    bodies: Raw = {}
    for name, raw in objects(state.data.get("parameters")):
        old = ("parameters", name)
        found = state.followed(raw, old)
        if found.raw.get("in") == "body":
            place = At(("components", "requestBodies", name), found.path)
            state.moves.note(At(place.new, old))
            bodies[name] = request_body(found.raw, place, consumes, state)
    return bodies


def _responses(state: ConversionState) -> Raw:
    produces = media_types.named(state.data.get("produces"))
    return {
        name: state.reference(raw) if "$ref" in raw else response(raw, at, produces, state)
        for name, raw, at in _section(state.data, "responses", "responses", state)
    }
