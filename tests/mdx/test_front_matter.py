"""Front matter is read as it is written, and a broken one is a problem with a place."""

from __future__ import annotations

import pytest

from sphinx_sitejson.settings.front_matter.reading import read_front_matter


def read(text):
    return read_front_matter(text, file="p.mdx")


def test_values_and_the_lines_they_take():
    found = read("---\ntitle: Hello\nhidden: true\nempty:\n---\n\nBody\n")

    assert found.values == {"title": "Hello", "hidden": True, "empty": None}
    assert found.line_count == 5
    assert found.problems == ()


@pytest.mark.parametrize(
    "written", ["1.10", "2024-01-31", "12:30", "no", "010", "0x1F", "1e3", "~x"]
)
def test_text_stays_text(written):
    assert read(f"---\nversion: {written}\n---\n").values["version"] == written


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("end", ["---", ""])
def test_other_separators_of_lines_are_spaces(char, end):
    found = read(f"---\ntitle: One{char}two\nmode: wide\n{end}\nBody\n")

    assert found.values == {"title": "One two", "mode": "wide"}
    assert found.lines == {"title": 2, "mode": 3}
    assert found.line_count == (4 if end else 3)


@pytest.mark.parametrize("text", ["", "Body", "--- \nno end", "text\n---\na: b\n---\n", "- - -"])
def test_a_page_without_front_matter(text):
    assert (read(text).values, read(text).line_count) == ({}, 0)


@pytest.mark.parametrize(
    "text", ["\ufeff---\na: b\n---\n", "\n\n---\na: b\n---", "---\na: b\n---  \nx"]
)
def test_what_may_surround_it(text):
    assert read(text).values == {"a": "b"}


def test_keys_are_text():
    assert read("---\n404: x\ntrue: y\n---\n").values == {"404": "x", "True": "y"}


def test_an_empty_front_matter_has_no_values():
    assert read("---\n---\nBody").line_count == 2


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("title: [unclosed\nkey: : :", 3),
        ("title: a\n\tb: c", 3),
        ("- a\n- b", 2),
        ("just words", 2),
        ("a: !!python/object/apply:os.system ['true']", 2),
        ("a: *nowhere", 2),
    ],
)
def test_a_broken_one_is_a_problem_with_its_line(yaml, line):
    found = read(f"---\n{yaml}\n---\n\nBody\n")

    (problem,) = found.problems
    assert problem.code == "front_matter"
    assert problem.location.position == f"p.mdx:{line}"
    assert problem.message.endswith("The page is built without it.")
    assert found.values == {}


def test_an_alias_bomb_ends_at_once():
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]

    (problem,) = read("---\n" + "\n".join(lines) + "\n---\n").problems
    assert "too many values" in problem.message


@pytest.mark.parametrize("nesting", ["[", "{", "- ", "? ", "{a: ["])
def test_endless_nesting_ends(nesting):
    (problem,) = read("---\na:\n  " + nesting * 50_000 + "\n---\n").problems
    assert "nested too deeply" in problem.message


def test_a_value_that_contains_itself_ends():
    (problem,) = read("---\na: &a [*a]\n---\n").problems
    assert "too many values" in problem.message


@pytest.mark.parametrize(
    ("yaml", "line", "words"),
    [
        ("\ttitle: A\nicon: b", 2, 'indented with a tab; use spaces. "title" was ignored'),
        ("# c\n\n\ttitle: A\nicon: b", 4, 'indented with a tab; use spaces. "title" was ignored'),
        ("icon: b\n\ttitle: A\nicon: b", 3, "indented with a tab; use spaces"),
        ("  title: A\nicon: b", 3, "start all top-level keys in the same column"),
        ("title:A\nicon: b", 2, 'such as "title: Start". "title" was ignored'),
        ("title A\nicon: b", 2, '"title A" was ignored'),
        ("- title: A\nicon: b", 2, '"- title" was ignored'),
        ('"title: A\nicon: b', 3, '"title" was ignored'),
        ("icon: b\n...\ntitle: A", 4, "Its keys are read one by one"),
    ],
)
def test_no_line_that_cannot_be_read_is_lost_silently(yaml, line, words):
    found = read(f"---\n{yaml}\n---\n\nText\n")

    (problem,) = found.problems
    assert problem.location.position == f"p.mdx:{line}"
    assert words in problem.message
    assert found.values["icon"] == "b"
