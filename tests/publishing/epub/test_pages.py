"""Pages of books: any HTML becomes XHTML that readers accept, and its words all stay."""

from xml.etree import ElementTree

import pytest

from sphinx_sitejson.publishing.epub.pages import convert_page, remove_dead_fragments

HEAD = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>'
FILES = {"a/page.xhtml", "b.xhtml", "_images/x.png", "_images/d.svg", "style.css"}
FILES |= {"_images/y.webp.png", "_images/z z.avif.jpg"}
PAGES = {"a/page.xhtml", "b.xhtml"}
XHTML = "{http://www.w3.org/1999/xhtml}"


def fitted(body, head=""):
    text = f"{HEAD.replace('</head>', head + '</head>')}{body}</body></html>"
    images = {"_images/y.webp": ".png", "_images/z z.avif": ".jpg", "_images/w.webp": ""}
    return convert_page("a/page.xhtml", text, files=FILES, pages=PAGES, images=images)


def inside(body):
    """Return what is in the body of a page after it was made fit, which has to be XML."""
    text = fitted(body).text
    ElementTree.fromstring(text)
    return text.partition("<body>")[2].rpartition("</body>")[0].replace("\n", "")


def test_a_page_that_is_fit_stays_as_it_is_to_the_letter():
    body = (
        '<!-- kept --><p class="a"   id="i">Words &amp; <em>more</em><br /></p>'
        '<dl><dt>a</dt><dt>b</dt><dd>c</dd></dl><a href="#i">x</a><a href="../b.xhtml">y</a>'
        '<details open=""><summary>s</summary><p>t</p></details>'
        '<table><caption>c</caption><tr><td colspan="2">1</td></tr></table>'
        '<img src="../_images/x.png" alt="" width="3"/>'
    )
    page = fitted(body)

    assert page.text == f"{HEAD}{body}</body></html>"
    assert page.ids == {"i"}
    assert page.fragments == {("a/page.xhtml", "i")}
    assert page.links == {"b.xhtml"}
    assert page.properties == ()


@pytest.mark.parametrize(
    ("html", "xhtml"),
    [
        # What browsers read and XML does not.
        ("a<br>b<hr>c", "a<br/>b<hr/>c"),
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        ("<ul><li>1<li>2<ul><li>3</ul></ul>", "<ul><li>1</li><li>2<ul><li>3</li></ul></li></ul>"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>"),
        ("<table><tr><td>1<td>2<tr><td>3</table>",
         "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>"),
        ("<b>1<i>2</b>3</i>", "<b>1<i>2</i></b>3"),
        ("&nbsp;&copy;&unknown; &lt;", "\u00a0©&amp;unknown; &lt;"),
        ("<input type=checkbox checked disabled>",
         '<input type="checkbox" checked="" disabled=""/>'),
        ("a\x08b\x0cc<br>", "abc<br/>"),
        ("<1>x</p><br>", "&lt;1&gt;x<br/>"),
        # Elements that books do not have.
        ("<center><font color=red>x</font></center>", "<div><span>x</span></div>"),
        ("<my-card some-prop><b>x</b></my-card>", "<b>x</b>"),
        ("<script>a < b</script>x<template>t</template><style>p{}</style>", "x"),
        ("<p>a<button>press</button></p>", "<p>a<span>press</span></p>"),
        ('<p>a<button hidden="">copy</button>b</p>', "<p>ab</p>"),
        ("<noscript>x</noscript><form>y<input type='text'/></form>", "xy"),
        # Attributes that books do not have.
        ('<details name="a"><summary>s</summary></details>',
         "<details><summary>s</summary></details>"),
        ('<p align="center" onclick="x()" data-a="1" x-y="2">z</p>', '<p data-a="1">z</p>'),
        ('<p style="direction: rtl; color: red; broken">z</p>', '<p style="color: red">z</p>'),
        ('<p id="a b">1</p><p id="">2</p>', "<p>1</p><p>2</p>"),
        ('<i id="a">1</i><i id="a">2</i>', '<i id="a">1</i><i>2</i>'),
        ('<a name="old">x</a>', '<a id="old">x</a>'),
        ('<p role="button" aria-expanded="true">x</p>', "<p>x</p>"),
        ('<p aria-describedby="nobody">x</p>', "<p>x</p>"),
        ('<time datetime="soon">x</time>', "<time>x</time>"),
        # Elements where books do not have them.
        ("<span>a<div>b</div></span>", "<div>a<div>b</div></div>"),
        ('<p>a<a href="../b.xhtml"><ul><li>b</li></ul></a></p>',
         '<div>a<a href="../b.xhtml"><ul><li>b</li></ul></a></div>'),
        ("<h2><div>b</div></h2>", "<h2><span>b</span></h2>"),
        ("<li>1</li><td>2</td><summary>3</summary>", "<div>1</div><div>2</div><div>3</div>"),
        ("<ul>words</ul><dl><dd>x</dd></dl>", "<div>words</div><div><div>x</div></div>"),
        ("<table><tr><td>1</td>2</tr></table>", "<div><div><div>1</div>2</div></div>"),
        ("<details><p>x</p></details>", "<div><p>x</p></div>"),
        ('<a href="#q"><a href="../b.xhtml">x</a></a>', '<a href="#q">x</a>'),
    ],
)  # fmt: skip
def test_html_becomes_xhtml(html, xhtml):
    assert inside(html) == xhtml


@pytest.mark.parametrize(
    ("html", "xhtml"),
    [
        # Pictures and the like, which a book has or leaves to their words.
        ('<img src="../_images/x.png" loading="lazy" srcset="y 2x" />',
         '<img src="../_images/x.png" alt=""/>'),
        ('<img src="https://example.com/y.png" alt="Y" />',
         '<a href="https://example.com/y.png">Y</a>'),
        ('<img src="https://example.com/y.png" />',
         '<a href="https://example.com/y.png">https://example.com/y.png</a>'),
        ('a<img src="nowhere.png" alt="Y" />b', "aYb"),
        ('<img src="../_images/y.webp" alt="Y"/><img src="../_images/z%20z.avif#part" alt="Z"/>',
         '<img src="../_images/y.webp.png" alt="Y"/>'
         '<img src="../_images/z%20z.avif.jpg" alt="Z"/>'),
        ('<p>a <img src="../_images/w.webp" alt="W"/></p>', "<p>a W</p>"),
        ('<picture><source srcset="a.webp"/><img src="../_images/x.png" alt="X"/></picture>',
         '<img src="../_images/x.png" alt="X"/>'),
        ('<iframe src="https://example.com/f" title="Film"></iframe>',
         '<a href="https://example.com/f">Film</a>'),
        ('<video controls><source src="https://example.com/v.mp4">no video</video>',
         '<a href="https://example.com/v.mp4">no video</a>'),
        ('<audio src="a.mp3">no sound</audio>', "no sound"),
        ('<video src="v.mp4"><img src="https://example.com/v.png" alt="V"></video>',
         '<a href="https://example.com/v.png">V</a>'),
        ('<object data="../_images/d.svg">alt</object>',
         '<object data="../_images/d.svg">alt</object>'),
        # Links, which lead to pages of the book or out of it.
        ('<a href="../paper.pdf" download="">p</a><a href="/x">q</a>', "<a>p</a><a>q</a>"),
        ('<a href="../b.xhtml?q=1">p</a><a href="javascript:x">q</a>', "<a>p</a><a>q</a>"),
        ('<a href="https://example.com/{id}?a b">x</a>',
         '<a href="https://example.com/%7Bid%7D?a%20b">x</a>'),
        ('<a href="https://{tenant}.example.com">x</a>', "<a>x</a>"),
        ('<a href="mailto:a@example.com">x</a>', '<a href="mailto:a@example.com">x</a>'),
    ],
)  # fmt: skip
def test_links_to_pages_outside_the_paginated_output(html, xhtml):
    assert inside(html) == xhtml


def test_drawings_and_formulas_are_named_in_the_list_of_files():
    page = fitted(
        '<svg viewbox="0 0 1 1" onclick="x()"><lineargradient id="g"/><use href="#g"/>'
        '<script>x</script><a xlink:href="nowhere">y</a></svg><math><mi>a</mi></math><br>'
    )
    root = ElementTree.fromstring(page.text)
    svg = root.find(f".//{XHTML}body/*")

    assert page.properties == ("mathml", "svg")
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert svg.attrib == {"viewBox": "0 0 1 1"}
    assert [child.tag.rpartition("}")[2] for child in svg] == ["linearGradient", "use", "a"]
    assert svg[1].attrib == {"{http://www.w3.org/1999/xlink}href": "#g"}
    assert svg[2].attrib == {}


def test_the_head_keeps_the_style_sheets_of_the_book():
    head = (
        '<meta charset="utf-8"><meta name="description" content="a &amp; b">'
        '<meta property="og:title" content="x"><link rel="stylesheet" href="../style.css">'
        '<link rel="stylesheet" href="https://example.com/x.css"><link rel="canonical" href="/">'
        "<script>x</script>"
    )
    text = fitted("", head).text

    assert 'content="a &amp; b"/>' in text
    assert 'href="../style.css"/>' in text
    assert "og:title" not in text
    assert "example.com" not in text
    assert "canonical" not in text
    assert "<script" not in text


def test_links_to_places_that_are_not_there_point_to_their_page():
    links = '<a href="../b.xhtml#x">1</a><a href="../b.xhtml#y">2</a><a href="#z">3</a>'
    text = f"{HEAD}{links}</body></html>"

    fit = remove_dead_fragments("a/page.xhtml", text, {"b.xhtml": {"x"}, "a/page.xhtml": set()})

    assert '<a href="../b.xhtml#x">1</a><a href="../b.xhtml">2</a><a>3</a>' in fit


def test_no_nesting_is_too_deep():
    assert inside("<b>" * 5_000 + "x").count("</b>") == 5_000
