"""Find links of the site to pages and anchors that do not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_sitejson.common.problems import JsonPath, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.navigation.locations import is_external

if TYPE_CHECKING:
    from sphinx_sitejson.navigation.tree import LocateSetting
    from sphinx_sitejson.settings.site import SiteSettings

PathExists = Callable[[str], bool]
"""Whether a path from the root of the site is a page, a file or a redirect."""

_SILENT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|textarea)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_VALUE = r"\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))"
_HREF = re.compile(rf"<a\s[^<>]*?(?<![\w-])href{_VALUE}", re.IGNORECASE)
_ID = re.compile(rf"<[a-z][^<>]*?\s(?:id|name){_VALUE}", re.IGNORECASE)
_OTHER_EDITION = re.compile(
    r"/[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?/(?:latest|stable|main|master|dev(?:el)?|v?\d[\w.-]*)(?:[/?#]|$)"
)


def links_in_html(html: str) -> Iterator[tuple[str, int]]:
    """Yield the targets of links in HTML, each with the number of lines before it.

    Comments and scripts are ignored.
    """
    seen = _SILENT.sub(lambda match: "\n" * match[0].count("\n"), html)
    for match in _HREF.finditer(seen):
        yield _attribute_value(match), seen.count("\n", 0, match.start())


def ids_in_html(html: str) -> Iterator[str]:
    """Yield the ids and anchor names in HTML."""
    if "id" in html or "name" in html:
        yield from map(_attribute_value, _ID.finditer(_SILENT.sub("", html)))


def _attribute_value(match: re.Match[str]) -> str:
    return unescape(next(group for group in match.groups() if group is not None))


def is_other_edition(url: str) -> bool:
    """Whether a path is that of another version or language, such as ``/en/latest/``."""
    return _OTHER_EDITION.match(url) is not None


def settings_links(settings: SiteSettings) -> Iterator[tuple[JsonPath, str]]:
    """Yield the links of the settings that every page shows, with their JSON paths."""
    if settings.logo and settings.logo.href:
        yield ("logo", "href"), settings.logo.href
    for index, link in enumerate(settings.topbar_links):
        if link.url:
            yield ("topbarLinks", index, "url"), link.url
    if settings.topbar_cta_button and settings.topbar_cta_button.url:
        yield ("topbarCtaButton", "url"), settings.topbar_cta_button.url
    for column, part in enumerate(settings.footer.links):
        for index, entry in enumerate(part.links):
            yield ("footer", "links", column, "links", index, "url"), entry.url
    if settings.outline:
        for division in (*settings.outline.all_divisions(), *settings.outline.links):
            if division.is_link:
                yield (*division.at, "href"), division.href


def dead_settings_links(
    settings: SiteSettings, path_exists: PathExists, locate: LocateSetting, pages: list[str]
) -> Iterator[Problem]:
    """Yield a problem for each link of the settings whose target does not exist."""
    for at, url in settings_links(settings):
        path = unquote(url.partition("#")[0].partition("?")[0])
        if not is_site_path(url) or path_exists(path):
            continue
        yield Problem(
            code=ProblemCode.BROKEN_LINK,
            message=f"{quoted(url)} is not a page of this site."
            f"{did_you_mean(url.strip('/'), pages)}",
            location=locate(at),
        )


def is_site_path(url: str) -> bool:
    """Whether a link is a path of this site."""
    is_other = is_external(url) or ":" in url.split("/", 1)[0] or url.startswith("//")
    is_other = is_other or is_other_edition(url)
    return bool(url) and not is_other and not url.startswith(("#", "?"))
