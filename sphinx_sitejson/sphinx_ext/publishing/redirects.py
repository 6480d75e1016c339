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
from sphinx.util import docname_join, logging

from sphinx_sitejson.common.files import TEMPLATES
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.publishing.redirect_formats import RedirectWriter
from sphinx_sitejson.publishing.redirects import (
    RedirectPlan,
    ResolvedRedirect,
    SiteContent,
    plan_redirects,
)
from sphinx_sitejson.publishing.site_urls import (
    SiteUrl,
    absolute_url,
    base_path,
    parse_site_url,
    relative_url,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import (
    PublishedFiles,
    makes_web_pages,
    site_contents,
)
from sphinx_sitejson.sphinx_ext.common.readable_text import readable_text
from sphinx_sitejson.sphinx_ext.common.reports import report, report_config_value
from sphinx_sitejson.sphinx_ext.common.site_urls import base_url, renamed_pages
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.openapi.state import page_index, site_documents

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
"""The server formats, with their file names."""

redirect_plan: BuildState[RedirectPlan] = BuildState(lambda env: RedirectPlan())
"""The redirects of the site; known when all pages are read."""


def add_template_path(app: Sphinx, config: Config) -> None:
    """Add the template of redirect pages for every theme; the author's templates come first."""
    config.templates_path = [*config.templates_path, str(TEMPLATES / "sphinx")]


def exclude_from_catalogs(app: Sphinx) -> None:
    """Remove the template for gettext, which would extract messages of this package from it."""
    if app.builder.name == "gettext":
        template_folder = str(TEMPLATES / "sphinx")
        app.config.templates_path = [
            path for path in app.config.templates_path if path != template_folder
        ]


def prepare_redirects(app: Sphinx, env: BuildEnvironment) -> None:
    """Resolve the redirects once all pages are known."""
    site = site_of(env)
    generated = site_documents(env).pages
    has_redirects = site.may_add("redirects")
    moved = {name: SiteUrl(path=page) for name, page in renamed_pages(env).items()}
    content = SiteContent(
        pages=env.all_docs.keys(),
        is_file=site_contents(app.env).is_file,
        has_server=bool(enabled_formats(app)),
        base_path=base_path(base_url(app.config)),
        reading_order=reading_order(env),
        new_pages={name for name, stub in generated.stubs.items() if stub.is_schema},
        moved_pages=moved | dict(find_moved_pages(env)) if has_redirects else moved,
        may_have_had=site_documents(env).may_have_had,
    )
    plan = plan_redirects(site.settings.redirects, content, site.loaded.locate)
    if not has_redirects:
        plan = replace(plan, folders=())
    redirect_plan.set(env, plan)
    report(plan.problems)


def find_moved_pages(env: BuildEnvironment) -> Iterator[tuple[str, SiteUrl]]:
    """Yield the pages that are not generated, since authored pages show their content."""
    index = page_index(env)
    for name, (kind, location, key) in site_documents(env).pages.replaced.items():
        find = index.operation_at if kind == "operation" else index.schema_at
        if anchor := find(location, key):
            suffix = f"#{quote(anchor.anchor)}" if anchor.anchor else ""
            yield name, SiteUrl(path=anchor.docname, suffix=suffix)


def reading_order(env: BuildEnvironment) -> list[str]:
    """Return the pages of the navigation that exist."""
    domain = site_domain(env)
    pages = site_map(env).pages
    return [name for name in pages if name in env.all_docs and not domain.facts_of(name).url]


def enabled_formats(app: Sphinx) -> list[str]:
    """Return the configured server formats, without unknown ones."""
    return [name for name in app.config.sitejson_redirect_formats if name in FORMATS]


def check_formats(app: Sphinx, config: Config) -> None:
    """Warn of unknown server formats."""
    for name in config.sitejson_redirect_formats:
        if name not in FORMATS:
            known = ", ".join(f'"{known}"' for known in FORMATS)
            message = (
                f'sitejson_redirect_formats: "{name}" is not a format; the formats are {known}.'
            )
            report_config_value(
                app, "sitejson_redirect_formats", message, code=ProblemCode.REDIRECT
            )


def write_redirects(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write redirect pages and server files; Sphinx can only write pages at its own paths."""
    if makes_web_pages(app.builder):
        files = dict(redirect_pages(app))
        files.update(server_files(app))
        PublishedFiles(app, "redirects").write(files)
    yield from ()


def redirect_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield path and text of each redirect page."""
    pages = PagePaths(app)
    plan = redirect_plan(app.env)
    for folder in plan.folders:
        path = f"{folder.path}/index.html"
        yield path, redirect_page(app, folder, path)
    for resolved in plan.resolved:
        for path in redirect_files(resolved, app.builder.name):
            if page := pages.conflicting_page(path):
                logger.warning(
                    'redirects: "/%s" and the page "%s" are one file on this disk; '
                    "the redirect was ignored.",
                    resolved.path,
                    page,
                    type="sitejson",
                    subtype=ProblemCode.REDIRECT,
                )
                continue
            yield path, redirect_page(app, resolved, path)


def redirect_files(resolved: ResolvedRedirect, builder: str) -> Iterator[str]:
    """Yield the output files of a redirect: ``old/index.html`` and ``old.html``."""
    yield f"{resolved.path}/index.html".lstrip("/")
    if resolved.path and (builder != "dirhtml" or resolved.has_suffix):
        yield f"{resolved.path}.html"


class PagePaths:
    """Finds pages that collide with a path on a case-insensitive file system."""

    def __init__(self, app: Sphinx) -> None:
        builder = app.builder
        assert isinstance(builder, StandaloneHTMLBuilder)
        self._folder = Path(app.outdir)
        self._names = app.env.all_docs.keys()
        self._output_file = builder.get_outfilename

    @cached_property
    def _pages(self) -> dict[str, str]:
        return {
            Path(self._output_file(name)).relative_to(self._folder).as_posix().casefold(): name
            for name in self._names
        }

    def conflicting_page(self, path: str) -> str:
        """Return the page whose file a path would overwrite; empty if there is none."""
        page = self._pages.get(path.casefold())
        if page is None or not (self._folder / path).exists():
            return ""
        return page if (self._folder / path).samefile(self._output_file(page)) else ""


def redirect_page(app: Sphinx, resolved: ResolvedRedirect, path: str) -> str:
    """Render a redirect page."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    url = redirect_url(app, resolved)
    is_external = bool(resolved.target.external_url)
    target = url if is_external else relative_url(path, url)
    base = base_url(app.config)
    title = readable_text(app.env.titles[resolved.page]) if resolved.page in app.env.titles else url
    values = {
        "target": target,
        "canonical": absolute_url(base, url) if base and not is_external else target,
        "title": title,
        "language": app.config.language,
    }
    return str(builder.templates.render(TEMPLATE, values))


def redirect_url(app: Sphinx, resolved: ResolvedRedirect) -> str:
    """Return the target URL of a redirect: absolute, or relative to the root of the site."""
    target = resolved.target
    if target.external_url:
        return target.external_url
    uri = app.builder.get_target_uri(resolved.page) if resolved.page else quote(target.path)
    return uri + target.suffix


def server_files(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield path and text of each configured server format."""
    writer = RedirectWriter(
        redirect_plan(app.env),
        base_path=base_path(base_url(app.config)),
        target_url=lambda resolved: redirect_url(app, resolved),
    )
    texts = {
        "_redirects": writer.redirects_file,
        "nginx": writer.nginx,
        "readthedocs": writer.read_the_docs,
    }
    for name in enabled_formats(app):
        yield FORMATS[name], texts[name]()


class RedirectedLinkTransform(SphinxPostTransform):
    """Replaces links to a redirected path with links to its target."""

    # Before MyST resolves its references (9) and reports these as missing.
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        plan = redirect_plan(self.env)
        if not plan.resolved:
            return
        renamed = renamed_pages(self.env)
        for link in list(self.document.findall(nodes.Element)):
            if isinstance(link, addnodes.pending_xref) and link.get("reftype") == "doc":
                name = docname_join(self.env.docname, str(link.get("reftarget")))
                if name in renamed and name not in self.env.all_docs:
                    link["reftarget"] = f"/{renamed[name]}"
                continue
            url = self.link_url(link)
            resolved = plan.find(url.path) if url is not None else None
            if (
                url is not None
                and resolved is not None
                and (resolved.page or resolved.target.external_url)
            ):
                link.replace_self(self.new_link(link, resolved, url.suffix))

    def link_url(self, node: nodes.Element) -> SiteUrl | None:
        """Return the URL of a link: an unresolved one of Markdown, or an absolute path."""
        if isinstance(node, addnodes.pending_xref):
            is_path = node.get("reftype") == "myst" and node.get("refdomain") != "doc"
            target = str(node.get("reftarget") or "") if is_path else ""
        else:
            target = str(node.get("refuri") or "") if isinstance(node, nodes.reference) else ""
            target = target if target.startswith("/") else ""
        if not target or target.startswith("#") or "://" in target:
            return None
        folder = posixpath.dirname(f"/{self.env.docname}")
        return parse_site_url(posixpath.normpath(posixpath.join(folder, target)))

    def new_link(
        self, link: nodes.Element, resolved: ResolvedRedirect, suffix: str
    ) -> nodes.Element:
        """Return a link to the target of a redirect."""
        content = link.children if isinstance(link, nodes.reference) else link[0].children
        content_nodes = [child.deepcopy() for child in content]
        if resolved.target.external_url:
            url = resolved.target.external_url
            return nodes.reference("", "", *(content_nodes or [nodes.Text(url)]), refuri=url)
        fragment = (suffix or resolved.target.suffix).partition("#")[2]
        return addnodes.pending_xref(
            "",
            nodes.inline("", "", *content_nodes),
            refdomain="doc",
            reftype="myst",
            reftarget=resolved.page,
            reftargetid=fragment or None,
            refexplicit=bool(content_nodes),
            refdoc=self.env.docname,
        )
