"""A digest changes with what an operation shows, and with nothing else."""

import copy
from datetime import date

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.openapi.digests import DocumentDigests, strongly_connected_components
from sphinx_sitejson.openapi.document import OpenApiDocument
from support.work import steps_of

DATA = {
    "openapi": "3.1.0",
    "servers": [{"url": "https://example.com"}],
    "paths": {
        "/a": {"get": {"responses": {"200": {"$ref": "#/components/responses/A"}}}},
        "/b": {"get": {"summary": "B"}},
    },
    "components": {
        "responses": {
            "A": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}
        },
        "schemas": {
            "A": {"properties": {"next": {"$ref": "#/components/schemas/B"}}},
            "B": {"properties": {"back": {"$ref": "#/components/schemas/A"}, "end": {}}},
            "Other": {"type": "string"},
        },
    },
}


def digests(data):
    document = OpenApiDocument(data, name="x", location="/x.json", version="3.1")
    of = DocumentDigests(document)
    return [of.operation_digest(operation) for operation in document.operations]


def changed(change):
    data = copy.deepcopy(DATA)
    change(data)
    return [old != new for old, new in zip(digests(DATA), digests(data), strict=True)]


def test_a_schema_far_away_counts_for_those_that_reach_it():
    assert changed(lambda data: data["components"]["schemas"]["B"].update(title="B")) == [
        True,
        False,
    ]


def test_an_operation_counts_for_itself():
    assert changed(lambda data: data["paths"]["/b"]["get"].update(summary="C")) == [False, True]


def test_what_nobody_reaches_counts_for_nobody():
    assert changed(lambda data: data["components"]["schemas"]["Other"].update(title="X")) == [
        False,
        False,
    ]


def test_servers_count_for_all():
    assert changed(lambda data: data["servers"].clear()) == [True, True]


def test_the_order_of_properties_counts_since_pages_show_it():
    def reverse(data):
        schema = data["components"]["schemas"]["B"]
        schema["properties"] = dict(reversed(schema["properties"].items()))

    assert changed(reverse) == [True, False]


def test_dates_of_yaml_count():
    def set_example(data, day):
        data["components"]["schemas"]["B"]["example"] = date(2030, 1, day)

    assert changed(lambda data: set_example(data, 1)) == [True, False]
    first, second = copy.deepcopy(DATA), copy.deepcopy(DATA)
    set_example(first, 1)
    set_example(second, 2)
    assert digests(first) != digests(second)
    assert digests(first) == digests(copy.deepcopy(first))


def test_a_digest_changes_with_the_digits_of_a_number():
    plain, written = copy.deepcopy(DATA), copy.deepcopy(DATA)
    plain["paths"]["/b"]["get"]["x-rate"] = read_json("1.1")
    written["paths"]["/b"]["get"]["x-rate"] = read_json("1.10")

    assert digests(plain)[1] != digests(written)[1]


def chain(length, last):
    """Make a document in which each schema leads to the next, and each operation to one of them."""
    schemas = {
        f"S{n}": {"properties": {"next": {"$ref": f"#/components/schemas/S{n + 1}"}}}
        for n in range(length)
    }
    schemas[f"S{length}"] = last
    paths = {
        f"/{n}": {"get": {"parameters": [{"schema": {"$ref": f"#/components/schemas/S{n}"}}]}}
        for n in range(length)
    }
    return {"openapi": "3.1.0", "paths": paths, "components": {"schemas": schemas}}


def test_the_end_of_a_chain_changes_all_that_point_there():
    one, other = (digests(chain(5, {"type": kind})) for kind in ("string", "integer"))
    assert all(old != new for old, new in zip(one, other, strict=True))
    assert len(set(one)) == 5


def test_a_circle_changes_with_any_of_its_schemas():
    back = {"properties": {"first": {"$ref": "#/components/schemas/S0"}}}
    one, other = (digests(chain(4, {**back, "title": title})) for title in ("a", "b"))
    assert all(old != new for old, new in zip(one, other, strict=True))
    assert one == digests(chain(4, {**back, "title": "a"}))


def test_long_chains_take_their_length():
    short, long = (steps_of(lambda n=n: digests(chain(n, {}))) for n in (100, 200))
    assert long < 2.5 * short


def test_names_in_circles_come_together_and_after_what_they_link_to():
    ways = {"a": "bc", "b": "ad", "c": "d", "d": "ef", "e": "d", "f": ""}
    found = list(strongly_connected_components("a", lambda name: ways[name]))
    assert found == [{"f"}, {"d", "e"}, {"c"}, {"a", "b"}]
