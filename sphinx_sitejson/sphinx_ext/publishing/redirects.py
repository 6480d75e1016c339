"""Write the redirects of the settings as pages and in the formats of servers."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinx_sitejson.common.files import TEMPLATES
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.publishing.redirect_formats import RedirectWriter
from sphinx_sitejson.publishing.redirects import Moved, RedirectPlan, SiteContent, plan_redirects
from sphinx_sitejson.publishing.site_urls import (
    SiteAddress,
    absolute_url,
    base_path,
    read_address,
    relative_url,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import (
    PublishedFiles,
    makes_web_pages,
    site_contents,
)
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.common.site_urls import base_url
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

TEMPLATE = "sitejson-redirect.html"
FORMATS = {
    "_redirects": "_redirects",
    "nginx": "redirects.nginx.conf",
    "readthedocs": "redirects.readthedocs.json",
}
"""The formats for servers, with the files they are written to."""

redirect_plan: BuildState[RedirectPlan] = BuildState(lambda env: RedirectPlan())
"""Which addresses lead elsewhere; known when all pages are read."""


def offer_template(app: Sphinx, config: Config) -> None:
    """Make the page of a redirect known under every theme; a template of the author comes first."""
    config.templates_path = [*config.templates_path, str(TEMPLATES / "sphinx")]


def exclude_from_catalogs(app: Sphinx) -> None:
    """Take the page away where the words of templates are collected: it has words of ours."""
    if app.builder.name == "gettext":
        own = str(TEMPLATES / "sphinx")
        app.config.templates_path = [path for path in app.config.templates_path if path != own]


def prepare_redirects(app: Sphinx, env: BuildEnvironment) -> None:
    """Work out the redirects once all pages are known."""
    site = site_of(env)
    stubs = site_documents(env).pages.stubs
    content = SiteContent(
        pages=env.all_docs.keys(),
        is_file=site_contents(app.env).is_file,
        has_server=bool(wanted_formats(app)),
        base_path=base_path(base_url(app.config)),
        reading_order=reading_order(env),
        new_pages={name for name, stub in stubs.items() if stub.is_schema},
    )
    plan = plan_redirects(site.settings.redirects, content, site.loaded.place)
    if not site.may_add("redirects"):
        plan = replace(plan, folders=())
    redirect_plan.set(env, plan)
    report(plan.problems)


def reading_order(env: BuildEnvironment) -> list[str]:
    """Return the pages of the navigation that are there to be read."""
    domain = site_domain(env)
    pages = site_map(env).pages
    return [name for name in pages if name in env.all_docs and not domain.facts_of(name).url]


def wanted_formats(app: Sphinx) -> list[str]:
    """Return the formats that the author asks for, without unknown ones."""
    return [name for name in app.config.sitejson_redirect_formats if name in FORMATS]


def check_formats(app: Sphinx, config: Config) -> None:
    """Name the formats that do not exist."""
    for name in config.sitejson_redirect_formats:
        if name not in FORMATS:
            known = ", ".join(f'"{known}"' for known in FORMATS)
            logger.warning(
                'sitejson_redirect_formats: "%s" is not a format; the formats are %s.',
                name,
                known,
                type="sitejson",
                subtype=ProblemCode.REDIRECT,
            )


def write_redirects(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the pages and files; none is left to Sphinx, which knows no paths but its own."""
    if makes_web_pages(app.builder):
        files = dict(redirect_pages(app))
        files.update(server_files(app))
        PublishedFiles(app, "redirects").write(files)
    yield from ()


def redirect_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield path and text of the page for each address that moved."""
    pages = PagePaths(app)
    plan = redirect_plan(app.env)
    for folder in plan.folders:
        path = f"{folder.path}/index.html"
        yield path, redirect_page(app, folder, path)
    for moved in plan.moved:
        for path in files_of(moved, app.builder.name):
            if page := pages.page_in_place_of(path):
                logger.warning(
                    'redirects: "/%s" and the page "%s" are one file on this disk; '
                    "the redirect is left out.",
                    moved.path,
                    page,
                    type="sitejson",
                    subtype=ProblemCode.REDIRECT,
                )
                continue
            yield path, redirect_page(app, moved, path)


def files_of(moved: Moved, builder: str) -> Iterator[str]:
    """Yield the files at which readers may look for an address."""
    yield f"{moved.path}/index.html".lstrip("/")
    if moved.path and (builder != "dirhtml" or moved.has_suffix):
        yield f"{moved.path}.html"


class PagePaths:
    """Finds the page whose file a path means on a disk that takes A and a for the same."""

    def __init__(self, app: Sphinx) -> None:
        builder = app.builder
        assert isinstance(builder, StandaloneHTMLBuilder)
        self._folder = Path(app.outdir)
        self._names = app.env.all_docs.keys()
        self._file_of = builder.get_outfilename

    @cached_property
    def _pages(self) -> dict[str, str]:
        return {
            Path(self._file_of(name)).relative_to(self._folder).as_posix().casefold(): name
            for name in self._names
        }

    def page_in_place_of(self, path: str) -> str:
        """Return the name of the page, or nothing."""
        page = self._pages.get(path.casefold())
        if page is None or not (self._folder / path).exists():
            return ""
        return page if (self._folder / path).samefile(self._file_of(page)) else ""


def redirect_page(app: Sphinx, moved: Moved, path: str) -> str:
    """Return the page that leads on at once."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    address = redirect_url(app, moved)
    is_elsewhere = bool(moved.target.elsewhere)
    target = address if is_elsewhere else relative_url(path, address)
    base = base_url(app.config)
    title = app.env.titles[moved.page].astext() if moved.page in app.env.titles else address
    values = {
        "target": target,
        "canonical": absolute_url(base, address) if base and not is_elsewhere else target,
        "title": title,
        "language": app.config.language,
    }
    return str(builder.templates.render(TEMPLATE, values))


def redirect_url(app: Sphinx, moved: Moved) -> str:
    """Return where an address leads: from the site's root, or whole."""
    target = moved.target
    if target.elsewhere:
        return target.elsewhere
    uri = app.builder.get_target_uri(moved.page) if moved.page else quote(target.path)
    return uri + target.ending


def server_files(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield the redirects in the formats that the author asks for."""
    writer = RedirectWriter(
        redirect_plan(app.env),
        base_path=base_path(base_url(app.config)),
        address_of=lambda moved: redirect_url(app, moved),
    )
    texts = {
        "_redirects": writer.hosts_file,
        "nginx": writer.nginx,
        "readthedocs": writer.read_the_docs,
    }
    for name in wanted_formats(app):
        yield FORMATS[name], texts[name]()


class MovedLinks(SphinxPostTransform):
    """Leads links to an address that moved straight to its new place."""

    # Before MyST resolves its references (9) and calls these missing.
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        plan = redirect_plan(self.env)
        if not plan.moved:
            return
        for link in list(self.document.findall(nodes.Element)):
            address = self.address_of(link)
            moved = plan.find(address.path) if address is not None else None
            if address is not None and moved is not None and (moved.page or moved.target.elsewhere):
                link.replace_self(self.new_link(link, moved, address.ending))

    def address_of(self, node: nodes.Element) -> SiteAddress | None:
        """Return the path that a link means: one of Markdown not yet resolved, or one in HTML."""
        if isinstance(node, addnodes.pending_xref):
            is_path = node.get("reftype") == "myst" and node.get("refdomain") != "doc"
            written = str(node.get("reftarget") or "") if is_path else ""
        else:
            written = str(node.get("refuri") or "") if isinstance(node, nodes.reference) else ""
            written = written if written.startswith("/") else ""
        if not written or written.startswith("#") or "://" in written:
            return None
        folder = posixpath.dirname(f"/{self.env.docname}")
        return read_address(posixpath.normpath(posixpath.join(folder, written)))

    def new_link(self, link: nodes.Element, moved: Moved, ending: str) -> nodes.Element:
        """Return the link as the author would write it now."""
        content = link.children if isinstance(link, nodes.reference) else link[0].children
        shown = [child.deepcopy() for child in content]
        if moved.target.elsewhere:
            address = moved.target.elsewhere
            return nodes.reference("", "", *(shown or [nodes.Text(address)]), refuri=address)
        fragment = (ending or moved.target.ending).partition("#")[2]
        return addnodes.pending_xref(
            "",
            nodes.inline("", "", *shown),
            refdomain="doc",
            reftype="myst",
            reftarget=moved.page,
            reftargetid=fragment or None,
            refexplicit=bool(shown),
            refdoc=self.env.docname,
        )
