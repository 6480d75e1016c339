"""SVG images that are not valid XML are reported with their line, once each."""

import pytest

OPEN = '<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n</svg>\n'
SOUND = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>\n'


def site(**settings):
    return {"name": "S", "navigation": [{"pages": ["index"]}], **settings}


@pytest.mark.parametrize(
    ("settings", "page", "user"),
    [
        ({"logo": "/images/a.svg", "favicon": "/images/a.svg"}, "", "logo"),
        ({"favicon": "/images/a.svg"}, "", "favicon"),
        ({"backgroundImage": "/images/a.svg"}, "", "backgroundImage"),
        ({"topAnchor": {"name": "A", "icon": "/images/a.svg"}}, "", "topAnchor.icon"),
        ({}, "![A](images/a.svg)", '"index"'),
    ],
)
def test_a_broken_image_is_reported_with_what_uses_it(build_site, settings, page, user):
    built = build_site(
        {"site.json": site(**settings), "index.mdx": f"# Start\n\n{page}\n", "images/a.svg": OPEN}
    )
    (line,) = built.warnings.splitlines()
    assert "images/a.svg:3:3: WARNING: the image is not valid XML (mismatched tag), so" in line
    assert line.endswith(f"it is used by {user}. [sitejson.broken_image]")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="#b"/></svg>', "unbound prefix"),
        ('<svg xmlns="http://www.w3.org/2000/svg" width=5></svg>', "unexpected character"),
        ("", "no element found"),
        ("\ufeff" + SOUND, ""),
        (SOUND.replace("<svg", '<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg'), ""),
    ],
)
def test_what_browsers_do_not_show_is_reported(build_site, content, reason):
    page = "# Start\n\n![A](a.svg)\n"
    built = build_site({"site.json": site(), "index.mdx": page, "a.svg": content})

    assert (f"not valid XML ({reason})" if reason else "") in built.warnings
    assert bool(built.warnings) == bool(reason)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid", "is a pointer of Git LFS, so browsers"),
        ("<html>Not found</html>", "contains text, so browsers do not show it; it is used by"),
        ("", "is empty, so browsers do not show it"),
        (b"\x89PNG\r\n\x1a\n", ""),
        (b"GIF89a", ""),
        (b"RIFF1234WEBP", ""),
        (b"\xff\xd8\xff\xe0", ""),
    ],
)
def test_a_picture_that_is_text_is_reported(build_site, content, message):
    page = "# Start\n\n![A](a.png)\n"
    built = build_site({"site.json": site(), "index.mdx": page, "a.png": content})

    assert bool(built.warnings) == bool(message)
    assert message in built.warnings
    assert built.warnings.count("a.png:1: WARNING: the image ") == bool(message)
