"""RSS feeds of changelogs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from sphinx_sitejson.common.characters import replace_unreadable
from sphinx_sitejson.navigation.site_urls import absolute_url
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.markdown_writer import MarkdownWriter, plain_copy
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import PublishedFiles, makes_web_pages
from sphinx_sitejson.site_build.templates import render

from .search_engines import page_url

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


class FeedEntry(NamedTuple):
    title: str
    url: str
    text: str
    date: datetime | None
    tags: tuple[str, ...]


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
    head = _elements(("title", title), ("link", url), ("description", description or title))
    items = "".join(f"<item>\n{_item(entry)}</item>\n" for entry in entries)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n{head}'
        f'<atom:link href={quoteattr(feed_url)} rel="self" type="application/rss+xml"/>\n'
        f"{items}</channel>\n</rss>\n"
    )


def _item(entry: FeedEntry) -> str:
    return _elements(
        ("title", entry.title),
        ("link", entry.url),
        ("guid", entry.url),
        ("description", entry.text),
        *(("category", tag) for tag in entry.tags),
        *([("pubDate", format_datetime(entry.date))] if entry.date else ()),
    )


def _elements(*elements: tuple[str, str]) -> str:
    return "".join(
        f"<{name}>{escape(replace_unreadable(text))}</{name}>\n" for name, text in elements
    )


logger = logging.getLogger(__name__)

KIND = "feeds"


def feed_path(docname: str) -> str:
    """Return the path of a page's feed in the built site."""
    folder = docname.removesuffix("index").rstrip("/")
    return f"{folder}/rss.xml" if folder else "rss.xml"


def write_feed(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the feed of a page, and link it in the head of the page."""
    if doctree is None or not has_feed(app, pagename):
        return
    feed_url = absolute_url(app.config, feed_path(pagename))
    if not feed_url:
        logger.info(
            "%s has no feed: it needs absolute URLs; set html_baseurl in conf.py.", pagename
        )
        return
    title = f"{site_of(app.env).settings.name}: {readable_text(app.env.titles[pagename])}"
    text = render_feed(
        title=title,
        url=page_url(app, pagename),
        feed_url=feed_url,
        description=site_domain(app.env).facts_of(pagename).description,
        entries=changelog_entries(app, pagename, doctree),
    )
    PublishedFiles(app, KIND).write_one(feed_path(pagename), text)
    link = str(render("feed_link.html.jinja", title=title, address=feed_url))
    context["metatags"] = context.get("metatags", "") + link


def changelog_entries(app: Sphinx, docname: str, doctree: nodes.document) -> Iterator[FeedEntry]:
    """Yield the entries of a changelog in its order, the newest first."""
    page = page_url(app, docname)
    copy_plain = plain_copy(app.env)
    writer = MarkdownWriter(lambda uri: uri, lambda block: "")
    for node in doctree.findall(nodes.Element):
        if "feed" not in node:
            continue
        options: dict[str, Any] = node["feed"]
        content = nodes.container()
        parts: dict[str, str] = {}
        for child in node.children:
            if isinstance(child, nodes.Element) and "slot" in child:
                parts[child["slot"]] = child.astext()
            else:
                content += child.deepcopy()
        label, description = parts.get("label", ""), parts.get("description", "")
        text = options.get("description") or writer.page(copy_plain(content)).strip()
        yield FeedEntry(
            title=str(options.get("title") or label),
            url=f"{page}#{node['ids'][0]}" if node["ids"] else page,
            text=str(text or description),
            date=parse_date(label, description),
            tags=tuple(node["values"]["tags"]),
        )


def has_feed(app: Sphinx, docname: str) -> bool:
    """Whether a page offers a feed."""
    return makes_web_pages(app.builder) and site_domain(app.env).facts_of(docname).has_feed


def remove_stale_feeds(app: Sphinx) -> tuple[()]:
    """Remove the feeds of pages that no longer have one."""
    if makes_web_pages(app.builder):
        names = [name for name in app.env.all_docs if has_feed(app, name)]
        PublishedFiles(app, KIND).keep_only(map(feed_path, names))
    return ()
