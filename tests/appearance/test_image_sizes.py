"""How large pictures are, and what pages say of that."""

import struct
import zlib

import pytest

from sphinx_sitejson.appearance.images import (
    ImageSize,
    add_image_sizes,
    parse_svg_size,
    read_image_size,
)


def png(width: int, height: int) -> bytes:
    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    )


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("width='30' height='20'", ImageSize(30, 20)),
        ("width='30px' height=\"20.4px\"", ImageSize(30, 20)),
        ("width='1in' height='1cm'", ImageSize(96, 38)),
        ("width='50' viewBox='0 0 100 20'", ImageSize(50, 10)),
        ("height='50' viewBox='0,0,100,20'", ImageSize(250, 50)),
        ("viewBox='-5 -5 100 20'", ImageSize(100, 20, is_fluid=True)),
        ("width='100%' height='100%' viewBox='0 0 8 4'", ImageSize(8, 4, is_fluid=True)),
        ("width='2em' height='2em'", None),
        ("width='30'", None),
        ("viewBox='0 0 0 20'", None),
        ("viewBox='none'", None),
        ("", None),
    ],
)
def test_the_size_of_a_drawing(attributes, expected):
    assert parse_svg_size(f"<?xml version='1.0'?><!-- <b> --><svg {attributes}><g/>") == expected


def test_the_size_of_a_file(tmp_path):
    (tmp_path / "a.png").write_bytes(png(30, 20))
    (tmp_path / "b.png").write_bytes(b"no picture")
    (tmp_path / "c.svg").write_text("no drawing", "utf-8")

    found = [read_image_size(tmp_path / name) for name in ("a.png", "b.png", "c.svg", "d.png", "")]
    assert found == [ImageSize(30, 20), None, None, None, None]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<img src="a">', '<img src="a" width="30" height="20">'),
        ('<img alt="x" src="a" />', '<img alt="x" src="a" width="30" height="20" />'),
        ('<img src="v">', '<img src="v" width="9" height="3" data-fluid="">'),
        ('<img src="a" width="60">', '<img src="a" width="60" height="40">'),
        ('<img src="v" height="6">', '<img src="v" height="6" width="18">'),
        ('<img src="a" style="width: 60%;">',
         '<img src="a" style="width: 60%;" width="30" height="20">'),
        *(
            (same, same)
            for same in (
                '<img src="a" width="50%">',
                '<img src="a" width="7" height="7">',
                '<img src="a" style="height: 9px">',
                '<img src="unknown">',
                "<img>",
                "<imgs>",
            )
        ),
    ],
)  # fmt: skip
def test_a_picture_in_a_page_says_its_size(tag, expected):
    sizes = {"a": ImageSize(30, 20), "v": ImageSize(9, 3, is_fluid=True)}

    assert add_image_sizes(f"<p>{tag}</p>", sizes.get) == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    "attributes",
    [
        f'width="{"9" * 400}" height="2"', 'viewBox="0 0 inf 2"', 'viewBox="0 0 1e999 1"',
        'viewBox="0 0 nan nan"', 'width="4" viewBox="0 0 1 inf"',
        'width="4" viewBox="0 0 1e-300 1e300"', 'height="4" viewBox="0 0 1e300 1e-300"',
    ],
)  # fmt: skip
def test_sizes_out_of_bounds_are_unknown(attributes):
    assert parse_svg_size(f"<svg {attributes}>") is None


@pytest.mark.parametrize("width", ["inf", "1e999", "nan", "9" * 5000, "9" * 400])
def test_images_with_sizes_out_of_bounds_stay_as_they_are(width):
    tag = f'<img src="a.png" width="{width}">'

    assert add_image_sizes(tag, lambda url: ImageSize(2, 3)) == tag
