"""Shades of a color that stay readable."""

import pytest

from sphinx_sitejson.common import colors

BRANDS = ["#4f46e5", "#16a34a", "#f59e0b", "#facc15", "#0ea5e9", "#ec4899", "#0D9373", "#dc2626"]


def test_contrast_is_that_of_the_guidelines():
    assert colors.contrast("#000", "#ffffff") == pytest.approx(21)
    assert colors.contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("color", BRANDS)
def test_ink_on_a_filled_shape_is_readable(color):
    assert colors.contrast(colors.ink_on(color), color) >= colors.READABLE


def test_ink_on_any_gray_is_readable():
    for level in range(256):
        gray = f"#{level:02x}{level:02x}{level:02x}"
        assert colors.contrast(colors.ink_on(gray), gray) >= colors.READABLE


def test_ink_on_a_gradient_suits_both_ends():
    assert colors.ink_on("#0A7D55", "#4ADE9F") != colors.WHITE
    assert colors.ink_on("#0A7D55", "#065f46") == colors.WHITE


@pytest.mark.parametrize("color", [*BRANDS, "#000000", "#ffffff"])
def test_oklch_goes_there_and_back(color):
    there = colors.channels(colors.from_oklch(colors.to_oklch(color)))

    assert there == pytest.approx(colors.channels(color), abs=1.5 / 255)


def test_grays_are_no_accent():
    assert colors.is_nearly_gray("#111111")
    assert not colors.is_nearly_gray("#0D9373")
