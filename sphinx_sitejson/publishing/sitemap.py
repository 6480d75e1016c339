"""What search engines read about the whole site: ``sitemap.xml`` and ``robots.txt``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

MOST_PAGES = 50_000
"""How many addresses one sitemap may have."""

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapPage:
    """One page that search engines may find."""

    address: str
    last_updated: str = ""


def sitemap_files(pages: Sequence[SitemapPage], base: str) -> dict[str, str]:
    """Return the files of a sitemap: one, or several and a list of them."""
    if len(pages) <= MOST_PAGES:
        return {"sitemap.xml": _sitemap(pages)}
    parts = [pages[start : start + MOST_PAGES] for start in range(0, len(pages), MOST_PAGES)]
    files = {f"sitemap-{number}.xml": _sitemap(part) for number, part in enumerate(parts, 1)}
    places = "".join(f"  <sitemap><loc>{escape(base)}{name}</loc></sitemap>\n" for name in files)
    index = f'{_HEAD}<sitemapindex xmlns="{_NAMESPACE}">\n{places}</sitemapindex>\n'
    return {**files, "sitemap.xml": index}


def _sitemap(pages: Iterable[SitemapPage]) -> str:
    lines = "".join(f"  <url>{_entry(page)}</url>\n" for page in pages)
    return f'{_HEAD}<urlset xmlns="{_NAMESPACE}">\n{lines}</urlset>\n'


def _entry(page: SitemapPage) -> str:
    date = f"<lastmod>{escape(page.last_updated)}</lastmod>" if page.last_updated else ""
    return f"<loc>{escape(page.address)}</loc>{date}"


def robots_text(sitemap: str) -> str:
    """Return ``robots.txt``: all may be read; a page says itself when it is not to be found."""
    lines = ["User-agent: *", "Allow: /"]
    return "\n".join([*lines, "", f"Sitemap: {sitemap}", ""] if sitemap else [*lines, ""])
