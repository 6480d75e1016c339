"""The menu of a page: its Markdown, its OpenAPI document, and links of the author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.common.network.urls import is_web_url
from sphinx_sitejson.navigation.site_urls import SiteLinks, absolute_url
from sphinx_sitejson.publishing.llms import mcp_install_links, mcp_settings
from sphinx_sitejson.publishing.markdown_pages import has_markdown, markdown_uri, search_site_url
from sphinx_sitejson.publishing.search_engines import page_url
from sphinx_sitejson.reference.downloads import offered_documents
from sphinx_sitejson.settings.site import PAGE_LINK_URLS
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.labels import _
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import NOT_FOUND_DOCNAME
from sphinx_sitejson.site_build.reports import report_config_value

logger = logging.getLogger(__name__)

INSTALL_PLACEHOLDERS = ("{cursor}", "{vscode}")
"""Placeholder URLs for links that add the MCP server of the site."""


class PageLink(NamedTuple):
    """A link that opens the page in another service."""

    name: str
    url: str


def check_links(app: Sphinx, config: Config) -> None:
    """Remove invalid links from ``sitejson_page_links``, with a warning."""
    valid = []
    for link in config.sitejson_page_links:
        if isinstance(link, str) and (known := PAGE_LINK_URLS.get(link)):
            valid.append({"name": known.name, "url": known.url})
        elif _is_link(link):
            valid.append(link)
        else:
            message = (
                f"sitejson_page_links: {link!r} is not a link; write "
                f'{{"name": "…", "url": "https://…"}}, or one of: {", ".join(PAGE_LINK_URLS)}.'
            )
            report_config_value(app, "sitejson_page_links", message)
    config.sitejson_page_links = valid


def _is_link(link: object) -> bool:
    if not isinstance(link, dict) or not link.get("name"):
        return False
    return link.get("url") in INSTALL_PLACEHOLDERS or is_web_url(str(link.get("url")))


def add_menu(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the page menu to the context of a page."""
    if doctree is None or not has_markdown(app) or pagename == NOT_FOUND_DOCNAME:
        return
    links = SiteLinks(app, pagename)
    domain = site_domain(app.env)
    facts = (*domain.bound.get(pagename, ()), *domain.listings.get(pagename, ()))
    location = next((fact.location for fact in facts if fact.location), "")
    offered = offered_documents(app.env).get(location)
    collections = offered.collection_links if offered else ()
    context["page_actions"] = {
        "markdown": links.file_href(markdown_uri(pagename)),
        "openapi": links.file_href(offered.uri) if offered else "",
        "collections": tuple(PageLink(name, links.file_href(uri)) for name, uri in collections),
        "mcp": mcp_settings(app.config.project, app.config.html_baseurl),
        "links": list(page_links(app, pagename)),
    }


@BuildState
def log_missing_url(env: BuildEnvironment) -> None:
    """Log the message once for a build."""
    logger.info(
        "links to other services were left out of the menu of pages, because they need the URL of "
        'the site; set "html_baseurl" in conf.py.'
    )


def page_links(app: Sphinx, pagename: str) -> Iterator[PageLink]:
    """Yield the author's links for a page; none if the base URL of the site is unknown."""
    config = app.config
    own_url = page_url(app, pagename)
    links = [(str(link["name"]), str(link["url"])) for link in config.sitejson_page_links]
    links += [(link.name, link.url) for link in site_of(app.env).settings.extra.page_links]
    if not own_url:
        if links:
            log_missing_url(app.env)
        return
    values = {
        "{url}": own_url,
        "{markdown}": absolute_url(config, markdown_uri(pagename)),
        "{title}": readable_text(app.env.titles[pagename]),
    }
    installs = mcp_install_links(config.project, config.html_baseurl)
    for name, url in links:
        if url not in installs:
            for mark, value in values.items():
                url = url.replace(mark, quote(value, safe=""))
            yield PageLink(name, url)
        elif search_site_url(app):
            yield PageLink(_("Connect to {client}").replace("{client}", name), installs[url])
