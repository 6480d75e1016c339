"""A page ends, whatever the document."""

import pytest

from sphinx_sitejson.http_messages.options import ReferenceOptions

from .support import all_fields, operation_page, page_of, ref, request_of, response_of


def wide(number, target):
    return {"type": "object", "properties": {f"p{i}": ref(target) for i in range(number)}}


def test_the_budget_is_spent_level_by_level_and_cuts_are_links():
    schemas = {f"S{i}": wide(4, f"S{i + 1}") for i in range(6)}
    page = page_of(
        ref("S0"), options=ReferenceOptions(field_budget=30), **schemas, S6={"type": "string"}
    )

    fields = all_fields(page.body)
    assert len(fields) <= 30
    assert all(field.link for field in fields if field.is_cut)
    assert len(page.body.group.fields) == 4
    assert all(len(field.group.fields) == 4 for field in page.body.group.fields)


def test_top_levels_are_complete_even_beyond_the_budget():
    page = page_of(
        ref("Big"),
        options=ReferenceOptions(field_budget=5),
        Big=wide(50, "Small"),
        Small=wide(2, "Leaf"),
        Leaf={},
    )

    assert len(page.body.group.fields) == 50
    assert all(field.is_cut and not field.group for field in page.body.group.fields)


def test_one_budget_serves_the_full_page():
    raw = {**request_of(wide(10, "A")), **response_of(wide(10, "A"))}
    view = operation_page(
        raw,
        options=ReferenceOptions(field_budget=60),
        components={"schemas": {"A": wide(4, "B"), "B": wide(4, "C"), "C": {}}},
    )

    assert len(all_fields(view)) <= 60
    assert len(view.responses[0].media_types[0].body.group.fields) == 10


def test_objects_without_a_name_are_shown_beyond_the_budget():
    raw = {"properties": {f"p{i}": {"properties": {"x": {}, "y": {}}} for i in range(20)}}
    page = page_of(raw, options=ReferenceOptions(field_budget=10))

    assert all(field.group for field in page.body.group.fields)


def nested(depth):
    raw = {"type": "string"}
    for _ in range(depth):
        raw = {"properties": {"a": raw}}
    return raw


HOSTILE = {
    "properties in a diamond": {
        **{
            f"D{i}": {"properties": {"l": ref(f"D{i + 1}"), "r": ref(f"D{i + 1}")}}
            for i in range(40)
        }
    },
    "parts in a diamond": {
        f"D{i}": {"allOf": [ref(f"D{i + 1}"), ref(f"D{i + 1}")]} for i in range(40)
    },
    "different parts in a diamond": {
        f"D{i}": {"allOf": [ref(f"D{i + 1}"), {"allOf": [ref(f"D{i + 1}")], "title": "x"}]}
        for i in range(40)
    },
    "choices in a diamond": {
        f"D{i}": {"oneOf": [ref(f"D{i + 1}"), ref(f"D{i + 1}")]} for i in range(40)
    },
    "arrays in a diamond": {
        f"D{i}": {"oneOf": [{"items": ref(f"D{i + 1}")}, {"items": ref(f"D{i + 1}")}]}
        for i in range(40)
    },
    "maps in a row": {f"D{i}": {"additionalProperties": ref(f"D{i + 1}")} for i in range(2000)},
    "parts in a row": {
        f"D{i}": {"allOf": [ref(f"D{i + 1}"), {"minLength": i}]} for i in range(200)
    },
    "wrappings in a row": {f"D{i}": {"allOf": [ref(f"D{i + 1}")]} for i in range(2000)},
    "many properties": {
        "D0": {"properties": {f"p{i}": {"type": "string"} for i in range(100_000)}}
    },
    "many variants": {"D0": {"oneOf": [{"properties": {f"p{i}": {}}} for i in range(20_000)]}},
    "many inline objects": {
        "D0": {
            "properties": {
                f"p{i}": {"properties": {f"q{j}": {"properties": {"r": {}}} for j in range(50)}}
                for i in range(500)
            }
        }
    },
    "nested deeply": {"D0": nested(150)},
    "negated deeply": {"D0": {"not": {"not": {"not": {"not": {"not": ref("D0")}}}}}},
    "choice of itself": {"D0": {"oneOf": [ref("D0"), {"anyOf": [ref("D0"), ref("D0")]}]}},
    "part of itself": {"D0": {"allOf": [ref("D0"), {"properties": {"a": ref("D0")}}]}},
    "growing parts": {
        "D0": {
            "allOf": [
                {"properties": {"x": ref("D0")}},
                {"properties": {"x": {"properties": {"x": {"properties": {"y": {}}}}}}},
            ]
        }
    },
    "array of itself": {"D0": {"type": "array", "items": ref("D0")}},
    "map of itself": {"D0": {"additionalProperties": ref("D0")}},
    "wrong kinds": {
        "D0": {
            "properties": {"a": 5, "b": None, "c": []},
            "required": "a",
            "oneOf": {"x": 1},
            "anyOf": [1, None, "x"],
            "allOf": 7,
            "items": [],
            "enum": {},
            "not": 3,
            "if": [],
            "then": 1,
            "dependentRequired": [],
            "discriminator": "x",
            "prefixItems": [None, 3],
            "examples": {"a": 1},
            "patternProperties": [],
            "additionalProperties": "x",
            "propertyNames": 4,
            "contains": None,
        }
    },
}


@pytest.mark.parametrize("schemas", HOSTILE.values(), ids=HOSTILE)
def test_hostile_schemas_end(schemas):
    view = operation_page(
        {**request_of(ref("D0")), **response_of({"items": ref("D0")})},
        components={"schemas": schemas},
    )
    page = page_of(ref("D0"), **schemas)

    assert len(all_fields(view)) < 6_000
    assert len(all_fields(page)) < 6_000


def test_members_beyond_a_limit_are_counted():
    page = page_of({"properties": {f"p{i}": {} for i in range(1500)}})

    assert len(page.body.group.fields) == 1000
    assert page.body.group.notes == ("500 more not shown.",)
