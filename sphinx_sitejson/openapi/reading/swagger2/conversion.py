"""The whole document, rule by rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.network import METHODS as ALL_METHODS
from sphinx_sitejson.common.problems import JsonPath, ProblemCode
from sphinx_sitejson.openapi.keywords import ANY_KEY, SLOTS, Grammar, Slot
from sphinx_sitejson.openapi.reading.bundler import Bundle
from sphinx_sitejson.openapi.reading.locations import BundleOrigins, Fault, Spot
from sphinx_sitejson.openapi.reading.validation.validator import Checked, check_document

from .bodies import (
    BodyParameters,
    convert_body_parameter,
    convert_response,
    convert_responses,
    effective_media_types,
    is_body_parameter,
    media_type_names,
)
from .parameters import add_discriminator_mappings, convert_parameter, convert_schema
from .state import (
    At,
    ConversionState,
    Finding,
    FoundObject,
    Moves,
    Raw,
    entries,
    extensions,
    mapping,
    objects,
)

METHODS = tuple(method for method in ALL_METHODS if method not in ("trace", "query"))
"""Those of them that Swagger 2.0 knows."""

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
"""The kinds of objects, and which of them a document shares."""


_OWN_HOSTS = ("localhost", "127.", "0.0.0.0", "[::1]")


def convert_servers(document: Raw, schemes: Any = None) -> list[Raw]:
    """Return the servers of a document, or those of an operation that has schemes of its own."""
    host, base = document.get("host"), document.get("basePath")
    base = base if isinstance(base, str) else ""
    if not isinstance(host, str) or not host.strip():
        return [{"url": base}] if base.strip("/") else []
    names = _schemes(schemes if schemes is not None else document.get("schemes"))
    names = names or [_likely_scheme(host)]
    path = base.rstrip("/")
    return [{"url": f"{name}://{host}{path}"} for name in names]


def _schemes(value: Any) -> list[str]:
    """Return the schemes, the safe ones first: a reader's requests go to the first server."""
    names = dict.fromkeys(name for name in entries(value) if isinstance(name, str) and name)
    return sorted(names, key=lambda name: name not in ("https", "wss"))


def _likely_scheme(host: str) -> str:
    """Return what a document that names no scheme most likely means."""
    return "http" if host.startswith(_OWN_HOSTS) else "https"


_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_FLOW_KEYS = ("authorizationUrl", "tokenUrl", "scopes")


def convert_security_scheme(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert one way to log in."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    kind = raw.get("type")
    if kind == "basic":
        return {"type": "http", "scheme": "basic", **new, **extensions(raw)}
    if kind == "apiKey":
        return dict(raw)
    if kind != "oauth2":
        return {"type": kind, **new, **extensions(raw)}
    return {"type": "oauth2", **new, "flows": _convert_flows(raw, at, state), **extensions(raw)}


def _convert_flows(raw: Raw, at: At, state: ConversionState) -> Raw:
    name = _FLOWS.get(str(raw.get("flow")))
    if name is None:
        return {}
    state.moves.note(At((*at.new, "flows"), at.old))
    state.moves.note(At((*at.new, "flows", name), at.old))
    return {name: {"scopes": {}, **{key: raw[key] for key in _FLOW_KEYS if key in raw}}}


_CONVERTED_OPERATION_KEYS = ("parameters", "consumes", "produces", "schemes", "responses")


def convert_path_item(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert a path with its operations."""
    if not isinstance(raw, dict):
        return raw
    shared = _resolve_parameters(raw, at, state)
    new: Raw = {}
    for key, value in raw.items():
        if key in METHODS and isinstance(value, dict):
            new[key] = _convert_operation(value, at / key, _select_body_parameters(shared), state)
        elif key == "parameters":
            new |= _convert_parameters(raw, at, state)
        else:
            new[key] = value
    return new


def _convert_operation(
    raw: Raw, at: At, shared: tuple[FoundObject, ...], state: ConversionState
) -> Raw:
    data = state.data
    consumes = effective_media_types(raw, data, "consumes")
    produces = effective_media_types(raw, data, "produces")
    own = _select_body_parameters(_resolve_parameters(raw, at, state))
    body = BodyParameters(
        parameters=_override_body_parameters(shared, own),
        consumes=consumes,
        shared_consumes=media_type_names(data.get("consumes")),
    )
    new = {key: value for key, value in raw.items() if key not in _CONVERTED_OPERATION_KEYS}
    new |= _convert_parameters(raw, at, state)
    # Below the parameters of the path if only those have fields.
    written = (at if own else At(at.new, at.old[:-1])).old
    place = At((*at.new, "requestBody"), (*written, "parameters"))
    request_body = body.converted(place, state)
    if request_body is not None:
        new["requestBody"] = request_body
    if "responses" in raw:
        everywhere = media_type_names(data.get("produces"))
        new["responses"] = convert_responses(
            raw["responses"], at / "responses", produces, everywhere, state
        )
    return new | _convert_operation_servers(raw, at, state)


def _convert_operation_servers(raw: Raw, at: At, state: ConversionState) -> Raw:
    if "schemes" not in raw or raw["schemes"] == state.data.get("schemes"):
        return {}
    servers = convert_servers(state.data, raw["schemes"])
    if servers == convert_servers(state.data):
        return {}
    for index in range(len(servers)):
        state.moves.note(At((*at.new, "servers", index), (*at.old, "schemes")))
        state.moves.note(At((*at.new, "servers", index, "url"), (*at.old, "schemes")))
    return {"servers": servers}


def _convert_parameters(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Convert the parameters of a list that are no part of a body."""
    new: list[Any] = []
    for index, written in enumerate(entries(raw.get("parameters"))):
        if not isinstance(written, dict):
            continue
        found = state.followed(written, ())
        if is_body_parameter(found.raw):
            continue
        place = At((*at.new, "parameters", len(new)), (*at.old, "parameters", index))
        state.moves.note(place)
        is_reference = isinstance(written.get("$ref"), str)
        new.append(
            state.reference(written) if is_reference else convert_parameter(written, place, state)
        )
    return {"parameters": new} if new else {}


def _resolve_parameters(raw: Raw, at: At, state: ConversionState) -> list[FoundObject]:
    """Return the parameters of a list, behind their references."""
    return [
        state.followed(written, (*at.old, "parameters", index))
        for index, written in enumerate(entries(raw.get("parameters")))
    ]


def _select_body_parameters(found: list[FoundObject]) -> tuple[FoundObject, ...]:
    return tuple(one for one in found if is_body_parameter(one.raw))


def _override_body_parameters(
    shared: tuple[FoundObject, ...], own: tuple[FoundObject, ...]
) -> tuple[FoundObject, ...]:
    """Let an operation replace what its path says: a body takes the place of fields, and back."""
    kinds = {found.raw.get("in") for found in own}
    kept = (found for found in shared if not kinds or found.raw.get("in") in kinds)
    return (*kept, *own)


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
    new |= {key: value for key, value in data.items() if key not in _CONVERTED_KEYS}
    new |= _convert_document_servers(state)
    if "paths" in data:
        new["paths"] = _convert_paths(data["paths"], state)
    components = {key: value for key, value in _convert_components(state) if value}
    if components:
        new["components"] = components
    state.resolve_references()
    return ConvertedDocument(new, state.moves, state.losses)


def _convert_document_servers(state: ConversionState) -> Raw:
    servers = convert_servers(state.data)
    key = "host" if "host" in state.data else "basePath"
    state.moves.note(At(("openapi",), ("swagger",)))
    for index in range(len(servers)):
        state.moves.note(At(("servers", index), (key,)))
        state.moves.note(At(("servers", index, "url"), (key,)))
    return {"servers": servers} if servers else {}


def _convert_paths(raw: Any, state: ConversionState) -> Any:
    if not isinstance(raw, dict):
        return raw
    at = At(("paths",), ("paths",))
    return {
        key: value if key.startswith("x-") else convert_path_item(value, at / key, state)
        for key, value in raw.items()
    }


def _convert_components(state: ConversionState) -> list[tuple[str, Raw]]:
    data = state.data
    return [
        ("schemas", _convert_definitions(state)),
        ("parameters", _convert_shared_parameters(state)),
        ("requestBodies", _convert_shared_bodies(state)),
        ("responses", _convert_shared_responses(state)),
        (
            "securitySchemes",
            {
                name: convert_security_scheme(value, at, state)
                for name, value, at in _section_entries(
                    data, "securityDefinitions", "securitySchemes", state
                )
            },
        ),
    ]


def _section_entries(
    data: Raw, old: str, new: str, state: ConversionState
) -> list[tuple[str, Raw, At]]:
    around = At(("components", new), (old,))
    state.moves.note(around)
    return [(name, value, around / name) for name, value in objects(data.get(old))]


def _convert_definitions(state: ConversionState) -> Raw:
    members = mapping(state.data.get("definitions"))
    around = At(("components", "schemas"), ("definitions",))
    state.moves.note(around)
    schemas = {name: convert_schema(value, around / name, state) for name, value in members.items()}
    add_discriminator_mappings(schemas)
    return schemas


def _convert_shared_parameters(state: ConversionState) -> Raw:
    found = _section_entries(state.data, "parameters", "parameters", state)
    return {
        name: state.reference(raw) if "$ref" in raw else convert_parameter(raw, at, state)
        for name, raw, at in found
        if not is_body_parameter(state.followed(raw, at.old).raw)
    }


def _convert_shared_bodies(state: ConversionState) -> Raw:
    consumes = media_type_names(state.data.get("consumes"))
    bodies: Raw = {}
    for name, raw in objects(state.data.get("parameters")):
        old = ("parameters", name)
        found = state.followed(raw, old)
        if found.raw.get("in") == "body":
            place = At(("components", "requestBodies", name), found.path)
            state.moves.note(At(place.new, old))
            bodies[name] = convert_body_parameter(found.raw, place, consumes, state)
    return bodies


def _convert_shared_responses(state: ConversionState) -> Raw:
    produces = media_type_names(state.data.get("produces"))
    return {
        name: state.reference(raw) if "$ref" in raw else convert_response(raw, at, produces, state)
        for name, raw, at in _section_entries(state.data, "responses", "responses", state)
    }


@dataclass(frozen=True, slots=True)
class _Origins(BundleOrigins):
    """Which part of a converted document comes from which file."""

    moves: Moves
    checked: Checked

    def find(self, path: JsonPath) -> Spot:
        """Return where a value of the converted document was written."""
        # "super()" does not work in a class with slots that a decorator makes anew.
        return BundleOrigins.find(self, self.checked.written(self.moves.old(path)))


def convert_bundle(whole: Bundle) -> Bundle:
    """Check a document by the rules of Swagger 2.0, and convert what is sound."""
    # A document that calls itself OpenAPI 2 was told so when its version was read.
    data = {key: value for key, value in whole.data.items() if key != "openapi"}
    checked = check_document({**data, "swagger": "2.0"}, "2.0")
    result = converted_document(checked.data)
    found = [(whole.origins.find(path), message) for path, message in checked.findings]
    losses = [
        (whole.origins.find(checked.written(path)), message) for path, message in result.losses
    ]
    return Bundle(
        data=result.data,
        origins=_Origins(whole.origins.spots, result.moves, checked),
        lost_paths=whole.lost_paths,
        faults=(
            *whole.faults,
            *(
                Fault(code=ProblemCode.OPENAPI_INVALID, message=said, spot=spot)
                for spot, said in found
            ),
            *(
                Fault(code=ProblemCode.OPENAPI_INVALID, message=said, spot=spot, is_repaired=True)
                for spot, said in losses
            ),
        ),
        reported=frozenset(spot for spot, _ in found),
        original=checked.data,
    )
