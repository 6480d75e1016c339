"""What changed between two documents, and what of it breaks clients."""

import re

import pytest

from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.changes.schemas import DEEPEST_LEVEL, MAX_CHANGES

from .support import OK, document, get, received, sent, told

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}
ANNOUNCED = {"deprecated": True, "x-sunset": "2020-01-01"}
READ_ONLY = {"type": "object", "properties": {"id": {"type": "string", "readOnly": True}}}
KEY = {"securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}}}
BODY = {"required": True, "content": {"text/plain": {}, "application/json": {}}}
ONE = {"description": "x"}


def parameter(name, place="query", **more):
    schema = {"type": "string"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **more}


def taking(*parameters):
    return get(parameters=list(parameters))


def refusing(*values):
    return {"not": {"enum": list(values)}}


def answering(status, kind):
    content = {"application/json": {"schema": {"type": kind}}}
    return get(responses={status: {"description": "", "content": content}})


def posting(**operation):
    return {"/x": {"post": operation}}


@pytest.mark.parametrize(
    ("old", "new", "sentences"),
    [
        (sent({"type": "object", "properties": {"a": ANNOUNCED}}),
         sent({"type": "object", "properties": {}}),
         ["body.a was removed after its sunset date, 2020-01-01."]),
        ({"/x/{a}": {"get": {"summary": "One", "parameters": [parameter("a", "path")]}}},
         {"/x/{b}": {"get": {"summary": "Two", "parameters": [parameter("b", "path")]}}}, []),
        (taking(), taking(parameter("q")), ["query parameter q was added."]),
        (taking(), taking(parameter("q", required=True)),
         ["! query parameter q was added, and is required."]),
        (taking(parameter("q")), taking(), ["! query parameter q was removed."]),
        (taking(parameter("q")), taking(parameter("q", required=True)),
         ["! query parameter q is required now."]),
        (taking(parameter("q", required=True)), taking(parameter("q")),
         ["query parameter q is optional now."]),
        (taking(parameter("q")), taking(parameter("q", deprecated=True)),
         ["query parameter q is deprecated."]),
        (taking(parameter("q")), taking(parameter("q", schema={"type": "integer"})),
         ["! query parameter q: the type changed from string to integer."]),
        # Properties of the other direction do not count.
        (sent(READ_ONLY), sent({"type": "object"}), []),
        (received(READ_ONLY), received({"type": "object"}), ["! response 200.id was removed."]),
        # Bodies, responses and headers.
        (posting(responses={"200": ONE, "404": ONE}),
         posting(deprecated=True, requestBody=BODY,
                 responses={"201": ONE, "200": {**ONE, "headers": {"X-A": {"schema": {}}}}}),
         ["It is deprecated.", "! body was added, and is required.", "response 404 was removed.",
          "? response 201 was added.", "response 200 header X-A was added."]),
        (posting(requestBody=BODY, responses=OK), posting(responses=OK), ["! body was removed."]),
        # What is inside "not" counts the other way.
        (sent(refusing("a", "b")), sent(refusing("a")),
         ['body (not): the value "b" was removed.']),
        (received(refusing("a", "b")), received(refusing("a")),
         ['! response 200 (not): the value "b" was removed.']),
        # True is not one.
        (sent({"minimum": 1, "exclusiveMinimum": True}),
         sent({"minimum": 1, "exclusiveMinimum": 1}), []),
        (sent({"default": True}), sent({"default": 1}),
         ["! body: the default changed from true to 1."]),
        # A response may be described by a range.
        (answering("2XX", "string"), answering("200", "string"), []),
        (answering("200", "string"), answering("2XX", "integer"),
         ["? response 2XX was added.",
          "! response 200: the type changed from string to integer."]),
    ],
)  # fmt: skip
def test_each_change_is_a_sentence(old, new, sentences):
    assert told(document(old), document(new)) == sentences


def test_authorization():
    open_, locked = (
        document(get(), components=KEY),
        document(get(security=[{"key": []}]), components=KEY),
    )
    assert told(open_, locked) == ["! authorization is now required."]
    assert told(locked, open_) == ["authorization is no longer required."]


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
         ["! : the pattern changed"], ["? : the pattern changed"]),
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
        return [re.sub("^([!?] )?", rf"\g<0>{name}", change) + "." for change in changes]

    assert told(document(sent(old)), document(sent(new))) == placed("body", when_sent)
    expected = placed("response 200", when_received)
    assert told(document(received(old)), document(received(new))) == expected


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
