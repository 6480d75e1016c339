"""Tags stand inside each other, but in no circle and not without end."""

from __future__ import annotations

from sphinx_sitejson.common.nesting import DEEPEST
from sphinx_sitejson.openapi.tag_parents import parents_of, tags_too_deep


def test_parents_that_are_no_tags_or_lead_in_a_circle_are_none():
    written = {"a": "b", "b": "", "c": "nowhere", "d": "e", "e": "f", "f": "e", "g": "d"}

    assert parents_of(written) == dict.fromkeys(written, "") | {"a": "b"}


def test_the_deepest_tags_stand_side_by_side():
    written = {f"t{n}": f"t{n + 1}" if n < 5000 else "" for n in range(5001)}
    parents = parents_of(written)

    deepest = f"t{5000 - DEEPEST + 2}"
    assert {parents[f"t{n}"] for n in range(4000)} == {deepest}
    assert parents["t4999"] == "t5000"
    assert len(tags_too_deep(written)) == 5001 - DEEPEST
