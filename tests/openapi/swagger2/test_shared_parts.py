"""Shared parts of Swagger 2.0 documents, and references to them from anywhere."""

from typing import Any

import pytest

from sphinx_sitejson.openapi.validation.validator import ValidatedDocument

from .support import convert_document
from .test_pairs import CAR, NEW_CAR, OK, new_operation, operation, swagger

BODY = {"in": "body", "name": "car", "schema": CAR, "required": True}
NEW_BODY = {"required": True, "content": {"application/json": {"schema": NEW_CAR}}}
SHARED = {
    "parameters": {"Body": BODY, "Field": {"in": "formData", "name": "note", "type": "string"},
                   "Limit": {"in": "query", "name": "limit", "type": "integer"}},
    "responses": {"Car": {"description": "a car", "schema": CAR}, "No": {"description": "no"}},
}  # fmt: skip


def referring(*names: str, **keys: Any) -> dict[str, Any]:
    parameters = [{"$ref": f"#/parameters/{name}"} for name in names]
    return swagger(**SHARED, **operation(parameters=parameters, **keys))


def test_shared_parameters_have_their_places():
    document = referring("Limit", "Body")
    assert new_operation(document)["parameters"] == [{"$ref": "#/components/parameters/Limit"}]
    assert new_operation(document)["requestBody"] == {"$ref": "#/components/requestBodies/Body"}
    components = convert_document(document).data["components"]
    assert components["requestBodies"] == {"Body": NEW_BODY}
    assert components["parameters"] == {
        "Limit": {"in": "query", "name": "limit", "schema": {"type": "integer"}}
    }


def test_a_shared_body_is_written_out_where_the_media_types_differ():
    document = referring("Body", consumes=["text/csv"])
    content = {"text/csv": {"schema": NEW_CAR}}
    assert new_operation(document)["requestBody"] == {"required": True, "content": content}


def test_a_shared_form_field_is_written_out():
    found = new_operation(referring("Field"))
    (content,) = found["requestBody"]["content"].values()
    assert content["schema"]["properties"] == {"note": {"type": "string"}}


def test_a_shared_parameter_may_be_a_reference_itself():
    document = referring("Other")
    document["parameters"] = {**SHARED["parameters"], "Other": {"$ref": "#/parameters/Body"}}
    found = convert_document(document).data
    assert found["paths"]["/cars"]["post"]["requestBody"] == {
        "$ref": "#/components/requestBodies/Body"
    }


@pytest.mark.parametrize(
    ("produces", "expected"),
    [
        (None, {"$ref": "#/components/responses/Car"}),
        (["text/csv"], {"description": "a car", "content": {"text/csv": {"schema": NEW_CAR}}}),
    ],
)
def test_shared_responses(produces, expected):
    document = referring(**({"produces": produces} if produces else {}))
    document["paths"]["/cars"]["post"]["responses"] = {
        "200": {"$ref": "#/responses/Car"},
        "404": {"$ref": "#/responses/No"},
    }
    assert new_operation(document)["responses"] == {
        "200": expected,
        "404": {"$ref": "#/components/responses/No"},
    }


PATH_LEVEL = [
    ([BODY], [], NEW_BODY),
    ([{"$ref": "#/parameters/Body"}], [], {"$ref": "#/components/requestBodies/Body"}),
    ([BODY], [{**BODY, "required": False}], {**NEW_BODY, "required": False}),
    (
        [BODY],
        [{"$ref": "#/parameters/Field"}],
        {
            "content": {
                "application/x-www-form-urlencoded": {
                    "schema": {"type": "object", "properties": {"note": {"type": "string"}}}
                }
            }
        },
    ),
    ([{"$ref": "#/parameters/Field"}], [BODY], NEW_BODY),
]


@pytest.mark.parametrize(("shared", "own", "expected"), PATH_LEVEL)
def test_a_path_may_have_the_body_of_its_operations(shared, own, expected):
    document = swagger(
        **SHARED,
        paths={"/cars": {"parameters": shared, "post": {"parameters": own, "responses": OK}}},
    )
    assert new_operation(document)["requestBody"] == expected
    assert "parameters" not in convert_document(document).data["paths"]["/cars"]


def test_a_field_of_an_operation_replaces_that_of_its_path():
    field = {"in": "formData", "name": "note", "type": "integer"}
    document = swagger(
        **SHARED,
        paths={
            "/cars": {
                "parameters": [SHARED["parameters"]["Field"], {**field, "name": "more"}],
                "post": {"parameters": [field], "responses": OK},
            }
        },
    )
    (content,) = new_operation(document)["requestBody"]["content"].values()
    properties = {"note": {"type": "integer"}, "more": {"type": "integer"}}
    assert content["schema"]["properties"] == properties


def test_a_field_beside_a_body_is_a_loss():
    document = referring("Body", "Field")
    assert new_operation(document)["requestBody"] == {"$ref": "#/components/requestBodies/Body"}
    ((path, message),) = convert_document(document).losses
    assert path == ("parameters", "Field")
    assert '"note" is beside a body' in message


DEEP = [
    ("#/definitions/Car/properties/wheel", "#/components/schemas/Car/properties/wheel"),
    ("#/responses/Car/schema", "#/components/responses/Car/content/application~1json/schema"),
    ("#/parameters/Body/schema",
     "#/components/requestBodies/Body/content/application~1json/schema"),
    ("#/paths/~1other/post/parameters/1/schema",
     "#/paths/~1other/post/requestBody/content/text~1csv/schema"),
    ("#/paths/~1other/post/responses/200/schema",
     "#/paths/~1other/post/responses/200/content/application~1json/schema"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), DEEP)
def test_references_into_the_midst_of_a_document(old, new):
    other = {
        "consumes": ["text/csv"],
        "parameters": [SHARED["parameters"]["Limit"], BODY],
        "responses": {"200": {"description": "ok", "schema": CAR}},
    }
    document = swagger(
        **{**SHARED, "definitions": {"Car": {"properties": {"wheel": {}}}, "A": {"$ref": old}}},
        paths={"/other": {"post": other}},
    )
    result = convert_document(document)
    assert result.data["components"]["schemas"]["A"] == {"$ref": new}
    assert ValidatedDocument(result.data, "3.0").findings == ()


def test_a_reference_to_a_parameter_in_another_operation():
    ref = {"$ref": "#/paths/~1other/post/parameters/1"}
    others = [BODY, SHARED["parameters"]["Limit"]]
    document = swagger(
        paths={
            "/other": {"post": {"parameters": others, "responses": OK}},
            "/cars": {"post": {"parameters": [ref], "responses": OK}},
        }
    )
    assert new_operation(document)["parameters"] == [{"$ref": "#/paths/~1other/post/parameters/0"}]


def test_names_that_need_escapes():
    document = swagger(
        definitions={"a/b «c»": {"type": "object"}, "A": {"$ref": "#/definitions/a~1b%20«c»"}}
    )
    schemas = convert_document(document).data["components"]["schemas"]
    assert schemas["A"]["$ref"] == "#/components/schemas/a~1b%20%C2%ABc%C2%BB"


@pytest.mark.parametrize("value", [None, 5, "a", [], [1], {"a": 1}, {"$ref": 5}])
@pytest.mark.parametrize(
    "key", ["paths", "definitions", "parameters", "responses", "securityDefinitions", "consumes"]
)
def test_no_value_stops_the_conversion(key, value):
    convert_document(swagger(**{key: value}))
    item = {"parameters": value, "post": {"parameters": value, "responses": value, key: value}}
    convert_document(swagger(paths={"/a": item, "/b": {"post": value}, "/c": value}))
    convert_document(swagger(**{key: {"A": value, "B": {"in": "body", "schema": value}}}))
