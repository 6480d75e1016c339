"""The parts of CommonMark texts that catalogs translate."""

import pytest

from sphinx_sitejson.site_build.translation import extract_messages, translated


@pytest.mark.parametrize(
    ("text", "messages", "upper"),
    [
        ("", [], ""),
        ("One line.", ["One line."], "ONE LINE."),
        ("a\n  b\n\nc  \nd\n", ["a b", "c d"], "A B\n\nC D\n"),
        ("a\r\nb\rc\r\rd", ["a b c", "d"], "A B C\n\nD"),
        ("Words:\n- one *x*\n  more\n- two", ["Words:", "one *x* more", "two"],
         "WORDS:\n- ONE *X* MORE\n- TWO"),
        ("1. one\n\n   more\n2. two", ["one", "more", "two"], "1. ONE\n\n   MORE\n2. TWO"),
        ("2. Ships", ["Ships"], "2. SHIPS"),
        ("> a\n> b\n\n# H #\n\nS\n===", ["a b", "H", "S"], "> A B\n\n# H #\n\nS\n==="),
        ("| a | a |\n|---|:-:|\n| x | a \\| b |", ["a", "a", "x", "a | b"],
         "| A | A |\n|---|:-:|\n| X | A \\| B |"),
        ("a | b\n--|--\nx | ", ["a", "b", "x"], "A | B\n--|--\nX | "),
        ("w\n\n```\ncode\n\nmore\n```\n\n    code", ["w"],
         "W\n\n```\ncode\n\nmore\n```\n\n    code"),
        ("<p>a\nb</p>\n\n<pre>c</pre>\n\n<!-- d -->", ["<p>a b</p>"],
         "<P>A B</P>\n\n<pre>c</pre>\n\n<!-- d -->"),
        ("[a][b]\n\n[b]: https://example.com", ["[a][b]"], "[A][B]\n\n[b]: https://example.com"),
    ],
)  # fmt: skip
def test_parts_of_texts(text, messages, upper):
    assert list(extract_messages(text)) == messages
    assert translated(text, str.upper) == upper
    if "\r" not in text:
        assert translated(text, lambda message: message) == text


def test_equal_cells_of_a_row_are_reported_apart():
    row = "| a | b |\n|--|--|\n| aa | a | a |"

    assert translated(row, {"a": "x"}.get) == "| x | b |\n|--|--|\n| aa | x | a |"


def test_bars_in_a_translation_make_no_cells():
    text = "| a |\n|---|\n"

    assert translated(text, lambda message: "x | y") == "| x \\| y |\n|---|\n"
