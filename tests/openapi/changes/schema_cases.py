"""One change of a schema after another: the rule, the schema before, and the schema after."""

from typing import Any

A = {"type": "object", "properties": {"a": {"type": "string"}}}
STRING, INTEGER = {"type": "string"}, {"type": "integer"}


def prop(**words: Any) -> dict[str, Any]:
    """Return an object whose property has these words."""
    return {"type": "object", "properties": {"a": {"type": "string", **words}}}


def one_of(*variants: Any, key: str = "oneOf", **words: Any) -> dict[str, Any]:
    return {key: list(variants), **words}


def kinds(**mapping: str) -> dict[str, Any]:
    targets = {name: f"#/components/schemas/{target}" for name, target in mapping.items()}
    return {"discriminator": {"propertyName": "kind", "mapping": targets}}


NAMED = [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]

CASES: list[tuple[str, Any, Any]] = [
    # Types and formats.
    ("type-narrower", {}, STRING),
    ("type-narrower", True, STRING),
    ("type-narrower", {"type": "number"}, INTEGER),
    ("type-narrower", {"type": ["string", "integer"]}, STRING),
    ("type-wider", INTEGER, {"type": "number"}),
    ("type-changed", STRING, INTEGER),
    ("type-changed", STRING, {"type": "null"}),
    ("type-changed", {"type": ["string", "integer"]}, {"type": ["string", "boolean"]}),
    ("nothing-allowed", {}, False),
    ("format-narrower", STRING, {**STRING, "format": "date"}),
    ("format-narrower", {**INTEGER, "format": "int64"}, {**INTEGER, "format": "int32"}),
    ("format-wider", {"type": "number", "format": "float"}, {"type": "number", "format": "double"}),
    ("format-changed", {**STRING, "format": "date"}, {**STRING, "format": "date-time"}),
    ("null-allowed", STRING, {"type": ["string", "null"]}),
    ("null-allowed", STRING, {**STRING, "nullable": True}),
    ("null-allowed", STRING, one_of(STRING, {"type": "null"})),
    ("pattern-added", {"allOf": [{"pattern": "^a"}]},
     {"allOf": [{"pattern": "^a"}, {"pattern": "b$"}]}),
    ("value-removed", {"allOf": [{"items": {"enum": ["a", "b"]}}, {"items": {"minLength": 1}}]},
     {"allOf": [{"items": {"enum": ["a", "b"]}}, {"items": {"minLength": 1, "enum": ["a"]}}]}),
    # Values.
    ("values-limited", STRING, {**STRING, "enum": ["a"]}),
    ("values-limited", STRING, {**STRING, "const": "a"}),
    ("value-removed", {"enum": ["a", 1]}, {"enum": ["a"]}),
    ("value-removed", {"enum": [1, True]}, {"enum": [1.0]}),
    ("value-removed", {"enum": ["a", "b"]}, {"const": "a"}),
    ("open-value-removed", {**STRING, "x-extensible-enum": ["a", "b"]},
     {**STRING, "x-extensible-enum": ["a"]}),
    ("default-added", STRING, {**STRING, "default": "a"}),
    ("default-removed", {**INTEGER, "default": 0}, INTEGER),
    ("default-changed", {**INTEGER, "default": 0}, {**INTEGER, "default": False}),
    ("content-changed", STRING, {**STRING, "contentEncoding": "base64"}),
    ("content-changed", {**STRING, "contentMediaType": "image/png"},
     {**STRING, "contentMediaType": "image/gif"}),
    # Limits, in both spellings of exclusive ones.
    *(("limit-tighter", {key: before} if before is not None else {}, {key: after})
      for key, before, after in [("minimum", 1, 2), ("minimum", None, 1), ("minimum", None, 0),
                                 ("maximum", 2, 1), ("maximum", None, 1),
                                 ("exclusiveMinimum", 1, 2), ("exclusiveMinimum", None, 1),
                                 ("exclusiveMaximum", 2, 1), ("exclusiveMaximum", None, 1),
                                 ("minLength", 1, 2), ("minLength", None, 1), ("maxLength", 2, 1),
                                 ("maxLength", None, 1), ("minItems", 1, 2), ("minItems", None, 1),
                                 ("maxItems", 2, 1), ("maxItems", None, 1), ("minProperties", 1, 2),
                                 ("minProperties", None, 1), ("maxProperties", 2, 1),
                                 ("maxProperties", None, 1), ("minContains", None, 2),
                                 ("maxContains", 2, 1), ("maxContains", None, 1),
                                 ("maximum", 9007199254740993, 9007199254740992),
                                 ("maximum", 0.30000000000000004, 0.3)]),
    ("limit-tighter", {"minimum": 1}, {"minimum": 1, "exclusiveMinimum": True}),
    ("limit-tighter", {"maximum": 1}, {"maximum": 1, "exclusiveMaximum": True}),
    ("limit-tighter", {"minimum": 1}, {"exclusiveMinimum": 1}),
    ("limit-tighter", {"minimum": 1, "exclusiveMinimum": True}, {"minimum": 2}),
    ("limit-tighter", {"minimum": 1, "exclusiveMinimum": 0}, {"minimum": 1, "exclusiveMinimum": 1}),
    ("multiple-narrower", {}, {"multipleOf": 2}),
    ("multiple-narrower", {"multipleOf": 2}, {"multipleOf": 4}),
    ("multiple-narrower", {"multipleOf": 0.1}, {"multipleOf": 0.3}),
    ("multiple-changed", {"multipleOf": 2}, {"multipleOf": 3}),
    ("unique-needed", {"type": "array"}, {"type": "array", "uniqueItems": True}),
    ("pattern-added", STRING, {**STRING, "pattern": "a"}),
    ("pattern-added", {**STRING, "pattern": ".*"}, {**STRING, "pattern": "a"}),
    ("pattern-changed", {**STRING, "pattern": "a"}, {**STRING, "pattern": "b"}),
    # Properties.
    ("property-added", {"type": "object"}, A),
    ("required-property-added", {"type": "object"}, {**A, "required": ["a"]}),
    ("became-required", A, {**A, "required": ["a"]}),
    ("became-required", {"type": "object"}, {"type": "object", "required": ["z"]}),
    ("became-required", {"items": A}, {"items": {**A, "required": ["a"]}}),
    ("deprecated", A, prop(deprecated=True)),
    ("sunset-set", prop(deprecated=True), prop(deprecated=True, **{"x-sunset": "2030-01-01"})),
    ("sunset-earlier", prop(deprecated=True, **{"x-sunset": "2030-01-01"}),
     prop(deprecated=True, **{"x-sunset": "2029-01-01"})),
    ("read-only-set", A, prop(readOnly=True)),
    ("write-only-set", A, prop(writeOnly=True)),
    ("others-refused", A, {**A, "additionalProperties": False}),
    ("others-refused", {**A, "additionalProperties": True}, {**A, "additionalProperties": False}),
    ("others-refused", {"additionalProperties": STRING}, {"additionalProperties": False}),
    ("others-refused", A, {**A, "unevaluatedProperties": False}),
    ("others-refused", {"patternProperties": {"^a": {}}, "additionalProperties": False},
     {"additionalProperties": False}),
    ("others-refused", {"patternProperties": {"^a": {}}}, {"patternProperties": {"^a": False}}),
    ("type-narrower", {"additionalProperties": True}, {"additionalProperties": STRING}),
    ("type-changed", {"additionalProperties": STRING}, {"additionalProperties": INTEGER}),
    ("property-removed", {"additionalProperties": A}, {"additionalProperties": {"type": "object"}}),
    ("type-changed", {"patternProperties": {"^a": STRING}}, {"patternProperties": {"^a": INTEGER}}),
    ("type-narrower", {"type": "object"}, {"type": "object", "patternProperties": {"^a": STRING}}),
    ("pattern-added", {"type": "object"}, {"type": "object", "propertyNames": {"pattern": "^a"}}),
    ("limit-tighter", {"propertyNames": {"maxLength": 3}}, {"propertyNames": {"maxLength": 2}}),
    # Arrays.
    ("type-narrower", {"type": "array"}, {"type": "array", "items": STRING}),
    ("type-changed", {"type": "array", "items": STRING}, {"type": "array", "items": INTEGER}),
    ("others-refused", {"prefixItems": [STRING]}, {"prefixItems": [STRING], "items": False}),
    ("others-refused", {"prefixItems": [STRING]},
     {"prefixItems": [STRING], "unevaluatedItems": False}),
    ("type-changed", {"prefixItems": [STRING]}, {"prefixItems": [INTEGER]}),
    ("type-narrower", {"prefixItems": [STRING]}, {"prefixItems": [STRING, INTEGER]}),
    ("contains-added", {"type": "array"}, {"type": "array", "contains": STRING}),
    ("type-narrower", {"contains": {"type": "number"}}, {"contains": INTEGER}),
    # Rules that speak of other schemas.
    ("not-added", STRING, {**STRING, "not": {"const": "a"}}),
    ("condition-added", A, {**A, "if": {"required": ["a"]}, "then": {"required": ["b"]}}),
    ("condition-changed", {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
     {"if": {"required": ["c"]}, "then": {"required": ["b"]}}),
    ("became-required", {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
     {"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}),
    ("dependency-added", A, {**A, "dependentRequired": {"a": ["b"]}}),
    ("dependency-added", {"dependentRequired": {"a": ["b"]}},
     {"dependentRequired": {"a": ["b", "c"]}}),
    ("dependency-added", A, {**A, "dependentSchemas": {"a": {"required": ["b"]}}}),
    ("became-required", {"dependentSchemas": {"a": {"required": ["b"]}}},
     {"dependentSchemas": {"a": {"required": ["b", "c"]}}}),
    ("type-changed", {**STRING, "contentSchema": STRING}, {**STRING, "contentSchema": INTEGER}),
    # Variants.
    ("variant-added", one_of(STRING), one_of(STRING, INTEGER)),
    ("variant-added", STRING, one_of(STRING, INTEGER)),
    ("variant-added", STRING, one_of(INTEGER, STRING, key="anyOf")),
    ("variant-added", NAMED[0], one_of(*NAMED)),
    ("choice-needed", A, {**A, **one_of({"required": ["a"]}, {"required": ["b"]})}),
    ("choice-changed", one_of(*NAMED), one_of(*NAMED, key="anyOf")),
    ("limit-tighter", one_of(STRING, INTEGER), one_of({**INTEGER, "minimum": 1}, STRING)),
    ("choice-needed", {"allOf": [one_of(*NAMED)]},
     {"allOf": [one_of(*NAMED), one_of(STRING, INTEGER)]}),
    ("discriminator-added", one_of(*NAMED), one_of(*NAMED, **kinds())),
    ("discriminator-changed", one_of(*NAMED, **kinds()),
     one_of(*NAMED, discriminator={"propertyName": "sort"})),
    ("mapping-added", one_of(*NAMED, **kinds(a="Cat")), one_of(*NAMED, **kinds(a="Cat", b="Dog"))),
    ("mapping-changed", one_of(*NAMED, **kinds(a="Cat")), one_of(*NAMED, **kinds(a="Dog"))),
]  # fmt: skip
"""Each is looked at as something that is sent and that is received, and both ways."""

SAME: list[tuple[Any, Any]] = [
    (A, {**A, "title": "T", "description": "D", "example": {}, "externalDocs": {"url": "/"}}),
    ({"allOf": [A]}, A),
    ({"allOf": [A, {"required": ["a"]}]}, {**A, "required": ["a"]}),
    (STRING, {**STRING, "minLength": 0, "pattern": ".*"}),
    ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ({"minimum": 1, "exclusiveMinimum": False}, {"minimum": 1.0}),
    ({**STRING, "nullable": True}, {"type": ["string", "null"]}),
    ({**STRING, "nullable": True}, one_of(STRING, {"type": "null"})),
    (STRING, one_of(STRING)),
    ({"enum": [1, 2]}, {"enum": [2.0, 1]}),
    ({"enum": ["a"]}, {"const": "a"}),
    ({"type": ["string", "integer"]}, {"type": ["integer", "string"]}),
    ({"required": ["a", "b"]}, {"required": ["b", "a"]}),
    (one_of(STRING, INTEGER), one_of(INTEGER, STRING)),
    (one_of(A, prop(minLength=1)), one_of(prop(minLength=1), A)),
    (one_of(*NAMED), one_of(*reversed(NAMED))),
    ({"properties": {"a": STRING}}, {"type": "object", "properties": {"a": STRING}}),
    ({"type": "array"}, {"type": "array", "items": {}}),
    ({"type": "array"}, {"type": "array", "minContains": 1}),
    (A, {**A, "additionalProperties": True}),
    (A, {**A, "additionalProperties": {}}),
    ({"dependencies": {"a": ["b"]}}, {"dependentRequired": {"a": ["b"]}}),
    (prop(format="date"), prop(format="date", **{"x-internal-note": "y"})),
]
"""What says the same in other words."""
