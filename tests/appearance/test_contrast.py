"""Colors that cannot be read are named, with the nearest that can."""

from __future__ import annotations

import re

import pytest

from sphinx_sitejson.appearance import colors

PAGE = "---\ntitle: Start\n---\n\nText.\n"


def site_with(**settings):
    navigation = [{"group": "Group", "pages": ["index"]}]
    return {"site.json": {"name": "X", **settings, "navigation": navigation}, "index.mdx": PAGE}


def test_a_color_that_is_mended_is_an_information_with_the_nearest_color(build_site):
    site = build_site(site_with(colors={"primary": "#FACC15"}))

    assert site.warnings == ""
    (line,) = [line for line in site.status.splitlines() if "has a contrast of" in line]
    assert re.search(r"site\.json:4:16 colors\.primary: ", line)
    assert "#FACC15 on #ffffff has a contrast of 1.5, and text needs 4.5" in line
    nearest = re.search(r"passes is (#\w+)\.", line)[1]
    assert colors.READABLE <= colors.contrast(nearest, "#ffffff") < 4.7


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"colors": {"primary": "#4f46e5", "light": "#312e81"}}, "colors.light"),
        (
            {"colors": {"primary": "#111111", "background": {"light": "#555555", "dark": "#000"}}},
            "colors.background.light",
        ),
        (
            {"colors": {"primary": "#111111", "background": {"light": "#fff", "dark": "#aaaaaa"}}},
            "colors.background.dark",
        ),
    ],
)
def test_what_the_palette_mends_is_no_warning(build_site, settings, key):
    site = build_site(site_with(**settings))

    assert site.warnings == ""
    assert site.status.count(f" {key}: ") == 1


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        (
            {"colors": {"primary": "#111111", "anchors": {"from": "#000000", "to": "#ffffff"}}},
            "colors.anchors",
        ),
        (
            {
                "anchors": [
                    {
                        "name": "A",
                        "url": "https://example.com",
                        "color": {"from": "#000", "to": "#fff"},
                    }
                ]
            },
            "anchors[0].color",
        ),
    ],
)
def test_a_gradient_that_hides_its_icon_is_a_warning(build_site, settings, key):
    site = build_site(site_with(**settings))

    assert site.warnings.count("WARNING") == 1
    assert f"WARNING: {key}: " in site.warnings
    assert "[sitejson.contrast]" in site.warnings


def test_colors_that_pass_are_not_mentioned(build_site):
    given = {
        "primary": "#0A7D55",
        "light": "#4ADE9F",
        "dark": "#0A7D55",
        "background": {"light": "#fffaf0", "dark": "#101010"},
        "anchors": {"from": "#0A7D55", "to": "#4ADE9F"},
    }

    assert build_site(site_with(colors=given)).warnings == ""


def test_grays_are_for_shapes_only(build_site):
    assert build_site(site_with(colors={"primary": "#eeeeee"})).warnings == ""
