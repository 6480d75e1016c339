"""The extension in a Sphinx project that already has its pages, toctrees and theme."""

from __future__ import annotations

import pytest

INDEX = """\
Widgets
=======

Welcome to the widgets.

.. toctree::
   :caption: Learn

   install
   guide/index

.. toctree::
   :caption: Look up

   reference
"""
FILES = {
    "index.rst": INDEX,
    "install.md": "# Install\n\nSee {doc}`guide/index` and {ref}`knobs`.\n",
    "guide/index.rst": "Guide\n=====\n\n.. toctree::\n\n   first\n   second\n",
    "guide/first.rst": "First\n=====\n\n.. _knobs:\n\nKnobs\n-----\n\nTurn them.\n",
    "guide/second.md": "# Second\n",
    "reference.rst": "Reference\n=========\n\n.. py:function:: turn(knob)\n\n   Turn it.\n",
    "extra.mdx": "---\ntitle: Extra\n---\n\nAn MDX page beside {py:func}`turn`.\n",
}
CONF = """
project = "Widgets"
exclude_patterns = ["_build"]
nitpicky = True
"""


def site_json(navigation):
    return {"name": "Widgets", "navigation": navigation}


def sidebar(page):
    return [link.get_text(" ", strip=True) for link in page.select("nav.sj-tree a")]


def test_without_a_navigation_the_project_s_toctrees_are_it(build_site):
    site = build_site(
        {**FILES, "site.json": site_json([]), "extra.mdx": "---\ntitle: E\norphan: true\n---\n"},
        conf=CONF,
    )

    assert site.warnings == ""
    page = site.page("guide/first.html")
    assert sidebar(page) == ["Widgets", "Install", "Guide", "First", "Second", "Reference"]
    assert [crumb.get_text(strip=True) for crumb in page.select(".sj-breadcrumbs li")] == [
        "Learn",
        "Guide",
    ]
    assert [link["href"] for link in page.select(".sj-neighbours a")] == [
        "index.html",
        "second.html",
    ]
    assert site.page("install.html").select_one('meta[name="robots"]') is None


def test_pages_of_a_toctree_stand_below_the_page_that_lists_them(build_site):
    navigation = [{"group": "Manual", "pages": ["index", "install", "guide/index", "extra"]}]
    site = build_site({**FILES, "site.json": site_json(navigation)}, conf=CONF)

    assert site.warnings == ""
    assert sidebar(site.page("guide/second.html")) == [
        "Widgets",
        "Install",
        "Guide",
        "First",
        "Second",
        "Extra",
    ]
    assert sidebar(site.page("index.html"))[:2] == ["Widgets", "Reference"]


@pytest.mark.oldest
@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "gettext"])
def test_rest_myst_and_mdx_stand_side_by_side(build_site, builder):
    navigation = [{"group": "Manual", "pages": ["index", "install", "extra"]}]
    site = build_site({**FILES, "site.json": site_json(navigation)}, conf=CONF, builder=builder)

    assert site.warnings == ""


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "alabaster"])
def test_another_theme_keeps_its_look_and_gets_the_navigation(build_site, theme):
    navigation = [{"group": "More", "pages": ["extra"]}]
    site = build_site(
        {**FILES, "site.json": site_json(navigation)}, conf=f'{CONF}\nhtml_theme = "{theme}"\n'
    )

    assert site.warnings == ""
    page = site.page("install.html")
    assert page.select_one(".sj-topbar") is None
    assert page.select_one('a[href="extra.html"]') is not None
