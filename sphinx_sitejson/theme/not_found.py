"""The 404 page.

A server shows it at any depth, so none of its URLs may be relative to its own location.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from sphinx_sitejson.common.files import remove_below
from sphinx_sitejson.common.network.urls import join_url, split_url
from sphinx_sitejson.site_build.other_extensions import NOT_FOUND_PAGE, has_our_theme
from sphinx_sitejson.site_build.output_files import NOT_FOUND_DOCNAME, publish_copy

_URL_ATTRIBUTE = re.compile(r'(<[^<>]*\s(?:href|src)=")([^"]*)(?=")')


def _location_of_page(app: Sphinx) -> tuple[str, str]:
    """Return the name of the 404 page, and the path of the site on its server.

    The path has a leading and a trailing slash; it is empty if it is unknown. On Read the Docs
    each version has its own.
    """
    config = app.config
    if NOT_FOUND_PAGE.is_provided_by_other(app):
        return config.notfound_pagename, config.notfound_urls_prefix or "/"
    url = os.environ.get("READTHEDOCS_CANONICAL_URL") or config.html_baseurl
    if not (url or config.sitejson_404_prefix):
        return NOT_FOUND_DOCNAME, ""
    inner = (config.sitejson_404_prefix or split_url(url).path).strip("/")
    return NOT_FOUND_DOCNAME, f"/{inner}/" if inner else "/"


def collect_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the 404 page, unless the project has one."""
    if NOT_FOUND_DOCNAME not in app.env.all_docs and _writes_themed_pages(app):
        yield NOT_FOUND_DOCNAME, {}, "404.html"


def begin_root_urls(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Make the URLs of the 404 page independent of its location."""
    name, prefix = _location_of_page(app)
    if pagename != name or not _has_themed_pages(app.builder):
        return
    base = f"{prefix or '/'}{app.builder.get_target_uri(name)}"

    def absolute(url: str) -> str:
        if url.startswith(("#", "/")):
            return url
        joined = join_url(base, url)
        # Without a known path, a script finds the root, and all URLs are relative to it.
        return joined if prefix or not joined.startswith("/") else joined[1:] or "./"

    def rewrite(html: str) -> str:
        return _URL_ATTRIBUTE.sub(lambda match: match[1] + absolute(match[2]), html)

    def wrap(make: Callable[..., str], change: Callable[[str], str]) -> Callable[..., str]:
        return lambda *args, **options: change(make(*args, **options))

    # Sphinx renders the tags with functions.
    for function, change in (("pathto", absolute), ("css_tag", rewrite), ("js_tag", rewrite)):
        context[function] = wrap(context[function], change)
    context["content_root"] = prefix or "./"
    context["looks_for_root"] = not prefix
    context["sitejson_base"] = base if prefix else base[1:]
    # The 404 page has no canonical URL.
    context["pageurl"] = None
    for part in ("body", "toc"):
        context[part] = rewrite(context.get(part) or "")


def copy_to_root(app: Sphinx, exception: Exception | None) -> None:
    """Copy the page of ``dirhtml`` to ``404.html``, where servers look for it."""
    if exception is None and isinstance(app.builder, DirectoryHTMLBuilder):
        page = Path(app.outdir, NOT_FOUND_DOCNAME, "index.html")
        if (
            page.is_file()
            and _writes_themed_pages(app)
            and publish_copy(app, page, f"{NOT_FOUND_DOCNAME}.html")
            # Links may target the folder of a page of the project, but not ours.
            and NOT_FOUND_DOCNAME not in app.env.all_docs
        ):
            remove_below(page, Path(app.outdir))


def _writes_themed_pages(app: Sphinx) -> bool:
    return _has_themed_pages(app.builder) and not NOT_FOUND_PAGE.is_provided_by_other(app)


def _has_themed_pages(builder: Builder) -> bool:
    return (
        has_our_theme(builder)
        and not isinstance(builder, SingleFileHTMLBuilder)
        # The builders "json" and "pickle" write no HTML pages.
        and not hasattr(builder, "dump_context")
    )
