"""What changed between two documents, and what of it breaks clients."""

import pytest

from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.changes.schemas import DEEPEST_LEVEL, MAX_CHANGES

from .support import OK, document, get, received, sent, told


def compare(old, new, **rest):
    changes = compare_documents(document(old, **rest), document(new, "2", **rest))
    return {
        operation.key: [
            f"{'! ' if change.is_breaking else ''}{change.sentence}" for change in operation.changes
        ]
        for operation in changes.operations
    }


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


@pytest.mark.parametrize(
    ("announced", "is_breaking", "sentence"),
    [
        ({"deprecated": True, "x-sunset": "2020-01-01"}, False, "after its sunset date"),
        ({"x-sunset": "2020-01-01"}, False, "after its sunset date, 2020-01-01."),
        ({"deprecated": True, "x-sunset": "2020-06-01"}, True, "before its sunset date"),
        ({"deprecated": True}, False, "It was deprecated, without a sunset date."),
        ({"deprecated": True, "x-sunset": "soon"}, False, "It was deprecated"),
        ({"x-stability-level": "alpha"}, False, "Its stability was alpha."),
        ({"x-stability-level": "beta"}, True, ""),
    ],
)
def test_a_removal_breaks_unless_it_was_announced(monkeypatch, announced, is_breaking, sentence):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1580000000")  # 2020-01-26
    (removed,) = compare_documents(document(get(**announced)), document({}, "2")).operations

    assert (removed.kind, removed.is_breaking) == ("removed", is_breaking)
    assert sentence in " ".join(str(change.sentence) for change in removed.changes)


def test_a_removed_property_that_was_announced():
    old = {"type": "object", "properties": {"a": {"deprecated": True, "x-sunset": "2020-01-01"}}}
    new = {"type": "object", "properties": {}}

    assert told(document(sent(old)), document(sent(new))) == [
        "body.a was removed after its sunset date, 2020-01-01."
    ]


def test_equal_schemas_are_no_change_whatever_their_spelling():
    old = {"/x/{a}": {"get": {"summary": "One", "parameters": [parameter("a", "path")]}}}
    new = {"/x/{b}": {"get": {"summary": "Two", "parameters": [parameter("b", "path")]}}}

    assert compare(old, new) == {}


def parameter(name, place="query", **more):
    schema = {"type": "string"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **more}


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ([], [parameter("q")], ["query parameter q was added."]),
        ([], [parameter("q", required=True)], ["! query parameter q was added, and is required."]),
        ([parameter("q")], [], ["! query parameter q was removed."]),
        ([parameter("q")], [parameter("q", required=True)],
         ["! query parameter q is required now."]),
        ([parameter("q", required=True)], [parameter("q")], ["query parameter q is optional now."]),
        ([parameter("q")], [parameter("q", deprecated=True)], ["query parameter q is deprecated."]),
        ([parameter("q")], [parameter("q", schema={"type": "integer"})],
         ["! query parameter q: the type changed from string to integer."]),
    ],
)  # fmt: skip
def test_parameters(old, new, changes):
    assert compare(get(parameters=old), get(parameters=new)) == {"GET /x": changes}


OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("old", "new", "when_sent", "when_received"),
    [
        ({"type": "integer"}, {"type": "number"},
         [": the type changed from integer to number"],
         ["! : the type changed from integer to number"]),
        ({"type": "number"}, {"type": "integer"},
         ["! : the type changed from number to integer"],
         [": the type changed from number to integer"]),
        ({"type": "string"}, {"type": ["string", "null"]},
         [" may be null now"], ["!  may be null now"]),
        ({"enum": ["a", "b"]}, {"enum": ["a"]},
         ['! : the value "b" was removed'], [': the value "b" was removed']),
        ({"enum": ["a"]}, {"enum": ["a", "b"]},
         [': the value "b" was added'], ['! : the value "b" was added']),
        ({"type": "string"}, {"type": "string", "enum": ["a"]},
         ["! : only certain values are allowed"], [": only certain values are allowed"]),
        ({"minimum": 1}, {"minimum": 2},
         ["! : minimum changed from 1 to 2"], [": minimum changed from 1 to 2"]),
        ({"maxLength": 9}, {}, [": maxLength changed from 9 to none"],
         ["! : maxLength changed from 9 to none"]),
        ({}, {"maxLength": 9}, ["! : maxLength changed from none to 9"],
         [": maxLength changed from none to 9"]),
        ({"pattern": "a"}, {"pattern": "b"},
         ["! : the pattern changed"], [": the pattern changed"]),
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
         ["! []: the type changed from string to boolean"],
         ["! []: the type changed from string to boolean"]),
        ({"allOf": [OBJECT]}, OBJECT, [], []),
    ],
)  # fmt: skip
def test_schemas_in_both_directions(old, new, when_sent, when_received):
    def placed(name, changes):
        written = []
        for change in changes:
            mark, text = ("! ", change[2:]) if change.startswith("! ") else ("", change)
            written.append(f"{mark}{name}{text}.")
        return written

    expected = placed("body", when_sent)
    assert compare(sent(old), sent(new)) == ({"POST /x": expected} if expected else {})
    expected = placed("response 200", when_received)
    assert compare(received(old), received(new)) == ({"GET /x": expected} if expected else {})


def test_properties_of_the_other_direction_do_not_count():
    old = {"type": "object", "properties": {"id": {"type": "string", "readOnly": True}}}

    assert compare(sent(old), sent({"type": "object"})) == {}
    assert compare(received(old), received({"type": "object"})) == {
        "GET /x": ["! response 200.id was removed."]
    }


def test_schemas_that_contain_themselves():
    def with_node(kind):
        node = {
            "type": "object",
            "properties": {"next": {"$ref": "#/components/schemas/Node"}, "value": {"type": kind}},
        }
        return document(
            received({"$ref": "#/components/schemas/Node"}), components={"schemas": {"Node": node}}
        )

    (operation,) = compare_documents(with_node("string"), with_node("integer")).operations

    assert [change.location for change in operation.changes] == ["response 200.value"]


def test_what_is_beside_a_reference_is_compared_wherever_its_schema_was_seen():
    def paths(most, **more):
        name = "#/components/schemas/Name"
        inner = {"type": "string", **more}
        schema = {
            "properties": {"first": {"$ref": name}, "second": {"$ref": name, "maxProperties": most}}
        }
        content = {"application/json": {"schema": schema}}
        answer = {"200": {"description": "", "content": content}}
        named = {"Name": {"type": "object", "properties": {"part": inner}}}
        return {"/x": {"get": {"responses": answer}}}, {"schemas": named}

    old, new = paths(1), paths(2, pattern="a")
    changes = compare_documents(
        document(old[0], components=old[1]), document(new[0], "2", components=new[1])
    )

    assert {change.sentence for change in changes.operations[0].changes} == {
        "response 200.second: maxProperties changed from 1 to 2.",
        'response 200.first.part: the pattern "a" was added.',
    }


def test_bodies_responses_and_headers():
    body = {"required": True, "content": {"text/plain": {}, "application/json": {}}}
    old = {
        "/x": {"post": {"responses": {"200": {"description": "x"}, "404": {"description": "x"}}}}
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
        "It is deprecated.",
        "! body was added, and is required.",
        "response 404 was removed.",
        "response 201 was added.",
        "response 200 header X-A was added.",
    ]
    assert "! body was removed." in compare(new, old)["POST /x"]


def test_authorization():
    schemes = {"securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}}}
    locked = get(security=[{"key": []}])

    assert compare(get(), locked, components=schemes) == {
        "GET /x": ["! authorization is now required."]
    }
    assert compare(locked, get(), components=schemes) == {
        "GET /x": ["authorization is no longer required."]
    }


def test_webhooks_go_the_other_way():
    def hook(schema):
        body = {"content": {"application/json": {"schema": schema}}}
        return document({}, webhooks={"w": {"post": {"requestBody": body, "responses": OK}}})

    changes = compare_documents(hook({"type": "object"}), hook({**OBJECT, "required": ["a"]}))

    assert changes.operations[0].key == "webhook w"
    assert not changes.operations[0].is_breaking


def test_callbacks_go_the_other_way():
    def calling(schema, expression="{$request.query.url}"):
        body = {"content": {"application/json": {"schema": schema}}}
        called = {expression: {"post": {"requestBody": body, "responses": OK}}}
        return document(get(callbacks={"c": called}))

    old, new = calling({"type": "object"}), calling({**OBJECT, "required": ["a"]})
    assert told(old, new) == ["callback c body.a was added, and is required."]
    assert told(calling({}), calling({}, "{$request.body#/url}")) == [
        "! callback c was removed.",
        "callback c was added.",
    ]


def test_a_webhook_of_several_methods_is_compared_by_method():
    def hooks(**methods):
        return document(
            {}, webhooks={"w": {name: {"responses": OK, **raw} for name, raw in methods.items()}}
        )

    changes = compare_documents(hooks(post={}), hooks(put={}, post={"deprecated": True}))

    assert [(one.key, one.kind) for one in changes.operations] == [
        ("webhook w", "added"),
        ("webhook POST w", "changed"),
    ]


def test_what_is_inside_not_counts_the_other_way():
    def refusing(*values):
        return {"not": {"enum": list(values)}}

    fewer = ['body (not): the value "b" was removed.']
    assert told(document(sent(refusing("a", "b"))), document(sent(refusing("a")))) == fewer
    assert told(document(received(refusing("a", "b"))), document(received(refusing("a")))) == [
        '! response 200 (not): the value "b" was removed.'
    ]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (9007199254740993, 18446744073709551615, "9007199254740993 to 18446744073709551615"),
        (1e22, 0.1, "10000000000000000000000 to 0.1"),
        (1e-7, 2.50, "0.0000001 to 2.5"),
        (1e300, 1, "1E+300 to 1"),
        (123456789.5, 123456789, "123456789.5 to 123456789"),
    ],
)
def test_numbers_keep_their_digits(old, new, text):
    found = told(document(received({"maximum": old})), document(received({"maximum": new})))

    assert found[0].endswith(f": maximum changed from {text}.")
    if isinstance(old, int):
        (found,) = told(document(sent({"const": old})), document(sent({"enum": [old, new]})))
        assert found == f"body: the value {new} was added."


def test_schemas_that_link_to_each_other_in_many_ways_are_compared_once():
    """Every schema leads to every other: without a memory this would never end."""
    names = [f"S{number}" for number in range(30)]

    def tangled(kind):
        properties = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
        inner = {name: {"$ref": f"#/components/schemas/{name}/properties/S0"} for name in names}
        schemas = {
            name: {"type": "object", "properties": {**properties, "v": {"type": kind}},
                   "additionalProperties": {"properties": inner}}
            for name in names
        }  # fmt: skip
        return document(
            received({"$ref": "#/components/schemas/S0"}), components={"schemas": schemas}
        )

    found = told(tangled("string"), tangled("integer"))

    assert len(found) == len(names)
    assert found[0] == "! response 200.v: the type changed from string to integer."


def test_of_very_many_changes_the_gravest_are_reported_and_the_rest_counted():
    def wide(**words):
        properties = {f"p{number}": {"type": "string", **words} for number in range(150)}
        properties["last"] = {"type": "string" if not words else "integer"}
        return document(sent({"type": "object", "properties": properties}))

    found = told(wide(), wide(deprecated=True))

    assert len(found) == MAX_CHANGES + 1
    assert found[0] == "! body.last: the type changed from string to integer."
    assert found[-1] == "body: 51 more changes."


def test_what_is_nested_too_deeply_is_not_silently_the_same():
    def deep(kind):
        schema = {"type": kind}
        for _ in range(DEEPEST_LEVEL + 1):
            schema = {"type": "array", "items": schema}
        return document(sent(schema))

    assert told(deep("string"), deep("integer")) == ["? body: nested too deeply to compare."]


def test_a_change_behind_references_is_found_through_every_kind_of_component():
    def api(kind):
        def ref(section):
            return {"$ref": f"#/components/{section}/A"}

        json = {"application/json": {"schema": ref("schemas")}}
        components = {
            "schemas": {"A": {"type": "array", "items": {"$ref": "#/components/schemas/B"}},
                        "B": {"type": kind}},
            "parameters": {"A": {"name": "q", "in": "query", "schema": ref("schemas")}},
            "requestBodies": {"A": {"content": json}},
            "headers": {"A": {"schema": ref("schemas")}},
            "responses": {"A": {"headers": {"H": ref("headers")}, "content": json}},
        }  # fmt: skip
        operation = {
            "parameters": [ref("parameters")],
            "requestBody": ref("requestBodies"),
            "responses": {"200": ref("responses")},
        }
        return document({"/x": {"post": operation}}, components=components)

    ending = "[]: the type changed from string to integer."
    assert told(api("string"), api("string")) == []
    assert told(api("string"), api("integer")) == [
        f"! query parameter q{ending}",
        f"! body{ending}",
        # A number is a text, too.
        f"response 200 header H{ending}",
        f"! response 200{ending}",
    ]


def test_true_is_not_one():
    schemas = ({"minimum": 1, "exclusiveMinimum": True}, {"minimum": 1, "exclusiveMinimum": 1})
    assert told(document(sent(schemas[0])), document(sent(schemas[1]))) == []
    first, second = ({"default": True}, {"default": 1})
    assert told(document(sent(first)), document(sent(second))) == [
        "! body: the default changed from true to 1."
    ]


def test_a_response_may_be_described_by_a_range():
    def answering(status, kind):
        content = {"application/json": {"schema": {"type": kind}}}
        return document(get(responses={status: {"description": "", "content": content}}))

    assert told(answering("2XX", "string"), answering("200", "string")) == []
    assert told(answering("200", "string"), answering("2XX", "integer")) == [
        "? response 2XX was added.",
        "! response 200: the type changed from string to integer.",
    ]


def test_what_several_operations_share_is_known():
    paths = {f"/{name}": {"get": {"responses": OK}} for name in "abc"}
    old = document(paths, servers=[{"url": "https://a"}])
    new = document(paths, servers=[{"url": "https://b"}])
    changes = compare_documents(old, new)

    assert [one.sentence for one in changes.shared_changes()] == [
        "server https://a was removed.",
        "server https://b was added.",
    ]
    assert all(one.is_breaking for one in changes.operations)
    assert [one.without(changes.shared_changes()).changes for one in changes.operations] == [()] * 3


def test_a_full_document_is_looked_through_once_per_pair(monkeypatch):
    """Operations that share a schema that did not change cost nothing more."""
    from sphinx_sitejson.openapi.changes import schemas as module

    compared = []
    whole = module.SchemaComparison._compare_merged

    def counted(self, old, new, at):
        compared.append(at.location)
        return whole(self, old, new, at)

    monkeypatch.setattr(module.SchemaComparison, "_compare_merged", counted)
    wide = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(200)}}
    body = received({"$ref": "#/components/schemas/Wide"})["/x"]

    def api(summary):
        paths = {f"/x{n}": {"get": {**body["get"], "summary": summary}} for n in range(50)}
        return document(paths, components={"schemas": {"Wide": wide}})

    assert told(api("a"), api("b")) == []
    assert compared == []
