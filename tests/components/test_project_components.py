"""Components that a project registers itself."""

import pytest

pytestmark = pytest.mark.oldest

CONF = """
templates_path = ["_templates"]

from docutils import nodes
from sphinx_sitejson import add_component


def build_price(call):
    words = f"{call.props['amount']} {call.props.get('currency', 'EUR')}"
    return [nodes.strong(words, words)]


def setup(app):
    add_component(app, "Price", build_price, props=["amount", "currency"], is_inline=True)
    add_component(app, "Banner", template="banner.html", props=["tone"], argument="tone")
    add_component(app, "Mark", template="mark.html", is_inline=True)
"""
PAGE = """---
title: Page
---

It costs <Price amount={5} />, <Mark>really</Mark>.

<Banner tone="<loud>">
  Some *words*.
</Banner>
"""
FILES = {
    "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["page", "other"]}]},
    "page.mdx": PAGE,
    "other.md": "# Other\n\n```{sitejson:banner} calm\nMore.\n```\n",
    "_templates/banner.html": '<b class="banner" data-tone="{{ props.tone }}">{{ content }}</b>',
    "_templates/mark.html": "<mark>{{ content }}</mark>",
}


def test_functions_and_templates_make_components(build_clean):
    site = build_clean(FILES, conf=CONF)
    page = site.page("page.html")
    assert page.select_one(".sj-prose p strong").get_text() == "5 EUR"
    assert page.select_one("p mark").get_text() == "really"
    banner = page.select_one(".banner")
    assert banner["data-tone"] == "<loud>"
    assert banner.select_one("p em").get_text() == "words"
    assert site.page("other.html").select_one(".banner")["data-tone"] == "calm"


def test_other_builders_show_their_content(build_clean):
    site = build_clean(FILES, conf=CONF, builder="text")
    words = " ".join(site.text("page.txt").split())
    assert words == "Page **** It costs **5 EUR**, really. Some *words*."


def test_a_project_may_replace_a_component(build_clean):
    conf = """
from docutils import nodes
from sphinx_sitejson import add_component


def setup(app):
    add_component(app, "Note", lambda call: [nodes.paragraph("", "ours")])
"""
    files = {**FILES, "page.mdx": "---\ntitle: Page\n---\n\n<Note>x</Note>\n", "other.md": "# O"}
    site = build_clean(files, conf=conf)
    assert site.page("page.html").select_one(".sj-prose section > p").get_text() == "ours"


def test_own_components_of_a_line_do_not_end_a_paragraph(build_clean):
    page = "---\ntitle: Page\n---\n\nSome\n<Mark>marked</Mark>\nwords.\n"
    site = build_clean({**FILES, "page.mdx": page}, conf=CONF)
    [paragraph] = site.page("page.html").select(".sj-prose section > p")
    assert " ".join(paragraph.get_text().split()) == "Some marked words."
    assert paragraph.select_one("mark").get_text() == "marked"
