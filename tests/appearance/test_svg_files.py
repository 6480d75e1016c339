"""SVG files of the owner: only what draws is kept."""

import pytest

from sphinx_sitejson.appearance.icons import UnreadableIconError, icon_files, read_svg_icon


def read(tmp_path, text, name="ship.svg"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return read_svg_icon(file)


def svg(inner, attributes='viewBox="0 0 16 16"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inner}</svg>'


def test_shapes_keep_their_geometry_and_inherit_paint_and_transform(tmp_path):
    icon = read(
        tmp_path,
        svg(
            '<g transform="translate(1 2)" stroke-width="2" style="stroke: #000; fill: none">'
            '<path d="M0 0h4" transform="scale(2)"/><circle cx="1" cy="2" r="3"/></g>'
        ),
    )

    path, circle = icon.shapes
    assert (icon.name, icon.style, icon.view_box) == ("ship", "own", "0 0 16 16")
    assert dict(path.attributes) == {
        "d": "M0 0h4", "fill": "none", "stroke": "currentColor", "stroke-width": "2",
        "transform": "translate(1 2) scale(2)",
    }  # fmt: skip
    assert dict(circle.attributes)["transform"] == "translate(1 2)"


def test_a_drawing_in_several_colors_keeps_them(tmp_path):
    icon = read(tmp_path, svg('<path fill="#f00" d="M0 0"/><path fill="#0f0" d="M1 1"/>'))

    assert [dict(shape.attributes)["fill"] for shape in icon.shapes] == ["#f00", "#0f0"]


@pytest.mark.parametrize(
    "inner",
    [
        '<script>alert(1)</script><path d="M0 0"/>',
        '<path d="M0 0" onclick="alert(1)" id="x" class="y"/>',
        '<path d="M0 0" fill="url(javascript:alert(1))"/>',
        '<path d="M0 0" style="background: url(//evil.example)"/>',
        '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
        '<foreignObject><p>alert</p></foreignObject><path d="M0 0"/>',
        '<use href="//evil.example/x.svg#a"/><image href="//evil.example/x.png"/><path d="M0 0"/>',
        '<defs><path d="alert"/></defs><path d="M0 0"/>',
    ],
)
def test_nothing_but_shapes_survives(tmp_path, inner):
    icon = read(tmp_path, svg(inner))

    assert [shape.tag for shape in icon.shapes] == ["path"]
    assert dict(icon.shapes[0].attributes) in ({"d": "M0 0"}, {"d": "M0 0", "fill": "currentColor"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no xml", "not valid XML"),
        ("<html/>", "not SVG"),
        (svg("<title>Empty</title>"), "no shapes"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + svg('<path d="M0 0"/>'), "entities"),
        (svg('<path d="' + "M0 0" * 30_000 + '"/>'), "larger"),
    ],
)
def test_files_that_are_no_icons_say_why(tmp_path, text, reason):
    with pytest.raises(UnreadableIconError, match=reason):
        read(tmp_path, text)


def test_the_size_of_a_file_without_a_view_box_is_its_width_and_height(tmp_path):
    assert (
        read(tmp_path, svg('<path d="M0 0"/>', 'width="20px" height="10"')).view_box == "0 0 20 10"
    )


def test_only_files_with_the_name_of_an_icon_count(tmp_path):
    for name in ("ship.svg", "a b.svg", "ship.png"):
        (tmp_path / name).write_text("x", encoding="utf-8")

    assert [file.name for file in icon_files(tmp_path)] == ["ship.svg"]
