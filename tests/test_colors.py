"""Shades of a color that stay readable."""

from __future__ import annotations

import pytest

from sphinx_sitejson import colors

BRANDS = ["#4f46e5", "#16a34a", "#f59e0b", "#facc15", "#0ea5e9", "#ec4899", "#0D9373", "#dc2626"]


def test_contrast_is_that_of_the_guidelines():
    assert colors.contrast("#000", "#ffffff") == pytest.approx(21)
    assert colors.contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("color", BRANDS)
def test_accents_are_readable_on_the_page_and_on_their_tint(color):
    for accent, page in (
        (colors.accent_on_light(color), colors.LIGHT_PAGE),
        (colors.accent_on_dark(color), colors.DARK_PAGE),
    ):
        assert colors.contrast(accent, page) >= colors.READABLE
        assert colors.contrast(accent, colors.mix(accent, page, 0.1)) >= colors.READABLE


def test_a_readable_color_is_kept():
    assert colors.accent_on_light("#4f46e5") == "#4f46e5"


@pytest.mark.parametrize("color", BRANDS)
def test_ink_on_a_filled_shape_is_readable(color):
    assert colors.contrast(colors.ink_on(color), color) >= colors.READABLE


@pytest.mark.parametrize("color", [*BRANDS, "#000000", "#ffffff"])
def test_oklch_goes_there_and_back(color):
    there = colors.channels(colors.from_oklch(colors.to_oklch(color)))

    assert there == pytest.approx(colors.channels(color), abs=1.5 / 255)


def test_grays_are_no_accent():
    assert colors.is_nearly_gray("#111111")
    assert not colors.is_nearly_gray("#0D9373")


@pytest.mark.parametrize("page", ["#808080", "#7f7f7f"])
def test_an_impossible_page_ends_all_the_same(page):
    assert colors.accent_on_light("#4f46e5", page)
    assert colors.accent_on_dark("#4f46e5", page)
