"""RSS feeds of changelogs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape, quoteattr

from sphinx_sitejson.common.characters import replace_unreadable

_DATES = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d %Y",
    "%B %Y",
    "%b %Y",
    "%Y-%m",
)
"""Date formats in the labels of changelogs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One entry of a feed."""

    title: str
    url: str
    text: str
    date: datetime | None = None
    tags: tuple[str, ...] = ()


def parse_date(*texts: str) -> datetime | None:
    """Return the first text that is a date: ``March 3, 2025`` gives 2025-03-03."""
    for text in texts:
        for date_format in _DATES:
            try:
                return datetime.strptime(" ".join(text.split()), date_format).replace(tzinfo=UTC)
            except ValueError:
                continue
    return None


def render_feed(
    *, title: str, url: str, feed_url: str, description: str, entries: Iterable[FeedEntry]
) -> str:
    """Render a feed as RSS 2.0."""
    self_url = quoteattr(feed_url)
    return "".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n',
            '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
            _element("title", title),
            _element("link", url),
            _element("description", description or title),
            f'<atom:link href={self_url} rel="self" type="application/rss+xml"/>\n',
            *(f"<item>\n{_item(entry)}</item>\n" for entry in entries),
            "</channel>\n</rss>\n",
        )
    )


def _item(entry: FeedEntry) -> str:
    parts = [
        _element("title", entry.title),
        _element("link", entry.url),
        _element("guid", entry.url),
        _element("description", entry.text),
        *(_element("category", tag) for tag in entry.tags),
    ]
    if entry.date is not None:
        parts.append(_element("pubDate", format_datetime(entry.date)))
    return "".join(parts)


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(replace_unreadable(text))}</{name}>\n"
