"""Patterns of documents that a browser may check, and those that would freeze it."""

import re

import pytest

from sphinx_sitejson.reference.playground.pattern_cost import LONGEST_TEXT, is_slow_pattern

from .test_playground import data_of, request_of

SLOW = [
    r"^(a+)+$",
    r"^(a*)*$",
    r"(a|a)*$",
    r"^(a|ab|b)*$",
    r"^(\w+\s?)*$",
    r"(.*)*x",
    r"^(a?){50}a{50}$",
    r"^(\d+)*$",
    r"^((a{1,20}){1,20}){1,20}$",
    r"(x+x+)+y",
    r".*.*.*.*=",
    r"\s*\s*\s*x",
    r"^(?:a|a?)+$",
    r"^(é|[^a])*$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3}))$",
    # Inside of a lookahead, and with a reference to a group.
    r"^(?=(a+)+$)b",
    r"^(a+)\1+$",
    # What is not understood.
    "(",
    "[",
    "a{2",
    "(?<=a",
    "(?i)a",
    r"\cA",
    "\\",
    "(" * 2_000,
    "[ab]?" * 120,
    "a" * 5_000,
]
FAST = [
    "",
    "[a-z]",
    "^$",
    r"^[a-z0-9]+(?:-[a-z0-9]+)*$",
    r"^\d{4}-\d{2}-\d{2}$",
    r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    r"^(\d{1,3}\.){3}\d{1,3}$",
    r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$",
    r"^https?://[^\s/]+(/\S*)?$",
    r"^\+?[1-9]\d{1,14}$",
    r"^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$",
    r"^(?<year>\d{4})\b",
    r"^arn:aws:[a-z]+:[a-z0-9-]*:\d{12}:.+$",
    r"^[\p{L} \u00e9\u{1F600}\x41-]+$",
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)"
    r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
    r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]{2,}$",
    r"^(GET|POST|PUT)$",
]


@pytest.mark.parametrize("pattern", SLOW)
def test_a_pattern_that_could_freeze_a_browser_is_slow(pattern):
    assert is_slow_pattern(pattern)


@pytest.mark.parametrize("pattern", FAST)
def test_the_default_patterns_are_checked(pattern):
    assert not is_slow_pattern(pattern)


def test_the_script_checks_no_longer_texts():
    from sphinx_sitejson.theme.files import THEME

    script = (THEME.parents[1] / "static/playground/validation.js").read_text("utf-8")
    assert re.findall(r"text\.length > (\d+)", script) == [str(LONGEST_TEXT)]


def test_slow_patterns_do_not_reach_the_page():
    slow = {"type": "string", "pattern": "^(a+)+$", "minLength": 2}
    body = {"type": "object", "properties": {"a": slow, "b": {"type": "string", "pattern": "^b"}}}
    schema = data_of(request_of(body))["bodies"][0]["schema"]
    assert schema["properties"] == {
        "a": {"type": "string", "minLength": 2, "partial": True},
        "b": {"type": "string", "pattern": "^b"},
    }


def test_slow_patterns_of_names_do_not_reach_the_page():
    body = {
        "type": "object",
        "patternProperties": {"^(x+)+$": {"type": "string"}, "^y-": {"type": "integer"}},
        "additionalProperties": False,
    }
    assert data_of(request_of(body))["bodies"][0]["schema"] == {
        "type": "object",
        "patternProperties": {"^y-": {"type": "integer"}},
        "partial": True,
    }
