"""Tags of pages, and the page that lists them."""

import pytest

SITE = {"name": "Site", "navigation": [{"group": "All", "pages": ["index", "oil", "wick", "tags"]}]}
FILES = {
    "site.json": SITE,
    "index.mdx": "---\ntitle: Lamp\ndescription: A light.\ntags: [Light, lamp oil]\n---\n\nText.\n",
    "oil.md": "---\ntitle: Oil\ntags: lamp oil, Öl\n---\n\n# Oil\n\nText.\n",
    "wick.mdx": "---\ntitle: Wick\ntags: [Light]\n---\n",
    "hidden.mdx": "---\ntitle: Hidden\ntags: [secret]\n---\n",
    "tags.mdx": "---\ntitle: Tags\n---\n\n<TagIndex />\n",
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


def links(page, selector):
    return [(link.get_text(), link["href"]) for link in page.select(selector)]


def test_a_page_links_its_tags(site):
    assert site.warnings == ""
    expected = [("Light", "tags.html#tag-light"), ("lamp oil", "tags.html#tag-lamp-oil")]
    assert links(site.page("index.html"), ".sj-lead + .sj-tags a") == expected
    assert links(site.page("oil.html"), "h1 + .sj-tags a")[1] == ("Öl", "tags.html#tag-öl")
    assert not site.page("hidden.html").select(".sj-tags")
    assert "Tags: [Light](./tags.md#tag-light)" in site.text("index.md")


def test_the_index_lists_the_pages_of_each_tag(site):
    page = site.page("tags.html")
    assert [name.get_text() for name in page.select("h2.rubric")] == ["lamp oil", "Light", "Öl"]
    assert links(page, "#tag-lamp-oil + ul a") == [("Lamp", "index.html"), ("Oil", "oil.html")]
    assert "Lamp: A light." in page.select_one("#tag-light + ul").get_text()
    assert links(page, ".sj-tags a")[0] == ("lamp oil", "#tag-lamp-oil")
    assert "secret" not in site.text("tags.html")
    assert "## lamp oil" in site.text("tags.md")


def test_only_what_shows_a_changed_tag_is_written_again(build_site):
    site = build_site(FILES)
    changed = site.rebuild({"oil.md": FILES["oil.md"].replace("Öl", "fuel")})
    # Sphinx writes the start page again, which has the toctree.
    assert changed.written_docs == {"index", "oil", "tags"}
    assert changed.page("tags.html").select_one("#tag-fuel")
    # Without the list, other extensions may use the tags.
    without = changed.rebuild({"tags.mdx": "---\ntitle: Tags\n---\n"})
    assert not without.page("index.html").select(".sj-tags")
    assert without.warnings == ""


def test_tags_in_other_formats(build_site):
    site = build_site(FILES, builder="text")
    assert "Tags: Light, lamp oil" in site.text("index.txt")
    assert "* Lamp: A light." in site.text("tags.txt")
    changed = site.rebuild({"oil.md": FILES["oil.md"].replace("Öl", "fuel")})
    assert "fuel" in changed.text("tags.txt")
    latex, manual = (build_site(FILES, builder=name) for name in ("latex", "man"))
    assert latex.warnings == manual.warnings == site.warnings == ""
    text = latex.text("site.tex")
    assert r"\hyperref[\detokenize{tags:tag-light}]" in text
    assert text.count(r"\label{\detokenize{tags:tag-light}}") == 1
