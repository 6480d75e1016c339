"""The opening line of a code block."""

import pytest

from sphinx_sitejson.mdx.fences import (
    OPENING,
    FenceInfo,
    format_diff,
    parse_callout,
    parse_code_notes,
    parse_fence,
    parse_line_numbers,
    suggest_callout,
)

LANGUAGES = frozenset({"js", "json", "python", "bash", "ts"})


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("", FenceInfo()),
        ("js", FenceInfo(language="js")),
        ("js app.js", FenceInfo(language="js", title="app.js")),
        ("bash Run it now", FenceInfo(language="bash", title="Run it now")),
        ('js title="a b"', FenceInfo(language="js", title="a b")),
        ("js filename='x.js'", FenceInfo(language="js", title="x.js")),
        ('js "quoted title"', FenceInfo(language="js", title="quoted title")),
        ("js {1,3-5}", FenceInfo(language="js", highlighted=(1, 3, 4, 5))),
        ("js a.js {2}", FenceInfo(language="js", title="a.js", highlighted=(2,))),
        ("js highlight={1-2}", FenceInfo(language="js", highlighted=(1, 2))),
        ("js focus={2}", FenceInfo(language="js", focused=(2,))),
        ("js lines", FenceInfo(language="js", has_line_numbers=True)),
        ("js [lines] wrap", FenceInfo(language="js", has_line_numbers=True, wraps=True)),
        ("js expandable", FenceInfo(language="js", is_expandable=True)),
        ("js diff", FenceInfo(language="js", is_diff=True)),
        ("js icon=star T", FenceInfo(language="js", title="T")),
        ("js:Title", FenceInfo(language="js", title="Title")),
        ("created.json", FenceInfo(language="json", title="created.json")),
        ("odd", FenceInfo(language="odd")),
        ("title=x", FenceInfo(title="x")),
        ("js /rope/", FenceInfo(language="js", marked=("rope",))),
        (
            "js a.js /two words/ {1}",
            FenceInfo(language="js", title="a.js", marked=("two words",), highlighted=(1,)),
        ),
        (r"js /a\/b/ /{2}/ /x=1/", FenceInfo(language="js", marked=("a/b", "{2}", "x=1"))),
        ("bash /etc/hosts", FenceInfo(language="bash", title="/etc/hosts")),
        ("bash move /a / b", FenceInfo(language="bash", title="move /a / b")),
    ],
)
def test_info(info, expected):
    assert parse_fence(info, LANGUAGES.__contains__) == expected


def test_line_numbers_that_are_none_are_left_out():
    assert parse_line_numbers("1, x, 3-, -2, 5-6, 9999999999-1") == (1, 5, 6)


def test_notes_in_lines():
    code, fence = parse_code_notes("a // [!code ++]\nb # [!code --]\nc", FenceInfo())

    assert (code, fence.added, fence.removed) == ("a\nb\nc", (1,), (2,))
    assert format_diff(code, fence) == "+ a\n- b\n  c"


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("note", ("note", "")),
        (" Warning ", ("warning", "")),
        ("info", ("note", "")),
        ("success", ("tip", "")),
        ("info A title", ("note", "A title")),
        ("tip[In brackets]", ("tip", "In brackets")),
        ('danger Title {icon="x"}', ("danger", "Title")),
        ("{note}", None),
        ("{note} Title", None),
        ("details Title", None),
        ("", None),
    ],
)
def test_the_box_that_the_words_behind_the_colons_name(info, expected):
    assert parse_callout(info) == expected


def test_a_name_that_is_nearly_one():
    assert suggest_callout("Infoo") == "info"
    assert suggest_callout("columns") == ""


def test_the_opening_of_a_directive():
    assert OPENING.match(":::{note} Title") is not None
    assert OPENING.match(":::: {grid}") is not None
    assert OPENING.match(":: {note}") is None
    assert OPENING.match(":::note") is None
    assert OPENING.match("::: {.note}") is None
