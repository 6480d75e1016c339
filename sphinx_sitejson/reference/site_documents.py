"""Load the documents of the site, and generate the pages of navigation tabs and anchors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.display import progress_message
from sphinx.util.matching import Matcher

from sphinx_sitejson.common.network.urls import InvalidUrlError, display_url, parse_http_url
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.common.scripts import ENGINE_PACKAGE, can_run_scripts
from sphinx_sitejson.navigation.authored_pages import find_schema_directives, read_page_bindings
from sphinx_sitejson.navigation.document_state import (
    SiteDocuments,
    document_digests,
    document_options,
    extra_pages,
    known_documents,
    page_index,
    site_documents,
    used_locations,
)
from sphinx_sitejson.navigation.page_index import BoundFact, BoundFacts, PageIndex, is_not_found
from sphinx_sitejson.navigation.page_titles import bind_page
from sphinx_sitejson.navigation.site_pages import (
    as_document,
    document_extras,
    document_folders,
    operation_problems,
    site_pages,
)
from sphinx_sitejson.navigation.site_urls import renamed_pages
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    find_project_file,
    is_remote,
    suggest_file,
)
from sphinx_sitejson.settings.project_pages import clean_path, named_documents
from sphinx_sitejson.site_build.build_state import (
    Site,
    has_documents,
    site_domain,
    site_of,
    uses_api,
)
from sphinx_sitejson.site_build.extension_points import added_formats, added_languages
from sphinx_sitejson.site_build.private_interfaces import replace_project
from sphinx_sitejson.site_build.project import GeneratingProject, SiteProject, write_page_files
from sphinx_sitejson.site_build.reports import report, report_at, report_config_value

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.reading.documents import ReadDocument

logger = logging.getLogger(__name__)

MOST_NAMED = 5
"""The number of pages listed in one warning."""


def check_origins(app: Sphinx, config: Config) -> None:
    """Remove invalid origins from ``sitejson_allowed_origins``."""
    valid = []
    for origin in config.sitejson_allowed_origins:
        try:
            parse_http_url(origin.strip())
        except InvalidUrlError as error:
            message = (
                f'"sitejson_allowed_origins" contains {quoted(origin)}, which is not an origin: '
                f'{error} Use an origin such as "https://schemas.example.com".'
            )
            report_config_value(app, "sitejson_allowed_origins", message)
        else:
            valid.append(origin)
    config.sitejson_allowed_origins = valid


def generate_pages(app: Sphinx, authored_pages: Mapping[str, Path]) -> Mapping[str, Path]:
    """Load the documents, generate the pages, and return their files by docname.

    This happens once per build, before the first page is read.
    """
    env = app.env
    site = site_of(env)
    bindings = read_page_bindings(authored_pages)
    named, missing = [], []
    for location, at in named_documents(site.settings).items():
        if is_remote(location) or find_project_file(site.root, location):
            named.append(_read_document(app, location))
        else:
            missing.append(location)
            reason = describe_missing_file(site.root, location)
            kind = "AsyncAPI" if "asyncapi" in at else "OpenAPI"
            message = f'the {kind} document "{location}" {reason}.'
            message += suggest_file(site.root, location)
            report_at(ProblemCode.MISSING_FILE, message, site.loaded.locate(at))
    unread = (*missing, *(read.location for read in named if read.data is None))
    found = _read_found(app, {read.location for read in named}) if bindings else []
    library = OpenApiLibrary(
        filter(None, map(as_document, named)), extra=filter(None, map(as_document, found))
    )
    pages = site_pages(
        site.settings,
        library,
        authored_pages=authored_pages,
        bindings=bindings,
        schema_directives=find_schema_directives({name: authored_pages[name] for name in bindings}),
    )
    if not unread:
        # Otherwise one warning names the document and everything that is missing without it.
        report(operation_problems(pages, site.loaded.locate))
    documents = SiteDocuments(
        library=library,
        pages=pages,
        problems={read.location: read.problems for read in (*named, *found) if read.problems},
        unread=unread,
        unread_folders=tuple(
            folder for source, folder in document_folders(site.settings) if source in unread
        ),
    )
    site_documents.set(env, documents)
    renamed_pages.set(env, pages.generated.renamed)
    has_documents.set(env, bool(named or found or unread or pages.not_found))
    document_digests.clear(env)
    texts = {name: stub.text for name, stub in pages.stubs.items()}
    return write_pages(app, texts, {*authored_pages, *texts})


def _read_found(app: Sphinx, known: set[str]) -> list[ReadDocument]:
    """Read the other documents of the project, which pages may refer to."""
    from sphinx_sitejson.openapi.reading.api_formats import find_documents

    root = site_of(app.env).root.resolve()
    patterns = [
        Path(folder).relative_to(root).as_posix()
        for folder in (app.outdir, app.doctreedir)
        if Path(folder).is_relative_to(root)
    ]
    matcher = Matcher([*app.config.exclude_patterns, *patterns])
    found = find_documents(root, exclude=matcher, formats=added_formats(app.env))
    locations = [f"/{path.relative_to(root).as_posix()}" for path in found]
    known_paths = set(map(clean_path, known))
    return [_read_document(app, name) for name in locations if clean_path(name) not in known_paths]


def _read_document(app: Sphinx, location: str) -> ReadDocument:
    from sphinx_sitejson.openapi.reading.documents import read_document

    site = site_of(app.env)
    with progress_message(f"reading {display_url(location)}"):
        document = read_document(
            site.loaded.document_file(location),
            root=site.root,
            options=document_options(app.env),
            extras=document_extras(site.loaded, location),
        )
    return replace(document, location=location)


def write_pages(app: Sphinx, texts: Mapping[str, str], used_docnames: set[str]) -> dict[str, Path]:
    """Write the files of generated pages, including those of other features, and return them.

    :param used_docnames: docnames that other features cannot use.
    """
    extra = extra_pages(app.env)
    report(page.conflict_problem for name, page in extra.items() if name in used_docnames)
    free = {name: page for name, page in extra.items() if name not in used_docnames}
    return write_page_files(
        Path(app.doctreedir, "sitejson", "pages"),
        {**texts, **{name: page.text for name, page in free.items()}},
        {name: page.suffix for name, page in free.items()},
    )


def announce_extra_pages(app: Sphinx) -> None:
    """Add the generated pages of other features in a project without a site configuration."""
    if extra_pages(app.env):
        replace_project(
            app, GeneratingProject(app.project, lambda written: write_pages(app, {}, {*written}))
        )


def report_documents(app: Sphinx, env: BuildEnvironment) -> None:
    """Report the problems of the documents that the site uses."""
    if not uses_api(env):
        return
    domain, documents = site_domain(env), site_documents(env)
    used = used_locations(env)
    # Documents that pages name are in no library if they cannot be read.
    named = used.union(known_documents(env).values())
    problems = [
        p
        for name in sorted(named & documents.problems.keys())
        for p in documents.problems[name]
        if not (name in documents.unread and p.code == ProblemCode.OPENAPI_REMOTE)
    ]
    report(problems)
    if domain.listings:
        log_suppress_hint(problems)
    report_unread(documents, domain.bound, domain.site)
    report_ambiguous_bindings(domain.bound)
    if used:
        report_languages(env, documents.library)
        if not domain.site.settings.api.base_url:
            log_missing_servers(documents, used)
    if (used or domain.bound) and not can_run_scripts():
        message = (
            "request samples are written by the browsers of readers, and output other than HTML "
            f'has none; to write them in the build, run "pip install {ENGINE_PACKAGE}".'
        )
        report_at(ProblemCode.JAVASCRIPT_ENGINE, message, Location(""))


def log_missing_servers(documents: SiteDocuments, used: Collection[str]) -> None:
    """Name the documents that do not say where their API is."""
    for name in sorted(used):
        document = documents.library.document_at(name)
        if document is not None and document.operations and not document.servers:
            logger.info(
                "%s names no servers: requests go to the site itself; set "
                '"api.baseUrl" in site.json to the URL of the API.',
                display_url(name),
            )


def log_suppress_hint(problems: Sequence[Problem]) -> None:
    """Log the values for ``suppress_warnings``: other extensions do not report these problems."""
    codes = sorted({problem.code for problem in problems if not problem.is_repaired})
    if codes:
        names = ", ".join(f'"sitejson.{code}"' for code in codes)
        logger.info(
            "these problems are in OpenAPI documents; to hide them, set suppress_warnings = [%s].",
            names,
        )


def report_unread(documents: SiteDocuments, bound: BoundFacts, site: Site) -> None:
    """Report each document that cannot be read, and once all that is missing for want of it."""
    missing = "".join((_empty_pages(bound), _left_out(documents)))
    named = named_documents(site.settings)
    for number, name in enumerate(documents.unread):
        reasons = documents.problems.get(name, ())
        remote = (one.message for one in reasons if one.code == ProblemCode.OPENAPI_REMOTE)
        reason = next(remote, "it cannot be read.").removesuffix(".")
        message = f"{reason}, so its reference is missing.{'' if number else missing}"
        location = Location(display_url(name))
        if name in named:
            message = f"{display_url(name)}: {message}"
            location = site.loaded.locate(named[name])
        report([Problem(ProblemCode.OPENAPI_UNREADABLE, message, location, is_error=True)])


def report_ambiguous_bindings(bound: BoundFacts) -> None:
    """Report what several documents contain: once for each set of documents, with a count."""
    by_documents: dict[tuple[str, ...], list[tuple[str, BoundFact]]] = {}
    for docname, facts in sorted(bound.items()):
        for fact in facts:
            if fact.ambiguity:
                by_documents.setdefault(fact.ambiguity.locations, []).append((docname, fact))
    for (_docname, first), *others in by_documents.values():
        assert first.ambiguity is not None and first.binding_location is not None
        message = f"{first.ambiguity.message}{_other_pages([name for name, _ in others])}"
        report_at(ProblemCode.BINDING, message, first.binding_location)


def _other_pages(docnames: Sequence[str]) -> str:
    if not docnames:
        return ""
    listed = list(dict.fromkeys(docnames))[:MOST_NAMED]
    count = "1 other reference" if len(docnames) == 1 else f"{len(docnames)} other references"
    return f" The same applies to {count}, on: {', '.join(map(quoted, listed))}" + (
        " and other pages." if len(set(docnames)) > len(listed) else "."
    )


def _empty_pages(bound: BoundFacts) -> str:
    empty = sorted(name for name, facts in bound.items() if any(map(is_not_found, facts)))
    if not empty:
        return ""
    others = len(empty) - MOST_NAMED
    rest = f" and {others} others" if others > 0 else ""
    names = ", ".join(map(quoted, empty[:MOST_NAMED])) + rest
    return f" These pages show no operation or schema: {names}."


def _left_out(documents: SiteDocuments) -> str:
    left_out = len(documents.pages.not_found)
    if not left_out:
        return ""
    count = "One operation" if left_out == 1 else f"{left_out} operations"
    return f" {count} in the navigation {'was' if left_out == 1 else 'were'} skipped."


def report_languages(env: BuildEnvironment, library: OpenApiLibrary) -> None:
    """Report sample languages that are neither supported nor contained in a document."""
    from sphinx_sitejson.http_messages.samples import LANGUAGES, authored_samples, languages_for

    site = site_of(env)
    names = site.settings.api.request.example.languages
    added = added_languages(env)
    unknown = {each.name for each in languages_for(names, added) if not each.is_generated}
    if not unknown:
        return
    known = {*LANGUAGES, *(language.name for language in added)}
    unknown -= {
        language
        for document in library.documents
        for operation in document.operations_and_webhooks
        for language, _sample in authored_samples(operation)
    }
    for index, name in enumerate(names):
        if (key := name.strip().lower()) in unknown:
            unknown.remove(key)
            at = ("api", "request", "example", "languages", index)
            message = (
                f"there are no request samples in {quoted(name)}, and no document has one."
                f"{did_you_mean(name, known)}"
            )
            report_at(ProblemCode.WRONG_VALUE, message, site.loaded.locate(at))


def index_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Index the pages of operations and schemas, once all pages are read."""
    if not uses_api(env):
        return
    from .role_targets import page_entries, part_entries

    domain = site_domain(env)
    listed = {
        docname: [mention for fact in facts for mention in fact.mentions(docname)]
        for docname, facts in domain.listings.items()
    }
    page_index.set(env, PageIndex(domain.bound, listed, tuple(in_reading_order(env))))
    page_entries.clear(env)
    part_entries.clear(env)


def in_reading_order(env: BuildEnvironment) -> Iterator[str]:
    """Yield the pages of the toctrees in reading order."""
    waiting, seen = [env.config.root_doc], set[str]()
    while waiting:
        docname = waiting.pop()
        if docname not in seen:
            seen.add(docname)
            yield docname
            waiting.extend(reversed(env.toctree_includes.get(docname, ())))


def unlisted_schema_pages(env: BuildEnvironment) -> list[str]:
    """Return the generated pages of schemas that are in no toctree."""
    stubs = site_documents(env).pages.stubs
    listed = set().union(*env.toctree_includes.values())
    return [name for name, stub in stubs.items() if stub.is_schema and name not in listed]


def append_schema_appendix(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the pages of schemas, which are in no toctree, as an appendix of PDF and Info."""
    if not uses_api(env):
        return
    unlisted = unlisted_schema_pages(env)
    for name in ("latex_appendices", "texinfo_appendices"):
        setattr(app.config, name, [*getattr(app.config, name), *unlisted])


def announce_pages(app: Sphinx) -> None:
    """Make Sphinx discover the generated pages with the authored ones."""
    from . import bound_pages

    bind_page.set(app.env, bound_pages.bind_page)
    replace_project(app, SiteProject(app.project, partial(generate_pages, app)))
