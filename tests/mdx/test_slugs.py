"""Anchors of headings."""

from __future__ import annotations

import pytest

from sphinx_sitejson.common.characters import anchors_numbered_from_two

THREE = "## Use it\n\n## Use it\n\n### Use it ###\n"


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("[a](#use-it-3)", ["use-it"]),
        ("[a](#use-it-2) <a href='#use-it-3'>b</a>", ["use-it"]),
        # The third one is "use-it-2" where the second is "use-it-1".
        ("[a](#use-it-2)", []),
        ("[a](#use-it-1) [b](#use-it-3)", []),
        ("[a](#use-it-4)", []),
        ("[a](#other-2)", []),
    ],
)
def test_links_show_how_repeated_anchors_are_numbered(links: str, expected: list[str]) -> None:
    assert [*anchors_numbered_from_two(f"{THREE}\n{links}\n")] == expected
