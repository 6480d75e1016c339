"""Build the nodes of HTML elements of MDX pages, so that links and images in them work."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from docutils import nodes

from sphinx_sitejson.appearance.utility_styles import MARK
from sphinx_sitejson.common.network.urls import is_external_url
from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.components.nodes import (
    EMBEDDED,
    NEEDS_TARGET,
    Component,
    ComponentCall,
    HtmlNode,
    Nodes,
    NodeSequence,
    element_line,
    html_block,
    html_inline,
    html_text,
    in_paragraphs,
    inline_content,
    is_space,
    set_location,
)
from sphinx_sitejson.components.props import author_classes, value_as_text
from sphinx_sitejson.components.props import image as component_image
from sphinx_sitejson.components.props import link as component_link
from sphinx_sitejson.mdx.html_attributes import (
    find_script_attributes,
    format_style,
    html_attributes,
)
from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS, VOID_ELEMENTS
from sphinx_sitejson.navigation.page_links import (
    explain_missing_file,
    project_file,
    suggest_missing_file,
)
from sphinx_sitejson.site_build.nodes import is_line_break

OMITTED_ELEMENTS = frozenset(
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
"""Elements that change the page outside of its text, or run code."""

_CURES = {
    "script": ' Add the script with "html_js_files" in conf.py.',
    "link": ' Add the style sheet with "html_css_files" in conf.py.',
}
"""What to do instead of using an element."""
_FRAME_OF_PAGE = frozenset({"html", "body"})
"""Elements whose content belongs to the page."""

_SIZE = re.compile(r"\s*(\d{1,5}(?:\.\d+)?)\s*(px|%|em|rem|ex|cm|mm|in|pt|pc)?\s*")
_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([^;]+)")
_BREAK = "\x00"
"""A placeholder for ``<br />`` in the text of code, in which line breaks are significant."""
_INLINE_CONTENT = frozenset(
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
        "p",
    ]
)
"""Elements in which a single paragraph is replaced by its content."""


def build_html(call: ComponentCall) -> NodeSequence:
    """Return the nodes of an HTML element."""
    tag = call.name
    unsafe = find_script_attributes(call.props, tag)
    # ``link_node`` reports unsafe URLs of links.
    names = ", ".join(quoted(name) for name in unsafe if (tag, name) != ("a", "href"))
    if names:
        message = f"<{tag}>: {names} would run code; it was ignored."
        call.report(ProblemCode.UNSAFE_ADDRESS, message)
    if build := _BUILDERS.get(tag):
        return build(call)
    if tag in OMITTED_ELEMENTS:
        message = f"<{tag}> is not allowed in a page; it was ignored."
        call.report(ProblemCode.MDX_TAG, message + _CURES.get(tag, ""))
        return call.children if tag in _FRAME_OF_PAGE else []
    return [build_element(call)]


def is_content_omitted(name: str) -> bool:
    """Return whether an element is ignored with everything in it."""
    return name in OMITTED_ELEMENTS - _FRAME_OF_PAGE


def build_element(call: ComponentCall) -> HtmlNode:
    """Return the node of an element with its attributes."""
    children = call.children
    attributes = html_attributes(call.props, call.name)
    node: HtmlNode
    if call.is_inline:
        node = html_inline("", "", *inline_content(children))
    elif call.name in _INLINE_CONTENT and (content := inline_children(children)) is not None:
        node = html_text("", "", *content)
    else:
        node = html_block("", *children)
    node["tag"] = call.name
    if explicit_id := attributes.pop("id", None):
        node["ids"].append(explicit_id)
    attributes.pop("class", None)
    node["classes"] += author_classes(call)
    node["attributes"] = attributes
    set_location(node, call)
    copy_element_files(call, node)
    return node


def copy_element_files(call: ComponentCall, node: HtmlNode) -> None:
    """Copy the project files that an element embeds."""
    env = call.env
    if call.name not in EMBEDDED and call.name not in ("track", "input", "image"):
        return
    attributes = node["attributes"]
    for name in ("src", "poster", "data"):
        url = attributes.get(name)
        if not url or is_external_url(url):
            continue
        file = project_file(env, url)
        if file is not None:
            copied = env.dlfiles.add_file(env.docname, file)
            node["files"] = {**node.get("files", {}), name: str(copied)}
            env.note_dependency(file)
        elif call.name != "iframe":
            reason = explain_missing_file(env, url)
            hint = suggest_missing_file(env, url)
            call.report(ProblemCode.MISSING_FILE, f"the file {quoted(url)} {reason}.{hint}")


def inline_children(children: NodeSequence) -> Nodes | None:
    """Return the inline nodes of a single paragraph or of inline children, or ``None``."""
    if len(children) == 1 and isinstance(children[0], nodes.paragraph):
        return list(children[0].children)
    is_inline = all(isinstance(child, nodes.Text | nodes.Inline) for child in children)
    return list(children) if is_inline else None


def wrap_inline(call: ComponentCall, *result: nodes.Node) -> NodeSequence:
    """Return inline nodes, on a line of their own where a block is expected."""
    if call.is_inline:
        return result
    return [set_location(element_line("", "", *result), call)]


def _content(call: ComponentCall) -> Nodes:
    """Return the content of an inline element, which has paragraphs if it is a block in MDX."""
    if call.is_inline:
        return inline_content(call.children)
    content: Nodes = []
    for child in call.children:
        if isinstance(child, nodes.paragraph) and not isinstance(child, element_line):
            child = html_inline("", "", *child.children, tag="p", attributes={})
        content += child.children if isinstance(child, element_line) else [child]
    return content


def _image(call: ComponentCall) -> NodeSequence:
    props = call.props
    src = value_as_text(props.get("src"))
    if not src:
        call.report(ProblemCode.MISSING_FILE, '<img>: "src" is missing; there is nothing to show.')
        return []
    image = component_image(call, src, value_as_text(props.get("alt")))
    style = format_style(props.get("style"))
    if isinstance(image, nodes.image):
        sizes = dict(_STYLE_SIZE.findall(style))
        for name in ("width", "height"):
            if size := parse_size(props.get(name, sizes.get(name))):
                image[name] = size
        if image.get("height", "").endswith("%"):
            del image["height"]
        align = value_as_text(props.get("align"))
        if align in ("left", "center", "right"):
            image["align"] = align
    add_id_and_classes(call, image)
    if MARK in image["classes"]:
        # The link that Sphinx adds would have the same classes.
        image["classes"].append("no-scaled-link")
    if extra := _STYLE_SIZE.sub("", style).strip("; "):
        # docutils would omit the style. Sphinx would not detect a link around the span.
        image["classes"].append("no-scaled-link")
        clip = "; overflow: hidden" if "radius" in extra else ""
        attributes = {"style": f"display: inline-block; {extra}{clip}"}
        image = html_inline("", "", image, tag="span", attributes=attributes)
    return wrap_inline(call, image)


def parse_size(value: object) -> str:
    """Return a width or height for docutils: ``20`` or ``1.5em``; empty if it is invalid."""
    match = _SIZE.fullmatch(str(value)) if value not in (None, True, False) else None
    if match is None:
        return ""
    return f"{match[1]}{match[2] or ''}".replace("rem", "em")


def _link(call: ComponentCall) -> NodeSequence:
    content = _content(call)
    href = value_as_text(call.props.get("href"))
    if not href:
        target = nodes.inline("", "", *content)
        add_id(call, target, "id", "name")
        return wrap_inline(call, target) if content or target["ids"] else []
    link = component_link(call, href, *content)
    add_id(call, link, "id", "name")
    link["classes"] += author_classes(call)
    if value_as_text(call.props.get("target")) == "_blank" and isinstance(link, nodes.reference):
        link["target"], link["rel"] = "_blank", "noopener"
    return wrap_inline(call, link)


def _paragraph(call: ComponentCall) -> NodeSequence:
    if call.is_inline or html_attributes(call.props, call.name):
        return [build_element(call)]
    # The text of ``<p>text</p>`` is none yet.
    lines = in_paragraphs(call.children)
    return [
        set_location(nodes.paragraph(line.rawsource, "", *line.children), line)
        if isinstance(line, element_line)
        else line
        for line in lines
    ]


_MARKUP: dict[str, type[nodes.TextElement]] = {
    "b": nodes.strong,
    "strong": nodes.strong,
    "i": nodes.emphasis,
    "em": nodes.emphasis,
    "sub": nodes.subscript,
    "sup": nodes.superscript,
}


def _markup(call: ComponentCall) -> NodeSequence:
    if html_attributes(call.props, call.name):
        return _inline(call)
    return wrap_inline(call, _MARKUP[call.name]("", "", *inline_content(call.children)))


def _code(call: ComponentCall) -> NodeSequence:
    lines = code_text(inline_content(call.children)).split(_BREAK)
    if not any(lines):
        anchor = _anchor(call)
        return wrap_inline(call, *anchor) if anchor else []
    code = [part for line in lines for part in (line_break(), nodes.literal(line, line))][1:]
    add_id(call, code[0])
    for part in code[::2]:
        part["classes"] += author_classes(call)
    return wrap_inline(call, *code)


def _preformatted(call: ComponentCall) -> NodeSequence:
    content = inline_content(call.children, between="\n")
    text = code_text(content).replace(_BREAK, "\n").strip("\n")
    block = nodes.literal_block(text, text, language="text")
    if _has_more_than_text(call.children):
        content = [nodes.Text("\n") if is_line_break(node) else node for node in content]
        # Sphinx does not highlight a block whose source differs from its text, and keeps its nodes.
        block = nodes.literal_block("".join(map(str, content)), "", *content)
    set_location(block, call)
    add_id_and_classes(call, block)
    if not block.children or isinstance(block.children[0], nodes.Text):
        # Only the text of the inner elements remains; links to them refer to the block.
        inner = (node for child in call.children for node in child.findall(nodes.Element))
        block["ids"] += [name for node in inner for name in node["ids"]]
    return [block] if text else []


def code_text(content: Iterable[nodes.Node]) -> str:
    """Return the text of code, with a placeholder for each ``<br />``."""
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
    """Return a ``<br />`` element."""
    return html_inline(tag="br", attributes={})


def _has_more_than_text(children: NodeSequence) -> bool:
    """Return whether inline content has more than text and code, such as links."""
    inline = nodes.Text | nodes.Inline | nodes.paragraph
    is_inline = all(isinstance(child, inline) for child in children)
    elements = (node for child in children for node in child.findall(nodes.Element))
    return is_inline and not all(
        isinstance(node, nodes.literal) or not isinstance(node, nodes.Inline) or is_line_break(node)
        for node in elements
    )


def _inline(call: ComponentCall) -> NodeSequence:
    return wrap_inline(call, build_element(replace(call, is_inline=True, children=_content(call))))


def _list(call: ComponentCall) -> NodeSequence:
    lines = (
        child.children if isinstance(child, element_line) else [child] for child in call.children
    )
    items = [child for line in lines for child in line if not is_space(child)]
    is_list = all(isinstance(item, HtmlNode) and item["tag"] == "li" for item in items)
    if call.is_inline or not items or not is_list:
        return [build_element(call)]
    kind = nodes.enumerated_list if call.name == "ol" else nodes.bullet_list
    result = kind("", *map(convert_list_item, items))
    if call.name == "ol":
        result.attributes.update(enumtype="arabic", prefix="", suffix=".")
    add_id_and_classes(call, result)
    return [result]


def convert_list_item(element: nodes.Node) -> nodes.list_item:
    """Return an ``<li>`` element as a list item of docutils."""
    assert isinstance(element, HtmlNode)
    item = nodes.list_item("", *in_paragraphs(element.children, element_line), ids=element["ids"])
    item["classes"] += element["classes"]
    item[NEEDS_TARGET] = bool(element["ids"])
    return item


def _quote(call: ComponentCall) -> NodeSequence:
    if call.is_inline:
        return [build_element(call)]
    quote = nodes.block_quote("", *call.children)
    add_id_and_classes(call, quote)
    return [quote] if call.children else _anchor(call)


def add_id_and_classes(call: ComponentCall, node: nodes.Element) -> None:
    add_id(call, node)
    node["classes"] += author_classes(call)


def add_id(call: ComponentCall, node: nodes.Element, *names: str) -> None:
    """Add the id of an element to a node.

    :param names: the attributes that may be the id; ``id`` by default.
    """
    for name in names or ("id",):
        if value := value_as_text(call.props.get(name)):
            node["ids"].append(value)
            # Most writers other than HTML support only the ids of targets.
            node[NEEDS_TARGET] = True
            return


def _anchor(call: ComponentCall) -> Nodes:
    """Return a target for the id of an element without content."""
    target = nodes.target("", "")
    add_id(call, target)
    return [target] if target["ids"] else []


def _style(call: ComponentCall) -> NodeSequence:
    css = value_as_text(call.props.get("children"))
    if not css or "<" in css:
        return []
    return [html_text("", "", nodes.raw("", css, format="html"), tag="style", attributes={})]


_BUILDERS: dict[str, Component] = {
    **dict.fromkeys(INLINE_ELEMENTS - VOID_ELEMENTS, _inline),
    "img": _image,
    "a": _link,
    "p": _paragraph,
    **dict.fromkeys(_MARKUP, _markup),
    "code": _code,
    "tt": _code,
    "pre": _preformatted,
    "ul": _list,
    "ol": _list,
    "blockquote": _quote,
    "style": _style,
}
