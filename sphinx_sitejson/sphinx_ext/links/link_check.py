"""Finds links that lead to nothing of the site, where Sphinx and MyST do not look."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes

from sphinx_sitejson.navigation.tree import clean_path
from sphinx_sitejson.problems import Place, Problem, did_you_mean, quoted
from sphinx_sitejson.publishing.addresses import page_at
from sphinx_sitejson.publishing.dead_links import dead_settings_links, is_own_path, links_in_html
from sphinx_sitejson.settings.project_files import find_project_file
from sphinx_sitejson.sphinx_ext.chosen_checks import is_on
from sphinx_sitejson.sphinx_ext.domain import site_of
from sphinx_sitejson.sphinx_ext.output.contents import site_contents
from sphinx_sitejson.sphinx_ext.publishing.redirects import redirect_plan
from sphinx_sitejson.sphinx_ext.reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def check_settings(app: Sphinx, env: BuildEnvironment) -> None:
    """Check the links that stand on every page."""
    site = site_of(env)
    if is_on(app.config, "broken_link"):
        pages = sorted(env.all_docs)
        report(
            dead_settings_links(
                site.settings,
                lambda path: is_there(app, clean_path(path)),
                site.loaded.place,
                pages,
            )
        )


def check_page(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Check the links of one page that nothing has resolved."""
    if not is_on(app.config, "broken_link"):
        return
    for url, node in unresolved_links(doctree):
        path = unquote(url.partition("#")[0].partition("?")[0])
        folder = posixpath.dirname(f"/{docname}")
        whole = clean_path(posixpath.normpath(posixpath.join(folder, path)))
        if not is_there(app, whole):
            message = f"the link {quoted(url)} leads to no page and no file of this site."
            message += did_you_mean(whole, app.env.all_docs)
            place = place_of(app, node, docname)
            report([Problem(code="broken_link", message=message, place=place)])


def is_there(app: Sphinx, path: str) -> bool:
    """Whether a path from the root is a page, a redirect or a file."""
    return bool(
        not path
        or page_at(path, app.env.all_docs)
        or redirect_plan(app.env).find(path)
        or site_contents(app.env).is_file(path)
        or find_project_file(site_of(app.env).root, path)
    )


def unresolved_links(doctree: nodes.document) -> Iterator[tuple[str, nodes.Element]]:
    """Yield links by path that are not Sphinx's own, and those in HTML that authors wrote."""
    for node in doctree.findall(nodes.reference):
        url = str(node.get("refuri") or "")
        if not node.get("internal") and is_own_path(url):
            yield url, node
    for written in doctree.findall(nodes.raw):
        if "html" in str(written.get("format", "")):
            for url in links_in_html(written.astext()):
                if is_own_path(url):
                    yield url, written


def place_of(app: Sphinx, node: nodes.Element, docname: str) -> Place:
    """Return where a link stands, as nearly as docutils knows."""
    current: nodes.Node | None = node
    while current is not None and not current.line:
        current = current.parent
    return Place(file=str(app.env.doc2path(docname)), line=(current.line if current else 0) or 1)
