"""Preview tags, breadcrumbs as JSON-LD, ``sitemap.xml`` and ``robots.txt``."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from markupsafe import Markup

LONGEST_META_TEXT = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedPage:
    """What is known of a page that others may link to."""

    title: str
    site_name: str
    description: str = ""
    address: str = ""
    """The whole address; empty when the site does not know its own."""
    image: str = ""
    """The whole address of a picture."""
    is_first: bool = False
    locale: str = ""


def preview_tags(page: PreviewedPage, known: Collection[str]) -> dict[str, str]:
    """Return the tags that a page lacks, by name; those it has already stay as they are."""
    tags = {
        "og:title": page.title,
        "og:type": "website" if page.is_first else "article",
        "og:site_name": page.site_name,
        "og:description": shortened_text(page.description),
        "og:url": page.address,
        "og:image": page.image,
        "og:locale": page.locale,
        "twitter:card": "summary_large_image" if page.image or "og:image" in known else "summary",
    }
    return {name: content for name, content in tags.items() if content and name not in known}


def shortened_text(text: str, longest: int = LONGEST_META_TEXT) -> str:
    """Cut a text at a word, if it is too long for a preview."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    return f"{text[: longest - 1].rsplit(' ', 1)[0]}…"


def breadcrumb_data(crumbs: Sequence[tuple[str, str]]) -> Markup:
    """Return the way to a page as JSON-LD, to stand inside a script element.

    :param crumbs: whole address and name of each step; the last one is the page itself.
    """
    data = {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": list(_steps(crumbs)),
    }
    return json_for_script(data)


def _steps(crumbs: Sequence[tuple[str, str]]) -> Iterator[dict[str, object]]:
    for position, (address, name) in enumerate(crumbs, 1):
        yield {"@type": "ListItem", "position": position, "name": name, "item": address}


def json_for_script(value: object) -> Markup:
    """Write a value as JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)


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
