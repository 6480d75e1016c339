"""Texts are read as they are written; what is wrong has a place; nothing crashes."""

import json

import pytest

from sphinx_sitejson.common.nesting import MAX_LEVELS, is_deeper_than
from sphinx_sitejson.openapi.reading.sources import read_source
from support.work import steps_of


def read(text):
    content = text if isinstance(text, bytes) else text.encode()
    return read_source(content, file="api.yaml")


def value_of(text):
    source = read(text)
    assert source.problems == ()
    return source.value


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2024-01-31", "2024-01-31"),
        ("no", "no"),
        ("Yes", "Yes"),
        ("on", "on"),
        ("16:9", "16:9"),
        ("010", "010"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("0o17", 15),
        ("0x1F", 31),
        ("-12", -12),
        ("1.", 1.0),
        ("-.5", -0.5),
        ("true", True),
        ("FALSE", False),
        ("~", None),
        ("Null", None),
        ("", None),
        ("'1'", "1"),
        ('"true"', "true"),
        ("!!str 1", "1"),
        ("!!int 1", 1),
    ],
)
def test_the_core_rules_of_yaml_1_2(written, meant):
    found = value_of(f"a: {written}\n")["a"]
    assert (found, type(found)) == (meant, type(meant))


def test_a_text_may_begin_with_a_line_of_spaces_and_tabs():
    assert value_of("a: |-\n  \t\n  b\n  \t c\nd: 1\n") == {"a": "\nb\n\t c", "d": 1}


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
def test_other_separators_of_lines_are_characters_of_their_line(char):
    text = f"a: one{char}two\nb: '{char}\ue000'\nc: x\nc: y\n"
    source = read(text)

    assert source.value == {"a": f"one{char}two", "b": f"{char}\ue000", "c": "y"}
    assert [problem.location.line for problem in source.problems] == [4]


def test_a_text_with_every_character_for_private_use_is_read():
    every = "".join(map(chr, range(0xE000, 0xF900)))

    assert value_of(f"a: '{every}\u2028'\n")["a"].startswith(every)


def test_keys_are_text():
    assert value_of("200: a\n1.0: b\non: c\nnull: d\n") == {
        "200": "a", "1.0": "b", "on": "c", "null": "d",
    }  # fmt: skip


def test_versions_are_kept_as_they_are_written():
    found = value_of("openapi: 3.10\ninfo: {version: 1.10}\nelse: {version: 1.10}\n")
    assert found == {"openapi": "3.10", "info": {"version": "1.10"}, "else": {"version": 1.1}}


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": 1}',
        b"a: 1",
        b"\xef\xbb\xbfa: 1",
        b'\xef\xbb\xbf{"a": 1}',
        "a: 1".encode("utf-16"),
        '{"a": 1}'.encode("utf-16-le"),
        '{"a": 1}'.encode("utf-16-be"),
        "a: 1".encode("utf-32"),
        b'{"a": 1,} # not JSON, but YAML',
        b"---\na: 1\n...\n",
    ],
)
def test_the_content_says_what_it_is(content):
    assert value_of(content) == {"a": 1}


def test_aliases_and_merge_keys():
    text = "x: &x {p: 1, q: 2}\na: *x\nb: {<<: *x, q: 3}\nc: {<<: [*x, {p: 9, z: 1}]}\n"
    assert value_of(text) == {
        "x": {"p": 1, "q": 2},
        "a": {"p": 1, "q": 2},
        "b": {"p": 1, "q": 3},
        "c": {"p": 1, "q": 2, "z": 1},
    }


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", "api.yaml:1", "empty"),
        (" \n\n", "api.yaml:1", "empty"),
        ("a: b\nc: [unclosed\nd: e", "api.yaml:3:2", "not valid YAML: a list is not closed"),
        ("a:\n\tb: c", "api.yaml:2:1", "not valid YAML: a line is indented with a tab; use spaces"),
        ("a: b: c", "api.yaml:1:5", "put quotes around it, otherwise correct the indentation"),
        ('a: "b\nc: d', "api.yaml:2:5", "a quoted value is not closed"),
        ("a: b\nc\nd: e", "api.yaml:3:1", "the line above has no colon after its key"),
        ("a: `b`", "api.yaml:1:4", "a value cannot start with this character"),
        ("a:\n    b: c\n  d: e", "api.yaml:3:3", "this line does not match the lines around it"),
        ('{"a": 1\n "b": 2}', "api.yaml:2:2", "not valid JSON"),
        ('{"a": 1\n "b": 2}', "api.yaml:2:2", "a comma is missing before it"),
        ('{\n// why: so\n "a": 1}', "api.yaml:2:1", "not valid JSON: comments are not allowed"),
        ('// why: so\n{"a": 1}', "api.yaml:1:1", "not valid JSON: comments are not allowed"),
        ('{"a": 1}}', "api.yaml:1:9", "after the end of the document"),
        (b"a: b\nc: \xff", "api.yaml:2:4", "0xFF is not valid UTF-8"),
        ("a: !!python/object/apply:os.system ['true']", "api.yaml:1:4", "not allowed"),
        ("a: !mine {}", "api.yaml:1:4", "not allowed"),
        ("a: *nowhere", "api.yaml:1:4", "a value that is not complete"),
        ("a: &a [*a]", "api.yaml:1:8", "a value that is not complete"),
        ("? {a: b}\n: c", "api.yaml:1:3", "cannot be a key"),
        ("? &x [a]\n: c", "api.yaml:1:3", "cannot be a key"),
        ("x: &x [a]\n*x : c", "api.yaml:2:1", "cannot be a key"),
    ],
)
def test_what_stops_the_reading_has_a_place(text, position, words):
    source = read(text)

    (problem,) = source.problems
    assert source.value is None
    assert problem.code == "openapi_document"
    assert problem.location.position == position
    assert words in problem.message


@pytest.mark.parametrize(
    ("text", "position", "path"),
    [
        ("a: 1\nb:\n  - c: 1\n    c: 2\n", "api.yaml:4:5", "b[0].c"),
        ('{"b": [\n {"c": 1,\n  "c": 2}]}', "api.yaml:3:3", "b[0].c"),
    ],
)
def test_duplicate_keys_are_reported(text, position, path):
    (problem,) = read(text).problems

    assert (problem.location.position, problem.location.key_path) == (position, path)
    assert problem.message == 'duplicate key "c"; the last one is used.'


def test_only_the_first_of_several_documents_is_read():
    source = read("a: 1\n---\nb: [")
    assert source.value == {"a": 1}
    assert "only the first is read" in source.problems[0].message


def test_control_characters_are_replaced():
    source = read("a: b\nc: d\x80e\n")
    assert source.value == {"a": "b", "c": "d\ufffde"}
    assert source.problems[0].location.position == "api.yaml:2:5"


def test_values_that_no_page_could_hold():
    text = '{"a": NaN, "b": "x\\ud800y", "c": "\\ud83d\\ude00"}'
    assert value_of(text) == {"a": "NaN", "b": "x\ufffdy", "c": "😀"}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "{" * 50_000,
        '{"a":' * 50_000,
        "- " * 50_000,
        "? " * 50_000,
        "a: " + "{a: [" * 50_000,
        "[" * 50_000 + "]" * 50_000,
        "[" * 150 + "]" * 150,
        "\n".join(" " * depth + "a:" for depth in range(3_000)),
        "&a " * 20_000,
        "!" * 50_000,
        "a: " + "'" * 50_001,
        "%YAML 9.9\n---\na: b",
    ],
)
def test_endless_nesting_ends_in_a_problem(text):
    source = read(text)

    (problem,) = source.problems
    assert problem.location.line
    # What is well-formed is read without what lies too deep.
    assert (source.value is None) == (problem.code != "nested_too_deep")


DEEP = {
    "JSON": '{"a": 1, "b": {"c": %s}, "d": [2]}' % ('{"e":' * 5000 + "1" + "}" * 5000),
    "JSON lists": '{"a": 1, "b": {"c": %s}, "d": [2]}' % ("[" * 150 + "]" * 150),
    "flow YAML": "a: 1\nb:\n  c: %s\nd: [2]" % ("[" * 5000 + "']', \"]\" # ]\n" + "]" * 5000),
    "lists of YAML": "a: 1\nb:\n  c:\n    %s\nd: [2]" % ("- " * 5000 + "x"),
    "mappings of YAML": "\n".join(
        ["a: 1", "b:", "  c:", *(" " * (depth + 4) + "e:" for depth in range(300)), "d: [2]"]
    ),
    "flow in lists": "a: 1\nb:\n  c:\n    %s\nd: [2]" % ("- " * 200 + "[" * 900 + "]" * 900),
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_lies_too_deep_is_left_out_and_the_rest_is_read(text):
    source = read(text)

    (problem,) = source.problems
    assert problem.code == "nested_too_deep"
    assert problem.location.line and problem.location.column
    assert (source.value["a"], source.value["d"]) == (1, [2])
    assert not is_deeper_than(source.value, MAX_LEVELS)
    assert is_deeper_than(source.value, MAX_LEVELS - 3)
    assert source.locate_all([("d",)])["d",].line == text.count("\n") + 1


def test_anchors_in_what_is_left_out_stand_for_nothing():
    source = read("a:\n  " + "- " * 200 + "&x [1]\nb: *x\n")

    assert source.value["b"] is None
    assert [problem.code for problem in source.problems] == ["nested_too_deep"]


def test_very_much_that_lies_too_deep_is_a_problem():
    deep = "[" * 150 + "]" * 150
    source = read("".join(f"a{number}: {deep}\n" for number in range(50)))

    assert source.value is None
    assert [problem.code for problem in source.problems] == ["openapi_document"]


def test_alias_bombs_end_at_once():
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "too many values" in read("\n".join(lines)).problems[0].message

    chain = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 300))]
    assert "nested too deeply" in read("\n".join(chain)).problems[0].message


@pytest.mark.parametrize("is_json", [True, False])
def test_places_of_values(is_json):
    text = (
        '{\n "a": {"b": [1,\n  {"c": "x"}]},\n "d": 2}'
        if is_json
        else "\na: {b: [1,\n  {c: x}]}\nd: 2\n"
    )
    source = read(text)
    assert source.is_json is is_json
    paths = [("a", "b", 1, "c"), ("a", "b", 1, "nowhere", "at", 1), ("d",), ()]

    places = source.locate_all(paths)

    assert [places[path].line for path in paths] == [3, 3, 4, 1 if is_json else 2]
    assert places[paths[0]].column == 4
    assert places[paths[1]].key_path == "a.b[1].nowhere.at[1]"


def test_what_an_alias_repeats_is_found_where_the_alias_is():
    source = read("a: &x\n  b: 1\nc: *x\n")
    assert source.locate_all([("c", "b")])["c", "b"].line == 3


@pytest.mark.parametrize("dump", [json.dumps, lambda value: json.dumps(value).replace("{", "{ ")])
def test_reading_and_locating_are_linear(dump):
    def steps(count):
        value = {f"k{n}": {"a": [1, 2, 3], "b": "text"} for n in range(count)}
        text = dump(value) + "\n"
        return steps_of(lambda: read(text).locate_all([("k1", "a", n) for n in range(3)]))

    assert steps(4_000) < 5 * steps(1_000)
