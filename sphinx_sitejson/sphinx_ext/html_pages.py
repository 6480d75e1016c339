"""What every HTML page gets: the navigation and settings for our theme, meta tags for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson import __version__
from sphinx_sitejson.looks.bar import has_room_for_tabs
from sphinx_sitejson.looks.fonts import catalog_links
from sphinx_sitejson.looks.presets import page_colors
from sphinx_sitejson.navigation import PageFacts, PageNavigation
from sphinx_sitejson.navigation.pages import PageMeta
from sphinx_sitejson.settings.project_files import is_remote

from .components import render
from .config import is_set_by_author
from .domain import Site, site_domain
from .icons import IconFiles, icon_markup, icon_sprite, ids_of_icons
from .labels import in_plain_words
from .navigation import is_hidden
from .preview_pictures import with_whole_addresses
from .site_address import is_on_read_the_docs
from .site_links import SiteLinks
from .theme_files import API_STYLES, file_version
from .tree_files import RootContext

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.navigation.views import DivisionLink, SidebarGroup
    from sphinx_sitejson.settings import SiteSettings

    from .shared_tree import Render

NO_FACTS = PageFacts()
_REPOSITORY = re.compile(
    r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?(?:[?#].*)?$"
)


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
        self._links = SiteLinks(app.builder, app.env, pagename, context.get("sitejson_base", ""))
        self._icon_files = IconFiles(app)
        self._shown_icons: list[str] = []
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
            # The author may have set `html_logo`, as Sphinx has it.
            uri = self._context.get("logo_url")
            return LogoLinks(light=str(uri), dark=str(uri), href=self.href("/")) if uri else None
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

    @property
    def has_room_for_tabs(self) -> bool:
        """Whether the tabs of the page's version have room beside the links of the bar."""
        versions = (None, self.navigation.version)
        tabs = [tab for tab in self.navigation.tabs if tab.version in versions]
        return has_room_for_tabs(self.settings, ((tab.name, bool(tab.icon)) for tab in tabs))

    @property
    def page_colors(self) -> tuple[str, str]:
        """The color of the page in light mode and in dark mode."""
        return page_colors(self.settings.theme, self.settings.colors)

    @property
    def font_links(self) -> list[str]:
        """The style sheets of the font catalog."""
        return list(catalog_links(self.settings.font))

    @property
    def uses_design(self) -> bool:
        """Whether the page needs the files of sphinx-design, which we load for all sites."""
        is_named = "sphinx_design" in self._app.config.extensions
        return is_named or "sd-" in str(self._context.get("body", ""))

    def has_styles_of(self, path: str) -> bool:
        """Whether the theme's own style sheet holds another one of ours."""
        return path in {f"_static/{style.name}" for style in API_STYLES}

    def version_of(self, path: str) -> str:
        """Return what stands after "?v=" in a link to a file of the theme."""
        return file_version(Path(self._app.outdir, path))

    def tree(self, render: Render) -> Markup:
        """Return the sidebar's tree.

        :param render: the macro that renders some entries of it.
        """
        html = self._site.trees.html(self, render)
        self._shown_icons.append(html)
        return html

    @property
    def whole_groups(self) -> tuple[SidebarGroup, ...]:
        """The groups around the page, and nothing cut from them."""
        assert self._site.site_map is not None
        return self._site.site_map.whole_groups(self._pagename)

    @property
    def from_root(self) -> RootContext:
        """What stands for this page where something is rendered for several pages."""
        return RootContext(self._app, self.navigation)

    def repository(self, url: str) -> str:
        """Return the owner and the name of a repository, as GitHub's interface wants them."""
        found = _REPOSITORY.match(url)
        return found[1] if found else ""

    @property
    def is_api_page(self) -> bool:
        """Whether the whole page shows an operation or a schema."""
        bound = site_domain(self._app.env).bound.get(self._pagename, ())
        return any(fact.is_page for fact in bound)

    @property
    def is_on_read_the_docs(self) -> bool:
        """Whether the site is built where it is told of its hosted versions."""
        return is_on_read_the_docs()

    def addresses(self, division: DivisionLink) -> dict[str, str]:
        """Return where a tab or an anchor leads in other versions."""
        return {version: self.href(url) for version, url in division.version_urls}

    @property
    def has_separate_pages(self) -> bool:
        """Whether each page is a file of its own."""
        return self._app.builder.name != "singlehtml"

    @property
    def target_uri(self) -> str:
        """Where the page stands, from the root."""
        return self._app.builder.get_target_uri(self._pagename)

    @property
    def content_root(self) -> str:
        """The way from the page to the root."""
        return str(self._context["content_root"])

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
        """Return an icon: inline SVG, or an image."""
        if not name:
            return Markup()
        html = self._icon_files.resolve(icon_markup(name, icon_type), self.content_root)
        self._shown_icons.append(html)
        return Markup(html)

    def icon_sprite(self) -> Markup:
        """Return the drawings of the icons around the page's body; call it last."""
        present = ids_of_icons(str(self._context.get("body", "")))
        return icon_sprite("".join(self._shown_icons), self._site.own_icons, present)


def add_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give a page its context."""
    domain = site_domain(app.env)
    if writes_contexts(app.builder):
        tell_in_plain_words(context)
    else:
        context["sj"] = PageContext(app, domain.site, pagename, context)
    if doctree is not None:
        tags = with_whole_addresses(app, meta_tags(app.env, pagename))
        context["metatags"] = context.get("metatags", "") + str(
            render("meta_tags.html.jinja", tags=tags)
        )


def writes_contexts(builder: Builder) -> bool:
    """Whether a builder writes the context itself to a file, as "json" and "pickle" do."""
    return hasattr(builder, "dump_context")


def tell_in_plain_words(context: dict[str, Any]) -> None:
    """Put texts into a context in the place of those that are translated when they are shown."""
    context.update({name: in_plain_words(value) for name, value in context.items()})


def tell_common_context(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Do the same with what all pages share, which those builders write last."""
    if writes_contexts(app.builder):
        assert isinstance(app.builder, StandaloneHTMLBuilder)
        tell_in_plain_words(app.builder.globalcontext)
    yield from ()


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
    app.connect("html-collect-pages", tell_common_context)
