"""Preview tags, breadcrumbs as JSON-LD, ``sitemap.xml`` and ``robots.txt``."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from markupsafe import Markup

MAX_META_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePreview:
    """The metadata of a page for link previews."""

    title: str
    site_name: str
    description: str = ""
    url: str = ""
    """The absolute URL; empty if the base URL of the site is unknown."""
    image: str = ""
    """The absolute URL of an image."""
    image_size: tuple[int, int] | None = None
    last_updated: str = ""
    is_home: bool = False
    locale: str = ""


def preview_tags(page: PagePreview, known: Collection[str]) -> dict[str, str]:
    """Return the Open Graph and Twitter tags that a page lacks, by name."""
    tags = {
        "og:title": page.title,
        "og:type": "website" if page.is_home else "article",
        "og:site_name": page.site_name,
        "og:description": shorten_text(page.description),
        "og:url": page.url,
        "og:image": page.image,
        "og:image:width": str(page.image_size[0]) if page.image_size else "",
        "og:image:height": str(page.image_size[1]) if page.image_size else "",
        "og:image:alt": f"{page.title} - {page.site_name}" if page.image_size else "",
        "og:locale": page.locale,
        "article:modified_time": "" if page.is_home else page.last_updated,
        "twitter:card": "summary_large_image" if page.image or "og:image" in known else "summary",
    }
    return {name: content for name, content in tags.items() if content and name not in known}


def shorten_text(text: str, max_length: int = MAX_META_LENGTH) -> str:
    """Shorten a text at a word boundary, if it is too long."""
    text = " ".join(text.split())
    if len(text) <= max_length:
        return text
    return f"{text[: max_length - 1].rsplit(' ', 1)[0]}…"


def breadcrumb_data(crumbs: Sequence[tuple[str, str]]) -> Markup:
    """Return the breadcrumbs of a page as JSON-LD for a script element.

    :param crumbs: absolute URL and name of each step; the last one is the page itself.
    """
    data = {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": list(_steps(crumbs)),
    }
    return script_json(data)


def modification_data(url: str, name: str, date: str) -> Markup:
    """Return the date of a page as JSON-LD for a script element."""
    data = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "url": url,
        "name": name,
        "dateModified": date,
    }
    return script_json(data)


def _steps(crumbs: Sequence[tuple[str, str]]) -> Iterator[dict[str, object]]:
    for position, (url, name) in enumerate(crumbs, 1):
        yield {"@type": "ListItem", "position": position, "name": name, "item": url}


def script_json(value: object) -> Markup:
    """Serialize a value as JSON that cannot end the script element around it."""
    text = json.dumps(value, ensure_ascii=False)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)


MAX_SITEMAP_PAGES = 50_000
"""The maximum number of URLs in one sitemap."""

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapPage:
    """A page of the sitemap."""

    url: str
    last_updated: str = ""


def sitemap_files(pages: Sequence[SitemapPage], base: str) -> dict[str, str]:
    """Return the files of the sitemap: one, or several and an index."""
    if len(pages) <= MAX_SITEMAP_PAGES:
        return {"sitemap.xml": _sitemap(pages)}
    parts = [
        pages[start : start + MAX_SITEMAP_PAGES]
        for start in range(0, len(pages), MAX_SITEMAP_PAGES)
    ]
    files = {f"sitemap-{number}.xml": _sitemap(part) for number, part in enumerate(parts, 1)}
    entries = "".join(f"  <sitemap><loc>{escape(base)}{name}</loc></sitemap>\n" for name in files)
    index = f'{_HEAD}<sitemapindex xmlns="{_NAMESPACE}">\n{entries}</sitemapindex>\n'
    return {**files, "sitemap.xml": index}


def _sitemap(pages: Iterable[SitemapPage]) -> str:
    lines = "".join(f"  <url>{_entry(page)}</url>\n" for page in pages)
    return f'{_HEAD}<urlset xmlns="{_NAMESPACE}">\n{lines}</urlset>\n'


def _entry(page: SitemapPage) -> str:
    date = f"<lastmod>{escape(page.last_updated)}</lastmod>" if page.last_updated else ""
    return f"<loc>{escape(page.url)}</loc>{date}"


def robots_text(sitemap: str, signals: Mapping[str, str]) -> str:
    """Return ``robots.txt``, which allows everything; pages have ``noindex`` themselves.

    :param signals: what the content may be used for: ``{"ai-train": "no"}``.
    """
    values = ", ".join(f"{name}={value}" for name, value in signals.items())
    lines = ["User-agent: *", *([f"Content-Signal: {values}"] if values else []), "Allow: /"]
    return "\n".join([*lines, "", f"Sitemap: {sitemap}", ""] if sitemap else [*lines, ""])
