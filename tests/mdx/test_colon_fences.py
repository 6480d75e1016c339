from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.colon_fences import OPENING, Callout, callout_of, nearest_callout


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("note", Callout("note")),
        (" Warning ", Callout("warning")),
        ("info", Callout("note")),
        ("success", Callout("tip")),
        ("info A title", Callout("admonition", "A title", "note")),
        ("tip[In brackets]", Callout("admonition", "In brackets", "tip")),
        ('danger Title {icon="x"}', Callout("admonition", "Title", "danger")),
        ("{note}", None),
        ("{note} Title", None),
        ("details Title", None),
        ("", None),
    ],
)
def test_the_box_that_the_words_behind_the_colons_name(info, expected):
    assert callout_of(info) == expected


def test_a_name_that_is_nearly_one():
    assert nearest_callout("Infoo") == "info"
    assert nearest_callout("columns") == ""


def test_the_opening_of_a_directive():
    assert OPENING.match(":::{note} Title")["directive"] == "{note}"
    assert OPENING.match(":::: {grid}") is not None
    assert OPENING.match(":: {note}") is None
    assert OPENING.match(":::note") is None
