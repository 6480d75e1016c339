"""Links of the site that lead to nothing of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.divisions import is_external
from sphinx_sitejson.problems import JsonPath, Problem, did_you_mean, quoted

if TYPE_CHECKING:
    from sphinx_sitejson.navigation.tree import LocateSetting
    from sphinx_sitejson.settings import SiteSettings

IsThere = Callable[[str], bool]
"""Tells whether a path from the site's root is a page, a file or a redirect of it."""

_HREF = re.compile(
    r"<a\s[^<>]*?\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE
)


def links_in_html(html: str) -> Iterator[str]:
    """Yield where the links of a piece of HTML lead."""
    for found in _HREF.finditer(html):
        yield unescape(next(group for group in found.groups() if group is not None))


def settings_links(settings: SiteSettings) -> Iterator[tuple[JsonPath, str]]:
    """Yield the links that the settings put on every page, with their places."""
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


def dead_settings_links(
    settings: SiteSettings, is_there: IsThere, locate: LocateSetting, pages: list[str]
) -> Iterator[Problem]:
    """Name the links of the settings that lead to nothing."""
    for at, url in settings_links(settings):
        if not is_own_path(url) or is_there(url.partition("#")[0].partition("?")[0]):
            continue
        yield Problem(
            code="broken_link",
            message=f"{quoted(url)} is no page of this site.{did_you_mean(url.strip('/'), pages)}",
            place=locate(at),
        )


def is_own_path(url: str) -> bool:
    """Whether a link means a path of this site."""
    is_other = is_external(url) or ":" in url.split("/", 1)[0] or url.startswith("//")
    return bool(url) and not is_other and not url.startswith(("#", "?"))
