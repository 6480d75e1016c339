"""Parameters are read back from requests as the values that were written into them."""

from pathlib import Path

import pytest

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.http_messages.parameters import (
    RawParameters,
    _ParameterParser,
    validate_parameters,
)

from .message_support import parameter, validator

# The table that parameters are written by.
TABLE = Path(__file__).with_name("encoding_cases.json")
# A sign in a value that is written as the one between values, or as if it were encoded already.
AMBIGUOUS = (
    "query: a pipe in an entry",
    "path: a dot in a label stays",
    "query: allowReserved keeps what is encoded already",
)
CASES = read_json(TABLE.read_text(encoding="utf-8"))


def schema_of(value):
    if isinstance(value, dict):
        return {
            "type": "object",
            "properties": {key: schema_of(each) for key, each in value.items()},
        }
    if isinstance(value, list):
        items = [schema_of(each) for each in value]
        return {
            "type": "array",
            "items": items[0] if items and items == [items[0]] * len(items) else {},
        }
    names = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
    return {"type": names.get(type(value), "number")}


def without_nulls(value):
    """Null is not sent."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [without_nulls(each) for each in value if each is not None]
    return value


def texts_of(case):
    expected, name = case["expected"], case["parameter"]
    if case["in"] == "path":
        return RawParameters(path={name: expected})
    if case["in"] == "query":
        return RawParameters(query=expected)
    header = "cookie" if case["in"] == "cookie" else name.lower()
    return RawParameters(headers=((header, expected),))


def is_read_back(case):
    """Whether the text says enough: nothing, null and what is nested without a style do not."""
    if case["name"] in AMBIGUOUS:
        return False
    value = case["value"]
    if not case["expected"] or value is None or value in ([], {}):
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    is_nested = any(isinstance(each, dict | list) for each in inner)
    return not is_nested or case["style"] == "deepObject" or "mediaType" in case


READ_BACK = [case for case in CASES if is_read_back(case)]


def test_most_of_the_table_is_read_back():
    assert len(READ_BACK) > 0.8 * len(CASES)


@pytest.mark.parametrize("case", READ_BACK, ids=[case["name"] for case in READ_BACK])
def test_what_is_written_is_read_as_the_same_value(case):
    value = without_nulls(case["value"])
    more = {"media_type": case["mediaType"]} if "mediaType" in case else {}
    known = parameter(
        case["parameter"],
        case["in"],
        schema_of(value),
        style=case["style"],
        explode=case["explode"],
        **more,
    )
    reader = _ParameterParser(known, texts_of(case), validator(), frozenset())

    assert exact_json(value) in [exact_json(read) for read in reader._candidate_values()]
    assert reader.issues() == ()


def issues(known, **texts):
    return [
        str(issue) for issue in validate_parameters([known], RawParameters(**texts), validator())
    ]


@pytest.mark.parametrize(
    ("raw", "query", "wrong"),
    [
        ({"type": "integer"}, "q=7", ""),
        ({"type": "integer"}, "q=x", '"x" is not of type "integer"'),
        ({"type": "integer"}, "q=1.5", "1.5 is not of type"),
        ({"type": "integer", "maximum": 9007199254740992}, "q=9007199254740993", "greater than"),
        ({"type": "boolean"}, "q=true", ""),
        ({"type": "boolean"}, "q=yes", '"yes" is not of type "boolean"'),
        ({"type": "string"}, "q=7", ""),
        ({"type": ["integer", "string"], "enum": ["7"]}, "q=7", ""),
        ({"type": "string", "enum": ["a", "b"]}, "q=c", '"c" is not one of "a", "b"'),
        ({"type": "string", "format": "uuid"}, "q=7", 'is not a "uuid"'),
        ({"type": "string", "minLength": 2}, "q=%C3%BC", "shorter than 2"),
        ({"type": "array", "items": {"type": "integer"}}, "q=1&q=x", '/1: "x" is not of type'),
        ({"type": "array", "maxItems": 1}, "q=1&q=2", "more than 1 item"),
        ({"type": "string"}, "q=a&q=b", "is not of type"),
        ({"oneOf": [{"type": "integer"}, {"type": "array"}]}, "q=1&q=2", ""),
        ({"anyOf": [{"type": "integer"}, {"const": "all"}]}, "q=all", ""),
        ({"anyOf": [{"type": "integer"}, {"const": "all"}]}, "q=none", "q"),
        (read_json('{"const": 1.50}'), "q=1.50", ""),
        ({}, "q=anything", ""),
        ({"type": "string"}, "", "required"),
        ({"type": "string"}, "other=1", "required"),
    ],
)
def test_a_parameter_of_the_query_is_judged_by_its_schema(raw, query, wrong):
    found = issues(parameter("q", "query", raw, required=True), query=query)

    assert (wrong in found[0]) if wrong else found == []


def test_an_optional_parameter_may_be_missing_and_an_empty_one_may_be_allowed():
    number = parameter("q", "query", {"type": "integer"})
    assert issues(number) == []
    assert issues(number, query="q=") != []
    assert issues(parameter("q", "query", {"type": "integer"}, allow_empty=True), query="q=") == []


def test_an_object_takes_the_pairs_that_are_its_members():
    raw = {
        "oneOf": [
            {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}},
            {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}},
        ]
    }
    known = parameter("filter", "query", raw, required=True)

    assert issues(known, query="a=1&x=2") == []
    assert issues(known, query="b=1") == []
    assert "required" in issues(known, query="x=2")[0]


def test_a_free_object_leaves_the_parameters_of_others_alone():
    free = parameter(
        "free", "query", {"type": "object", "additionalProperties": {"type": "integer"}}
    )
    other = parameter("page", "query", {"type": "string"})
    texts = RawParameters(query="page=first&a=1")

    assert list(validate_parameters([free, other], texts, validator())) == []


def test_headers_that_openapi_says_otherwise_are_no_parameters():
    for name in ("Accept", "Content-Type", "Authorization"):
        assert issues(parameter(name, "header", {"type": "integer"}, required=True)) == []


def test_a_parameter_that_the_path_has_no_place_for_is_not_asked_for():
    assert issues(parameter("id", "path", {}, required=True), path={"other": "1"}) == []


def test_a_document_in_a_parameter_is_read():
    known = parameter(
        "q", "query", {"type": "object", "required": ["a"]}, media_type="application/json"
    )
    assert issues(known, query="q=%7B%22a%22%3A1%7D") == []
    assert "required property" in issues(known, query="q=%7B%7D")[0]
    assert "not valid JSON" in issues(known, query="q=%7B")[0]


def test_cookies_and_several_headers_of_one_name():
    cookie = parameter("session", "cookie", {"type": "integer"}, required=True)
    assert issues(cookie, headers=(("cookie", "a=b; session=7"),)) == []
    assert "required" in issues(cookie, headers=(("cookie", "a=b"),))[0]
    numbers = parameter("X-N", "header", {"type": "array", "items": {"type": "integer"}})
    assert issues(numbers, headers=(("x-n", "1, 2"), ("x-n", "3"))) == []
    assert issues(numbers, headers=(("x-n", "1, x"),)) != []


def test_a_whole_query():
    known = parameter(
        "all",
        "querystring",
        {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}},
        media_type="application/x-www-form-urlencoded",
        required=True,
    )
    assert issues(known, query="n=1&x=y") == []
    assert "required property" in issues(known, query="x=y")[0]
    assert "but missing from the request" in issues(known)[0]


def test_headers_of_responses():
    header = parameter("X-Count", "header", {"type": "integer"}, required=True)

    def header_issues(*headers):
        texts = RawParameters(headers=headers)
        return list(map(str, validate_parameters([header], texts, validator("response"))))

    assert header_issues(("x-count", "3")) == []
    assert "header X-Count" in header_issues()[0]


@pytest.mark.parametrize(
    "query", ["&&&", "=", "q", "q=%ff", "q=%", "[=1", "q[=1", "q[]", "q" * 9999]
)
def test_a_hostile_query_does_no_harm(query):
    for style in ("form", "deepObject", "pipeDelimited"):
        for raw in ({"type": "object"}, {"type": "array"}, {"type": "string"}, {}):
            known = parameter("q", "query", raw, style=style)
            assert isinstance(issues(known, query=query), list)
