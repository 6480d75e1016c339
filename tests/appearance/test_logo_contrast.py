"""Logos that are hard to see on the page."""

from __future__ import annotations

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageDraw

from sphinx_sitejson.appearance.logo_contrast import needs_backing, svg_colors

LIGHT, DARK = "#ffffff", "#0b0d12"


def svg(*paints):
    return "<svg>" + "".join(f"<path {paint}/>" for paint in paints) + "</svg>"


@pytest.mark.parametrize(
    ("text", "on_light", "on_dark"),
    [
        (svg('fill="#fff"'), True, False),
        (svg("style='fill: White; stroke:none'"), True, False),
        (svg('fill="#fdfdfd"', 'fill="none"'), True, False),
        (svg(""), False, True),
        (svg('stroke="currentColor"'), False, True),
        (svg('fill="#111"', 'fill="#e11d48"'), False, True),
        # A badge with white letters, or a drawing in black and white.
        (svg('fill="#2563eb"', 'fill="#ffffff"'), False, False),
        (svg('fill="#000"', 'fill="#fff"'), False, False),
        # Its colors are not known.
        (svg('fill="papayawhip"'), False, False),
        (svg('fill="rgb(0,0,0)"'), False, False),
        ("<svg><style>@media (prefers-color-scheme: dark){}</style></svg>", False, False),
        ('<svg><image href="a.png"/></svg>', False, False),
    ],
)
def test_an_svg_needs_a_backing_where_its_colors_do_not_show(tmp_path, text, on_light, on_dark):
    file = tmp_path / "logo.svg"
    file.write_text(text, encoding="utf-8")

    assert (needs_backing(file, LIGHT), needs_backing(file, DARK)) == (on_light, on_dark)


def test_gradients_count_by_their_stops():
    assert svg_colors('<stop stop-color="#ABCDEF"/><path fill="url(#a)"/>') == {"#abcdef": 1}


@pytest.mark.parametrize(
    ("ground", "ink", "on_light", "on_dark"),
    [
        ("#ffffff00", "#ffffff", True, False),
        ("#ffffff00", "#000000", False, True),
        ("#ffffff00", "#2563eb", False, False),
        # Without transparency it has a background of its own.
        ("#ffffff", "#ffffff", False, False),
        ("#ffffff", "#000000", False, False),
    ],
)
def test_a_bitmap_needs_a_backing_where_its_pixels_do_not_show(
    tmp_path, ground, ink, on_light, on_dark
):
    file = tmp_path / "logo.png"
    image = Image.new("RGBA", (200, 200), ground)
    ImageDraw.Draw(image).rectangle((50, 50, 150, 150), fill=ink)
    image.save(file)

    assert (needs_backing(file, LIGHT), needs_backing(file, DARK)) == (on_light, on_dark)


@pytest.mark.parametrize("name", ["logo.png", "logo.svg", "logo.webp"])
def test_a_file_that_cannot_be_read_needs_none(tmp_path, name):
    assert not needs_backing(tmp_path / name, LIGHT)
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert not needs_backing(tmp_path / "logo.png", LIGHT)
