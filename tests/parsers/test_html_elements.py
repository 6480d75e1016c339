"""HTML elements of MDX pages: their ids and their line breaks, in every builder."""

from dataclasses import replace

import pytest

from support.sites import one_page, run_sphinx

PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChw"
    "GA60e6kgAAAABJRU5ErkJggg=="
)
ELEMENTS = {
    "a": "Some <a id='ID'>words</a>.",
    "a with a link": "Some <a id='ID' href='https://x.test'>words</a>.",
    "b": "Some <b id='ID'>words</b>.",
    "em": "Some <em id='ID'>words</em>.",
    "code": "Some <code id='ID'>words</code>.",
    "code alone": "<code id='ID'>words</code>",
    "empty code": "Some <code id='ID'></code>.",
    "img": f"Some <img id='ID' src='{PICTURE}' alt='x' />.",
    "span": "Some <span id='ID'>words</span>.",
    "sup": "Some <sup id='ID'>words</sup>.",
    "blockquote": "<blockquote id='ID'>words</blockquote>",
    "empty blockquote": "<blockquote id='ID'></blockquote>",
    "div": "<div id='ID'>\n\nwords\n\n</div>",
    "div around code": "<div id='ID'>\n\n```python\nx\n```\n\n</div>",
    "div around a table": "<div id='ID'>\n\n| a |\n|---|\n| b |\n\n</div>",
    "details": "<details id='ID'><summary>words</summary>text</details>",
    "summary": "<details><summary id='ID'>words</summary>text</details>",
    "heading": "<h3 id='ID'>words</h3>",
    "heading in a card": "<Card title='A'>\n<h3 id='ID'>words</h3>\n</Card>",
    "li": "<ul>\n<li id='ID'>words</li>\n</ul>",
    "li with blocks": "<ol>\n<li id='ID'>\n\nwords\n\n- more\n\n</li>\n</ol>",
    "ol": "<ol id='ID'><li>words</li></ol>",
    "ul": "<ul id='ID'>\n<li>words</li>\n</ul>",
    "p": "<p id='ID'>words</p>",
    "pre": "<pre id='ID'>words</pre>",
    "pre with a link": "<pre id='ID'>some <a href='https://x.test'>words</a></pre>",
    "code in pre": "<pre><code id='ID'>words</code></pre>",
    "table": "<table id='ID'><tbody><tr><td>words</td></tr></tbody></table>",
    "tr": "<table><tbody><tr id='ID'><td>words</td></tr></tbody></table>",
    "td": "<table><tbody><tr><td id='ID'>words</td></tr></tbody></table>",
    "a before a callout": "<a id='ID'></a>\n<Note>words</Note>",
    "empty element before a callout": "<blockquote id='ID'></blockquote>\n\n<Note>\nx\n</Note>",
    "in a table cell": "| a |\n|---|\n| <code id='ID'>words</code> |",
}
IDS = {name: f"place-{number}" for number, name in enumerate(ELEMENTS)}


@pytest.fixture(scope="module")
def site(build_shared_site):
    places = [text.replace("ID", IDS[name]) for name, text in ELEMENTS.items()]
    links = [f"[link](#{name})" for name in IDS.values()]
    return build_shared_site(one_page("\n\n".join([*places, *links])))


def test_links_to_the_ids_of_elements_are_right(site):
    assert site.warnings == ""
    assert len(site.page("page.html").select("p > a.internal")) == len(ELEMENTS)


@pytest.mark.parametrize("name", ELEMENTS)
def test_each_id_is_in_the_page_once(site, name):
    assert len(site.page("page.html").select(f"[id='{IDS[name]}']")) == 1


def test_each_id_has_a_label_in_latex(site):
    latex = run_sphinx(site.folder, replace(site.options, builder="latex"))
    [file] = latex.outdir.glob("*.tex")
    written = file.read_text(encoding="utf-8")

    missing = [
        name
        for name, place in IDS.items()
        if f"\\label{{\\detokenize{{page:{place}}}}}" not in written
    ]
    assert missing == []


def test_a_missing_id_is_reported(build_site):
    site = build_site(one_page("<ul><li id='one'>x</li></ul>\n\n[x](#on)"))

    assert 'this page has no such heading or id. Did you mean "one"?' in site.warnings


BREAKS = {
    "spans in code": "<pre><code><span>one</span><br/><span>  two</span></code></pre>",
    "text": "<pre>one<br/>  two</pre>",
    "line ends": "<pre><code>\n<span>one</span><br />\n<span>  two</span>\n</code></pre>",
    "a link": "<pre><a href='https://x.test'>one</a><br/>  two</pre>",
    "a component": (
        "export const Code = () => <pre><code><span>one</span><br/><span>  two</span></code></pre>;"
        "\n\n<Code />"
    ),
}


@pytest.mark.parametrize("text", BREAKS.values(), ids=BREAKS)
def test_a_break_in_code_ends_a_line(build_site, text):
    site = build_site(one_page(text))

    code = site.page("page.html").select_one(".sj-prose pre").text
    assert code.strip("\n").splitlines() == ["one", "  two"]


def test_a_break_in_words_of_code_stays_one(build_site):
    site = build_site(one_page("Some <code>one<br/>two</code>."))

    parts = site.page("page.html").select(".sj-prose p > *")
    assert [part.name for part in parts] == ["code", "br", "code"]
    assert [part.text for part in parts] == ["one", "", "two"]


def test_an_element_that_is_ignored_is_reported_without_its_content(build_site):
    text = "<head>\n<title>x</title>\n<script>x()</script>\n</head>\n\nText."
    site = build_site(one_page(text))

    assert [line.partition(": ")[2] for line in site.warnings.splitlines()] == [
        "WARNING: <head> is not allowed in a page; it was ignored. [sitejson.mdx_tag]"
    ]
    assert "x" not in site.page("page.html").select_one(".sj-prose").text.split()


def test_the_content_of_a_body_element_is_rendered(build_site):
    site = build_site(one_page("<body>\nSome *words*.\n</body>"))

    assert site.warnings.count("WARNING") == 1
    assert site.page("page.html").select_one(".sj-prose p em").text == "words"


@pytest.mark.parametrize(
    "link", ["[x]({0})", "<a href='{0}'>x</a>", "<Card title='C' href='{0}'>x</Card>"]
)
def test_a_link_to_the_own_folder_may_mean_a_heading_of_the_page(build_site, link):
    urls = ["./#part", ".#part", "./#first", "./#none"]
    text = "\n\n".join(["## Part", *(link.format(url) for url in urls)])
    site = build_site(one_page(text, **{"index.mdx": "---\ntitle: I\n---\n\n## First\n"}))

    links = site.page("page.html").select(".sj-prose a[href]:not(.headerlink)")
    assert [found["href"] for found in links] == ["#part", "#part", "index.html#first"]
    assert site.warnings.count("WARNING") == 1
    assert 'the link "./#none" is broken: this page has no such heading or id' in site.warnings


def test_the_link_component_of_frameworks_is_a_link(build_clean):
    text = (
        "See <Link href='/index'>one</Link> or <Link href='#p'>2</Link>.\n\n"
        "<Link href='/index'>3</Link>\n\n## P\n\n{[4].map(() => <Link href='/index'>4</Link>)}"
    )
    site = build_clean(one_page(text, **{"index.mdx": "---\ntitle: I\n---\n"}))

    links = site.page("page.html").select(".sj-prose a[href]:not(.headerlink)")
    assert [link.text for link in links] == ["one", "2", "3", "4"]
    assert links[0].parent.text == "See one or 2."


def test_components_may_have_the_name_of_an_element_without_content(build_site):
    site = build_site(one_page("<Source>\nSome *words*.\n</Source>\n\nSome<BR>line<br>end"))

    assert "no matching opening tag" not in site.warnings
    assert site.page("page.html").select_one(".sj-prose em").text == "words"
