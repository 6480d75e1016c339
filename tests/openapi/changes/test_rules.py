"""Each row of the table of changes, both ways, and in requests and in answers."""

import pytest

from sphinx_sitejson.openapi.changes.rules import RULES

from . import operation_cases, schema_cases
from .support import changes_of, document, received, sent

PETS = {"Cat": {"type": "object", "required": ["purrs"]}, "Dog": {"type": "object"}}
UNTESTED_HERE = {"operation-added", "operation-removed", "not-compared"}
"""What is no change of an operation, or has a test of its own."""
BACK = {
    "operation-added": "operation-removed",
    "operation-removed": "operation-added",
    "removed-after-sunset": "parameter-added",
    "removed-before-sunset": "parameter-added",
    "deprecated-removed": "parameter-added",
    "unstable-removed": "parameter-added",
    "stability-lowered": "stability-raised",
    "stability-raised": "stability-lowered",
    "not-deprecated": "deprecated",
    "sunset-removed": "sunset-set",
    "sunset-earlier": "sunset-later",
    "sunset-later": "sunset-earlier",
    "id-removed": "id-added",
    "tag-removed": "tag-added",
    "callback-added": "callback-removed",
    "callback-removed": "callback-added",
    "parameter-added": "parameter-removed",
    "required-parameter-added": "parameter-removed",
    "parameter-removed": "parameter-added",
    "became-optional": "became-required",
    "reserved-refused": "reserved-allowed",
    "empty-refused": "empty-allowed",
    "body-added": "body-removed",
    "required-body-added": "body-removed",
    "body-removed": "body-added",
    "media-type-added": "media-type-removed",
    "media-type-removed": "media-type-added",
    "media-type-wider": "media-type-narrower",
    "media-type-narrower": "media-type-wider",
    "success-added": "success-removed",
    "success-removed": "success-added",
    "status-added": "status-removed",
    "status-removed": "status-added",
    "link-removed": "link-added",
    "server-added": "server-removed",
    "server-removed": "server-added",
    "authorization-dropped": "authorization-needed",
    "scheme-accepted": "scheme-refused",
    "scheme-refused": "scheme-accepted",
    "optional-scheme-refused": "scheme-accepted",
    "scope-needed": "scope-dropped",
    "scope-dropped": "scope-needed",
    "flow-added": "flow-removed",
    "flow-removed": "flow-added",
    "scope-withdrawn": "scope-offered",
    "type-narrower": "type-wider",
    "type-wider": "type-narrower",
    "nothing-allowed": "something-allowed",
    "format-narrower": "format-wider",
    "format-wider": "format-narrower",
    "null-refused": "null-allowed",
    "values-open": "values-limited",
    "value-removed": "value-added",
    "open-value-removed": "open-value-added",
    "limit-tighter": "limit-looser",
    "limit-looser": "limit-tighter",
    "multiple-narrower": "multiple-wider",
    "multiple-wider": "multiple-narrower",
    "unique-dropped": "unique-needed",
    "pattern-removed": "pattern-added",
    "default-removed": "default-added",
    "property-added": "property-removed",
    "required-property-added": "property-removed",
    "property-removed": "property-added",
    "read-only-unset": "read-only-set",
    "write-only-unset": "write-only-set",
    "others-allowed": "others-refused",
    "contains-removed": "contains-added",
    "not-removed": "not-added",
    "condition-removed": "condition-added",
    "dependency-removed": "dependency-added",
    "variant-added": "variant-removed",
    "variant-removed": "variant-added",
    "choice-dropped": "choice-needed",
    "discriminator-removed": "discriminator-added",
    "mapping-removed": "mapping-added",
}
"""The rules for the opposite changes, where they are neither the same nor in the table."""


def back_of(rule):
    return RULES[rule].reverse or BACK.get(rule, rule)


def found(old, new):
    return [(change.rule, change.level) for change in changes_of(old, new)]


def in_pets(paths):
    return document(paths, components={"schemas": PETS})


@pytest.mark.parametrize(("rule", "old", "new"), schema_cases.CASES)
def test_schemas(rule, old, new):
    for way, place in (("sent", sent), ("received", received)):
        before, after = in_pets(place(old)), in_pets(place(new))
        back = back_of(rule)
        assert found(before, after) == [(rule, RULES[rule].level(way))], way
        assert found(after, before) == [(back, RULES[back].level(way))], f"{way}, back"


@pytest.mark.parametrize(("rule", "old", "new"), operation_cases.CASES)
def test_operations(rule, old, new):
    back = back_of(rule)

    assert [name for name, _ in found(old, new)] == [rule]
    assert [name for name, _ in found(new, old)] == [back]
    for name, level in (*found(old, new), *found(new, old)):
        assert level in (RULES[name].sent, RULES[name].received)


@pytest.mark.parametrize(("old", "new"), schema_cases.SAME)
def test_schemas_that_say_the_same(old, new):
    for place in (sent, received):
        before, after = in_pets(place(old)), in_pets(place(new))
        assert found(before, after) == []
        assert found(after, before) == []


@pytest.mark.parametrize(("old", "new"), operation_cases.SAME)
def test_what_no_client_notices(old, new):
    assert found(old, new) == []
    assert found(new, old) == []


def test_every_rule_has_a_case():
    cases = {rule for rule, *_ in (*schema_cases.CASES, *operation_cases.CASES)}
    covered = cases | set(map(back_of, cases)) | UNTESTED_HERE

    assert sorted(RULES.keys() - covered) == []


def test_the_way_back_is_a_rule():
    assert RULES.keys() >= set(map(back_of, RULES))
