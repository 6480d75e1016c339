"""The template context of each page: navigation, settings, banner, image sizes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.fonts import CODE, catalog_links
from sphinx_sitejson.appearance.images import (
    ImageSize,
    add_image_sizes,
    add_plates,
    needs_backing,
    needs_plate,
    read_image_size,
)
from sphinx_sitejson.appearance.page_icons import (
    icon_markup,
    icon_sprite,
    project_icons,
    resolve_images,
)
from sphinx_sitejson.appearance.palette import page_colors
from sphinx_sitejson.appearance.utility_styles import STYLE_FILE as UTILITY_FILE
from sphinx_sitejson.common.languages import is_right_to_left
from sphinx_sitejson.navigation.menus import Link, MenuEntry, PageNavigation
from sphinx_sitejson.navigation.site_urls import SiteLinks, is_on_read_the_docs
from sphinx_sitejson.navigation.toctrees import related_pages, site_map
from sphinx_sitejson.publishing.page_dates import date_text
from sphinx_sitejson.publishing.search_engines import page_url
from sphinx_sitejson.settings.other_themes import HIDE_NAME_OPTIONS
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.labels import _, without_lazy_texts
from sphinx_sitejson.site_build.other_extensions import COPY_BUTTONS, FAVICON, has_our_theme
from sphinx_sitejson.site_build.output_files import file_digest, settings_files
from sphinx_sitejson.site_build.private_interfaces import author_value

from .files import (
    BLOCK_CLASSES,
    DIAGRAM_STYLE,
    ICON_FILE,
    SCRIPT_FILE,
    STYLE_FILE,
    TOUCH_ICON_FILE,
    extension_styles,
    first_fonts,
    shared_pages,
)
from .project_templates import has_project_partials, lost_files, sidebar_parts
from .sidebar_tree import Draw, TreeContext, page_tree

# HTML is not interpreted: the banner is on every page, outside of what authors check.
_BANNER_PARSER = MarkdownIt("commonmark", {"html": False}).disable("image")


def banner_html(content: str, href: Callable[[str], str]) -> Markup:
    """Render the banner as HTML.

    :param href: returns the URL of a link, relative to the page.
    """
    tokens = _BANNER_PARSER.parseInline(content.strip())
    for token in tokens[0].children or ():
        if token.type == "link_open":
            url = str(token.attrs.get("href", ""))
            token.attrs = {"href": href(url)}
            if is_remote(url):
                token.attrs |= {"target": "_blank", "rel": "noopener"}
    return Markup(_BANNER_PARSER.renderer.render(tokens, _BANNER_PARSER.options, {}))


_CODE_NAME = re.compile(r'(?<=<span class="pre">)[^<>\s]{16,}(?=</span>)')
_TITLE = re.compile(r"(<h1\b[^>]*>)([^<]+)")
_TITLE_END = re.compile(r'(<h1\b[^>]*>.*?)(<a class="headerlink"|</h1>)', re.DOTALL)
_HEADING = re.compile(
    r"<(h[1-6]\b(?:(?! aria-label)[^>])*)>"
    r'((?:[^<]|<(?!/?h[1-6]\b|a class="headerlink"))*)(?=<a class="headerlink")'
)
_ALTERNATIVE = re.compile(r'<img\b[^>]*?\salt="([^"]*)"[^>]*>')
_BREAK = re.compile(r"<br\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_PERMALINK_ICON = re.compile(r'(<a class="headerlink"[^>]*>)((?:(?!</a>).)+)', re.DOTALL)
_LONG_WORD = re.compile(r"[^<>&;\s]{16,}")
_WORD_END = re.compile(r"(?<=\w)[._/](?=\w)|(?<=[a-z0-9])(?=[A-Z])")


def break_names_in_contents(html: str) -> str:
    """Insert ``<wbr>`` into long names of code in the table of contents."""
    return _CODE_NAME.sub(_insert_breaks, html)


def break_names_in_title(html: str) -> str:
    """Insert ``<wbr>`` into long words of the title, such as ``Repository<wbr>Ruleset``."""
    return _TITLE.sub(
        lambda title: title[1] + _LONG_WORD.sub(_insert_breaks, title[2]), html, count=1
    )


def add_title_label(html: str, label: str) -> str:
    """Add a label to the end of the title."""
    markup = f' <span class="sj-tag sj-title-tag">{escape(label)}</span>'
    return _TITLE_END.sub(lambda title: title[1] + markup + title[2], html, count=1)


def name_headings(html: str) -> str:
    """Leave the permalink out of the accessible names of headings, and its icon out of all."""
    html = _PERMALINK_ICON.sub(r'\1<span aria-hidden="true">\2</span>', html)
    return _HEADING.sub(_name_heading, html)


def _name_heading(heading: re.Match[str]) -> str:
    start, content = heading.groups()
    name = " ".join(_TAG.sub("", _BREAK.sub(" ", _ALTERNATIVE.sub(r"\1", content))).split())
    # Formulas are read by their own names.
    if not name or 'class="math' in content:
        return heading[0]
    label = name.replace('"', "&quot;")
    return f'<{start} aria-label="{label}">{content}'


def _insert_breaks(name: re.Match[str]) -> str:
    return _WORD_END.sub(lambda end: f"{end[0]}<wbr>", name[0])


SPHINX_SCRIPTS = frozenset(
    f"_static/{name}.js" for name in ("documentation_options", "doctools", "sphinx_highlight")
)

MAX_SHARED_PARTS = 500


@BuildState
def shares_parts(env: BuildEnvironment) -> bool:
    """Return whether parts are those of the theme; those of a project may depend on the page."""
    return not has_project_partials(site_of(env).builder)


shared_parts: BuildState[dict[tuple[Hashable, ...], str]] = BuildState(lambda env: {})
"""The rendered parts that are equal on all pages of a folder; pages are written by their names."""

_OWN_FILES = frozenset(
    f"_static/{name}"
    for name in (STYLE_FILE, SCRIPT_FILE, UTILITY_FILE, "sitejson-api.css", "sitejson-api.js")
)
"""Files of most pages, which are written before all of them."""
_OWN_ATTRIBUTES = ({"rel": "stylesheet", "type": "text/css"}, {"defer": "defer"})

copied_images: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The source paths of the images that Sphinx copies, by output name."""


def waiting_scripts(files: Iterable[Any]) -> frozenset[str]:
    """Return the scripts of Sphinx that can be deferred.

    Scripts of others may need them immediately, unless they are deferred as well.
    """
    for file in files:
        name = str(getattr(file, "filename", file))
        # The first is deferred by our templates, the second needs no other script.
        is_known = name == "_static/sitejson.js" or "design-tabs" in name
        is_deferred = is_known or {"defer", "async"} & set(getattr(file, "attributes", ()))
        if name not in SPHINX_SCRIPTS and not is_deferred:
            return frozenset()
    return SPHINX_SCRIPTS


def set_image_attributes(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Add ``width`` and ``height`` to the images of a page, and mark those that need a plate."""
    body = context.get("body")
    if not isinstance(body, str) or "<img" not in body or not has_our_theme(app.builder):
        return
    sources, images = copied_images(app.env), app.builder.images
    # Images are added while pages are written, so new ones are last.
    sources.update((copied, path) for path, copied in islice(images.items(), len(sources), None))
    file_at = cache(partial(_image_file, app, sources))
    settings = site_of(app.env).settings
    dark_page = page_colors(settings.theme, settings.colors)[1]
    body = add_image_sizes(body, lambda url: read_image_size(file_at(url)))
    context["body"] = add_plates(body, lambda url: needs_plate(file_at(url), dark_page))


def _image_file(app: Sphinx, sources: Mapping[str, str], url: str) -> Path:
    """Return the file of the image at a URL of a page; a folder if it is unknown."""
    folder, _, name = unquote(url.partition("?")[0]).rpartition("/")
    if folder.split("/")[-1] == "_images":
        return Path(app.srcdir, sources.get(name, ""))
    _, is_static, path = f"{folder}/{name}".rpartition("_static/")
    is_ours = is_static and "://" not in url and ".." not in path
    return Path(app.outdir, "_static", path if is_ours else "")


_REPOSITORY = re.compile(
    r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?(?:[?#].*)?$"
)
SQUARE_LOGO = 1.2
"""The ratio of width to height up to which a logo is also the favicon, if there is no other."""
WIDE_LOGO = 1.8
"""The ratio of width to height from which a logo is likely to contain the name."""
_CLASS_ATTRIBUTE = re.compile(r"""class\s*=\s*["']?([^"'>&]*)""")
_DIAGRAM = re.compile(
    r'<(?:pre|div|p)\b[^>]*? class="(?:[^">]*\s)?(mermaid|graphviz|plantuml)[\s"]'
)


def _is_square(size: ImageSize | None) -> bool:
    """Return whether a logo can be a favicon."""
    return size is not None and size.width <= size.height * SQUARE_LOGO


class LogoImage(NamedTuple):
    """The logo in one mode, with its URL relative to a page."""

    url: str
    size: ImageSize | None
    """Width and height, to avoid layout shifts."""
    is_backed: bool
    """Whether the logo has too little contrast to the page."""


class LogoLinks(NamedTuple):
    """The logo in light mode and in dark mode."""

    light: LogoImage
    dark: LogoImage
    href: str
    has_name: bool
    """Whether the name of the site is shown beside the logo."""


class PageContext:
    """The object ``sj`` of the theme's templates."""

    is_external = staticmethod(is_remote)
    """Whether a link opens in a new tab: other sites do, mail addresses do not."""
    is_right_to_left = staticmethod(is_right_to_left)
    waiting_scripts = staticmethod(waiting_scripts)

    def __init__(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        self._app = app
        self._env = app.env
        self._pagename = pagename
        self._context = context
        self._links = SiteLinks(app, pagename, context.get("sitejson_base", ""))
        self.href = self._links.href
        """Returns a URL of the settings or the navigation, relative to this page."""
        self.file_href = self._links.file_href
        """Returns the URL of a file of the built site, relative to this page."""
        self._icon_markup: list[str] = []
        self.is_document = pagename in app.env.all_docs
        """Whether the page has a source; the search, the index and others have none."""
        self.target_uri = app.builder.get_target_uri(pagename)
        """The URL of the page from the root."""
        self.settings: SiteSettings = site_of(app.env).settings
        self.name = str(author_value(app.config, "html_short_title") or self.settings.name)
        self.names_sphinx = bool(author_value(app.config, "html_show_sphinx"))
        """Whether the footer mentions Sphinx; off unless the author sets ``html_show_sphinx``."""
        self.page = site_domain(app.env).facts_of(pagename)
        self.is_on_read_the_docs = is_on_read_the_docs()
        """Whether the site is built on Read the Docs, which lists its hosted versions."""

    @property
    def _body(self) -> str:
        return str(self._context.get("body", ""))

    @cached_property
    def navigation(self) -> PageNavigation:
        return site_map(self._env).page(self._pagename)

    @cached_property
    def logo(self) -> LogoLinks | None:
        """The logo images; a missing one is replaced by the other."""
        logo = self.settings.logo
        if logo is None:
            # The logo that the author set as ``html_logo``.
            uri = str(self._context.get("logo_url") or "")
            images = [(uri, Path(self._app.confdir, self._app.config.html_logo or ""))]
        else:
            files = settings_files(self._env)
            images = [
                (self.file_href(files[path]), Path(self._app.srcdir, path.lstrip("/")))
                for path in (logo.light, logo.dark)
                if path and files.get(path)
            ]
        if not images or not images[0][0]:
            return None
        site = site_of(self._env)
        is_for_other_theme = "logo" not in site.loaded.source.value
        # Other themes show logos without the name in a large size, in which a square one is clear.
        narrow = SQUARE_LOGO if any(map(site.theme_options.get, HIDE_NAME_OPTIONS)) else WIDE_LOGO
        light, dark = (
            LogoImage(url, read_image_size(file), is_for_other_theme and needs_backing(file, page))
            for (url, file), page in zip((images[0], images[-1]), self.page_colors, strict=True)
        )
        sizes = filter(None, (light.size, dark.size))
        has_name = is_for_other_theme and any(size.width < narrow * size.height for size in sizes)
        return LogoLinks(light, dark, self.href(logo.href if logo else "/"), has_name)

    @cached_property
    def release(self) -> str:
        """The version of the project, unless there is a menu of versions or the name has it."""
        release = str(self._app.config.release or self._app.config.version).partition("+")[0]
        return "" if self.navigation.versions or release in self.name else release

    @cached_property
    def favicon(self) -> str | None:
        """The URL of the favicon, which Sphinx copies."""
        if FAVICON.is_provided_by_other(self._app):
            return None
        favicon = self._context.get("favicon_url")
        if favicon:
            return str(favicon)
        if self.logo and _is_square(self.logo.light.size):
            return self.logo.light.url
        return self._static_file(ICON_FILE)

    @cached_property
    def touch_icon(self) -> str | None:
        """The URL of the icon for home screens of phones, if the site has the default one."""
        return self._static_file(TOUCH_ICON_FILE)

    def _static_file(self, name: str) -> str | None:
        """Return the URL of a generated file of the theme, if it was generated."""
        path = f"_static/{name}"
        return self.file_href(path) if Path(self._app.outdir, path).is_file() else None

    @cached_property
    def dark_favicon(self) -> str:
        """The URL of the favicon for dark mode; empty if it is that of light mode."""
        uri = settings_files(self._env).get(self.settings.extra.dark_favicon or "", "")
        if uri:
            return self.file_href(uri)
        logo = self.logo
        if logo is None or not self.favicon == logo.light.url != logo.dark.url:
            return ""
        return logo.dark.url if _is_square(logo.dark.size) else ""

    @cached_property
    def has_shared_pages(self) -> bool:
        """Whether the navigation lists pages several times, so that scripts keep the location."""
        return bool(shared_pages(self._env))

    @cached_property
    def banner(self) -> Markup:
        """The banner, with URLs relative to this page."""
        banner = self.settings.banner
        return banner_html(banner.content, self.href) if banner else Markup()

    @property
    def banner_mark(self) -> str:
        """The digest of the banner, so that only this one is dismissed."""
        content = self.settings.banner.content if self.settings.banner else ""
        return hashlib.sha256(content.encode()).hexdigest()[:8]

    @cached_property
    def related(self) -> tuple[Link, ...]:
        """The pages that the front matter names as related."""
        return related_pages(self._env, self._pagename)

    @property
    def canonical(self) -> str:
        """The URL of the original of this page, if its front matter names one."""
        canonical = self.page.canonical
        return canonical if not canonical or is_remote(canonical) else self.absolute_url(canonical)

    def absolute_url(self, url: str) -> str:
        """Return the absolute URL of a page, if the base URL of the site is known."""
        return page_url(self._app, url.removeprefix("/")) or self.href(url)

    @property
    def has_copy_buttons(self) -> bool:
        """Whether code blocks get the copy buttons of the theme."""
        return not COPY_BUTTONS.is_provided_by_other(self._app)

    @property
    def page_colors(self) -> tuple[str, str]:
        """The color of the page in light mode and in dark mode."""
        return page_colors(self.settings.theme, self.settings.colors)

    @property
    def font_links(self) -> list[str]:
        """The style sheets of the font catalog."""
        return list(catalog_links(self.settings.font))

    @cached_property
    def first_fonts(self) -> list[str]:
        """The theme's font files that the page needs for its first paint."""
        has_code = "<code" in self._body or "<pre" in self._body
        fonts = first_fonts(self.settings.font, self.settings.theme)
        return [file for family, file in fonts.items() if has_code or family != CODE]

    def without_markup(self, html: object) -> str:
        """Return the text of HTML, which may be a lazily translated string."""
        return Markup(_BREAK.sub(" ", str(html))).striptags()

    @cached_property
    def _class_names(self) -> set[str]:
        """The classes of elements in the content of the page."""
        values = set(_CLASS_ATTRIBUTE.findall(self._body))
        return {name for value in values for name in value.split()}

    @cached_property
    def uses_design(self) -> bool:
        """Whether the page needs the files of sphinx-design, which is loaded for all sites."""
        if "sphinx_design" in self._app.config.extensions:
            return True
        return any(name.startswith("sd-") for name in self._class_names)

    @cached_property
    def has_diagrams(self) -> bool:
        """Whether the page has diagrams that fill the screen; Mermaid may have its own button."""
        if DIAGRAM_STYLE not in extension_styles(self._app.extensions):
            return False
        found = set(_DIAGRAM.findall(self._body))
        if getattr(self._app.config, "mermaid_fullscreen", False):
            found.discard("mermaid")
        return bool(found)

    @property
    def has_signatures(self) -> bool:
        """Whether the page describes or lists objects, as those of autodoc and autosummary do."""
        return not self._class_names.isdisjoint({"sig", "autosummary"})

    @cached_property
    def has_blocks(self) -> bool:
        """Whether the page may have blocks that most pages lack, such as admonitions and cards."""
        is_generated = self._context.get("body") is None
        return is_generated or self.uses_design or not self._class_names.isdisjoint(BLOCK_CLASSES)

    @property
    def is_style_linked(self) -> bool:
        """Whether Sphinx links the theme's style sheet; `html_style` replaces it."""
        linked = (str(getattr(css, "filename", css)) for css in self._context["css_files"])
        return f"_static/{STYLE_FILE}" in linked

    def name_of_file(self, file: Any) -> str:
        """Return the file name of a style sheet or script; empty for an inline one."""
        return str(getattr(file, "filename", None) or "")

    def is_own_file(self, file: Any) -> bool:
        """Whether a style sheet or script is one of ours, linked as all of them are."""
        return self.name_of_file(file) in _OWN_FILES and file.attributes in _OWN_ATTRIBUTES

    def is_lost(self, path: str) -> bool:
        """Whether a file in ``html_css_files`` or ``html_js_files`` came with another theme."""
        return path.removeprefix("_static/") in lost_files(self._env)

    def version_of(self, path: str) -> str:
        """Return the version parameter of a link to a theme file."""
        return file_digest(f"{self._app.outdir}/{path}")[:8]

    def tree(self, macro: Draw) -> Markup:
        """Render the sidebar tree.

        :param macro: the template macro that renders entries.
        """
        if self._app.builder.name != "singlehtml":
            html = page_tree(self._app, self.navigation, self.content_root, self.target_uri, macro)
        else:
            groups = site_map(self._env).full_groups(self._pagename)
            html = TreeContext(self._app, self.navigation).draw(macro, groups)
        self._icon_markup.append(html)
        return html

    @cached_property
    def contents(self) -> Markup:
        """The table of contents, with breaks in long names of code.

        It is twice on a page, and its links need no class.
        """
        html = str(self._context.get("toc") or "").replace(' class="reference internal"', "")
        return Markup(break_names_in_contents(html))

    def shared(self, name: str, *values: Hashable, caller: Callable[[], str]) -> str:
        """Render a part of the page, once for all pages of a folder with the same values.

        :param values: what the part depends on, besides the settings and where the page is.
        """
        if not shares_parts(self._env) or not self.is_document:
            return caller()
        folder, _, file_name = self.target_uri.rpartition("/")
        key = (self.navigation.language, folder, name, *values)
        rendered = shared_parts(self._env)
        html = rendered.get(key)
        # The link of a page to itself differs.
        if html is None or f'href="{file_name}' in html:
            html = caller()
            if not self._links.links_to_page:
                if len(rendered) >= MAX_SHARED_PARTS:
                    rendered.clear()
                rendered[key] = html
        self._icon_markup.append(html)
        return html

    @property
    def sidebar_parts(self) -> list[Markup]:
        """The sidebar templates of the project, rendered."""
        return list(sidebar_parts(self._app, self._context.get("sidebars") or (), self._context))

    def repository(self, url: str) -> str:
        """Return ``owner/name`` of a GitHub URL, for its API."""
        match = _REPOSITORY.match(url)
        return match[1] if match else ""

    @property
    def is_api_page(self) -> bool:
        """Whether the page is that of an operation or a schema, or has examples of its own."""
        domain = site_domain(self._app.env)
        bound = domain.bound.get(self._pagename, ())
        is_own = "example" in domain.components.get(self._pagename, ())
        return is_own or any(fact.is_page for fact in bound)

    def addresses(self, division: MenuEntry) -> dict[str, str]:
        """Return the URLs of a tab or an anchor in other versions."""
        return {version: self.href(url) for version, url in division.version_urls}

    @property
    def content_root(self) -> str:
        """The relative URL of the root."""
        return str(self._context["content_root"])

    def icon(self, name: str | None, icon_type: str | None = None) -> Markup:
        """Return an icon: inline SVG, or an image."""
        if not name:
            return Markup()
        html = resolve_images(self._app, icon_markup(name, icon_type), self.content_root)
        self._icon_markup.append(html)
        return Markup(html)

    def icon_sprite(self) -> Markup:
        """Return the sprite of the icons outside of the page's body; call it last."""
        return icon_sprite("".join(self._icon_markup), project_icons(self._env).icons, self._body)


def add_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Add ``sj`` and the theme options to the context of a page."""
    if writes_contexts(app.builder):
        resolve_lazy_texts(context)
        return
    context["sj"] = sj = PageContext(app, pagename, context)
    if has_our_theme(app.builder):
        pages = site_domain(app.env).utilities
        # One page for all may have the classes of each.
        if pages if app.builder.name == "singlehtml" else pagename in pages:
            app.add_css_file(UTILITY_FILE)
        if sj.is_document:
            language = sj.navigation.language or app.config.language
            sphinx_date = context.get("last_updated")
            context["last_updated"] = date_text(app, pagename, sphinx_date, language)
        if "body" in context:
            body = break_names_in_title(context["body"])
            if sj.page.is_deprecated:
                body = add_title_label(body, _("Deprecated"))
            context["body"] = name_headings(body)
    for name, value in site_of(app.env).theme_options.items():
        context.setdefault(f"theme_{name}", value)


def remove_design_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Remove the files of sphinx-design from pages of other themes that do not need them.

    Our templates do so themselves.
    """
    known = context.get("sj")
    if has_our_theme(app.builder) or not isinstance(known, PageContext) or known.uses_design:
        return
    for files, part in (("css_files", "sphinx-design"), ("script_files", "design-tabs")):
        names = ((file, str(getattr(file, "filename", file))) for file in context.get(files, ()))
        context[files] = [file for file, name in names if part not in name]


def writes_contexts(builder: Builder) -> bool:
    """Whether a builder serializes the context, as "json" and "pickle" do."""
    return hasattr(builder, "dump_context")


def resolve_lazy_texts(context: dict[str, Any]) -> None:
    """Replace lazily translated texts in a context with strings."""
    context.update({name: without_lazy_texts(value) for name, value in context.items()})


def resolve_common_context(app: Sphinx) -> tuple[()]:
    """Resolve lazy texts in the global context, which these builders write last."""
    if writes_contexts(app.builder):
        assert isinstance(app.builder, StandaloneHTMLBuilder)
        resolve_lazy_texts(app.builder.globalcontext)
    return ()
