"""The nodes of components, and helpers for their plain forms.

A component is a node with the name of its template, the values for it, and slots: texts of props,
which remain nodes so that they can be searched and translated. Its other children are the content
between the tags::

    component (component="card", values={...})
        component_slot (slot="title")
            component_text
        paragraph
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeGuard, TypeVar
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common.records import record
from sphinx_sitejson.mdx.fences import FenceInfo
from sphinx_sitejson.mdx.javascript.values import JsxValue, PropValue
from sphinx_sitejson.mdx.scanning.element_names import VOID_ELEMENTS
from sphinx_sitejson.navigation.page_titles import is_page_head
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.site_build.markdown_writer import FOR_PEOPLE
from sphinx_sitejson.site_build.nodes import find_nodes

__all__ = ["Component", "ComponentCall", "JsxValue", "PropValue"]


Nodes = list[nodes.Node]
NodeSequence = Sequence[nodes.Node]


@record
class ComponentCall:
    """One use of a component on a page."""

    name: str
    """The name as written, such as ``Card``."""
    props: Mapping[str, PropValue]
    """The values of the props, by name."""
    children: Sequence[nodes.Node]
    """The content between the tags, as nodes.

    They are blocks, unless the component is inline and used in text.
    """
    is_inline: bool
    """Whether the use is inside a paragraph, a heading or a table cell."""
    source: str
    """The file that uses the component."""
    line: int
    """The line in that file."""
    env: BuildEnvironment
    """The Sphinx build environment."""
    report: Callable[[str, str], None]
    """Reports a warning at the location of this use. Takes a code and a message."""


_Element = TypeVar("_Element", bound=nodes.Element)

Component = Callable[[ComponentCall], Sequence[nodes.Node]]
"""Returns the nodes of a use, for every builder."""

EMBEDDED = frozenset({"iframe", "video", "audio", "embed", "object", "source"})
"""Elements that embed other resources; builders other than HTML show their URL."""

NEEDS_TARGET = "needs_target"
"""The attribute of nodes of docutils that have the id of an HTML element."""


class html_block(nodes.General, nodes.Element):
    """An element with block content."""

    content_model = ((nodes.Body, "*"),)


class html_text(nodes.General, nodes.TextElement):
    """A block element with inline content."""


class html_inline(nodes.Inline, nodes.TextElement):
    """An inline element."""

    def astext(self) -> str:
        """Return its text; a line break separates words."""
        return " " if self.get("tag") == "br" else str(super().astext())


HtmlNode = html_block | html_text | html_inline


class element_line(nodes.paragraph):
    """Inline elements of the author beside each other, which HTML has without a paragraph.

    MDX makes no paragraph of elements only; other writers have one.
    """


def visit_html(translator: HTML5Translator, node: HtmlNode) -> None:
    """Write the opening tag."""
    attributes = dict(node["attributes"])
    folder = getattr(translator.builder, "dlpath", "")
    files: dict[str, str] = node.get("files") or {}
    for name, file in files.items():
        attributes[name] = posixpath.join(folder, quote(file))
    classes = " ".join(filter(None, [attributes.pop("class", ""), *node["classes"]]))
    if classes:
        attributes["class"] = classes
    if node["ids"]:
        attributes["id"] = node["ids"][0]
    # docutils adds the ids of preceding targets to a node.
    translator.body.append(anchors(node["ids"][1:]))
    end = " /" if node["tag"] in VOID_ELEMENTS else ""
    tag = Markup("<{}{}{}>").format(node["tag"], attribute_markup(attributes), end)
    translator.body.append(tag)


def attribute_markup(attributes: Mapping[str, str | None]) -> Markup:
    """Return the attributes of a tag, each after a space; ``None`` is that of a boolean one."""
    return Markup("").join(
        Markup(" {}").format(name) if value is None else Markup(' {}="{}"').format(name, value)
        for name, value in attributes.items()
    )


def depart_html(translator: HTML5Translator, node: HtmlNode) -> None:
    """Write the closing tag."""
    if node["tag"] not in VOID_ELEMENTS:
        translator.body.append(Markup("</{}>").format(node["tag"]))
    if not isinstance(node, html_inline):
        translator.body.append("\n")


def anchors(ids: Iterable[str]) -> Markup:
    """Return empty elements with ids, as link targets."""
    return Markup("").join(Markup('<span id="{}"></span>').format(name) for name in ids)


def in_paragraphs(
    children: Iterable[nodes.Node], kind: type[nodes.paragraph] = nodes.paragraph
) -> Iterator[nodes.Node]:
    """Yield blocks, with inline nodes between them in paragraphs, without white space.

    :param kind: ``element_line`` for inline nodes that HTML has without a paragraph.
    """
    line: Nodes = []
    for child in children:
        # An invisible node, such as a target, stays with the text before it.
        is_anchor = isinstance(child, nodes.Inline) and isinstance(child, nodes.Invisible)
        if is_in_line(child) or (line and is_anchor):
            line.append(child)
            continue
        yield from _paragraph(line, kind)
        line = []
        if not is_space(child):
            yield child
    yield from _paragraph(line, kind)


def _paragraph(line: Nodes, kind: type[nodes.paragraph]) -> Iterator[nodes.paragraph]:
    texts = [index for index, node in enumerate(line) if not is_space(node)]
    if texts:
        yield kind("", "", *line[texts[0] : texts[-1] + 1])


def is_in_line(node: nodes.Node) -> bool:
    """Return whether a node is inline.

    In docutils, links, images and raw output may be both.
    """
    if isinstance(node, nodes.raw):
        return bool(node.get("is_inline"))
    is_inline = isinstance(node, nodes.Inline) and not isinstance(node, nodes.Body)
    return is_inline or isinstance(node, nodes.Text | nodes.reference | nodes.image)


def is_space(node: nodes.Node) -> bool:
    """Return whether a node has only white space."""
    if isinstance(node, nodes.paragraph):
        return not node["ids"] and all(map(is_space, node.children))
    return isinstance(node, nodes.Text) and not node.strip()


# docutils validates the children of nodes by their content models since 0.22.


class component_slot(nodes.Part, nodes.TextElement):
    """A named part of a component."""

    content_model = (((nodes.Text, nodes.Inline, nodes.Body), "*"),)


class component(nodes.General, nodes.Element):
    """A block component."""

    content_model: ClassVar[Any] = ((component_slot, "*"), (nodes.Body, "*"))


class inline_component(nodes.Inline, nodes.TextElement):
    content_model = ((component_slot, "*"), ((nodes.Text, nodes.Inline), "*"))


class block_in_line(nodes.Inline, nodes.TextElement, component):
    """A block component where only inline nodes are allowed, such as in a link."""

    content_model: ClassVar[Any] = inline_component.content_model


class component_text(nodes.Inline, nodes.TextElement):
    """The text of a prop."""


def block(
    name: str,
    call: ComponentCall,
    children: Iterable[nodes.Node] | None = None,
    *,
    slots: Iterable[component_slot] = (),
    wanted_id: str = "",
    heading: tuple[str, int] | None = None,
    **values: Any,
) -> component:
    """Return a block component.

    :param name: the name of its shape, which has its template and its plain form.
    :param children: its content; by default what is between the tags.
    :param wanted_id: its preferred id, which is made unique on the page.
    :param heading: the slot that is listed in the table of contents, and its level.
    """
    content = in_paragraphs(call.children if children is None else children)
    node = component("", *slots, *content, component=name, values=values)
    record_use(name, call)
    if wanted_id:
        node["wanted_id"] = wanted_id
        if heading:
            node["heading_slot"], node["mdx_heading"] = heading
    return set_location(node, call)


def inline_node(
    name: str, call: ComponentCall, children: Iterable[nodes.Node] | None = None, **values: Any
) -> inline_component:
    record_use(name, call)
    content = inline_content(call.children if children is None else children)
    return inline_component("", "", *content, component=name, values=values)


def wrap_in_paragraph(call: ComponentCall, node: nodes.Node) -> Nodes:
    """Return an inline node, in a paragraph unless it is used in text or an author's element."""
    return [node] if call.is_inline else [element_line("", "", node)]


def set_location(node: _Element, use: ComponentCall | nodes.Node) -> _Element:
    """Set the file and the line of a node to those of a use or of another node; return the node."""
    node.source, node.line = use.source, use.line
    return node


def record_use(name: str, call: ComponentCall) -> None:
    """Record which components a page uses, to include their styles and scripts."""
    site_domain(call.env).components.setdefault(call.env.docname, set()).add(name)


def slot(name: str, *content: nodes.Node) -> component_slot:
    """Return a named part of a component."""
    return component_slot("", "", *content, slot=name)


def text(value: str, call: ComponentCall, *content: nodes.Node) -> component_text:
    """Return the text of a prop as a node.

    :param content: the nodes of a text with markup.
    """
    content = content or (nodes.Text(value),)
    return set_location(component_text(value, "", *content, translatable=True), call)


def join_inline(*parts: Nodes, between: str = " ") -> Nodes:
    """Return inline nodes, with a text between the parts that have some."""
    joined: Nodes = []
    for part in filter(None, parts):
        joined += [nodes.Text(between), *part] if joined else part
    return joined


def inline_content(children: Iterable[nodes.Node], *, between: str = " ") -> Nodes:
    """Return nodes with paragraphs replaced by their content, for inline parents."""
    content: Nodes = []
    for child in children:
        if isinstance(child, nodes.paragraph):
            content += [nodes.Text(between)] if content else []
            content += child.children
        else:
            content.append(child)
    return content


def code_block(code: str, language: str, fence: FenceInfo) -> nodes.literal_block:
    """Return a code block with its options.

    :param language: the name of the lexer; that of the fence is the one that the author uses.
    """
    block = nodes.literal_block(code, code, language=language, force=True)
    lines = range(1, code.count("\n") + 2)
    options: dict[str, Any] = {}
    if marked := [number for number in fence.focused or fence.highlighted if number in lines]:
        options["hl_lines"] = marked
    if fence.has_line_numbers:
        block["linenos"] = True
        options["linenostart"] = fence.first_number
    if options:
        block["highlight_args"] = options
    classes = {
        "sj-code-wrap": fence.wraps,
        "sj-code-expandable": fence.is_expandable,
        "sj-code-focus": fence.focused,
    }
    block["classes"] += [name for name, is_on in classes.items() if is_on]
    if fence.marked:
        block["marked_words"] = list(fence.marked)
    if fence.language:
        # The name that the author uses is a better label than that of the lexer.
        block["written_language"] = fence.language
    return block


def with_caption(block: nodes.literal_block, title: str) -> nodes.Element:
    """Return a code block in a container with its caption; without a title, only the block."""
    if not title:
        return block
    caption = nodes.caption(title, title)
    classes = ["literal-block-wrapper"]
    set_location(caption, block)
    wrapper = nodes.container("", caption, block, literal_block=True, classes=classes)
    return set_location(wrapper, block)


def is_component(node: nodes.Node | None, *names: str) -> TypeGuard[component]:
    """Return whether a node is a block component, with one of some names if any are given."""
    return isinstance(node, component) and (not names or node["component"] in names)


def find_components(root: nodes.Element, name: str) -> list[component]:
    """Return the block components of a name, in the order of the page."""
    return [node for node in find_nodes(root, component) if node["component"] == name]


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the elements around a node, from the inside out."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def insert_below_head(document: nodes.document, node: nodes.Node) -> None:
    """Insert a node below the title and the description of a page."""
    section = next(document.findall(nodes.section), None)
    parent: nodes.Element = document if section is None else section
    parent.insert(sum(map(is_page_head, parent.children)), node)


def insert_choice(shape: str, first: component, choices: list[Any]) -> None:
    """Insert what a reader can choose before the first of the components that it shows."""
    choice = component("", component=shape, values={"choices": choices})
    choice[FOR_PEOPLE] = True
    first.parent.insert(first.parent.index(first), set_location(choice, first))


def find_slot(node: nodes.Element, name: str) -> component_slot | None:
    slots = (child for child in node.children if isinstance(child, component_slot))
    return next((each for each in slots if each["slot"] == name), None)


def component_content(node: nodes.Element) -> Nodes:
    """Return the children of a component without its slots."""
    return [child for child in node.children if not isinstance(child, component_slot)]


def content_after_title(node: nodes.Element) -> Nodes:
    """Return the title of a component as a strong paragraph, and its content."""
    title = slot_content(node, "title")
    return [*([strong_paragraph(title)] if title else []), *component_content(node)]


def slot_content(node: nodes.Element, name: str) -> Nodes:
    """Return the children of a slot; empty if there is none."""
    part = find_slot(node, name)
    return list(part.children) if part else []


def slot_paragraph(node: nodes.Element, name: str) -> list[nodes.paragraph]:
    """Return a slot as a paragraph; empty if there is none."""
    content = slot_content(node, name)
    return [nodes.paragraph("", "", *content)] if content else []


def strong_paragraph(content: Nodes) -> nodes.paragraph:
    """Return strong text in a paragraph."""
    return nodes.paragraph("", "", nodes.strong("", "", *content))


def indent_below_title(title: Nodes, content: Nodes) -> Nodes:
    """Return content indented below a title, as a definition list."""
    if not title:
        return content
    if not content:
        return [strong_paragraph(title)]
    term = nodes.term("", "", *title)
    item = nodes.definition_list_item("", term, nodes.definition("", *content))
    return [nodes.definition_list("", item)]


def no_content(node: nodes.Element) -> Nodes:
    """Return nothing for a component that only HTML shows."""
    return []


def indented(
    title: str = "title", *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> Callable[[nodes.Element], Nodes]:
    """Return the plain form of a component whose content is indented below its title.

    :param title: the slot of the title.
    :param before: slots that are paragraphs before the content.
    :param after: slots that are paragraphs after it.
    """

    def plain(node: nodes.Element) -> Nodes:
        content: Nodes = [part for name in before for part in slot_paragraph(node, name)]
        content += component_content(node)
        content += [part for name in after for part in slot_paragraph(node, name)]
        return indent_below_title(slot_content(node, title), content)

    return plain
