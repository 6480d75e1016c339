"""Pictures that say how large they are."""

from __future__ import annotations

import pytest

SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'><path d='M0 0h9v9z'/></svg>"
VECTOR = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 10'><path d='M0 0h9v9z'/></svg>"
MDX = """\
---
title: Start
---

![One](/images/one.svg)

<img src="/images/two.svg" width="50" alt="" />

<Frame><img src="/images/three.svg" alt="" /></Frame>

<Card title="A" img="/images/one.svg">x</Card>

<Hero title="H" image="/images/two.svg" />

<img src="/_static/own.svg" alt="" />

![Far](https://example.com/x.png)
"""
RST = """\
More
====

.. image:: images/one.svg

.. image:: images/one.svg
   :width: 20px

.. figure:: images/one.svg
   :scale: 50

   Words.
"""
FILES = {
    "site.json": {"name": "Site", "navigation": [{"group": "G", "pages": ["index", "more"]}]},
    "index.mdx": MDX,
    "more.rst": RST,
    "images/one.svg": SVG.format(200, 100),
    "images/two.svg": SVG.format(100, 30),
    "images/three.svg": VECTOR,
    "_static/own.svg": SVG.format(7, 5),
}
CONF = 'html_static_path = ["_static"]\n'


def sizes(site, page):
    found = site.page(page).select("main img:not(.sj-icon)")
    return [(image.get("width"), image.get("height")) for image in found]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_pictures_of_the_site_have_their_size(build_site, builder):
    site = build_site(FILES, conf=CONF, builder=builder)
    more = "more.html" if builder == "html" else "more/index.html"

    assert site.warnings == ""
    assert sizes(site, "index.html") == [
        ("200", "100"), ("50", "15"), ("40", "10"), ("200", "100"), ("100", "30"), ("7", "5"),
        (None, None),
    ]  # fmt: skip
    assert site.page("index.html").select_one("img[data-fluid]")["src"].endswith("three.svg")
    # The second is as wide as its author says, the third is scaled by Sphinx.
    assert sizes(site, more)[:2] == [("200", "100"), ("200", "100")]


def test_pictures_in_other_themes_stay_as_they_are(build_site):
    site = build_site(FILES, conf=f'{CONF}html_theme = "alabaster"\n')

    assert 'width="200"' not in site.text("index.html")
