"""API blocks as HTML: a template for each part."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markupsafe import Markup
from sphinx.locale import _

from .components import render
from .document_links import part_meant
from .document_text import text_to_html
from .domain import site_domain
from .labels import in_site_language
from .openapi_targets import find_target
from .playground_html import playground_of
from .reference_values import block_values
from .translation import translator_for

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.highlighting import PygmentsBridge
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_sitejson.reference.views import OperationLink, SchemaLink

    from .reference_nodes import api_block

REMEMBERED_CODE = 2_000


def visit_html(translator: HTML5Translator, node: api_block) -> None:
    """Render a block and leave out its words, which are only for the search."""
    translator.body.append(block_html(translator.builder, translator.docnames[-1], node))
    raise nodes.SkipNode


def block_html(builder: Builder, docname: str, block: api_block) -> Markup:
    """Return the HTML of one part of an API page."""
    values = in_site_language(block_values(site_domain(builder.env).site.shelf, block))
    if block["part"] == "body":
        body = values["body"]
        values = {
            "media_types": body.media_types,
            "description": body.description,
            "required": body.required,
        }
    if block["part"] == "endpoint":
        values["mode"] = block["playground"]
        values["playground"] = playground_of(builder, docname, block)
    template = f"api_{_TEMPLATES[block['part']]}.html.jinja"
    return render(template, **values, **_helpers(builder, docname))


_TEMPLATES = {
    "endpoint": "endpoint",
    "facts": "facts",
    "security": "security",
    "parameters": "fields",
    "body": "body",
    "responses": "responses",
    "callbacks": "callbacks",
    "samples": "samples",
    "schema": "schema",
}


def _helpers(builder: Builder, docname: str) -> dict[str, Any]:
    index = site_domain(builder.env).site.page_index

    def address(target: str) -> str:
        return (builder.get_relative_uri(docname, target) or "#") if target else ""

    def schema_href(link: SchemaLink) -> str:
        return address(index.schema(link.document, link.name))

    def operation_href(link: OperationLink) -> str:
        return address(index.operation(link.document, link.key))

    def resolve(url: str) -> str:
        part = part_meant(url)
        target = find_target(site_domain(builder.env).site, *part) if part else None
        return address(target.page) if target else ""

    translate = translator_for(builder.env, docname)
    return {
        "markdown": lambda text: text_to_html(translate(text), resolve),
        "markdown_inline": lambda text: _inline_html(text_to_html(translate(text), resolve)),
        "highlight": lambda code, language: _highlighted(builder.highlighter, code, language),  # type: ignore[attr-defined]
        "schema_href": schema_href,
        "operation_href": operation_href,
        "method_label": lambda method: method,
        "_": _,
    }


def _inline_html(block: Markup) -> Markup:
    html = block.strip()
    is_one_paragraph = html.startswith("<p>") and html.count("<p>") == 1 and html.endswith("</p>")
    return Markup(html[3:-4]) if is_one_paragraph else Markup(html)


@lru_cache(maxsize=REMEMBERED_CODE)
def _highlighted(highlighter: PygmentsBridge, code: str, language: str) -> Markup:
    html = highlighter.highlight_block(code, language, force=True)
    if 'class="err"' in html:
        # It is not written in that language after all: better plain than letter by letter.
        html = highlighter.highlight_block(code, "text", force=True)
    return Markup(html)
