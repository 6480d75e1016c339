"""Examples are sensible, finite and the same every time, whatever the schema says."""

import base64
import json
import re
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openapi.support import document_of, operation_of

from sphinx_sitejson.http_messages.example_validation import ExampleValidator
from sphinx_sitejson.http_messages.generated_scalars import generate_matching_text
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.http_messages.visible_examples import RenderedExample, media_examples
from support.work import steps_of


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def value_of(raw, direction="request", **schemas):
    document = document_of(components={"schemas": {"It": {"properties": {"it": raw}}, **schemas}})
    return generate_example(document.schemas["It"].properties["it"], direction=direction)


def shown(name, direction="response", schemas=None, **media):
    raw = {"responses": {"200": {"content": {name: media}}}}
    operation = operation_of(raw, components={"schemas": schemas or {}})
    return media_examples(operation.responses[0].content[0], direction)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"type": "string"}, "string"),
        ({"type": "boolean"}, True),
        ({"type": "integer"}, 1),
        ({"type": "number"}, 1.5),
        ({"type": "null"}, None),
        ({"type": ["null", "integer"]}, 1),
        ({}, {}),
        (True, {}),
        (False, {}),
        ({"type": "string", "example": "given", "default": "d"}, "given"),
        ({"type": "string", "example": None}, None),
        ({"type": "string", "examples": ["first", "second"]}, "first"),
        ({"type": "string", "default": "d", "enum": ["a"]}, "d"),
        ({"type": "string", "default": None, "enum": [None, "a"]}, "a"),
        ({"const": 0}, 0),
        ({"enum": [None]}, None),
        ({"type": "string", "format": "date"}, "2024-01-15"),
        ({"type": "string", "format": "email"}, "user@example.com"),
        ({"format": "uuid"}, "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
        ({"type": "string", "format": "of our own"}, "string"),
        ({"type": "string", "contentEncoding": "base64"}, "aGVsbG8="),
        ({"type": "string", "minLength": 8}, "stringst"),
        ({"type": "string", "maxLength": 3}, "str"),
        ({"type": "string", "maxLength": 0}, ""),
        ({"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}, "AB-123"),
        ({"type": "integer", "minimum": 10}, 10),
        ({"type": "integer", "maximum": -5}, -5),
        ({"type": "integer", "exclusiveMinimum": 1}, 2),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, 2),
        ({"type": "integer", "exclusiveMaximum": 1}, 0),
        ({"type": "integer", "minimum": 10, "multipleOf": 7}, 14),
        ({"type": "integer", "minimum": 10, "maximum": 13, "multipleOf": 7}, 7),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ({"type": "number", "multipleOf": 0.01, "maximum": 0.05}, 0.05),
        ({"minimum": 3}, 3),
        ({"type": "integer", "format": "unix-time"}, 1705311000),
        ({"type": "array", "items": {"type": "integer"}}, [1]),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, [1, 1]),
        ({"type": "array", "items": {"type": "integer"}, "maxItems": 0}, []),
        ({"type": "array"}, []),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
         ["string", 1]),
        ({"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}, ["string", 1]),
        ({"type": "array", "uniqueItems": True, "minItems": 2, "items": {"enum": ["a", "b"]}},
         ["a", "b"]),
        ({"type": "object"}, {}),
        ({"type": "object", "additionalProperties": True}, {}),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"key": 1}),
        ({"additionalProperties": {"type": "integer"}, "propertyNames": {"enum": ["en"]}},
         {"en": 1}),
        ({"patternProperties": {"^x-[a-z]{2}$": {"type": "integer"}}}, {"x-ab": 1}),
        ({"required": ["b", "a"]}, {"a": "string", "b": "string"}),
        ({"oneOf": [{"type": "null"}, {"type": "integer"}, {"type": "string"}]}, 1),
        ({"anyOf": [{"type": "null"}]}, None),
    ],
)  # fmt: skip
def test_values(raw, value):
    assert value_of(raw) == value


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"type": "integer", "example": "18"}, 18),
        ({"type": "integer", "example": "1.5"}, 1),
        ({"type": "integer", "example": 2.0}, 2.0),
        ({"type": "number", "example": "1.50"}, 1.5),
        ({"type": "number", "default": "many"}, 1.5),
        ({"type": "boolean", "example": "false"}, False),
        ({"type": "boolean", "example": 0}, True),
        ({"type": "string", "example": 10480375}, "10480375"),
        ({"type": "string", "example": False}, "false"),
        ({"type": "string", "format": "date", "example": ["2024"]}, "2024-01-15"),
        ({"type": "string", "enum": ["1", "2"], "example": 2}, "1"),
        ({"type": "object", "example": '{"id": 1}'}, {"id": 1}),
        ({"type": "object", "example": "null"}, {}),
        ({"type": "array", "items": {"type": "string"}, "example": '["a"]'}, ["a"]),
        ({"type": "array", "items": {"type": "string"}, "example": "a"}, ["string"]),
        ({"type": ["integer", "string"], "example": "18"}, "18"),
        ({"type": "money", "example": "18"}, "18"),
        ({"example": "18"}, "18"),
        ({"minimum": 1, "example": "18"}, "18"),
    ],
)
def test_an_example_of_another_type_is_read_in_that_of_its_schema(raw, value):
    found = value_of({"type": "object", "required": ["it"], "properties": {"it": raw}})["it"]
    assert (found, isinstance(found, bool)) == (value, isinstance(value, bool))


@pytest.mark.parametrize(("example", "value"), [("<a/>", "<a/>"), ('{"id": 1}', {"id": 1})])
def test_the_example_of_a_body_may_be_the_text_of_another_format(example, value):
    assert value_of({"type": "object", "example": example}) == value


def test_properties_keep_their_order_and_fit_the_direction():
    raw = {
        "required": ["old", "id"],
        "properties": {"z": {"type": "string"}, "id": {"type": "integer", "readOnly": True},
                       "secret": {"type": "string", "writeOnly": True}, "shared": ref("Shared"),
                       "merged": {"allOf": [ref("Shared"), {"description": "x"}]},
                       "old": {"type": "integer", "deprecated": True},
                       "older": {"type": "integer", "deprecated": True}, "never": False},
    }  # fmt: skip
    shared = {"type": "string", "readOnly": True}

    without = {**raw, "required": ["z", "secret", "old", "id"]}
    assert list(value_of(without, Shared=shared)) == ["z", "secret", "old"]
    assert list(value_of(raw, "response", Shared=shared)) == ["z", "id", "shared", "merged", "old"]


def test_parts_are_merged_and_their_examples_do_not_hide_the_rest():
    base = {"properties": {"id": {"type": "integer"}}, "example": {"id": 7}}
    raw = {"allOf": [ref("Base"), {"properties": {"name": {"type": "string"}}}]}

    assert value_of(raw, Base=base) == {"id": 7, "name": "string"}
    assert value_of({**raw, "example": {"own": 1}}, Base=base) == {"own": 1}


@pytest.mark.parametrize(
    "parts",
    [
        [{"pattern": "^a"}, {"pattern": "b$"}],
        [{"pattern": "b$"}, {"pattern": "^a"}],
        [{"pattern": "^[a-z]{2}-"}, {"pattern": "^.{3,6}$"}, {"maxLength": 5}],
        [{"format": "email"}, {"pattern": "@example\\.com$"}],
        [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}],
        [{"minimum": 3, "type": "number"}, {"type": "integer", "minimum": 7}],
        [{"items": {"enum": ["a", "b"]}, "minItems": 1}, {"items": {"enum": ["b"]}}],
    ],
)
def test_an_example_follows_every_part(parts):
    raw = {"allOf": parts}

    assert jsonschema_rs.is_valid(raw, value_of(raw))


KIND = {"type": "string", "enum": ["card", "cash"]}
CARD = {"properties": {"kind": {"const": "card"}}, "required": ["kind"]}
EMAIL = (
    r"(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"|\"(?:[\x01-\x08\x0b\x0c\x0e-\x1f\x21\x23-\x5b\x5d-\x7f]|\\[\x01-\x09\x0b\x0c\x0e-\x7f])*\")"
    r"@(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)"
)
FOLLOWED: list[dict[str, Any]] = [
    {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}},
    {"type": "array", "contains": {"const": "a"}, "minContains": 2},
    {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}, "minContains": 0},
    {"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}, "minContains": 3,
     "uniqueItems": True},
    {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"},
     "contains": {"type": "integer", "minimum": 3}, "minItems": 4},
    {"type": "array", "allOf": [{"contains": {"const": 1}}, {"contains": {"const": 2}}]},
    {"type": "array", "minItems": 2},
    {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"format": "uuid"}},
    {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": "boolean"}},
    {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"pattern": "^[a-z]$"}},
    {"type": "array", "minItems": 3, "uniqueItems": True,
     "items": {"type": "integer", "minimum": 1, "maximum": 3}},
    {"type": "array", "minItems": 2, "uniqueItems": True,
     "items": {"required": ["a"], "properties": {"a": {"type": "integer"}}}},
    {"properties": {"kind": KIND, "number": {"type": "integer"}}, "required": ["kind"], "if": CARD,
     "then": {"required": ["number"]}},
    {"properties": {"kind": {"const": "cash"}, "coins": {"type": "integer"}}, "required": ["kind"],
     "if": CARD, "else": {"required": ["coins"], "properties": {"coins": {"minimum": 7}}}},
    {"properties": {"kind": KIND}, "required": ["kind"],
     "allOf": [{"if": {"properties": {"kind": {"const": "cash"}}}, "then": {"required": ["coins"]}},
               {"if": CARD,
                "then": {"required": ["number"], "properties": {"number": {"const": 1}}}}]},
    {"type": "integer", "if": {"maximum": 10}, "then": {"multipleOf": 4}},
    {"required": ["card"], "properties": {"card": {"type": "string"}},
     "dependentRequired": {"card": ["address"], "address": ["zip"]}},
    {"required": ["card"],
     "dependentSchemas": {"card": {"properties": {"limit": {"type": "integer"}}}}},
    {"required": ["card"], "dependentSchemas": {"card": {"required": ["address"]}}},
    {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}},
    {"type": "object", "minProperties": 1},
    {"type": "object", "minProperties": 2, "required": ["a"],
     "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
    {"type": "object", "maxProperties": 1,
     "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
    {"required": ["a"], "additionalProperties": {"type": "integer"}},
    {"required": ["a1"], "patternProperties": {"^a": {"type": "integer"}, "1$": {"minimum": 9}}},
    {"type": "string", "not": {"const": "string"}},
    {"type": "integer", "not": {"maximum": 3}},
    {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
     "not": {"required": ["a", "b"]}},
    {"type": "string", "pattern": EMAIL},
    {"type": "string", "pattern": f"^{'|'.join([EMAIL] * 6)}$"},
    {"type": "string", "pattern": r"^(?!0)\d{3}$"},
    {"type": "string", "pattern": r"^(?=.*[A-Z])(?=.*\d)\S{2,}$", "format": "ulid"},
    {"type": "string", "format": "uuid", "maxLength": 24},
    {"type": "string", "minLength": 300},
]  # fmt: skip


@pytest.mark.parametrize("direction", ["request", "response"])
@pytest.mark.parametrize("raw", FOLLOWED, ids=json.dumps)
def test_an_example_follows_its_schema(raw, direction):
    value = value_of(raw, direction)

    jsonschema_rs.validate(raw, value)


def test_conditions_are_read_through_references():
    choice = {
        "properties": {"kind": KIND},
        "required": ["kind"],
        "if": ref("Card"),
        "then": ref("Payment"),
    }

    value = value_of(choice, Card=CARD, Payment={"required": ["number"]})

    assert value == {"kind": "card", "number": "string"}


def test_required_members_remain_where_an_example_is_too_deep():
    level: dict[str, Any] = {"required": ["end"], "properties": {"end": {"type": "integer"}}}
    for number in range(20):
        optional = {f"o{number}{index}": {"type": "string"} for index in range(30)}
        level = {"required": ["in"], "properties": {"in": level, **optional}}

    value = value_of(level, "response")

    jsonschema_rs.validate(level, value)


def test_the_data_of_an_event_is_what_its_schema_describes():
    data = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": {"properties": {"id": {"type": "integer"}}},
    }
    event = {"required": ["event", "data"], "properties": {"event": {"const": "add"}, "data": data}}

    assert [each.code for each in shown("text/event-stream", itemSchema=event)] == [
        'event: add\ndata: {"id": 1}'
    ]
    encoded = value_of({**data, "contentEncoding": "base64"})
    assert json.loads(base64.b64decode(encoded)) == {"id": 1}
    assert value_of({**data, "contentMediaType": "text/csv"}) == "string"


_NUMBERS = st.integers(min_value=-50, max_value=50)
_NAMES = st.sampled_from(["a", "b", "c", "d"])


@st.composite
def _bounded(draw, low, high, least=0, most=6):
    """Draw no, one or two bounds that do not exclude each other."""
    first, second = sorted((draw(st.integers(least, most)), draw(st.integers(least, most))))
    bounds = {low: first, high: second}
    return {key: bounds[key] for key in bounds if draw(st.booleans())}


@st.composite
def _texts(draw):
    format_name = draw(st.sampled_from([None, "date", "email", "uuid", "uri", "ipv4"]))
    if format_name:
        return {"type": "string", "format": format_name}
    return {"type": "string", **draw(_bounded("minLength", "maxLength", most=90))}


@st.composite
def _numbers(draw):
    kind = draw(st.sampled_from(["integer", "number"]))
    low = draw(_NUMBERS)
    bounds = {
        draw(st.sampled_from(["minimum", "exclusiveMinimum"])): low,
        draw(st.sampled_from(["maximum", "exclusiveMaximum"])): low + draw(st.integers(12, 60)),
    }
    raw = {key: bounds[key] for key in bounds if draw(st.booleans())}
    step = draw(st.sampled_from([None, 2, 5, 0.5] if kind == "number" else [None, 2, 5]))
    return {"type": kind, **raw, **({"multipleOf": step} if step else {})}


@st.composite
def _arrays(draw, inner):
    raw = {"type": "array", "items": draw(inner), **draw(_bounded("minItems", "maxItems", 0, 3))}
    if draw(st.booleans()):
        raw["prefixItems"] = draw(st.lists(inner, min_size=1, max_size=2))
    if draw(st.booleans()):
        raw["items"] = draw(_numbers())
        raw["contains"] = raw["items"]
        raw["minContains"] = draw(st.integers(0, 3))
        raw.pop("maxItems", None)
    return raw


@st.composite
def _objects(draw, inner):
    properties = draw(st.dictionaries(_NAMES, inner, max_size=4))
    names = st.lists(_NAMES, unique=True, max_size=3)
    raw = {"type": "object", "properties": properties, "required": draw(names)}
    if draw(st.booleans()):
        raw["additionalProperties"] = draw(inner)
    if draw(st.booleans()):
        raw["minProperties"] = draw(st.integers(0, 6))
    if draw(st.booleans()):
        raw["dependentRequired"] = draw(st.dictionaries(_NAMES, names, max_size=2))
    if draw(st.booleans()):
        raw["if"] = {"required": draw(names)}
        raw["then"] = {"required": draw(names)}
        raw["else"] = {"required": draw(names)}
    return raw


SCALARS = st.one_of(
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.lists(st.one_of(st.text(max_size=3), _NUMBERS), min_size=1).map(lambda each: {"enum": each}),
    _texts(),
    _numbers(),
)


@pytest.mark.parametrize(
    ("link", "value"),
    [
        ({"allOf": [ref("Link")], "nullable": True}, None),
        ({"allOf": [ref("Link"), {"type": "object"}], "nullable": True}, {"next": None}),
        ({"oneOf": [ref("Link"), {"type": "null"}]}, None),
    ],
)
def test_a_required_link_to_the_same_schema_ends_in_null(link, value):
    """Django REST framework writes each optional relation as an ``allOf`` that may be null."""
    schema = {"type": "object", "required": ["next"], "properties": {"next": link}}
    assert value_of(ref("Link"), Link=schema) == {"next": value}


def test_a_required_link_back_ends_with_what_is_required():
    """An order may have a parcel, and a parcel always has its order."""
    members = {"id": {"type": "integer"}, "parcel": ref("Parcel")}
    order = {"type": "object", "required": ["id"], "properties": members}
    parcel = {"type": "object", "required": ["order"], "properties": {"order": ref("Order")}}

    assert value_of(ref("Order"), "response", Order=order, Parcel=parcel) == {
        "id": 1,
        "parcel": {"order": {"id": 1}},
    }


def test_a_required_link_without_an_end_is_empty():
    link = {"required": ["id", "next"], "properties": {"id": {"type": "integer"}}}
    link["properties"]["next"] = ref("Link")
    assert value_of(ref("Link"), Link={"type": "object", **link}) == {"id": 1, "next": {}}


@pytest.mark.parametrize(("required", "value"), [(["id"], {"id": 1}), (["kids"], {"kids": []})])
def test_a_list_of_the_same_schema_that_must_not_be_empty_is_omitted(required, value):
    kids = {"type": "array", "minItems": 1, "items": ref("Node")}
    node = {"type": "object", "properties": {"id": {"type": "integer"}, "kids": kids}}

    assert value_of(ref("Node"), Node={**node, "required": required}) == value
    response = value_of(ref("Node"), "response", Node={**node, "required": required})
    assert response == {"id": 1, **value}


SATISFIABLE = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        _arrays(inner),
        _objects(inner),
        st.lists(inner, min_size=1, max_size=3).map(lambda each: {"anyOf": each}),
        st.lists(inner, min_size=1, max_size=3).map(lambda each: {"oneOf": each}),
        inner.map(lambda each: {"allOf": [each]}),
    ),
    max_leaves=6,
)
"""Schemas that some value follows, of every type and of most keywords."""


@given(raw=SATISFIABLE, direction=st.sampled_from(["request", "response"]))
@settings(max_examples=200, deadline=None)
def test_an_example_follows_any_schema(raw, direction):
    document = document_of(components={"schemas": {"It": {"properties": {"it": raw}}}})
    validator = ExampleValidator(document, direction=direction)

    value = generate_example(document.schemas["It"].properties["it"], direction=direction)

    assert validator.errors(raw, value) == []


def test_a_request_has_what_it_needs_and_what_the_document_gives():
    inner = {"properties": {"a": {"type": "string"}, "b": {"type": "integer", "example": 7}}}
    raw = {
        "required": ["name", "must", "unknown"],
        "properties": {
            "name": {"type": "string"},
            "note": {"type": "string"},
            "size": {"type": "integer", "example": 3},
            "usual": {"type": "string", "default": "x"},
            "nullish": {"type": "string", "examples": []},
            "inner": ref("Inner"),
            "list": {"type": "array", "items": ref("Inner")},
            "must": {"properties": {"c": {"type": "string"}, "d": {"type": "integer"}}},
            "again": ref("Again"),
        },
    }
    again = {"properties": {"again": ref("Again"), "x": {"type": "string"}}}

    assert value_of(raw, Inner=inner, Again=again) == {
        "name": "string",
        "size": 3,
        "usual": "x",
        "inner": {"b": 7},
        "list": [{"b": 7}],
        "must": {"c": "string", "d": 1},
        "unknown": "string",
    }
    assert list(value_of(raw, "response", Inner=inner, Again=again)) == [
        *raw["properties"],
        "unknown",
    ]
    optional = {"properties": {"a": {"type": "string"}, "id": {"example": 1, "readOnly": True}}}
    assert value_of(optional) == {"a": "string"}


PETS = {
    "Cat": {
        "type": "object",
        "properties": {"kind": {"type": "string"}, "claws": {"type": "integer"}},
    },
    "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}},
}


@pytest.mark.parametrize(
    ("mapping", "kind"),
    [({}, "Cat"), ({"meow": "#/components/schemas/Cat"}, "meow"), ({"meow": "Cat"}, "meow")],
)
def test_the_discriminator_names_the_first_variant(mapping, kind):
    discriminator = {"propertyName": "kind", "mapping": mapping}
    raw = {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": discriminator}

    assert value_of(raw, **PETS) == {"kind": kind, "claws": 1}


def test_a_discriminator_does_not_break_a_value_that_is_fixed():
    raw = {"oneOf": [ref("Cat")], "discriminator": {"propertyName": "kind"}}
    fixed = {"properties": {"kind": {"enum": ["cat"]}}}

    assert value_of(raw, Cat=fixed) == {"kind": "cat"}


def test_variants_that_extend_their_base():
    pet = {
        "properties": {"kind": {"type": "string"}},
        "oneOf": [ref("Cat"), ref("Dog")],
        "discriminator": {"propertyName": "kind", "mapping": {"meow": ref("Cat")["$ref"]}},
    }
    cat = {"allOf": [ref("Pet"), {"properties": {"claws": {"type": "integer"}}}]}
    dog = {"allOf": [ref("Pet"), {"properties": {"bark": {"type": "string"}}}]}

    assert value_of(ref("Pet"), Pet=pet, Cat=cat, Dog=dog) == {"kind": "meow", "claws": 1}
    assert value_of(ref("Cat"), Pet=pet, Cat=cat, Dog=dog) == {"kind": "meow", "claws": 1}
    assert value_of(ref("Dog"), Pet=pet, Cat=cat, Dog=dog)["bark"] == "string"


def test_what_is_beside_variants_belongs_to_them():
    raw = {
        "properties": {"id": {"type": "integer"}},
        "anyOf": [{"required": ["a"], "properties": {"a": {"type": "string"}}}, {"type": "object"}],
        "oneOf": [{"properties": {"b": {"type": "boolean"}}}],
    }

    assert value_of(raw, "response") == {"id": 1, "a": "string", "b": True}


def test_a_schema_inside_itself_ends():
    node = {
        "required": ["next"],
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": ref("Node")},
            "parent": ref("Node"),
            "next": ref("Node"),
            "others": {"type": "object", "additionalProperties": ref("Node")},
        },
    }

    assert value_of(ref("Node"), "response", Node=node) == {
        "name": "string",
        "children": [],
        "next": {},
        "others": {},
    }
    assert value_of(ref("A"), A=ref("B"), B=ref("A")) == {}
    assert value_of(ref("A"), A={"oneOf": [ref("A")]}) == {}
    assert value_of(ref("A"), A={"allOf": [ref("A")], "type": "integer"}) == 1
    assert value_of(ref("A"), A={"anyOf": [ref("B"), {"type": "integer"}]}, B=ref("A")) in (1, {})


HUGE = {
    "diamonds": (ref("D0"),
                 {f"D{n}": {"properties": {"a": ref(f"D{n + 1}"), "b": ref(f"D{n + 1}")}}
                           for n in range(40)}),
    "diamonds of parts": (ref("D0"),
                          {f"D{n}": {"allOf": [ref(f"D{n + 1}"), ref(f"D{n + 1}")]}
                                    for n in range(40)}),
    "a long chain of parts": (ref("D0"),
                              {f"D{n}": {"allOf": [ref(f"D{n + 1}")]} for n in range(3000)}),
    "a long chain of choices": (ref("D0"),
                                {f"D{n}": {"oneOf": [ref(f"D{n + 1}")]} for n in range(3000)}),
    "many items": ({"type": "array", "minItems": 10**9, "items": {"type": "string"}}, {}),
    "long texts": ({"type": "string", "minLength": 10**9, "maxLength": 10**9}, {}),
    "long patterns": ({"type": "string", "pattern": "^(a{1000000000}){1000000000}$"}, {}),
    "deep patterns": ({"type": "string", "pattern": "(" * 400}, {}),
    "many properties": ({"properties": {f"p{n}": {"type": "string"} for n in range(100_000)}}, {}),
    "many required": ({"required": [f"p{n}" for n in range(100_000)]}, {}),
    "deep arrays": (ref("A"),
                    {"A": {"type": "array", "minItems": 3, "items": ref("B")},
                     "B": {"type": "array", "minItems": 3,
                           "items": {"type": "array", "minItems": 3, "items": {}}}}),
    "large numbers": ({"type": "number", "minimum": 10**400, "multipleOf": 1e-300}, {}),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "schemas"), HUGE.values(), ids=HUGE.keys())
def test_what_is_huge_ends_at_once(raw, schemas):
    values = []
    steps = steps_of(lambda: values.append(value_of(raw, **schemas)))

    assert len(json.dumps(values)) < 20_000
    assert steps < 2_000_000


def test_a_large_example_keeps_its_top_levels_complete():
    wide = {f"p{n}": ref("Leaf") for n in range(20)}
    leaf = {"properties": {f"q{n}": ref("Twig") for n in range(20)}}
    twig = {"properties": {"r": {"type": "string"}}}

    value = value_of({"properties": {**wide, "last": {"type": "string"}}}, Leaf=leaf, Twig=twig)

    assert [*value] == [*wide, "last"]


WRONG = [None, 1, "x", [], ["x"], {}, {"a": 1}, True, -1, float("nan"), float("inf")]
KEYWORDS = [
    *("type", "format", "enum", "examples", "properties", "required", "items", "prefixItems"),
    *("additionalProperties", "patternProperties", "allOf", "oneOf", "anyOf", "discriminator"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength"),
    *("maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "readOnly", "xml", "$ref"),
    *("propertyNames", "contentEncoding", "contentMediaType", "deprecated", "default", "const"),
]


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_values_of_the_wrong_kind_do_no_harm(keyword):
    kinds = ("string", "integer", "number", "array", "object", None)
    for wrong in WRONG:
        for kind in kinds:
            raw = {"type": kind, keyword: wrong} if kind else {keyword: wrong}
            json.dumps(value_of({"properties": {"a": raw, "b": {"items": raw}}}), default=str)
            shown("application/xml", schema=raw)


@pytest.mark.parametrize(
    ("pattern", "options"),
    [
        ("^[a-z0-9]+(?:-[a-z0-9]+)*$", {}),
        ("^(foo|bar)_[a-f]{2,}$", {"shortest": 12}),
        ("[A-Z]{3}", {}),
        ("^\\+?[1-9]\\d{1,14}$", {}),
        ("^\\w+$", {"shortest": 20, "longest": 30}),
        ("^[^/]+$", {}),
        ("^#[0-9a-fA-F]{6}$", {}),
        ("^\\d{4}-\\d{2}-\\d{2}$", {}),
        ("^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", {}),
        ("^[]a]$", {}),
        ("^https?://.*$", {}),
        ("^x*$", {"longest": 0}),
    ],
)
def test_texts_of_simple_patterns(pattern, options):
    text = generate_matching_text(pattern, **options)

    assert text is not None
    assert re.search(pattern, text)
    assert options.get("shortest", 0) <= len(text) <= options.get("longest", 64)


@pytest.mark.parametrize(
    "pattern", ["^(?=x)y$", "(a)\\1", "\\p{L}", "[", "(", "*", "a{", "[z-a]", "\\", "^\\bx$"]
)
def test_patterns_that_are_too_hard_are_left_alone(pattern):
    assert generate_matching_text(pattern) is None


def test_named_examples():
    examples = shown(
        "application/json",
        examples={
            "one": {"summary": "First", "description": "*text*", "value": {"ä": 1}},
            "two": {"serializedValue": "{ }"},
            "three": {"externalValue": "https://example.com/a.json"},
            "four": {"dataValue": None},
        },
    )

    assert examples == (
        RenderedExample(title="First", description="*text*", code='{\n  "ä": 1\n}'),
        RenderedExample(title="two", code="{ }"),
        RenderedExample(title="three", url="https://example.com/a.json"),
        RenderedExample(title="four", code="null"),
    )


@pytest.mark.parametrize(
    ("media", "codes"),
    [
        ({"example": [1], "schema": {"example": 2}}, [("", "[\n  1\n]")]),
        ({"schema": {"example": 2}}, [("", "2")]),
        ({"schema": {"examples": [1, 2]}}, [("Example 1", "1"), ("Example 2", "2")]),
        ({"schema": {"type": "integer"}}, [("", "1")]),
        ({"schema": {}}, [("", "{}")]),
        ({"example": '{"as": "text"}'}, [("", '{"as": "text"}')]),
        ({"example": "text"}, [("", '"text"')]),
        ({}, []),
    ],
)
def test_where_examples_come_from(media, codes):
    examples = shown("application/json", **media)

    assert [(example.title, example.code) for example in examples] == codes


PET = {
    "type": "object",
    "xml": {"name": "pet", "prefix": "p", "namespace": "urn:pets"},
    "properties": {"id": {"type": "integer", "xml": {"attribute": True}},
                   "name": {"type": "string", "example": "<Rex & co>"},
                   "tags": {"type": "array", "xml": {"wrapped": True},
                            "items": {"type": "string", "xml": {"name": "tag"}}},
                   "photo urls": {"type": "array", "items": {"type": "string"}, "minItems": 2},
                   "none": {"type": "null"}},
}  # fmt: skip
PET_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<p:pet xmlns:p="urn:pets" id="1">
  <name>&lt;Rex &amp; co&gt;</name>
  <tags>
    <tag>string</tag>
  </tags>
  <photo_urls>string</photo_urls>
  <photo_urls>string</photo_urls>
  <none></none>
</p:pet>"""


@pytest.mark.parametrize(
    ("name", "media", "language", "code"),
    [
        ("application/xml", {"schema": PET}, "xml", PET_XML),
        ("application/problem+xml", {"example": "<a/>"}, "xml", "<a/>"),
        ("text/plain", {"schema": {"type": "string"}}, "text", "string"),
        ("text/html", {"example": "<p>"}, "html", "<p>"),
        ("image/png", {"schema": {"type": "string", "format": "binary"}}, "text", "<binary>"),
        ("application/octet-stream", {"schema": {}}, "text", "string"),
        ("application/x-www-form-urlencoded", {"example": {"a b": "c&d", "e": [1, True]}}, "text",
         "a%20b=c%26d&e=1&e=true"),
        ("multipart/form-data", {"example": {"a": "b", "c": {"d": 1}}}, "text", 'a=b\nc={"d": 1}'),
        ("application/jsonl", {"itemSchema": {"properties": {"a": {}}}}, "json", '{"a": "string"}'),
        ("application/x-ndjson", {"example": [{"a": 1}, {"a": 2}]}, "json", '{"a": 1}\n{"a": 2}'),
        ("text/event-stream", {"example": [{"event": "add", "data": "x"}, {"y": 1}]}, "text",
         'event: add\ndata: x\n\ndata: {"y": 1}'),
        ("application/vnd.api+json; charset=utf-8", {"example": 1}, "json", "1"),
        ("*/*", {"example": {}}, "json", "{}"),
    ],
)  # fmt: skip
def test_media_types(name, media, language, code):
    [example] = shown(name, **media)

    assert (example.language, example.code) == (language, code)


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("application/json", {"rows": [{"n": n} for n in range(500_000)]}),
        ("application/json", "x" * 5_000_000),
        ("text/plain", "line\n" * 1_000_000),
        ("application/xml", {"rows": [{"n": n} for n in range(500_000)]}),
        ("application/x-ndjson", [{"n": n} for n in range(500_000)]),
        ("application/x-www-form-urlencoded", {"n": list(range(500_000))}),
        ("application/json", nested(900)),
        ("application/json", nested(50_000)),
        ("application/xml", [nested(50_000)] * 10_000),
        ("application/x-ndjson", [nested(50_000)]),
    ],
)
def test_a_huge_example_is_cut_and_says_so(name, example):
    examples = []
    steps = steps_of(lambda: examples.extend(shown(name, example=example)))

    [shown_example] = examples
    assert len(shown_example.code) < 20_100
    if name == "application/json":
        # What is shown is still JSON, and says beside it that there is more.
        json.loads(shown_example.code)
        assert shown_example.description == "This example is truncated."
    else:
        assert shown_example.code.splitlines()[-1] == "… (example truncated)"
    assert steps < 2_000_000


def test_half_a_character_can_be_stored():
    [example] = shown("application/json", example={"a": "\ud800"})

    assert "�" in example.code


def test_the_document_stays_as_it_was():
    cat = {"properties": {"kind": {"type": "string"}}, "example": {"kind": "?"}}
    before = json.dumps(cat)
    raw = {"oneOf": [ref("Cat")], "discriminator": {"propertyName": "kind"}}

    assert value_of(raw, Cat=cat) == {"kind": "Cat"}
    assert json.dumps(cat) == before


def test_a_reference_to_a_part_of_a_schema_is_validated():
    document = document_of(
        components={
            "schemas": {
                "Tag": {"allOf": [{"properties": {"id": {"type": "integer"}}}, {}]},
                "Loop": {"allOf": [{"items": {"$ref": "#/components/schemas/Loop/allOf/0"}}]},
            }
        }
    )
    validator = ExampleValidator(document)

    part = {"$ref": "#/components/schemas/Tag/allOf/0"}
    assert validator.errors(part, {"id": 1}) == []
    assert len(validator.errors(part, {"id": "one"})) == 1
    inner = {"$ref": "#/components/schemas/Tag/allOf/0/properties/id"}
    assert len(validator.errors(inner, "one")) == 1
    loop = {"$ref": "#/components/schemas/Loop/allOf/0"}
    assert validator.errors(loop, [[[]]]) == []


def test_a_pattern_that_takes_too_long_says_nothing_of_a_value():
    """The other rules still count."""
    slow = {"type": "string", "pattern": r"(?:(?<=a)a+)+$", "maxLength": 50}
    document = document_of(components={"schemas": {"It": {"type": "array", "items": slow}}})
    validator = ExampleValidator(document)
    raw = document.schemas["It"].raw
    text = "a" * 40 + "!"
    assert validator.errors(raw, [text] * 500) == []
    assert len(validator.errors(raw, [text, text * 2])) == 1


def test_the_value_of_a_discriminator_is_one_that_its_property_allows():
    kinds = {"type": "string", "enum": ["sidecar", "runbook"]}
    one = {"properties": {"kind": {"$ref": "#/components/schemas/Kind"}}, "required": ["kind"]}
    choice = {
        "oneOf": [{"$ref": "#/components/schemas/One"}],
        "discriminator": {"propertyName": "kind"},
    }
    document = document_of(components={"schemas": {"Kind": kinds, "One": one, "It": choice}})

    value = generate_example(document.schemas["It"], direction="request")

    assert value == {"kind": "sidecar"}
    assert ExampleValidator(document, direction="request").errors(choice, value) == []


def test_what_one_part_marks_for_responses_is_not_required_of_requests_by_another_part():
    named = {"required": ["id", "name"], "properties": {"id": {"type": "string"}}}
    patch = {
        "allOf": [
            {"properties": {"id": {"readOnly": True}}},
            {"$ref": "#/components/schemas/Named"},
        ]
    }
    document = document_of(components={"schemas": {"Named": named}})
    request = ExampleValidator(document, direction="request")

    assert request.errors(patch, {"name": "Ada"}) == []
    assert len(request.errors(patch, {"id": "1"})) == 1
    response = ExampleValidator(document, direction="response")
    assert len(response.errors(patch, {"name": "Ada"})) == 1
