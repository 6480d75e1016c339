"""Find broken links within the site that neither Sphinx nor MyST checks."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html import escape
from urllib.parse import unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.navigation.site_urls import page_at, paths_below_base
from sphinx_sitejson.settings.project_files import find_project_file
from sphinx_sitejson.settings.project_pages import clean_path
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.front_matter import key_location
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.output_files import is_site_file, makes_web_pages
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author
from sphinx_sitejson.site_build.reports import report_at

from .link_targets import (
    explain_missing_anchor,
    find_anchor,
    is_site_path,
    links_in_html,
    settings_links,
)
from .redirect_files import redirect_plan


def check_site_links(app: Sphinx, env: BuildEnvironment) -> None:
    """Check the links of the settings, and those in the front matter of pages."""
    is_checked = ProblemCode.BROKEN_LINK in app.config.sitejson_checks
    if not (is_checked and makes_web_pages(app.builder)):
        return
    site = site_of(env)
    links = [*settings_links(site.settings)]
    messages = [(at, url, missing_page(app, url, url.strip("/"))) for at, url in links]
    links += (
        # Of a redirect, the page is checked elsewhere.
        (("redirects", index, "destination"), redirect.destination)
        for index, redirect in enumerate(site.settings.redirects)
    )
    messages += [(at, url, check_anchor(env, url, link_path(url))) for at, url in links]
    for at, url, message in messages:
        if message and is_site_path(url):
            report_at(ProblemCode.BROKEN_LINK, message, site.loaded.locate(at))
    for docname, facts in sorted(site_domain(env).facts.items()):
        if docname in env.all_docs and is_site_path(facts.url):
            path = link_path(facts.url)
            if message := missing_page(app, facts.url, path) or check_anchor(env, facts.url, path):
                report_at(ProblemCode.BROKEN_LINK, message, key_location(env, docname, "url"))


def missing_page(app: Sphinx, url: str, name: str) -> str:
    """Return a message if a link leads to no page; empty if it does.

    :param name: the name to compare with those of pages.
    """
    if is_known_path(app, link_path(url)):
        return ""
    hint = did_you_mean(name, sorted(app.env.all_docs))
    return f"{quoted(url)} is not a page of this site.{hint}"


def link_path(url: str) -> str:
    """Return the decoded path of a link from the root: ``/a%20b/?c#d`` gives ``a b``."""
    return clean_path(decoded_path(url))


def check_page_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Check the unresolved links of a page.

    A project that keeps its theme or its toctrees is checked only if it sets ``sitejson_checks``,
    except for MDX pages.
    """
    env = app.env
    is_checked = ProblemCode.BROKEN_LINK in app.config.sitejson_checks
    if not (is_checked and makes_web_pages(app.builder)):
        return
    site = site_of(env)
    is_site = site.settings.has_navigation and not site.keeps_theme
    is_mdx = str(env.doc2path(docname)).endswith(".mdx")
    if not (is_site or is_mdx or is_set_by_author(app.config, "sitejson_checks")):
        return
    for url, node, offset in unresolved_links(doctree):
        paths = paths_from_root(app, decoded_path(url), docname)
        if any(path.startswith("..") or is_other_project_path(app, path) for path in paths):
            continue
        known_path = next((path for path in paths if is_known_path(app, clean_path(path))), None)
        if known_path is None:
            message = f"the link {quoted(url)} matches no page or file of this site."
            message += did_you_mean(paths[0], env.all_docs)
        else:
            message = check_anchor(env, url, clean_path(known_path))
        if message:
            location = link_location(app, node, docname, url, offset)
            report_at(ProblemCode.BROKEN_LINK, message, location)


def decoded_path(url: str) -> str:
    """Return the decoded path of a URL: ``/a%20b?c#d`` gives ``/a b``."""
    return unquote(url.partition("#")[0].partition("?")[0])


def paths_from_root(app: Sphinx, path: str, docname: str) -> list[str]:
    """Return the paths from the root that a link may mean; one outside begins with dots.

    A browser resolves it against the URL of the page, which is a folder for ``dirhtml``. An
    absolute path may begin with the base path of the site.
    """
    folders = [posixpath.dirname(docname)]
    if app.builder.name == "dirhtml" and posixpath.basename(docname) != "index":
        folders.append(docname)
    if not path.startswith("/"):
        return [posixpath.normpath(posixpath.join(folder, path)) for folder in folders]
    return [clean_path(each) for each in paths_below_base(app.config, f"/{clean_path(path)}")]


def is_other_project_path(app: Sphinx, path: str) -> bool:
    """Return whether a path belongs to an intersphinx project on the same server."""
    mapping = getattr(app.config, "intersphinx_mapping", None) or {}
    # Intersphinx itself stores the name of each project beside its URL.
    found = (entry[1] if isinstance(entry[1], tuple) else entry for entry in mapping.values())
    bases = (str(base) for base, *_inventory in found)
    return any(
        "://" not in base and f"{path}/".startswith(f"{clean_path(base)}/") for base in bases
    )


def check_anchor(env: BuildEnvironment, url: str, path: str) -> str:
    """Return a message if a page has no such anchor; empty if it has, or for other paths."""
    fragment = unquote(url.partition("#")[2])
    page = page_at(path, env.all_docs) if path else str(env.config.root_doc)
    if not fragment or page is None or find_anchor(env, page, fragment) is not None:
        return ""
    return explain_missing_anchor(env, url, page, fragment)


def is_known_path(app: Sphinx, path: str) -> bool:
    """Return whether a path from the root is a page, a redirect or a file."""
    env = app.env
    if app.builder.name == "dirhtml":
        # Each page is the index of a folder.
        path = path.removesuffix(".html").removesuffix("/index")
    return bool(
        not path
        or page_at(path, env.all_docs)
        or redirect_plan(env).find(path)
        or is_site_file(env, path)
        or find_project_file(site_of(env).root, path)
    )


def unresolved_links(doctree: nodes.document) -> Iterator[tuple[str, nodes.Element, int]]:
    """Yield the URLs, nodes and line offsets of links by path, also of those in raw HTML.

    Links that Sphinx has resolved are skipped.
    """
    found = [*find_nodes(doctree, (nodes.reference, nodes.raw))]
    for node in found:
        url = str(node.get("refuri") or "")
        is_checked = not node.get("internal") and "external" not in node["classes"]
        if is_checked and is_site_path(url):
            yield url, node, 0
    for node in found:
        if isinstance(node, nodes.raw) and "html" in str(node.get("format", "")):
            for url, lines in links_in_html(node.astext()):
                if is_site_path(url):
                    yield url, node, lines


def link_location(
    app: Sphinx, node: nodes.Element, docname: str, url: str, offset: int
) -> Location:
    """Return the location of a link: the next line from its element on that has its URL."""
    current: nodes.Node | None = node
    while current is not None and not current.line:
        current = current.parent
    start = (current.line if current else 0) or 1
    path = app.env.doc2path(docname)
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    found = (
        line
        for line, text in enumerate(lines[start - 1 :], start)
        if url in text or escape(url) in text
    )
    return Location(str(path), line=next(found, start + offset))
