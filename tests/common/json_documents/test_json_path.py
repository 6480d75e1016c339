"""JSONPath finds what RFC 9535 says, with the path of each value."""

import pytest

from sphinx_sitejson.openapi.reading import overlays
from sphinx_sitejson.openapi.reading.overlays import JsonPathError, QueryBudget

DOCUMENT = {
    "paths": {"/pets": {"get": {"tags": ["Pets"], "operationId": "listPets", "x-rank": 3},
                        "post": {"tags": ["Pets", "Admin"], "deprecated": True}},
              "/it's": {"get": {"operationId": "odd"}}},
    "servers": [{"url": "a"}, {"url": "b"}, {"url": "c"}],
    "empty": None,
}  # fmt: skip


def find_values(query, document):
    return overlays.find_values(query, document, QueryBudget())


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
        ("paths", "expected '$', found 'p', at character 1"),
        ("$.paths[", "unbalanced brackets, at its end"),
        ("$.paths['a", "unclosed string, at character 10"),
        ("$.", "unexpected end of expression, at its end"),
        ("$.a b", "expected '.', '..' or a bracketed selection, found 'b', at character 5"),
        ("$.info.x-internal",
         "expected '.', '..' or a bracketed selection, found '-', at character 9; a name with "
         "a hyphen is written ['x-name']"),
        ("$.a[,]", "unexpected token in bracketed selection, at character 5"),
        ("$[?@.a ==]", "unexpected end of expression, at character 10"),
        ("$[?@.* == 1]", "non-singular query is not comparable, at character 8"),
        ("$[?such(@.a)]", "function 'such' is not defined, at character 4"),
        ("$[99999999999999999999]", "index out of range, at character 3"),
    ],
)  # fmt: skip
def test_the_message_of_an_invalid_query_has_its_position(query, message):
    with pytest.raises(JsonPathError) as error:
        find_values(query, DOCUMENT)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("$[?" + "!" * 1_200 + "@.a]", "it is nested too deeply or has too many parts"),
        ("$[?" + "length(" * 500 + "@.a" + ")" * 500 + " == 1]",
         "it has more than 4,000 characters"),
        ("$" + "[?@" * 900 + "]" * 900, "it is nested too deeply or has too many parts"),
        ("$" + ".a" * 1_900, "it is nested too deeply or has too many parts"),
        ("$[?" + "(" * 1_500 + "@.a" + ")" * 1_500 + "]", "it is nested too deeply"),
        ("$[?" + "||".join(["@.a"] * 700) + "]", "it is nested too deeply or has too many parts"),
        ("$[" + "9" * 3_900 + "]", "index out of range, at character 3"),
        ("$[" + "9" * 5_000 + "]", "it has more than 4,000 characters"),
        ("$[?@.a == " + "9" * 3_900 + "]", "it contains a number that is too large"),
        ("$[?@.a == 1e400]", "it contains a number that is too large"),
        ("$[?" + "a" * 3_000 + "(@)]", "function 'aaa"),
    ],
    ids=lambda value: value[:12],
)  # fmt: skip
def test_an_excessive_query_is_one_short_message(query, message):
    with pytest.raises(JsonPathError) as error:
        find_values(query, DOCUMENT)
    assert str(error.value).startswith(message)
    assert len(str(error.value)) < 200


def test_a_query_ends_however_much_it_asks_for(monkeypatch):
    monkeypatch.setattr(overlays, "MAX_VISITED", 10_000)
    deep: dict[str, object] = {}
    for _ in range(60):
        deep = {"a": deep}

    for query in ("$..*..*..*..*..*", "$..[?@..[?@..[?@..[?@..b]]]]"):
        with pytest.raises(JsonPathError, match="it looks at more than 10,000 values"):
            find_values(query, deep)
    assert len(find_values("$..*", deep)) == 60


@pytest.mark.parametrize(
    "query", ["$..[?$..[?1 == 2]]", "$[?$[?$[?1 == 2]]]", "$[?@ == 0 || $..[?@.b]]", "$[*,*]..*"]
)
def test_values_that_a_query_does_not_select_count_as_well(monkeypatch, query):
    monkeypatch.setattr(overlays, "MAX_VISITED", 10_000)

    with pytest.raises(JsonPathError, match="it looks at more than 10,000 values"):
        find_values(query, [*range(1_000), *([{}] * 5_000)])


def test_queries_share_their_time():
    budget = QueryBudget()
    overlays.find_values("$..*", [*range(1_000)], budget)
    assert budget.seconds < overlays.MAX_SECONDS

    # Each value is compared with a large one, which takes milliseconds.
    budget.seconds = 0.2
    large, same = [[*range(1_000)] * 100 for _ in range(2)]
    document = {"large": large, "same": same, "many": [0] * 100_000}
    with pytest.raises(JsonPathError, match="it takes too long"):
        overlays.find_values("$.many[?$.large == $.same]", document, budget)
    assert budget.seconds < 0


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
