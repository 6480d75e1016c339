"""JSONPath finds what RFC 9535 says, with the path of each value."""

from __future__ import annotations

import pytest

from sphinx_sitejson.json_documents import json_path
from sphinx_sitejson.json_documents.json_path import find_values
from sphinx_sitejson.json_documents.json_path_text import JsonPathError

DOCUMENT = {
    "paths": {
        "/pets": {
            "get": {"tags": ["Pets"], "operationId": "listPets", "x-rank": 3},
            "post": {"tags": ["Pets", "Admin"], "deprecated": True},
        },
        "/it's": {"get": {"operationId": "odd"}},
    },
    "servers": [{"url": "a"}, {"url": "b"}, {"url": "c"}],
    "empty": None,
}
GET, POST = ("paths", "/pets", "get"), ("paths", "/pets", "post")
ODD = ("paths", "/it's", "get")


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("$", [()]),
        ("$.paths['/pets'].get", [GET]),
        ('$["paths"]["/pets"]["get"]', [GET]),
        ("$.paths['/it\\'s']", [("paths", "/it's")]),
        ("$.missing", []),
        ("$.paths.*.get", [GET, ODD]),
        ("$.paths.*['get', 'post'].tags[0]", [(*GET, "tags", 0), (*POST, "tags", 0)]),
        ("$.servers[-1]", [("servers", 2)]),
        ("$.servers[1:]", [("servers", 1), ("servers", 2)]),
        ("$.servers[::-2]", [("servers", 2), ("servers", 0)]),
        ("$.servers[0,2].url", [("servers", 0, "url"), ("servers", 2, "url")]),
        ("$..operationId", [(*GET, "operationId"), (*ODD, "operationId")]),
        ("$.paths.*[?@.deprecated]", [POST]),
        ("$.paths.*[?@.deprecated == true]", [POST]),
        ("$.paths.*[?!@.tags]", [ODD]),
        ("$.paths.*[?@.tags && !(@.deprecated)]", [GET]),
        ("$.paths.*[?@['x-rank'] >= 3 || @.operationId == 'odd']", [GET, ODD]),
        ("$.paths.*[?@.tags[?@ == 'Admin']]", [POST]),
        ("$.paths.*[?length(@.tags) == 2]", [POST]),
        ("$.paths.*[?count(@.*) > 2]", [GET]),
        ("$.paths.*[?match(@.operationId, 'o.*')]", [ODD]),
        ("$.paths.*[?search(@.operationId, 'Pet')]", [GET]),
        ("$.servers[?@.url != $.servers[0].url]", [("servers", 1), ("servers", 2)]),
        ("$[?@ == null]", [("empty",)]),
    ],
)  # fmt: skip
def test_queries_find_values(query, paths):
    assert [path for path, _value in find_values(query, DOCUMENT)] == paths


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("paths", '"$" is missing, at character 1'),
        ("$.paths[", "a name in quotes, a number, * or ? is missing, at character 9"),
        ("$.paths['a", "a text in quotes has no end, at character 9"),
        ("$.", "a name is missing, at character 3"),
        ("$.a b", "there is more behind the query, at character 4"),
        ("$[?@.a ==]", "a value or a query is missing, at character 10"),
        ("$[?@.* == 1]", "only a query that finds one value can be compared, at character 12"),
        ("$[?1]", "a value alone is no condition, at character 5"),
        ("$[?such(@.a)]", 'there is no function "such", at character 4'),
        ("$[99999999999999999999]", "a number is too large, at character 23"),
        ("$[?" + "(" * 50, "the filter is nested too deeply, at character 34"),
    ],
)
def test_what_is_no_query_is_told_with_its_place(query, message):
    with pytest.raises(JsonPathError) as error:
        find_values(query, DOCUMENT)
    assert str(error.value) == message


def test_a_query_ends_however_much_it_asks_for(monkeypatch):
    monkeypatch.setattr(json_path, "MOST_LOOKED_AT", 10_000)
    deep: dict[str, object] = {}
    for _ in range(60):
        deep = {"a": deep}

    for query in ("$..*..*..*..*..*", "$..[?@..[?@..[?@..[?@..b]]]]"):
        with pytest.raises(JsonPathError, match="it looks at more than 10,000 values"):
            find_values(query, deep)
    assert len(find_values("$..*", deep)) == 60


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("$[?match(@, '(a+)+b')]", 0),
        ("$[?search(@, '(a+)+b')]", 0),
        ("$[?match(@, 'a+!')]", 1),
        ("$[?search(@, '[')]", 0),
        ("$[?match(@, '(?=a)a+!')]", 0),
        ("$[?match(@, 'a{100000}{100000}')]", 0),
    ],
)
def test_the_time_of_an_expression_grows_with_the_text_only(query, count):
    assert len(find_values(query, ["a" * 5_000 + "!"])) == count
