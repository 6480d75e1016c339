"""Line breaks separate words in all that is made from the text of a page."""

import pytest

from support.small_sites import settings

TEXT = "One\\\ntwo  \nthree<br/>four *five*<br/>six.\n\n| A |\n|---|\n| x<br/>y |\n"
TITLES = "# <a id='x'></a> One{0}two *three*\n\n## Four{0}five\n\nText.\n"
PAGES = {
    "one.mdx": f"---\ntitle: Page\n---\n\n{TEXT}",
    "two.md": f"# Page\n\n{TEXT}",
    "three.rst": "Page\n====\n\nOne |br|\ntwo |br| three |br| four *five* |br| six.\n\n"
    ".. list-table::\n   :header-rows: 1\n\n   * - A\n   * - x |br| y\n\n"
    ".. |br| raw:: html\n\n   <br />\n",
    "titles.mdx": f"---\n---\n{TITLES.format('<br />')}",
    "more.md": TITLES.format("<br />"),
    "capitals.md": TITLES.format("<BR>"),
}
NAMES = [name.partition(".")[0] for name in PAGES]


@pytest.fixture(scope="module")
def site(build_shared_site):
    index = "# Start\n\n" + "".join(f"{{doc}}`{name}`\n" for name in NAMES)
    site = {**settings("index", *NAMES), "name": "Ships"}
    return build_shared_site({"site.json": site, "index.md": index, **PAGES})


@pytest.mark.parametrize("name", NAMES[:3])
def test_descriptions_and_markdown_copies_have_no_markup(site, name):
    tag = site.page(f"{name}.html").select_one('meta[property="og:description"]')
    copy = site.text(f"{name}.md")

    assert " ".join(tag["content"].split()) == "One two three four five six."
    assert "\nOne  \ntwo  \nthree  \nfour *five*  \nsix.\n" in copy
    assert "| x<br>y |" in copy


def test_the_search_finds_each_word(site):
    files = (site.outdir / "_static" / "search").glob("*.js")
    texts = "\n".join(file.read_text("utf-8") for file in files)

    assert texts.count('"One two three four five six.\\nA\\nx y"') == 3


@pytest.mark.parametrize("name", NAMES[3:])
def test_titles_have_no_markup(site, name):
    page = site.page(f"{name}.html")
    shared_title = page.select_one('meta[property="og:title"]')["content"]
    (row,) = site.page("index.html").select(f'.sj-row[href$="{name}.html"]')

    assert page.title.text == "One two three - Ships"
    assert shared_title == "One two three"
    assert row.text == "One two three"
    names = [heading["aria-label"] for heading in page.select("h1, h2")]
    assert names == ["One two three", "Four five"]
    assert f"- [One two three](./{name}.md" in site.text("llms.txt")
