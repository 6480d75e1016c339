"""Components through templates in HTML, and as plain nodes for other builders."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from docutils import nodes
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common.problems import Location
from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.markdown_writer import (
    FOR_AGENTS,
    FOR_PEOPLE,
    is_task_box,
    task_mark,
)
from sphinx_sitejson.site_build.nodes import find_nodes, is_line_break
from sphinx_sitejson.site_build.output_files import is_epub
from sphinx_sitejson.site_build.templates import render, render_nodes

from .nodes import (
    EMBEDDED,
    NEEDS_TARGET,
    HtmlNode,
    Nodes,
    anchors,
    component,
    component_slot,
    component_text,
    html_block,
    html_inline,
    html_text,
    in_paragraphs,
    inline_component,
    is_component,
)
from .props import icon_html
from .registry import SHAPES, plain_component
from .specs import report_failure
from .tree_normalizer import convert_to_inline, is_allowed_in_text, normalize_tree


def visit_component(translator: HTML5Translator, node: component | inline_component) -> None:
    """Render a component through its template."""
    slots: dict[str, Markup] = defaultdict(Markup)
    for child in node.children:
        if isinstance(child, component_slot):
            slots[child["slot"]] = render_nodes(translator, child.children)
    content = render_nodes(
        translator, (child for child in node.children if not isinstance(child, component_slot))
    )
    values = {
        **node["values"],
        "slots": slots,
        "content": content,
        "id": node["ids"][0] if node["ids"] else "",
        "parent": node.parent["component"] if is_component(node.parent) else "",
        "is_first": not _has_same_sibling(node, -1),
        "is_last": not _has_same_sibling(node, 1),
        "icon_html": icon_html,
        "_": _,
    }
    builder = translator.builder
    if "template" in node:
        try:
            rendered = Markup(_project_template(builder, node).render(values))
        except Exception as error:
            docname = str(getattr(builder, "current_docname", ""))
            _report_template_error(builder, node, docname, error)
            rendered = content
    else:
        rendered = render(f"components/{node['component']}.html.jinja", **values)
    if node["classes"]:
        rendered = add_classes(rendered, node["classes"])
    # A template writes one id at most; docutils adds those of preceding targets.
    unknown = [name for name in node["ids"] if Markup('id="{}"').format(name) not in rendered]
    translator.body.append(anchors(unknown) + rendered)
    raise nodes.SkipNode


_FIRST_TAG = re.compile(
    r"\s*<[a-z]\w*(?:\s(?!class=)[\w-]+(?:=\"[^\"]*\")?)*(?P<class> class=\"[^\"]*)?"
)
"""The first tag of a template, up to the end of its classes."""


def add_classes(html: Markup, classes: list[str]) -> Markup:
    """Add classes to the outer element of a component."""
    match = _FIRST_TAG.match(html)
    if match is None:
        return html
    names = escape(" ".join(classes))
    added = Markup(" {}").format(names) if match["class"] else Markup(' class="{}"').format(names)
    return html[: match.end()] + added + html[match.end() :]


def _has_same_sibling(node: component | inline_component, step: int) -> bool:
    """Return whether the sibling of a component is one of the same shape."""
    index = node.parent.index(node) + step
    if not 0 <= index < len(node.parent.children):
        return False
    return is_component(node.parent.children[index], node["component"])


def check_template(builder: Builder, node: nodes.Element, docname: str) -> None:
    """Report a component whose template of the project cannot be compiled."""
    if "template" in node:
        try:
            _project_template(builder, node)
        except Exception as error:
            _report_template_error(builder, node, docname, error)


def _project_template(builder: Builder, node: nodes.Element) -> Template:
    folders = tuple(str(Path(builder.confdir, path)) for path in builder.config.templates_path)
    return _project_templates(folders).get_template(node["template"])


def _report_template_error(
    builder: Builder, node: nodes.Element, docname: str, error: Exception
) -> None:
    """Report an error of a template of the project, which may be any."""
    location = Location(str(node.source or ""), line=node.line or 1)
    report_failure(builder.env, docname, node["component"], error, location)


@lru_cache(maxsize=4)
def _project_templates(folders: tuple[str, ...]) -> Environment:
    """Return the Jinja environment of the project templates, with autoescape."""
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def write_nothing(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write no tag: around the text of a prop, the template has the element."""


_REPLACED = (component, inline_component, html_block, html_text, html_inline)
_DRAWINGS = frozenset({"svg", "canvas", "math"})


class PlainComponents(SphinxPostTransform):
    """Replaces components for the builders that do not write HTML."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Skip HTML, which uses templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if site_of(self.env).builder.name == "gettext":
            # Catalogs need the original texts; a resolved link would have a copy.
            for link in list(self.document.findall(addnodes.pending_xref)):
                if isinstance(link.parent, component_slot):
                    _replace(link, link.children)
            return
        if replace_components(self.document):
            normalize_tree(self.document)


def replace_components(root: nodes.Element) -> bool:
    """Replace components by their plain forms; return whether there were any."""
    components = [*root.findall(component), *root.findall(inline_component)]
    for node in components:
        plain = plain_component(node)
        _replace(node, convert_to_inline(plain) if is_allowed_in_text(node) else plain)
    for part in [*root.findall(component_slot), *root.findall(component_text)]:
        _replace(part, part.children)
    return bool(components)


def _replace(node: nodes.Element, replacements: Nodes) -> None:
    """Replace a node by others, and keep its ids as targets."""
    parent = node.parent
    index = parent.index(node)
    parent[index : index + 1] = with_ids(node["ids"], replacements)


def with_ids(ids: list[str], replacements: Nodes) -> Nodes:
    """Return nodes with a target for some ids."""
    if not ids:
        return replacements
    first = replacements[0] if replacements else None
    if isinstance(first, nodes.literal_block | nodes.table | nodes.figure):
        # LaTeX writes no target before these, but their ids.
        first["ids"] += ids
        return replacements
    return [nodes.target("", "", ids=ids), *replacements]


class PlainHtml(SphinxPostTransform):
    """Replaces HTML elements by their content, for builders other than HTML."""

    default_priority = 190

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        document = self.document
        if site_of(self.env).builder.format == "html":
            return
        is_changed = replace_html(document)
        for box in [*document.findall(is_task_box)]:
            assert isinstance(box, nodes.raw)
            box.parent.replace(box, nodes.Text(task_mark(box)))
        if is_changed:
            normalize_tree(document)
        for node in [*document.findall(nodes.Element)]:
            # Of an HTML element; most writers support only the ids of targets.
            if node.get(NEEDS_TARGET):
                move_ids_to_target(node)


def replace_html(root: nodes.Element, *, keeps_breaks: bool = False) -> bool:
    """Replace HTML elements by their content, and remove images for the dark mode.

    Return whether there were elements.
    """
    is_changed = False
    for kind in (html_block, html_text, html_inline):
        # Inner elements first, since they are part of the content of outer ones.
        for node in reversed([*root.findall(kind)]):
            assert isinstance(node, HtmlNode)
            if keeps_breaks and kind is html_inline and is_line_break(node):
                continue
            _replace(node, list(plain_form(node)))
            is_changed = True
    for image in [*root.findall(nodes.image)]:
        classes = image["classes"]
        is_shown_in_dark = any(name.startswith("dark:") for name in classes)
        if "only-dark" in classes or ("hidden" in classes and is_shown_in_dark):
            image.parent.remove(image)
    return is_changed


def copy_without_components(page: nodes.Element) -> nodes.Element:
    """Return the page of an HTML builder as its Markdown has it, without components.

    A page without components and HTML elements is returned itself.
    """
    if next(iter(find_nodes(page, _REPLACED)), None) is None:
        return page
    copy = nodes.container("", *(child.deepcopy() for child in page.children))
    for node in [*copy.findall(nodes.Element)]:
        if node.get(FOR_PEOPLE):
            node.parent.remove(node)
        elif node.get(FOR_AGENTS):
            _replace(node, node.children)
    replace_components(copy)
    replace_html(copy, keeps_breaks=True)
    return copy


def move_ids_to_target(node: nodes.Element) -> None:
    """Move the ids of a node to a target before it, or inside of a list item."""
    has_markup = isinstance(node, nodes.literal_block) and node.rawsource != node.astext()
    kinds = nodes.reference | nodes.target | nodes.literal_block
    if isinstance(node, kinds) and not has_markup:
        # LaTeX writes their ids, but not those of code with links.
        return
    target = nodes.target("", "", ids=node["ids"])
    node["ids"] = []
    if isinstance(node, nodes.list_item) or has_markup:
        node.insert(0, target)
    else:
        node.parent.insert(node.parent.index(node), target)


def plain_form(node: HtmlNode) -> Iterator[nodes.Node]:
    """Yield the nodes of an element for builders other than HTML."""
    tag = node["tag"]
    is_inline = isinstance(node, html_inline)
    if tag == "br":
        yield nodes.Text("\n")
    elif tag == "hr":
        if isinstance(node.parent, nodes.section | nodes.document):
            yield nodes.transition()
    elif tag in _DRAWINGS:
        return
    elif tag in EMBEDDED and not node.children:
        url = node["attributes"].get("src") or node["attributes"].get("data") or ""
        if "://" in url:
            link = nodes.reference("", url, refuri=url)
            yield link if is_inline else nodes.paragraph("", "", link)
    elif is_inline:
        # Items and cells in one line are separated in HTML only.
        if tag not in INLINE_ELEMENTS and node.parent.index(node) > 0:
            yield nodes.Text(" ")
        yield from node.children
    else:
        yield from in_paragraphs(node.children)


STYLES = ("landing", "api", "tabs", "more")
SCRIPTS = ("api", "components", "tabs", "more")
"""Names of files, in the order of their links."""


def add_component_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link style sheets and script on the pages that need them."""
    by_page = site_domain(app.env).components
    used = by_page.get(pagename, set())
    if app.builder.name == "singlehtml":
        used = set().union(*by_page.values())
    if not used or is_epub(app.builder):
        return
    app.add_css_file("sitejson-components.css")
    needed = {SHAPES[name].files for name in used if name in SHAPES}
    for name in filter(needed.__contains__, STYLES):
        app.add_css_file(f"sitejson-{name}.css")
    for name in filter(needed.__contains__, SCRIPTS):
        app.add_js_file(f"sitejson-{name}.js", loading_method="defer")
