"""Texts of documents: CommonMark with tables, in which nothing becomes live markup.

HTML that only lays out the text is read as Markdown, all other HTML is shown as text, and there
are no directives and no roles: documents are untrusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from urllib.parse import unquote

from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from sphinx_sitejson.common.html_markup import without_html
from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.openapi.raw import schema_name, unescape_pointer_part

from .markdown_writer import MarkdownWriter
from .nodes import Nodes


class text_element(nodes.Inline, nodes.TextElement):
    """A line break, struck text or image: ``tag`` and ``attributes``.

    Its content is for formats that have no such element: the link to an image, for example.
    """


class text_rule(nodes.General, nodes.Element):
    """A horizontal rule, which is allowed anywhere, unlike a transition."""


# Written by ourselves: ``#role/schema/openapi.json%23Pet``.
_ROLE_LINK = re.compile(r"#role/(?P<kind>op|schema)/(?P<target>.+)")
_NAMED_PART = re.compile(r"#/?(?:tags?|(?P<op>operations?))/(?P<name>[^/]+)")
_PATH = re.compile(r"#/paths/(?P<path>[^/]+)/(?P<method>[a-z]+)")
_SECTION = re.compile(r"#/?(?:section/)?(?P<path>[^#\s]+)")


def parse_part_link(url: str) -> tuple[str, str] | None:
    """Return role and target of a link such as ``#operation/listPets``, if it is one."""
    if name := schema_name(url):
        return "schema", name
    if match := _ROLE_LINK.fullmatch(url):
        return match["kind"], unquote(match["target"])
    if match := _PATH.fullmatch(url):
        return "op", f"{match['method'].upper()} {unescape_pointer_part(match['path'])}"
    if match := _NAMED_PART.fullmatch(url):
        return "op" if match["op"] else "tag", unquote(match["name"])
    return None


def parse_fragment_link(url: str) -> tuple[str, str] | None:
    """Return role and target as ``parse_part_link`` does, or the heading for any other fragment."""
    if part := parse_part_link(url):
        return part
    match = _SECTION.fullmatch(url)
    # Of a heading inside others, tools write the way there.
    return ("heading", unquote(match["path"]).rpartition("/")[2]) if match else None


Resolve = Callable[[str], str]

SAFE_LINKS = ("https://", "http://", "mailto:")
SAFE_IMAGES = ("https://",)
IMAGE_ATTRIBUTES = {"loading": "lazy", "referrerpolicy": "no-referrer"}
MAX_CACHED_TEXTS = 20_000
MAX_COLUMN_WIDTH = 40


_MARKDOWN = (
    MarkdownIt("commonmark", {"html": True, "alerts": True})
    .enable(["table", "strikethrough"])
    .use(limits_plugin)
)


def text_to_html(text: str, resolve: Resolve = lambda url: "") -> Markup:
    """Render a text as HTML; each distinct text once.

    :param resolve: returns the URL of a link into the document, "" if there is none.
    """
    # The title of an alert is in the language of the build.
    if "](#" in text or "[!" in text:
        return _render(text, resolve)
    return _render_cached(text)


def _tokens(text: str) -> list[Token]:
    return list(without_html(_MARKDOWN.parse(text), _MARKDOWN))


def _render(text: str, resolve: Resolve = lambda url: "") -> Markup:
    tokens = _tokens(text)
    for index, token in enumerate(tokens):
        if token.type == "alert_open":
            _make_admonition(token, *tokens[index + 1 : index + 3])
        if token.type == "heading_open" or token.type == "heading_close":
            # Headings of a text are only strong text, not headings of the page.
            token.tag = "p"
            if token.nesting > 0:
                token.attrSet("class", "sj-text-heading")
        if token.children:
            token.children = list(_safe_inline(token.children, resolve))
    return Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


_render_cached = lru_cache(maxsize=MAX_CACHED_TEXTS)(_render)


def _make_admonition(alert: Token, title: Token, title_token: Token) -> None:
    """Convert an alert, ``> [!NOTE]``, to an admonition, which every theme supports."""
    kind = alert.info.lower()
    alert.attrs = {"class": f"admonition {kind}"}
    title.attrs = {"class": "admonition-title"}
    title_token.children = [Token("text", "", 0, content=str(admonitionlabels[kind]))]


def _safe_inline(tokens: Sequence[Token], resolve: Resolve) -> Iterator[Token]:
    closing: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            url = str(token.attrGet("href") or "")
            resolved = resolve(url) if url.startswith("#") else ""
            closing.append(bool(resolved) or is_safe_link(url))
            if resolved:
                token.attrSet("href", resolved)
            elif closing[-1]:
                token.attrSet("rel", "noopener nofollow")
            if closing[-1]:
                yield token
        elif token.type == "link_close":
            if closing.pop():
                yield token
        elif token.type == "image":
            yield _safe_image(token)
        else:
            yield token


def _safe_image(token: Token) -> Token:
    if str(token.attrGet("src") or "").startswith(SAFE_IMAGES):
        for name, value in IMAGE_ATTRIBUTES.items():
            token.attrSet(name, value)
        return token
    return Token("text", "", 0, content=token.content)


def is_safe_link(url: str) -> bool:
    """Whether a link of a document may be followed."""
    return url.lower().startswith(SAFE_LINKS)


def text_to_nodes(text: str) -> Nodes:
    """Turn a text into ordinary nodes, for every builder."""
    return block_nodes(text_tree(text).children)


def text_tree(text: str) -> SyntaxTreeNode:
    """Return a text as a tree in which nothing is HTML any more."""
    return SyntaxTreeNode(_tokens(text))


def block_nodes(children: Iterable[SyntaxTreeNode]) -> Nodes:
    """Turn parts of such a tree into ordinary nodes."""
    return [_BLOCKS[child.type](child) for child in children if child.type in _BLOCKS]


def line_to_nodes(text: str) -> Nodes:
    """Turn a line of text into ordinary nodes; nothing in it begins a list or a heading."""
    return _inline_nodes(SyntaxTreeNode(list(without_html(_MARKDOWN.parseInline(text), _MARKDOWN))))


def _paragraph(node: SyntaxTreeNode) -> nodes.Node:
    return nodes.paragraph("", "", *_inline_nodes(node))


def _code(node: SyntaxTreeNode) -> nodes.Node:
    language = next(iter(node.info.split()), "none")
    try:
        get_lexer_by_name(language)
    except ClassNotFound:
        language = "none"
    text = node.content.rstrip("\n")
    return nodes.literal_block(text, text, language=language, force=True)


def _list(node: SyntaxTreeNode) -> nodes.Node:
    items = [nodes.list_item("", *block_nodes(item.children)) for item in node.children]
    if node.type == "bullet_list":
        return nodes.bullet_list("", *items)
    start = int(node.attrs.get("start") or 1)
    return nodes.enumerated_list("", *items, start=start, enumtype="arabic", prefix="", suffix=".")


def _table(node: SyntaxTreeNode) -> nodes.Node:
    rows = [
        nodes.row("", *(nodes.entry("", _paragraph(cell)) for cell in row.children))
        for part in node.children
        for row in part.children
    ]
    columns = list(zip_longest(*(row.children for row in rows)))
    group = nodes.tgroup("", cols=len(columns))
    group += [nodes.colspec(colwidth=_width(column)) for column in columns]
    heads = sum(len(part.children) for part in node.children if part.type == "thead")
    if heads:
        group += nodes.thead("", *rows[:heads])
    # docutils requires a row, and LaTeX fails without one.
    body = rows[heads:] or [nodes.row("", *(nodes.entry() for _ in columns))]
    group += nodes.tbody("", *body)
    return nodes.table("", group)


def _width(column: Iterable[nodes.Node | None]) -> int:
    """Return how wide a column of plain text is: as its longest cell, within reason."""
    longest = max((len(cell.astext()) for cell in column if cell is not None), default=1)
    return min(max(longest + 2, 3), MAX_COLUMN_WIDTH)


def _alert(node: SyntaxTreeNode) -> nodes.Node:
    # An admonition has its title already.
    admonition: type[nodes.Element] = getattr(nodes, node.info.lower())
    return admonition("", *block_nodes(node.children[1:]))


_BLOCKS: dict[str, Callable[[SyntaxTreeNode], nodes.Node]] = {
    "paragraph": _paragraph,
    "heading": lambda node: nodes.paragraph("", "", nodes.strong("", "", *_inline_nodes(node))),
    "fence": _code,
    "code_block": _code,
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": lambda node: nodes.block_quote("", *block_nodes(node.children)),
    "alert": _alert,
    "table": _table,
    "hr": lambda node: text_rule(),
}
_SPANS = {
    "em": nodes.emphasis,
    "strong": nodes.strong,
    "sup": nodes.superscript,
    "sub": nodes.subscript,
}


def _inline_nodes(node: SyntaxTreeNode) -> Nodes:
    return [inline_node for part in node.children for inline_node in _inlines(part)]


def _inlines(node: SyntaxTreeNode) -> Iterator[nodes.Node]:
    kind = node.type
    if kind == "text":
        yield nodes.Text(node.content)
    elif kind == "softbreak":
        yield nodes.Text("\n")
    elif kind == "hardbreak":
        yield text_element("", "", nodes.Text("\n"), tag="br", attributes={})
    elif kind == "s":
        yield text_element("", "", *_inline_nodes(node), tag="s", attributes={})
    elif kind == "code_inline":
        yield nodes.literal(text=node.content)
    elif kind in _SPANS:
        yield _SPANS[kind]("", "", *_inline_nodes(node))
    elif kind == "link":
        yield from _link(node)
    elif kind == "image":
        yield from _image(node)
    else:
        yield from _inline_nodes(node)


def _link(node: SyntaxTreeNode) -> Iterator[nodes.Node]:
    url = str(node.attrs.get("href") or "")
    content = _inline_nodes(node)
    for link in [link for inline in content for link in inline.findall(nodes.reference)]:
        # Of an image; there is no link inside of a link.
        link.replace_self(link.children)
    if part := parse_fragment_link(url):
        kind, target = part
        yield addnodes.pending_xref(
            "",
            nodes.inline("", "", *content),
            refdomain="openapi",
            reftype=kind,
            reftarget=target,
            refexplicit=True,
            refwarn=False,
        )
    elif is_safe_link(url):
        yield nodes.reference("", "", *content, refuri=url)
    else:
        yield from content


def _image(node: SyntaxTreeNode) -> Iterator[nodes.Node]:
    """Yield an image, with a link to it for formats that cannot load it from another host."""
    url = str(node.attrs.get("src") or "")
    label = node.content or url
    if url.startswith(SAFE_IMAGES):
        link = nodes.reference("", label, refuri=url)
        attributes = {"src": url, "alt": node.content, **IMAGE_ATTRIBUTES}
        yield text_element("", "", link, tag="img", attributes=attributes)
    else:
        yield nodes.Text(label)


_SAFE_DIRECTIVES = frozenset(
    ("attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning")
)
_SAFE_ROLES = frozenset(("emphasis", "strong", "literal", "sub", "sup", "subscript", "superscript"))
_CODE = re.compile(
    r"^(?P<indent>[ \t]*)\.\. (?:code|code-block|sourcecode)::.*$(?:\n[ \t]+:[\w-]+:.*$)*",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:\|[^|\n]+\| )?(?P<name>[\w:+.-]+)::", re.MULTILINE)
_ROLE = re.compile(r"(?<![\w`:]):(?P<name>[a-z][\w:+.-]*):`(?P<text>[^`\n]+)`")
_WITH_TARGET = re.compile(r"^(?P<words>.+?)\s*<[^<>]+>$", re.DOTALL)

_SETTINGS = {
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": "",
    "raw_enabled": False,
    "file_insertion_enabled": False,
    "doctitle_xform": False,
    "smart_quotes": False,
    "_disable_config": True,
}


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def rst_to_commonmark(text: str) -> str:
    """Convert reStructuredText to CommonMark: ``:ref:`x``` gives ```x```; invalid texts stay."""
    prepared = _ROLE.sub(_plain_role, _CODE.sub(r"\g<indent>::", text))
    names = {match["name"] for match in _DIRECTIVE.finditer(prepared)}
    if not names <= _SAFE_DIRECTIVES:
        return text
    try:
        tree = publish_doctree(prepared, settings_overrides=dict(_SETTINGS))
    except Exception:
        # Directives of other extensions may replace safe directives of the same name.
        return text
    for reference in list(tree.findall(nodes.title_reference)):
        reference.replace_self(nodes.literal(text=reference.astext()))
    return MarkdownWriter(str, lambda block: "").page(tree).strip()


def _plain_role(found: re.Match[str]) -> str:
    """Show the target of a Sphinx role as a literal, since it cannot be resolved here."""
    if found["name"] in _SAFE_ROLES:
        return found[0]
    match = _WITH_TARGET.match(found["text"])
    text = match["words"] if match else found["text"].lstrip("!~")
    return f"``{text}``"
