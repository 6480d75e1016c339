"""Each row of the table of changes, both ways, and in requests and in answers."""

import pytest

from sphinx_sitejson.openapi.changes.rules import RULES

from . import operation_cases, schema_cases
from .support import changes_of, document, received, sent

PETS = {"Cat": {"type": "object", "required": ["purrs"]}, "Dog": {"type": "object"}}
UNTESTED_HERE = {"operation-added", "operation-removed", "not-compared"}
"""What is no change of an operation, or has a test of its own."""


def found(old, new):
    return [(change.rule, change.level) for change in changes_of(old, new)]


def in_pets(paths):
    return document(paths, components={"schemas": PETS})


@pytest.mark.parametrize(("rule", "old", "new"), schema_cases.CASES)
def test_schemas(rule, old, new):
    for way, place in (("sent", sent), ("received", received)):
        before, after = in_pets(place(old)), in_pets(place(new))
        back = RULES[rule].reverse
        assert found(before, after) == [(rule, RULES[rule].level(way))], way
        assert found(after, before) == [(back, RULES[back].level(way))], f"{way}, back"


@pytest.mark.parametrize(("rule", "old", "new"), operation_cases.CASES)
def test_operations(rule, old, new):
    back = RULES[rule].reverse

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
    covered = cases | {RULES[rule].reverse for rule in cases} | UNTESTED_HERE

    assert sorted(RULES.keys() - covered) == []


def test_the_way_back_is_a_rule():
    assert [name for name, rule in RULES.items() if rule.reverse not in RULES] == []
