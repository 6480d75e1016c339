"""Turns HTML elements of MDX pages into nodes, so that links and images in them work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.html_attributes import dropped_attributes, html_attributes, style_text
from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS, VOID_ELEMENTS
from sphinx_sitejson.mdx.url_schemes import is_outside_the_site
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content
from sphinx_sitejson.sphinx_ext.components.html_nodes import (
    EMBEDDED,
    NEEDS_TARGET,
    HtmlNode,
    html_block,
    html_inline,
    html_text,
    in_paragraphs,
    is_space,
)
from sphinx_sitejson.sphinx_ext.links.page_links import (
    image_node,
    link_node,
    project_file,
    why_no_file,
)

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall, PropValue

Build = Callable[["ComponentCall"], Sequence[nodes.Node]]

LEFT_OUT = frozenset(
    [
        "script",
        "base",
        "meta",
        "link",
        "html",
        "head",
        "body",
        "title",
        "noscript",
        "template",
        "dialog",
    ]
)
"""Elements that change the page around the text, or run code."""

_SIZE = re.compile(r"\s*(\d{1,5}(?:\.\d+)?)\s*(px|%|em|rem|ex|cm|mm|in|pt|pc)?\s*")
_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([^;]+)")
_BREAK = "\x00"
"""Stands for ``<br />`` in the text of code, in which line ends mean something."""
_WORDS = frozenset(
    [
        "summary",
        "button",
        "label",
        "li",
        "td",
        "th",
        "caption",
        "figcaption",
        "legend",
        "dt",
        "option",
    ]
)
"""Elements in which a single paragraph is only words."""


def build_html(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return the nodes of an element of HTML."""
    # The maker of links reports their addresses itself.
    refused = [
        name
        for name in dropped_attributes(call.props, call.name)
        if (call.name, name) != ("a", "href")
    ]
    if refused:
        names = ", ".join(quoted(name) for name in refused)
        call.report(
            ProblemCode.UNSAFE_ADDRESS, f"<{call.name}>: {names} would run code; it is left out."
        )
    build = _BUILDERS.get(call.name)
    if build is not None:
        return build(call)
    if call.name in LEFT_OUT:
        call.report(ProblemCode.MDX_TAG, f"<{call.name}> has no place in a page; it is left out.")
        return []
    return [element(call)]


def element(call: ComponentCall, children: Sequence[nodes.Node] | None = None) -> HtmlNode:
    """Return an element as it is written, with correct HTML names."""
    children = call.children if children is None else children
    attributes = html_attributes(call.props, call.name)
    node: HtmlNode
    if call.is_inline:
        node = html_inline("", "", *inline_content(children))
    elif call.name in _WORDS and (words := only_words(children)) is not None:
        node = html_text("", "", *words)
    else:
        node = html_block("", *children)
    node["tag"] = call.name
    own_id = attributes.pop("id", None)
    if own_id:
        node["ids"].append(own_id)
    node["classes"] += mode_classes(attributes.pop("class", None) or "")
    node["attributes"] = attributes
    node.source, node.line = call.source, call.line
    take_files(call, node)
    return node


def take_files(call: ComponentCall, node: HtmlNode) -> None:
    """Have the files of the project copied that an element shows."""
    if call.name not in EMBEDDED and call.name not in ("track", "input", "image"):
        return
    attributes = node["attributes"]
    for name in ("src", "poster", "data"):
        address = attributes.get(name)
        if not address or is_outside_the_site(address):
            continue
        file = project_file(call.env, address)
        if file is not None:
            copied = call.env.dlfiles.add_file(call.env.docname, file)
            node["files"] = {**node.get("files", {}), name: str(copied)}
            call.env.note_dependency(file)
        elif call.name != "iframe":
            reason = why_no_file(call.env, address)
            call.report(ProblemCode.MISSING_FILE, f"the file {quoted(address)} {reason}.")


def mode_classes(classes: str) -> list[str]:
    """Return the classes; a pair for one mode only gets the names that themes know."""
    names = classes.split()
    if "dark:hidden" in names:
        return ["only-light", *(name for name in names if name not in ("block", "dark:hidden"))]
    shown_in_dark = {"dark:block", "dark:inline", "dark:inline-block", "dark:flex"} & set(names)
    if "hidden" in names and shown_in_dark:
        hidden = {"hidden", *shown_in_dark}
        return ["only-dark", *(name for name in names if name not in hidden)]
    return names


def only_words(children: Sequence[nodes.Node]) -> list[nodes.Node] | None:
    """Return the words of what is one paragraph, or nothing."""
    if len(children) == 1 and isinstance(children[0], nodes.paragraph):
        return list(children[0].children)
    is_inline = all(isinstance(child, nodes.Text | nodes.Inline) for child in children)
    return list(children) if is_inline else None


def in_place(call: ComponentCall, *made: nodes.Node) -> Sequence[nodes.Node]:
    """Put words that stand where a block is expected into a paragraph."""
    if call.is_inline:
        return made
    paragraph = nodes.paragraph("", "", *made)
    paragraph.source, paragraph.line = call.source, call.line
    return [paragraph]


def _image(call: ComponentCall) -> Sequence[nodes.Node]:
    src = attribute_text(call.props.get("src"))
    if not src:
        call.report(ProblemCode.MISSING_FILE, '<img>: "src" is missing; there is nothing to show.')
        return []
    alt = attribute_text(call.props.get("alt"))
    image = image_node(src, env=call.env, source=call.source, line=call.line, alt=alt)
    style = style_text(call.props.get("style"))
    if isinstance(image, nodes.image):
        sizes: dict[str, object] = dict(_STYLE_SIZE.findall(style))
        sizes.update({key: call.props[key] for key in ("width", "height") if key in call.props})
        for name in ("width", "height"):
            if size := size_of(sizes.get(name)):
                image[name] = size
        if image.get("height", "").endswith("%"):
            del image["height"]
        align = attribute_text(call.props.get("align"))
        if align in ("left", "center", "right"):
            image["align"] = align
    for name in ("className", "class"):
        image["classes"] += mode_classes(attribute_text(call.props.get(name)))
    add_id(call, image)
    extra = _STYLE_SIZE.sub("", style).strip("; ")
    return in_place(call, _styled(image, extra) if extra else image)


def _styled(image: nodes.Element, style: str) -> nodes.Element:
    """Return a frame with the style of an image, which docutils would leave out."""
    # Sphinx would not see that the frame stands in a link, and put another one into it.
    image["classes"].append("no-scaled-link")
    clip = "; overflow: hidden" if "radius" in style else ""
    frame = html_inline("", "", image, tag="span")
    frame["attributes"] = {"style": f"display: inline-block; {style}{clip}"}
    return frame


def size_of(value: object) -> str:
    """Return a width or height as docutils wants it, or nothing."""
    found = _SIZE.fullmatch(str(value)) if value not in (None, True, False) else None
    if found is None:
        return ""
    return f"{found[1]}{found[2] or ''}".replace("rem", "em")


def attribute_text(value: PropValue | object) -> str:
    """Return a value as text; what is no text is nothing."""
    return str(value).strip() if isinstance(value, str | int | float) and value is not True else ""


def _link(call: ComponentCall) -> Sequence[nodes.Node]:
    words = inline_content(call.children)
    href = attribute_text(call.props.get("href"))
    if not href:
        target = nodes.inline("", "", *words)
        add_id(call, target, "id", "name")
        return in_place(call, target) if words or target["ids"] else []
    link = link_node(href, *words, env=call.env, source=call.source, line=call.line)
    add_id(call, link, "id", "name")
    for name in ("className", "class"):
        link["classes"] += attribute_text(call.props.get(name)).split()
    if attribute_text(call.props.get("target")) == "_blank" and isinstance(link, nodes.reference):
        link["target"], link["rel"] = "_blank", "noopener"
    return in_place(call, link)


def _paragraph(call: ComponentCall) -> Sequence[nodes.Node]:
    if call.is_inline:
        return [element(call)]
    attributes = html_attributes(call.props, call.name)
    if not attributes:
        return call.children
    words = only_words(call.children)
    if words is None or set(attributes) - {"class"}:
        return [element(call)] if words is None else [_styled_paragraph(call, words)]
    return [nodes.paragraph("", "", *words, classes=mode_classes(attributes["class"] or ""))]


def _styled_paragraph(call: ComponentCall, words: list[nodes.Node]) -> nodes.Node:
    node = element(call, ())
    made = html_text("", "", *words, **node.attributes)
    made.source, made.line = call.source, call.line
    return made


def _node(kind: type[nodes.TextElement]) -> Build:
    def build(call: ComponentCall) -> Sequence[nodes.Node]:
        if html_attributes(call.props, call.name):
            return _inline(call)
        return in_place(call, kind("", "", *inline_content(call.children)))

    return build


def _code(call: ComponentCall) -> Sequence[nodes.Node]:
    lines = code_text(inline_content(call.children)).split(_BREAK)
    if not any(lines):
        return [*in_place(call, *_anchor(call))] if _anchor(call) else []
    code = [part for line in lines for part in (line_break(), nodes.literal(line, line))][1:]
    add_id(call, code[0])
    for part in code[::2]:
        add_classes(call, part)
    return in_place(call, *code)


def _preformatted(call: ComponentCall) -> Sequence[nodes.Node]:
    words = inline_content(call.children, between="\n")
    text = code_text(words).replace(_BREAK, "\n").strip("\n")
    block = nodes.literal_block(text, text, language="text")
    if _has_more_than_text(call.children):
        words = [nodes.Text("\n") if is_line_break(word) else word for word in words]
        # A source that is not its text: Sphinx colors no such block, and keeps what is in it.
        block = nodes.literal_block("".join(map(str, words)), "", *words)
    block.source, block.line = call.source, call.line
    add_id(call, block)
    add_classes(call, block)
    return [block] if text else []


def code_text(content: Iterable[nodes.Node]) -> str:
    """Return the text of code, with a mark for each ``<br />``; a line ends there only once."""
    parts = []
    for node in content:
        if is_line_break(node):
            parts.append(_BREAK)
        elif isinstance(node, nodes.Element) and not isinstance(node, nodes.image):
            parts.append(code_text(node.children))
        else:
            parts.append(node.astext())
    return "".join(parts).replace(f"{_BREAK}\n", _BREAK)


def line_break() -> html_inline:
    """Return the end of a line."""
    return html_inline(tag="br", attributes={})


def is_line_break(node: nodes.Node) -> bool:
    """Whether a node is the end of a line."""
    return isinstance(node, html_inline) and node["tag"] == "br"


def _has_more_than_text(children: Sequence[nodes.Node]) -> bool:
    """Whether there are links and the like among words; code is only text here."""
    words = nodes.Text | nodes.Inline | nodes.paragraph
    is_words = all(isinstance(child, words) for child in children)
    found = (node for child in children for node in child.findall(nodes.Element))
    return is_words and not all(map(_is_plain_text, found))


def _is_plain_text(node: nodes.Node) -> bool:
    is_code = isinstance(node, nodes.literal) or is_line_break(node)
    return is_code or not isinstance(node, nodes.Inline)


def _inline(call: ComponentCall) -> Sequence[nodes.Node]:
    if call.is_inline:
        return [element(call)]
    inline = html_inline("", "", *inline_content(call.children))
    attributes = html_attributes(call.props, call.name)
    if own_id := attributes.pop("id", None):
        inline["ids"].append(own_id)
    inline["classes"] += mode_classes(attributes.pop("class", None) or "")
    inline["tag"], inline["attributes"] = call.name, attributes
    return in_place(call, inline)


def _list(kind: type[nodes.Element]) -> Build:
    def build(call: ComponentCall) -> Sequence[nodes.Node]:
        items = [child for child in call.children if not is_space(child)]
        if call.is_inline or not items or not all(is_item(child) for child in items):
            return [element(call)]
        made = kind("", *map(list_item, items))
        if kind is nodes.enumerated_list:
            made.attributes.update(enumtype="arabic", prefix="", suffix=".")
        add_classes(call, made)
        add_id(call, made)
        return [made]

    return build


def is_item(node: nodes.Node) -> bool:
    """Whether a node is an item of a list written in HTML."""
    return isinstance(node, html_block | html_text) and node["tag"] == "li"


def list_item(element: nodes.Node) -> nodes.list_item:
    """Return an item of a list written in HTML as docutils has it."""
    assert isinstance(element, html_block | html_text)
    item = nodes.list_item("", *in_paragraphs(element.children), ids=element["ids"])
    item["classes"] += element["classes"]
    item[NEEDS_TARGET] = bool(element["ids"])
    return item


def _quote(call: ComponentCall) -> Sequence[nodes.Node]:
    if call.is_inline:
        return [element(call)]
    quote = nodes.block_quote("", *call.children)
    add_id(call, quote)
    add_classes(call, quote)
    return [quote] if call.children else _anchor(call)


def add_classes(call: ComponentCall, node: nodes.Element) -> None:
    """Give a node the classes of an element."""
    for name in ("className", "class"):
        node["classes"] += mode_classes(attribute_text(call.props.get(name)))


def add_id(call: ComponentCall, node: nodes.Element, *names: str) -> None:
    """Make the id of an element one of its node.

    :param names: the attributes that may have it.
    """
    for name in names or ("id",):
        if value := attribute_text(call.props.get(name)):
            node["ids"].append(value)
            # Most writers other than those of HTML show the ids of targets alone.
            node[NEEDS_TARGET] = True
            return


def _anchor(call: ComponentCall) -> list[nodes.Node]:
    """Return what is left of an element without content: the place that its id names."""
    target = nodes.target("", "")
    add_id(call, target)
    return [target] if target["ids"] else []


def _style(call: ComponentCall) -> Sequence[nodes.Node]:
    css = attribute_text(call.props.get("children"))
    if not css or "<" in css:
        return []
    style = html_text("", "", nodes.raw("", css, format="html"))
    style["tag"], style["attributes"] = "style", {}
    return [style]


_BUILDERS: dict[str, Build] = {
    "img": _image,
    "a": _link,
    "p": _paragraph,
    "b": _node(nodes.strong),
    "strong": _node(nodes.strong),
    "i": _node(nodes.emphasis),
    "em": _node(nodes.emphasis),
    "sub": _node(nodes.subscript),
    "sup": _node(nodes.superscript),
    "code": _code,
    "tt": _code,
    "pre": _preformatted,
    "ul": _list(nodes.bullet_list),
    "ol": _list(nodes.enumerated_list),
    "blockquote": _quote,
    "style": _style,
}
for _name in INLINE_ELEMENTS - set(_BUILDERS) - VOID_ELEMENTS:
    _BUILDERS[_name] = _inline
