"""The Markdown of Material for MkDocs, as tokens."""

import pytest
from markdown_it import MarkdownIt

from sphinx_sitejson.mdx.markdown_plugins import emoji_plugin, key_name, material_plugin

EMOJI = {"rocket": "R", "+1": "T"}


def parse(text: str) -> str:
    """Return the inline tokens of a text: marks in brackets, keys and abbreviations in braces."""
    md = MarkdownIt().use(material_plugin)
    md.use(emoji_plugin, find_emoji=lambda name: EMOJI.get(name, ""))
    signs = {"mark_open": "[", "mark_close": "]", "softbreak": "/"}
    found = []
    for block in md.parse(text):
        for token in block.children or ():
            keys = token.meta.get("keys")
            meaning = token.meta.get("meaning")
            shown = f"{{{token.content}: {meaning}}}" if meaning else token.content
            found.append(f"{{{', '.join(keys)}}}" if keys else signs.get(token.type, shown))
    return "".join(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ==b c== d", "a [b c] d"),
        ("==b==.", "[b]."),
        ("==a `==` b==", "[a == b]"),
        ("a == b == c", "a == b == c"),
        ("a==b==c", "a==b==c"),
        ("a === b ===> c ==", "a === b ===> c =="),
        ("==a", "==a"),
        ("[==a==](b)", "[a]"),
        ("`==a==`", "==a=="),
        ("++ctrl+alt+del++", "{Ctrl, Alt, Del}"),
        ('++cmd+"My key"+page-up++!', "{Cmd, My key, Page Up}!"),
        ("C++ and i++ + ++j", "C++ and i++ + ++j"),
        ("+++a+++", "+++a+++"),
        (":rocket: :+1: :other: 10:30:45 a:rocket:b", "R T :other: 10:30:45 a:rocket:b"),
        ("`:rocket:`", ":rocket:"),
        ("HTML, XHTML\n\n*[HTML]: A language", "{HTML: A language}, XHTML"),
        ("The HTML5 HTML\n*[HTML]: One\n*[HTML5]: Two", "The {HTML5: Two} {HTML: One}"),
        ("`HTML`\n\n*[HTML]: A language", "HTML"),
        ("*[not a definition]", "*[not a definition]"),
    ],
)
def test_text(text, expected):
    assert parse(text) == expected


def tree(text: str) -> list[str]:
    md = MarkdownIt().use(material_plugin)
    names = []
    for token in md.parse(text):
        if token.type.endswith("_open") and token.type != "paragraph_open":
            name = token.type.removesuffix("_open").removeprefix("content_")
            names.append(name + str(token.meta.get("title", "")))
        elif token.type in ("inline", "code_block"):
            names.append(token.content)
    return names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('=== "A"\n    one\n\n=== "B"\n\n    two', "tabs tabA one tabB two"),
        ('=== "A"\n    one\n===! "B"\n    two', "tabs tabA one tabs tabB two"),
        ('text\n=== "A"\n    one\n\nmore', "text tabs tabA one more"),
        ('=== "A"\n    === "B"\n        one', "tabs tabA tabs tabB one"),
        ('- x\n\n    === "A"\n\n        one', "bullet_list list_item x tabs tabA one"),
        ("Title\n===", "heading Title"),
        ('=== "A"', "tabs tabA"),
        ('    === "A"', '=== "A"\n'),
    ],
)  # fmt: skip
def test_tabs(text, expected):
    assert " ".join(tree(text)) == expected


def test_key_names():
    assert [key_name(name) for name in ("a", "F1", "arrow-up", "Control")] == [
        "A", "F1", "Up", "Ctrl"
    ]  # fmt: skip
