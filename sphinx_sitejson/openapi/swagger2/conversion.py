"""Convert a complete document, and the bundle that contains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_sitejson.common.network import METHODS as ALL_METHODS
from sphinx_sitejson.common.problems import ProblemCode

from ..keywords import ANY_KEY, SLOTS, Grammar, Slot
from ..raw import as_dict, as_list, get_extensions
from ..reading.bundler import Bundle
from ..reading.conversion_state import (
    ConversionState,
    Position,
    Raw,
    ResolvedObject,
    drop_empty,
    iter_objects,
)
from ..validation.validator import validate_document
from .parts import (
    add_discriminator_mappings,
    convert_body_parameter,
    convert_parameter,
    convert_request_body,
    convert_response,
    convert_responses,
    convert_schema,
    is_body_parameter,
    media_type_names,
)

METHODS = tuple(method for method in ALL_METHODS if method not in ("trace", "query"))
"""The methods of Swagger 2.0."""

_PARAMETER: Mapping[str, Slot] = {"schema": Slot("schema"), "items": Slot("schema")}

SWAGGER_2 = Grammar(
    slots={
        "document": {
            "info": Slot("plain"),
            "tags": Slot("plain", "list"),
            "security": Slot("plain", "list"),
            "securityDefinitions": Slot("plain", "map"),
            "externalDocs": Slot("plain"),
            "paths": Slot("paths"),
            "definitions": Slot("schema", "map"),
            "parameters": Slot("parameter", "map"),
            "responses": Slot("response", "map"),
        },
        "paths": {ANY_KEY: Slot("path item")},
        "path item": {
            **{method: Slot("operation") for method in METHODS},
            "parameters": Slot("parameter", "list"),
        },
        "operation": {
            "parameters": Slot("parameter", "list"),
            "responses": Slot("responses"),
            "externalDocs": Slot("plain"),
        },
        "responses": {ANY_KEY: Slot("response")},
        "response": {"schema": Slot("schema"), "headers": Slot("header", "map")},
        "parameter": _PARAMETER,
        "header": _PARAMETER,
        "schema": SLOTS["schema"],
        "plain": {},
    },
    sections={
        "schema": ("definitions",),
        "parameter": ("parameters",),
        "response": ("responses",),
    },
)
"""The structure of Swagger 2.0 documents."""

_LOCAL_HOSTS = ("localhost", "127.", "0.0.0.0", "[::1]")


def _convert_servers(document: Raw, schemes: Any = None) -> list[Raw]:
    """Convert host, base path and schemes to servers, of a document or an operation."""
    host, base = document.get("host"), document.get("basePath")
    base = base if isinstance(base, str) else ""
    if not isinstance(host, str) or not host.strip():
        return [{"url": base}] if base.strip("/") else []
    declared = as_list(schemes if schemes is not None else document.get("schemes"))
    names = dict.fromkeys(name for name in declared if isinstance(name, str) and name)
    # Without schemes, the likely one is used.
    likely = "http" if host.startswith(_LOCAL_HOSTS) else "https"
    # Secure ones first: requests of readers go to the first server.
    ordered = sorted(names or [likely], key=lambda name: name not in ("https", "wss"))
    path = base.rstrip("/")
    return [{"url": f"{name}://{host}{path}"} for name in ordered]


_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_FLOW_KEYS = ("authorizationUrl", "tokenUrl", "scopes")


def _convert_security_scheme(raw: Any, at: Position, state: ConversionState) -> Any:
    """Convert a security definition to a security scheme."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    kind = raw.get("type")
    if kind == "basic":
        return {"type": "http", "scheme": "basic", **new, **get_extensions(raw)}
    if kind == "apiKey":
        return dict(raw)
    if kind != "oauth2":
        return {"type": kind, **new, **get_extensions(raw)}
    return {"type": "oauth2", **new, "flows": _convert_flows(raw, at, state), **get_extensions(raw)}


def _convert_flows(raw: Raw, at: Position, state: ConversionState) -> Raw:
    name = _FLOWS.get(str(raw.get("flow")))
    if name is None:
        return {}
    state.record_move(Position((*at.new, "flows"), at.old))
    state.record_move(Position((*at.new, "flows", name), at.old))
    return {name: {"scopes": {}, **{key: raw[key] for key in _FLOW_KEYS if key in raw}}}


_CONVERTED_OPERATION_KEYS = ("parameters", "consumes", "produces", "schemes", "responses")


def _convert_path_item(raw: Any, at: Position, state: ConversionState) -> Any:
    """Convert a path item with its operations."""
    if not isinstance(raw, dict):
        return raw
    shared = _body_parameters(raw, at, state)
    new: Raw = {}
    for key, value in raw.items():
        if key in METHODS and isinstance(value, dict):
            new[key] = _convert_operation(value, at / key, shared, state)
        elif key == "parameters":
            new |= _convert_parameters(raw, at, state)
        else:
            new[key] = value
    return new


def _convert_operation(
    raw: Raw, at: Position, shared: tuple[ResolvedObject, ...], state: ConversionState
) -> Raw:
    consumes, produces = (
        media_type_names(raw.get(key, state.data.get(key))) for key in ("consumes", "produces")
    )
    operation_bodies = _body_parameters(raw, at, state)
    bodies = [found for found in operation_bodies or shared if found.raw.get("in") == "body"]
    for found in bodies[:-1]:
        state.report_ignored(found.path, "an operation has one body; only the last one is used.")
    new = {key: value for key, value in raw.items() if key not in _CONVERTED_OPERATION_KEYS}
    new |= _convert_parameters(raw, at, state)
    # The position of the path's parameters, if only these have form fields.
    original_path = at.old if operation_bodies else at.old[:-1]
    position = Position((*at.new, "requestBody"), (*original_path, "parameters"))
    parameters = _override_body_parameters(shared, operation_bodies)
    request_body = convert_request_body(parameters, consumes, position, state)
    if request_body is not None:
        new["requestBody"] = request_body
    if "responses" in raw:
        new["responses"] = convert_responses(raw["responses"], at / "responses", produces, state)
    return new | _convert_operation_servers(raw, at, state)


def _convert_operation_servers(raw: Raw, at: Position, state: ConversionState) -> Raw:
    if "schemes" not in raw or raw["schemes"] == state.data.get("schemes"):
        return {}
    servers = _convert_servers(state.data, raw["schemes"])
    if servers == _convert_servers(state.data):
        return {}
    return _add_servers(servers, Position(at.new, (*at.old, "schemes")), state)


def _add_servers(servers: list[Raw], at: Position, state: ConversionState) -> Raw:
    """Return the key for servers, all of which come from one value."""
    for index in range(len(servers)):
        state.record_move(Position((*at.new, "servers", index), at.old))
        state.record_move(Position((*at.new, "servers", index, "url"), at.old))
    return drop_empty({"servers": servers})


def _convert_parameters(raw: Raw, at: Position, state: ConversionState) -> Raw:
    """Convert the parameters of a list, without body and form parameters."""
    new: list[Any] = []
    for index, parameter in enumerate(as_list(raw.get("parameters"))):
        if not isinstance(parameter, dict):
            continue
        found = state.resolve(parameter, ())
        if is_body_parameter(found.raw):
            continue
        position = Position((*at.new, "parameters", len(new)), (*at.old, "parameters", index))
        state.record_move(position)
        is_reference = isinstance(parameter.get("$ref"), str)
        new.append(
            state.copy_reference(parameter)
            if is_reference
            else convert_parameter(parameter, position, state)
        )
    return {"parameters": new} if new else {}


def _body_parameters(raw: Raw, at: Position, state: ConversionState) -> tuple[ResolvedObject, ...]:
    """Return the body and form parameters of a list with references resolved."""
    resolved = (
        state.resolve(parameter, (*at.old, "parameters", index))
        for index, parameter in enumerate(as_list(raw.get("parameters")))
    )
    return tuple(found for found in resolved if is_body_parameter(found.raw))


def _override_body_parameters(
    shared: tuple[ResolvedObject, ...], operation_bodies: tuple[ResolvedObject, ...]
) -> tuple[ResolvedObject, ...]:
    """Override path-level parameters: a body replaces form fields, and vice versa."""
    kinds = {found.raw.get("in") for found in operation_bodies}
    inherited = (found for found in shared if not kinds or found.raw.get("in") in kinds)
    return (*inherited, *operation_bodies)


VERSION = "3.0.3"
_CONVERTED_KEYS = (
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


def convert_document(state: ConversionState) -> Raw:
    """Convert a bundled Swagger 2.0 document to OpenAPI 3.0; never raises.

    ``{"host": "a.io", "basePath": "/v1"}`` gives ``{"servers": [{"url": "https://a.io/v1"}]}``.
    """
    data = state.data
    new: Raw = {"openapi": VERSION}
    new |= {key: value for key, value in data.items() if key not in _CONVERTED_KEYS}
    new |= _convert_document_servers(state)
    if "paths" in data:
        new["paths"] = _convert_paths(data["paths"], state)
    components = drop_empty(_convert_components(state))
    if components:
        new["components"] = components
    state.resolve_references()
    return new


def _convert_document_servers(state: ConversionState) -> Raw:
    state.record_move(Position(("openapi",), ("swagger",)))
    key = "host" if "host" in state.data else "basePath"
    return _add_servers(_convert_servers(state.data), Position((), (key,)), state)


def _convert_paths(raw: Any, state: ConversionState) -> Any:
    if not isinstance(raw, dict):
        return raw
    at = Position(("paths",), ("paths",))
    return {
        key: value if key.startswith("x-") else _convert_path_item(value, at / key, state)
        for key, value in raw.items()
    }


def _convert_components(state: ConversionState) -> Raw:
    produces = media_type_names(state.data.get("produces"))
    return {
        "schemas": _convert_definitions(state),
        "parameters": {
            name: state.copy_reference(raw) if "$ref" in raw else convert_parameter(raw, at, state)
            for name, raw, at in _section_entries("parameters", "parameters", state)
            if not is_body_parameter(state.resolve(raw, at.old).raw)
        },
        "requestBodies": _convert_shared_bodies(state),
        "responses": {
            name: state.copy_reference(raw)
            if "$ref" in raw
            else convert_response(raw, at, produces, state)
            for name, raw, at in _section_entries("responses", "responses", state)
        },
        "securitySchemes": {
            name: _convert_security_scheme(value, at, state)
            for name, value, at in _section_entries("securityDefinitions", "securitySchemes", state)
        },
    }


def _section_entries(old: str, new: str, state: ConversionState) -> list[tuple[str, Raw, Position]]:
    around = Position(("components", new), (old,))
    state.record_move(around)
    return [(name, value, around / name) for name, value in iter_objects(state.data.get(old))]


def _convert_definitions(state: ConversionState) -> Raw:
    members = as_dict(state.data.get("definitions"))
    around = Position(("components", "schemas"), ("definitions",))
    state.record_move(around)
    schemas = {name: convert_schema(value, around / name, state) for name, value in members.items()}
    add_discriminator_mappings(schemas)
    return schemas


def _convert_shared_bodies(state: ConversionState) -> Raw:
    consumes = media_type_names(state.data.get("consumes"))
    bodies: Raw = {}
    for name, raw in iter_objects(state.data.get("parameters")):
        old = ("parameters", name)
        found = state.resolve(raw, old)
        if found.raw.get("in") == "body":
            position = Position(("components", "requestBodies", name), found.path)
            state.record_move(Position(position.new, old))
            bodies[name] = convert_body_parameter(found.raw, position, consumes, state)
    return bodies


def convert_bundle(bundle: Bundle) -> Bundle:
    """Validate a Swagger 2.0 document, and convert its valid part to OpenAPI 3.0."""
    # A document with "openapi: 2.0" got a warning when its version was detected.
    data = {key: value for key, value in bundle.data.items() if key != "openapi"}
    checked = validate_document({**data, "swagger": "2.0"}, "2.0")
    state = ConversionState(checked.data)
    converted = convert_document(state)
    invalid = bundle.origins.problems(checked.findings, checked.lost_parts)
    losses = [
        bundle.origins.problem(
            ProblemCode.OPENAPI_INVALID,
            message,
            checked.original_path(path),
            is_repaired=path not in state.ignored,
            lost_path=path if path in state.ignored else None,
        )
        for path, message in state.losses
    ]
    return bundle.convert(
        converted,
        checked.data,
        lambda path: checked.original_path(state.old_path(path)),
        invalid,
        losses,
    )
