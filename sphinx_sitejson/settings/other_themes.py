"""Options of other themes in ``html_theme_options`` that correspond to ``site.json``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser

from sphinx_sitejson.common.network.urls import is_web_url, split_url
from sphinx_sitejson.common.records import record

from .appearance import Banner, Colors, Logo
from .site import Feedback, SiteSettings
from .structure import FooterColumn, FooterLink, TopbarLink
from .text_types import HEX_COLOR

_MARKDOWN_MARKERS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_MARKDOWN_CHARACTER = re.compile(r"([\\`*_\[\]<>])")
_URL_IN_BRACKETS = re.compile(r"[()\s<>]")


def convert_html_to_markdown(html: str) -> str:
    """Convert HTML to a line of Markdown: ``<b>New</b>`` becomes ``**New**``."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join("".join(reader.parts).split())


class _Reader(HTMLParser):
    """Collects the line; of other elements only the text remains."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._urls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a link or emphasis."""
        if tag == "a":
            url = dict(attrs).get("href") or ""
            self._urls.append("" if _URL_IN_BRACKETS.search(url) else url)
            self.parts.append("[" if self._urls[-1] else "")
        else:
            self.parts.append(_MARKDOWN_MARKERS.get(tag, " " if tag == "br" else ""))

    def handle_endtag(self, tag: str) -> None:
        """Close a link or emphasis."""
        if tag == "a" and self._urls:
            url = self._urls.pop()
            self.parts.append(f"]({url})" if url else "")
        else:
            self.parts.append(_MARKDOWN_MARKERS.get(tag, ""))

    def handle_data(self, data: str) -> None:
        """Add text, with Markdown characters escaped."""
        self.parts.append(_MARKDOWN_CHARACTER.sub(r"\\\1", data))


FindFile = Callable[[str], str | None]
"""Return the path of an image in the settings by its name in an option."""

Options = Mapping[str, object]
"""Options of a theme by name, with any values."""

REPOSITORY_OPTIONS = ("source_repository", "repository_url", "github_url", "gitlab_url")
ANNOUNCEMENT = "announcement"
PROJECT_LINKS = "project_links"
CONTEXT_OPTIONS = (
    PROJECT_LINKS,
    *(f"display_{host}" for host in ("github", "gitlab", "bitbucket", "gitea")),
)
"""Values of ``html_context``: links of a sidebar, and whether pages link to their sources."""
BRANCH_OPTIONS = ("source_branch", "repository_branch")
FOLDER_OPTIONS = ("source_directory", "path_to_docs")
TOPBAR_OPTIONS = ("icon_links", "external_links", "footer_icons")
SIDEBAR_OPTIONS = ("extra_nav_links", PROJECT_LINKS)
HIDE_NAME_OPTIONS = ("sidebar_hide_name", "logo_only")
"""Options that show a logo without the name of the project."""
LOGO_OPTIONS = ("light_logo", "dark_logo", "logo_light", "logo_dark", "logo")
COLOR_OPTIONS = ("light_css_variables", "dark_css_variables", "style_nav_header_background")
BRAND_VARIABLES = ("color-brand-primary", "color-brand-content")
"""CSS variables of the brand in the first two, the first of them preferred."""


@record
class ThemeOptions:
    """Options of another theme as values of ``site.json``."""

    logo: Logo | None
    colors: Colors | None
    repository: str
    announcement: str
    """A line of Markdown."""
    links: tuple[TopbarLink, ...]
    """Links of the top bar, without the repository."""
    project_links: tuple[FooterLink, ...]
    """Links of the sidebar, which are shown in the footer."""
    feedback: Feedback
    unknown: tuple[str, ...]
    """The names of options that are not supported."""


def parse_theme_options(options: Options, find_file: FindFile) -> ThemeOptions:
    """Parse the options that several themes share, and collect the names of all others."""
    known = {*HIDE_NAME_OPTIONS}
    repository = _repository(options, known)
    links = [*_named_links(options, TOPBAR_OPTIONS, known)]
    project_links = [*_named_links(options, SIDEBAR_OPTIONS, known)]
    return ThemeOptions(
        logo=_logo(options, find_file, known),
        colors=_colors(options, known),
        repository=repository,
        announcement=_announcement(options, known),
        links=tuple(_link_to(url, name) for name, url in links if url.rstrip("/") != repository),
        project_links=tuple(FooterLink(label=name, url=url) for name, url in project_links),
        feedback=_feedback(options, known),
        unknown=tuple(str(name) for name in options if name not in {*known, *CONTEXT_OPTIONS}),
    )


def apply_theme_options(settings: SiteSettings, options: ThemeOptions) -> SiteSettings:
    """Return the settings completed by options; existing settings take precedence."""
    if options.logo and settings.logo is None:
        settings = replace(settings, logo=options.logo)
    if options.colors and settings.colors is None:
        settings = replace(settings, colors=options.colors)
    if not (settings.topbar_links or settings.topbar_cta_button):
        repository = (_link_to(options.repository),) if options.repository else ()
        settings = replace(settings, topbar_links=(*repository, *options.links))
    if options.project_links and not settings.footer.links:
        column = FooterColumn(title=settings.name, links=options.project_links)
        settings = replace(settings, footer=replace(settings.footer, links=(column,)))
    if settings.feedback == Feedback():
        settings = replace(settings, feedback=options.feedback)
    if options.announcement and settings.banner is None:
        settings = replace(settings, banner=Banner(content=options.announcement))
    return settings


def _link_to(url: str, name: str = "") -> TopbarLink:
    parts = split_url(url)
    host = parts.netloc.removeprefix("www.")
    # A repository, not the profile of an organization.
    if host == "github.com" and (not name or parts.path.strip("/").count("/") == 1):
        return TopbarLink(url=url, type="github")
    return TopbarLink(url=url, name=name or host)


def _named_links(
    options: Options, names: Iterable[str], known: set[str]
) -> Iterator[tuple[str, str]]:
    """Yield name and URL of the links in options, and add the options to the known ones.

    Themes have them as ``{name: url}``, as dictionaries or as objects.
    """
    for option in names:
        value = options.get(option)
        entries = list(value.items()) if isinstance(value, Mapping) else value
        for entry in entries if isinstance(entries, list | tuple) else ():
            if (link := _named_link(entry)) is not None:
                known.add(option)
                yield link


def _named_link(entry: object) -> tuple[str, str] | None:
    if isinstance(entry, Mapping):
        name, url = entry.get("name") or entry.get("title"), entry.get("url") or entry.get("href")
    elif isinstance(entry, tuple) and len(entry) == 2:
        name, url = entry
    else:
        name, url = getattr(entry, "title", None), getattr(entry, "url", None)
    if isinstance(name, str) and name and isinstance(url, str) and is_web_url(url):
        return name, url
    return None


def _logo(options: Options, find_file: FindFile, known: set[str]) -> Logo | None:
    """Return the logo, and add the options it was read from to the known ones."""
    files = {mode: find_file(name) for mode, name in dict(_logo_files(options)).items()}
    light, dark = files.get("light"), files.get("dark")
    if not (light or dark):
        return None
    known.update(name for name in LOGO_OPTIONS if options.get(name))
    return Logo(light=light or dark, dark=dark or light)


def _logo_files(options: Options) -> Iterator[tuple[str, str]]:
    """Yield color mode and file of each logo, in the option names of several themes."""
    logo = options.get("logo")
    for mode in ("light", "dark"):
        inner = logo.get(f"image_{mode}") if isinstance(logo, Mapping) else logo
        for value in (inner, options.get(f"logo_{mode}"), options.get(f"{mode}_logo")):
            if isinstance(value, str) and value:
                yield mode, value


def _colors(options: Options, known: set[str]) -> Colors | None:
    """Return the colors of the brand, and add the options that set nothing else."""
    values = [options.get(name) for name in COLOR_OPTIONS]
    colors = [_brand_color(value) for value in values]
    light, dark, header = colors
    primary = light or header or dark
    if not primary:
        return None
    known.update(
        name
        for name, value, color in zip(COLOR_OPTIONS, values, colors, strict=True)
        if color and not (isinstance(value, Mapping) and set(value) - set(BRAND_VARIABLES))
    )
    return Colors(primary=primary, light=dark)


def _brand_color(value: object) -> str | None:
    """Return the color that an option sets, itself or in a CSS variable of the brand."""
    values = (
        [value.get(name) for name in BRAND_VARIABLES] if isinstance(value, Mapping) else [value]
    )
    texts = (text for text in values if isinstance(text, str))
    return next((text for text in texts if re.fullmatch(HEX_COLOR, text)), None)


def _repository(options: Options, known: set[str]) -> str:
    """Return the URL of the repository, and add the options it was read from."""
    for name in REPOSITORY_OPTIONS:
        url = options.get(name)
        if isinstance(url, str) and is_web_url(url):
            known.add(name)
            return url.rstrip("/")
    user, project = options.get("github_user"), options.get("github_repo")
    if isinstance(user, str) and isinstance(project, str) and user and project:
        known.update(("github_user", "github_repo"))
        return f"https://github.com/{user}/{project}"
    return ""


def _feedback(options: Options, known: set[str]) -> Feedback:
    """Return which links of pages to their repository the options ask for."""
    buttons = options.get("top_of_page_buttons", ("edit",))
    has_button = isinstance(buttons, list | tuple) and "edit" in buttons
    asked = [options.get(name) for name in (*CONTEXT_OPTIONS[1:], "use_edit_page_button")]
    asked.append(has_button and bool(options.get("source_branch")))
    known.update((*BRANCH_OPTIONS, *FOLDER_OPTIONS, "use_edit_page_button", "use_issues_button"))
    raises_issues = options.get("use_issues_button") is True
    return Feedback(suggest_edit=True in asked, raise_issue=raises_issues)


def _announcement(options: Options, known: set[str]) -> str:
    """Return the announcement; a URL to fetch it from is not supported."""
    html = options.get(ANNOUNCEMENT)
    if not isinstance(html, str) or is_web_url(html.strip()):
        return ""
    if markdown := convert_html_to_markdown(html):
        known.add(ANNOUNCEMENT)
    return markdown
