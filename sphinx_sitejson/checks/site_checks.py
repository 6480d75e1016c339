"""Checks of the consistency of settings, pages and OpenAPI documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.common.problems import (
    CheckFinding,
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    ProjectCode,
)
from sphinx_sitejson.navigation.authored_pages import OperationBinding, SchemaBinding
from sphinx_sitejson.navigation.document_state import (
    page_index,
    read_options,
    site_documents,
    used_documents,
)
from sphinx_sitejson.navigation.site_pages import document_extras
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.openapi.digests import DocumentDigests
from sphinx_sitejson.openapi.keywords import SAMPLE_EXTENSIONS
from sphinx_sitejson.openapi.raw import as_object_list, get_text, schema_name
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.extension_points import Check, registered_checks
from sphinx_sitejson.site_build.page_failures import summarize_error, traceback_text
from sphinx_sitejson.site_build.reports import report, report_at

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.example_validation import ExampleValidator
    from sphinx_sitejson.openapi.document import OpenApiDocument

logger = logging.getLogger(__name__)

MAX_FINDINGS = 10
"""The maximum number of findings of one kind for one document."""

Findings = Iterator[CheckFinding]

REPORTED = "told by sitejson"
"""Marks reported pages as orphans, so that Sphinx does not report them again."""


def run_checks(app: Sphinx, env: BuildEnvironment) -> None:
    """Run the checks of the complete site."""
    for check in registered_checks(app).values():
        if check.name in app.config.sitejson_checks:
            _run_check(app, env, check)
    suppress_orphan_warnings(app, env)


def _run_check(app: Sphinx, env: BuildEnvironment, check: Check) -> None:
    """Report what a check finds; a check that fails is reported and stops nothing."""
    code = ProjectCode(check.name)
    try:
        for result in check.run(env) if check.run is not None else ():
            location = Location(
                str(result.file), line=result.line, column=result.column, key_path=result.key_path
            )
            report_at(code, result.message, location)
    except Exception as error:
        if app.pdb:
            raise
        message = f'the check "{check.name}" failed: {summarize_error(error, __file__)}.'
        report([Problem(code, message, Location(""))], traceback=traceback_text(app, error))


def _operations(env: BuildEnvironment) -> Findings:
    index = page_index(env)
    for document in used_documents(env):
        statements = [
            f'"{key}" has no page'
            for key, operation in document.operations_by_key.items()
            if not operation.is_excluded and not index.operation_at(document.location, key)
        ]
        advice = "; add the document to a tab or an anchor, or create a page for it"
        yield from _document_findings(document, statements, advice)


def _schemas(env: BuildEnvironment) -> Findings:
    domain = site_domain(env)
    stubs = site_documents(env).pages.stubs
    for document in used_documents(env):
        documented = {
            fact.binding.name
            for name, facts in domain.bound.items()
            for fact in facts
            if isinstance(fact.binding, SchemaBinding)
            and fact.location == document.location
            and name not in stubs
        }
        unused = find_unused_schemas(document, documented)
        statements = [f'no operation uses the schema "{name}"' for name in unused]
        yield from _document_findings(document, statements)


def find_unused_schemas(document: OpenApiDocument, documented: Set[str]) -> Iterator[str]:
    """Yield the named schemas that no operation refers to, directly or indirectly.

    :param documented: schemas that have an authored page; these count as used.
    """

    pages = (document.schemas.get(name) for name in documented)
    raws = [
        *map(document.raw_operation, document.operations_by_key.values()),
        *(schema.raw for schema in pages if schema is not None),
    ]
    used = {*documented, *map(schema_name, DocumentDigests(document).reachable_components(raws))}
    yield from (name for name in document.schemas if name not in used)


def _interactive_components(env: BuildEnvironment) -> Findings:
    """Yield each component that handles events, once, with its location."""
    used: dict[str, set[str]] = site_domain(env).data["interactive"]
    for component in sorted(set().union(*used.values())):
        file, _hash, name = component.partition("#")
        message = (
            f"<{name}> handles events, which does not work on a static site; pages show its first "
            "state."
        )
        path = site_of(env).root / file.lstrip("/")
        yield CheckFinding(message=message, file=str(path), line=1)


def _languages(env: BuildEnvironment) -> Findings:
    languages = site_of(env).settings.api.request.example.languages
    if not languages:
        return
    for document in used_documents(env):
        statements = [
            f'"{key}" has a code sample in "{language}", '
            'which "api.request.example.languages" does not list'
            for key, language in unconfigured_sample_languages(document, languages)
        ]
        yield from _document_findings(document, statements)


_LANGUAGE_ALIASES = {
    "shell": "bash",
    "curl": "bash",
    "sh": "bash",
    "js": "javascript",
    "node": "javascript",
    "nodejs": "javascript",
    "py": "python",
    "golang": "go",
    "c#": "csharp",
    "dotnet": "csharp",
}


def unconfigured_sample_languages(
    document: OpenApiDocument, languages: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield the operation and language of each code sample that is not a configured language."""

    configured = set(map(_canonical_name, languages))
    for key, operation in document.operations_by_key.items():
        for extension in SAMPLE_EXTENSIONS:
            for sample in as_object_list(operation.extensions.get(extension)):
                language = get_text(sample, "lang")
                if language and _canonical_name(language) not in configured:
                    yield key, language


def _canonical_name(language: str) -> str:
    name = language.strip().lower()
    return _LANGUAGE_ALIASES.get(name, name)


def _examples(env: BuildEnvironment) -> Findings:
    from sphinx_sitejson.http_messages.example_validation import ExampleValidator

    for document in used_documents(env):
        validator = ExampleValidator(document)
        yield from _document_examples(env, document, validator)
        # A snippet may be on many pages.
        yield from dict.fromkeys(_page_examples(env, document, validator))


def _document_examples(
    env: BuildEnvironment, document: OpenApiDocument, validator: ExampleValidator
) -> Findings:
    # An example that many operations share has one location.
    misfits: dict[tuple[JsonPath, str], str] = {}
    for path, description, reason in validator.find_invalid_examples():
        misfits.setdefault((path, reason), description)
    if not misfits:
        return
    from sphinx_sitejson.openapi.reading.documents import places_in_document

    reported = [*misfits.items()][:MAX_FINDINGS]
    locations = places_in_document(
        document.location,
        [path for (path, _reason), _description in reported],
        root=site_domain(env).site.root,
        options=read_options(env, is_offline=True),
        extras=document_extras(site_domain(env).site.loaded, document.location),
    )
    for (path, reason), description in reported:
        location = locations.get(path, Location(document.location))
        message = f"{description}: {_explain(reason)}."
        yield CheckFinding(
            message=message, file=location.file, line=location.line, column=location.column
        )
    yield from _unlisted_findings(document, len(misfits) - len(reported))


def _page_examples(
    env: BuildEnvironment, document: OpenApiDocument, validator: ExampleValidator
) -> Findings:
    from sphinx_sitejson.http_messages.example_validation import validate_page_example

    domain = site_domain(env)
    for docname, examples in sorted(domain.examples.items()):
        keys = {
            (fact.location, fact.binding.key)
            for fact in domain.bound[docname]
            if isinstance(fact.binding, OperationBinding)
        }
        location, key = keys.pop() if len(keys) == 1 else ("", "")
        operation = document.operations_by_key.get(key)
        if location != document.location or operation is None:
            continue
        for example in examples:
            if invalid := validate_page_example(example, operation, validator):
                body, reason = invalid
                yield CheckFinding(
                    message=f"{_explain(reason)}.",
                    file=example.location.file,
                    line=example.location.line,
                    column=example.location.column,
                    key_path=body,
                )


def _explain(reason: str) -> str:
    from sphinx_sitejson.http_messages.example_validation import TOO_COMPLEX

    if reason == TOO_COMPLEX:
        return f"the example is {TOO_COMPLEX} against its schema"
    return f"the example does not match its schema: {reason}"


def _pages(env: BuildEnvironment) -> Findings:
    for name in unlisted_pages(env):
        yield CheckFinding(
            message="the page is not in the navigation; add it there, or set "
            '"hidden: true" in its front matter.',
            file=str(env.doc2path(name)),
            line=1,
        )


def unlisted_pages(env: BuildEnvironment) -> list[str]:
    """Return the pages in no navigation that are not hidden on purpose."""
    domain = site_domain(env)
    # Hidden, included and generated pages are unlisted on purpose.
    intended = {env.config.root_doc, *site_documents(env).pages.stubs, *site_map(env).pages}
    intended.update(*env.included.values())
    intended |= {name for name, facts in domain.facts.items() if facts.hidden}
    intended |= {name for name, metadata in env.metadata.items() if "orphan" in metadata}
    return sorted(env.all_docs.keys() - intended)


def suppress_orphan_warnings(app: Sphinx, env: BuildEnvironment) -> None:
    """Suppress Sphinx's warnings of pages in no navigation, if the settings have a navigation.

    A project with its own toctrees gets the warnings of Sphinx, unless it enables our check.
    """
    is_enabled = ProblemCode.PAGE_WITHOUT_NAVIGATION in app.config.sitejson_checks
    if not (site_of(env).settings.has_navigation or is_enabled):
        return
    unlisted = unlisted_pages(env)
    if unlisted and not is_enabled:
        are, them = ("page is", "it") if len(unlisted) == 1 else ("pages are", "them")
        logger.info(
            '%s %s not in the navigation; the check "page_without_navigation" lists %s.',
            len(unlisted),
            are,
            them,
        )
    for name in unlisted:
        env.metadata[name]["orphan"] = REPORTED


def clear_reported_checks(app: Sphinx, env: BuildEnvironment, *others: object) -> list[str]:
    """Remove the marks of reported pages, which Sphinx has seen or an earlier build has left."""
    for metadata in env.metadata.values():
        if metadata.get("orphan") == REPORTED:
            del metadata["orphan"]
    return []


def _document_findings(
    document: OpenApiDocument, statements: Iterable[str], advice: str = ""
) -> Findings:
    """Turn statements into findings; of very many only the first, and their number."""
    distinct = list(dict.fromkeys(statements))
    for statement in distinct[:MAX_FINDINGS]:
        yield CheckFinding(message=f"{statement}{advice}.", file=document.location)
    yield from _unlisted_findings(document, len(distinct) - MAX_FINDINGS)


def _unlisted_findings(document: OpenApiDocument, number: int) -> Findings:
    if number > 0:
        yield CheckFinding(message=f"{number} more of this kind.", file=document.location)


CHECKS = (
    # The build steps of links find these.
    Check(name=ProblemCode.BROKEN_LINK, run=None, is_default=True),
    Check(name=ProblemCode.OPERATION_WITHOUT_PAGE, run=_operations),
    Check(name=ProblemCode.PAGE_WITHOUT_NAVIGATION, run=_pages),
    Check(name=ProblemCode.UNUSED_SCHEMA, run=_schemas),
    Check(name=ProblemCode.INTERACTIVE_COMPONENT, run=_interactive_components),
    Check(name=ProblemCode.SAMPLE_LANGUAGE, run=_languages),
    Check(name=ProblemCode.EXAMPLE_MISMATCH, run=_examples),
)
"""The checks of the package."""
