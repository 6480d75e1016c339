"""Pages of ``redoc`` in ``conf.py``, the directive ``swagger-plugin``, and who registers them.

Names of other extensions are registered unless these are loaded, when all extensions are loaded
and the configuration is read.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, is_directive_registered

from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    key_path,
    quoted,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.document_state import (
    ExtraPage,
    document_in,
    extra_pages,
    named_file,
)
from sphinx_sitejson.reference.listing_directive import OpenApiListing, any_options, listing_nodes
from sphinx_sitejson.reference.nodes import api_row, titled_section
from sphinx_sitejson.reference.views.listings import ListingOptions
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.page_failures import guard_directive
from sphinx_sitejson.site_build.plain_markdown import text_to_nodes
from sphinx_sitejson.site_build.reports import conf_location, report, report_config_value
from sphinx_sitejson.site_build.translation import translator_for

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

FILE = "conf.py"
KEYS = ("name", "page", "spec", "embed", "template", "opts")
OPTIONS = (
    "lazy-rendering",
    "suppress-warnings",
    "hide-hostname",
    "required-props-first",
    "no-auto-auth",
    "path-in-middle-panel",
    "hide-loading",
    "native-scrollbars",
    "untrusted-spec",
    "expand-responses",
)
"""Options that are accepted but have no effect."""


@record
class RedocEntry:
    """A page that shows a complete document."""

    page: str
    spec: str
    """A file relative to the folder of ``conf.py``, or a URL."""
    name: str
    has_template: bool
    location: Location
    """The location of the entry in ``conf.py``."""


def read_entries(value: Any) -> tuple[list[RedocEntry], list[Problem]]:
    """Return the valid entries, and the problems of the others."""
    if not isinstance(value, list | tuple):
        return [], [_problem((), "must be a list of entries; it was ignored.")]
    entries: dict[str, RedocEntry] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(value):
        problems += _faults(number, raw)
        page, spec = (raw.get("page"), raw.get("spec")) if isinstance(raw, dict) else ("", "")
        if not (page and isinstance(page, str) and spec and isinstance(spec, str)):
            continue
        docname = page.strip("/").removesuffix(".html")
        if docname in entries:
            message = f"an earlier entry already uses the page {quoted(docname)}; it was ignored."
            problems.append(_problem((number, "page"), message))
            continue
        name = raw.get("name")
        entries[docname] = RedocEntry(
            page=docname,
            spec=spec,
            name=name if isinstance(name, str) else "",
            has_template="template" in raw,
            location=_place((number, "spec")),
        )
    return list(entries.values()), problems


def _faults(number: int, raw: Any) -> Iterator[Problem]:
    if not isinstance(raw, dict):
        yield _problem((number,), "must be a dictionary; the entry was ignored.")
        return
    for key in ("page", "spec"):
        if not isinstance(raw.get(key), str) or not raw[key]:
            yield _problem((number, key), "must be a string; the entry was ignored.")
    yield from _unknown(raw, KEYS, (number,))
    opts = raw.get("opts")
    if isinstance(opts, dict):
        yield from _unknown(opts, OPTIONS, (number, "opts"))
    elif opts is not None:
        yield _problem((number, "opts"), "must be a dictionary; it was ignored.")


def _unknown(raw: dict[Any, Any], known: tuple[str, ...], at: JsonPath) -> Iterator[Problem]:
    for key in map(str, raw):
        if key not in known:
            hint = did_you_mean(key, known)
            yield _problem((*at, key), f"unknown key {quoted(key)}; it was ignored.{hint}")


def _problem(path: JsonPath, message: str) -> Problem:
    return Problem(ProblemCode.REDOC, message, _place(path))


def _place(path: JsonPath) -> Location:
    return Location(FILE, key_path=key_path(("redoc", *path)))


# A tag such as "Ships & docks" is part of an id, which has neither spaces nor characters of URLs.
_NOT_IN_IDS = re.compile(r"[\s\"'&#%]+")


def add_redoc_ids(content: Iterable[nodes.Node], document: OpenApiDocument) -> None:
    """Append the ids of Redoc to the rows of operations and to their groups.

    Redoc's links are ``#operation/addShip`` for an operation, ``#tag/Ships`` for a group, and
    ``#tag/Ships/operation/addShip`` for an operation of a group.
    """
    by_line = {(one.method, one.path): one for one in document.operations}
    used_ids: set[str] = set()

    def operation_of(row: api_row) -> Operation | None:
        return by_line.get((row["head"].method, row["head"].path))

    def add_id(node: nodes.Element, text: str) -> None:
        name = _NOT_IN_IDS.sub("-", text)
        if name not in used_ids:
            used_ids.add(name)
            node["ids"].append(name)

    for part in content:
        if not isinstance(part, nodes.Element):
            continue
        for section in part.findall(nodes.section):
            operations = map(operation_of, section.findall(api_row))
            tags = {tag for one in operations if one for tag in one.tags[:1]}
            if len(tags) == 1:
                add_id(section, f"tag/{tags.pop()}")
        for row in part.findall(api_row):
            operation = operation_of(row)
            if operation is not None and (operation_id := operation.operation_id):
                add_id(row, f"operation/{operation_id}")
                for tag in operation.tags:
                    add_id(row, f"tag/{tag}/operation/{operation_id}")


class NoRedocIdsInPaginated(SphinxPostTransform):
    """Remove the ids from paginated output: no old link points there, and EPUB forbids slashes."""

    default_priority = 5
    builders = ("epub", "latex", "texinfo")

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        for node in self.document.findall(nodes.Element):
            ids: list[str] = node.get("ids", [])
            if any("/" in name for name in ids):
                node["ids"] = [name for name in ids if "/" not in name]


OTHER_EXTENSION = "sphinxcontrib.redoc"
DIRECTIVE = "sitejson-redoc-page"
"""Used in generated pages only."""
_MARKDOWN = "markdown"
_STUBS = {
    "restructuredtext": f":orphan:\n\n.. {DIRECTIVE}::\n",
    _MARKDOWN: f"---\norphan: true\n---\n\n```{{{DIRECTIVE}}}\n```\n",
}

logger = logging.getLogger(__name__)


redoc_files: BuildState[dict[str, tuple[RedocEntry, str]]] = BuildState(lambda env: {})
"""The entries by docname, with the paths of their documents relative to the source folder."""


def announce_redoc_pages(app: Sphinx) -> None:
    """Generate a page for each entry, unless sphinxcontrib.redoc is loaded."""
    configured = getattr(app.config, "redoc", None)
    if not configured:
        return
    if OTHER_EXTENSION in app.extensions:
        logger.info(
            'sphinx_sitejson leaves the pages of "redoc" to the extension "%s".', OTHER_EXTENSION
        )
        return
    entries, problems = read_entries(configured)
    assigned_at = conf_location(app, "redoc")
    report(
        replace(problem, location=replace(assigned_at, key_path=problem.location.key_path))
        for problem in problems
    )
    if any(entry.has_template for entry in entries):
        logger.info('sphinx_sitejson shows the pages of "redoc" without their "template".')
    redoc_files.set(app.env, {one.page: (one, _seen_from_source(app, one.spec)) for one in entries})
    # A source suffix of the project, and the text of a page in that markup.
    stubs = (
        (suffix, text)
        for language, text in _STUBS.items()
        for suffix, found in app.config.source_suffix.items()
        if found == language
    )
    suffix, text = next(stubs, (".mdx", _STUBS[_MARKDOWN]))
    for entry in entries:
        conflict = Problem(
            ProblemCode.REDOC,
            f"there is a page {quoted(entry.page)} already; the entry was ignored.",
            replace(assigned_at, key_path=entry.location.key_path),
        )
        page = ExtraPage(suffix=suffix, text=text, conflict_problem=conflict)
        extra_pages(app.env)[entry.page] = page


class RedocPage(SphinxDirective):
    """Show a complete document on the page of an entry."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """Return the section of the page."""
        env, docname = self.env, self.env.docname
        found = redoc_files(env).get(docname)
        if found is None:
            return []
        entry, path = found
        file = named_file(env, path, docname)
        if not is_remote(file):
            # The page also shows the title and the description of the document.
            env.note_dependency(str(Path(env.srcdir, file)))
        document = document_in(env, file)
        title = entry.name or (document.title if document else "") or entry.page
        section = _titled_section(self.state.document, title)
        has_tags = document is not None and any(one.tags for one in document.operations)
        content = listing_nodes(
            env,
            file,
            argument=entry.spec,
            source=entry.location,
            options=ListingOptions(is_grouped=has_tags),
            other_ids=self.state.document.ids,
        )
        if document is not None:
            translate = translator_for(env, docname)
            section += text_to_nodes(translate(document.description))
            add_redoc_ids(content, document)
        section += content
        return [section]


def _seen_from_source(app: Sphinx, spec: str) -> str:
    """Convert a path relative to ``conf.py`` to one relative to the source folder."""
    if is_remote(spec):
        return spec
    return f"/{Path(os.path.relpath(Path(app.confdir, spec), app.srcdir)).as_posix()}"


SWAGGER_OPTIONS = ("id", "classes", "full-page", "page-title", "swagger-options")


def complaints_about(options: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each invalid option."""
    for name in options:
        if name not in SWAGGER_OPTIONS:
            hint = did_you_mean(name, SWAGGER_OPTIONS)
            yield f"there is no option {quoted(name)}; it was ignored.{hint}"
    try:
        value = json.loads(options.get("swagger-options", "").strip() or "{}")
    except (ValueError, RecursionError) as error:
        yield f'the option "swagger-options" is not JSON ({error}); it was ignored.'
        return
    if not isinstance(value, dict):
        yield 'the option "swagger-options" must be a JSON object; it was ignored.'


_DEFAULT_TITLE = "OpenAPI Specification"


class SwaggerPlugin(OpenApiListing):
    """Show a document instead of Swagger UI."""

    option_spec: ClassVar = any_options(SWAGGER_OPTIONS)

    def run(self) -> list[nodes.Node]:
        """Return the listing; with ``full-page`` on a page without headings, in a section."""
        document = self.state.document
        plugin_options, self.options = self.options, {}
        for complaint in complaints_about(plugin_options):
            self.complain(complaint)
        content = super().run()
        classes = plugin_options.get("classes", "").split()
        if name := plugin_options.get("id", "").strip():
            target = nodes.container("", classes=classes, ids=[nodes.make_id(name) or name])
            document.note_explicit_target(target)
            content.insert(0, target)
        has_heading = next(document.findall(nodes.title), None) is not None
        if "full-page" not in plugin_options or has_heading:
            return content
        title = plugin_options.get("page-title", "").strip() or _DEFAULT_TITLE
        section = _titled_section(document, title)
        section += content
        return [section]


def _titled_section(document: nodes.document, title: str) -> nodes.section:
    section = titled_section(nodes.make_id(title) or "api", title)
    document.note_implicit_target(section, section)
    return section


OPENAPI_EXTENSION = "sphinxcontrib.openapi"
OPENAPI_DIRECTIVE = "openapi"
SWAGGER_DIRECTIVE = "swagger-plugin"

ConfigValues = dict[str, tuple[Any, Literal["", "env", "html"]]]
"""Values of ``conf.py`` of another extension, and when they rebuild pages."""

VIEWER_VALUES: ConfigValues = {
    "redoc": ([], "env"),
    # The URLs of their scripts are not needed, since nothing is fetched.
    "redoc_uri": (None, ""),
    "swagger_present_uri": ("", ""),
    "swagger_bundle_uri": ("", ""),
    "swagger_css_uri": ("", ""),
    "swagger_mirror_external_resources": (False, ""),
}


def register_openapi_directive(app: Sphinx, config: Config) -> None:
    """Register the directive, unless another extension has registered it."""
    is_loaded = OPENAPI_EXTENSION in app.extensions
    if is_loaded or is_directive_registered(OPENAPI_DIRECTIVE):
        other = f'the extension "{OPENAPI_EXTENSION}"' if is_loaded else "another extension"
        logger.info('sphinx_sitejson leaves the directive "openapi" to %s.', other)
        return
    app.add_config_value("openapi_default_renderer", "", "", types=frozenset({str}))
    app.add_config_value("openapi_renderers", {}, "", types=frozenset({dict}))
    named = config.openapi_renderers
    # Classes that write the output of the directives of the other extension.
    renderers = [*map(str, named)] if isinstance(named, dict) else []
    if renderers:
        message = (
            f'openapi_renderers: the renderer "{renderers[0]}" belongs to the extension '
            f'"{OPENAPI_EXTENSION}" and is not run; the directive "openapi" shows collapsible rows.'
        )
        report_config_value(app, "openapi_renderers", message, code=ProblemCode.OPENAPI_OPTION)
    listing = guard_directive(OpenApiListing)
    app.add_directive(OPENAPI_DIRECTIVE, listing)
    for name in dict.fromkeys(("httpdomain", "httpdomain:old", *renderers)):
        app.add_directive_to_domain(OPENAPI_DIRECTIVE, name, listing)


def register_viewers(app: Sphinx, config: Config) -> None:
    """Register the names of the extensions for Redoc and Swagger UI."""
    add_config_values(app, config, VIEWER_VALUES)
    if is_directive_registered(SWAGGER_DIRECTIVE):
        logger.info(
            'sphinx_sitejson leaves the directive "%s" to another extension.', SWAGGER_DIRECTIVE
        )
    else:
        app.add_directive(SWAGGER_DIRECTIVE, guard_directive(SwaggerPlugin))


def add_config_values(app: Sphinx, config: Config, values: ConfigValues) -> None:
    """Add values of another extension that it has not added itself."""
    for name, (default, rebuild) in values.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)
