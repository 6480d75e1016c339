"""Writes each page as Markdown beside its HTML, and the files for language models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from sphinx.util import logging

from sphinx_sitejson.common.network.urls import join_url, split_url
from sphinx_sitejson.publishing.llms import (
    ListedSection,
    LlmsPage,
    full_page,
    full_text,
    llms_text,
)
from sphinx_sitejson.publishing.markdown_text import rebased
from sphinx_sitejson.publishing.site_urls import absolute_url, page_at, relative_url
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain
from sphinx_sitejson.sphinx_ext.common.labels import _, in_site_language
from sphinx_sitejson.sphinx_ext.common.markdown_writer import MarkdownWriter
from sphinx_sitejson.sphinx_ext.common.output_files import (
    PublishedFiles,
    makes_web_pages,
    site_contents,
)
from sphinx_sitejson.sphinx_ext.common.page_failures import (
    fallback_title,
    reduced_copy,
    report_extension_step,
)
from sphinx_sitejson.sphinx_ext.common.site_urls import base_url
from sphinx_sitejson.sphinx_ext.common.translation import Translate, translate_view, translator_for
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.openapi.downloads import offered_documents
from sphinx_sitejson.sphinx_ext.openapi.state import page_index, site_documents
from sphinx_sitejson.sphinx_ext.reference.api_nodes import api_block

from .search_engines import is_public

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.reference.views import OperationLink, SchemaLink

    from .reference_markdown import ReferenceMarkdown

logger = logging.getLogger(__name__)

SUFFIX = ".md"
ROOT = "http://site/"
LARGEST_FULL_TEXT = 5_000_000
"""In bytes; no language model reads more at once."""
OTHER_EXTENSIONS = frozenset({"sphinx_llms_txt", "sphinx_llm", "sphinx_llm.txt"})
"""Extensions that write the same files; then they do."""


def has_markdown(app: Sphinx) -> bool:
    """Whether pages are written as Markdown too."""
    return bool(app.config.sitejson_markdown) and makes_web_pages(app.builder)


def markdown_uri(docname: str) -> str:
    """Return where the Markdown of a page stands in the built site."""
    return quote(f"{docname}{SUFFIX}")


class PageLinks:
    """The links of one page, seen from its Markdown file."""

    def __init__(self, builder: Builder, docname: str, pages: dict[str, str]) -> None:
        self._index = page_index(builder.env)
        self._page = f"{ROOT}{builder.get_target_uri(docname)}"
        self._own = markdown_uri(docname)
        self._docnames = builder.env.all_docs
        self._pages = pages

    def address_of(self, uri: str) -> str:
        """Return the address of a link: the site's own lead to Markdown where there is some."""
        parts = split_url(uri)
        if not uri or uri.startswith("#") or parts.scheme or parts.netloc:
            return uri
        path = split_url(join_url(self._page, uri)).path.lstrip("/")
        docname = self._pages.get(path)
        if docname is None and uri.startswith("/"):
            docname = page_at(unquote(path), self._docnames)
        target = self.to(markdown_uri(docname) if docname else path)
        return f"{target}#{parts.fragment}" if parts.fragment else target

    def to(self, path: str) -> str:
        """Return the way to a file; it begins with a dot, so that it is known as the site's own."""
        way = relative_url(self._own, path)
        return way if way.startswith("../") else f"./{way.removeprefix('./')}"

    def to_part(self, link: SchemaLink | OperationLink) -> str:
        """Return the way to the page of a schema or an operation."""
        from sphinx_sitejson.reference.views import SchemaLink

        if isinstance(link, SchemaLink):
            docname = self._index.schema(link.document, link.name)
        else:
            docname = self._index.operation(link.document, link.key)
        return self.to(markdown_uri(docname)) if docname else ""


class ReferenceBlocks:
    """The parts of pages that come from an OpenAPI document; most pages have none."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._docname = ""
        self._scope = ("", "")
        self._reference: ReferenceMarkdown | None = None
        self._translate: Translate = str

    def text_of(self, docname: str, links: PageLinks, block: nodes.Element) -> str:
        """Return a part as Markdown."""
        from sphinx_sitejson.sphinx_ext.reference.plain import plain_part
        from sphinx_sitejson.sphinx_ext.reference.view_cache import block_values, reference_views

        if docname != self._docname or self._reference is None:
            self._docname = docname
            self._reference = self._writer_for(docname, links)
        assert isinstance(block, api_block)
        views = reference_views(self._app.env)
        values = in_site_language(block_values(views, block))
        (value,) = translate_view(values, self._translate).values()
        return self._reference.part(plain_part(block), value)

    def _writer_for(self, docname: str, links: PageLinks) -> ReferenceMarkdown:
        """Return the writer of all pages of a folder, where links lead the same way."""
        self._translate = translate = translator_for(self._app.env, docname)
        scope = (docname.rpartition("/")[0], "" if translate is str else docname)
        if self._reference is not None and scope == self._scope:
            return self._reference
        from .reference_markdown import ReferenceMarkdown

        self._scope = scope
        return ReferenceMarkdown(links.to_part)


class MarkdownPages:
    """Writes the Markdown of a build."""

    def __init__(self, app: Sphinx) -> None:
        uri_of = app.builder.get_target_uri
        self._builder = app.builder
        self._docnames = {uri_of(name): name for name in app.env.all_docs}
        self._files = PublishedFiles(app, "markdown")
        self._blocks = ReferenceBlocks(app)

    def write(self, pagename: str, doctree: nodes.document) -> None:
        """Write one page."""
        links = PageLinks(self._builder, pagename, self._docnames)
        text_of = partial(self._blocks.text_of, pagename, links)
        try:
            text = MarkdownWriter(links.address_of, text_of).page(doctree)
        except Exception as error:
            outcome = "its Markdown is plain text"
            report_extension_step(self._builder.env, pagename, "written", error, outcome)
            text = MarkdownWriter(links.address_of, text_of).page(
                reduced_copy(doctree, fallback_title(self._builder.env, pagename))
            )
        self._files.write_one(f"{pagename}{SUFFIX}", text)


def _no_pages(env: BuildEnvironment) -> MarkdownPages:
    raise RuntimeError("The pages are known when all of them are read.")


markdown_pages: BuildState[MarkdownPages] = BuildState(_no_pages)


def begin_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Take note of all pages, once they are read."""
    if has_markdown(app):
        markdown_pages.set(env, MarkdownPages(app))


def write_markdown_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write one page when its HTML is written, in whichever process that is."""
    if doctree is not None and has_markdown(app):
        markdown_pages(app.env).write(pagename, doctree)


def write_llms_files(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the list of all pages, and their text in one file."""
    if makes_web_pages(app.builder):
        is_on = has_markdown(app)
        paths = [f"{name}{SUFFIX}" for name in app.env.all_docs] if is_on else []
        PublishedFiles(app, "markdown").keep_only(paths)
        files = llms_files(app) if is_on and not OTHER_EXTENSIONS & app.extensions.keys() else {}
        extra = site_contents(app.env).extra_files
        PublishedFiles(app, "llms").write({k: v for k, v in files.items() if k not in extra})
    yield from ()


def llms_files(app: Sphinx) -> dict[str, str]:
    """Return both files."""
    domain = site_domain(app.env)
    settings = domain.site.settings
    summary = domain.facts_of(app.config.root_doc).description or next(
        (tag.content for tag in settings.metadata if tag.name == "description"),
        settings.description,
    )
    sections = dict(sections_of(app))
    listed = [
        ListedSection(title=title, pages=tuple(listed_page(app, name) for name in names))
        for title, names in sections.items()
    ]
    documents = tuple(
        LlmsPage(title=offered.title, address=address(app, offered.uri))
        for offered in offered_documents(app)
    )
    if documents:
        listed.append(ListedSection(title="OpenAPI documents", pages=documents))
    names = [name for names in sections.values() for name in names]
    text = llms_text(
        settings.name,
        summary,
        listed,
        address=search_site_url(app),
        instructions=settings.extra.instructions,
    )
    files = {
        "llms.txt": text,
    }
    if size_of_pages(app, names) <= LARGEST_FULL_TEXT:
        files["llms-full.txt"] = full_text(page_texts(app, names))
    else:
        logger.info(
            "llms-full.txt is left out: the text of all pages is larger than %d MB.",
            LARGEST_FULL_TEXT // 1_000_000,
        )
    return files


def size_of_pages(app: Sphinx, names: Iterable[str]) -> int:
    """Return how many bytes the Markdown of pages has."""
    files = (Path(app.outdir, f"{name}{SUFFIX}") for name in names)
    return sum(file.stat().st_size for file in files if file.is_file())


def search_site_url(app: Sphinx) -> str:
    """Return the address of a site whose search index programs can read: that of our theme."""
    return app.config.html_baseurl if app.config.html_theme == "sitejson" else ""


def sections_of(app: Sphinx) -> Iterator[tuple[str, list[str]]]:
    """Yield the pages for everyone to find, by tab and group, in reading order."""
    pages = site_map(app.env)
    sections: dict[str, list[str]] = {}
    listed = [name for name in pages.pages if name in app.env.all_docs]
    for name in [*listed, *sorted(app.env.all_docs.keys() - set(listed))]:
        if not is_public(app.env, name):
            continue
        navigation = pages.page(name)
        crumbs = navigation.breadcrumbs[: navigation.outer_breadcrumbs + 1]
        title = ": ".join(crumb.label for crumb in crumbs if crumb.label)
        stub = site_documents(app.env).pages.stubs.get(name)
        usual = str(_("Schemas") if stub and stub.is_schema else _("More"))
        if stub and not stub.is_schema:
            # The page that opens a document stands in no group.
            usual = app.env.titles[name].astext()
        sections.setdefault(title or usual, []).append(name)
    yield from sections.items()


def listed_page(app: Sphinx, docname: str) -> LlmsPage:
    """Return a page as the list shows it."""
    facts = site_domain(app.env).facts_of(docname)
    return LlmsPage(
        title=app.env.titles[docname].astext(),
        address=address(app, markdown_uri(docname)),
        description=facts.description,
    )


def page_texts(app: Sphinx, docnames: list[str]) -> Iterator[str]:
    """Yield the Markdown of pages, with links that work outside of their folders."""

    @cache
    def absolute(folder: str, uri: str) -> str:
        return address(app, join_url(f"{ROOT}{folder}", uri).removeprefix(ROOT))

    for name in docnames:
        file = Path(app.outdir, f"{name}{SUFFIX}")
        folder = markdown_uri(name).rpartition("/")[0]
        folder = f"{folder}/" if folder else ""
        if file.is_file():
            text = rebased(file.read_text(encoding="utf-8"), partial(absolute, folder))
            yield full_page(text, address(app, app.builder.get_target_uri(name)))


def address(app: Sphinx, uri: str) -> str:
    """Return a whole address, or one from the site's root when the site does not know its own."""
    base = base_url(app.config)
    return absolute_url(base, uri) if base else f"./{uri}"
