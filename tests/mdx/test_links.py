"""Links that Markdown shows as text because of a mistake in their syntax, and numbered anchors."""

import pytest
from markdown_it import MarkdownIt

from sphinx_sitejson.common.characters import anchors_numbered_from_two
from sphinx_sitejson.mdx.markdown_plugins import find_failed_links


def found(text: str) -> list[str]:
    (inline,) = [token for token in MarkdownIt().parse(text) if token.type == "inline"]
    texts = [child.content for child in inline.children or [] if child.type == "text"]
    return [message for _position, message in find_failed_links(inline.content, texts)]


SPACE = ', since its URL contains a space; write "%20" instead of the space.'


@pytest.mark.parametrize(
    ("text", "shown", "cure"),
    [
        ("See [the guide](my guide.md) now.", "[the guide](my guide.md)", SPACE),
        ("![A map](/images/the map.png)", "![A map](/images/the map.png)", SPACE),
        ("See [the guide] (/guide).", "[the guide] (/guide)",
         '; to make it a link, remove the space between "]" and "(".'),
        ("See [the guide](https://a.test/b\nand more.", "[the guide](https://a.test/b",
         ', since the link is not closed; add ")" after its URL.'),
        ('[A](/a "Title) b', '[A](/a "Title)',
         "; put the title of the link between quotation marks, after the URL."),
    ],
)  # fmt: skip
def test_a_link_with_a_mistake_is_described_with_its_cure(text, shown, cure):
    assert found(text) == [f'"{shown}" is shown as text{cure}']


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
def test_other_text_is_no_link(text):
    assert found(text) == []


THREE = "## Use it\n\n## Use it\n\n### Use it ###\n"


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("[a](#use-it-3)", ["use-it"]),
        ("[a](#use-it-2) <a href='#use-it-3'>b</a>", ["use-it"]),
        # The third one is "use-it-2" where the second is "use-it-1".
        ("[a](#use-it-2)", []),
        ("[a](#use-it-1) [b](#use-it-3)", []),
        ("[a](#use-it-4)", []),
        ("[a](#other-2)", []),
    ],
)
def test_links_show_how_repeated_anchors_are_numbered(links, expected):
    assert [*anchors_numbered_from_two(f"{THREE}\n{links}\n")] == expected
