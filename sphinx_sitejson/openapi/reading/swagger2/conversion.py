"""The whole document, rule by rule."""

from __future__ import annotations

from typing import Any

from . import media_types
from .bodies import belongs_to_body, request_body
from .conversion_state import Finding, Raw, Rules, mapping, objects
from .moves import At, Moves
from .operations import path_item
from .parameters import parameter
from .responses import response
from .schemas import schema, with_mappings
from .security import security_scheme
from .servers import servers_of

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


class Converted:
    """A document as OpenAPI 3.0, where its parts were before, and what could not be said."""

    def __init__(self, data: Raw, moves: Moves, losses: list[Finding]) -> None:
        self.data = data
        self.moves = moves
        self.losses = tuple(losses)


def converted(data: Raw) -> Converted:
    """Convert a document of Swagger 2.0 that has no reference to other files; never raise."""
    rules = Rules(data)
    new: Raw = {"openapi": VERSION}
    new |= {key: value for key, value in data.items() if key not in _REWRITTEN}
    new |= _servers(rules)
    if "paths" in data:
        new["paths"] = _paths(data["paths"], rules)
    components = {key: value for key, value in _components(rules) if value}
    if components:
        new["components"] = components
    rules.settle()
    return Converted(new, rules.moves, rules.losses)


def _servers(rules: Rules) -> Raw:
    servers = servers_of(rules.data)
    key = "host" if "host" in rules.data else "basePath"
    rules.moves.note(At(("openapi",), ("swagger",)))
    for index in range(len(servers)):
        rules.moves.note(At(("servers", index), (key,)))
        rules.moves.note(At(("servers", index, "url"), (key,)))
    return {"servers": servers} if servers else {}


def _paths(raw: Any, rules: Rules) -> Any:
    if not isinstance(raw, dict):
        return raw
    at = At(("paths",), ("paths",))
    return {
        key: value if key.startswith("x-") else path_item(value, at / key, rules)
        for key, value in raw.items()
    }


def _components(rules: Rules) -> list[tuple[str, Raw]]:
    data = rules.data
    return [
        ("schemas", _schemas(rules)),
        ("parameters", _parameters(rules)),
        ("requestBodies", _request_bodies(rules)),
        ("responses", _responses(rules)),
        (
            "securitySchemes",
            {
                name: security_scheme(value, at, rules)
                for name, value, at in _section(
                    data, "securityDefinitions", "securitySchemes", rules
                )
            },
        ),
    ]


def _section(data: Raw, old: str, new: str, rules: Rules) -> list[tuple[str, Raw, At]]:
    around = At(("components", new), (old,))
    rules.moves.note(around)
    return [(name, value, around / name) for name, value in objects(data.get(old))]


def _schemas(rules: Rules) -> Raw:
    members = mapping(rules.data.get("definitions"))
    around = At(("components", "schemas"), ("definitions",))
    rules.moves.note(around)
    schemas = {name: schema(value, around / name, rules) for name, value in members.items()}
    with_mappings(schemas)
    return schemas


def _parameters(rules: Rules) -> Raw:
    found = _section(rules.data, "parameters", "parameters", rules)
    return {
        name: rules.reference(raw) if "$ref" in raw else parameter(raw, at, rules)
        for name, raw, at in found
        if not belongs_to_body(rules.followed(raw, at.old).raw)
    }


def _request_bodies(rules: Rules) -> Raw:
    consumes = media_types.named(rules.data.get("consumes"))
    bodies: Raw = {}
    for name, raw in objects(rules.data.get("parameters")):
        old = ("parameters", name)
        found = rules.followed(raw, old)
        if found.raw.get("in") == "body":
            place = At(("components", "requestBodies", name), found.path)
            rules.moves.note(At(place.new, old))
            bodies[name] = request_body(found.raw, place, consumes, rules)
    return bodies


def _responses(rules: Rules) -> Raw:
    produces = media_types.named(rules.data.get("produces"))
    return {
        name: rules.reference(raw) if "$ref" in raw else response(raw, at, produces, rules)
        for name, raw, at in _section(rules.data, "responses", "responses", rules)
    }
