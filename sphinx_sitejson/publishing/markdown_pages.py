"""Writes each page as Markdown beside its HTML, and the files for language models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.common.markdown_text import rewrite_links
from sphinx_sitejson.common.network.urls import join_url, split_url
from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.site_urls import SiteLinks, absolute_url, page_at, relative_url
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.reference.downloads import OfferedDocument, offered_documents
from sphinx_sitejson.reference.nodes import api_block
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.labels import _, in_site_language
from sphinx_sitejson.site_build.markdown_writer import MarkdownWriter, plain_copy
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import (
    NOT_FOUND_DOCNAME,
    PublishedFiles,
    author_files,
    extra_files,
    makes_web_pages,
)
from sphinx_sitejson.site_build.page_failures import fallback_title, page_guard, reduced_copy
from sphinx_sitejson.site_build.templates import render
from sphinx_sitejson.site_build.translation import translate_view, translator_for

from .llms import (
    API_CATALOG,
    ASYNCAPI_TYPE,
    DOCUMENTS_TITLE,
    OPENAPI_TYPE,
    SKILL_FILE,
    SKILL_INDEX,
    WELL_KNOWN,
    LlmsPage,
    LlmsSection,
    LlmsSite,
    page_with_source,
    render_api_catalog,
    render_llms_indexes,
    render_skill,
    render_skill_index,
)
from .page_dates import last_updated
from .search_engines import is_public

if TYPE_CHECKING:
    from sphinx_sitejson.reference.markdown import ReferenceMarkdown
    from sphinx_sitejson.reference.views.model import OperationLink, SchemaLink

logger = logging.getLogger(__name__)

SUFFIX = ".md"
ROOT = "http://site/"
MAX_FULL_TEXT_BYTES = 5_000_000
"""More than language models can read at once."""
LLMS_FILES = ("llms.txt", "llms-full.txt", SKILL_FILE)
"""Files at the root of a project that are published instead of generated ones."""
OTHER_EXTENSIONS = frozenset({"sphinx_llms_txt", "sphinx_llm", "sphinx_llm.txt"})
"""Extensions that write the same files; they take precedence."""


def has_markdown(app: Sphinx) -> bool:
    """Whether pages are also written as Markdown."""
    return bool(app.config.sitejson_markdown) and makes_web_pages(app.builder)


def markdown_uri(docname: str) -> str:
    """Return the URL of a page's Markdown from the root of the site."""
    return quote(f"{docname}{SUFFIX}")


class PageLinks:
    """Resolves the links of one page, relative to its Markdown file."""

    def __init__(self, builder: Builder, docname: str, pages: dict[str, str]) -> None:
        self._index = page_index(builder.env)
        self._page = f"{ROOT}{builder.get_target_uri(docname)}"
        self._markdown_uri = markdown_uri(docname)
        self._docnames = builder.env.all_docs
        self._pages = pages

    def resolve(self, uri: str) -> str:
        """Resolve a link; links to pages become links to their Markdown."""
        parts = split_url(uri)
        if not uri or uri.startswith("#") or parts.scheme or parts.netloc:
            return uri
        path = split_url(join_url(self._page, uri)).path.lstrip("/")
        docname = self._pages.get(path)
        if docname is None and uri.startswith("/"):
            docname = page_at(unquote(path), self._docnames)
        target = self.relative_url_to(markdown_uri(docname) if docname else path)
        return f"{target}#{parts.fragment}" if parts.fragment else target

    def relative_url_to(self, path: str) -> str:
        """Return the relative URL of a file, beginning with ``./`` or ``../``."""
        path = relative_url(self._markdown_uri, path)
        return path if path.startswith("../") else f"./{path.removeprefix('./')}"

    def object_url(self, link: SchemaLink | OperationLink) -> str:
        """Return the relative URL of the page of a schema or an operation."""
        from sphinx_sitejson.reference.views.model import SchemaLink

        if isinstance(link, SchemaLink):
            found = self._index.schema_at(link.document, link.name)
        else:
            found = self._index.operation_at(link.document, link.key)
        return self.relative_url_to(markdown_uri(found.docname)) if found else ""


class MarkdownPages:
    """Writes the Markdown of a build."""

    def __init__(self, app: Sphinx) -> None:
        uri_of = app.builder.get_target_uri
        self._builder = app.builder
        self._docnames = {uri_of(name): name for name in app.env.all_docs}
        self._files = PublishedFiles(app, "markdown")
        self._translator = lru_cache(maxsize=1)(partial(translator_for, app.env))
        self._scope: tuple[str, str] | None = None
        self._reference: ReferenceMarkdown

    def write(self, pagename: str, doctree: nodes.document) -> None:
        """Write the Markdown of a page."""
        env = self._builder.env
        links = PageLinks(self._builder, pagename, self._docnames)
        render_block = partial(self._render_block, pagename, links)
        try:
            text = MarkdownWriter(links.resolve, render_block).page(plain_copy(env)(doctree))
        except Exception as error:
            page_guard(env).report(pagename, "written", error, "its Markdown is plain text")
            reduced = reduced_copy(doctree, fallback_title(env, pagename))
            text = MarkdownWriter(links.resolve, render_block).page(reduced)
        self._files.write_one(f"{pagename}{SUFFIX}", text)

    def _render_block(self, docname: str, links: PageLinks, block: nodes.Element) -> str:
        """Render a block that comes from an OpenAPI document."""
        from sphinx_sitejson.reference.markdown import ReferenceMarkdown
        from sphinx_sitejson.reference.plain import plain_part
        from sphinx_sitejson.reference.view_cache import block_view, reference_views

        translate = self._translator(docname)
        # The pages of a folder share relative links.
        scope = (docname.rpartition("/")[0], "" if translate is str else docname)
        if scope != self._scope:
            self._scope, self._reference = scope, ReferenceMarkdown(links.object_url)
        assert isinstance(block, api_block)
        view = in_site_language(block_view(reference_views(self._builder.env), block))
        return self._reference.part(plain_part(block), translate_view(view, translate))


markdown_pages: BuildState[MarkdownPages | None] = BuildState(lambda env: None)
"""The writer, once all pages are read; None if there are no Markdown files."""


def prepare_markdown_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Prepare the Markdown writer once all pages are read."""
    if has_markdown(app):
        markdown_pages.set(env, MarkdownPages(app))


def write_markdown_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the Markdown of a page in the process that writes its HTML, and link to it."""
    if doctree is not None and (pages := markdown_pages(app.env)):
        pages.write(pagename, doctree)
        # A link relative to the 404 page would be wrong at the address that was not found.
        if pagename != NOT_FOUND_DOCNAME and site_of(app.env).may_add("seo", "metadata"):
            url = SiteLinks(app, pagename).file_href(markdown_uri(pagename))
            link = str(render("markdown_link.html.jinja", url=url))
            context["metatags"] = context.get("metatags", "") + link


def write_llms_files(app: Sphinx) -> tuple[()]:
    """Write ``llms.txt`` and ``llms-full.txt``."""
    if makes_web_pages(app.builder):
        is_on = has_markdown(app)
        paths = [f"{name}{SUFFIX}" for name in app.env.all_docs] if is_on else []
        PublishedFiles(app, "markdown").keep_only(paths)
        files: dict[str, str] = {}
        if is_on and not OTHER_EXTENSIONS & app.extensions.keys():
            site = described_site(app)
            files = llms_files(app, site)
            files |= agent_files(app, site, files)
        files |= author_files(app, LLMS_FILES)
        others = {*extra_files(app.env), *paths}
        PublishedFiles(app, "llms").write({k: v for k, v in files.items() if k not in others})
    return ()


def agent_files(app: Sphinx, site: LlmsSite, llms: Mapping[str, str]) -> dict[str, str]:
    """Return ``skill.md`` and the files below ``/.well-known/``, by path.

    They are for other hosts, so that they need the base URL of the site.
    """
    root = absolute_url(app.config, "")
    if not root:
        return {}
    project_files = author_files(app, (SKILL_FILE, "llms.txt"))
    has_full_text = "llms-full.txt" in llms
    skill = project_files.get(SKILL_FILE) or render_skill(site, root, has_full_text=has_full_text)
    files = {SKILL_FILE: skill}
    if split_url(root).path != "/":
        # Programs look for these files at the root of the host only.
        return files
    files[f"{WELL_KNOWN}/llms.txt"] = project_files.get("llms.txt") or llms["llms.txt"]
    is_generated = SKILL_FILE not in extra_files(app.env)
    if is_generated and (index := render_skill_index(skill, published_url(app, SKILL_FILE))):
        files[SKILL_INDEX] = index
    if offered := offered_documents(app.env).values():
        files[API_CATALOG] = render_api_catalog([api_links(app, each) for each in offered])
    return files


def api_links(app: Sphinx, offered: OfferedDocument) -> dict[str, object]:
    """Return the links of an API, at its own base URL if it has a constant one."""
    root, document = published_url(app, ""), offered.document
    urls = (server.url for server in document.servers)
    kind = ASYNCAPI_TYPE if document.is_asyncapi else OPENAPI_TYPE
    return {
        "anchor": next((url for url in urls if "://" in url and "{" not in url), root),
        "service-desc": [{"href": published_url(app, offered.uri), "type": kind}],
        "service-doc": [{"href": root, "type": "text/html"}],
    }


def described_site(app: Sphinx) -> LlmsSite:
    """Return the description of the site; ``conf.py`` may have the instructions for agents."""
    settings = site_of(app.env).settings
    metadata = {tag.name: tag.content for tag in reversed(settings.metadata)}
    description = site_domain(app.env).facts_of(app.config.root_doc).description
    offered = offered_documents(app.env).values()
    return LlmsSite(
        name=settings.name,
        summary=description or metadata.get("description", settings.description),
        instructions=app.config.sitejson_agent_instructions or settings.extra.instructions,
        search_url=search_site_url(app),
        documents=[LlmsPage(each.title, published_url(app, each.uri)) for each in offered],
    )


def llms_files(app: Sphinx, site: LlmsSite) -> dict[str, str]:
    """Return the texts of the indexes and of the file with all pages, by path."""
    sections = page_sections(app)
    listed = [
        LlmsSection(title, [*listed_pages(app, names)], tab)
        for title, (tab, names) in sections.items()
    ]
    if site.documents:
        listed.append(LlmsSection(title=DOCUMENTS_TITLE, pages=site.documents))
    files = render_llms_indexes(site, listed, partial(published_url, app))
    names = [name for _tab, names in sections.values() for name in names]
    paths = (Path(app.outdir, f"{name}{SUFFIX}") for name in names)
    if sum(path.stat().st_size for path in paths if path.is_file()) <= MAX_FULL_TEXT_BYTES:
        files["llms-full.txt"] = "\n\n".join(page_texts(app, names)) + "\n"
    else:
        logger.info(
            "llms-full.txt was not written: the text of all pages is larger than %d MB.",
            MAX_FULL_TEXT_BYTES // 1_000_000,
        )
    return files


def search_site_url(app: Sphinx) -> str:
    """Return the base URL of a site with our search index, which MCP clients can use."""
    return app.config.html_baseurl if app.config.html_theme == "sitejson" else ""


def page_sections(app: Sphinx) -> dict[str, tuple[str, list[str]]]:
    """Return the tab and the public pages of each group by its title, in reading order."""
    env, pages = app.env, site_map(app.env)
    sections: dict[str, tuple[str, list[str]]] = {}
    for name in pages.in_order(env.all_docs):
        if not is_public(env, name):
            continue
        navigation = pages.page(name)
        labels = [crumb.label for crumb in navigation.breadcrumbs]
        outer = navigation.outer_breadcrumbs
        tab, title = (": ".join(filter(None, labels[:end])) for end in (outer, outer + 1))
        stub = site_documents(env).pages.stubs.get(name)
        if not title and stub and not stub.is_schema:
            # The overview page of a document is in no group.
            title = readable_text(env.titles[name])
        title = title or str(_("Schemas") if stub and stub.is_schema else _("More"))
        tab = tab or next((each.name for each in navigation.tabs if each.is_current), "")
        sections.setdefault(title, (tab, []))[1].append(name)
    return sections


def listed_pages(app: Sphinx, docnames: list[str]) -> Iterator[LlmsPage]:
    """Yield the entries of pages in ``llms.txt``."""
    for name in docnames:
        title, url = readable_text(app.env.titles[name]), published_url(app, markdown_uri(name))
        yield LlmsPage(title, url, site_domain(app.env).facts_of(name).description)


def page_texts(app: Sphinx, docnames: list[str]) -> Iterator[str]:
    """Yield the Markdown of pages, with links that do not depend on their folders."""

    @cache
    def absolute(folder: str, uri: str) -> str:
        return published_url(app, join_url(f"{ROOT}{folder}", uri).removeprefix(ROOT))

    for name in docnames:
        file = Path(app.outdir, f"{name}{SUFFIX}")
        folder = "".join(markdown_uri(name).rpartition("/")[:2])
        if file.is_file():
            text = rewrite_links(file.read_text(encoding="utf-8"), partial(absolute, folder))
            url = published_url(app, app.builder.get_target_uri(name))
            yield page_with_source(text, url, last_updated(app.env, name))


def published_url(app: Sphinx, uri: str) -> str:
    """Return the absolute URL of a path; relative to the root if the base URL is unknown."""
    return absolute_url(app.config, uri) or f"./{uri}"
