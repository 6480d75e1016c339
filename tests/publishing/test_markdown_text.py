"""Pieces of Markdown."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from sphinx_sitejson.publishing.llms import (
    MAX_INDEX_BYTES,
    LlmsPage,
    LlmsSection,
    page_with_source,
    render_llms_indexes,
)
from sphinx_sitejson.publishing.markdown_text import (
    cell,
    code,
    code_block,
    line_starts,
    link,
    one_line,
    plain,
    rewrite_links,
)

MARKDOWN = MarkdownIt("commonmark").enable("table")


def text_of(html):
    return html.replace("<p>", "").replace("</p>", "").strip()


@pytest.mark.parametrize(
    "text",
    [
        "plain words",
        "2 * 3 * 4",
        "snake_case and _private_ and __init__",
        "[not a link](x)",
        "a `tick` and \\ slash",
        "x &lt; y",
        "# no heading",
        "- no item",
        "+ no item",
        "1. no number",
        "> no quote",
    ],
)
def test_text_stays_text(text):
    shown = MARKDOWN.render(line_starts(plain(text)))

    assert "<em>" not in shown
    assert "<strong>" not in shown
    assert shown.startswith("<p>")
    for tag in ("<a ", "<code>", "<h1>", "<li>", "<ol", "<blockquote>"):
        assert tag not in shown


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x85", "\u2028", "\n\n"])
def test_no_second_line_begins_something(end):
    hostile = f"a{end}# b{end}- c"
    written = (
        one_line(hostile),
        code(hostile),
        link(one_line(hostile), f"https://a.example.com/{hostile}"),
        code_block("text", f"js{end}```{end}# b"),
    )

    for text in written:
        shown = MARKDOWN.render(text)
        assert "<h1>" not in shown and "<li>" not in shown, text
        assert len([line for line in text.splitlines() if "# b" in line]) <= 1, text


def test_markup_of_html_stays_text():
    assert "<script>" not in MARKDOWN.render(plain("a <script>alert(1)</script> b"))


@pytest.mark.parametrize("text", ["x", "a`b", "``", "`x`", "a ``` b"])
def test_code(text):
    shown = MARKDOWN.render(code(text))

    assert shown.strip() == f"<p><code>{text}</code></p>"


@pytest.mark.parametrize("text", ["x = 1", "```\nfenced\n```", "~~~~\n````"])
def test_code_block(text):
    shown = MARKDOWN.render(code_block(text, "text"))

    assert shown == f'<pre><code class="language-text">{text}\n</code></pre>\n'


@pytest.mark.parametrize("address", ["a b.md", "x(1).md", "a<b>.md"])
def test_addresses_with_signs(address):
    assert MARKDOWN.render(link("x", address)).count("<a href=") == 1


def test_a_cell_stays_on_its_line():
    assert cell("a |\n b") == "a \\| b"


def test_links_are_written_anew_and_code_is_not():
    text = (
        "[a](./a.md) `[b](./b.md)` ``x ` [c](./c.md)``\n\n"
        "```md\n[d](./d.md)\n```\n\n"
        "- x\n\n  ````\n  ```\n  [e](../e.md)\n  ````\n\n"
        "[f](../f.md#g) [h](https://x.y) [i](#i)\n"
    )
    made = rewrite_links(text, lambda uri: f"<{uri}>")

    assert made == text.replace("(./a.md)", "(<./a.md>)").replace("../f.md#g", "<../f.md#g>")


def test_the_list_of_pages():
    sections = [
        LlmsSection(
            title="Start",
            pages=(
                LlmsPage(title="A [b]", url="https://x.y/a.md", description="Two\nlines."),
                LlmsPage(title="C", url="./c.md"),
            ),
        )
    ]

    assert render_llms_indexes("Site", "What it is.", sections, url_of=str) == {
        "llms.txt": "# Site\n\n> What it is.\n\n## Start\n\n"
        "- [A \\[b\\]](https://x.y/a.md): Two lines.\n- [C](./c.md)\n"
    }


def page_list(count):
    return tuple(LlmsPage(title=f"P{number}", url=f"./p{number}.md") for number in range(count))


def test_each_tab_has_an_index():
    sections = [
        LlmsSection(title="Guides: A", tab="Guides", pages=page_list(2)),
        LlmsSection(title="Guides: B", tab="Guides", pages=page_list(1)),
        LlmsSection(title="アピ: C", tab="アピ", pages=page_list(1)),
        LlmsSection(title="More", pages=page_list(1)),
    ]
    texts = render_llms_indexes("X", "", sections, url_of="./{}".format, instructions="Be kind.")

    assert [*texts] == ["llms.txt", "llms/guides.txt", "llms/section.txt"]
    assert texts["llms.txt"].count(".md)") == 5
    assert texts["llms.txt"].endswith(
        "## Optional\n\n- [Guides](./llms/guides.txt): 3 pages\n"
        "- [アピ](./llms/section.txt): 1 page\n"
    )
    assert texts["llms/guides.txt"] == (
        "# X: Guides\n\nBe kind.\n\n## Guides: A\n\n- [P0](./p0.md)\n- [P1](./p1.md)\n\n"
        "## Guides: B\n\n- [P0](./p0.md)\n"
    )


def test_no_index_of_a_large_site_is_too_long():
    sections = [
        LlmsSection(title="Small", pages=page_list(10)),
        LlmsSection(title="Large", pages=page_list(15_000)),
    ]
    texts = render_llms_indexes("X", "", sections, url_of=str)

    assert [*texts][:3] == ["llms.txt", "llms/small.txt", "llms/large.txt"]
    assert len(texts) > 4
    assert max(map(len, texts.values())) <= MAX_INDEX_BYTES
    assert "- [Large (2)](llms/large-2.txt): " in texts["llms.txt"]
    listed = [line for name, text in texts.items() if "/" in name for line in text.splitlines()]
    expected = [
        f"- [P{number}](./p{number}.md)" for count in (10, 15_000) for number in range(count)
    ]
    assert [line for line in listed if line.startswith("- ")] == expected


def test_a_page_among_all_pages_says_where_it_is_from():
    assert page_with_source("# Title\n\nText.\n", "https://x.y/") == (
        "# Title\nSource: <https://x.y/>\n\nText."
    )
