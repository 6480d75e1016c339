"""All that a page shows of a named schema, and where it is used."""

import pytest
from openapi.support import document_of

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.reference.views.context import reference_context
from sphinx_sitejson.reference.views.overview import schema_view

from .support import page_of, ref


def json_body(schema):
    return {"content": {"application/json": {"schema": schema}}}


DOCUMENT = document_of(
    {
        "/pets": {
            "parameters": [{"name": "k", "in": "query", "schema": ref("Kind")}],
            "get": {
                "summary": "List",
                "responses": {"200": {"$ref": "#/components/responses/Pets"}},
            },
            "post": {
                "requestBody": {**json_body(ref("Pet")), "x-hint": ref("Hidden")},
                "responses": {},
            },
        },
        "/internal": {"get": {"x-internal": True, "requestBody": json_body(ref("Pet"))}},
    },
    webhooks={"newPet": {"post": {"requestBody": json_body({"items": ref("Pet")})}}},
    components={
        "responses": {"Pets": json_body({"type": "array", "items": ref("Pet")})},
        "schemas": {
            "Pet": {
                "title": "A pet",
                "description": "D",
                "properties": {"kind": ref("Kind"), "parent": ref("Pet"), "example": ref("Odd")},
                "externalDocs": {"url": "https://x.test"},
                "example": {"kind": ref("Hidden")},
            },
            "Dog": {"allOf": [ref("Pet")]},
            "Kind": {"type": "string", "enum": ["dog"]},
            "Odd": {},
            "Hidden": {},
        },
    },
)


@pytest.mark.parametrize(
    ("name", "operations", "schemas"),
    [
        ("Pet", ("GET /pets", "POST /pets", "webhook newPet"), ("Dog",)),
        ("Kind", ("GET /pets", "POST /pets"), ("Pet",)),
        ("Odd", (), ("Pet",)),
        ("Hidden", (), ()),
        ("Nowhere", (), ()),
    ],
)
def test_where_a_schema_is_used(name, operations, schemas):
    context = reference_context(DOCUMENT, ReferenceOptions())

    assert tuple(context.operations_by_schema.get(name, ())) == operations
    assert tuple(context.schemas_by_schema.get(name, ())) == schemas


def test_page():
    view = schema_view(DOCUMENT, "Pet", ReferenceOptions())

    assert (view.name, view.title) == ("Pet", "A pet")
    assert view.body.description == "D\n\n[https://x.test](<https://x.test>)"
    assert [link.label for link in view.used_by_operations] == ["List", "Create a pet", "New pet"]
    assert [link.name for link in view.used_by_schemas] == ["Dog"]
    assert [field.id for field in view.body.group.fields] == [
        "schema-kind",
        "schema-parent",
        "schema-example",
    ]
    assert view.body.group.fields[0].link.document == "/api.json"
    assert view.example is not None


def test_components_in_a_circle_end():
    loop = {"$ref": "#/components/responses/B"}
    document = document_of(
        {"/a": {"get": {"responses": {"200": {"$ref": "#/components/responses/A"}}}}},
        components={"responses": {"A": loop, "B": {"$ref": "#/components/responses/A"}}},
    )

    assert reference_context(document, ReferenceOptions()).operations_by_schema == {}


def test_a_name_with_odd_characters():
    view = schema_view(
        document_of(components={"schemas": {"a/b~c%20": {"properties": {"x": {}}}}}),
        "a/b~c%20",
        ReferenceOptions(),
    )

    assert [field.name for field in view.body.group.fields] == ["x"]


@pytest.mark.parametrize("raw", [True, False, {}, {"type": "string"}, {"enum": ["a"]}])
def test_every_schema_has_a_page(raw):
    assert page_of(raw).name == "It"
