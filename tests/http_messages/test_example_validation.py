"""Examples that do not match their schemas."""

import pytest

from sphinx_sitejson.http_messages.example_validation import ExampleValidator
from sphinx_sitejson.openapi.document import OpenApiDocument

LAMP = {"$ref": "#/components/schemas/Lamp"}


def document(paths=None, schemas=None, version="3.1.0"):
    data = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": paths or {},
        "components": {"schemas": schemas or {}},
    }
    return OpenApiDocument(data, name="t", location="/t.json", version=version)


def answer(schema, **media):
    content = {"application/json": {"schema": schema, **media}}
    return {"/x": {"get": {"responses": {"200": {"description": "x", "content": content}}}}}


def misfits(*arguments, **options):
    return ExampleValidator(document(*arguments, **options)).find_invalid_examples()


def reasons(*arguments, **options):
    return [reason for _path, _place, reason in misfits(*arguments, **options)]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize(
    ("schema", "value", "reason"),
    [
        ({"type": "integer"}, 3, None),
        ({"type": "integer"}, "3", '"3" is not of type "integer"'),
        ({"type": "object", "required": ["a"]}, {}, '"a" is a required property'),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, '{"a": "x"}', None),
        ({"enum": ["a"]}, "b", '"b" is not one of "a"'),
        ({"type": "string", "pattern": "^a$"}, "b", '"b" does not match "^a$"'),
        ({"type": "string", "pattern": "(?<bad"}, "b", None),
        ({"type": "string", "format": "email"}, "no email", None),
        ({"type": "wrong"}, 3, None),
        (LAMP, {"id": "x"}, '"x" is not of type "integer" (at id)'),
        ({"$ref": "#/components/schemas/Gone"}, 3, None),
        ({"type": "array", "items": LAMP}, [{"id": 1}], None),
        # Schemas that are meant to exclude each other seldom do.
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, 3, None),
        ({"oneOf": [{"type": "integer"}]}, "a", '"a" matches none of the variants'),
        ({"oneOf": [{}], "anyOf": [{"minimum": 5}]}, 3, "3 matches none of the variants"),
    ],
)  # fmt: skip
def test_an_example_of_a_body(schema, value, reason, version):
    schemas = {"Lamp": {"type": "object", "properties": {"id": {"type": "integer"}}}}
    found = reasons(answer(schema, example=value), schemas, version=version)

    assert found == ([reason] if reason else [])


def test_keywords_of_openapi_3_0():
    older = {"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}

    assert reasons(answer(older, example=None), version="3.0.0") == []
    assert len(reasons(answer(older, example=1), version="3.0.0")) == 1
    assert reasons(answer(older, example=2), version="3.0.0") == []


def test_what_may_be_null_is_judged_by_its_own_rules():
    word = {"type": "string", "nullable": True, "minLength": 3}
    color = {"type": "string", "nullable": True, "enum": ["red"]}

    assert reasons(answer(word, example="a"), version="3.0.0") == [
        '"a" is shorter than 3 characters'
    ]
    assert reasons(answer(word, example=None), version="3.0.0") == []
    assert reasons(answer(color, example=None), version="3.0.0") == []
    assert len(reasons(answer(color, example="blue"), version="3.0.0")) == 1
    choice = {"nullable": True, "type": "string", "allOf": [{"minLength": 3}, {"type": "string"}]}
    assert reasons(answer(choice, example=None), version="3.0.0") == []


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("string", 1234, True),
        ("string", True, True),
        ("integer", "12", True),
        ("boolean", "true", True),
        ("integer", "many", False),
        ("string", ["a"], False),
        ("array", "a", False),
    ],
)
def test_parameters_and_headers_are_texts(kind, value, fits):
    schema = {"type": kind, "example": value}
    header = {"description": "x", "headers": {"X-A": {"schema": schema, "example": value}}}
    parameter = {"name": "q", "in": "query", "schema": schema, "example": value}
    paths = {"/x": {"get": {"parameters": [parameter], "responses": {"200": header}}}}

    assert len(list(misfits(paths))) == (0 if fits else 4)
    assert bool(reasons(answer({"type": kind}, example=value)))


def test_properties_of_one_direction_may_be_left_out():
    schemas = {
        "Id": {"type": "string", "readOnly": True},
        "Lamp": {"type": "object", "required": ["id", "secret", "name"],
                 "properties": {"id": {"$ref": "#/components/schemas/Id"},
                                "secret": {"type": "string", "writeOnly": True},
                                "name": {"type": "string"}}},
    }  # fmt: skip

    assert reasons(answer(LAMP, example={"name": "x"}), schemas) == []
    assert reasons(answer(LAMP, example={}), schemas) == ['"name" is a required property']


def test_examples_inside_schemas_and_their_places():
    schemas = {
        "Lamp": {
            "type": "object",
            "properties": {
                "a": {"type": "string", "example": 3},
                "b": {"type": "array", "items": {"type": "integer", "examples": [1, "x"]}},
                "c": {"$ref": "#/components/schemas/Lamp"},
            },
            "example": {"a": 1},
        }
    }
    found = [invalid[1:] for invalid in misfits({}, schemas)]

    assert found == [
        ("schema Lamp", '1 is not of type "string" (at a)'),
        ("schema Lamp.a", '3 is not of type "string"'),
        ("schema Lamp.b[]", '"x" is not of type "integer"'),
    ]


def test_named_examples_parameters_and_headers():
    paths = {
        "/x": {
            "get": {
                "parameters": [
                    {"name": "q", "in": "query", "schema": {"type": "integer"}, "example": "x"}
                ],
                "responses": {
                    "200": {
                        "description": "x",
                        "headers": {"X-A": {"schema": {"type": "integer"}, "example": "y"}},
                        "content": {
                            "application/json": {
                                "schema": {"type": "integer"},
                                "examples": {"one": {"value": 1}, "two": {"value": "2"}},
                            },
                            "text/plain": {"schema": {"type": "integer"}, "example": "z"},
                        },
                    }
                },
            }
        }
    }
    places = [place for _path, place, _reason in misfits(paths)]

    assert places == [
        "GET /x, parameter q",
        "GET /x, response 200, application/json, example two",
        "GET /x, response 200, header X-A",
    ]


def test_a_schema_that_contains_itself():
    schemas = {
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}},
                 "example": {"next": {"next": {"next": 3}}}},
    }  # fmt: skip

    assert reasons({}, schemas) == ['3 is not of type "object" (at next.next.next)']
