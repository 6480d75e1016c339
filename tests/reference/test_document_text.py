"""Text of documents is CommonMark with tables, and nothing in it becomes live."""

import re

import pytest
from bs4 import BeautifulSoup

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.site_build.plain_markdown import parse_part_link, text_to_html, text_to_nodes


def html(text):
    return BeautifulSoup(text_to_html(text), "html.parser")


def tree(text):
    return "".join(node.pformat() for node in text_to_nodes(text))


@pytest.mark.parametrize(
    "text",
    [
        "<script>window.x = 1</script>", '<img src=x onerror="x()">',
        "<iframe src='//evil.test'></iframe>", "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))", "[a](data:text/html,<script>x</script>)", "[a](vbscript:x)",
        "![a](javascript:x)", "![a](http://insecure.test/x.png)",
        '<https://ok.test/"onmouseover=x>', "<a href='x' onclick='y'>z</a>",
        "<style>*{display:none}</style>",
    ],
)  # fmt: skip
def test_nothing_is_live(text):
    page = html(text)

    assert page.select("script, iframe, style, form, object, embed") == []
    for element in page.find_all(True):
        assert not [name for name in element.attrs if name.startswith("on")]
        for name in ("href", "src"):
            assert element.get(name, "https://").startswith(("https://", "http://", "mailto:"))
    assert page.select("img") == []
    assert "raw" not in tree(text)


@pytest.mark.parametrize(
    "text", ["```{raw} html\n<b>x</b>\n```", "{ref}`x`", "{{ config }}", ":ref:`x`"]
)
def test_directives_and_roles_are_only_text(text):
    nodes = tree(text)

    assert "pending_xref" not in nodes
    assert "<raw" not in nodes
    assert html(text).select("b") == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<p>A <b>b</b></p>\n\n<p>C</p>", "<p>A <strong>b</strong></p><p>C</p>"),
        ("a <i>b<br>c</i>", "<p>a <em>b<br/> c</em></p>"),
        ("<code>a&lt;b *c*</code>", "<p><code>a&lt;b c</code></p>"),
        ("10<sup>2</sup>", "<p>10<sup>2</sup></p>"),
        ("<p>x <ul><li>a<li> <p>b</p>c</ul> d",
         "<p>x</p><ul><li>a</li><li>b <p>c</p></li></ul><p>d</p>"),
        ("<ol>\n\n<li>a</li>\n\n</ol>", "<ol><li>a</li></ol>"),
        ("<ul></ul></p></li>x", "<p>x</p>"),
        ("<pre>a\n <b>b</b></pre>c", "<pre><code>a b</code></pre><p>c</p>"),
        ("<p>a</p> <note> <p>b</p> </note>", "<p>a</p><blockquote><p>b</p></blockquote>"),
        ("give a <note>", "<p>give a &lt;note&gt;</p>"),
        ("<h3>A</h3>b", '<p class="sj-text-heading">A</p><p>b</p>'),
        ("<div class='x'><span>a</span></div>", "<p>a</p>"),
        ("<tr><td>a</td><td>b</td></tr>",
         "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>"),
        ("<table><caption>All</caption><tr><th>A<th>B<tr><td>1 <p>2</p><td><ul><li>x"
         "<li>*y*</ul></table>z",
         "<p>All</p><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1 "
         "<br/> 2</td>"
         "<td>• x<br/> • <em>y</em></td></tr></tbody></table><p>z</p>"),
        ("See <table><thead><tr><td>a</td></tr></thead><tr><td><table><tr><td>b</table>"
         "</td><td>c</table>",
         "<p>See</p><table><thead><tr><th>a</th><th></th></tr></thead><tbody><tr><td>b"
         "</td><td>c</td></tr>"
         "</tbody></table>"),
        # Blocks that begin in the middle of a line.
        ("Top.<ul><li>one</li><li>two</li></ul>", "<p>Top.</p><ul><li>one</li><li>two</li></ul>"),
        ("See <a href='https://a.test'>a</a>.<blockquote><strong>Note:</strong> b."
         "</blockquote> c",
         '<p>See <a href="https://a.test" rel="noopener nofollow">a</a>.</p>'
         "<blockquote><p><strong>Note:</strong> b.</p></blockquote><p>c</p>"),
        ("a<ul>\n\n<li>b</li>\n\n</ul>\n\nc", "<p>a</p><ul><li>b</li></ul><p>c</p>"),
        ("- a<ul><li>b</li></ul>\n- c", "<ul><li>a <ul><li>b</li></ul></li><li>c</li></ul>"),
        ("a <p>b <hr>c", "<p>a</p><p>b</p><hr/><p>c</p>"),
        ("a<pre>b\nc</pre>", "<p>a</p><pre><code>b c</code></pre>"),
        ("a `<ul>` b<ul><li>`<li>` \\<c>",
         "<p>a <code>&lt;ul&gt;</code> b</p><ul><li><code>&lt;li&gt;</code> &lt;c&gt;</li></ul>"),
        ("`<ul><li>a</ul>`", "<p><code>&lt;ul&gt;&lt;li&gt;a&lt;/ul&gt;</code></p>"),
        ("a <dl><dt>b</dt><dd>c</dd></dl>", "<p>a</p><p><strong>b</strong></p><p>c</p>"),
        ("a <details><summary>b</summary>c</details>", "<p>a</p><p><strong>b</strong></p><p>c</p>"),
        ("put <details> and <section> there",
         "<p>put &lt;details&gt; and &lt;section&gt; there</p>"),
        ("| a |\n|---|\n| x<ul><li>b</li><li>c</li></ul> |",
         "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x<br/> • b<br/> • c"
         "</td></tr></tbody></table>"),
        ("a <del>b</del> <s>c</s> <s>", "<p>a <s>b</s><s>c</s> &lt;s&gt;</p>"),
        ('a <img src="https://b.test/c.png" alt="d" onerror="e"> <img src="/f.png" alt="g">',
         '<p>a <img alt="d" loading="lazy" referrerpolicy="no-referrer" '
         'src="https://b.test/c.png"/> g</p>'),
        ("<!-- a --> b <!-- c -->", "<p>b</p>"),
        ("<b>a **b</b> c**", "<p>&lt;b&gt;a <strong>b&lt;/b&gt; c</strong></p>"),
        ("a <b>b", "<p>a &lt;b&gt;b</p>"),
        ("</i> a", "<p>&lt;/i&gt; a</p>"),
        ("give <user> a <b-c>", "<p>give &lt;user&gt; a &lt;b-c&gt;</p>"),
        ("`<b>` a\n\n    <p>", "<p><code>&lt;b&gt;</code> a</p><pre><code>&lt;p&gt;</code></pre>"),
    ],
)  # fmt: skip
def test_html_that_lays_out_a_text_is_read(text, shown):
    found = "".join(str(part) for part in html(text).contents)
    assert " ".join(found.split()).replace("> <", "><").replace(
        " </code></pre>", "</code></pre>"
    ) == (shown)
    assert text_to_nodes(text)


ELEMENTS = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1"},
    "paths": {
        "/ships": {
            "get": {
                "summary": "List ships",
                "description": "One<br>two  \nthree ~~four~~ ![five](https://a.test/5.png)\n\n"
                "[![six](https://a.test/6.svg)](https://b.test)\n\n| Seven |\n|-|\n| 7<br/>8 |",
                "responses": {"200": {"description": "OK"}},
            }
        }
    },
}


@pytest.mark.parametrize("kind", ["a site", "another theme"])
def test_elements_of_a_description_are_on_the_page_and_plain_text_elsewhere(build_site, kind):
    files = {"index.rst": "Ships\n=====\n\n.. openapi-operation:: openapi.json GET /ships\n"}
    files |= {"openapi.json": ELEMENTS}
    if kind == "a site":
        files["site.json"] = {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}
    conf = 'html_theme = "alabaster"\n' if kind == "another theme" else ""
    site = build_site(files, conf=conf)

    page = site.text("index.html")
    assert site.warnings == ""
    assert "<p>One<br />two<br />three <s>four</s> <img" in page
    assert "<p>7<br />8</p>" in page
    linked = site.page("index.html").select_one('a[href="https://b.test"] > img')
    assert linked.attrs == {
        "src": "https://a.test/6.svg",
        "alt": "six",
        "loading": "lazy",
        "referrerpolicy": "no-referrer",
    }
    text = build_site(files, conf=conf, builder="text")
    assert text.warnings == ""
    shown = text.text("index.txt")
    assert "One two three four five <https://a.test/5.png>" in shown
    assert "six <https://b.test>" in shown
    assert "7 8" in shown


@pytest.mark.parametrize("kind", ["a site", "another theme"])
@pytest.mark.parametrize("rule", ["***", "<hr>"])
def test_rules_part_the_paragraphs_of_a_description(build_site, kind, rule):
    operation = {
        "summary": "List ships",
        "description": f"Above.\n\n{rule}\n\nBelow.\n\n- One\n\n  ---",
    }
    document = ELEMENTS | {"paths": {"/ships": {"get": operation}}}
    files = {"index.rst": "Ships\n=====\n\n.. openapi-operation:: openapi.json GET /ships\n"}
    files |= {"openapi.json": document}
    if kind == "a site":
        files["site.json"] = {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}
    conf = 'version = copyright = "1"\n'
    conf += 'html_theme = "alabaster"\n' if kind == "another theme" else ""
    site = build_site(files, conf=conf)

    assert site.warnings == ""
    assert re.search(r"<p>Above.</p>\s*<hr ?/?>\s*<p>Below.</p>", site.text("index.html"))
    for builder in ("text", "latex", "man", "epub", "gettext", "singlehtml"):
        assert build_site(files, conf=conf, builder=builder).warnings == ""
    if kind == "a site":
        assert "Above.\n\n---\n\nBelow." in site.text("index.md")


def test_a_link_of_html_keeps_its_url_only():
    page = html("<a class='x' href = \"https://a.test/?b=1&amp;c\" onclick='y'>z</a> <a>w</a>")

    assert [link.attrs for link in page.select("a")] == [
        {"href": "https://a.test/?b=1&c", "rel": ["noopener", "nofollow"]}
    ]
    assert page.text.strip() == "z w"


def test_html_cannot_nest_without_end():
    page = html("<ul><li>" * 500 + "x")

    assert len(page.select("ul")) == MAX_NESTING
    assert text_to_html("<b>" * 5_000 + "</b>" * 5_000)
    assert text_to_html("<p>" + "<!--" * 50_000)
    assert text_to_html(
        "a<ul>" + "".join("`" * (number % 300 + 1) + "x" for number in range(3_000))
    )
    assert text_to_html("a<table>" + "<table><td>" * 5_000)
    assert text_to_html("a<table>" + "<td><li>" * 5_000)


def test_markdown_is_rendered():
    page = html("**a** *b* `c`\n\n- one\n- two\n\n| h |\n|---|\n| d |\n\n```json\n{}\n```")

    assert [page.select_one(name).text.strip() for name in ("strong", "em", "code", "td")] == list(
        "abcd"
    )
    assert len(page.select("li")) == 2


def test_headings_of_a_text_are_no_headings_of_the_page():
    page = html("# One\n\n## Two")

    assert page.select("h1, h2") == []
    assert [words.text for words in page.select(".sj-text-heading")] == ["One", "Two"]
    assert "<title" not in tree("# One")


def test_images_are_loaded_late_without_saying_where_from():
    (image,) = html("![alt](https://example.com/x.png)").select("img")

    assert (image["loading"], image["referrerpolicy"]) == ("lazy", "no-referrer")


@pytest.mark.parametrize(
    "text",
    ["", "a\nb", "1. a\n   - b\n\n     c\n2. d", "> q\n>\n> - x", "a  \nb", "---", "|a|\n|-|"],
)
def test_every_text_becomes_nodes(text):
    assert isinstance(tree(text), str)


def test_an_endless_text_ends():
    assert text_to_html("[" * 20_000)
    assert text_to_html("> " * 2_000 + "x")
    assert tree("- " * 200 + "x")


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("#operation/listPets", ("op", "listPets")),
        ("#/operations/listPets", ("op", "listPets")),
        ("#/paths/~1pets~1%7Bid%7D/get", ("op", "GET /pets/{id}")),
        ("#/components/schemas/Pet", ("schema", "Pet")),
        ("#tag/Pet%20shop", ("tag", "Pet shop")),
        ("#section", None),
        ("https://example.com/#operation/x", None),
    ],
)
def test_links_into_the_document(url, part):
    assert parse_part_link(url) == part


@pytest.mark.parametrize("kind", ["note", "tip", "important", "warning", "caution"])
def test_alerts_are_admonitions(kind):
    text = f"Before.\n\n> [!{kind.upper()}]\n> Only for *admins*.\n\nAfter."

    alert = html(text).select_one(f"div.admonition.{kind}")
    assert alert.select_one("p.admonition-title").text == kind.capitalize()
    assert alert.select_one("p:last-child").text == "Only for admins."
    assert f"<{kind}>" in tree(text)
    assert "[!" not in tree(text) and "[!" not in str(text_to_html(text))


def test_a_quote_with_another_word_in_brackets_stays_a_quote():
    assert html("> [!BOX]\n> Words").blockquote.text.strip() == "[!BOX]\nWords"
    assert "<block_quote>" in tree("> [!BOX]\n> Words")
