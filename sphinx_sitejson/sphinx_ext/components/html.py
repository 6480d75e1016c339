"""Components as HTML: a template for each."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from sphinx.locale import _

from sphinx_sitejson.common.problems import Place
from sphinx_sitejson.sphinx_ext.common.inner_html import html_of
from sphinx_sitejson.sphinx_ext.common.templates import render

from .component_nodes import component, component_slot, inline_component, is_component
from .failures import report_failure
from .html_nodes import anchors
from .icon_values import icon_html

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.writers.html5 import HTML5Translator


def visit_component(translator: HTML5Translator, node: component | inline_component) -> None:
    """Render a component, with all that is in it, through its template."""
    slots: dict[str, Markup] = defaultdict(Markup)
    for child in node.children:
        if isinstance(child, component_slot):
            slots[child["slot"]] = html_of(translator, child.children)
    content = html_of(
        translator, (child for child in node.children if not isinstance(child, component_slot))
    )
    values = {
        **node["values"],
        "slots": slots,
        "content": content,
        "id": node["ids"][0] if node["ids"] else "",
        **_surroundings(node),
        "icon_html": icon_html,
        "_": _,
    }
    rendered = _rendered(translator.builder, node, values, content)
    # A template knows one id at most; docutils gives a node those of the targets before it as well.
    unknown = [name for name in node["ids"] if Markup('id="{}"').format(name) not in rendered]
    translator.body.append(anchors(unknown) + rendered)
    raise nodes.SkipNode


def _surroundings(node: component | inline_component) -> dict[str, Any]:
    """Say what a template needs to know of what stands around it."""
    parent = node.parent
    return {
        "parent": parent["component"] if is_component(parent) else "",
        "is_first": not _is_alike(node, -1),
        "is_last": not _is_alike(node, 1),
    }


def _is_alike(node: component | inline_component, step: int) -> bool:
    """Whether the neighbor of a component is one of the same kind."""
    place = node.parent.index(node) + step
    if not 0 <= place < len(node.parent.children):
        return False
    return is_component(node.parent.children[place], node["component"])


def _rendered(
    builder: Builder, node: component | inline_component, values: dict[str, Any], content: Markup
) -> Markup:
    if "template" in node:
        folders = tuple(str(Path(builder.confdir, path)) for path in builder.config.templates_path)
        try:
            template = _project_templates(folders).get_template(node["template"])
            return Markup(template.render(values))
        except Exception as error:
            # A template of the owner, which may call anything.
            place = Place(file=str(node.source or ""), line=node.line or 1)
            docname = str(getattr(builder, "current_docname", ""))
            report_failure(builder.env, docname, node["component"], error, place)
            return content
    return render(f"components/{node['component']}.html.jinja", **values)


@lru_cache(maxsize=4)
def _project_templates(folders: tuple[str, ...]) -> Environment:
    """Return the templates of the project, with escaping on."""
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def visit_text(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write the words of a prop as they are; the template has the element around them."""


def depart_text(translator: HTML5Translator, node: nodes.Element) -> None:
    """Do nothing."""
