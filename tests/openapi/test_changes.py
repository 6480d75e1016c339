"""What changed between two documents, and what of it breaks clients."""

from __future__ import annotations

import pytest

from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.document import OpenApiDocument

OK = {"200": {"description": "x"}}


def document(paths, version="1", **rest):
    data = {"openapi": "3.1.0", "info": {"title": "T", "version": version}, "paths": paths, **rest}
    return OpenApiDocument(data, name="t", location="/t.json", version="3.1.0")


def compare(old, new, **rest):
    changes = compare_documents(document(old, **rest), document(new, "2", **rest))
    return {
        operation.key: [
            f"{'! ' if change.is_breaking else ''}{change.place} {change.text}".strip()
            for change in operation.changes
        ]
        for operation in changes.operations
    }


def get(**parts):
    return {"/x": {"get": {"responses": OK, **parts}}}


def sent(schema):
    body = {"content": {"application/json": {"schema": schema}}}
    return {"/x": {"post": {"requestBody": body, "responses": OK}}}


def received(schema):
    content = {"application/json": {"schema": schema}}
    return get(responses={"200": {"description": "x", "content": content}})


def test_added_and_removed_operations():
    changes = compare_documents(
        document({"/a": {"get": {"responses": OK}}, "/i": {"get": {"x-internal": True}}}),
        document({"/b": {"get": {"summary": "B", "responses": OK}}}, "2"),
    )

    assert [(one.key, one.kind, one.is_breaking) for one in changes.operations] == [
        ("GET /a", "removed", True),
        ("GET /b", "added", False),
    ]
    assert (changes.old_version, changes.new_version) == ("1", "2")


def test_the_same_is_no_change_whatever_the_words():
    old = {"/x/{a}": {"get": {"summary": "One", "parameters": [parameter("a", "path")]}}}
    new = {"/x/{b}": {"get": {"summary": "Two", "parameters": [parameter("b", "path")]}}}

    assert compare(old, new) == {}


def parameter(name, place="query", **more):
    schema = {"type": "string"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **more}


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ([], [parameter("q")], ["query parameter q was added"]),
        (
            [],
            [parameter("q", required=True)],
            ["! query parameter q was added, and is required"],
        ),
        ([parameter("q")], [], ["! query parameter q was removed"]),
        (
            [parameter("q")],
            [parameter("q", required=True)],
            ["! query parameter q is required now"],
        ),
        (
            [parameter("q", required=True)],
            [parameter("q")],
            ["query parameter q is optional now"],
        ),
        (
            [parameter("q")],
            [parameter("q", deprecated=True)],
            ["query parameter q is deprecated"],
        ),
        (
            [parameter("q")],
            [parameter("q", schema={"type": "integer"})],
            ["! query parameter q the type changed from string to integer"],
        ),
    ],
)
def test_parameters(old, new, changes):
    assert compare(get(parameters=old), get(parameters=new)) == {"GET /x": changes}


OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("old", "new", "when_sent", "when_received"),
    [
        ({"type": "integer"}, {"type": "number"},
         ["the type changed from integer to number"],
         ["! the type changed from integer to number"]),
        ({"type": "number"}, {"type": "integer"},
         ["! the type changed from number to integer"],
         ["the type changed from number to integer"]),
        ({"type": "string"}, {"type": ["string", "null"]},
         ["may be null now"], ["! may be null now"]),
        ({"enum": ["a", "b"]}, {"enum": ["a"]},
         ['! the value "b" was removed'], ['the value "b" was removed']),
        ({"enum": ["a"]}, {"enum": ["a", "b"]},
         ['the value "b" was added'], ['the value "b" was added']),
        ({"type": "string"}, {"type": "string", "enum": ["a"]},
         ["! only certain values are allowed"], ["only certain values are allowed"]),
        ({"minimum": 1}, {"minimum": 2},
         ["! minimum changed from 1 to 2"], ["minimum changed from 1 to 2"]),
        ({"maxLength": 9}, {}, ["maxLength changed from 9 to none"],
         ["maxLength changed from 9 to none"]),
        ({}, {"maxLength": 9}, ["! maxLength changed from none to 9"],
         ["maxLength changed from none to 9"]),
        ({"pattern": "a"}, {"pattern": "b"}, ["! the pattern changed"], ["the pattern changed"]),
        (OBJECT, {"type": "object"}, ["! .a was removed"], ["! .a was removed"]),
        ({"type": "object"}, OBJECT, [".a was added"], [".a was added"]),
        ({"type": "object"}, {**OBJECT, "required": ["a"]},
         ["! .a was added, and is required"], [".a was added, and is required"]),
        (OBJECT, {**OBJECT, "required": ["a"]},
         ["! .a is required now"], [".a is required now"]),
        ({**OBJECT, "required": ["a"]}, OBJECT,
         [".a is optional now"], ["! .a is optional now"]),
        ({"type": "array", "items": {"type": "string"}},
         {"type": "array", "items": {"type": "boolean"}},
         ["! [] the type changed from string to boolean"],
         ["! [] the type changed from string to boolean"]),
        ({"allOf": [OBJECT]}, OBJECT, [], []),
    ],
)  # fmt: skip
def test_schemas_in_both_directions(old, new, when_sent, when_received):
    def placed(name, changes):
        written = []
        for change in changes:
            mark, text = ("! ", change[2:]) if change.startswith("! ") else ("", change)
            gap = "" if text.startswith((".", "[")) else " "
            written.append(f"{mark}{name}{gap}{text}")
        return written

    expected = placed("body", when_sent)
    assert compare(sent(old), sent(new)) == ({"POST /x": expected} if expected else {})
    expected = placed("response 200", when_received)
    assert compare(received(old), received(new)) == ({"GET /x": expected} if expected else {})


def test_properties_of_the_other_direction_do_not_count():
    old = {"type": "object", "properties": {"id": {"type": "string", "readOnly": True}}}

    assert compare(sent(old), sent({"type": "object"})) == {}
    assert compare(received(old), received({"type": "object"})) == {
        "GET /x": ["! response 200.id was removed"]
    }


def test_schemas_that_contain_themselves():
    def with_node(kind):
        node = {
            "type": "object",
            "properties": {
                "next": {"$ref": "#/components/schemas/Node"},
                "value": {"type": kind},
            },
        }
        return document(
            received({"$ref": "#/components/schemas/Node"}), components={"schemas": {"Node": node}}
        )

    (operation,) = compare_documents(with_node("string"), with_node("integer")).operations

    assert [change.place for change in operation.changes] == ["response 200.value"]


def test_bodies_responses_and_headers():
    body = {"required": True, "content": {"text/plain": {}, "application/json": {}}}
    old = {
        "/x": {
            "post": {
                "responses": {"200": {"description": "x"}, "404": {"description": "x"}},
            }
        }
    }
    new = {
        "/x": {
            "post": {
                "deprecated": True,
                "requestBody": body,
                "responses": {
                    "201": {"description": "x"},
                    "200": {"description": "x", "headers": {"X-A": {"schema": {}}}},
                },
            }
        }
    }

    assert compare(old, new)["POST /x"] == [
        "is deprecated",
        "! body was added, and is required",
        "response 404 was removed",
        "response 201 was added",
        "response 200 the header X-A was added",
    ]
    assert "! body was removed" in compare(new, old)["POST /x"]


def test_authorization():
    schemes = {"securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}}}
    locked = get(security=[{"key": []}])

    assert compare(get(), locked, components=schemes) == {
        "GET /x": ["! authorization is needed now"]
    }
    assert compare(locked, get(), components=schemes) == {
        "GET /x": ["authorization is no longer needed"]
    }


def test_webhooks_go_the_other_way():
    def hook(schema):
        body = {"content": {"application/json": {"schema": schema}}}
        return document({}, webhooks={"w": {"post": {"requestBody": body, "responses": OK}}})

    changes = compare_documents(hook({"type": "object"}), hook({**OBJECT, "required": ["a"]}))

    assert changes.operations[0].key == "webhook w"
    assert not changes.operations[0].is_breaking
