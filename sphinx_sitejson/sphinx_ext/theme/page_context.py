"""The template context of each page: navigation, settings, banner, image sizes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.appearance.fonts import catalog_links
from sphinx_sitejson.appearance.image_sizes import PictureSize, picture_size, with_sizes
from sphinx_sitejson.appearance.palette import page_colors
from sphinx_sitejson.navigation.views import PageNavigation
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.sphinx_ext.appearance.page_icons import (
    IconFiles,
    icon_markup,
    icon_sprite,
    ids_of_icons,
    project_icons,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.labels import without_lazy_texts
from sphinx_sitejson.sphinx_ext.common.other_extensions import COPY_BUTTONS, FAVICON, has_our_theme
from sphinx_sitejson.sphinx_ext.common.output_files import settings_files
from sphinx_sitejson.sphinx_ext.common.site_urls import SiteLinks, is_on_read_the_docs
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.patches.application import author_value
from sphinx_sitejson.sphinx_ext.publishing.search_engines import page_url

from .files import STYLE_FILE, file_version, has_shared_pages
from .project_templates import sidebar_parts
from .sidebar_tree import Draw, TreeContext, shared_trees

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_sitejson.navigation.views import DivisionLink
    from sphinx_sitejson.settings.site import SiteSettings


@cache
def _parser() -> MarkdownIt:
    # HTML stays text: the line stands on every page, outside of what authors check.
    return MarkdownIt("commonmark", {"html": False}).disable("image")


@cache
def _tokens(content: str) -> tuple[Token, ...]:
    return tuple(_parser().parseInline(content.strip()))


def banner_html(content: str, href: Callable[[str], str]) -> Markup:
    """Return the line as HTML.

    :param href: the address of a link, seen from the page.
    """
    parser = _parser()
    tokens = [token.copy() for token in _tokens(content)]
    for token in tokens:
        token.children = [_linked(child, href) for child in token.children or ()]
    return Markup(parser.renderer.render(tokens, parser.options, {}))


def _linked(token: Token, href: Callable[[str], str]) -> Token:
    if token.type != "link_open":
        return token
    url = str(token.attrs.get("href", ""))
    attributes: dict[str, str | int | float] = {"href": href(url)}
    if is_remote(url):
        attributes |= {"target": "_blank", "rel": "noopener"}
    return token.copy(attrs=attributes)


def banner_mark(content: str) -> str:
    """Return a short text that differs when the line does."""
    return hashlib.sha256(content.encode()).hexdigest()[:8]


AVAILABLE_WIDTH = 100
"""Letters for which a window of 1280 pixels has room beside a sidebar."""
_AROUND_TAB, _AROUND_LINK, _ICON = 3, 5, 3


def can_fit_tabs(settings: SiteSettings, tabs: Iterable[tuple[str, bool]]) -> bool:
    """Whether the links of the bar leave room for tabs beside them.

    :param tabs: the name of each tab, and whether it has an icon.
    """
    links = [(link.name, link.url) for link in settings.topbar_links]
    if button := settings.topbar_cta_button:
        links.append((button.name, button.url))
    # A repository without a name is shown by its owner and its own name, which are in the address.
    names = [name or "/".join(url.split("/")[-2:]) for name, url in links]
    taken = sum(_letters(name) + _AROUND_LINK for name in names)
    needed = sum(_letters(name) + _AROUND_TAB + has_icon * _ICON for name, has_icon in tabs)
    return taken + needed <= AVAILABLE_WIDTH


def _letters(text: str) -> int:
    """Count letters; those of East Asia are twice as wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


_NAME_OF_CODE = re.compile(r'(?<=<span class="pre">)[^<>\s]{16,}(?=</span>)')
_TITLE = re.compile(r"(<h1\b[^>]*>)([^<]+)")
_LONG_WORD = re.compile(r"[^<>&;\s]{16,}")
_END_OF_WORD = re.compile(r"(?<=\w)[._/](?=\w)|(?<=[a-z0-9])(?=[A-Z])")


def in_contents(html: str) -> str:
    """Return the list of headings; names of code in it may break."""
    return _NAME_OF_CODE.sub(_with_breaks, html)


def in_title(html: str) -> str:
    """Return a page whose title may break, as that of a schema is often one long name."""
    return _TITLE.sub(
        lambda title: title[1] + _LONG_WORD.sub(_with_breaks, title[2]), html, count=1
    )


def _with_breaks(name: re.Match[str]) -> str:
    return _END_OF_WORD.sub(lambda end: f"{end[0]}<wbr>", name[0])


SPHINX_SCRIPTS = frozenset(
    f"_static/{name}.js" for name in ("documentation_options", "doctools", "sphinx_highlight")
)


copied_pictures: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The pictures that Sphinx copies, by the names of the copies."""


def waiting_scripts(files: Iterable[Any]) -> frozenset[str]:
    """Return the scripts of Sphinx that need not hold up a page.

    Scripts of others may need them at once, unless they wait as well.
    """
    others = (file for file in files if getattr(file, "filename", "") not in SPHINX_SCRIPTS)
    return SPHINX_SCRIPTS if all(map(_waits, others)) else frozenset()


def _waits(file: Any) -> bool:
    name = str(getattr(file, "filename", file))
    # The first waits in our templates, the second needs no other script.
    is_known = name == "_static/sitejson.js" or "design-tabs" in name
    return is_known or bool({"defer", "async"} & set(getattr(file, "attributes", ())))


def set_image_sizes(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Let the pictures of a page say how large they are."""
    body = context.get("body")
    if isinstance(body, str) and "<img" in body and has_our_theme(app.builder):
        context["body"] = with_sizes(body, partial(_size_at, app, _sources(app)))


def _sources(app: Sphinx) -> Mapping[str, str]:
    """Return where the pictures so far come from: they are copied at the end."""
    known, images = copied_pictures(app.env), app.builder.images
    # Pages add theirs when they are written, so the new ones are the last.
    known.update((copied, path) for path, copied in islice(images.items(), len(known), None))
    return known


def _size_at(app: Sphinx, sources: Mapping[str, str], address: str) -> PictureSize | None:
    """Return the size of a picture that Sphinx copies, by its address in a page."""
    folder, _, name = unquote(address.partition("?")[0]).rpartition("/")
    if folder.split("/")[-1] == "_images":
        source = sources.get(name)
        return picture_size(Path(app.srcdir, source)) if source else None
    _, is_static, path = f"{folder}/{name}".rpartition("_static/")
    is_ours = is_static and "://" not in address and ".." not in path
    return picture_size(Path(app.outdir, "_static", path)) if is_ours else None


_REPOSITORY = re.compile(
    r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?(?:[?#].*)?$"
)
_DESIGN_CLASS = re.compile(r'class="(?:[^"]*\s)?sd-')


@dataclass(frozen=True, slots=True, kw_only=True)
class LogoLinks:
    """The logo as one page links it."""

    light: str
    dark: str
    href: str
    light_size: PictureSize | None = None
    """Width and height, so that nothing moves when the picture arrives."""
    dark_size: PictureSize | None = None


class PageContext:
    """What the theme's templates know as ``sj``."""

    def __init__(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        self._app = app
        self._env = app.env
        self._pagename = pagename
        self._context = context
        self._links = SiteLinks(app.builder, app.env, pagename, context.get("sitejson_base", ""))
        self._icon_files = IconFiles(app)
        self._shown_icons: list[str] = []
        self.settings: SiteSettings = site_of(app.env).settings
        self.name = str(author_value(app.config, "html_short_title") or self.settings.name)
        self.names_sphinx = bool(author_value(app.config, "html_show_sphinx"))
        """Only if the author wants it: by default Sphinx would name itself."""
        self.page = site_domain(app.env).facts_of(pagename)

    @cached_property
    def navigation(self) -> PageNavigation:
        """What the page shows of the navigation."""
        return site_map(self._env).page(self._pagename)

    @cached_property
    def logo(self) -> LogoLinks | None:
        """The logo images; one that is missing gives way to the other."""
        logo = self.settings.logo
        if logo is None:
            # The author may have set `html_logo`, as Sphinx has it.
            uri = self._context.get("logo_url")
            return LogoLinks(light=str(uri), dark=str(uri), href=self.href("/")) if uri else None
        files = settings_files(self._env)
        uris = [files.get(path, "") if path else "" for path in (logo.light, logo.dark)]
        light, dark = uris[0] or uris[1], uris[1] or uris[0]
        if not light:
            return None
        paths = logo.light if uris[0] else logo.dark, logo.dark if uris[1] else logo.light
        sizes = [picture_size(Path(self._app.srcdir, (path or "").lstrip("/"))) for path in paths]
        return LogoLinks(
            light=self.file_href(light),
            dark=self.file_href(dark),
            href=self.href(logo.href),
            light_size=sizes[0],
            dark_size=sizes[1],
        )

    @cached_property
    def favicon(self) -> str | None:
        """The address of the favicon, which Sphinx copies."""
        if FAVICON.is_provided_by_other(self._app):
            return None
        favicon = self._context.get("favicon_url")
        return str(favicon) if favicon else None

    @cached_property
    def dark_favicon(self) -> str:
        """The address of the favicon for dark mode, where there is another."""
        uri = settings_files(self._env).get(self.settings.extra.dark_favicon or "", "")
        return self.file_href(uri) if uri else ""

    @cached_property
    def has_shared_pages(self) -> bool:
        """Whether pages of the site are listed in several places, so that readers keep theirs."""
        return has_shared_pages(self._env)

    @cached_property
    def banner(self) -> Markup:
        """The line above every page, with addresses as this page needs them."""
        banner = self.settings.banner
        return banner_html(banner.content, self.href) if banner else Markup()

    @property
    def banner_mark(self) -> str:
        """Tells one announcement from the next, so that closing one does not close all."""
        return banner_mark(self.settings.banner.content) if self.settings.banner else ""

    def absolute_url(self, url: str) -> str:
        """Return the absolute URL of a page, if the base URL of the site is known."""
        docname = url.removeprefix("/")
        return page_url(self._app, docname) or self.href(url)

    @property
    def has_copy_buttons(self) -> bool:
        """Whether blocks of code get the buttons of the theme."""
        return not COPY_BUTTONS.is_provided_by_other(self._app)

    @property
    def can_fit_tabs(self) -> bool:
        """Whether the tabs of the page's version have room beside the links of the bar."""
        versions = (None, self.navigation.version)
        tabs = [tab for tab in self.navigation.tabs if tab.version in versions]
        return can_fit_tabs(self.settings, ((tab.name, bool(tab.icon)) for tab in tabs))

    @property
    def page_colors(self) -> tuple[str, str]:
        """The color of the page in light mode and in dark mode."""
        return page_colors(self.settings.theme, self.settings.colors)

    @property
    def font_links(self) -> list[str]:
        """The style sheets of the font catalog."""
        return list(catalog_links(self.settings.font))

    @cached_property
    def uses_design(self) -> bool:
        """Whether the page needs the files of sphinx-design, which we load for all sites."""
        is_named = "sphinx_design" in self._app.config.extensions
        return is_named or bool(_DESIGN_CLASS.search(str(self._context.get("body", ""))))

    @property
    def is_style_linked(self) -> bool:
        """Whether Sphinx links the theme's style sheet: `html_style` takes its place."""
        linked = (str(getattr(css, "filename", css)) for css in self._context["css_files"])
        return f"_static/{STYLE_FILE}" in linked

    def waiting_scripts(self, files: Iterable[Any]) -> frozenset[str]:
        """Return the scripts of Sphinx that need not hold up the page."""
        return waiting_scripts(files)

    def name_of_file(self, file: Any) -> str:
        """Return the name of a style sheet or a script; one that stands on the page has none."""
        return str(getattr(file, "filename", None) or "")

    def version_of(self, path: str) -> str:
        """Return what stands after "?v=" in a link to a file of the theme."""
        return file_version(f"{self._app.outdir}/{path}")

    def tree(self, macro: Draw) -> Markup:
        """Return the sidebar's tree.

        :param macro: draws some entries of it.
        """
        if self.has_separate_pages:
            html = shared_trees(self._env).html(
                self._app, self.navigation, self.content_root, self.target_uri, macro
            )
        else:
            whole = site_map(self._env).full_groups(self._pagename)
            html = TreeContext(self._app, self.navigation).draw(macro, whole)
        self._shown_icons.append(html)
        return html

    @cached_property
    def contents(self) -> Markup:
        """The headings of the page; long names of code may break where their words end."""
        return Markup(in_contents(str(self._context.get("toc") or "")))

    @property
    def sidebar_parts(self) -> list[Markup]:
        """What templates of the project add to the sidebar."""
        names = self._context.get("sidebars") or ()
        return list(sidebar_parts(self._app, names, self._context))

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
        """Whether the site is built on Read the Docs, which lists its hosted versions."""
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
        return icon_sprite("".join(self._shown_icons), project_icons(self._env).icons, present)


def add_page_context(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give a page its context."""
    if writes_contexts(app.builder):
        resolve_lazy_texts(context)
    else:
        context["sj"] = PageContext(app, pagename, context)
        if has_our_theme(app.builder) and "body" in context:
            context["body"] = in_title(context["body"])
        for name, value in site_of(app.env).theme_options.items():
            context.setdefault(f"theme_{name}", value)


def remove_design_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Keep the files of sphinx-design off pages of another theme that do not need them.

    Our own templates do so by themselves.
    """
    known = context.get("sj")
    if has_our_theme(app.builder) or not isinstance(known, PageContext) or known.uses_design:
        return
    for files, part in (("css_files", "sphinx-design"), ("script_files", "design-tabs")):
        names = ((file, str(getattr(file, "filename", file))) for file in context.get(files, ()))
        context[files] = [file for file, name in names if part not in name]


def writes_contexts(builder: Builder) -> bool:
    """Whether a builder writes the context itself to a file, as "json" and "pickle" do."""
    return hasattr(builder, "dump_context")


def resolve_lazy_texts(context: dict[str, Any]) -> None:
    """Replace lazily translated texts in a context with strings."""
    context.update({name: without_lazy_texts(value) for name, value in context.items()})


def resolve_common_context(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Do the same with the context of all pages, which these builders write last."""
    if writes_contexts(app.builder):
        assert isinstance(app.builder, StandaloneHTMLBuilder)
        resolve_lazy_texts(app.builder.globalcontext)
    yield from ()
