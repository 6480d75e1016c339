"""Line breaks separate words in all that is made from the text of a page."""

import pytest

SITE = {"name": "Ships", "navigation": [{"group": "G", "pages": ["index", "page"]}]}
TEXT = "One\\\ntwo  \nthree<br/>four *five*<br/>six.\n\n| A |\n|---|\n| x<br/>y |\n"
PAGES = {
    "page.mdx": f"---\ntitle: Page\n---\n\n{TEXT}",
    "page.md": f"# Page\n\n{TEXT}",
    "page.rst": "Page\n====\n\nOne |br|\ntwo |br| three |br| four *five* |br| six.\n\n"
    ".. list-table::\n   :header-rows: 1\n\n   * - A\n   * - x |br| y\n\n"
    ".. |br| raw:: html\n\n   <br />\n",
}


@pytest.fixture(scope="module", params=PAGES)
def site(request, build_shared_site):
    files = {"site.json": SITE, "index.md": "# Start\n", request.param: PAGES[request.param]}
    return build_shared_site(files)


def test_the_description_has_no_markup(site):
    tag = site.page("page.html").select_one('meta[property="og:description"]')

    assert " ".join(tag["content"].split()) == "One two three four five six."


def test_the_search_finds_each_word(site):
    files = sorted((site.outdir / "_static" / "search").glob("*.js"))
    texts = "\n".join(file.read_text("utf-8") for file in files)

    assert '"One two three four five six.\\nA\\nx y"' in texts


def test_the_markdown_copy_has_them(site):
    copy = site.text("page.md")

    assert "\nOne  \ntwo  \nthree  \nfour *five*  \nsix.\n" in copy
    assert "| x<br>y |" in copy


@pytest.mark.parametrize(
    ("name", "line_break"),
    [("heading.mdx", "<br />"), ("heading.md", "<br />"), ("heading.md", "<BR>")],
)
def test_titles_have_no_markup(build_site, name, line_break):
    text = f"# <a id='x'></a> One{line_break}two *three*\n\n## Four{line_break}five\n\nText.\n"
    site = SITE | {"navigation": [{"group": "G", "pages": ["index", "heading"]}]}
    files = {"site.json": site, "index.md": "# Start\n\n{doc}`heading`\n"}
    built = build_site(files | {name: f"---\n---\n{text}" if name.endswith("x") else text})

    page = built.page("heading.html")
    shared_title = page.select_one('meta[property="og:title"]')["content"]
    (row,) = built.page("index.html").select('.sj-row[href$="heading.html"]')
    assert page.title.text == "One two three - Ships"
    assert shared_title == "One two three"
    assert row.text == "One two three"
    names = [heading["aria-label"] for heading in page.select("h1, h2")]
    assert names == ["One two three", "Four five"]
    assert "- [One two three](" in built.text("llms.txt")
