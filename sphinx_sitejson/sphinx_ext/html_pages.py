"""What every HTML page gets: the navigation and settings for our theme, meta tags for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sphinx_sitejson import __version__
from sphinx_sitejson.navigation import PageFacts, PageNavigation
from sphinx_sitejson.navigation.pages import PageMeta
from sphinx_sitejson.settings import SiteSettings
from sphinx_sitejson.settings.project_files import is_remote

from .components import render
from .config import is_set_by_author
from .domain import Site, site_domain
from .navigation import is_hidden
from .preview_pictures import with_whole_addresses
from .shared_tree import Render
from .site_files import STYLE_FILE
from .site_links import SiteLinks

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NO_FACTS = PageFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class LogoLinks:
    """The logo as one page links it."""

    light: str
    dark: str
    href: str


class PageContext:
    """What the theme's templates know as ``sj``."""

    def __init__(self, app: Sphinx, site: Site, pagename: str, context: dict[str, Any]) -> None:
        self._app = app
        self._site = site
        self._pagename = pagename
        self._context = context
        self._links = SiteLinks(app.builder, app.env, pagename)
        self.settings: SiteSettings = site.settings
        self.name = site.settings.name
        self.theme_version = __version__
        self.page = site_domain(app.env).facts.get(pagename, NO_FACTS)
        self.has_own_pygments_style = is_set_by_author(app.config, "pygments_style")

    @cached_property
    def navigation(self) -> PageNavigation:
        """What the page shows of the navigation."""
        assert self._site.site_map is not None
        return self._site.site_map.page(self._pagename)

    @cached_property
    def logo(self) -> LogoLinks | None:
        """The logo images; one that is missing gives way to the other."""
        logo = self.settings.logo
        if logo is None:
            return None
        uris = [self._site.files.get(path, "") if path else "" for path in (logo.light, logo.dark)]
        light, dark = uris[0] or uris[1], uris[1] or uris[0]
        if not light:
            return None
        return LogoLinks(
            light=self.file_href(light), dark=self.file_href(dark), href=self.href(logo.href)
        )

    @cached_property
    def favicon(self) -> str | None:
        """The address of the favicon, which Sphinx copies."""
        favicon = self._context.get("favicon_url")
        return str(favicon) if favicon else None

    @cached_property
    def style_href(self) -> str:
        """The address of the generated style sheet."""
        return f"{self.file_href(f'_static/{STYLE_FILE}')}?v={self._site.style.digest}"

    def tree(self, render: Render) -> Markup:
        """Return the sidebar's tree.

        :param render: the macro that renders one group.
        """
        return self._site.trees.html(self, render)

    @property
    def has_separate_pages(self) -> bool:
        """Whether each page is a file of its own."""
        return self._app.builder.name != "singlehtml"

    @property
    def name_of_page(self) -> str:
        """The name of the page."""
        return self._pagename

    @property
    def target_uri(self) -> str:
        """Where the page stands, from the root."""
        return self.uri_of(self._pagename)

    @property
    def content_root(self) -> str:
        """The way from the page to the root."""
        return str(self._context["content_root"])

    def uri_of(self, docname: str) -> str:
        """Return where a page stands, from the root."""
        return self._app.builder.get_target_uri(docname)

    def page_of(self, url: str) -> str:
        """Return the name of the page that a URL of the navigation means, or nothing."""
        docname = url.removeprefix("/")
        return docname if url.startswith("/") and docname in self._app.env.all_docs else ""

    def href(self, url: str) -> str:
        """Return the address of a settings or navigation URL, seen from this page."""
        return self._links.href(url)

    def file_href(self, uri: str) -> str:
        """Return the address of a file of the built site, seen from this page."""
        return self._links.file_href(uri)

    def is_external(self, url: str) -> bool:
        """Whether a link opens beside the site: another site does, a mail address does not."""
        return is_remote(url)

    def icon(self, name: str | None, icon_type: str | None = None) -> Markup:
        """Return an icon as inline SVG, or nothing when there is none of that name."""
        return Markup()


def add_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give a page its context."""
    domain = site_domain(app.env)
    # The builders "json" and "pickle" write the context itself to a file.
    if not hasattr(app.builder, "dump_context"):
        context["sj"] = PageContext(app, domain.site, pagename, context)
    if doctree is not None:
        tags = with_whole_addresses(app, meta_tags(app.env, pagename))
        context["metatags"] = context.get("metatags", "") + str(
            render("meta_tags.html.jinja", tags=tags)
        )


def meta_tags(env: BuildEnvironment, pagename: str) -> list[PageMeta]:
    """Return a page's meta tags: its own win over the site's."""
    domain = site_domain(env)
    facts = domain.facts.get(pagename, NO_FACTS)
    tags = {tag.name: tag.content for tag in domain.site.settings.metadata}
    if facts.description:
        tags["description"] = facts.description
        if "og:description" in tags:
            tags["og:description"] = facts.description
    tags.update({tag.name: tag.content for tag in facts.meta})
    if facts.noindex or is_hidden(env, pagename):
        tags["robots"] = "noindex"
    return [PageMeta(name=name, content=content) for name, content in tags.items()]


def setup_html_pages(app: Sphinx) -> None:
    """Connect to the rendering of pages."""
    app.connect("html-page-context", add_page_context)
