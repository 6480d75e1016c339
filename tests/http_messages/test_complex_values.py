"""Values and schemas for which the validator alone would take gigabytes or a lifetime."""

import json
import subprocess
import sys
from itertools import repeat

import pytest
from openapi.support import document_of

from sphinx_sitejson.http_messages.example_validation import TOO_COMPLEX, ExampleValidator
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.openapi.raw import References
from sphinx_sitejson.openapi.schemas import Schema

T = {"$ref": "#/components/schemas/T"}
MINUTES = 600
PROCESS = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.http_messages.example_validation import ExampleValidator
sys.setrecursionlimit(20_000)
schemas, value = json.load(sys.stdin)
sys.setrecursionlimit(1_000)
data = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {},
        "components": {"schemas": schemas}}
document = OpenApiDocument(data, name="t", location="/t.json", version="3.1.0", digest="t")
print(json.dumps(ExampleValidator(document).errors({"$ref": "#/components/schemas/T"}, value)))
"""


def errors_of(schemas, value):
    """Validate in a process that ends if it takes more than 1.5 GB."""
    process = subprocess.run(
        [sys.executable, "-c", PROCESS],
        input=f"[{json.dumps(schemas)}, {value if isinstance(value, str) else json.dumps(value)}]",
        capture_output=True,
        text=True,
        timeout=MINUTES,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-2_000:]
    return json.loads(process.stdout)


def errors_here(schema, value, **schemas):
    document = document_of(components={"schemas": {"T": schema, **schemas}})
    return ExampleValidator(document).errors(T, value)


def chain(depth):
    return '{"c":' * depth + "{}" + "}" * depth


def lists(depth):
    return "[" * depth + "1" + "]" * depth


def union(count=3, keyword="anyOf", **more):
    return {
        keyword: [
            {"type": "object", "properties": {"c": T}, "required": [f"r{number}"], **more}
            for number in range(count)
        ]
    }


def named(name):
    return {"$ref": f"#/components/schemas/{name}"}


def ladder(keyword, steps=40):
    """Schemas that each contain the next one twice: 2^40 ways to the last."""
    rungs = {f"L{n}": {keyword: [named(f"L{n + 1}")] * 2} for n in range(steps)}
    return {"T": named("L0"), **rungs, f"L{steps}": {"type": "string"}}


NOT_T = {"properties": {"c": {"not": T}}}
COMPLEX = {
    "depth 8": (union(), chain(8)),
    "depth 14": (union(), chain(14)),
    "depth 100": (union(), chain(100)),
    "depth 1000": (union(), chain(1_000)),
    "oneOf": (union(keyword="oneOf"), chain(14)),
    "200 variants": (union(200), chain(2)),
    "allOf of anyOf": ({"allOf": [union()] * 3}, chain(8)),
    "if": ({"if": {"properties": {"c": T}}, "then": NOT_T, "else": NOT_T}, chain(100)),
    "dependentSchemas": (
        {"dependentSchemas": {"c": NOT_T}, "properties": {"c": T}, "required": ["x"]},
        chain(100),
    ),
    "not": ({"not": {"anyOf": [{"properties": {"c": T}}, NOT_T]}}, chain(100)),
    "contains": ({"allOf": [{"contains": T}, {"contains": T}, {"items": {"not": T}}]}, lists(50)),
    "patternProperties": (union(properties={}, patternProperties={"c": T, "^c": T}), chain(8)),
    "additionalProperties": (union(properties={}, additionalProperties=T), chain(14)),
    "10,000 unions in a union": (
        {"anyOf": [{"items": {"required": [f"r{n}" for n in range(20)]}}, {"type": "null"}]},
        [{"c": n % 7} for n in range(10_000)],
    ),
    "copies of a long value": (
        {"anyOf": [{"required": [f"r{number}"]} for number in range(200)]},
        {"c": [*range(100_000)]},
    ),
    "objects of enum": (
        {"items": {"enum": [{"a": [number] * 10} for number in range(10_000)]}},
        [{"a": [number] * 10} for number in range(9_000, 10_000)],
    ),
}


@pytest.mark.parametrize("name", COMPLEX)
def test_what_takes_too_much_time_or_memory_is_not_checked(name):
    schema, value = COMPLEX[name]

    assert errors_of({"T": schema}, value) == [TOO_COMPLEX]


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_schemas_that_contain_the_next_one_twice(keyword):
    assert errors_of(ladder(keyword), "5") == [TOO_COMPLEX]


def test_schemas_that_are_all_parts_of_each_other():
    names = [f"A{number}" for number in range(18)]
    circle = {name: {"allOf": [named(each) for each in names]} for name in names}

    assert errors_of({"T": named("A0"), **circle}, "5") == [TOO_COMPLEX]


def test_parts_of_schemas_that_contain_the_next_one_twice():
    parts = {f"L{n}": {"allOf": [{"anyOf": [named(f"L{n + 1}/allOf/0")] * 2}]} for n in range(40)}
    last = {"L40": {"allOf": [{"type": "string"}]}}

    assert errors_of({"T": named("L0"), **parts, **last}, "5") == [TOO_COMPLEX]


def test_unions_over_four_levels_are_converted_in_a_short_time():
    """The properties of the other direction are collected from all of their parts."""
    levels = {f"L{n}": {"anyOf": [named(f"L{n + 1}") for _ in range(50)]} for n in range(5)}
    schemas = {"T": named("L0"), **levels, "L5": {"type": "string"}}

    assert errors_of(schemas, "5") == [TOO_COMPLEX]


DESCRIBED = {
    "a union of one level": (union(), {"c": {}}, '{"c":{}} matches none of the variants'),
    "a union of four levels": (union(), json.loads(chain(4)), "matches none of the variants"),
    "200 variants": (union(200), {}, "{} matches none of the variants"),
    "a list of unions": (
        {"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        ["a", None, 5],
        "5 matches none of the variants (at [2])",
    ),
    "a long list, whose last item is invalid": (
        {"items": {"required": ["id"], "properties": {"id": {"type": "integer"}}}},
        [*repeat({"id": 1}, 20_000), {"id": "x"}],
        '"x" is not of type "integer" (at [20000].id)',
    ),
    "a long list of unions, whose last item is invalid": (
        {"items": {"anyOf": [{"properties": {"k": {"const": n}}} for n in range(9)]}},
        [*repeat({"k": 1}, 20_000), {"k": 9}],
        '{"k":9} matches none of the variants (at [20000])',
    ),
    "a long list, whose items are all invalid": (
        {"items": {"type": "string"}},
        [5] * 200_000,
        '5 is not of type "string" (at [0])',
    ),
    "a recursion without variants": (
        {"properties": {"c": T, "n": {"type": "integer"}}, "required": ["n"]},
        {"n": 1, "c": {"n": 2, "c": {"n": "3"}}},
        '"3" is not of type "integer" (at c.c.n)',
    ),
    "variants that are parts of their base": (
        {"oneOf": [{"allOf": [T, {"properties": {"k": {"const": n}}}]} for n in range(30)]},
        {"k": 30},
        "matches none of the variants",
    ),
}


@pytest.mark.parametrize("name", DESCRIBED)
def test_what_is_invalid_is_described(name):
    schema, value, message = DESCRIBED[name]

    assert message in errors_here(schema, value)[0]


VALID = {
    # Keywords that are not validated have no cost either.
    "$dynamicRef": ({"$dynamicAnchor": "t", "anyOf": [{"$dynamicRef": "#t"}] * 9}, {"c": {}}),
    "unevaluatedProperties": (
        {"anyOf": [{"type": "object", "unevaluatedProperties": T}] * 3},
        json.loads(chain(100)),
    ),
    "a deep union": ({"oneOf": [{"properties": {"c": T}}] * 3}, json.loads(chain(8))),
    "a deep object": ({"properties": {"c": T}}, json.loads(chain(100))),
    "a long list of unions": (
        {
            "items": {
                "anyOf": [{"required": ["k"], "properties": {"k": {"const": n}}} for n in "ab"]
            }
        },
        [{"k": "b"}] * 20_000,
    ),
    "many different items": (
        {"uniqueItems": True, "items": {"type": "object", "properties": {"n": {"minimum": 0}}}},
        [{"n": number} for number in range(50_000)],
    ),
    "a long list of objects with different properties": (
        {"items": {"anyOf": [{"properties": {f"p{n}": {"type": "string"}}} for n in range(13)]}},
        [
            {f"p{n}": "x" for n in range(13) if number >> n & 1 or n == number % 13}
            for number in range(8_000)
        ],
    ),
    "many texts of different lengths": (
        {"items": {"type": "string", "pattern": "^a*$"}},
        ["a" * number for number in range(1_000)],
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_large_values_that_are_valid(name):
    schema, value = VALID[name]

    assert errors_here(schema, value) == []


@pytest.mark.parametrize("keyword", ["if", "not", "contains"])
def test_a_condition_with_many_levels_of_variants_is_generated(keyword):
    """Conditions are compared with references replaced, which are 50^8 schemas here."""
    variants = [
        {"type": "object", "properties": {"c": named("U")}, "required": [f"r{number}"]}
        for number in range(50)
    ]
    schema = {"if": {"if": named("U"), "then": {"required": ["then"]}}, "not": {"not": named("U")}}
    rules = schema.get(keyword, {"contains": named("U"), "type": "array"})
    schemas = {"T": {"type": "object", **rules}, "U": {"anyOf": variants}}
    references = References({"components": {"schemas": schemas}})

    value = generate_example(Schema(schemas["T"], references), direction="request")
    assert value == ([{"r0": "string"}] if keyword == "contains" else {})
