"""Settings that no key of ``site.json`` stands for: other files have them."""

from __future__ import annotations

from dataclasses import dataclass

from .api import Auth


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinkTemplate:
    """A link in the menu of every page; ``{url}`` and ``{markdown}`` stand for the page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPageWords:
    """What stands on the page for addresses that lead nowhere."""

    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """All of them."""

    address: str = ""
    """Where the site is published."""
    dark_favicon: str | None = None
    """The favicon on a dark background."""
    page_links: tuple[PageLinkTemplate, ...] = ()
    missing_page: MissingPageWords | None = None
    instructions: str = ""
    """What language models should know."""
    written_base_urls: tuple[str, ...] = ()
    """The addresses before endpoints that pages describe in their own words."""
    written_auth: Auth | None = None
    """How those are authorized."""
