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


def build_pictures(build_site, suffix, contents):
    """Build a page with a picture for each content, and give its warnings."""
    files = {f"p{number}.{suffix}": content for number, content in enumerate(contents)}
    page = "# Start\n\n" + "".join(f"![A]({name})\n" for name in files)
    return build_site({"site.json": site(), "index.mdx": page, **files}).warnings.splitlines()


def test_what_browsers_do_not_show_is_reported(build_site):
    reasons = {
        '<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="#b"/></svg>': "unbound prefix",
        '<svg xmlns="http://www.w3.org/2000/svg" width=5></svg>': "unexpected character",
        "": "no element found",
    }
    sound = ["\ufeff" + SOUND, SOUND.replace("<svg", '<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg')]
    warnings = build_pictures(build_site, "svg", [*reasons, *sound])

    assert len(warnings) == len(reasons)
    for number, reason in enumerate(reasons.values()):
        (warning,) = [line for line in warnings if f"p{number}.svg:" in line]
        assert f"not valid XML ({reason})" in warning


def test_a_picture_that_is_text_is_reported(build_site):
    messages = {
        "version https://git-lfs.github.com/spec/v1\noid": "is a pointer of Git LFS, so browsers",
        "<html>Not found</html>": "contains text, so browsers do not show it; it is used by",
        "": "is empty, so browsers do not show it",
    }
    pictures = [b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF1234WEBP", b"\xff\xd8\xff\xe0"]
    warnings = build_pictures(build_site, "png", [*messages, *pictures])

    assert len(warnings) == len(messages)
    for number, message in enumerate(messages.values()):
        (warning,) = [line for line in warnings if f"p{number}.png:1: WARNING: the image " in line]
        assert message in warning
