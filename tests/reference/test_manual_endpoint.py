"""Endpoints that a page describes in its own words."""

import json

import pytest

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.reference.views.manual_endpoint import (
    ManualEndpoint,
    ManualField,
    endpoint_operation,
    endpoint_view,
    parse_type,
)
from sphinx_sitejson.settings.site import Auth

STRING, OBJECT = {"type": "string"}, {"type": "object"}


@pytest.mark.parametrize(
    ("words", "schema"),
    [
        ("", {}),
        ("string", STRING),
        ("Str", STRING),
        ("url", {"type": "string", "format": "uri"}),
        ("uuid", {"type": "string", "format": "uuid"}),
        ("date", {"type": "string", "format": "date"}),
        ("int", {"type": "integer"}),
        ("long", {"type": "number"}),
        ("bool", {"type": "boolean"}),
        ("dict", OBJECT),
        ("map<string, int>", OBJECT),
        ("list", {"type": "array", "items": {}}),
        ("string[]", {"type": "array", "items": STRING}),
        ("array<int>", {"type": "array", "items": {"type": "integer"}}),
        ("array<array<bool>>", {"type": "array", "items": parse_type("bool[]")}),
        ("array of strings", {"type": "array", "items": STRING}),
        ("object[][]", {"type": "array", "items": {"type": "array", "items": OBJECT}}),
        ("enum<string>", STRING),
        ("file", {"type": "string", "format": "binary"}),
        ("any", {}),
        ("null", {"type": "null"}),
        ("string | null", {"type": ["string", "null"]}),
        ("integer or string", {"type": "integer"}),
        ("'up' | 'down'", {"type": "string", "enum": ["up", "down"]}),
        ("string (at most 20 characters)", STRING),
        ("UserStatus", OBJECT),
        ("[" * 50_000, OBJECT),
    ],
)
def test_words_for_types(words, schema):
    assert parse_type(words) == schema


def test_deep_types_end():
    assert parse_type("string" + "[]" * 10_000)["type"] == "array"


def field(name, location="body", **more):
    return ManualField(name=name, location=location, **more)


ENDPOINT = ManualEndpoint(
    method="POST",
    url="https://api.test/v1/users/{id}",
    fields=(
        field("id", "path", type_text="string", required=True),
        field("limit", "query", type_text="integer", initial="5"),
        field("name", type_text="string", required=True, default='"Ada"'),
        field("pets", type_text="array", fields=(field("kind", type_text="enum", required=True),)),
        field("ok", "response", type_text="boolean", required=True),
    ),
)


def test_an_endpoint_becomes_an_operation():
    document, operation = endpoint_operation(ENDPOINT)
    assert operation.key == "POST /v1/users/{id}"
    assert [(one.name, one.location, one.required) for one in operation.parameters] == [
        ("id", "path", True),
        ("limit", "query", False),
    ]
    raw = document.data["paths"]["/v1/users/{id}"]["post"]
    schema = raw["requestBody"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["name"]
    assert schema["properties"]["pets"]["items"]["required"] == ["kind"]
    assert operation.responses[0].status == "200"


def test_its_view_has_samples_and_its_own_url():
    view = endpoint_view(ENDPOINT, ReferenceOptions(base_urls=("https://other.test",)))
    assert [server.url for server in view.servers] == ["https://api.test"]
    curl = view.samples[0].code
    assert "https://api.test/v1/users/id?limit=5" in curl
    assert '"name": "Ada"' in curl
    assert view.response_examples == ()


def test_settings_give_the_url_and_the_way_to_authorise():
    endpoint = ManualEndpoint(method="GET", url="/ships")
    options = ReferenceOptions(base_urls=("https://api.test",), auth=Auth(method="bearer"))
    view = endpoint_view(endpoint, options)
    assert view.path == "/ships"
    assert "Authorization: Bearer <token>" in view.samples[0].code


@pytest.mark.parametrize(
    ("method", "words"),
    [("none", None), ("basic", "--user"), ("key", "X-API-Key"), ("bearer", "Bearer <token>")],
)
def test_a_page_may_authorise_in_another_way(method, words):
    endpoint = ManualEndpoint(method="GET", url="/ships", auth_method=method)
    options = ReferenceOptions(base_urls=("https://api.test",), auth=Auth(method="bearer"))
    code = endpoint_view(endpoint, options).samples[0].code
    assert (words in code) if words else ("Authorization" not in code)


def test_a_header_for_credentials_is_a_credential():
    endpoint = ManualEndpoint(
        method="GET",
        url="/ships",
        fields=(field("Authorization", "header", default=json.dumps("Bearer TOKEN")),),
    )
    view = endpoint_view(endpoint, ReferenceOptions())
    assert "Authorization: Bearer <token>" in view.samples[0].code
    assert view.parameters == ()


def test_a_file_makes_a_form():
    endpoint = ManualEndpoint(
        method="PUT", url="/a", fields=(field("picture", type_text="file", required=True),)
    )
    _, operation = endpoint_operation(endpoint)
    assert operation.request_body is not None
    assert operation.request_body.content[0].name == "multipart/form-data"


def test_a_method_that_openapi_does_not_know_is_kept():
    document, operation = endpoint_operation(ManualEndpoint(method="PURGE", url="/cache"))
    assert operation.key == "PURGE /cache"
    assert document.operations == ()
