"""Books as EPUB: what readers of books open, and what they find in it."""

import re
from xml.etree import ElementTree

import pytest

from support.validators.books import Book, book_faults
from support.validators.programs import EPUBCHECK

SITE = {
    "name": "Light & <Co>",
    "navigation": [{"group": "Start", "pages": ["index", "raw", "größe", "my page", "rst"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "api.yaml"}],
    "logo": "/logo.svg",
    "favicon": "/logo.svg",
    "font": {"family": "Own", "url": "/own.woff2", "format": "woff2"},
    "metadata": {"og:image": "https://example.com/x.png"},
}
MDX = """\
---
title: Start & go
description: 'A "quoted" <b>text</b> & more'
---

<p align="center">Centered<br/>line</p>

<iframe src="https://example.com/embed" title="A film" allowfullscreen></iframe>

<details name="x"><summary>Sum **strong**</summary>

Inside

</details>

<table border="1"><tr><td width="30" valign="top">1</td></tr></table>

<form action="/x"><input type="text" name="q" required/></form>

<svg viewBox="0 0 10 10"><path d="M0 0h10" strokeWidth="2"/></svg>

<Tabs><Tab title="One">1</Tab><Tab title="Two" icon="star">2</Tab></Tabs>

<Note>Noted.</Note>

<Card title="Card" icon="rocket" href="/raw">Text</Card>

$a^2 + \\frac{1}{2}$

[Elsewhere](https://example.com/{id}) and [here](/raw).
"""
RAW = """\
# Raw & more

<div align=center onclick="x()" @click="z">
<p>Unclosed <b>bold <i>both</b> text &nbsp; &copy;
<my-widget some-prop>inside</my-widget>
<h2><div>block in heading</div></h2>
<li>alone</li><ul><div>x</div></ul>
<img src=nowhere.png><script>document.write("<p>")</script>
<style>.a { &:hover { color: red } }</style>
<p id=twice>1<p id=twice>2<a href="#nowhere">3</a>
<svg viewbox="0 0 1 1"><lineargradient id="a"/></svg>
</div>

::::{tab-set}
:::{tab-item} First
One
:::
:::{tab-item} Second
Two
:::
::::
"""
RST = """\
Reference
=========

.. _a:b:

Target
------

See :ref:`a:b` and :func:`turn`.

.. function:: turn(knob)

   Turn it.
"""
API = """\
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "https://{tenant}.example.com", variables: {tenant: {default: a}}}]
paths:
  /ships/{id}:
    get:
      operationId: readShip
      summary: Read a ship
      description: "![A picture](https://example.com/p.png) and [a part](#/components/schemas/Ship)"
      parameters:
      - name: id
        in: path
        required: true
        schema: {type: string}
        description: "![x](https://example.com/q.png)"
      responses:
        '200':
          description: Fine
          content:
            application/json: {schema: {$ref: '#/components/schemas/Ship'}}
components:
  schemas:
    Ship:
      type: object
      properties: {name: {type: string, enum: [a, b]}, next: {$ref: '#/components/schemas/Ship'}}
"""
FILES = {
    "site.json": SITE, "index.mdx": MDX, "raw.md": RAW,
    "größe.md": "# Größe\n\nSee [my page](<my page.md>).\n", "my page.md": "# My page\n\nText.\n",
    "rst.rst": RST, "hidden.md": "---\norphan: true\n---\n\n# Hidden\n", "api.yaml": API,
    "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"><text font-weight="650">L</text></svg>',
    "own.woff2": b"wOF2",
}  # fmt: skip
CONF = """
myst_enable_extensions = ["colon_fence"]
html_css_files = ["https://example.com/style.css"]
suppress_warnings = ["sitejson.broken_link"]
"""
OPF = "{http://www.idpf.org/2007/opf}"


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, conf=CONF, builder="epub")


@pytest.fixture(scope="module")
def path(site):
    (book,) = site.outdir.glob("*.epub")
    return book


@pytest.mark.oldest
def test_whatever_authors_write_the_book_is_sound(site, path):
    assert site.warnings == ""
    assert book_faults(path) == []


def test_epubcheck_finds_nothing(path):
    if EPUBCHECK.find() is None:
        pytest.skip(f"EPUBCheck is not installed: {EPUBCHECK.install}")
    assert EPUBCHECK.faults(path) == []


def test_the_contents_list_the_pages_of_the_navigation(site):
    listed = re.findall(r'<a href="([^"#]+)">', site.text("nav.xhtml"))

    pages = ["index", "raw", "gr%C3%B6%C3%9Fe", "my%20page", "rst"]
    assert listed[:5] == [f"{name}.xhtml" for name in pages]
    assert "api/read-a-ship.xhtml" in listed


def test_the_order_has_every_page_once_and_those_nobody_links_to(site):
    package = ElementTree.fromstring(site.text("content.opf"))
    items = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}
    order = {items[ref.get("idref")]: ref.get("linear") for ref in package.iter(f"{OPF}itemref")}

    assert len(order) == len(list(package.iter(f"{OPF}itemref")))
    assert order["my%20page.xhtml"] is None
    assert order["hidden.xhtml"] is None
    assert order["api/schemas/ship.xhtml"] == "no"


def test_only_what_pages_of_a_book_show_is_in_it(path):
    files = Book.read(path).files

    assert "_static/sitejson-book.css" in files
    assert not [name for name in files if name.endswith((".js", ".woff2", "logo.svg"))]
    assert "_static/sitejson-api.css" not in files


def test_words_stay_where_elements_go(site):
    raw = site.page("raw.xhtml").get_text(" ", strip=True)
    start = site.page("index.xhtml")

    for word in ("bold both text", "inside", "block in heading", "alone", "First One", "Two"):
        assert word in " ".join(raw.split())
    assert start.find("a", string="A film")["href"] == "https://example.com/embed"
    assert start.find("math")
    assert start.select_one("details > summary")


def test_a_second_build_makes_the_same_book_and_reads_nothing(site, path):
    before = Book.read(path).files
    again = site.rebuild()
    after = Book.read(next(again.outdir.glob("*.epub"))).files
    dated = {"content.opf"}

    assert not again.read_docs
    assert {name: after[name] for name in after if name not in dated} == {
        name: before[name] for name in before if name not in dated
    }


@pytest.mark.parametrize("conf", ["", 'copyright = ""\nversion = ""\nepub_copyright = ""'])
def test_rights_and_version_need_not_be_known(build_clean, conf):
    files = {
        "index.md": "# Start\n\n{sub-ref}`version`\n",
        "site.json": {"name": "A", "navigation": []},
    }
    site = build_clean(files, conf=conf, builder="epub")

    assert book_faults(next(site.outdir.glob("*.epub"))) == []
    assert "unknown" not in site.page("index.xhtml").get_text()


def test_an_author_s_choice_of_the_contents_stays(build_site):
    files = {
        "site.json": {"name": "A", "navigation": [{"group": "G", "pages": ["index", "b"]}]},
        "index.md": "# Start\n",
        "b.md": "# B\n",
    }
    site = build_site(files, conf='epub_tocscope = "default"', builder="epub")

    assert "b.xhtml" not in site.text("nav.xhtml")


def test_an_existing_project_keeps_its_book(build_clean):
    files = {
        "index.rst": "Widgets\n=======\n\n.. toctree::\n\n   guide\n\n.. image:: pic.png\n",
        "guide.rst": RST,
        "pic.png": b"\x89PNG\r\n\x1a\n",
        "_static/cover.png": b"\x89PNG\r\n\x1a\n",
        "_templates/cover.html": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>C</title>'
        '</head><body><img src="{{ image }}" alt="C"></body></html>',
        "site.json": {"name": "Widgets", "navigation": []},
    }
    conf = """
html_theme = "alabaster"
html_static_path = ["_static"]
html_logo = "pic.png"
templates_path = ["_templates"]
epub_cover = ("_static/cover.png", "cover.html")
version = "1"
copyright = "us"
"""
    site = build_clean(files, conf=conf, builder="epub")

    (path,) = site.outdir.glob("*.epub")
    assert book_faults(path) == []
    assert {"_static/pic.png", "_static/cover.png"} <= Book.read(path).files.keys()
