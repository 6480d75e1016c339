"""The 404 page.

A server shows it at any depth, so none of its URLs may be relative to its own location.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from sphinx_sitejson.common.files import remove_below
from sphinx_sitejson.common.network.urls import join_url, split_url
from sphinx_sitejson.sphinx_ext.common.other_extensions import NOT_FOUND_PAGE, has_our_theme
from sphinx_sitejson.sphinx_ext.common.output_files import publish_copy

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

PAGE = "404"

_ADDRESS = re.compile(r'(<[^<>]*\s(?:href|src)=")([^"]*)(?=")')


def address_prefix(config: Config) -> str:
    """Return the path of the site's root on its server, with a slash at both ends.

    Each version on Read the Docs has its own root, which is passed to the builder.
    """
    path = config.sitejson_404_prefix or split_url(_address_of_site(config)).path
    inner = path.strip("/")
    return f"/{inner}/" if inner else "/"


def _address_of_site(config: Config) -> str:
    return os.environ.get("READTHEDOCS_CANONICAL_URL") or str(config.html_baseurl or "")


def knows_root(config: Config) -> bool:
    """Whether it is known where on its server the site will lie."""
    return bool(config.sitejson_404_prefix or _address_of_site(config))


def collect_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Add the page, unless the project has one of its own."""
    if PAGE not in app.env.all_docs and _has_pages_of_ours(app):
        yield PAGE, {}, "404.html"


def begin_root_urls(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Make every address of the page work wherever it is shown."""
    if pagename != PAGE or not _has_pages_of_ours(app):
        return
    prefix = address_prefix(app.config)
    base = prefix + app.builder.get_target_uri(PAGE)
    relative = context["pathto"]
    is_known = knows_root(app.config)

    def absolute(address: str) -> str:
        if address.startswith(("#", "/")):
            return address
        whole = join_url(base, address)
        # Else the page finds the root by itself, and all addresses begin there.
        return whole if is_known or not whole.startswith("/") else whole[1:] or "./"

    def rewritten(html: str) -> str:
        return _ADDRESS.sub(lambda found: found[1] + absolute(found[2]), html)

    def with_rewritten(make: Callable[..., str]) -> Callable[..., str]:
        return lambda *args: rewritten(make(*args))

    context["pathto"] = lambda *args, **options: absolute(relative(*args, **options))
    # Sphinx makes these tags with a function of its own.
    for tag in ("css_tag", "js_tag"):
        context[tag] = with_rewritten(context[tag])
    context["content_root"] = prefix if is_known else "./"
    context["looks_for_root"] = not is_known
    context["sitejson_base"] = base if is_known else base[1:]
    # A page that stands for all missing ones has no address of its own.
    context["pageurl"] = None
    for part in ("body", "toc"):
        context[part] = rewritten(context.get(part) or "")


def copy_to_root(app: Sphinx, exception: Exception | None) -> None:
    """Servers look for ``404.html``, also where each page is a folder."""
    if exception is None and isinstance(app.builder, DirectoryHTMLBuilder):
        page = Path(app.outdir, PAGE, "index.html")
        if (
            page.is_file()
            and _has_pages_of_ours(app)
            and publish_copy(app, page, f"{PAGE}.html")
            # Links lead to a page of the project by its folder; nothing leads to ours.
            and PAGE not in app.env.all_docs
        ):
            remove_below(page, Path(app.outdir))


def _has_pages_of_ours(app: Sphinx) -> bool:
    builder = app.builder
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SingleFileHTMLBuilder)
        # The builders "json" and "pickle" write no pages for readers.
        and not hasattr(builder, "dump_context")
        and has_our_theme(builder)
        and not NOT_FOUND_PAGE.is_provided_by_other(app)
    )
