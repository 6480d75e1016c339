"""Constraints, values and rules in words."""

import pytest

from sphinx_sitejson.http_messages.options import ReferenceOptions

from .support import field_of, page_of, ref


@pytest.mark.parametrize(
    ("raw", "facts"),
    [
        ({"type": "integer", "minimum": 1}, ["at least 1"]),
        ({"type": "integer", "maximum": 9.0}, ["at most 9"]),
        ({"type": "integer", "minimum": 0, "maximum": 100}, ["0 to 100"]),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, ["greater than 1"]),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": False}, ["at least 1"]),
        ({"type": "integer", "exclusiveMinimum": 1.5}, ["greater than 1.5"]),
        ({"type": "integer", "maximum": 5, "exclusiveMaximum": True}, ["less than 5"]),
        ({"type": "integer", "exclusiveMaximum": 5}, ["less than 5"]),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": 3}, ["greater than 3"]),
        ({"type": "integer", "minimum": 4, "exclusiveMinimum": 3}, ["at least 4"]),
        ({"type": "integer", "minimum": 0, "exclusiveMaximum": 1}, ["at least 0", "less than 1"]),
        ({"type": "number", "multipleOf": 0.01}, ["multiple of 0.01"]),
        ({"type": "string", "minLength": 1}, ["at least 1 character"]),
        ({"type": "string", "maxLength": 64}, ["at most 64 characters"]),
        ({"type": "string", "minLength": 2, "maxLength": 3}, ["2 to 3 characters"]),
        ({"type": "string", "minLength": 5, "maxLength": 5}, ["exactly 5 characters"]),
        ({"type": "string", "minLength": 0}, []),
        ({"type": "string", "pattern": "^a$"}, ["matches ^a$"]),
        ({"type": "array", "minItems": 1, "maxItems": 3}, ["1 to 3 items"]),
        ({"type": "array", "minItems": 10**9}, ["at least 1000000000 items"]),
        ({"type": "array", "uniqueItems": True}, ["unique items"]),
        ({"type": "array", "items": {"type": "string", "maxLength": 2}},
         ["each at most 2 characters"]),
        ({"type": "array", "contains": {"type": "string"}},
         ["contains at least 1 entry of: string"]),
        ({"type": "array", "contains": {"const": "a"}, "minContains": 2, "maxContains": 4},
         ['contains 2 to 4 entries of: string, always "a"']),
        ({"type": "object", "minProperties": 1}, ["at least 1 property"]),
        ({"type": "object", "maxProperties": 5}, ["at most 5 properties"]),
        ({"type": "object", "propertyNames": {"pattern": "^a"}}, ["property names: matches ^a"]),
        ({"const": "dog"}, ['always "dog"']),
        ({"const": None}, ["always null"]),
        ({"type": "string", "contentEncoding": "base64"}, ["encoded as base64"]),
        ({"type": "string", "contentMediaType": "image/png"}, ["media type image/png"]),
        ({"format": "odd"}, ["format: odd"]),
        ({"type": "object", "format": "odd"}, ["format: odd"]),
        ({"not": {"type": "string"}}, ["not string"]),
        ({"not": {"enum": ["a", "b"]}}, ["not one of a, b"]),
        ({"not": {"const": "a"}}, ["not a"]),
        ({"not": {"required": ["a", "b"]}}, ["not with a and b together"]),
        ({"not": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, ["not string or null"]),
        ({"not": ref("Pet")}, ["not Pet"]),
        ({"type": "integer", "minimum": "1", "multipleOf": True, "maxLength": []}, []),
        ({"type": "string", "deprecated": True, "x-sunset": "2026-01-01"}, ["ends on 2026-01-01"]),
    ],
)  # fmt: skip
def test_constraints_in_words(raw, facts):
    assert list(field_of(raw, Pet={"type": "object"}).facts) == facts


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        ({"enum": ["a", "b"]}, [("a", ""), ("b", "")]),
        ({"enum": ["a", None]}, [("a", "")]),
        ({"enum": ["", "1", 1, True, "true"]},
         [('""', ""), ('"1"', ""), ("1", ""), ("true", ""), ('"true"', "")]),
        ({"enum": ["a"], "x-enumDescriptions": {"a": "first"}}, [("a", "first")]),
        ({"enum": [1], "x-enum-descriptions": {"1": "one"}}, [("1", "one")]),
        ({"enum": ["a", "b"], "x-enum-descriptions": ["first"]}, [("a", "first"), ("b", "")]),
        ({"enum": [1], "x-enum-varnames": ["ONE"]}, [("1", "ONE")]),
        ({"enum": [1], "x-enum-varnames": ["ONE"], "x-enumDescriptions": ["first"]},
         [("1", "ONE: first")]),
        ({"oneOf": [{"const": "a", "title": "A", "description": "x"}, {"const": "b"}]},
         [("a", "A: x"), ("b", "")]),
        ({"anyOf": [{"const": 1, "description": "one"}, {"type": "null"}]}, None),
        ({"type": "array", "items": {"enum": ["a"]}}, [("a", "")]),
        ({"enum": "a"}, []),
        ({"enum": ["a"], "x-enumDescriptions": 5}, [("a", "")]),
    ],
)  # fmt: skip
def test_allowed_values(raw, values):
    found = [(value.value, value.description) for value in field_of(raw).enum]

    assert found == ([] if values is None else values)


def test_a_very_long_list_of_values_is_cut_and_says_so():
    field = field_of({"type": "string", "enum": [f"v{number}" for number in range(5000)]})

    assert len(field.enum) == 1000
    assert field.facts == ("4000 further values",)


def test_variants_that_are_one_value_each_are_no_variants():
    assert field_of({"oneOf": [{"const": "a"}, {"const": "b"}]}).group is None


@pytest.mark.parametrize(
    ("default", "text"),
    [("standard", "standard"), ("", '""'), ("5", '"5"'), (5, "5"), (None, "null"), ([1], "[1]")],
)
def test_default(default, text):
    assert field_of({"default": default}).default == text


def test_no_default_is_none():
    assert field_of({}).default is None


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        ({"example": "a"}, ['"a"']),
        ({"examples": ["a", {"b": 1}]}, ['"a"', '{\n  "b": 1\n}']),
        ({"example": None}, ["null"]),
        ({}, []),
    ],
)
def test_examples_are_json(raw, codes):
    assert [example.code for example in field_of(raw).examples] == codes


def test_a_huge_example_is_cut():
    (example,) = field_of({"example": "x" * 5_000_000}).examples

    assert len(example.code) < 10_000


@pytest.mark.parametrize(
    ("raw", "notes"),
    [
        ({"properties": {"a": {}}, "additionalProperties": False}, ["No other properties."]),
        ({"properties": {"a": {}}, "unevaluatedProperties": False}, ["No other properties."]),
        ({"properties": {"a": {}}, "additionalProperties": True},
         ["Other properties are allowed."]),
        ({"unevaluatedProperties": {"type": "string"}}, ["Other properties: string."]),
        ({"prefixItems": [{}], "items": False}, ["No other items."]),
        ({"required": ["a", "b"]}, ["Requires a and b."]),
        ({"dependentRequired": {"card": ["zip"]}}, ["If card is given, zip is required."]),
        ({"dependentSchemas": {"card": {"required": ["a", "b"]}}},
         ["If card is given: a and b are required."]),
        ({"dependencies": {"card": ["zip"]}}, ["If card is given, zip is required."]),
        ({
         "if": {"properties": {"kind": {"const": "dog"}}, "required": ["kind"]},
         "then": {"required": ["bark"]},
         "else": {"properties": {"bark": False}},
         },
         ["If kind is dog: bark is required.", "Otherwise: bark is not allowed."]),
        ({"if": {"properties": {"age": {"minimum": 3}}}, "else": {"required": ["a"]}},
         ["Unless age is at least 3: a is required."]),
        ({"if": ref("Pet"), "then": ref("Pet")}, ["If as Pet: as Pet."]),
        ({"if": True, "then": False}, ["If any: not allowed."]),
    ],
)  # fmt: skip
def test_rules_are_sentences(raw, notes):
    group = field_of(raw, Pet={"type": "object"}).group

    assert group is not None
    assert [*group.notes, *group.endings] == notes


def test_what_closes_a_schema_ends_it():
    raw = {"properties": {"a": {}}, "required": ["b"], "additionalProperties": False}

    group = field_of({"type": "array", "items": raw}).group
    assert group.notes == ("Requires b.",)
    assert group.endings == ("No other properties.",)


def test_an_object_that_has_no_properties_says_so_in_its_line():
    field = field_of({"type": "object", "additionalProperties": False})

    assert field.facts == ("no properties",)
    assert field.group is None


def test_only_listed_extensions_are_shown():
    options = ReferenceOptions(extensions=("x-unit", "x-none"))
    view = page_of({"properties": {"a": {"x-unit": "cm", "x-secret": 1}}}, options=options)

    (extension,) = view.body.group.fields[0].extensions
    assert (extension.name, extension.value) == ("x-unit", "cm")
