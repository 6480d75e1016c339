"""Pieces of Markdown."""

import pytest
from markdown_it import MarkdownIt

from sphinx_sitejson.common.markdown_text import (
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
        *("plain words", "2 * 3 * 4", "snake_case and _private_ and __init__", "[not a link](x)"),
        *("a `tick` and \\ slash", "x &lt; y", "# no heading", "- no item", "+ no item"),
        *("1. no number", "> no quote"),
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
def test_urls_with_special_characters(address):
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
