"""References between files become references inside one document."""

import pytest

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.openapi.reading import bundler

from ..support import schema_ref
from .support import document, getting, messages, read, read_api, schema_of, serving


def test_references_inside_the_document_stay(tmp_path):
    schemas = {"A": {"$ref": "#/components/schemas/B", "description": "kept"}, "B": {"not": {}}}
    original = document(paths={"/a": getting(schema_ref("A"))}, components={"schemas": schemas})
    found = read(tmp_path, {"api.json": original})

    assert found.data == original
    assert found.problems == ()


def test_a_file_is_taken_over_once_under_its_name(tmp_path):
    found = read_api(
        tmp_path,
        {
            "pet.yaml": "type: object\nproperties: {tag: {$ref: 'sub/tag.yaml'}}\n",
            "sub/tag.yaml": "type: array\nitems: {$ref: ../pet.yaml}\n",
        },
        returns={"/a": {"$ref": "pet.yaml"}, "/b": {"$ref": "./pet.yaml#"}},
    )
    assert found.problems == ()
    assert schema_of(found) == schema_of(found, "/b") == schema_ref("pet")
    assert found.data["components"]["schemas"] == {
        "pet": {"type": "object", "properties": {"tag": schema_ref("tag")}},
        "tag": {"type": "array", "items": schema_ref("pet")},
    }
    assert [path.name for path in found.files] == ["api.json", "pet.yaml", "tag.yaml"]


@pytest.mark.parametrize(
    ("files", "schemas", "returns", "named"),
    [
        # References are seen from the file that holds them.
        ({"models.yaml": "defs:\n  Pet: {$ref: '#/defs/Real'}\n  Real: {type: integer}\n"},
         {"Pet": {"type": "string"}}, {"models.yaml#/defs/Pet": schema_ref("models_Pet")},
         {"Pet": {"type": "string"}, "models_Pet": schema_ref("Real"),
          "Real": {"type": "integer"}}),
        # Files of the same name stay apart.
        ({"users/schema.json": {"type": "string"}, "pets/schema.json": {"type": "integer"},
          "x/pets/schema.json": {"type": "boolean"}}, {},
         {"users/schema.json": schema_ref("schema"), "pets/schema.json": schema_ref("pets_schema"),
          "x/pets/schema.json": schema_ref("schema_2")},
         {"schema": {"type": "string"}, "pets_schema": {"type": "integer"},
          "schema_2": {"type": "boolean"}}),
        # A component that is a file keeps its name.
        ({"pet.json": {"type": "object"}},
         {"Animal": {"$ref": "pet.json"}, "Z": {"type": "null"}},
         {"pet.json": schema_ref("Animal")},
         {"Animal": {"type": "object"}, "Z": {"type": "null"}}),
        # Discriminators are followed.
        ({"cat.json": {"type": "object"},
          "pet.json": {"discriminator": {"propertyName": "kind", "mapping": {
              "cat": "cat.json", "dog": "#/components/schemas/Dog", "cow": "Cow"}},
              "components": {"schemas": {"Dog": {"type": "object"}}}}},
         {"Cow": {"type": "object"}}, {"pet.json": schema_ref("pet")},
         {"Cow": {"type": "object"}, "cat": {"type": "object"}, "Dog": {"type": "object"},
          "pet": {"discriminator": {"propertyName": "kind", "mapping": {
              "cat": schema_ref("cat")["$ref"], "dog": schema_ref("Dog")["$ref"], "cow": "Cow"}},
              "components": {"schemas": {"Dog": {"type": "object"}}}}}),
    ],
    ids=["file", "same name", "component", "discriminator"],
)  # fmt: skip
def test_schemas_of_other_files(tmp_path, files, schemas, returns, named):
    targets = {f"/{number}": {"$ref": target} for number, target in enumerate(returns)}
    found = read_api(tmp_path, files, returns=targets, schemas=schemas)

    assert [schema_of(found, path) for path in targets] == [*returns.values()]
    assert found.data["components"]["schemas"] == named


def test_slashes_in_keys_need_no_escapes_where_one_reading_has_a_value(tmp_path):
    schemas = {"geo/Point": {"type": "array"}, "x": {"y": {}, "y/z": {}}, "x/y": {"z": {}}}
    paths = {
        "/a": getting({"$ref": "#/components/schemas/geo/Point"}),
        "/b": getting({"$ref": "#/components/schemas/geo%2FPoint"}),
        "/a/{id}": {"$ref": "#/paths//a"},
        "/c": getting({"$ref": "parts.yaml#/defs/v1/Ship"}),
        "/d": getting({"$ref": "parts.yaml#/defs/v1~1Ship"}),
        "/e": getting({"$ref": "#/components/schemas/x/y/z"}),
        "/f": getting({"$ref": "#/components/schemas/" + "geo/" * 3_000 + "Point"}),
    }
    found = read_api(
        tmp_path,
        {"parts.yaml": "defs: {v1/Ship: {properties: {next: {$ref: '#/defs/v1/Ship'}}}}\n"},
        paths=paths,
        schemas=schemas,
    )
    point = {"$ref": "#/components/schemas/geo~1Point"}
    assert schema_of(found) == schema_of(found, "/b") == point
    assert found.data["paths"]["/a/{id}"] == {"$ref": "#/paths/~1a"}
    ship = schema_ref("v1_Ship")
    assert schema_of(found, "/c") == schema_of(found, "/d") == ship
    assert found.data["components"]["schemas"]["v1_Ship"] == {"properties": {"next": ship}}
    faults = [each for each in messages(found) if "reference" in each]
    assert [each.partition(" points")[2] for each in faults] == [" to nothing."] * 2


def test_full_sections_may_lie_elsewhere(tmp_path):
    found = read(
        tmp_path,
        {
            "api.json": {
                "openapi": "3.0.3",
                "info": {"$ref": "info.yaml"},
                "paths": {"$ref": "paths/index.yaml"},
                "components": {"schemas": {"$ref": "schemas/index.yaml"}},
            },
            "info.yaml": "title: Pets\nversion: '1.10'\n",
            "paths/index.yaml": "/a: {get: {$ref: get.yaml}}\n",
            "paths/get.yaml": (
                "responses: {'200': {description: ok, content: {application/json: "
                "{schema: {$ref: ../schemas/Pet.yaml}}}}}\n"
            ),
            "schemas/index.yaml": "Pet: {$ref: ./Pet.yaml}\n",
            "schemas/Pet.yaml": "type: object\n",
        },
    )
    assert found.problems == ()
    assert found.data["info"] == {"title": "Pets", "version": "1.10"}
    assert schema_of(found) == schema_ref("Pet")
    assert found.data["components"]["schemas"] == {"Pet": {"type": "object"}}


def test_a_path_item_in_a_file(tmp_path):
    found = read(
        tmp_path,
        {
            "api.yaml": "openapi: 3.0.0\ninfo: {title: T, version: '1'}\n"
            "paths: {/a: {$ref: ./a.yaml, summary: Beside}}\n",
            "a.yaml": "get: {responses: {'200': {description: ok}}, "
            "parameters: [{$ref: 'p.yaml#/limit'}]}\n",
            "p.yaml": "limit: {name: limit, in: query, schema: {type: integer}}\n",
        },
    )
    assert found.problems == ()
    assert found.data["paths"]["/a"] == {"$ref": "#/components/pathItems/a", "summary": "Beside"}
    item = found.data["components"]["pathItems"]["a"]
    assert item["get"]["parameters"] == [{"$ref": "#/components/parameters/limit"}]
    assert found.data["components"]["parameters"]["limit"]["name"] == "limit"


def test_every_kind_gets_its_section(tmp_path):
    operation = {
        "parameters": [{"$ref": "parts.json#/parameter"}],
        "requestBody": {"$ref": "parts.json#/body"},
        "responses": {"200": {"$ref": "parts.json#/response"}},
        "callbacks": {"done": {"$ref": "parts.json#/callback"}},
    }
    parts = {
        "parameter": {"name": "q", "in": "query", "schema": {"type": "string"}},
        "body": {"content": {"text/plain": {"examples": {"e": {"$ref": "#/example"}}}}},
        "response": {
            "description": "ok",
            "headers": {"X": {"$ref": "#/header"}},
            "links": {"next": {"$ref": "#/link"}},
        },
        "header": {"schema": {"type": "string"}},
        "link": {"operationId": "x"},
        "example": {"value": {"$ref": "nowhere.json"}},
        "callback": {"{$url}": {"$ref": "#/item"}},
        "item": {"post": {"responses": {"200": {"description": "ok"}}}},
        "key": {"type": "apiKey", "name": "k", "in": "query"},
    }
    found = read_api(
        tmp_path,
        {"parts.json": parts},
        paths={"/a": {"get": operation}},
        components={"securitySchemes": {"key": {"$ref": "parts.json#/key"}}},
    )

    assert found.problems == ()
    names = {section: list(entries) for section, entries in found.data["components"].items()}
    assert names == {
        "securitySchemes": ["key"],
        "parameters": ["parameter"],
        "requestBodies": ["body"],
        "responses": ["response"],
        "callbacks": ["callback"],
        "headers": ["header"],
        "links": ["link"],
        "pathItems": ["item"],
        "examples": ["example"],
    }
    assert found.data["components"]["examples"]["example"] == parts["example"]


def test_references_in_values_are_values(tmp_path):
    schema = {
        "type": "object",
        "example": {"$ref": "nowhere.json"},
        "default": {"$ref": "#/nowhere"},
        "enum": [{"$ref": "nowhere.json"}],
        "const": {"$ref": "nowhere.json"},
        "examples": [{"$ref": "nowhere.json"}],
        "x-more": {"$ref": "nowhere.json"},
        "properties": {"$ref": {"type": "string"}},
    }
    found = read_api(tmp_path, returns={"/a": schema})
    assert found.problems == ()
    assert schema_of(found) == schema


@pytest.mark.parametrize(
    "ref",
    [
        "#/paths/~1a~1%7Bid%7D/get/responses/200",
        "#/paths/~1a~1{id}/get/responses/200",
        "#/components/responses/With%20space",
        "#/components/responses/til~0de",
    ],
)
def test_escapes_in_pointers(tmp_path, ref):
    found = read_api(
        tmp_path,
        paths={
            "/a/{id}": {
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                **getting({}),
            },
            "/b": {"get": {"responses": {"200": {"$ref": ref}}}},
        },
        components={
            "responses": {"til~de": {"description": ""}, "With space": {"description": ""}}
        },
    )
    assert [problem for problem in found.problems if problem.code == "openapi_reference"] == []
    assert found.data["paths"]["/b"]["get"]["responses"]["200"] == {"$ref": ref}


def test_anchors_and_ids(tmp_path):
    more = {"$defs": {"T": {"$anchor": "tag", "type": "string"}}}
    found = read_api(
        tmp_path,
        {"more.json": more},
        returns={
            "/a": {"$ref": "#pet"},
            "/b": {"$ref": "https://example.com/pet.json"},
            "/c": {"$ref": "more.json#tag"},
            "/d": {"$dynamicRef": "#pet"},
        },
        schemas={"P": {"$anchor": "pet", "$id": "https://example.com/pet.json", "not": {}}},
    )
    assert found.problems == ()
    assert schema_of(found, "/a") == schema_of(found, "/b") == schema_ref("P")
    assert schema_of(found, "/c") == schema_ref("T")


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("#/components/schemas/Nope", 'points to nothing. Did you mean "Noped"?'),
        ("nope.json", "no such file"),
        ("models.json#/Nope", "points to nothing"),
        ("models.json#/L/-1", "points to nothing"),
        ("models.json#/L/x", "points to nothing"),
        ("models.json#/T/0", "points to nothing"),
        ("#nope", "anchor that does not exist"),
        ("broken.json", "broken.json:1:2"),
        ("../outside.json", "outside the project"),
        ("..%2foutside.json", "outside the project"),
        ("/etc/passwd", "absolute path"),
        ("file:///etc/passwd", '"file" URLs are not supported'),
        ("ftp://example.com/a.json", '"ftp" URLs are not supported'),
        ("data:application/json,{}", '"data" URLs are not supported'),
        ("C:\\pets.json", '"c" URLs are not supported'),
        ("..\\outside.json", "is not the path of a file"),
        ("https://example.com/a.json", "is not an allowed origin"),
        ("//example.com/a.json", "URLs are not supported"),
        ("http://[broken/a.json", "is not valid"),
        ("folder", "it is a folder"),
        ("link.json", "points outside the repository"),
        ("a\0b.json", "is not the path of a file"),
        ("x" * 5000, "no such file"),
    ],
)
def test_what_cannot_be_followed_stays_and_is_reported(tmp_path, ref, words):
    root = tmp_path / "project"
    (root / "folder").mkdir(parents=True)
    (tmp_path / "outside.json").write_text('{"type": "string"}')
    (root / "link.json").symlink_to(tmp_path / "outside.json")
    found = read(
        root,
        {
            "api.yaml": document(
                paths={"/a": getting({"$ref": ref})}, components={"schemas": {"Noped": {}}}
            ),
            "models.json": {"A": {}, "L": [{}], "T": "text"},
            "broken.json": "{'a: ",
        },
    )
    (problem,) = found.problems
    assert problem.code == "openapi_reference"
    assert problem.location.file == "api.yaml"
    assert problem.location.key_path.endswith("schema.$ref")
    assert words in problem.message
    assert schema_of(found) == {"$ref": escape_unreadable(ref)}


@pytest.mark.parametrize(
    ("kind", "ref", "is_reported"),
    [
        ("parameters", "#/components/schemas/S", True),
        ("parameters", "#/components/headers/H", True),
        ("headers", "#/components/schemas/S", True),
        # A parameter has all the keys of a header.
        ("headers", "#/components/parameters/P", False),
        ("headers", "#/components/headers/H", False),
        ("schemas", "#/components/responses/R", True),
        ("schemas", "#/components/responses/R/content/a~1b/schema", False),
        ("schemas", "#/info/title", True),
        ("responses", "#/components/responses/R", False),
    ],
)
def test_a_reference_to_an_object_of_another_kind_is_reported(tmp_path, kind, ref, is_reported):
    components = {
        "schemas": {"S": {"type": "string"}},
        "parameters": {"P": {"name": "p", "in": "query", "schema": {}}},
        "headers": {"H": {"schema": {}}},
        "responses": {"R": {"description": "", "content": {"a/b": {"schema": True}}}},
    }
    components[kind] |= {"X": {"$ref": ref}}
    found = read_api(tmp_path, components=components)
    message = f'the reference "{ref}" points to an object of the wrong kind.'
    assert [each.message for each in found.problems] == [message] * is_reported


def test_descriptions_may_be_markdown_files(tmp_path):
    operation = getting({"type": "string", "description": {"$ref": "texts/shared.md"}})
    operation["get"]["description"] = {"$ref": "texts.yaml#/operation"}
    found = read_api(
        tmp_path,
        {
            "paths/b.yaml": {"get": getting({}, description={"$ref": "../texts/shared.md"})["get"]},
            "texts/INTRO.MD": b"\xef\xbb\xbf# Pets\n\nAll: *of* them.\n",
            "texts/shared.md": "- a: list\n",
            "texts.yaml": {"operation": "Of the operation."},
        },
        info={"title": "Pets", "version": "1", "description": {"$ref": "./texts/INTRO.MD"}},
        tags=[{"name": "T", "description": {"$ref": "texts/shared.md"}}],
        paths={"/a": operation, "/b": {"$ref": "paths/b.yaml"}},
    )

    assert found.problems == ()
    assert found.data["info"]["description"] == "# Pets\n\nAll: *of* them.\n"
    assert found.data["tags"][0]["description"] == "- a: list\n"
    assert found.data["paths"]["/a"]["get"]["description"] == "Of the operation."
    assert found.data["components"]["pathItems"]["b"]["get"]["description"] == "- a: list\n"
    assert schema_of(found)["description"] == "- a: list\n"
    assert tmp_path / "texts/INTRO.MD" in found.files, "a change of it is noticed"


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("nope.md", "there is no such file in the project."),
        ("../outside.md", "is outside the project and is not read."),
        ("/etc/passwd", "the absolute path"),
        ("https://example.com/a.md", "is not an allowed origin"),
        ("link.md", "points outside the repository"),
    ],
)
def test_a_description_is_read_only_from_the_project(tmp_path, ref, words):
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "outside.md").write_text("secret")
    (root / "link.md").symlink_to(tmp_path / "outside.md")
    info = {"title": "Pets", "version": "1", "description": {"$ref": ref}}
    found = read_api(root, info=info)

    (problem,) = found.problems
    assert problem.code == "openapi_reference" and words in problem.message
    assert problem.location.key_path == "info.description.$ref"
    assert found.data["info"]["description"] == ""


def test_a_description_that_refers_to_an_object_is_reported(tmp_path):
    info = {"title": "Pets", "version": "1", "description": {"$ref": "#/info"}}
    found = read_api(tmp_path, info=info)

    (problem,) = found.problems
    assert "must be a string, not a mapping" in problem.message


def test_properties_and_examples_called_description_are_no_descriptions(tmp_path):
    schema = {
        "type": "object",
        "properties": {"description": schema_ref("Text")},
        "example": {"description": {"$ref": "nope.md"}},
    }
    components = {"schemas": {"Text": {"type": "string"}}}
    found = read_api(tmp_path, returns={"/a": schema}, components=components)

    assert found.problems == ()
    assert schema_of(found) == schema


@pytest.mark.parametrize("target", [{}, True, {"enum": []}])
def test_an_empty_target_is_a_target(tmp_path, target):
    found = read_api(
        tmp_path, {"pet.json": {"x": [target]}}, returns={"/a": {"$ref": "pet.json#/x/0"}}
    )
    assert found.problems == ()
    assert list(found.data["components"]["schemas"].values()) == [target]


def test_circles_end(tmp_path):
    found = read_api(
        tmp_path,
        {
            "a.json": {
                "properties": {
                    "b": {"$ref": "b.json"},
                    "root": {"$ref": "api.json#/components/schemas/S"},
                }
            },
            "b.json": {"properties": {"a": {"$ref": "a.json"}, "me": {"$ref": "#"}}},
        },
        paths={"/a": getting({"$ref": "a.json"}), "/x": {"$ref": "api.json#/paths/~1x"}},
        schemas={"S": schema_ref("S")},
    )
    schemas = found.data["components"]["schemas"]
    assert schemas["a"]["properties"]["root"] == schema_ref("S")
    assert schemas["b"]["properties"]["me"] == schema_ref("b")


def test_inclusions_that_never_end_are_refused(tmp_path):
    found = read_api(
        tmp_path,
        {"get.json": {"responses": {"$ref": "get.json"}, "x": {"$ref": "get.json"}}},
        paths={"/a": {"get": {"$ref": "get.json"}}},
    )
    assert any("is circular" in message for message in messages(found))


def test_inclusions_that_double_end(tmp_path, monkeypatch):
    monkeypatch.setattr(bundler, "_MAX_COPIED_OBJECTS", 20_000)
    files = {
        f"f{n}.json": {
            "a": {"properties": {"$ref": f"f{n + 1}.json"}},
            "b": {"properties": {"$ref": f"f{n + 1}.json"}},
        }
        for n in range(19)
    }
    files["f19.json"] = {str(n): {"type": "string"} for n in range(5)}
    found = read_api(tmp_path, files, returns={"/a": {"properties": {"$ref": "f0.json"}}})
    assert "expands to too much content" in messages(found)[0]


def test_the_place_of_a_fault_in_another_file(tmp_path):
    found = read_api(
        tmp_path,
        {
            "sub/pet.yaml": "type: object\nproperties:\n  a:\n    type: strong\n    x: {$ref: no}\n"
            "  b: {$ref: './no.yaml'}\n"
        },
        returns={"/a": {"$ref": "sub/pet.yaml"}},
    )
    places = {problem.code: problem.location for problem in found.problems}
    assert str(places["openapi_invalid"]) == "sub/pet.yaml:4:5 properties.a.type"
    assert str(places["openapi_reference"]) == "sub/pet.yaml:6:7 properties.b.$ref"


def test_an_allowed_origin_is_fetched_and_no_other(tmp_path):
    with serving() as server, serving() as other:
        server.answers["/pet.yaml"] = (200, {}, b"type: object\nnot: {$ref: sub/tag.yaml}\n")
        server.answers["/sub/tag.yaml"] = (200, {}, f"$ref: '{other.url}/x.json'".encode())
        api = document(paths={"/a": getting({"$ref": f"{server.url}/pet.yaml"})})
        found = read(tmp_path, {"api.json": api}, allowed_origins=frozenset({server.url}))

        assert schema_of(found) == schema_ref("pet")
        assert found.data["components"]["schemas"]["pet"]["not"] == {
            "$ref": "#/components/schemas/tag"
        }
        assert server.paths == ["/pet.yaml", "/sub/tag.yaml"]
        assert other.requests == []
        assert "is not an allowed origin" in found.problems[0].message
