"""What breaks the rules of OpenAPI is told and left out; everything around it stays."""

import copy
import json
import random

import pytest

from sphinx_sitejson.common.json_documents.validation import collect_violations
from sphinx_sitejson.openapi.validation.meta_schemas import VERSIONS, meta_schema
from sphinx_sitejson.openapi.validation.validator import ValidatedDocument
from support.work import steps_of

from .support import document, getting, messages, read, read_api, schema_of

PARAMETER_WITH_NAMELESS_EXAMPLE = {
    "name": "q",
    "in": "query",
    "schema": {},
    "examples": {"": {"value": 1}, "named": {"value": 2}},
}


def check_operation(version, **keys):
    operation = {"responses": {"200": {"description": "ok"}}, **keys}
    data = document(openapi=f"{version}.0", paths={"/a": {"get": operation}})
    checked = ValidatedDocument(data, version)
    found = [(path[3:], message) for path, message in checked.findings]
    return checked.data["paths"]["/a"]["get"], found


def check_schema(version, schema):
    data = document(openapi=f"{version}.0", components={"schemas": {"S": schema}})
    checked = ValidatedDocument(data, version)
    found = [(path[3:], message) for path, message in checked.findings]
    return checked.data["components"]["schemas"].get("S"), found


@pytest.fixture(params=VERSIONS)
def version(request):
    return request.param


def test_a_sound_document_is_returned_as_it_is(version):
    data = document(openapi=f"{version}.0", paths={"/a": getting({"type": "object"})})
    checked = ValidatedDocument(data, version)
    assert checked.data is data
    assert checked.findings == ()


@pytest.mark.parametrize(
    ("keys", "left", "reported"),
    [
        ({"summary": 12}, {"summary": "12"}, 'must be a string, not 12; it is read as "12".'),
        ({"summary": None}, {}, "must be a string, not null; it was ignored."),
        ({"description": ["x"]}, {}, "must be a string, not a list; it was ignored."),
        ({"tags": "pets"}, {}, 'must be a list, not "pets"; it was ignored.'),
        ({"deprecated": "true"}, {"deprecated": True}, "it is read as true."),
        ({"sumary": "x"}, {}, 'unknown key "sumary"; it was ignored. Did you mean "summary"?'),
        ({"requestBody": 5}, {}, "must be a mapping, not 5; it was ignored."),
    ],
)
def test_only_the_wrong_key_of_an_operation_is_lost(version, keys, left, reported):
    operation, found = check_operation(version, **keys)

    assert operation == {"responses": {"200": {"description": "ok"}}, **left}
    ((path, message),) = found
    assert path == tuple(keys)
    assert message.endswith(reported)


@pytest.mark.parametrize(
    ("parameter", "reported"),
    [
        ("limit", "must be a mapping, not"),
        ({"in": "query", "schema": {}}, 'the key "name" is required'),
        ({"name": "q", "in": "body", "schema": {}}, "must be one of"),
        ({"name": [], "in": "query", "schema": {}}, "must be a string, not a list"),
    ],
)
def test_a_broken_parameter_is_left_out(version, parameter, reported):
    good = {"name": "good", "in": "query", "schema": {"type": "string"}}
    operation, found = check_operation(version, parameters=[parameter, good])

    assert operation["parameters"] == [good]
    ((path, message),) = found
    assert path[:2] == ("parameters", 0)
    assert reported in message
    assert "was ignored" in message


def test_parameters_that_can_still_be_shown(version):
    path = {"name": "id", "in": "path", "schema": {}}
    bare = {"name": "q", "in": "query"}
    operation, found = check_operation(version, parameters=[path, bare])

    assert operation["parameters"] == [{**path, "required": True}, bare]
    assert [message for _, message in found] == [
        'the key "required" is required; it is taken as true.',
        'the key "schema" is required; the rest is shown anyway.',
    ]


def test_responses(version):
    responses = {
        "200": {"description": "ok", "content": {"text/plain": {"schema": {"type": "strong"}}}},
        "4xx": {"description": "no"},
        "999": {"description": "never"},
        "default": "x",
    }
    operation, found = check_operation(version, responses=responses)

    assert operation["responses"] == {
        "200": {"description": "ok", "content": {"text/plain": {"schema": {}}}},
        "4XX": {"description": "no"},
    }
    assert len(found) == 4


@pytest.mark.parametrize("responses", [None, {}, "x"])
def test_an_operation_without_responses_stays(version, responses):
    operation, found = check_operation(version, responses=responses, summary="Kept")
    assert operation["summary"] == "Kept"
    assert len(found) == 1


@pytest.mark.parametrize(
    ("schema", "left"),
    [
        ({"type": "any", "title": "T"}, {"title": "T"}),
        ({"properties": {"a": {"required": True, "type": "string"}}},
         {"properties": {"a": {"type": "string"}}}),
        ({"properties": {"a": 5, "b": {}}}, {"properties": {"b": {}}}),
        ({"allOf": [{"type": "object"}, "x"]}, {"allOf": [{"type": "object"}]}),
        ({"maxLength": "10"}, {"maxLength": 10}),
        ({"multipleOf": 0}, {}),
        ({"discriminator": "kind", "type": "object"}, {"type": "object"}),
        ({"enum": "a"}, {}),
    ],
)  # fmt: skip
def test_only_the_wrong_keyword_of_a_schema_is_lost(version, schema, left):
    found, reported = check_schema(version, schema)
    assert found == left
    assert len(reported) == 1


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "null"]},
        {"const": 5},
        {"exclusiveMinimum": 3},
        {"examples": ["a"]},
        {"$defs": {"A": {"type": "string"}}},
    ],
)
def test_keywords_of_3_1_are_shown_in_3_0(schema):
    found, reported = check_schema("3.0", schema)
    assert found == schema
    assert [message for _, message in reported] == [
        f'"{next(iter(schema))}" is written as in OpenAPI 3.1; it is shown anyway.'
    ]
    assert check_schema("3.1", schema) == (schema, [])


def test_keys_of_later_versions_are_shown_if_they_are_sound():
    data = document(openapi="3.0.0", webhooks={"a": getting({})}, info={"title": "", "version": ""})
    checked = ValidatedDocument(data, "3.0")
    assert checked.data == data
    assert "belongs to a later version" in checked.findings[0][1]

    wrong = ValidatedDocument({**data, "webhooks": {"a": "b"}}, "3.0")
    assert "webhooks" not in wrong.data


@pytest.mark.parametrize("written", VERSIONS)
def test_what_has_a_plain_meaning_is_no_fault(written):
    bounds = {"minimum": 1, "exclusiveMinimum": True, "maximum": 2, "exclusiveMaximum": False}
    schemes = {
        "http": {"type": "http", "scheme": "bearer", "in": "header", "name": "JWT"},
        "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://x.test/.well-known",
                 "scheme": "bearer"},
    }  # fmt: skip
    data = document(
        openapi=f"{written}.0", components={"schemas": {"A": bounds}, "securitySchemes": schemes}
    )
    checked = ValidatedDocument(data, written)

    assert checked.findings == ()
    components = checked.data["components"]
    assert components["schemas"]["A"] == bounds
    assert components["securitySchemes"]["http"] == {"type": "http", "scheme": "bearer"}


def test_methods_and_paths_that_are_almost_right(version):
    paths = {"/a": {"GET": getting({})["get"], "fly": {}}, "b": getting({})}
    checked = ValidatedDocument(document(openapi=f"{version}.0", paths=paths), version)

    assert {path: list(item) for path, item in checked.data["paths"].items()} == {
        "/a": ["get"],
        "/b": ["get"],
    }
    assert sorted(message for _, message in checked.findings) == [
        '"GET" must be written "get"; it is read that way.',
        '"b" must be written "/b"; it is read that way.',
        'unknown key "fly"; it was ignored.',
    ]


def test_the_intended_form_is_reported():
    schemes = {
        "a": {"type": "magic"},
        "b": {"type": "apiKey", "name": "k", "in": "body"},
        "c": {"type": "http", "scheme": "basic"},
    }
    data = document(openapi="3.0.0", components={"securitySchemes": schemes})
    checked = ValidatedDocument(data, "3.0")

    assert list(checked.data["components"]["securitySchemes"]) == ["c"]
    reported = [message for _, message in checked.findings]
    assert 'must be one of "apiKey", "http", "oauth2", "openIdConnect", not "magic"' in reported[0]
    assert 'must be one of "header", "query", "cookie", not "body"' in reported[1]


@pytest.mark.parametrize("key", ["info", "paths", "servers", "components", "tags", "security"])
@pytest.mark.parametrize("value", [None, 5, "x", [1], {"a": 1}])
def test_nothing_at_the_top_stops_the_document(version, key, value):
    data = document(openapi=f"{version}.0", paths={"/a": getting({})}, components={"schemas": {}})
    checked = ValidatedDocument({**data, key: value}, version)
    assert checked.findings != () or value in ([1], {"a": 1})
    if key != "paths":
        assert list(checked.data["paths"]) == ["/a"]


def test_strange_names_are_kept(version):
    found = ValidatedDocument(
        document(openapi=f"{version}.0", components={"schemas": {"A B«C»": {"type": 5}}}), version
    )
    assert found.data["components"]["schemas"] == {"A B«C»": {}}


@pytest.mark.parametrize(
    ("key", "value", "reported"),
    [
        ("$id", "#/components/schemas/Pet", 'must be a URL without a fragment ("#")'),
        ("$anchor", "1 2", "must be a name of letters, digits, and hyphens"),
    ],
)
def test_a_text_of_another_form_is_reported_with_the_form_that_is_right(key, value, reported):
    schema, ((path, message),) = check_schema("3.1", {key: value})

    assert schema == {key: value}
    assert path == (key,)
    assert reported in message
    assert f'not "{value}"; it is shown anyway.' in message


def test_random_damage_is_always_repaired(version):
    pieces = [None, 0, -1, 1.5, "", "x", [], {}, [None], {"x": None}, True, {"$ref": 5}, [[]]]
    chance = random.Random(version)
    for _ in range(150):
        data = copy.deepcopy(_LARGE)
        data["openapi"] = f"{version}.0"
        for _ in range(chance.randint(1, 6)):
            _damage(data, pieces, chance)
        checked = ValidatedDocument(data, version)
        kept = {path for path, _ in checked.findings}
        rest = [
            violation
            for violation in collect_violations(
                checked.data, meta_schema(version).errors(checked.data)
            )
            if violation.path not in kept
            and not any(path[: len(violation.path)] == violation.path for path in kept)
        ]
        assert rest == []


def _damage(data, pieces, chance):
    value = data
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        keys = [key for key in keys if key != "openapi"]
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(value[key], dict | list) or chance.random() < 0.25:
            action = chance.random()
            if action < 0.2:
                del value[key]
            elif action < 0.3 and isinstance(value, dict):
                value["strange"] = value.pop(key)
            else:
                value[key] = copy.deepcopy(chance.choice(pieces))
            return
        value = value[key]


_LARGE = document(
    servers=[{"url": "/{v}", "variables": {"v": {"default": "1", "enum": ["1"]}}}],
    tags=[{"name": "a", "externalDocs": {"url": "https://example.com"}}],
    security=[{"key": []}],
    paths={
        "/a/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {}}],
            "post": {
                "operationId": "a",
                "parameters": [
                    {"name": "q", "in": "query", "style": "form", "explode": True, "schema": {}},
                    {"name": "c", "in": "header", "content": {"text/plain": {"schema": {}}}},
                ],
                "requestBody": {
                    "required": True,
                    "content": {
                        "multipart/form-data": {
                            "schema": {"type": "object", "properties": {"f": {"type": "string"}}},
                            "encoding": {"f": {"contentType": "text/plain", "headers": {}}},
                            "examples": {"e": {"value": 1}},
                        }
                    },
                },
                "responses": {
                    "200": {
                        "description": "",
                        "headers": {"X": {"schema": {"type": "string"}}},
                        "links": {"l": {"operationId": "a", "parameters": {"id": "1"}}},
                    },
                    "default": {"$ref": "#/components/responses/R"},
                },
                "callbacks": {
                    "c": {"{$url}": {"post": {"responses": {"200": {"description": ""}}}}}
                },
            },
        }
    },
    components={
        "responses": {"R": {"description": ""}},
        "schemas": {
            "S": {
                "type": "object",
                "required": ["a"],
                "properties": {"a": {"type": "string", "enum": ["x"]}},
                "allOf": [{"$ref": "#/components/schemas/T"}],
                "discriminator": {"propertyName": "a", "mapping": {"x": "T"}},
            },
            "T": {"oneOf": [{"type": "integer", "minimum": 1}, {"type": "array", "items": {}}]},
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "name": "k", "in": "header"},
            "o": {
                "type": "oauth2",
                "flows": {"implicit": {"authorizationUrl": "https://a.example", "scopes": {}}},
            },
        },
    },
)


def test_places_stay_right_when_entries_before_are_left_out(version):
    bare = {"name": "q", "in": "query"}
    parameters = ["x", bare, 5, {"name": "r", "in": "query", "schema": {}, "description": [1]}]
    operation, found = check_operation(version, parameters=parameters)

    assert [parameter["name"] for parameter in operation["parameters"]] == ["q", "r"]
    assert sorted(path for path, _ in found) == [
        ("parameters", 0),
        ("parameters", 1),
        ("parameters", 2),
        ("parameters", 3, "description"),
    ]


def test_what_only_the_meaning_decides(tmp_path):
    same = {**getting({})["get"], "operationId": "same", "security": [{"nobody": []}]}
    reported = messages(
        read_api(
            tmp_path,
            servers=[{"url": "/{v}", "variables": {"v": {"default": "b", "enum": ["a"]}}}],
            paths={"/a": {"get": same}, "/b/{id}": {"get": same}, "/c/{id": getting({})},
        )
    )
    assert [message.partition(": ")[2] for message in reported] == [
        'the operationId "same" is the same as that of "GET /a"; both operations are shown.',
        'the path parameter "id" is not defined.',
        'the braces in the path "/c/{id" do not match.',
        'the default "b" is none of the values in "enum": "a".',
        'the security scheme "nobody" is not defined.',
    ]


def test_misspelled_names_get_a_suggestion(tmp_path):
    parameter = {"name": "shipid", "in": "path", "required": True, "schema": {"type": "string"}}
    operation = {**getting({})["get"], "parameters": [parameter], "security": [{"tokn": []}]}
    schemas = {
        "Ship": {"required": ["nmae", "id"], "properties": {"name": {}, "id": {}}},
        "Other": {"required": ["elsewhere", "names"], "properties": {"name": {}, "names": {}}},
        "Part": {"properties": {"nmae": {}}},
        "Composed": {
            "allOf": [{"$ref": "#/components/schemas/Part"}],
            "required": ["nmae"],
            "properties": {"name": {}},
        },
    }
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    reported = messages(
        read_api(
            tmp_path,
            paths={"/ships/{shipId}": {"get": {**operation, "x-codeSamples": {"lang": "curl"}}}},
            components={"schemas": schemas, "securitySchemes": schemes},
        )
    )
    assert [message.partition(": ")[2] for message in reported] == [
        'the path parameter "shipId" is not defined. Did you mean "shipid"?',
        'the security scheme "tokn" is not defined. Did you mean "token"?',
        'must be a list of objects with "lang" and "source"; the rest was ignored.',
        'there is no property "nmae". Did you mean "name"?',
    ]


NAMELESS = "must have a name; it was ignored."


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ({"servers": [{"url": "/", "variables": {"": {"default": "x"}}}]}, "servers[0].variables"),
        ({"components": {"schemas": {"": {}}}}, "components.schemas"),
        ({"components": {"headers": {"": {"schema": {}}}}}, "components.headers"),
        ({"components": {"securitySchemes": {"": {"type": "http", "scheme": "basic"}}}},
         "components.securitySchemes"),
        ({"components": {"responses": {"R": {"description": "", "headers": {"": {}}}}}},
         "components.responses.R.headers"),
        ({"components": {"responses": {"R": {"description": "", "content": {"": {}}}}}},
         "components.responses.R.content"),
        ({"components": {"parameters": {"P": PARAMETER_WITH_NAMELESS_EXAMPLE}}},
         "components.parameters.P.examples"),
    ],
)  # fmt: skip
def test_an_entry_without_a_name_is_reported_and_nothing_else_is_lost(tmp_path, keys, at, blank):
    text = json.dumps(document(openapi="3.0.3", **keys)).replace('"": ', f'"{blank}": ')
    for version in ("3.0.3", "3.1.0", "3.2.0"):
        found = read(tmp_path, {"api.json": text.replace("3.0.3", version)})
        named = [(str(one.location.key_path), one.message) for one in found.problems]
        assert (f'{at}["{blank}"]', NAMELESS) in named
        assert [path for path, _ in named if not path.startswith(at)] == []


@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_name_is_reported(version, blank):
    parameters = [{"name": blank, "in": "query", "schema": {}}]
    _, found = check_operation(version, parameters=parameters)

    assert found == [
        (("parameters", 0, "name"), "must not be empty; paths./a.get.parameters[0] was ignored.")
    ]
    operation, found = check_operation(version, tags=["a", blank])
    assert (operation["tags"], [path for path, _ in found]) == (["a"], [("tags", 1)])
    discriminator = {"propertyName": blank}
    schema, found = check_schema(version, {"oneOf": [{}], "discriminator": discriminator})
    assert [path for path, _ in found] == [("discriminator", "propertyName")]
    assert "propertyName" not in schema.get("discriminator", {})
    scheme = {"type": "apiKey", "name": blank, "in": "header"}
    checked = ValidatedDocument(
        document(
            openapi=f"{version}.0",
            tags=[{"name": blank}],
            components={"securitySchemes": {"key": scheme}},
        ),
        version,
    )
    assert sorted(path for path, _ in checked.findings) == [
        ("components", "securitySchemes", "key", "name"),
        ("tags", 0, "name"),
    ]


def test_a_property_may_have_an_empty_name_and_its_faults_their_place(version):
    schema = {"properties": {"": {"properties": {"": {"type": "strong"}}}, "a": {}}}
    left, found = check_schema(version, schema)

    assert [path for path, _ in found] == [("properties", "", "properties", "", "type")]
    assert left == {"properties": {"": {"properties": {"": {}}}, "a": {}}}
    left, found = check_schema(version, {"properties": {"": 5, "a": {}}})
    assert [path for path, _ in found] == [("properties", "")]
    assert left == {"properties": {"a": {}}}


def test_server_variables_that_nobody_describes_are_reported_where_they_are(tmp_path):
    operation = {**getting({})["get"], "servers": [{"url": "https://{b}.example/{b}"}]}
    item = {"get": operation, "servers": [{"url": "/ok"}, {"url": "/{c}", "variables": {"d": {}}}]}
    found = read_api(
        tmp_path,
        servers=[{"url": "{siteUrl}/api"}, {"url": "/{v}", "variables": {"v": {"default": ""}}}],
        paths={"/a": item, "x-paths": item},
    )
    reported = [(str(problem.location.key_path), problem.message) for problem in found.problems]

    ending = "is not defined; readers have to fill it in."
    assert [one for one in reported if "not defined" in one[1]] == [
        ("servers[0].url", f'the server variable "siteUrl" {ending}'),
        ("paths./a.servers[1].url", f'the server variable "c" {ending}'),
        ("paths./a.get.servers[0].url", f'the server variable "b" {ending}'),
    ]


@pytest.mark.parametrize("url", ["http://[::1", "https://[x]/", "http://a:b", "http://a:99999999"])
def test_servers_without_a_valid_url_are_reported(tmp_path, url):
    (problem,) = read_api(tmp_path, servers=[{"url": url}, {"url": "/v1"}]).problems

    assert str(problem.location.key_path) == "servers[0].url"
    assert problem.message == (
        f'"{url}" is not a valid URL; no request can be sent to this server.'
    )


def test_twenty_problems_are_reported_and_the_rest_counted(tmp_path):
    schema = {"properties": {f"p{n}": {"type": "strong"} for n in range(500)}}
    found = read_api(tmp_path, returns={"/a": schema})

    assert len(found.problems) == 21
    assert found.problems[-1].message == "and 480 more problems of this kind."
    assert schema_of(found) == {"properties": {f"p{n}": {} for n in range(500)}}


def with_faults(count):
    schema = {
        "properties": {f"p{n}": {"type": "strong"} for n in range(count)},
        **{f"unknown{n}": 1 for n in range(4 * count)},
    }
    paths = {
        f"/{n}": getting({"$ref": f"#/components/schemas/Missing{n}"}) for n in range(count)
    } | {"/a": getting(schema)}
    components = {"schemas": {f"Schema{n}": {} for n in range(count)}}
    return document(openapi="3.0.0", paths=paths, components=components)


def test_twice_the_faults_take_twice_the_work(tmp_path):
    found = []

    def steps(count):
        api = with_faults(count)
        return steps_of(lambda: found.append(read(tmp_path, {"api.json": api})))

    assert steps(400) < 2.5 * steps(200)
    assert [len(document.problems) for document in found] == [42, 42]
