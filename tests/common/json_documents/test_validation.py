"""Values are changed at single places; the rest is shared, and the old value stays."""

from typing import Any

import pytest

from sphinx_sitejson.common.json_documents.validation import (
    Leave,
    Put,
    Remove,
    Rename,
    apply_edits,
    remove_paths,
)

VALUE: Any = {"a": [1, {"b": 2}, 3], "c": {"d": {"e": 4}}, "f": 5}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ({}, VALUE),
        ({("a",): Leave()}, VALUE),
        ({("a",): Remove(), ("f",): Remove()}, {"c": {"d": {"e": 4}}}),
        ({("a", 0): Remove()}, {**VALUE, "a": [{"b": 2}, 3]}),
        ({("a", 1, "b"): Put(9)}, {**VALUE, "a": [1, {"b": 9}, 3]}),
        ({("c", "new"): Put(9)}, {**VALUE, "c": {"d": {"e": 4}, "new": 9}}),
        ({("f",): Rename("g")}, {"a": VALUE["a"], "c": VALUE["c"], "g": 5}),
        ({("c", "d"): Remove(), ("c", "d", "e"): Put(9)}, {**VALUE, "c": {}}),
        ({("c", "d", "e"): Put(9), ("c", "d"): Remove()}, {**VALUE, "c": {}}),
        ({("a", "x"): Remove(), ("f", "x"): Remove(), ("z", 1): Remove()}, VALUE),
        ({(): Put(1)}, 1),
    ],
)
def test_edits(edits, expected):
    before = repr(VALUE)
    assert apply_edits(VALUE, edits) == expected
    assert repr(VALUE) == before


def test_what_is_not_changed_is_shared():
    assert apply_edits(VALUE, {("f",): Remove()})["c"] is VALUE["c"]


def test_entries_keep_their_places_when_others_are_left_out():
    paths = [("a", 0), ("a", 1, "b"), ("c", "d"), ("c", "d", "e")]
    assert remove_paths(VALUE, paths) == {"a": [None, {}, 3], "c": {}, "f": 5}
    assert remove_paths(VALUE, [(), ("a",)]) is None
