"""Operations of all versions become one model."""

import pytest

from .support import document_of, operation_of


def test_operations_come_in_the_document_s_order_of_paths():
    document = document_of(
        {
            "/b": {"post": {}, "get": {}, "summary": "Bees"},
            "/a": {"query": {}, "additionalOperations": {"LINK": {"summary": "Link it"}}},
            "x-note": {"get": {}},
        }
    )

    assert [operation.key for operation in document.operations] == [
        "POST /b", "GET /b", "QUERY /a", "LINK /a",
    ]  # fmt: skip
    assert document.operations[0].path_summary == "Bees"


def test_a_path_may_be_a_reference():
    document = document_of(
        {"/pets": {"$ref": "#/components/pathItems/pets"}},
        components={"pathItems": {"pets": {"get": {"summary": "List"}}}},
    )

    assert document.operations[0].summary == "List"


def test_webhooks_have_names():
    document = document_of(webhooks={"newPet": {"post": {"summary": "A pet came"}}})

    assert [webhook.key for webhook in document.webhooks] == ["webhook newPet"]


def test_parameters_of_the_operation_replace_those_of_the_path():
    operation = operation_of(
        {"parameters": [{"name": "id", "in": "query", "description": "own"}, {"$ref": "#/x"}]},
        path_item={
            "parameters": [
                {"name": "id", "in": "query", "description": "shared"},
                {"name": "id", "in": "header"},
            ]
        },
    )

    assert [(p.location, p.name, p.description) for p in operation.parameters] == [
        ("query", "id", "own"),
        ("header", "id", ""),
    ]


@pytest.mark.parametrize(
    ("location", "style", "explode"),
    [
        ("path", "simple", False),
        ("query", "form", True),
        ("header", "simple", False),
        ("cookie", "form", True),
    ],
)
def test_styles_have_the_defaults_of_the_standard(location, style, explode):
    (parameter,) = operation_of({"parameters": [{"name": "x", "in": location}]}).parameters

    assert (parameter.style, parameter.explode) == (style, explode)
    assert parameter.required == (location == "path")


def test_explode_follows_a_given_style():
    raw = {"name": "x", "in": "query", "style": "pipeDelimited"}

    assert operation_of({"parameters": [raw]}).parameters[0].explode is False


def test_a_parameter_with_content_has_its_media_type():
    raw = {
        "name": "filter",
        "in": "query",
        "content": {"application/json": {"schema": {"type": "object"}, "example": {"a": 1}}},
    }
    (parameter,) = operation_of({"parameters": [raw]}).parameters

    assert (parameter.media_type, parameter.schema.types) == ("application/json", ("object",))
    assert parameter.examples[0].value == {"a": 1}


def test_bodies_keep_all_media_types_and_encodings():
    operation = operation_of(
        {
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
                    "multipart/form-data": {
                        "encoding": {"photo": {"contentType": "image/png", "explode": False}}
                    },
                    "application/jsonl": {"itemSchema": {"type": "string"}},
                },
            }
        },
        components={"schemas": {"Pet": {"type": "object"}}},
    )
    body = operation.request_body

    assert [media.name for media in body.content] == [
        "application/json",
        "multipart/form-data",
        "application/jsonl",
    ]
    assert body.content[0].schema.reference_name == "Pet"
    assert (body.content[1].encoding[0].content_type, body.content[1].encoding[0].explode) == (
        "image/png",
        False,
    )
    assert body.content[2].item_schema.types == ("string",)


def test_responses_have_headers_and_links():
    operation = operation_of(
        {
            "responses": {
                "200": {
                    "description": "OK",
                    "headers": {"X-Rate": {"schema": {"type": "integer"}}},
                    "links": {"next": {"operationId": "getPet", "parameters": {"id": "$x"}}},
                },
                "default": {"$ref": "#/components/responses/Problem"},
                "x-own": {},
            }
        },
        components={"responses": {"Problem": {"description": "It failed"}}},
    )
    ok, default = operation.responses

    assert (ok.headers[0].name, ok.headers[0].schema.types) == ("X-Rate", ("integer",))
    assert (ok.links[0].operation_id, ok.links[0].parameters) == ("getPet", {"id": "$x"})
    assert (default.status, default.description) == ("default", "It failed")


def test_examples_in_all_spellings():
    media = {
        "examples": {
            "old": {"value": {"a": 1}},
            "new": {"dataValue": [2], "serializedValue": "[2]"},
            "far": {"externalValue": "https://example.com/x.json"},
            "shared": {"$ref": "#/components/examples/it"},
        }
    }
    operation = operation_of(
        {"requestBody": {"content": {"application/json": media}}},
        components={"examples": {"it": {"summary": "Shared", "value": None}}},
    )
    old, new, far, shared = operation.request_body.content[0].examples

    assert (old.value, new.value, new.serialized) == ({"a": 1}, [2], "[2]")
    assert (far.external_url, far.has_value) == ("https://example.com/x.json", False)
    assert (shared.summary, shared.value, shared.has_value) == ("Shared", None, True)


def test_servers_of_the_operation_beat_those_of_path_and_document():
    server = {"url": "https://{region}.example.com", "variables": {"region": {"default": "eu"}}}
    of_document = [{"url": "https://example.com"}]

    own = operation_of({"servers": [server]}, servers=of_document)
    of_path = operation_of({}, path_item={"servers": [server]}, servers=of_document)
    assert own.servers == of_path.servers
    assert own.servers[0].variables[0].default == "eu"
    assert operation_of({}, servers=of_document).servers[0].url == "https://example.com"


def test_security_has_alternatives_and_an_empty_list_means_open():
    parts = {
        "security": [{"key": []}],
        "components": {
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
                "oauth": {
                    "type": "oauth2",
                    "flows": {
                        "deviceAuthorization": {"tokenUrl": "https://t", "scopes": {"a": "A"}}
                    },
                },
            }
        },
    }
    document_s = operation_of({}, **parts).security
    both = operation_of({"security": [{"key": [], "oauth": ["a"]}, {}]}, **parts).security

    assert [[use.scheme.name for use in alternative] for alternative in document_s] == [["key"]]
    assert [[use.scheme.name for use in alternative] for alternative in both] == [
        ["key", "oauth"],
        [],
    ]
    assert both[0][1].scopes == ("a",)
    assert both[0][1].scheme.flows[0].scopes == {"a": "A"}
    assert operation_of({"security": []}, **parts).security == ()
    assert operation_of({}).security is None


def test_callbacks_end_even_when_they_go_in_a_circle():
    callback = {
        "{$request.body#/url}": {
            "post": {"callbacks": {"again": {"$ref": "#/components/callbacks/c"}}}
        }
    }
    operation = operation_of(
        {"callbacks": {"c": {"$ref": "#/components/callbacks/c"}}},
        components={"callbacks": {"c": callback}},
    )

    (first,) = operation.callbacks
    assert (first.name, first.expression) == ("c", "{$request.body#/url}")
    assert first.operations[0].callbacks[0].name == "again"


@pytest.mark.parametrize("wrong", [None, 1, "text", [], {}, [1], {"a": 1}, True])
@pytest.mark.parametrize("key", [
    "parameters", "requestBody", "responses", "callbacks", "servers", "security", "tags", "summary"
])  # fmt: skip
def test_values_of_any_kind_do_no_harm(key, wrong):
    operation = operation_of({key: wrong, "operationId": "x"}, path_item={key: wrong})

    assert operation.operation_id == "x"
    assert repr(operation)


def test_visibility_comes_from_extensions():
    assert operation_of({"x-hidden": True}).is_hidden
    assert operation_of({"x-excluded": True}).is_excluded
    assert operation_of({}, path_item={"x-internal": True}).is_excluded
    assert not operation_of({"x-hidden": "no"}).is_hidden
