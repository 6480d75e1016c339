"""Add preview tags and structured data to pages; write the sitemap and ``robots.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.navigation.locations import is_external
from sphinx_sitejson.publishing.search_engines import (
    PreviewedPage,
    SitemapPage,
    breadcrumb_data,
    preview_tags,
    robots_text,
    shortened_text,
    sitemap_files,
)
from sphinx_sitejson.publishing.site_urls import absolute_url
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import PREVIEW_TAGS, SITEMAP
from sphinx_sitejson.sphinx_ext.common.output_files import (
    PublishedFiles,
    makes_web_pages,
    site_contents,
)
from sphinx_sitejson.sphinx_ext.common.site_urls import base_url
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.navigation.site_map import is_hidden, site_map

from .meta_tags import card_uri, meta_tags

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
"""The pictures that a preview can show."""


def is_public(env: BuildEnvironment, docname: str) -> bool:
    """Whether a page is for everyone to find."""
    facts = site_domain(env).facts_of(docname)
    robots = next((tag.content for tag in facts.meta if tag.name == "robots"), "")
    return not (
        facts.noindex or facts.url or "noindex" in robots.lower() or is_hidden(env, docname)
    )


def page_url(app: Sphinx, docname: str) -> str:
    """Return the absolute URL of a page; empty if the base URL of the site is unknown."""
    base = base_url(app.config)
    return absolute_url(base, app.builder.get_target_uri(docname)) if base else ""


def write_search_files(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the sitemap and the file for robots, unless the author or another extension does."""
    if makes_web_pages(app.builder):
        contents = site_contents(app.env)
        files = {
            name: text
            for name, text in search_engine_files(app).items()
            if name not in contents.extra_files
        }
        if SITEMAP.is_provided_by_other(app):
            files.pop("sitemap.xml", None)
        PublishedFiles(app, "search-engines").write(files)
    yield from ()


def search_engine_files(app: Sphinx) -> dict[str, str]:
    """Return the files by name."""
    base, domain = base_url(app.config), site_domain(app.env)
    if not base:
        return {"robots.txt": robots_text("")}
    pages = [
        SitemapPage(
            address=page_url(app, name),
            last_updated=domain.facts_of(name).last_updated,
        )
        for name in sorted(app.env.all_docs)
        if is_public(app.env, name)
    ]
    return {
        **sitemap_files(pages, absolute_url(base, "")),
        "robots.txt": robots_text(absolute_url(base, "sitemap.xml")),
    }


def add_tags(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add to the head of a page what previews and search engines look for."""
    if not makes_web_pages(app.builder) or not site_of(app.env).may_add("seo", "metadata"):
        return
    if doctree is not None:
        markup = str(page_tags(app, pagename, doctree)) + breadcrumbs(app, pagename)
        if _is_generated(app, pagename) and 'name="description"' not in context.get("metatags", ""):
            words = shortened_text(first_words(doctree)) or _named_by_title(app, pagename)
            tags = [_tag("description", words)]
            markup += str(render("meta_tags.html.jinja", tags=tags))
    else:
        is_search = pagename == "search"
        markup = str(render("meta_tags.html.jinja", tags=[_tag("robots", "noindex")] * is_search))
    context["metatags"] = context.get("metatags", "") + markup


def page_tags(app: Sphinx, pagename: str, doctree: nodes.document) -> str:
    """Return the tags for previews; another extension may have made them already."""
    if PREVIEW_TAGS.is_provided_by_other(app):
        return ""
    site = site_of(app.env)
    known = {tag.name: tag.content for tag in meta_tags(app.env, pagename)}
    page = PreviewedPage(
        title=app.env.titles[pagename].astext(),
        site_name=site.settings.name,
        description=known.get("description", "") or first_words(doctree),
        address=page_url(app, pagename),
        image=picture_of(app, pagename, doctree),
        is_first=pagename == app.config.root_doc,
        locale=app.config.language.replace("-", "_") if app.config.language else "",
    )
    tags = [_tag(name, content) for name, content in preview_tags(page, known).items()]
    return str(render("meta_tags.html.jinja", tags=tags))


def _is_generated(app: Sphinx, pagename: str) -> bool:
    """Whether no author wrote a page: its source lies outside of the project."""
    return not Path(app.env.doc2path(pagename)).is_relative_to(app.srcdir)


def _named_by_title(app: Sphinx, pagename: str) -> str:
    """Return what a page is about where it has no words of its own, as pages of schemas do."""
    return f"{app.env.titles[pagename].astext()} - {site_of(app.env).settings.name}"


def first_words(doctree: nodes.document) -> str:
    """Return the first paragraph of a page, if it has one before anything else."""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            return paragraph.astext()
    return ""


def picture_of(app: Sphinx, pagename: str, doctree: nodes.document) -> str:
    """Return the whole address of the picture that stands for a page."""
    card = card_uri(app, pagename)
    return absolute_url(base_url(app.config), card) if card else first_picture(app, doctree)


def first_picture(app: Sphinx, doctree: nodes.document) -> str:
    """Return the whole address of the first picture of a page."""
    base, builder = base_url(app.config), app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    for image in doctree.findall(nodes.image):
        uri = str(image.get("uri", ""))
        if not uri.lower().partition("?")[0].endswith(PICTURES):
            continue
        if uri.startswith("https://"):
            return uri
        # The writer has put the way from the page to the folder in front of the name.
        if base and uri.startswith(f"{builder.imgpath}/"):
            return absolute_url(base, f"{builder.imagedir}/{uri.rpartition('/')[2]}")
    return ""


def breadcrumbs(app: Sphinx, pagename: str) -> str:
    """Return the way to a page as structured data; it needs whole addresses."""
    if not base_url(app.config) or pagename == app.config.root_doc:
        return ""
    steps = {page_url(app, app.config.root_doc): site_of(app.env).settings.name}
    for crumb in site_map(app.env).page(pagename).breadcrumbs:
        if crumb.url and not is_external(crumb.url) and crumb.url[1:] in app.env.all_docs:
            steps.setdefault(page_url(app, crumb.url[1:]), crumb.label)
    own = page_url(app, pagename)
    steps.pop(own, None)
    steps[own] = app.env.titles[pagename].astext()
    return str(render("structured_data.html.jinja", data=breadcrumb_data([*steps.items()])))


def _tag(name: str, content: str) -> dict[str, str]:
    return {"name": name, "content": content}
