"""Strict JSON, and where things stand in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_sitejson.settings.json_positions import JsonSource
from sphinx_sitejson.settings.json_text import read_json

from .support import GOOD_FILES, load_text, messages

TEXT = """{
  "name": "A \\"quoted\\" name, with {brackets} and: colons",
  "navigation": [
    {"group": "G", "pages": ["a", {"pages": ["b"]}]}
  ],
  "\\u0074heme" : "quill"
}
"""


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
def test_a_value_has_a_place(path: tuple[str | int, ...], line: int, column: int) -> None:
    place = JsonSource(file="site.json", text=TEXT).place(path)
    assert (place.line, place.column) == (line, column)


def test_a_key_has_a_place() -> None:
    place = JsonSource(file="site.json", text=TEXT).place(("theme",), at_key=True)
    assert (place.line, place.column) == (6, 3)


def test_a_file_that_was_not_read_has_no_lines() -> None:
    place = JsonSource(file="site.json").place(("tabs", 0, "url"))
    assert str(place) == "site.json tabs[0].url"


@pytest.mark.parametrize("path", GOOD_FILES, ids=lambda path: path.stem)
def test_every_value_of_a_file_stands_where_its_place_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source, lines = JsonSource(file="site.json", text=text), text.split("\n")
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), json.loads(text))]
    while waiting:
        at, value = waiting.pop()
        place = source.place(at)
        assert place.line is not None and place.column is not None
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == value
        if isinstance(value, dict):
            waiting += [((*at, key), member) for key, member in value.items()]
        if isinstance(value, list):
            waiting += [((*at, index), member) for index, member in enumerate(value)]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    text = '{"name": "B", "navigation": [], "theme": "x"}'
    loaded = load_text(tmp_path, text.encode("utf-8-sig"))
    assert loaded.settings is not None
    assert loaded.problems[0].place.column == text.index('"x"') + 1


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000])
def test_brackets_without_end_are_a_problem_not_a_crash(tmp_path: Path, text: str) -> None:
    loaded = load_text(tmp_path, text)
    assert loaded.settings is None
    (message,) = messages(loaded)
    assert message.startswith("site.json:1:")
    assert "the file ends too early" in message or "expected" in message


def test_brackets_deeper_than_python_can_read_are_left_out(tmp_path: Path) -> None:
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    loaded = load_text(tmp_path, f'{{"name": "N", "navigation": [], "x": {deep}}}')
    assert loaded.settings is not None
    assert {problem.code for problem in loaded.problems} == {"nested_too_deep", "unknown_key"}


def test_half_a_character_does_not_reach_the_settings() -> None:
    read = read_json(rb'{"\udc00a": "\ud83d\ude00 \ude00\ud83d \\ud83d"}', file="site.json")
    assert read.value == {"�a": "😀 �� \\ud83d"}
    assert [problem.place.column for problem in read.problems] == [3, 27, 33]
    assert '"\\ude00"' in read.problems[1].message


def test_the_last_of_two_equal_keys_is_used() -> None:
    read = read_json(b'{"a": 1,\n "b": {"c": 1, "c": 2},\n "a": 3}', file="site.json")
    assert read.value == {"a": 3, "b": {"c": 2}}
    assert [str(problem.place) for problem in read.problems] == [
        "site.json:2:16 b.c",
        "site.json:3:2 a",
    ]


@pytest.mark.parametrize("end", range(1, len(TEXT) - 2))
def test_a_file_cut_off_anywhere_is_one_problem_with_a_place(end: int) -> None:
    read = read_json(TEXT[:end].encode(), file="site.json")
    (problem,) = read.problems
    assert problem.stops_build
    assert problem.place.line is not None
    assert "unexpected" not in problem.message


@pytest.mark.parametrize(
    "sign", ["", ",", ":", "}", "]", "{", "[", '"', "'", "//", "\\", "\0", "x"]
)
@pytest.mark.parametrize("offset", range(0, len(TEXT), 7))
def test_a_stray_sign_anywhere_never_raises(offset: int, sign: str) -> None:
    for text in (TEXT[:offset] + sign + TEXT[offset:], TEXT[:offset] + sign + TEXT[offset + 1 :]):
        for problem in read_json(text.encode(), file="site.json").problems:
            assert str(problem).isprintable()
