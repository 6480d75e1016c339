"""Convert Swagger 2.0 to OpenAPI 3.0 in memory.

The conversion records for every moved value where the author wrote it, so that problems of the
converted document are reported at the original line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from sphinx_sitejson.common.network import METHODS as ALL_METHODS
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted

from .keywords import ANY_KEY, SLOTS, Grammar, Slot, is_extension
from .raw import (
    Raw,
    as_list,
    as_object,
    escape_pointer_part,
    get_extensions,
    iter_named_objects,
    select_keys,
    without_keys,
)
from .reading.bundler import Bundle
from .reading.conversion_state import (
    ConversionState,
    Position,
    ResolvedObject,
    convert_subschemas,
    drop_empty,
)
from .validation.validator import ValidatedDocument

_FILE = {"type": "string", "format": "binary"}
_VALUES = ("x-discriminator-value", "x-ms-discriminator-value")
"""Extensions for the discriminator value of a schema."""


def convert_schema(raw: Any, at: Position) -> Any:
    """Convert a schema and its subschemas: ``x-nullable`` becomes ``nullable``."""
    if not isinstance(raw, dict):
        return raw
    new: Raw = {}
    for key, value in raw.items():
        slot = SLOTS["schema"].get(key)
        if key == "collectionFormat":
            # Of the entries of a list in a parameter, which is reported.
            continue
        if key == "items" and isinstance(value, list):
            new[key] = _convert_tuple(value, at / key)
        elif slot is not None:
            new[key] = convert_subschemas(value, slot, at / key, convert_schema)
        elif key == "discriminator" and isinstance(value, str):
            at.inside(key).rename("propertyName", key)
            new[key] = {"propertyName": value}
        elif key == "discriminator":
            new[key] = _convert_discriminator(value)
        elif key == "type":
            new |= _convert_type(value)
        elif key == "x-nullable" and isinstance(value, bool):
            at.rename("nullable", key)
            new.setdefault("nullable", value)
        elif key == "x-example" and "example" not in raw:
            at.rename("example", key)
            new["example"] = value
        else:
            new[key] = value
    return at.state.copy_reference(new) if isinstance(new.get("$ref"), str) else new


def add_discriminator_mappings(schemas: Raw) -> None:
    """Add the discriminator values of schemas to the mappings of their base schemas."""
    for name, member in iter_named_objects(schemas):
        value = next((member[key] for key in _VALUES if isinstance(member.get(key), str)), None)
        for part in as_list(member.get("allOf")) if value is not None else ():
            base = schemas.get(str(as_object(part).get("$ref")).removeprefix("#/definitions/"))
            found = as_object(as_object(base).get("discriminator"))
            if "propertyName" in found:
                found.setdefault("mapping", {})[value] = f"#/components/schemas/{name}"


def _convert_tuple(items: list[Any], at: Position) -> Any:
    """Convert a list of item schemas to ``anyOf``, since OpenAPI 3.0 has no tuples."""
    at.state.report_loss(
        at.old,
        "OpenAPI 3.0 has no list of schemas here, one for each entry; they are shown as variants.",
    )
    variants: list[Any] = []
    for index, item in enumerate(items):
        if as_object(item).get("type") != "null":
            position = at.move("anyOf", len(variants), old=(*at.old, index))
            variants.append(convert_schema(item, position))
    new: Raw = {"anyOf": variants} if variants else {}
    return {**new, "nullable": True} if len(variants) < len(items) else new


def _convert_discriminator(discriminator: Any) -> Any:
    """Convert the references in a discriminator object as of OpenAPI 3.0."""
    if not isinstance(discriminator, dict):
        return discriminator
    targets = {
        value: name.replace("#/definitions/", "#/components/schemas/")
        for value, name in as_object(discriminator.get("mapping")).items()
        if isinstance(name, str)
    }
    return {**discriminator, **({"mapping": targets} if targets else {})}


def _convert_type(value: Any) -> Raw:
    """Convert ``type`` to a single name: ``["string", "null"]`` becomes a nullable string."""
    if value == "file":
        return dict(_FILE)
    if value == "null":
        return {"nullable": True, "enum": [None]}
    if not isinstance(value, list):
        return {"type": value}
    names = [name for name in value if name != "null"]
    nullable: Raw = {"nullable": True} if "null" in value else {}
    if len(names) == 1:
        return {"type": names[0], **nullable}
    return {"anyOf": [{"type": name} for name in names], **nullable} if names else nullable


_NAMED_VALUE_STYLES: dict[str, Raw] = {
    "csv": {"style": "form", "explode": False},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
    "multi": {"style": "form", "explode": True},
}
"""Styles of values that follow their name: in the query and in forms."""
_BARE_VALUE_STYLES: dict[str, Raw] = {"csv": {"style": "simple"}}
"""Styles of values without a name: in the path and in headers."""


def convert_collection_format(raw: Raw, path: JsonPath, state: ConversionState) -> Raw:
    """Convert ``collectionFormat`` to ``style`` and ``explode``; report what is lost.

    ``pipes`` in the query gives ``{"style": "pipeDelimited", "explode": False}``.
    """
    if raw.get("type") != "array":
        return {}
    styles = _NAMED_VALUE_STYLES if raw.get("in") in ("query", "formData") else _BARE_VALUE_STYLES
    collection_format: Any = raw.get("collectionFormat", "csv")
    _report_nested_formats(as_object(raw.get("items")), (*path, "items"), state)
    if collection_format not in styles:
        state.report_loss(
            (*path, "collectionFormat"),
            f"OpenAPI 3.0 has no style for the collectionFormat {quoted(str(collection_format))} "
            "here; requests are shown with commas.",
        )
        collection_format = "csv"
    return dict(styles[collection_format])


def _report_nested_formats(items: Raw, path: JsonPath, state: ConversionState) -> None:
    while items.get("type") == "array":
        collection_format = items.get("collectionFormat", "csv")
        state.report_loss(
            (*path, "collectionFormat") if "collectionFormat" in items else path,
            f"OpenAPI 3.0 cannot express how a list inside a list is joined "
            f"({quoted(str(collection_format))}); the list is shown without it.",
        )
        items, path = as_object(items.get("items")), (*path, "items")


CONVERTED_EXTENSIONS = frozenset({"x-example", "x-examples", "x-nullable"})
_PARAMETER_KEYS = ("name", "in", "description", "required", "deprecated")
_NOT_IN_SCHEMAS = frozenset({*_PARAMETER_KEYS, "allowEmptyValue", "schema", "example", "$ref"})


def convert_parameter(raw: Raw, at: Position) -> Raw:
    """Convert a path, query or header parameter, or a reference to one."""
    if "$ref" in raw:
        return at.state.copy_reference(raw)
    at.move()
    new = select_keys(raw, *_PARAMETER_KEYS)
    if raw.get("in") == "query" and "allowEmptyValue" in raw:
        new["allowEmptyValue"] = raw["allowEmptyValue"]
    return {**new, **_convert_value_description(raw, at)}


def convert_header(raw: Raw, at: Position) -> Raw:
    """Convert a response header."""
    return {**select_keys(raw, "description"), **_convert_value_description(raw, at)}


def convert_value_schema(raw: Raw, at: Position) -> Any:
    """Return the schema of a parameter, a header or a form field."""
    if "schema" in raw:
        # Some documents use "schema" in non-body parameters, as in OpenAPI 3.0.
        return convert_schema(raw["schema"], at / "schema")
    facts = {
        key: value
        for key, value in raw.items()
        if key not in _NOT_IN_SCHEMAS and (not is_extension(key) or key == "x-nullable")
    }
    return convert_schema(facts, at)


def _convert_examples(raw: Raw, examples: Raw, at: Position) -> Raw:
    """Convert named examples of ``x-examples``, else ``x-example``."""
    if examples:
        at.rename("examples", "x-examples")
        return {"examples": {name: {"value": value} for name, value in examples.items()}}
    if "x-example" in raw:
        at.rename("example", "x-example")
        return {"example": raw["x-example"]}
    return {}


def _convert_value_description(raw: Raw, at: Position) -> Raw:
    inside = at.move("schema")
    examples = raw.get("x-examples")
    if isinstance(examples, list):
        examples = {str(number): value for number, value in enumerate(examples, start=1)}
    return {
        **convert_collection_format(raw, at.old, at.state),
        "schema": convert_value_schema(raw, inside),
        **_convert_examples(raw, as_object(examples), at),
        **get_extensions(raw, exclude=CONVERTED_EXTENSIONS),
    }


JSON = "application/json"
BYTES = "application/octet-stream"
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def media_type_names(value: Any) -> tuple[str, ...]:
    """Return the media types of a list without duplicates."""
    names = (name for name in as_list(value) if isinstance(name, str) and name.strip())
    return tuple(dict.fromkeys(names))


def is_body_parameter(raw: Raw) -> bool:
    """Return whether a parameter is the body or a form field."""
    return raw.get("in") in ("body", "formData")


def convert_request_body(
    parameters: Iterable[ResolvedObject], consumes: tuple[str, ...], at: Position
) -> Raw | None:
    """Return the request body of an operation, if there is one.

    :param parameters: the body and form parameters, in ascending precedence.
    :param at: the new path of the request body, and the original path of the parameters.
    """
    bodies: list[ResolvedObject] = []
    fields: dict[Any, ResolvedObject] = {}
    for found in parameters:
        if found.raw.get("in") == "body":
            bodies.append(found)
        else:
            fields[found.raw.get("name")] = found
    if not bodies:
        return _convert_form([*fields.values()], consumes, at) if fields else None
    for found in fields.values():
        at.state.report_ignored(
            found.path,
            f"the form field {quoted(str(found.raw.get('name')))} is beside a body, and an "
            "operation has one or the other; the field was ignored.",
        )
    body = bodies[-1]
    is_shared = body.path[:1] == ("parameters",) and len(body.path) == 2
    # Shared bodies have the media types of the document.
    if is_shared and consumes == media_type_names(at.state.data.get("consumes")):
        name = escape_pointer_part(str(body.path[1])).replace("%", "%25")
        return at.state.copy_reference({"$ref": f"#/parameters/{name}"})
    return convert_body_parameter(body.raw, at.inside(old=body.path), consumes)


def _convert_form(fields: list[ResolvedObject], consumes: tuple[str, ...], at: Position) -> Raw:
    at.move()
    # Files require multipart.
    has_file = any(found.raw.get("type") == "file" for found in fields)
    possible = (MULTIPART,) if has_file else (URLENCODED, MULTIPART)
    types = [name for name in consumes if name.partition(";")[0].strip() in possible]
    content = {name: _convert_form_fields(fields, name, at) for name in types or possible[:1]}
    is_required = any(found.raw.get("required") is True for found in fields)
    return drop_empty({"content": content, "required": is_required})


def convert_body_parameter(raw: Raw, at: Position, consumes: tuple[str, ...]) -> Raw:
    """Convert a body parameter to a request body; its name is dropped."""
    at.move()
    new: Raw = select_keys(raw, "description", "required")
    content: Raw = {}
    for name in consumes or (JSON,):
        media, inside = _convert_media_type(raw, name, at)
        content[name] = {**media, **_convert_body_examples(raw, name, inside)}
    return {**new, "content": content, **get_extensions(raw, exclude=CONVERTED_EXTENSIONS)}


def _convert_media_type(raw: Raw, name: str, at: Position) -> tuple[Raw, Position]:
    """Return the media type of a body with its schema, and its position."""
    inside = at.move("content", name)
    if "schema" not in raw:
        return {}, inside
    return {"schema": convert_schema(raw["schema"], (inside / "schema").move())}, inside


def _convert_body_examples(raw: Raw, name: str, at: Position) -> Raw:
    by_type = as_object(raw.get("x-examples"))
    if name in by_type:
        at.move("example", old=(*at.old, "x-examples", name))
        return {"example": by_type[name]}
    named = {key: value for key, value in by_type.items() if "/" not in key}
    return _convert_examples(raw, named, at)


def _convert_form_fields(fields: list[ResolvedObject], media_type: str, at: Position) -> Raw:
    around = at.inside("content", media_type, "schema")
    properties: Raw = {}
    encoding: Raw = {}
    for found in fields:
        name = str(found.raw.get("name"))
        position = around.move("properties", name, old=found.path)
        properties[name] = _convert_form_field(found.raw, position)
        style = convert_collection_format(found.raw, found.path, at.state)
        if style:
            encoding[name] = style
        if style.get("explode") is False and media_type == MULTIPART:
            at.state.report_loss(
                found.path,
                "OpenAPI 3.0 cannot express that a list is joined in one part of a form; each "
                "entry is shown as a part of its own.",
            )
    required = [str(found.raw.get("name")) for found in fields if found.raw.get("required") is True]
    schema = {"type": "object", "properties": properties, "required": required}
    return drop_empty({"schema": drop_empty(schema, "properties"), "encoding": encoding})


def _convert_form_field(raw: Raw, at: Position) -> Raw:
    return {
        **as_object(convert_value_schema(raw, at)),
        **select_keys(raw, "description"),
        **_convert_examples(raw, {}, at),
        **get_extensions(raw, exclude=CONVERTED_EXTENSIONS),
    }


def convert_response(raw: Raw, at: Position, produces: tuple[str, ...]) -> Raw:
    """Convert a response object, or a reference to one."""
    if "$ref" in raw:
        found = at.state.resolve(raw, at.old)
        # Shared responses have the media types of the document.
        is_same = produces == media_type_names(at.state.data.get("produces"))
        if is_same or "schema" not in found.raw:
            return at.state.copy_reference(raw)
        raw, at = found.raw, at.inside(old=found.path)
    at.move()
    parts = {
        "headers": {
            name: convert_header(value, at / "headers" / name)
            for name, value in iter_named_objects(raw.get("headers"))
        },
        "content": _convert_response_content(raw, at, produces),
    }
    return {**select_keys(raw, "description"), **drop_empty(parts), **get_extensions(raw)}


def _convert_response_content(raw: Raw, at: Position, produces: tuple[str, ...]) -> Raw:
    examples, schema = as_object(raw.get("examples")), raw.get("schema")
    named = {name: {"value": examples[name]} for name in examples if "/" not in name}
    types = dict.fromkeys(
        (
            *(produces if schema is not None else ()),
            *(name for name in examples if name not in named),
        )
    )
    if not types and schema is not None:
        types = {BYTES if as_object(schema).get("type") == "file" else JSON: None}
    elif not types and named:
        types = dict.fromkeys(produces[:1] or (JSON,))
    content: Raw = {}
    for media_type in types:
        media, inside = _convert_media_type(raw, media_type, at)
        if media_type in examples:
            inside.move("example", old=(*at.old, "examples", media_type))
            media["example"] = examples[media_type]
        elif named:
            media["examples"] = named
        content[media_type] = media
    return content


METHODS = tuple(method for method in ALL_METHODS if method not in ("trace", "query"))
"""The methods of Swagger 2.0."""

_PARAMETER: Mapping[str, Slot] = {"schema": Slot("schema"), "items": Slot("schema")}

GRAMMAR = Grammar(
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
    sections={"schema": ("definitions",), "parameter": ("parameters",), "response": ("responses",)},
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


def _convert_security_scheme(raw: Raw, at: Position) -> Raw:
    """Convert a security definition to a security scheme."""
    kind = raw.get("type")
    if kind == "apiKey":
        return dict(raw)
    return {
        **({"type": "http", "scheme": "basic"} if kind == "basic" else {"type": kind}),
        **select_keys(raw, "description"),
        **({"flows": _convert_flows(raw, at)} if kind == "oauth2" else {}),
        **get_extensions(raw),
    }


def _convert_flows(raw: Raw, at: Position) -> Raw:
    name = _FLOWS.get(str(raw.get("flow")))
    if name is None:
        return {}
    at.move("flows")
    at.move("flows", name)
    return {name: {"scopes": {}, **select_keys(raw, *_FLOW_KEYS)}}


_CONVERTED_OPERATION_KEYS = ("parameters", "consumes", "produces", "schemes", "responses")


def _convert_path_item(raw: Raw, at: Position) -> Raw:
    """Convert a path item with its operations."""
    shared = _body_parameters(raw, at)
    new: Raw = {}
    for key, value in raw.items():
        if key in METHODS and isinstance(value, dict):
            new[key] = _convert_operation(value, at / key, shared)
        elif key == "parameters":
            new |= _convert_parameters(raw, at)
        else:
            new[key] = value
    return new


def _convert_operation(raw: Raw, at: Position, shared: tuple[ResolvedObject, ...]) -> Raw:
    consumes, produces = (
        media_type_names(raw.get(key, at.state.data.get(key))) for key in ("consumes", "produces")
    )
    operation_bodies = _body_parameters(raw, at)
    bodies = [found for found in operation_bodies or shared if found.raw.get("in") == "body"]
    for found in bodies[:-1]:
        at.state.report_ignored(found.path, "an operation has one body; only the last one is used.")
    new = without_keys(raw, *_CONVERTED_OPERATION_KEYS)
    new |= _convert_parameters(raw, at)
    # The position of the path's parameters, if only these have form fields.
    original_path = at.old if operation_bodies else at.old[:-1]
    position = at.inside("requestBody", old=(*original_path, "parameters"))
    # A body replaces form fields of the path, and vice versa.
    kinds = {found.raw.get("in") for found in operation_bodies}
    inherited = (found for found in shared if not kinds or found.raw.get("in") in kinds)
    request_body = convert_request_body((*inherited, *operation_bodies), consumes, position)
    if request_body is not None:
        new["requestBody"] = request_body
    if "responses" in raw:
        convert = partial(convert_response, produces=produces)
        new["responses"] = _convert_members(raw["responses"], at / "responses", convert)
    return new | _convert_operation_servers(raw, at)


def _convert_operation_servers(raw: Raw, at: Position) -> Raw:
    if "schemes" not in raw or raw["schemes"] == at.state.data.get("schemes"):
        return {}
    servers = _convert_servers(at.state.data, raw["schemes"])
    if servers == _convert_servers(at.state.data):
        return {}
    return _add_servers(servers, at.inside(old=(*at.old, "schemes")))


def _add_servers(servers: list[Raw], at: Position) -> Raw:
    """Return the key for servers, all of which come from one value."""
    for index in range(len(servers)):
        at.move("servers", index)
        at.move("servers", index, "url")
    return drop_empty({"servers": servers})


def _convert_parameters(raw: Raw, at: Position) -> Raw:
    """Convert the parameters of a list, without body and form parameters."""
    new: list[Any] = []
    for index, parameter in enumerate(as_list(raw.get("parameters"))):
        if not isinstance(parameter, dict):
            continue
        found = at.state.resolve(parameter, ())
        if is_body_parameter(found.raw):
            continue
        position = at.move("parameters", len(new), old=(*at.old, "parameters", index))
        new.append(convert_parameter(parameter, position))
    return {"parameters": new} if new else {}


def _body_parameters(raw: Raw, at: Position) -> tuple[ResolvedObject, ...]:
    """Return the body and form parameters of a list with references resolved."""
    resolved = (
        at.state.resolve(parameter, (*at.old, "parameters", index))
        for index, parameter in enumerate(as_list(raw.get("parameters")))
    )
    return tuple(found for found in resolved if is_body_parameter(found.raw))


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
    state.root.move("openapi", old=("swagger",))
    host = state.root.inside(old=("host" if "host" in data else "basePath",))
    new: Raw = {
        "openapi": VERSION,
        **without_keys(data, *_CONVERTED_KEYS),
        **_add_servers(_convert_servers(data), host),
    }
    if "paths" in data:
        new["paths"] = _convert_members(data["paths"], state.root / "paths", _convert_path_item)
    components = drop_empty(_convert_components(state))
    if components:
        new["components"] = components
    state.resolve_references()
    return new


def _convert_members(raw: Any, at: Position, convert: Callable[[Raw, Position], Raw]) -> Raw:
    """Convert the members of an object that may have extensions."""
    return {
        key: value if is_extension(key) else convert(as_object(value), at / key)
        for key, value in as_object(raw).items()
    }


def _convert_components(state: ConversionState) -> Raw:
    produces = media_type_names(state.data.get("produces"))
    around = state.root.move("components", "schemas", old=("definitions",))
    members = as_object(state.data.get("definitions"))
    schemas = {name: convert_schema(value, around / name) for name, value in members.items()}
    add_discriminator_mappings(schemas)
    return {
        "schemas": schemas,
        "parameters": {
            name: convert_parameter(raw, at)
            for name, raw, at in _section_entries("parameters", "parameters", state)
            if not is_body_parameter(state.resolve(raw, at.old).raw)
        },
        "requestBodies": _convert_shared_bodies(state),
        "responses": {
            name: convert_response(raw, at, produces)
            for name, raw, at in _section_entries("responses", "responses", state)
        },
        "securitySchemes": {
            name: _convert_security_scheme(value, at)
            for name, value, at in _section_entries("securityDefinitions", "securitySchemes", state)
        },
    }


def _section_entries(old: str, new: str, state: ConversionState) -> list[tuple[str, Raw, Position]]:
    around = state.root.move("components", new, old=(old,))
    return [(name, value, around / name) for name, value in iter_named_objects(state.data.get(old))]


def _convert_shared_bodies(state: ConversionState) -> Raw:
    consumes = media_type_names(state.data.get("consumes"))
    bodies: Raw = {}
    for name, raw in iter_named_objects(state.data.get("parameters")):
        old = ("parameters", name)
        found = state.resolve(raw, old)
        if found.raw.get("in") == "body":
            position = state.root.move("components", "requestBodies", name, old=old)
            position = position.inside(old=found.path)
            bodies[name] = convert_body_parameter(found.raw, position, consumes)
    return bodies


def convert_bundle(bundle: Bundle) -> Bundle:
    """Validate a Swagger 2.0 document, and convert its valid part to OpenAPI 3.0."""
    # A document with "openapi: 2.0" got a warning when its version was detected.
    checked = ValidatedDocument({**without_keys(bundle.data, "openapi"), "swagger": "2.0"}, "2.0")
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
