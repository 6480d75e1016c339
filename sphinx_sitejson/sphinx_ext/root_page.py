"""Makes ``/`` answer when the root document is not called ``index``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.pages.sources import why_no_first_page
from sphinx_sitejson.problems import did_you_mean, quoted

from .config import has_own_root
from .domain import site_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

REDIRECT_TEMPLATE = "sitejson-redirect.html"


def require_first_page(app: Sphinx, env: BuildEnvironment, *changes: object) -> tuple[str, ...]:
    """Stop with a sentence when there is no first page: Sphinx answers with a traceback."""
    root = env.config.root_doc
    if root in env.found_docs:
        return ()
    if has_own_root(env.config):
        reason = f"the root document {quoted(root)} of conf.py is no page of the project."
        reason += did_you_mean(root, env.found_docs)
    else:
        settings, file = site_domain(env).site.settings, env.config.sitejson_file
        reason = why_no_first_page(root, settings, env.found_docs, file)
    raise SystemExit(f"The build stops: {reason}")


def lead_to_first_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page at ``/`` that leads to the root document."""
    root = app.config.root_doc
    if app.builder.name == "epub":
        return
    is_redirected = site_domain(app.env).site.redirects.find("") is not None
    if root != "index" and "index" not in app.env.all_docs and not is_redirected:
        target = app.builder.get_relative_uri("index", root)
        context = {
            "target": target,
            "canonical": target,
            "title": app.env.titles[root].astext(),
        }
        yield "index", context, REDIRECT_TEMPLATE


def setup_root_page(app: Sphinx) -> None:
    """Connect to the begin of reading and to the collection of further pages."""
    # After the navigation is read (500), which names each page that is missing.
    app.connect("env-get-outdated", require_first_page, priority=600)
    app.connect("html-collect-pages", lead_to_first_page)
