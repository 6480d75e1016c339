"""Characters that no page may hold are replaced visibly, and nothing else is changed."""

import json

import pytest

from sphinx_sitejson.common.characters import (
    UNREADABLE,
    escape_unprintable,
    escape_unreadable,
    find_unreadable,
    may_contain_unreadable,
    replace_unreadable,
    replace_unreadable_in_page,
    replace_unreadable_in_value,
)
from sphinx_sitejson.common.problems import Location, Problem

FINE = "Tab\t, line\n, return\r, ä, ﷺ, 漢字, 😀, \u00a0, \u200b, \u2028, \u202e, \ufffd"
CONTROLS = [*range(0x20), 0x7F, *range(0x80, 0xA0), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF]
NOT_READABLE = [chr(code) for code in CONTROLS if chr(code) not in "\t\n\r"]


@pytest.mark.parametrize("char", NOT_READABLE, ids=lambda char: f"U+{ord(char):04X}")
def test_a_control_character_gives_way_to_a_sign(char):
    escape = f"\\u{ord(char):04x}"

    assert replace_unreadable(f"a{char}b") == "a\ufffdb"
    assert escape_unreadable(f"a{char}b") == escape_unprintable(f"a{char}b") == f"a{escape}b"
    assert json.loads(f'"{escape_unreadable(char)}"') == char
    assert may_contain_unreadable(char)
    assert may_contain_unreadable(f'"{escape}"')
    assert may_contain_unreadable(json.dumps(char))


def test_other_text_stays_as_it_is():
    assert (
        replace_unreadable(FINE)
        == replace_unreadable_in_page(FINE)
        == escape_unreadable(FINE)
        == FINE
    )
    assert replace_unreadable_in_value({"a": [FINE, 1, None, True]}) == {"a": [FINE, 1, None, True]}
    assert not may_contain_unreadable(r'"line\n \"quoted\" \\ \t \u00e4 \u20ac \/ \r"')


def test_a_backslash_that_is_escaped_writes_nothing():
    assert not may_contain_unreadable(r'"ISSUE\\_TEMPLATE \\b \\x07 \\\\u0007"')
    assert may_contain_unreadable(r'"\\\x07"')
    assert may_contain_unreadable(r'"\\_ \x07"')


def test_a_terminal_gets_no_change_of_direction_and_no_return():
    assert (
        escape_unprintable("a\u202eb\u2066c\rd\u2028e\u061c")
        == r"a\u202eb\u2066c\u000dd\u2028e\u061c"
    )
    assert escape_unprintable("Two\nlines, ä 漢字 😀\t.") == "Two\nlines, ä 漢字 😀\t."


def test_a_printed_problem_does_nothing_but_being_read():
    place = Location(file="a\x1b.mdx", line=1)
    problem = Problem(code="front_matter", message="wrong: \x1b[31m\u202e.", location=place)

    assert str(problem) == r"a\u001b.mdx:1: wrong: \u001b[31m\u202e."


def test_page_breaks_are_space():
    assert replace_unreadable_in_page("a\x0cb\x0bc\x1b") == "a b c\ufffd"


def test_keys_and_texts_at_any_depth_are_found_and_replaced():
    value = {"a\0": [{"b": "c\x1b"}, ("d\x7f",)], "e": "f"}

    assert replace_unreadable_in_value(value) == {
        "a\ufffd": [{"b": "c\ufffd"}, ("d\ufffd",)],
        "e": "f",
    }
    assert set(find_unreadable(value)) == {
        (("a\0",), "\0"),
        (("a\0", 0, "b"), "\x1b"),
        (("a\0", 1, 0), "\x7f"),
    }


def test_places_are_found_however_deep_they_lie():
    value = ["\0"]
    for _ in range(10_000):
        value = [value]

    ((path, found),) = find_unreadable(value)
    assert (len(path), found) == (10_001, "\0")
    assert UNREADABLE.search(found)
