"""Preview tags and cards, breadcrumbs as JSON-LD, ``sitemap.xml`` and ``robots.txt``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.display import status_iterator

from sphinx_sitejson.common.files import write_bytes
from sphinx_sitejson.navigation.site_urls import absolute_url, base_url
from sphinx_sitejson.navigation.toctrees import is_hidden, site_map
from sphinx_sitejson.settings.site import MetaTag
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.nodes import find_nodes, readable_text
from sphinx_sitejson.site_build.other_extensions import PREVIEW_TAGS, SITEMAP
from sphinx_sitejson.site_build.output_files import (
    PublishedFiles,
    author_files,
    extra_files,
    makes_web_pages,
)
from sphinx_sitejson.site_build.templates import render

from .meta_tags import CARD_SIZE, card_path, card_uri, meta_tags, page_card, render_meta_tags
from .page_dates import last_updated

MAX_META_LENGTH = 300


def shorten_text(text: str) -> str:
    """Shorten a text at a word boundary, if it is too long."""
    text = " ".join(text.split())
    if len(text) <= MAX_META_LENGTH:
        return text
    return f"{text[: MAX_META_LENGTH - 1].rsplit(' ', 1)[0]}…"


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


def sitemap_files(pages: Sequence[tuple[str, str]], base: str) -> dict[str, str]:
    """Return the files of the sitemap: one, or several and an index.

    :param pages: the URL and the date of each page; the date may be empty.
    """
    if len(pages) <= MAX_SITEMAP_PAGES:
        return {"sitemap.xml": _sitemap(pages)}
    starts = range(0, len(pages), MAX_SITEMAP_PAGES)
    files = {
        f"sitemap-{number}.xml": _sitemap(pages[start : start + MAX_SITEMAP_PAGES])
        for number, start in enumerate(starts, 1)
    }
    entries = "".join(f"  <sitemap><loc>{escape(base)}{name}</loc></sitemap>\n" for name in files)
    index = f'{_HEAD}<sitemapindex xmlns="{_NAMESPACE}">\n{entries}</sitemapindex>\n'
    return {**files, "sitemap.xml": index}


def _sitemap(pages: Iterable[tuple[str, str]]) -> str:
    dated = ((url, f"<lastmod>{escape(date)}</lastmod>" if date else "") for url, date in pages)
    urls = "".join(f"  <url><loc>{escape(url)}</loc>{change}</url>\n" for url, change in dated)
    return f'{_HEAD}<urlset xmlns="{_NAMESPACE}">\n{urls}</urlset>\n'


def robots_text(sitemap: str, signals: Mapping[str, str]) -> str:
    """Return ``robots.txt``, which allows everything; pages have ``noindex`` themselves.

    :param signals: what the content may be used for: ``{"ai-train": "no"}``.
    """
    values = ", ".join(f"{name}={value}" for name, value in signals.items())
    signal = f"Content-Signal: {values}\n" if values else ""
    end = f"\nSitemap: {sitemap}\n" if sitemap else ""
    return f"User-agent: *\n{signal}Allow: /\n{end}"


IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
"""Image formats that link previews support."""


def is_public(env: BuildEnvironment, docname: str) -> bool:
    """Whether search engines may index a page."""
    facts = site_domain(env).facts_of(docname)
    robots = next((tag.content for tag in facts.meta if tag.name == "robots"), "")
    return not (
        facts.noindex or facts.url or "noindex" in robots.lower() or is_hidden(env, docname)
    )


def page_url(app: Sphinx, docname: str) -> str:
    """Return the absolute URL of a page; empty if the base URL of the site is unknown."""
    return absolute_url(app.config, app.builder.get_target_uri(docname))


def write_search_files(app: Sphinx) -> tuple[()]:
    """Write the sitemap and ``robots.txt``, unless the author or another extension does."""
    if makes_web_pages(app.builder):
        texts = search_engine_files(app) | author_files(app, ["robots.txt"])
        extra = extra_files(app.env)
        files = {name: text for name, text in texts.items() if name not in extra}
        if SITEMAP.is_provided_by_other(app):
            files.pop("sitemap.xml", None)
        PublishedFiles(app, "search-engines").write(files)
    return ()


def search_engine_files(app: Sphinx) -> dict[str, str]:
    """Return the texts of the files, by name."""
    env = app.env
    domain, root = site_domain(env), absolute_url(app.config, "")
    signals = app.config.sitejson_content_signals
    robots = {"robots.txt": robots_text(absolute_url(app.config, "sitemap.xml"), signals)}
    if not root:
        return robots
    pages = [
        (page_url(app, name), last_updated(env, name))
        for name in sorted(env.all_docs)
        # The sitemap lists the originals.
        if is_public(env, name) and not domain.facts_of(name).canonical
    ]
    return sitemap_files(pages, root) | robots


def add_tags(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add preview tags and structured data to the head of a page."""
    env = app.env
    if not makes_web_pages(app.builder) or not site_of(env).may_add("seo", "metadata"):
        return
    if doctree is not None:
        markup = page_tags(app, pagename, doctree) + breadcrumbs(app, pagename)
        url, date = page_url(app, pagename), last_updated(env, pagename)
        title = readable_text(env.titles[pagename])
        if url and date:
            markup += _structured_data(
                {"@type": "WebPage", "url": url, "name": title, "dateModified": date}
            )
        is_generated = not env.doc2path(pagename).is_relative_to(app.srcdir)
        if is_generated and 'name="description"' not in context.get("metatags", ""):
            # Pages without text, such as those of schemas, are described by titles.
            description = shorten_text(first_paragraph(doctree))
            description = description or f"{title} - {site_of(env).settings.name}"
            markup += render_meta_tags([MetaTag(name="description", content=description)])
    else:
        markup = '<meta name="robots" content="noindex">\n' if pagename == "search" else ""
    context["metatags"] = context.get("metatags", "") + markup


def page_tags(app: Sphinx, pagename: str, doctree: nodes.document) -> str:
    """Return the Open Graph and Twitter tags that a page lacks.

    They are empty if another extension adds them.
    """
    env = app.env
    if PREVIEW_TAGS.is_provided_by_other(app):
        return ""
    name = site_of(env).settings.name
    title = readable_text(env.titles[pagename])
    known = {tag.name: tag.content for tag in meta_tags(env, pagename)}
    card = card_uri(app, pagename)
    image = absolute_url(app.config, card) if card else first_image(app, doctree)
    width, height = map(str, CARD_SIZE) if card else ("", "")
    is_home = pagename == app.config.root_doc
    tags = {
        "og:title": title,
        "og:type": "website" if is_home else "article",
        "og:site_name": name,
        "og:description": shorten_text(known.get("description", "") or first_paragraph(doctree)),
        "og:url": page_url(app, pagename),
        "og:image": image,
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": f"{title} - {name}" if card else "",
        "og:locale": (app.config.language or "").replace("-", "_"),
        "article:modified_time": "" if is_home else last_updated(env, pagename),
        "twitter:card": "summary_large_image" if image or "og:image" in known else "summary",
    }
    return render_meta_tags(
        MetaTag(name=key, content=content)
        for key, content in tags.items()
        if content and key not in known
    )


def first_paragraph(doctree: nodes.document) -> str:
    """Return the text of the first paragraph that is directly in a section."""
    paragraphs = (
        paragraph
        for paragraph in doctree.findall(nodes.paragraph)
        if isinstance(paragraph.parent, nodes.section)
    )
    return next(map(readable_text, paragraphs), "")


def first_image(app: Sphinx, doctree: nodes.document) -> str:
    """Return the absolute URL of the first image of a page."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    for image in find_nodes(doctree, nodes.image):
        uri = str(image.get("uri", ""))
        if not uri.lower().partition("?")[0].endswith(IMAGE_SUFFIXES):
            continue
        if uri.startswith("https://"):
            return uri
        # The writer has prefixed the file name with the relative path of the image folder.
        if base_url(app.config) and uri.startswith(f"{builder.imgpath}/"):
            return absolute_url(app.config, f"{builder.imagedir}/{uri.rpartition('/')[2]}")
    return ""


def breadcrumbs(app: Sphinx, pagename: str) -> str:
    """Return the breadcrumbs of a page as structured data, which needs absolute URLs."""
    env = app.env
    if not base_url(app.config) or pagename == app.config.root_doc:
        return ""
    steps = {page_url(app, app.config.root_doc): site_of(env).settings.name}
    for crumb in site_map(env).page(pagename).breadcrumbs:
        if crumb.url[1:] in env.all_docs:
            steps.setdefault(page_url(app, crumb.url[1:]), crumb.label)
    current_url = page_url(app, pagename)
    steps.pop(current_url, None)
    steps[current_url] = readable_text(env.titles[pagename])
    elements = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (url, name) in enumerate(steps.items(), 1)
    ]
    return _structured_data({"@type": "BreadcrumbList", "itemListElement": elements})


def _structured_data(data: dict[str, object]) -> str:
    json_ld = script_json({"@context": "https://schema.org", **data})
    return str(render("structured_data.html.jinja", data=json_ld))


def draw_cards(app: Sphinx) -> tuple[()]:
    """Draw new cards, and remove outdated ones."""
    if makes_web_pages(app.builder):
        cards = {
            card_path(card, name): card
            for name in sorted(app.env.all_docs)
            if (card := page_card(app, name))
        }
        missing = [path for path in cards if not Path(app.outdir, path).is_file()]
        for path in status_iterator(missing, "drawing social cards... ", length=len(missing)):
            # Most builds do without Pillow.
            from .social_cards import draw_card

            write_bytes(Path(app.outdir, path), draw_card(cards[path]), below=app.outdir)
        PublishedFiles(app, "social-cards").keep_only(cards)
    return ()
