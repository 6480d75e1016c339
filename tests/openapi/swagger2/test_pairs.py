"""Each construct of Swagger 2.0 beside what it becomes in OpenAPI 3.0."""

from typing import Any

import pytest

from sphinx_sitejson.openapi.validation.validator import ValidatedDocument

from .support import convert_document

OK = {"200": {"description": "ok"}}
CAR = {"$ref": "#/definitions/Car"}
NEW_CAR = {"$ref": "#/components/schemas/Car"}


def swagger(**keys: Any) -> dict[str, Any]:
    return {
        "swagger": "2.0",
        "info": {"title": "Garage", "version": "1"},
        "paths": {},
        "definitions": {"Car": {"type": "object"}},
        **keys,
    }


def operation(method: str = "post", **keys: Any) -> dict[str, Any]:
    return {"paths": {"/cars": {method: {"responses": OK, **keys}}}}


def new_operation(document: dict[str, Any], method: str = "post") -> dict[str, Any]:
    """Convert a document that is sound, to one that is; return its only operation."""
    assert ValidatedDocument(document, "2.0").findings == ()
    result = convert_document(document)
    assert ValidatedDocument(result.data, "3.0").findings == ()
    return result.data["paths"]["/cars"][method]


@pytest.mark.parametrize(
    ("old", "urls"),
    [
        ({}, None),
        ({"basePath": "/"}, None),
        ({"basePath": "/v1"}, ["/v1"]),
        ({"basePath": "/v1", "schemes": ["https"]}, ["/v1"]),
        ({"host": "a.example.com"}, ["https://a.example.com"]),
        ({"host": "localhost:8080"}, ["http://localhost:8080"]),
        ({"host": "a.example.com", "basePath": "/v1/"}, ["https://a.example.com/v1"]),
        ({"host": "a.example.com:81", "basePath": "/", "schemes": ["http", "https"]},
         ["https://a.example.com:81", "http://a.example.com:81"]),
        ({"host": "a.example.com", "schemes": ["wss"]}, ["wss://a.example.com"]),
    ],
)  # fmt: skip
def test_servers(old, urls):
    document = swagger(**old)
    assert ValidatedDocument(document, "2.0").findings == ()
    servers = convert_document(document).data.get("servers")
    assert (servers and [server["url"] for server in servers]) == urls


@pytest.mark.parametrize(
    ("schemes", "urls"),
    [
        (["https"], None),
        (["http"], ["http://a.example.com/v1"]),
        (["ws", "wss"], ["wss://a.example.com/v1", "ws://a.example.com/v1"]),
    ],
)
def test_an_operation_may_have_schemes_of_its_own(schemes, urls):
    keys = {"host": "a.example.com", "basePath": "/v1", "schemes": ["https"]}
    found = new_operation(swagger(**keys, **operation(schemes=schemes))).get("servers")
    assert (found and [server["url"] for server in found]) == urls


@pytest.mark.parametrize(
    ("document", "own", "expected"),
    [
        (None, None, ["application/json"]),
        (["application/xml"], None, ["application/xml"]),
        (["application/xml"], ["text/csv", "text/plain"], ["text/csv", "text/plain"]),
        (["application/xml"], [], ["application/json"]),
    ],
)
def test_media_types_of_both_levels(document, own, expected):
    body = [{"in": "body", "name": "car", "required": True, "schema": CAR}]
    answer = {"200": {"description": "ok", "schema": CAR}}
    levels = {"consumes": document, "produces": document} if document is not None else {}
    own_levels = {"consumes": own, "produces": own} if own is not None else {}
    document = swagger(**levels, **operation(parameters=body, **own_levels))
    document["paths"]["/cars"]["post"]["responses"] = answer

    found = new_operation(document)

    content = {name: {"schema": NEW_CAR} for name in expected}
    assert found["requestBody"] == {"required": True, "content": content}
    assert found["responses"] == {"200": {"description": "ok", "content": content}}
    assert not {"consumes", "produces", "parameters"} & found.keys()


PARAMETERS = [
    ({"in": "query", "name": "a", "type": "string", "description": "d", "required": True},
     {"in": "query", "name": "a", "description": "d", "required": True,
      "schema": {"type": "string"}}),
    ({"in": "query", "name": "a", "type": "integer", "format": "int64", "default": 3},
     {"in": "query", "name": "a", "schema": {"type": "integer", "format": "int64", "default": 3}}),
    ({"in": "query", "name": "a", "type": "string", "enum": ["x"], "allowEmptyValue": True},
     {"in": "query", "name": "a", "allowEmptyValue": True,
      "schema": {"type": "string", "enum": ["x"]}}),
    ({"in": "header", "name": "a", "type": "number", "minimum": 1, "exclusiveMinimum": True},
     {"in": "header", "name": "a",
      "schema": {"type": "number", "minimum": 1, "exclusiveMinimum": True}}),
    ({"in": "query", "name": "a", "type": "string", "x-example": "b", "x-order": 2},
     {"in": "query", "name": "a", "schema": {"type": "string"}, "example": "b", "x-order": 2}),
    ({"in": "query", "name": "a", "type": "string", "x-examples": {"one": "b", "two": "c"}},
     {"in": "query", "name": "a", "schema": {"type": "string"},
      "examples": {"one": {"value": "b"}, "two": {"value": "c"}}}),
    ({"in": "query", "name": "a", "type": "string", "x-examples": ["b"]},
     {"in": "query", "name": "a", "schema": {"type": "string"}, "examples": {"1": {"value": "b"}}}),
    ({"in": "query", "name": "a", "type": "string", "x-nullable": True},
     {"in": "query", "name": "a", "schema": {"type": "string", "nullable": True}}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), PARAMETERS)
def test_parameters(old, new):
    assert new_operation(swagger(**operation(parameters=[old])))["parameters"] == [new]


COMMAS = "requests are shown with commas"


@pytest.mark.parametrize(
    ("where", "written", "style", "explode", "is_lost"),
    [
        ("query", None, "form", False, False),
        ("query", "csv", "form", False, False),
        ("query", "ssv", "spaceDelimited", False, False),
        ("query", "pipes", "pipeDelimited", False, False),
        ("query", "multi", "form", True, False),
        ("query", "tsv", "form", False, True),
        ("path", None, "simple", None, False),
        ("path", "csv", "simple", None, False),
        ("path", "ssv", "simple", None, True),
        ("path", "tsv", "simple", None, True),
        ("path", "pipes", "simple", None, True),
        ("header", None, "simple", None, False),
        ("header", "csv", "simple", None, False),
        ("header", "pipes", "simple", None, True),
    ],
)
def test_lists_in_parameters(where, written, style, explode, is_lost):
    old = {"in": where, "name": "a", "type": "array", "items": {"type": "string"}}
    old |= {"collectionFormat": written} if written else {}
    old |= {"required": True} if where == "path" else {}
    document = swagger(paths={"/cars": {"get": {"parameters": [old], "responses": OK}}})

    result = convert_document(document)
    (new,) = new_operation(document, "get")["parameters"]

    assert (new["style"], new.get("explode")) == (style, explode)
    assert new["schema"] == {"type": "array", "items": {"type": "string"}}
    at = ("paths", "/cars", "get", "parameters", 0, "collectionFormat")
    assert [path for path, message in result.losses if COMMAS in message] == [at] * is_lost


@pytest.mark.parametrize(
    ("written", "encoding", "is_lost"),
    [
        (None, {"style": "form", "explode": False}, False),
        ("ssv", {"style": "spaceDelimited", "explode": False}, False),
        ("pipes", {"style": "pipeDelimited", "explode": False}, False),
        ("multi", {"style": "form", "explode": True}, False),
        ("tsv", {"style": "form", "explode": False}, True),
    ],
)
def test_lists_in_forms(written, encoding, is_lost):
    old = {"in": "formData", "name": "a", "type": "array", "items": {"type": "string"}}
    old |= {"collectionFormat": written} if written else {}
    document = swagger(**operation(parameters=[old]))

    content = new_operation(document)["requestBody"]["content"]

    assert content == {
        "application/x-www-form-urlencoded": {
            "schema": {
                "type": "object",
                "properties": {"a": {"type": "array", "items": {"type": "string"}}},
            },
            "encoding": {"a": encoding},
        }
    }
    assert bool(convert_document(document).losses) == is_lost


def test_a_list_that_is_joined_in_a_part_of_a_form_is_a_loss():
    old = {"in": "formData", "name": "a", "type": "array", "items": {"type": "string"}}
    document = swagger(**operation(parameters=[old], consumes=["multipart/form-data"]))
    ((path, message),) = convert_document(document).losses
    assert path == ("paths", "/cars", "post", "parameters", 0)
    assert "each entry is shown as a part of its own" in message


def test_a_list_inside_a_list_loses_how_it_is_joined():
    inner = {"type": "array", "items": {"type": "string"}, "collectionFormat": "pipes"}
    old = {"in": "query", "name": "a", "type": "array", "items": inner}
    document = swagger(**operation(parameters=[old]))
    (new,) = new_operation(document)["parameters"]
    assert new["schema"]["items"] == {"type": "array", "items": {"type": "string"}}
    ((path, message),) = convert_document(document).losses
    assert path[-3:] == (0, "items", "collectionFormat")
    assert '"pipes"' in message


@pytest.mark.parametrize(
    ("consumes", "kind", "expected"),
    [
        (None, "string", ["application/x-www-form-urlencoded"]),
        (None, "file", ["multipart/form-data"]),
        (["application/json"], "string", ["application/x-www-form-urlencoded"]),
        (["application/x-www-form-urlencoded"], "file", ["multipart/form-data"]),
        (["multipart/form-data"], "string", ["multipart/form-data"]),
        (["multipart/form-data", "application/x-www-form-urlencoded"], "string",
         ["multipart/form-data", "application/x-www-form-urlencoded"]),
    ],
)  # fmt: skip
def test_media_types_of_forms(consumes, kind, expected):
    field = {"in": "formData", "name": "a", "type": kind}
    levels = {"consumes": consumes} if consumes else {}
    found = new_operation(swagger(**operation(parameters=[field], **levels)))
    assert [*found["requestBody"]["content"]] == expected


FILE = {"type": "string", "format": "binary"}
NAMES = {"type": "array", "items": {"type": "string"}}

BODIES = [
    # Form fields and files.
    ({"parameters": [
        {"in": "formData", "name": "photo", "type": "file", "required": True, "description": "d"},
        {"in": "formData", "name": "note", "type": "string", "maxLength": 9, "x-example": "e"}]},
     {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": {
         "type": "object",
         "properties": {"photo": {**FILE, "description": "d"},
                        "note": {"type": "string", "maxLength": 9, "example": "e"}},
         "required": ["photo"]}}}}}),
    # Examples of a body.
    ({"consumes": ["application/json", "text/csv"],
      "parameters": [{"in": "body", "name": "car", "schema": CAR, "description": "d",
                      "x-examples": {"application/json": {"a": 1}}}]},
     {"requestBody": {"description": "d", "content": {
         "application/json": {"schema": NEW_CAR, "example": {"a": 1}},
         "text/csv": {"schema": NEW_CAR}}}}),
    # Responses with headers and examples.
    ({"produces": ["application/json", "application/xml"], "responses": {
        "200": {"description": "d", "schema": CAR, "x-note": 1,
                "headers": {"X-Left": {"type": "integer", "description": "h"}, "X-Names": NAMES},
                "examples": {"application/json": {"a": 1}, "text/html": "<b>"}},
        "default": {"description": ""}}},
     {"responses": {
         "200": {"description": "d", "x-note": 1,
                 "headers": {"X-Left": {"description": "h", "schema": {"type": "integer"}},
                             "X-Names": {"style": "simple", "schema": NAMES}},
                 "content": {"application/json": {"schema": NEW_CAR, "example": {"a": 1}},
                             "application/xml": {"schema": NEW_CAR},
                             "text/html": {"schema": NEW_CAR, "example": "<b>"}}},
         "default": {"description": ""}}}),
    # A response that is a file, without and with a media type.
    ({"responses": {"200": {"description": "d", "schema": {"type": "file"}}}},
     {"responses": {"200": {"description": "d",
                            "content": {"application/octet-stream": {"schema": FILE}}}}}),
    ({"produces": ["application/pdf"],
      "responses": {"200": {"description": "d", "schema": {"type": "file"}}}},
     {"responses": {"200": {"description": "d",
                            "content": {"application/pdf": {"schema": FILE}}}}}),
    # Examples that have names in place of media types.
    ({"responses": {"200": {"description": "d", "examples": {"small": {"a": 1}}}}},
     {"responses": {"200": {"description": "d", "content": {
         "application/json": {"examples": {"small": {"value": {"a": 1}}}}}}}}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), BODIES)
@pytest.mark.parametrize("levels", [(), ("consumes", "produces")], ids=["operation", "document"])
def test_bodies_and_responses(old, new, levels):
    shared = {key: old[key] for key in levels if key in old}
    document = swagger(**shared, **operation(**{key: old[key] for key in old.keys() - shared}))
    found = new_operation(document)
    assert {key: found[key] for key in new} == new


SECURITY = [
    ({"type": "basic", "description": "d"},
     {"type": "http", "scheme": "basic", "description": "d"}),
    ({"type": "apiKey", "in": "header", "name": "X-Key", "x-a": 1},
     {"type": "apiKey", "in": "header", "name": "X-Key", "x-a": 1}),
    ({"type": "oauth2", "flow": "implicit", "authorizationUrl": "https://a",
      "scopes": {"r": "read"}},
     {"type": "oauth2",
      "flows": {"implicit": {"authorizationUrl": "https://a", "scopes": {"r": "read"}}}}),
    ({"type": "oauth2", "flow": "password", "tokenUrl": "https://t", "scopes": {}},
     {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://t", "scopes": {}}}}),
    ({"type": "oauth2", "flow": "application", "tokenUrl": "https://t"},
     {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://t", "scopes": {}}}}),
    ({"type": "oauth2", "flow": "accessCode", "authorizationUrl": "https://a",
      "tokenUrl": "https://t"},
     {"type": "oauth2",
      "flows": {"authorizationCode": {"authorizationUrl": "https://a", "tokenUrl": "https://t",
                                      "scopes": {}}}}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), SECURITY)
def test_ways_to_log_in(old, new):
    document = swagger(securityDefinitions={"way": old}, security=[{"way": []}])
    result = convert_document(document)
    assert result.data["components"]["securitySchemes"] == {"way": new}
    assert result.data["security"] == [{"way": []}]
    assert ValidatedDocument(result.data, "3.0").findings == ()


SCHEMAS = [
    ({"type": "string", "x-nullable": True}, {"type": "string", "nullable": True}),
    ({**CAR, "x-nullable": True}, {**NEW_CAR, "nullable": True}),
    ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
    ({"type": ["string"]}, {"type": "string"}),
    ({"type": ["string", "integer"]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
    ({"type": "null"}, {"nullable": True, "enum": [None]}),
    ({"type": "object", "discriminator": "kind", "required": ["kind"]},
     {"type": "object", "discriminator": {"propertyName": "kind"}, "required": ["kind"]}),
    ({"allOf": [CAR, {"x-a": 1}]}, {"allOf": [NEW_CAR, {"x-a": 1}]}),
    ({"type": "array", "items": CAR}, {"type": "array", "items": NEW_CAR}),
    ({"additionalProperties": CAR}, {"additionalProperties": NEW_CAR}),
    ({"properties": {"x-nullable": CAR}}, {"properties": {"x-nullable": NEW_CAR}}),
    ({"properties": {"discriminator": CAR}}, {"properties": {"discriminator": NEW_CAR}}),
    ({"example": CAR, "default": CAR}, {"example": CAR, "default": CAR}),
    ({"type": "string", "x-example": "a"}, {"type": "string", "example": "a"}),
    ({"type": "string", "x-more": CAR}, {"type": "string", "x-more": CAR}),
    ({"xml": {"name": "a"}, "readOnly": True}, {"xml": {"name": "a"}, "readOnly": True}),
    ({"type": "array", "items": [{"type": "string"}, {"type": "null"}]},
     {"type": "array", "items": {"anyOf": [{"type": "string"}], "nullable": True}}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), SCHEMAS)
def test_schemas(old, new):
    document = swagger(definitions={"Car": {"type": "object"}, "A": old})
    assert ValidatedDocument(document, "2.0").findings == ()
    result = convert_document(document)
    assert result.data["components"]["schemas"]["A"] == new
    assert ValidatedDocument(result.data, "3.0").findings == ()


@pytest.mark.parametrize("key", ["x-discriminator-value", "x-ms-discriminator-value"])
def test_values_that_schemas_claim_for_themselves(key):
    base = {"type": "object", "discriminator": "kind", "required": ["kind"]}
    part = {"allOf": [{"$ref": "#/definitions/Base"}], key: "v1"}
    result = convert_document(swagger(definitions={"Base": base, "Part": part}))
    assert result.data["components"]["schemas"]["Base"]["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"v1": "#/components/schemas/Part"},
    }


def test_what_is_the_same_stays():
    keys = {
        "tags": [{"name": "a", "x-displayName": "A"}],
        "externalDocs": {"url": "https://example.com"},
        "x-tagGroups": [{"name": "g"}],
    }
    result = convert_document(swagger(**keys, paths={"x-note": 1, "/a": {"x-own": 2}}))
    assert keys.items() <= result.data.items()
    assert result.data["paths"] == {"x-note": 1, "/a": {"x-own": 2}}
    assert result.data["openapi"].startswith("3.0")
    assert "swagger" not in result.data


def test_the_old_document_is_not_changed():
    import copy

    base = {"type": "object", "discriminator": {"propertyName": "a", "mapping": {"b": "C"}}}
    part = {"allOf": [{"$ref": "#/definitions/Base"}], "x-discriminator-value": "v1"}
    document = swagger(
        definitions={"Base": base, "Part": part},
        parameters={"B": {"in": "body", "name": "b", "schema": {"$ref": "#/definitions/Part"}}},
        **operation(parameters=[{"$ref": "#/parameters/B"}]),
    )
    before = copy.deepcopy(document)
    convert_document(document)
    assert document == before
