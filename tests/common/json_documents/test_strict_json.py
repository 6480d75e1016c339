"""JSON that people write by hand, and where things stand in it."""

import json
from typing import Any

import pytest
from settings.support import GOOD_FILES, load_text, messages

from sphinx_sitejson.common.json_documents.sources import Source, blank_comments, read_strict_json

TEXT = """{
  "name": "A \\"quoted\\" name, with {brackets} and: colons",
  "navigation": [
    {"group": "G", "pages": ["a", {"pages": ["b"]}]}
  ],
  "\\u0074heme" : "quill"
}
"""


def read(content: str | bytes) -> Source:
    content = content.encode() if isinstance(content, str) else content
    return read_strict_json(content, file="site.json")


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("name",), 2, 11),
        (("navigation", 0), 4, 5),
        (("navigation", 0, "pages", 1, "pages", 0), 4, 46),
        (("theme",), 6, 18),
        (("navigation", 0, "pages", 7), 4, 29),
        (("missing", "key"), 1, 1),
    ],
)
def test_a_value_has_a_place(path, line, column):
    place = read(TEXT).locate(path)
    assert (place.line, place.column) == (line, column)


def test_a_key_has_a_place():
    place = read(TEXT).locate(("theme",), at_key=True)
    assert (place.line, place.column) == (6, 3)


def test_a_file_that_was_not_read_has_no_lines():
    place = Source(file="site.json").locate(("tabs", 0, "url"))
    assert str(place) == "site.json tabs[0].url"


@pytest.mark.parametrize("path", GOOD_FILES, ids=lambda path: path.stem)
def test_every_value_of_a_file_is_at_its_location(path):
    text = path.read_text(encoding="utf-8")
    source, lines = read(text), blank_comments(text).split("\n")
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), source.value)]
    while waiting:
        at, value = waiting.pop()
        place = source.locate(at)
        assert place.line is not None and place.column is not None
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == value
        if isinstance(value, dict):
            waiting += [((*at, key), member) for key, member in value.items()]
        if isinstance(value, list):
            waiting += [((*at, index), member) for index, member in enumerate(value)]


def test_a_byte_order_mark_does_no_harm(tmp_path):
    text = '{"name": "B", "navigation": [], "theme": "x"}'
    loaded = load_text(tmp_path, text.encode("utf-8-sig"))
    assert loaded.settings is not None
    assert loaded.problems[0].location.column == text.index('"x"') + 1


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000])
def test_brackets_without_end_are_a_problem_not_a_crash(tmp_path, text):
    loaded = load_text(tmp_path, text)
    assert loaded.settings is None
    (message,) = messages(loaded)
    assert message.startswith("site.json:1:")
    assert "the file ends too early" in message or "expected" in message


def test_brackets_deeper_than_python_can_read_are_left_out(tmp_path):
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    loaded = load_text(tmp_path, f'{{"name": "N", "navigation": [], "x": {deep}}}')
    assert loaded.settings is not None
    assert {problem.code for problem in loaded.problems} == {"nested_too_deep", "unknown_key"}


def test_half_a_character_does_not_reach_the_settings():
    source = read(rb'{"\udc00a": "\ud83d\ude00 \ude00\ud83d \\ud83d"}')
    assert source.value == {"�a": "😀 �� \\ud83d"}
    assert [fault.column for fault in source.faults] == [3, 27, 33]
    assert '"\\ude00"' in source.faults[1].message


def test_the_last_of_two_equal_keys_is_used():
    source = read('{"a": 1,\n "b": {"c": 1, "c": 2},\n "a": 3}')
    assert source.value == {"a": 3, "b": {"c": 2}}
    found = [(fault.path, fault.line, fault.column, fault.earlier_line) for fault in source.faults]
    assert found == [(("b", "c"), 2, 16, 2), (("a",), 3, 2, 1)]


def test_the_content_of_the_first_of_two_equal_keys_is_discarded():
    source = read('{"a": {"b": 1},\n "a": {"c": 2}}')
    for place in (source.locate(("a", "b")), *source.locate_all([("a", "b")]).values()):
        assert place.line == 2
    assert source.locate(("a", "c")).column == 13


@pytest.mark.parametrize("end", range(1, len(TEXT) - 2))
def test_a_file_cut_off_anywhere_is_one_problem_with_a_place(end):
    (fault,) = read(TEXT[:end]).faults
    assert fault.kind == "unreadable"
    assert fault.column is not None
    assert "unexpected" not in fault.message


@pytest.mark.parametrize(
    "sign", ["", ",", ":", "}", "]", "{", "[", '"', "'", "//", "/*", "*/", "\\", "\0", "x"]
)
@pytest.mark.parametrize("offset", range(0, len(TEXT), 7))
def test_a_stray_sign_anywhere_never_raises(offset, sign):
    for text in (TEXT[:offset] + sign + TEXT[offset:], TEXT[:offset] + sign + TEXT[offset + 1 :]):
        for fault in read(text).faults:
            assert fault.message.isprintable()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // why\n "b": 2}', {"a": 1, "b": 2}),
        ('/* first */ {"a": /* between */ 1} // last', {"a": 1}),
        ('{"a": "http://b/*c*/,]"}', {"a": "http://b/*c*/,]"}),
        ('{"a": "\\"//", "b": "/*"}', {"a": '"//', "b": "/*"}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": 1, // the last\n /* , */ }', {"a": 1}),
        ('{"a": [{},],}', {"a": [{}]}),
        ('{"a": 1 /* no \n } \n here */}', {"a": 1}),
        ('{"a": 1}\r\n// end\r\n', {"a": 1}),
    ],
)
def test_comments_and_a_last_comma_are_read(text, value):
    source = read(text)
    assert (source.value, source.faults) == (value, ())


def test_comments_do_not_move_what_is_behind_them():
    source = read('{ // one\n  /* two\n  three */ "a": 1,\n}')
    place = source.locate(("a",), at_key=True)
    assert (place.line, place.column) == (3, 12)


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("{,}", (1, 2), "a key in double quotes is expected"),
        ("[,]", (1, 2), "a value is expected"),
        ("[1,,]", (1, 4), "a value is expected"),
        ('{"a": 1,,}', (1, 9), "a key in double quotes is expected"),
        ('{"a":,}', (1, 6), "a value is expected"),
        ('{"a": 1},', (1, 9), "after the end of the settings"),
        ('{"a": 1 # no\n}', (1, 9), 'a comment begins with "//"'),
        ('{"a": 1 /* no\n}', (1, 9), "is not closed"),
        ('{"a": 1 / no\n}', (1, 9), 'unexpected "/"'),
        ("// only this", (1, None), "the file is empty"),
    ],
)
def test_what_is_neither_json_nor_a_comment_has_its_place(text, position, words):
    (fault,) = read(text).faults
    assert (fault.line, fault.column) == position
    assert words in fault.message


def test_many_commas_and_slashes_take_no_time():
    for part in (", ", ",\n" * 40, "/", "/*", '"', "\\", ",]"):
        assert read("[" + part * 20_000).value is None
