"""Swagger 2.0 through the front door: whole documents, and messages that name what was written."""

from typing import Any

import pytest

from sphinx_sitejson.openapi.reading.documents import ReadOptions, places_in_document

from ..reading.support import messages, read, write

HEAD = "swagger: '2.0'\ninfo: {title: Garage, version: '1'}\n"
DOCUMENT = (
    HEAD
    + """\
paths:
  /cars/{id}:
    post:
      operationId: change
      parameters:
        - {in: body, name: car, schema: {$ref: '#/definitions/Car'}}
        - {in: query, name: tags, type: array, items: {type: string}, collectionFormat: tsv}
        - {in: path, name: id, type: string, required: true}
      responses:
        200:
          description: ok
          schema: {$ref: '#/definitions/Car'}
definitions:
  Car:
    type: object
    discriminator: kind
    properties:
      kind: {type: string, x-nullable: true}
"""
)


def changed(old: str, new: str) -> str:
    assert old in DOCUMENT
    return DOCUMENT.replace(old, new)


def test_a_document_is_read_as_openapi_3(tmp_path):
    found = read(tmp_path, {"garage.yaml": changed("tsv", "csv")})
    assert messages(found) == []
    assert found.version == "3.0"
    assert found.data is not None
    assert found.data["openapi"] == "3.0.3"
    operation = found.data["paths"]["/cars/{id}"]["post"]
    assert [one["name"] for one in operation["parameters"]] == ["tags", "id"]
    assert [*found.data["components"]["schemas"]] == ["Car"]


def test_a_loss_is_an_information(tmp_path):
    (problem,) = read(tmp_path, {"garage.yaml": DOCUMENT}).problems
    assert problem.is_repaired
    assert str(problem) == (
        "garage.yaml:9:71 paths./cars/{id}.post.parameters[1].collectionFormat: OpenAPI 3.0 has no "
        'style for the collectionFormat "tsv" here; requests are shown with commas.'
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("      operationId: change\n", "      operationId: change\n      summery: a\n",
         '7:7 paths./cars/{id}.post.summery: unknown key "summery"; it was ignored. Did you '
         'mean "summary"?'),
        ("name: id, type: string", "name: id",
         '10:11 paths./cars/{id}.post.parameters[2]: the key "type" is required; the rest is '
         "shown anyway."),
        ("name: id,", "name: ID,",
         '5:5 paths./cars/{id}.post: the path parameter "id" is not defined.'),
        ("{$ref: '#/definitions/Car'}}", "{$ref: '#/definitions/Cra'}}",
         "8:42 paths./cars/{id}.post.parameters[0].schema.$ref: the reference "
         '"#/definitions/Cra" points to nothing. Did you mean "Car"?'),
        ("x-nullable: true", "nullable: true",
         '20:28 definitions.Car.properties.kind.nullable: "nullable" belongs to a later version '
         "of OpenAPI; it is shown anyway."),
        ("name: tags,", "name: tags, example: [a],",
         '9:35 paths./cars/{id}.post.parameters[1].example: "example" must be written '
         '"x-example"; it is read that way.'),
        ("type: object\n", "type: objekt\n",
         '17:5 definitions.Car.type: must be one of "array", "boolean", "integer", "null", '
         '"number", "object", "string", not "objekt"; it was ignored. Did you mean "object"?'),
        ("      operationId: change\n",
         "      operationId: change\n      requestBody: {content: {}}\n",
         '7:7 paths./cars/{id}.post.requestBody: "requestBody" belongs to a later version of '
         "OpenAPI; it was ignored."),
        (HEAD, HEAD + "host: https://example.com/\n",
         '3:1 host: must be a host only, not "https://example.com/"; it is read as '
         '"example.com".'),
        ("swagger: '2.0'\n", "openapi: 2.0.0\n",
         '1:1 openapi: the version must be written "swagger": "2.0"; it is read that way.'),
    ],
)  # fmt: skip
def test_messages_name_what_was_written(tmp_path, old, new, message):
    found = read(tmp_path, {"garage.yaml": changed(old, new)})
    said = [str(problem) for problem in found.problems if not problem.is_repaired]
    assert len(said) == 1, said
    assert said[0].startswith(f"garage.yaml:{message}")
    assert found.data is not None
    assert "post" in found.data["paths"]["/cars/{id}"]


@pytest.mark.parametrize("version", ["2.0", "'2.0'", '"2.0"', "2"])
def test_the_version_may_be_a_number(tmp_path, version):
    found = read(tmp_path, {"garage.yaml": changed("swagger: '2.0'", f"swagger: {version}")})
    assert found.data is not None
    wrong = [one for one in found.problems if not one.is_repaired]
    assert len(wrong) == (version == "2")


def test_a_number_in_json_is_read_with_a_word(tmp_path):
    found = read(
        tmp_path, {"a.json": '{"swagger": 2.0, "info": {"title": "", "version": ""}, "paths": {}}'}
    )
    assert messages(found) == [
        'a.json:1:2 swagger: the version must be written "swagger": "2.0"; it is read that way.'
    ]


def test_a_message_about_a_later_entry_counts_the_ones_left_out(tmp_path):
    text = changed(
        "        - {in: body", "        - {in: nowhere, name: x, type: string}\n        - {in: body"
    )
    found = read(tmp_path, {"garage.yaml": text})
    assert ["parameters[0]" in line for line in messages(found)] == [True, False]
    assert (
        "garage.yaml:10:71 paths./cars/{id}.post.parameters[2].collectionFormat"
        in messages(found)[1]
    )


PARTS: dict[str, Any] = {
    "garage.yaml": HEAD
    + """\
paths:
  /cars:
    $ref: paths/cars.yaml
  /vans:
    get:
      parameters:
        - {$ref: 'parts.yaml#/parameters/Limit'}
        - {$ref: 'parts.yaml#/parameters/Body'}
      responses:
        200: {$ref: 'parts.yaml#/responses/Cars'}
definitions:
  Car: {$ref: 'parts.yaml#/definitions/Car'}
""",
    "paths/cars.yaml": """\
post:
  parameters:
    - {in: body, name: car, schema: {$ref: '../garage.yaml#/definitions/Car'}}
  responses:
    200: {description: ok, schema: {$ref: '../parts.yaml#/definitions/Wheel'}}
""",
    "parts.yaml": """\
parameters:
  Limit: {in: query, name: limit, type: array, items: {type: string}, collectionFormat: tsv}
  Body: {in: body, name: body, schema: {$ref: '#/definitions/Wheel'}}
responses:
  Cars: {description: cars, schema: {type: array, items: {$ref: '#/definitions/Car'}}}
definitions:
  Car: {type: object, properties: {wheel: {$ref: '#/definitions/Wheel'}}}
  Wheel: {type: object, x-nullable: true, discriminator: size, requierd: [size]}
""",
}


def test_fragments_in_other_files(tmp_path):
    found = read(tmp_path, PARTS)
    assert messages(found) == [
        'parts.yaml:8:64 definitions.Wheel.requierd: unknown key "requierd"; it was ignored. Did '
        'you mean "required"?',
        "parts.yaml:2:71 parameters.Limit.collectionFormat: OpenAPI 3.0 has no style for the "
        'collectionFormat "tsv" here; requests are shown with commas.',
    ]
    data = found.data
    assert data is not None
    components = data["components"]
    assert components["schemas"]["Wheel"] == {
        "type": "object",
        "nullable": True,
        "discriminator": {"propertyName": "size"},
    }
    post, get = data["paths"]["/cars"]["post"], data["paths"]["/vans"]["get"]
    car = {"$ref": "#/components/schemas/Car"}
    assert post["requestBody"]["content"]["application/json"]["schema"] == car
    assert get["requestBody"] == {"$ref": "#/components/requestBodies/Body"}
    assert get["parameters"] == [{"$ref": "#/components/parameters/Limit"}]
    assert get["responses"] == {"200": {"$ref": "#/components/responses/Cars"}}


def test_places_of_values_link_to_what_was_written(tmp_path):
    write(tmp_path, {"garage.yaml": DOCUMENT})
    paths = {
        ("paths", "/cars/{id}", "post", "parameters", 1, "schema", "type"): 10,
        ("paths", "/cars/{id}", "post", "requestBody", "content", "application/json", "schema"): 8,
        ("components", "schemas", "Car", "discriminator", "propertyName"): 18,
        ("components", "schemas", "Car", "properties", "kind", "nullable"): 20,
    }
    found = places_in_document("garage.yaml", paths, root=tmp_path, options=ReadOptions())
    assert {path: found[path].line for path in paths} == paths
    assert [found[path].key_path for path in paths] == [
        "paths./cars/{id}.post.parameters[2].type",
        "paths./cars/{id}.post.parameters[0].schema",
        "definitions.Car.discriminator",
        "definitions.Car.properties.kind.x-nullable",
    ]


def test_what_was_read_is_kept_with_its_losses(tmp_path):
    first = read(tmp_path, {"garage.yaml": DOCUMENT}, cache_folder=tmp_path / "cache")
    second = read(tmp_path, {"garage.yaml": DOCUMENT}, cache_folder=tmp_path / "cache")
    assert second == first
    assert [problem.is_repaired for problem in second.problems] == [True]
