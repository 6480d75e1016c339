"""What playgrounds are made of: safe in a page, small, and told by a document or by hand."""

import json
from typing import Any

import pytest
from openapi.support import document_of

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.reference.playground.data import (
    MAX_INLINE_LENGTH,
    REQUEST_BUDGET,
    RESPONSE_BUDGET,
    PlaygroundData,
    parameter_data,
    playground_json,
    playground_mode,
)
from sphinx_sitejson.reference.playground.operation import operation_playground
from sphinx_sitejson.reference.views.context import reference_context
from sphinx_sitejson.reference.views.manual_endpoint import (
    ManualEndpoint,
    ManualField,
    endpoint_operation,
    endpoint_options,
    endpoint_view,
)
from sphinx_sitejson.reference.views.model import ServerView
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.settings.site import Auth

from .support import ref, request_of, response_of


def data_of(
    raw: dict[str, Any],
    *,
    method: str = "post",
    options: ReferenceOptions | None = None,
    **parts: Any,
) -> dict[str, Any]:
    """Return what the script of a page reads of an operation."""
    options = options or ReferenceOptions()
    document = document_of({"/pets/{id}": {method: raw}}, **parts)
    operation = document.operations[0]
    view = operation_view(document, operation, options)
    request = operation_playground(operation, view, reference_context(document, options))
    found: dict[str, Any] = json.loads(playground_json(request))
    return found


def test_no_text_ends_the_script_element():
    hostile = "</script><!--<script>\u2028&"
    data = PlaygroundData(
        values={"path": hostile, "parameters": [parameter_data(hostile, hostile, sample=hostile)]},
        definitions={hostile: json.dumps({"title": hostile})},
    )

    text = playground_json(data)

    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["path"] == hostile
    assert json.loads(text)["definitions"] == {hostile: {"title": hostile}}


def test_values_that_json_does_not_know_do_no_harm():
    nested: dict[str, Any] = {}
    nested["again"] = nested
    for value in (nested, float("nan"), float("inf")):
        parameter = parameter_data("a", "query", sample=value)
        data = PlaygroundData(values={"method": "GET", "parameters": [parameter]})
        assert json.loads(playground_json(data)) in (None, {"method": "GET"})


def test_schemas_keep_what_decides_over_values():
    schema = {
        "type": "object",
        "description": "Long words.",
        "x-vendor": 1,
        "required": ["a"],
        "properties": {
            "a": {"type": "string", "maxLength": 3, "example": "x", "description": "More."},
            "b": {"$ref": "#/components/schemas/B", "description": "Words."},
            "description": {"type": "string"},
        },
    }
    data = data_of(request_of(schema), components={"schemas": {"B": {"type": "integer"}}})

    assert data["bodies"][0]["schema"] == {
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"type": "string", "maxLength": 3}, "b": {"$ref": "B"},
                       "description": {"type": "string"}},
    }  # fmt: skip
    assert data["definitions"] == {"B": {"type": "integer"}}


def test_circles_and_crowds_stay_within_the_budget():
    schemas = {
        f"S{number}": {
            "type": "object",
            "properties": {
                f"p{index}": ref(f"S{(number * 7 + index) % 3000}") for index in range(20)
            },
        }
        for number in range(3000)
    }
    raw = {**request_of(ref("S1")), **response_of(ref("S2"))}
    data = data_of(raw, components={"schemas": schemas})
    size = len(json.dumps(data, separators=(",", ":")))

    assert "S1" in data["definitions"]
    assert "S2" in data["definitions"]
    assert size < REQUEST_BUDGET + RESPONSE_BUDGET + 2000


def test_a_large_schema_without_a_name_is_cut_below():
    deep: dict[str, Any] = {"type": "string"}
    for _level in range(5):
        deep = {"type": "object", "properties": {f"n{index}": deep for index in range(8)}}
    schema = data_of(request_of(deep))["bodies"][0]["schema"]

    assert len(json.dumps(schema)) <= MAX_INLINE_LENGTH * 1.2
    assert schema["properties"]["n1"]["type"] == "object"


def test_what_the_page_does_not_check_is_marked():
    """No page says that a body fits a schema which it has only in part."""
    for schema in (
        {"if": {"required": ["a"]}},
        {"dependentSchemas": {"a": {}}},
        {"unevaluatedProperties": False},
        {"contains": {"type": "string"}},
        {"enum": list(range(2000))},
        {"pattern": "a" * 1000},
    ):
        assert data_of(request_of(schema))["bodies"][0]["schema"].get("partial") is True, schema
    whole = {"type": "object", "title": "x" * 1000, "default": "y" * 1000, "deprecated": True}
    assert data_of(request_of(whole))["bodies"][0]["schema"] == {
        "type": "object",
        "deprecated": True,
    }


def test_what_is_cut_keeps_the_marks_of_secrets():
    leaf = {"type": "string", "format": "password", "writeOnly": True, "maxLength": 9}
    deep: dict[str, Any] = {"type": "object", "properties": {"word": leaf}}
    for _level in range(4):
        deep = {"type": "object", "properties": {f"n{index}": deep for index in range(8)}}
    schema = data_of(request_of(deep))["bodies"][0]["schema"]
    while "properties" in schema:
        schema = next(iter(schema["properties"].values()))
    assert schema == {"type": "object", "cut": True}

    hidden = {"type": "object", "then": {"properties": {"a": {"writeOnly": True}}}}
    assert data_of(request_of(hidden))["bodies"][0]["schema"]["cut"] is True


def test_numbers_keep_their_digits():
    text = """{"type": "number", "maximum": 9007199254740993, "minimum": 1.10, "enum": [1E400, -0],
        "default": 0.1000000000000000055}"""
    document = document_of({"/pets/{id}": {"post": request_of(read_json(text))}})
    operation, options = document.operations[0], ReferenceOptions()
    view = operation_view(document, operation, options)
    written = playground_json(
        operation_playground(operation, view, reference_context(document, options))
    )

    for number in ("9007199254740993", "1.10", "[1E400,-0]", "0.1000000000000000055"):
        assert f":{number}" in written, number


def test_parameters_say_how_they_are_written_and_what_they_start_with():
    raw = {
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                       {"name": "q", "in": "query", "schema": {"type": "string", "default": "x"}},
                       {"name": "f", "in": "query", "style": "deepObject", "explode": True,
                        "allowReserved": True, "schema": {"type": "object"}},
                       {"name": "j", "in": "header",
                        "content": {"application/json": {"schema": {}}}}],
    }  # fmt: skip
    path, query, deep, header = data_of(raw)["parameters"]

    assert (path["sample"], path["id"]) == ("id", "path-id")
    assert query["sample"] == "x"
    assert "style" not in query
    assert (deep["style"], deep["explode"], deep["reserved"]) == ("deepObject", True, True)
    assert header["type"] == "application/json"


ONE, ANY = {"enum": ["x"]}, {"type": "string"}


@pytest.mark.parametrize(
    ("parameter", "initial"),
    [
        # The document has the value, and samples show it.
        ({"required": True, "example": "x"}, "x"),
        ({"example": "x"}, "x"),
        ({"schema": {"type": "string", "examples": ["x"]}}, "x"),
        ({"required": True, "schema": {"default": "x"}}, "x"),
        ({"required": True, "schema": {"const": "Remove"}}, "Remove"),
        ({"required": True, "schema": {"type": "string", "enum": ["Remove"]}}, "Remove"),
        ({"required": True, "schema": {"enum": ["a", "b"]}}, "a"),
        ({"required": True, "schema": {"allOf": [{"type": "string"}, {"enum": ["a"]}]}}, "a"),
        ({"required": True, "schema": {"oneOf": [{"const": "a"}, {"const": "b"}]}}, "a"),
        ({"required": True, "schema": {"type": "array", "items": {"enum": ["a"]}}}, ["a"]),
        (
            {"required": True, "schema": {"properties": {"a": {"default": "x"}, "b": ANY}}},
            {"a": "x"},
        ),
        ({"required": True, "schema": {"properties": {"a": ONE}, "required": ["a"]}}, {"a": "x"}),
        # The value is generated, or no sample shows it.
        ({"required": True, "schema": {"type": "integer"}}, None),
        ({"required": True, "schema": {"type": "string", "enum": []}}, None),
        ({"required": True, "schema": {"properties": {"a": ANY}}}, None),
        ({"required": True, "schema": {"properties": {"a": ONE, "b": ANY}}}, None),
        ({"schema": {"default": "x"}}, None),
        ({"deprecated": True, "example": "x"}, None),
    ],
)
def test_the_form_starts_with_the_parameters_that_the_document_gives(parameter, initial):
    raw = {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}, **parameter}]}
    (found,) = (each for each in data_of(raw)["parameters"] if each["name"] == "q")
    assert found["sample"] == initial if initial else "given" not in found
    assert found.get("given", False) is (initial is not None)


def test_the_first_example_is_not_left_out_for_its_length():
    long = {"type": "object", "example": {"text": "x" * 12_000}}
    assert data_of(request_of(long))["bodies"][0]["examples"] == [["", long["example"]]]


def test_bodies_start_with_what_the_document_gives():
    made = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"default": 2}}}
    assert data_of(request_of(made))["bodies"][0]["examples"] == [["", {"b": 2}]]
    nothing = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert data_of(request_of(nothing))["bodies"][0]["examples"] == [["", {"a": "string"}]]
    examples = {"one": {"summary": "One", "value": {"a": "1"}}, "two": {"value": {"a": "2"}}}
    raw = {"requestBody": {"content": {"application/json": {"schema": made, "examples": examples}}}}
    assert data_of(raw)["bodies"][0]["examples"] == [["One", {"a": "1"}], ["two", {"a": "2"}]]


@pytest.mark.parametrize(
    ("schema", "kind", "text"),
    [
        (ANY, "multipart/form-data", "string"),
        ({"type": "object", "example": {"a": 1}}, "application/octet-stream", '{\n  "a": 1\n}'),
        ({"type": "array", "items": {"const": 1}}, "image/png", "[\n  1\n]"),
    ],
)
def test_bodies_that_samples_show_as_texts_are_texts(schema, kind, text):
    (body,) = data_of(request_of(schema, kind))["bodies"]

    assert (body["type"], body["kind"], body["examples"]) == (kind, "text", [["", text]])


def test_parts_of_forms_say_which_are_files():
    schema = {
        "type": "object",
        "properties": {
            "photo": {"type": "string", "format": "binary"},
            "many": {"type": "array", "items": {"type": "string", "format": "binary"}},
            "note": {"type": "string"},
        },
    }
    raw = request_of(schema, "multipart/form-data")
    media = raw["requestBody"]["content"]["multipart/form-data"]
    media["encoding"] = {"photo": {"contentType": "image/png, image/gif"}}

    assert data_of(raw)["bodies"][0]["parts"] == {
        "photo": {"type": "image/png, image/gif", "file": "image.png"},
        "many": {"file": "file.bin"},
    }


def test_security_of_the_document_and_of_the_site():
    schemes = {
        "key": {"type": "apiKey", "in": "cookie", "name": "sid"},
        "open": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/.well-known"},
        "digest": {"type": "http", "scheme": "digest"},
    }
    raw = {"security": [{"key": []}, {"open": ["read"], "digest": []}, {}]}
    parts = {"components": {"securitySchemes": schemes}}
    first, second, third = data_of(raw, **parts)["security"]

    assert (first[0]["kind"], first[0]["in"], first[0]["parameter"]) == ("key", "cookie", "sid")
    assert (second[0]["kind"], second[0]["scopes"]) == ("oauth2", ["read"])
    assert second[0]["metadata"] == "https://id.example/.well-known"
    assert (second[1]["kind"], second[1]["scheme"]) == ("digest", "Digest")
    assert third == []
    own = ReferenceOptions(auth=Auth(method="basic", name="account:pin"))
    scheme = data_of(raw, options=own, **parts)["security"][0][0]
    assert (scheme["kind"], scheme["username"], scheme["password"]) == ("basic", "account", "pin")
    assert "security" not in data_of({"security": []}, options=own, **parts)


@pytest.mark.parametrize(
    ("page", "site", "has_server", "expected"),
    [
        (None, "show", True, "show"),
        (None, "show", False, "simple"),
        ("simple", "show", True, "simple"),
        ("show", "hide", True, "show"),
        ("show", "hide", False, "simple"),
        ("other", "hide", True, "hide"),
        (None, "hide", False, "hide"),
    ],
)
def test_mode(page, site, has_server, expected):
    servers = (ServerView(url="https://a.example"),) if has_server else ()
    assert playground_mode(page, ReferenceOptions(playground=site), servers) == expected


def test_a_written_endpoint_asks_for_the_parts_of_its_path():
    endpoint = ManualEndpoint(
        method="GET",
        url="https://a.example/a/{b}/{c}/{b}",
        fields=(ManualField(name="b", location="path"), ManualField(name="q", location="query")),
    )
    options = ReferenceOptions(auth=Auth(method="key", input_prefix="sk_"))
    document, operation = endpoint_operation(endpoint)
    context = reference_context(document, endpoint_options(endpoint, options))
    request = operation_playground(operation, endpoint_view(endpoint, options), context)

    assert [parameter["name"] for parameter in request.values["parameters"]] == ["b", "c", "q"]
    assert request.values["security"][0][0]["prefix"] == "sk_"
    assert [server["url"] for server in request.values["servers"]] == ["https://a.example"]
