"""Redirects as pages and in the formats of servers, and the redirect at the root."""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import docname_join

from sphinx_sitejson.common.files import TEMPLATES
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.site_urls import (
    SiteUrl,
    absolute_url,
    base_path,
    base_url,
    parse_site_url,
    relative_url,
    renamed_pages,
)
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.settings.project_pages import describe_missing_start_page
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.config import has_custom_root_doc
from sphinx_sitejson.site_build.config_values import stop_build
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.other_extensions import OUR_THEME
from sphinx_sitejson.site_build.output_files import (
    PublishedFiles,
    extra_files,
    is_site_file,
    makes_web_pages,
)
from sphinx_sitejson.site_build.reports import conf_location, report, report_at, report_config_value

from .redirects import PathPattern, PlannedRedirect, RedirectPlan, SiteContent, plan_redirects

_REST = "~rest~"
"""Placeholder of ``$rest`` while other variables of nginx are escaped."""

_SAFE = "/:@!&'()*+,;=-._~"


ServerLine = tuple[str, str, int]
"""Source, target and status of a redirect, in the syntax of a server."""


def _status(redirect: PlannedRedirect) -> int:
    return 301 if redirect.is_permanent else 302


class RedirectWriter(NamedTuple):
    """Serializes a plan in one of the formats."""

    plan: RedirectPlan
    base_path: str
    target_url: Callable[[PlannedRedirect], str]
    """Returns the URL of a redirect's target: absolute, or relative to the root of the site."""

    def redirects_file(self) -> str:
        """Serialize ``_redirects``, which several hosts of static sites read."""
        lines = (*self._exact(self.base_path), *self._patterns(self.base_path))
        return "".join(f"{source} {target} {status}\n" for source, target, status in lines)

    def nginx(self) -> str:
        """Serialize two maps for nginx, one for each status."""
        return "\n".join(
            _nginx_map(name, self._nginx_entries(status))
            for name, status in (("permanent", 301), ("temporary", 302))
        )

    def read_the_docs(self) -> str:
        """Serialize the requests that create the redirects with the API of Read the Docs."""
        requests = [
            {"type": "page", "from_url": source, "to_url": target, "http_status": status}
            for source, target, status in (*self._exact(""), *self._patterns(""))
        ]
        return json.dumps(requests, indent=2, ensure_ascii=False) + "\n"

    def _exact(self, base: str) -> Iterator[ServerLine]:
        for resolved in self.plan.resolved:
            url = self.target_url(resolved)
            target = url if resolved.target.external_url else f"{base}/{url}"
            for ending in ("", "/", ".html") if resolved.path else ("",):
                source = f"{base}/{quote(resolved.path + ending, safe=_SAFE)}"
                yield source, target, _status(resolved)

    def _patterns(self, base: str) -> Iterator[ServerLine]:
        for rule in self.plan.rules:
            if rule.source.is_prefix_pattern:
                source = f"{base}/{quote(rule.source.prefix, safe=_SAFE)}*"
                yield source, _fill_target(rule, base, ":splat"), _status(rule)

    def _nginx_entries(self, status: int) -> Iterator[tuple[str, str]]:
        for source, target, each_status in self._exact(self.base_path):
            if each_status == status:
                # A dollar sign begins a variable of nginx.
                yield unquote(source), target.replace("$", "%24")
        for rule in self.plan.rules:
            if _status(rule) == status and rule.source.is_prefix_pattern:
                path = f"{self.base_path}/{rule.source.prefix}"
                start = re.sub(r"[\\.+*?()\[\]{}^$|]", r"\\\g<0>", path)
                target = _fill_target(rule, self.base_path, _REST).replace("$", "%24")
                yield f"~^{start}(?<rest>.*)$", target.replace(_REST, "$rest")


def _fill_target(rule: PlannedRedirect, base: str, value: str) -> str:
    target = rule.target
    values = dict.fromkeys(rule.source.names, value)
    if target.external_url:
        scheme, separator, rest = target.external_url.partition("://")
        return f"{scheme}{separator}{PathPattern(rest).fill(values)}"
    return f"{base}/{PathPattern(quote(target.path, safe=_SAFE)).fill(values)}{target.suffix}"


def _nginx_map(name: str, entries: Iterable[tuple[str, str]]) -> str:
    lines = [f"map $uri $sitejson_{name} {{", '    default "";']
    for entry in entries:
        key, value = (re.sub(r'["\\]', r"\\\g<0>", text) for text in entry)
        lines.append(f'    "{key}" "{value}";')
    return "\n".join([*lines, "}", ""])


TEMPLATE = "sitejson-redirect.html"
TEMPLATE_FOLDER = str(TEMPLATES / "sphinx")
FORMATS = {
    "_redirects": ("_redirects", RedirectWriter.redirects_file),
    "nginx": ("redirects.nginx.conf", RedirectWriter.nginx),
    "readthedocs": ("redirects.readthedocs.json", RedirectWriter.read_the_docs),
}
"""The server formats, with their file names."""

redirect_plan: BuildState[RedirectPlan] = BuildState(lambda env: RedirectPlan())
"""The redirects of the site; known when all pages are read."""


def add_template_path(app: Sphinx, config: Config) -> None:
    """Add the template of redirect pages for every theme; the author's templates come first."""
    config.templates_path = [*config.templates_path, TEMPLATE_FOLDER]


def exclude_from_catalogs(app: Sphinx) -> None:
    """Remove the template for gettext, which would extract messages of this package from it."""
    if app.builder.name == "gettext":
        paths = app.config.templates_path
        app.config.templates_path = [path for path in paths if path != TEMPLATE_FOLDER]


def prepare_redirects(app: Sphinx, env: BuildEnvironment) -> None:
    """Resolve the redirects once all pages are known."""
    site, documents = site_of(env), site_documents(env)
    has_redirects = site.may_add("redirects")
    moved = {name: SiteUrl(path=page) for name, page in renamed_pages(env).items()}
    if has_redirects:
        moved.update(find_moved_pages(env))
    content = SiteContent(
        pages=env.all_docs.keys(),
        is_file=partial(is_site_file, app.env),
        has_server=bool(app.config.sitejson_redirect_formats),
        base_path=base_path(base_url(app.config)),
        reading_order=reading_order(env),
        new_pages={name for name, stub in documents.pages.stubs.items() if stub.is_schema},
        moved_pages=moved,
        may_have_had=documents.may_have_had,
    )
    plan = plan_redirects(site.settings.redirects, content, site.loaded.locate)
    redirect_plan.set(env, plan if has_redirects else replace(plan, folders=()))
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


def check_formats(app: Sphinx, config: Config) -> None:
    """Warn of unknown server formats, and ignore them."""
    setting, names = "sitejson_redirect_formats", config.sitejson_redirect_formats
    known = ", ".join(f'"{known}"' for known in FORMATS)
    messages = [
        f'{setting}: "{name}" is not a format; the formats are {known}.'
        for name in names
        if name not in FORMATS
    ]
    report_config_value(app, setting, *messages, code=ProblemCode.REDIRECT)
    config.sitejson_redirect_formats = [name for name in names if name in FORMATS]


def write_redirects(app: Sphinx) -> tuple[()]:
    """Write redirect pages and server files; Sphinx can only write pages at its own paths."""
    if makes_web_pages(app.builder):
        PublishedFiles(app, "redirects").write(dict([*redirect_pages(app), *server_files(app)]))
    return ()


def html_builder(app: Sphinx) -> StandaloneHTMLBuilder:
    """Return the builder of web pages."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    return app.builder


def redirect_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield path and text of each redirect page: ``old/index.html`` and ``old.html``."""
    plan = redirect_plan(app.env)
    for folder in plan.folders:
        path = f"{folder.path}/index.html"
        yield path, redirect_page(app, folder, path)
    output_file = html_builder(app).get_outfilename
    # A file system may not distinguish upper and lower case.
    pages = {
        Path(os.path.relpath(output_file(name), app.outdir)).as_posix().casefold(): name
        for name in (app.env.all_docs if plan.resolved else ())
    }
    for resolved in plan.resolved:
        paths = [f"{resolved.path}/index.html".lstrip("/")]
        if resolved.path and (app.builder.name != "dirhtml" or resolved.has_suffix):
            paths.append(f"{resolved.path}.html")
        for path in paths:
            page, file = pages.get(path.casefold()), Path(app.outdir, path)
            if page and file.exists() and file.samefile(output_file(page)):
                message = (
                    f'"/{resolved.path}" and the page "{page}" are one file on this disk; '
                    "the redirect was ignored."
                )
                report_at(ProblemCode.REDIRECT, message, Location("redirects"))
            else:
                yield path, redirect_page(app, resolved, path)


def redirect_page(app: Sphinx, resolved: PlannedRedirect, path: str) -> str:
    """Render a redirect page."""
    url, titles = redirect_url(app, resolved), app.env.titles
    is_external = bool(resolved.target.external_url)
    target = url if is_external else relative_url(path, url)
    values = {
        "target": target,
        "canonical": ("" if is_external else absolute_url(app.config, url)) or target,
        "title": readable_text(titles[resolved.page]) if resolved.page in titles else url,
        "language": app.config.language,
    }
    return str(html_builder(app).templates.render(TEMPLATE, values))


def redirect_url(app: Sphinx, resolved: PlannedRedirect) -> str:
    """Return the target URL of a redirect: absolute, or relative to the root of the site."""
    target = resolved.target
    if target.external_url:
        return target.external_url
    uri = app.builder.get_target_uri(resolved.page) if resolved.page else quote(target.path)
    return uri + target.suffix


def server_files(app: Sphinx) -> Iterator[tuple[str, str]]:
    """Yield path and text of each configured server format."""
    target_url = partial(redirect_url, app)
    writer = RedirectWriter(redirect_plan(app.env), base_path(base_url(app.config)), target_url)
    for name in app.config.sitejson_redirect_formats:
        file, serialize = FORMATS[name]
        yield file, serialize(writer)


class RedirectedLinkTransform(SphinxPostTransform):
    """Replaces links to a redirected path with links to its target."""

    # Before MyST resolves its references (9) and reports these as missing.
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        env = self.env
        plan = redirect_plan(env)
        if not plan.resolved:
            return
        renamed = renamed_pages(env)
        for link in list(self.document.findall(nodes.Element)):
            if isinstance(link, addnodes.pending_xref) and link.get("reftype") == "doc":
                name = docname_join(env.docname, str(link.get("reftarget")))
                if name in renamed and name not in env.all_docs:
                    link["reftarget"] = f"/{renamed[name]}"
                continue
            url = self.link_url(link)
            resolved = plan.find(url.path) if url else None
            if url and resolved and (resolved.page or resolved.target.external_url):
                link.replace_self(self.new_link(link, resolved, url.suffix))

    def link_url(self, node: nodes.Element) -> SiteUrl | None:
        """Return the URL of a link: an unresolved one of Markdown, or an absolute path."""
        target = ""
        if isinstance(node, addnodes.pending_xref):
            if node.get("reftype") == "myst" and node.get("refdomain") != "doc":
                target = str(node.get("reftarget") or "")
        elif isinstance(node, nodes.reference) and str(node.get("refuri")).startswith("/"):
            target = str(node["refuri"])
        if not target or target.startswith("#") or "://" in target:
            return None
        folder = posixpath.dirname(f"/{self.env.docname}")
        return parse_site_url(posixpath.normpath(posixpath.join(folder, target)))

    def new_link(
        self, link: nodes.Element, resolved: PlannedRedirect, suffix: str
    ) -> nodes.Element:
        """Return a link to the target of a redirect."""
        parent = link if isinstance(link, nodes.reference) else link[0]
        content_nodes = [child.deepcopy() for child in parent.children]
        if url := resolved.target.external_url:
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


def require_root_document(app: Sphinx, env: BuildEnvironment, *changes: object) -> tuple[str, ...]:
    """Stop the build with a message if the root document is missing; Sphinx would raise."""
    root = env.config.root_doc
    if root in env.found_docs:
        return ()
    if has_custom_root_doc(env.config):
        hint = did_you_mean(root, env.found_docs)
        message = f"the root document {quoted(root)} is not a page of the project.{hint}"
        locations = (conf_location(app, name) for name in ("root_doc", "master_doc"))
        location = next((each for each in locations if each.line), Location("conf.py"))
        stop_build([Problem(ProblemCode.CONF_PY, message, location, stops_build=True)])
    settings, file = site_domain(env).site.settings, env.config.sitejson_file
    reason = describe_missing_start_page(root, settings, env.found_docs, file)
    raise SystemExit(f"The build stops: {reason}")


def require_settings_for_markdown(
    app: Sphinx, env: BuildEnvironment, *changes: object
) -> tuple[str, ...]:
    """Stop the build with a message if the pages are MDX or Markdown, which need a site."""
    if env.config.root_doc in env.found_docs:
        return ()
    folder = Path(app.srcdir)
    page = next(folder.rglob("*.mdx"), folder / f"{env.config.root_doc}.md")
    if not page.is_file():
        return ()
    parser = "" if page.suffix == ".mdx" else ', or add "myst_parser" to the extensions'
    raise SystemExit(
        f"The build stops: {quoted(page.relative_to(folder).as_posix())} cannot be read in this "
        f"project. Create {quoted(env.config.sitejson_file)} beside conf.py, or set "
        f"html_theme = {quoted(OUR_THEME)}{parser} in conf.py."
    )


def write_root_redirect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page at ``/`` that redirects to the root document."""
    root = app.config.root_doc
    if app.builder.name == "epub" or "index" in {root, *app.env.all_docs}:
        return
    if redirect_plan(app.env).find("") is None:
        target = app.builder.get_relative_uri("index", root)
        title = readable_text(app.env.titles[root])
        yield "index", {"target": target, "canonical": target, "title": title}, TEMPLATE


NO_JEKYLL = ".nojekyll"
"""Without it GitHub Pages skips folders that begin with an underscore, such as ``_static``."""


def write_host_files(app: Sphinx) -> tuple[()]:
    """Write ``.nojekyll``, unless the author or another extension does."""
    if makes_web_pages(app.builder):
        is_unneeded = (
            "sphinx.ext.githubpages" in app.extensions
            or NO_JEKYLL in extra_files(app.env)
            or site_of(app.env).keeps_theme
        )
        PublishedFiles(app, "host").write({} if is_unneeded else {NO_JEKYLL: ""})
    return ()
