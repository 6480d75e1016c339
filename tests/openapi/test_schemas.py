"""Schemas keep their names, end in circles, and merge what they ask for."""

import pytest

from .support import document_of, schema_ref


def schema_of(raw, **schemas):
    return document_of(components={"schemas": {"It": raw, **schemas}}).schemas["It"]


@pytest.mark.parametrize(
    ("raw", "types", "nullable"),
    [
        ({"type": "string"}, ("string",), False),
        ({"type": "string", "nullable": True}, ("string",), True),
        ({"type": ["string", "null"]}, ("string",), True),
        ({"type": ["string", "integer"]}, ("string", "integer"), False),
        ({"type": "null"}, (), True),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, (), True),
        ({"properties": {}}, ("object",), False),
        ({"items": {}}, ("array",), False),
        ({}, (), False),
        (True, (), False),
    ],
)
def test_types_and_null_are_one_notion(raw, types, nullable):
    schema = schema_of(raw)

    assert (schema.types, schema.is_nullable) == (types, nullable)


def test_false_allows_nothing():
    assert not schema_of(False).allows_anything


def test_null_is_no_variant():
    schema = schema_of({"anyOf": [{"type": "string"}, {"type": "null"}]})

    assert [variant.types for variant in schema.any_of] == [("string",)]


def test_a_reference_keeps_its_name_and_words_beside_it_win():
    schema = schema_of(
        {"properties": {"pet": {"$ref": "#/components/schemas/Pet", "description": "mine"}}},
        Pet={"type": "object", "description": "theirs"},
    )
    pet = schema.properties["pet"]

    assert pet.reference_name == "Pet"
    assert (pet.resolved.types, pet.resolved.description) == (("object",), "mine")


def test_a_schema_that_contains_itself_can_be_walked():
    schema = schema_of({"properties": {"child": schema_ref("It")}})

    for _ in range(100):
        schema = schema.properties["child"].resolved
    assert schema.properties["child"].reference_name == "It"


@pytest.mark.parametrize(
    "raw",
    [
        schema_ref("It"),
        {"allOf": [schema_ref("It")]},
        schema_ref("Nowhere"),
        {"$ref": 5},
        {"allOf": [schema_ref("Other"), 7, "x"]},
    ],
)
def test_circles_and_dead_ends_end(raw):
    schema = schema_of(raw, Other={"allOf": [schema_ref("It")]})

    assert schema.merged.properties == {}


def test_all_of_is_merged():
    schema = schema_of(
        {
            "title": "Dog",
            "allOf": [
                schema_ref("Pet"),
                {
                    "required": ["bark"],
                    "properties": {"bark": {"type": "string"}, "age": {"minimum": 3}},
                },
            ],
            "minProperties": 1,
        },
        Pet={
            "title": "Pet",
            "required": ["name"],
            "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
            "minProperties": 2,
        },
    ).merged

    assert schema.title == "Dog"
    assert list(schema.properties) == ["name", "age", "bark"]
    assert schema.required == {"name", "bark"}
    assert schema.raw["minProperties"] == 2
    assert schema.properties["age"].merged.raw == {"type": "integer", "minimum": 3}


@pytest.mark.parametrize(
    ("key", "first", "second", "merged"),
    [
        ("enum", ["a", "b"], ["b", "c"], ["b"]),
        ("type", ["string", "null"], "string", "string"),
        ("maximum", 5, 3, 3),
        ("minLength", 1, 4, 4),
        ("multipleOf", 4, 6, 12),
        ("required", ["a"], ["a", "b"], ["a", "b"]),
        ("type", "number", "integer", "integer"),
        ("type", ["number", "null"], ["integer", "null"], ["null", "integer"]),
        ("items", {"type": "string"}, {"enum": ["a"]},
         {"allOf": [{"type": "string"}, {"enum": ["a"]}]}),
        ("items", True, {"enum": ["a"]}, {"enum": ["a"]}),
        ("items", {"enum": ["a"]}, {}, {"enum": ["a"]}),
        ("additionalProperties", {"type": "string"}, False, False),
        ("propertyNames", {"pattern": "^a"}, {"maxLength": 3},
         {"allOf": [{"pattern": "^a"}, {"maxLength": 3}]}),
        ("prefixItems", [{"type": "string"}], [{"enum": ["a"]}, True],
         [{"allOf": [{"type": "string"}, {"enum": ["a"]}]}, True]),
        ("not", {"const": 1}, {"const": 2}, {"anyOf": [{"const": 1}, {"const": 2}]}),
        ("dependentRequired", {"a": ["b"]}, {"a": ["c"], "d": ["e"]},
         {"a": ["b", "c"], "d": ["e"]}),
        ("uniqueItems", False, True, True),
        ("readOnly", True, False, True),
        ("nullable", True, False, False),
    ],
)  # fmt: skip
def test_rules_of_both_parts_hold(key, first, second, merged):
    assert schema_of({"allOf": [{key: first}, {key: second}]}).merged.raw[key] == merged


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ({"pattern": "^a"}, {"pattern": "b$"}, [{"pattern": "b$"}]),
        ({"format": "email"}, {"format": "x-short"}, [{"format": "x-short"}]),
        ({"const": 1}, {"const": 2}, [{"const": 2}]),
        ({"multipleOf": 0.5}, {"multipleOf": 0.3}, [{"multipleOf": 0.3}]),
        ({"enum": [1, 2]}, {"enum": [2, 3]}, [{"enum": [1, 2]}, {"enum": [2, 3]}]),
        ({"enum": [1, 2]}, {"enum": [2]}, [{"enum": [1, 2]}]),
        ({"contains": {"const": 1}, "minContains": 2}, {"contains": {"const": 2}, "maxContains": 4},
         [{"contains": {"const": 2}, "maxContains": 4}]),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}},
         {"if": {"required": ["c"]}, "else": {"required": ["d"]}},
         [{"if": {"required": ["c"]}, "else": {"required": ["d"]}}]),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_combined_stays_a_part(first, second, left):
    merged = schema_of({"allOf": [first, second]}).merged.raw

    assert merged["allOf"] == left
    again = schema_of({"allOf": [first, second, second, first]}).merged.raw
    assert [entry for entry in again["allOf"] if entry not in left and entry != first] == []


def test_bounds_of_openapi_3_0_and_3_1_are_compared():
    raw = {"allOf": [{"minimum": 5}, {"minimum": 3, "exclusiveMinimum": True}]}

    assert schema_of(raw).merged.raw == {"minimum": 5, "exclusiveMinimum": 3}


def test_texts_of_values_follow_the_values():
    first = {"enum": ["a", "b", "c"], "x-enumDescriptions": ["first", "second", "third"]}

    merged = schema_of({"allOf": [first, {"enum": ["c", "b"]}]}).merged.raw

    assert merged["enum"] == ["b", "c"]
    assert merged["x-enumDescriptions"] == {"a": "first", "b": "second", "c": "third"}


def test_a_named_part_that_another_includes_keeps_the_name_of_the_other():
    base = {"properties": {"of": schema_ref("Base")}}
    wider = {"allOf": [schema_ref("Base"), {"required": ["of"]}]}
    both = schema_of(
        {"allOf": [base, {"properties": {"of": schema_ref("Wider")}}]},
        Base={"type": "object"},
        Wider=wider,
    ).merged

    assert both.raw["properties"]["of"] == schema_ref("Wider")


def test_rules_beside_a_reference_and_along_a_chain_hold():
    schema = schema_of(
        {"$ref": "#/components/schemas/Middle", "required": ["c"], "description": "Mine."},
        Middle={"$ref": "#/components/schemas/Last", "properties": {"b": {}}, "required": ["b"]},
        Last={"properties": {"a": {}}, "required": ["a"], "description": "Theirs."},
    )

    assert set(schema.resolved.properties) == {"a", "b"}
    assert schema.resolved.required == {"a", "b", "c"}
    assert schema.resolved.description == "Mine."


def test_two_choices_are_both_kept():
    merged = schema_of({"allOf": [{"oneOf": [{"const": 1}]}, {"oneOf": [{"const": 2}]}]}).merged

    assert merged.raw == {"oneOf": [{"const": 1}], "allOf": [{"oneOf": [{"const": 2}]}]}


def test_discriminator_maps_values_to_names():
    schema = schema_of({
        "discriminator": {"propertyName": "kind",
                          "mapping": {"d": "#/components/schemas/Dog", "c": "Cat"}},
    })  # fmt: skip

    assert schema.discriminator.property_name == "kind"
    assert schema.discriminator.mapping == {"d": "Dog", "c": "Cat"}


def test_parts_that_point_into_each_other_end():
    schema = schema_of({"allOf": [{"$ref": "#/components/schemas/It/allOf/0"}, {"type": "object"}]})
    inner = schema_of({"allOf": [{"allOf": [{"$ref": "#/components/schemas/It/allOf/0"}]}]})

    assert schema.merged.types == ("object",)
    assert inner.merged.properties == {}


def test_a_long_chain_of_parts_ends():
    schemas = {
        f"L{n}": {
            "properties": {f"p{n}": {}},
            "allOf": [{"$ref": f"#/components/schemas/L{n + 1}"}],
        }
        for n in range(3000)
    }
    schema = schema_of({"allOf": [schema_ref("L0")]}, **schemas)

    assert len(schema.merged.properties) >= 50


def test_a_diamond_of_all_of_ends():
    """Each level asks twice for the next one: 2^40 ways to the last."""
    schemas = {
        f"L{n}": {
            "properties": {f"p{n}": {}},
            "allOf": [{"$ref": f"#/components/schemas/L{n + 1}"}] * 2,
        }
        for n in range(40)
    }
    schema = schema_of({"allOf": [schema_ref("L0")]}, **schemas)

    assert len(schema.merged.properties) == 40


def test_a_merged_diamond_costs_no_more_than_its_parts():
    """Each level refers twice to the next: 2^60 paths, 60 schemas."""
    schemas = {
        f"L{n}": {
            "properties": {
                "a": {"$ref": f"#/components/schemas/L{n + 1}"},
                "b": {"$ref": f"#/components/schemas/L{n + 1}"},
            }
        }
        for n in range(60)
    }
    schema = schema_of({"allOf": [schema_ref("L0")]}, **schemas)

    assert list(schema.merged.properties) == ["a", "b"]
