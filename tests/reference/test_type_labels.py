"""Types are named in a few words."""

import pytest

from .support import field_of, ref

PET = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date-time"}, "string (date-time)"),
        ({"type": "integer", "format": "int32"}, "integer (int32)"),
        ({"type": ["integer", "null"]}, "integer or null"),
        ({"type": "string", "nullable": True}, "string or null"),
        ({"type": ["string", "integer"]}, "string or integer"),
        ({"type": ["string", "integer"], "format": "x"}, "string or integer"),
        ({"type": "null"}, "null"),
        ({}, "any"),
        (True, "any"),
        (False, "never"),
        ({"nullable": True}, "any"),
        ({"description": "what"}, "any"),
        ({"type": "object"}, "object"),
        ({"properties": {"a": {}}}, "object"),
        ({"type": "array"}, "array"),
        ({"type": "array", "items": {"type": "string"}}, "array of string"),
        ({"type": "array", "items": {"type": "string", "nullable": True}},
         "array of (string or null)"),
        ({"type": "array", "items": {"items": {"type": "integer"}}}, "array of array of integer"),
        ({"type": "array", "items": ref("Pet")}, "array of Pet"),
        ({"type": "array", "prefixItems": [{"type": "string"}]}, "tuple"),
        (ref("Pet"), "Pet"),
        ({**ref("Pet"), "nullable": True}, "Pet or null"),
        ({"allOf": [ref("Pet")], "description": "mine"}, "Pet"),
        ({"type": "object", "allOf": [ref("Pet"), {"description": "mine"}]}, "Pet"),
        ({"anyOf": [ref("Pet"), {"type": "null"}]}, "Pet or null"),
        ({"oneOf": [{"type": "string"}, {"enum": [None]}]}, "string or null"),
        ({"anyOf": [ref("Pet"), {"nullable": True}]}, "Pet or null"),
        ({"anyOf": [{"nullable": True, "description": "none"}, ref("Pet")]}, "Pet or null"),
        ({"anyOf": [ref("Pet"), {"enum": [None], "nullable": True}]}, "Pet or null"),
        ({"oneOf": [ref("Pet"), {"type": ["null"]}]}, "Pet or null"),
        ({"oneOf": [ref("Pet"), {"const": None}]}, "Pet or null"),
        (ref("Titled"), "A titled pet"),
        (ref("Long"), "Long"),
        (ref("Text"), "string (uuid)"),
        (ref("Choice"), "Choice"),
        (ref("Nowhere"), "any"),
        ({"additionalProperties": {"type": "string"}}, "map of string to string"),
        ({"additionalProperties": ref("Pet")}, "map of string to Pet"),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({
         "type": "array",
         "items": {"oneOf": [ref(name) for name in ("Pet", "Titled", "Long", "Text")]},
         },
         "array of (one of 4 types)"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "string or integer"),
        ({"anyOf": [{"type": "string"}, ref("Pet")], "nullable": True}, "string or Pet or null"),
        ({"oneOf": [ref("Pet"), ref("Titled"), ref("Long"), ref("Text")]}, "one of 4 types"),
        ({"anyOf": [{"type": t} for t in ("string", "number", "boolean", "array")]},
         "any of 4 types"),
        ({"oneOf": [ref("VeryLongNameOfOnePet" * 2), ref("AnotherVeryLongName" * 2)]},
         "one of 2 types"),
        ({"enum": ["a", "b"]}, "string"),
        ({"enum": ["a", 1, None]}, "string or integer or null"),
        ({"const": 3}, "integer"),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, "string"),
        ({"type": 7}, "any"),
    ],
)  # fmt: skip
def test_label(raw, label):
    field = field_of(
        raw,
        Pet=PET,
        **{"VeryLongNameOfOnePet" * 2: PET, "AnotherVeryLongName" * 2: PET},
        Titled={**PET, "title": "A titled  pet"},
        Long={**PET, "title": "x" * 200},
        Text={"type": "string", "format": "uuid"},
        Choice={"oneOf": [{"type": "string"}, {"type": "integer"}]},
    )

    assert field.type_label == label


def test_the_title_of_a_part_is_not_the_name_of_the_schema():
    dog = {"allOf": [ref("Pet"), {"properties": {"bark": {}}}]}

    assert field_of(ref("Dog"), Dog=dog, Pet={**PET, "title": "Any pet"}).type_label == "Dog"


def test_arrays_in_a_circle_have_a_label():
    loop = {"type": "array", "items": ref("Other")}

    field = field_of(ref("Loop"), Loop=loop, Other={"type": "array", "items": ref("Loop")})

    assert field.type_label.startswith("array of array")
