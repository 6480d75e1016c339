"""Logos and diagrams that are hard to see on the page."""

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageDraw

from sphinx_sitejson.appearance.images import (
    add_plates,
    needs_backing,
    needs_plate,
    svg_colors,
    svg_inks,
)

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (svg('stroke="#1e1e1e" fill="none"'), True),
        (svg('fill="#eef2ff"', 'fill="#ecfdf5"', 'fill="#111827"'), True),
        (svg('stroke="rgb(0, 0, 0)" fill="rgb(255, 255, 255)"'), True),
        (svg('fill="papayawhip"', 'fill="#333"'), True),
        (svg(""), True),
        (svg('fill="#fff"'), False),
        (svg('fill="#2563eb"', 'fill="#ffffff"'), False),
        (svg('fill="papayawhip"'), False),
        (svg('fill="url(#a)"', 'fill="#fff"') + '<stop stop-color="#500"/>', False),
        (svg('fill="url(#a)"') + '<stop stop-color="#f80"/><stop stop-color="#500"/>', False),
        (svg('fill="light-dark(#000, #fff)"', 'fill="#000"'), False),
        ('<svg viewBox="0 0 8 4"><rect width="8" height="4" fill="#fff"/><path/></svg>', False),
        ("<svg width='8' height='4'><rect width='100%' height='4'/><path/></svg>", False),
        ('<svg viewBox="0 0 8 4"><rect width="8" height="4" fill="none"/><path/></svg>', True),
        ('<svg viewBox="0 0 8"><rect width="8" height="2"/><path/></svg>', True),
    ],
)
def test_a_drawing_in_dark_ink_needs_a_plate_on_a_dark_page(tmp_path, text, expected):
    file = tmp_path / "diagram.svg"
    file.write_text(text, encoding="utf-8")

    assert needs_plate(file, DARK) is expected


def test_colors_are_counted_as_often_as_a_drawing_names_them():
    assert svg_inks(svg('fill="#abc"', 'fill="#abc" stroke="Black"')) == {"#abc": 2, "#000000": 1}


@pytest.mark.parametrize(
    ("ground", "box", "line", "expected"),
    [
        ("#ffffff00", "#dae8fc", "#000000", True),
        ("#ffffff00", "#dae8fc", "#4d4d55", True),
        ("#ffffff00", "#dae8fc", "#ffffff", False),
        ("#ffffff", "#dae8fc", "#000000", False),
    ],
)
def test_thin_dark_lines_of_a_large_bitmap_need_a_plate(tmp_path, ground, box, line, expected):
    image = Image.new("RGBA", (2000, 1000), ground)
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((100, 100, 900, 500), fill=box)
    for at in range(200, 2000, 100):
        drawing.line((at, 0, at, 1000), fill=line, width=6)
    image.save(tmp_path / "diagram.png")

    assert needs_plate(tmp_path / "diagram.png", DARK) is expected


def test_a_window_with_a_shadow_needs_no_plate(tmp_path):
    image = Image.new("RGBA", (400, 300), "#00000040")
    ImageDraw.Draw(image).rectangle((20, 15, 380, 285), fill="#101010")
    image.save(tmp_path / "window.png")

    assert not needs_plate(tmp_path / "window.png", DARK)
    assert not needs_plate(tmp_path / "missing.png", DARK)


def test_images_of_a_pair_get_no_plate():
    body = (
        '<img alt="" src="a.svg" width="8"><img class="only-dark" src="a.svg"/>'
        '<img src="b.svg" /><img src="a.svg" />'
    )

    assert add_plates(body, "a.svg".__eq__) == (
        '<img alt="" src="a.svg" width="8" data-plate=""><img class="only-dark" src="a.svg"/>'
        '<img src="b.svg" /><img src="a.svg" data-plate="" />'
    )
