"""Shows how a text is read, in a short notation, and reads files of cases."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.markdown_plugins import autolink_plugin, mdx_plugin
from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS, KnownTags

FIXTURES = Path(__file__).parent / "fixtures"

BLOCKS = frozenset(
    ["Note", "Tip", "Info", "Card", "CardGroup", "Steps", "Step", "Tab", "Tabs", "CodeGroup"]
)
INLINE = frozenset(["Icon", "Tooltip", "Badge", "Latex"])
OTHERS = frozenset(["A", "X.Y"]) | INLINE
KNOWN_TAGS = KnownTags(components=BLOCKS | OTHERS, blocks=BLOCKS, inline=INLINE | INLINE_ELEMENTS)


@dataclass(frozen=True, slots=True)
class Case:
    """An input and what is expected of it."""

    name: str
    given: str
    expected: str


def cases_of(file: str) -> Iterator[Case]:
    """Read the cases of a file: ``===``, a name, the input, ``---`` and what is expected."""
    for part in (FIXTURES / file).read_text(encoding="utf-8").split("=== ")[1:]:
        name, _newline, rest = part.partition("\n")
        given, _line, expected = rest.rpartition("\n---\n")
        yield Case(
            name or given[:40], given.replace("␍", "\r"), expected.strip().replace("⏎", "\n")
        )


@cache
def parser() -> MarkdownIt:
    """Return a parser that knows a few components."""
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md.options["strikethrough_single_tilde"] = True
    md.use(autolink_plugin).use(formula_plugin)
    return md.use(mdx_plugin, known_tags=KNOWN_TAGS)


def structure(text: str) -> str:
    """Return how a text is read."""
    tree = SyntaxTreeNode(parser().parse(text, {}))
    return _children(tree) or "(nothing)"


SHORT = {
    "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li",
    "blockquote": "bq", "softbreak": "NL", "hardbreak": "BR",
}  # fmt: skip


def _children(node: SyntaxTreeNode) -> str:
    return " ".join(part for part in map(_shown, node.children) if part)


def _shown(node: SyntaxTreeNode) -> str:
    kind = node.type
    if kind in ("inline", "thead", "tbody"):
        return _children(node)
    if kind in ("text", "text_special"):
        return f'"{node.content}"' if node.content else ""
    if kind == "fence":
        return f'fence[{node.info}]"{node.content.rstrip()}"'
    if kind == "code_inline":
        return f'code"{node.content}"'
    if kind.startswith("math_"):
        return f'{kind}"{node.content.strip()}"'
    if kind.startswith("mdx_"):
        return _shown_jsx(node)
    if kind == "image":
        return f'image("{node.content}")'
    if kind == "table":
        rows = (row for part in node.children for row in part.children)
        return f"table({' | '.join(map(_children, rows))})"
    name = f"link[{node.attrs['href']}]" if kind == "link" else SHORT.get(kind, kind)
    if kind == "heading":
        name = node.tag
    inner = _children(node)
    return f"{name}({inner})" if inner else name


def _shown_jsx(node: SyntaxTreeNode) -> str:
    mark = node.meta["mark"]
    if node.type == "mdx_expression":
        return f"expr{mark.source}"
    if node.type == "mdx_dropped":
        return ""
    name = mark.element.name or "<>"
    raw = [value for name, _kind, value in mark.tag.attributes if name == "children"]
    inner = f'raw "{raw[0]}"' if raw else _children(node)
    shown = f"{'B' if node.type == 'mdx_block' else 'I'}:{name}"
    return f"{shown}({inner})" if inner else shown
