"""Links that Markdown shows as text because of a mistake in their syntax."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from sphinx_sitejson.mdx.markdown_plugins import find_failed_links


def found(text: str) -> list[str]:
    (inline,) = [token for token in MarkdownIt().parse(text) if token.type == "inline"]
    texts = [child.content for child in inline.children or [] if child.type == "text"]
    return [link.message for link in find_failed_links(inline.content, texts)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "See [the guide](my guide.md) now.",
            '"[the guide](my guide.md)" is shown as text, since its URL contains a space; write '
            '"%20" instead of the space.',
        ),
        (
            "![A map](/images/the map.png)",
            '"![A map](/images/the map.png)" is shown as text, since its URL contains a space; '
            'write "%20" instead of the space.',
        ),
        (
            "See [the guide] (/guide).",
            '"[the guide] (/guide)" is shown as text; to make it a link, remove the space between '
            '"]" and "(".',
        ),
        (
            "See [the guide](https://example.com/a\nand more.",
            '"[the guide](https://example.com/a" is shown as text, since the link is not closed; '
            'add ")" after its URL.',
        ),
        (
            '[A](/a "Title) b',
            '"[A](/a "Title)" is shown as text; put the title of the link between quotation '
            "marks, after the URL.",
        ),
    ],
)
def test_a_link_with_a_mistake_is_described_with_its_cure(text: str, message: str) -> None:
    assert found(text) == [message]


@pytest.mark.parametrize(
    "text",
    [
        "[A](/a) and [B](<my file.md>) and [C](/c 'Title')",
        "`[A](my file.md)` and `[B] (/b)`",
        r"\[A](my file.md) and \[B\] (/b)",
        "[x] (a remark) and [optional](see the text below)",
        "Call handlers[name](my arg) or list[0](/a b)",
        "A source [1] (https://example.com)",
        "[A](/a\n'Title')",
        "[A](/a) then [A] and (/b)",
    ],
)
def test_other_text_is_no_link(text: str) -> None:
    assert found(text) == []
