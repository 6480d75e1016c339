"""Pictures that say how large they are."""

import pytest

from sphinx_sitejson.theme.page_context import (
    break_names_in_contents,
    break_names_in_title,
    name_headings,
)

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
def test_pictures_of_the_site_have_their_size(build_clean, builder):
    site = build_clean(FILES, conf=CONF, builder=builder)
    more = "more.html" if builder == "html" else "more/index.html"

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


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("RepositoryRuleset", "Repository<wbr>Ruleset"),
        ("list_harbor_pilots_v2", "list_<wbr>harbor_<wbr>pilots_<wbr>v2"),
        ("com.example.harbor.Ship", "com.<wbr>example.<wbr>harbor.<wbr>Ship"),
        ("HTTPValidationError2Detail", "HTTPValidation<wbr>Error2<wbr>Detail"),
        ("List ShipsOfHarborDistricts", "List Ships<wbr>Of<wbr>Harbor<wbr>Districts"),
        ("ShipOfLine", "ShipOfLine"),
        ("Moor a ship at the quay", "Moor a ship at the quay"),
        ("A &lt;b&gt; B", "A &lt;b&gt; B"),
    ],
)
def test_a_long_word_of_a_title_breaks_where_its_words_end(title, shown):
    rest = '<a class="headerlink" href="#a">¶</a></h1><h1>RepositoryRuleset</h1>'

    assert break_names_in_title(f'<h1 id="a">{title}{rest}') == f'<h1 id="a">{shown}{rest}'


@pytest.mark.parametrize(
    ("html", "named"),
    [
        ('<h2>A <code>b</code><a class="headerlink" href="#a" title="Link"></a></h2>',
         '<h2 aria-label="A b">A <code>b</code>'
         '<a class="headerlink" href="#a" title="Link"></a></h2>'),
        # A heading without a link precedes one with a link.
        ('<h2>A</h2><h3>B<a class="headerlink" href="#b"><i>#</i></a></h3>',
         '<h2>A</h2><h3 aria-label="B">B'
         '<a class="headerlink" href="#b"><span aria-hidden="true"><i>#</i></span></a></h3>'),
        ('<h1>"A" &amp; <img src="a.png" alt="b" />\n<a class="headerlink" href="#a"></a></h1>',
         '<h1 aria-label="&quot;A&quot; &amp; b">"A" &amp; <img src="a.png" alt="b" />\n'
         '<a class="headerlink" href="#a"></a></h1>'),
        ('<h2><span class="math">x</span><a class="headerlink" href="#a"></a></h2>', None),
        ('<h2 aria-label="A">a<a class="headerlink" href="#a"></a></h2>', None),
        ('<dt>A<a class="headerlink" href="#a"></a></dt>', None),
    ],
)  # fmt: skip
def test_the_name_of_a_heading_is_its_text_without_the_link(html, named):
    assert name_headings(html) == (named or html)


def test_names_of_code_in_the_contents_break():
    row = '<code><span class="pre">{}</span></code> RepositoryRuleset'

    shown = break_names_in_contents(row.format("harbor.ships.ShipOfLine"))

    assert shown == row.format("harbor.<wbr>ships.<wbr>Ship<wbr>Of<wbr>Line")
