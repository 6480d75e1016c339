"""API blocks as HTML: a template for each part; the files that a page needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import PygmentsBridge
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common.files import STATIC, write_if_changed
from sphinx_sitejson.common.minification import minify_file
from sphinx_sitejson.navigation.authored_pages import OverviewBinding
from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.page_index import SHORT_ROWS, PageAnchor
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of, uses_api
from sphinx_sitejson.site_build.labels import in_site_language
from sphinx_sitejson.site_build.output_files import is_epub
from sphinx_sitejson.site_build.plain_markdown import (
    parse_fragment_link,
    text_element,
    text_rule,
    text_to_html,
)
from sphinx_sitejson.site_build.templates import make_environment, render_nodes
from sphinx_sitejson.site_build.translation import Translate, translate_view, translator_for

from .downloads import offered_documents
from .nodes import api_block
from .playground_files import has_playground, playground_values, samples_script
from .role_targets import find_target
from .view_cache import block_view, output_views

MAX_CACHED_CODE = 2_000
MAX_CACHED_HTML = 5_000


def visit_block(translator: HTML5Translator, node: api_block) -> None:
    """Render a block, without its text, which is only for the search."""
    renderer = reference_html(translator.builder.env)
    if node["ids"]:
        translator.body.append(renderer.render("api_anchors", ids=node["ids"]))
    translator.body.append(renderer.block(translator.docnames[-1], node))
    raise nodes.SkipNode


def visit_listing_part(translator: HTML5Translator, node: nodes.Element) -> None:
    """Render a row, a fold or a list of operations by the template with the name of its class."""
    builder = translator.builder
    values = {
        **node.attributes,
        "is_open": node.get("is_open", False) or is_epub(builder),
        "has_permalink": bool(builder.config.html_permalinks) and not is_epub(builder),
        "content": render_nodes(translator, node.children),
    }
    translator.body.append(reference_html(builder.env).render(type(node).__name__, **values))
    raise nodes.SkipNode


def visit_text_element(translator: HTML5Translator, node: text_element) -> None:
    """Write the opening tag. EPUB files have a link instead of an image, which they cannot load."""
    tag = node["tag"]
    if tag == "s":
        translator.body.append(translator.starttag(node, tag, ""))
    elif tag != "img" or not is_epub(translator.builder):
        translator.body.append(translator.emptytag(node, tag, "", **node["attributes"]))
        raise nodes.SkipNode


def depart_text_element(translator: HTML5Translator, node: text_element) -> None:
    """Write the closing tag."""
    if node["tag"] == "s":
        translator.body.append("</s>")


def visit_text_rule(translator: HTML5Translator, node: text_rule) -> None:
    """Write a horizontal rule."""
    translator.body.append(translator.emptytag(node, "hr"))


def depart_nothing(translator: HTML5Translator, node: nodes.Element) -> None:
    """Do nothing: a block is written when it is visited."""


class ReferenceHtml:
    """Render the blocks of API pages.

    What the templates call is the same for all pages, so that Jinja loads their macros once and
    not for each block; only ``_docname`` and ``_translate`` change. Operations of one document
    share many fields, so the HTML of a field is cached for all pages with the same link targets.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._builder = site_of(env).builder
        self._views = output_views(env)
        self._pages = page_index(env)
        self._docname = ""
        self._has_samples_script = False
        self._page_url = ""
        self._translate: Translate = str
        self._has_colors = True
        self._scope = ("", "")
        self._cached_macro = lru_cache(maxsize=MAX_CACHED_HTML)(
            lambda macro, *arguments: macro(*arguments)
        )
        self._templates = make_environment(
            markdown=self._markdown,
            markdown_inline=self._markdown_inline,
            highlight=self._highlight,
            schema_href=lambda link: self._url(
                self._pages.schema_at(link.document, link.name, near=self._docname)
            ),
            operation_href=lambda link: self._url(
                self._pages.operation_at(link.document, link.key)
            ),
            made_once=self._cached_macro,
        )

    def block(self, docname: str, block: api_block) -> Markup:
        """Return the HTML of one part of an API page."""
        if docname != self._docname:
            self._start_page(docname)
        detail, part = block.get("detail", "page"), block["part"]
        name = (_TEMPLATES if detail == "page" else _TEMPLATES_IN_ROWS).get(part, part)
        template = self._templates.get_template(f"api_{name}.html.jinja")
        # Highlighting takes ten elements per line; a page with many operations omits it.
        self._has_colors = detail not in SHORT_ROWS
        html = template.render(self._values(block))
        if self._page_url:
            html = html.replace(f'href="{self._page_url}"', 'href="#"')
        return Markup(html)

    def render(self, template: str, **values: object) -> Markup:
        """Render a template that is not a part of a view."""
        return Markup(self._templates.get_template(f"{template}.html.jinja").render(values))

    def _start_page(self, docname: str) -> None:
        self._docname = docname
        self._has_samples_script = False
        self._translate = translator_for(self._builder.env, docname)
        folder, _, name = self._builder.get_target_uri(docname).rpartition("/")
        self._page_url = "" if self._builder.get_relative_uri(docname, docname) else name
        # On a page that lists schemas, links to schemas have other targets.
        is_page_specific = (
            self._translate is not str or docname in site_domain(self._builder.env).listings
        )
        scope = (folder, docname if is_page_specific else "")
        if scope != self._scope:
            self._scope = scope
            self._cached_macro.cache_clear()

    def _values(self, block: api_block) -> dict[str, Any]:
        detail, part = block.get("detail", "page"), block["part"]
        view = translate_view(in_site_language(block_view(self._views, block)), self._translate)
        # What is only a part of a view has the name of its template.
        values = {"view": view, _TEMPLATES.get(part, part): view}
        if part == "body":
            has_choice = any(len(media_type.examples) > 1 for media_type in view.media_types)
            values["has_examples"] = detail == "page" or has_choice
        if part == "operations":
            values["is_folded"] = block.get("is_folded", False)
        if part == "about":
            values |= self._downloads(block["document"])
        if part == "facts":
            values["is_short"] = detail in SHORT_ROWS
        if part in ("samples", "schemes"):
            is_first, self._has_samples_script = not self._has_samples_script, True
            url = samples_script(self._builder, self._docname) if is_first else ""
            values["samples_script"] = url
        if part == "endpoint":
            values["mode"] = block["playground"]
            values["playground"] = self._playground(block)
        return values

    def _playground(self, block: api_block) -> dict[str, str] | None:
        if block["playground"] != "show" or not has_playground(self._builder):
            return None
        if block["kind"] == "endpoint":
            data = self._views.endpoint_playground(block["endpoint"])
        else:
            data = self._views.playground(block["document"], block["key"])
        return playground_values(self._builder, self._docname, data)

    def _downloads(self, location: str) -> dict[str, Any]:
        """Return the URLs of the document as a file, and of its collections."""
        offered = offered_documents(self._builder.env).get(location)
        if offered is None:
            return {"download": "", "collections": []}
        page_uri = self._builder.get_target_uri(self._docname)
        links = offered.collection_links
        return {
            "download": relative_uri(page_uri, offered.uri),
            "collections": [(client, relative_uri(page_uri, uri)) for client, uri in links],
        }

    # What templates call

    def _markdown(self, text: str) -> Markup:
        return text_to_html(text, self._resolve)

    def _markdown_inline(self, text: str) -> Markup:
        html = self._markdown(text).strip()
        is_one_paragraph = (
            html.startswith("<p>") and html.count("<p>") == 1 and html.endswith("</p>")
        )
        return Markup(html[3:-4] if is_one_paragraph else html)

    def _highlight(self, code: str, language: str) -> Markup:
        if not self._has_colors:
            # A quotation mark has no meaning there, and there are many.
            return self.render("api_code", code=Markup(escape(code, quote=False)))
        return _highlight_code(self._builder.highlighter, code, language)  # type: ignore[attr-defined]

    def _resolve(self, url: str) -> str:
        part = parse_fragment_link(url)
        target = find_target(self._builder.env, *part, near=self._docname) if part else None
        return self._url(target.location) if target else ""

    def _url(self, location: PageAnchor) -> str:
        """Return the URL of an anchor, also on this page, whose HTML other pages reuse."""
        if not location:
            return ""
        fragment = f"#{quote(location.anchor)}" if location.anchor else ""
        if fragment and location.docname == self._docname:
            return fragment
        page = self._builder.get_relative_uri(self._docname, location.docname) or self._page_url
        return f"{page}{fragment}" or "#"


reference_html: BuildState[ReferenceHtml] = BuildState(ReferenceHtml)
"""Renders the API blocks of this build; created for the first one."""

_TEMPLATES = {"parameters": "fields", "replies": "responses"}
"""The templates of parts that do not have the names of the parts."""
_TEMPLATES_IN_ROWS = {
    **_TEMPLATES,
    "samples": "row_samples",
    "schema": "row_schema",
    "security": "row_security",
}


@lru_cache(maxsize=MAX_CACHED_CODE)
def _highlight_code(highlighter: PygmentsBridge, code: str, language: str) -> Markup:
    html = highlighter.highlight_block(code, language, force=True)
    if 'class="err"' in html:
        # It is not written in that language after all: better plain than letter by letter.
        html = highlighter.highlight_block(code, "text", force=True)
    return Markup(html)


STYLE_FILE = "sitejson-api.css"
ROWS_STYLE_FILE = "sitejson-api-rows.css"
OVERVIEW_STYLE_FILE = "sitejson-api-overview.css"
SCRIPT_FILE = "sitejson-api.js"


def add_api_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the style sheets and the script to API pages."""
    env = app.env
    if not uses_api(env):
        return
    domain = site_domain(env)
    if pagename in site_documents(env).pages.stubs:
        # Its generated file has one line.
        context["show_source"] = False
        context["sourcename"] = ""
    if domain.shows_api(pagename) and not is_epub(app.builder):
        for name in style_files(env, [pagename]):
            app.add_css_file(name)
        app.add_js_file(SCRIPT_FILE, loading_method="defer")


def style_files(env: BuildEnvironment, pages: Collection[str]) -> Iterator[str]:
    """Yield the style sheets of API pages."""
    domain = site_domain(env)
    yield STYLE_FILE
    if any(page in domain.listings for page in pages):
        yield ROWS_STYLE_FILE
    facts = (fact for page in pages for fact in domain.bound.get(page, ()))
    # The overview of a document or of a tag.
    if any(isinstance(fact.binding, OverviewBinding) for fact in facts):
        yield OVERVIEW_STYLE_FILE


def write_api_files(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Write the files before the pages, for projects with another theme."""
    domain = site_domain(env)
    is_html = isinstance(app.builder, StandaloneHTMLBuilder) and not is_epub(app.builder)
    if is_html and (domain.bound or domain.listings):
        folder = Path(app.outdir)
        for name in (*style_files(env, {*domain.bound, *domain.listings}), SCRIPT_FILE):
            text = minify_file(STATIC / name)
            write_if_changed(folder / "_static" / name, text.encode(), below=folder)
    return ()
