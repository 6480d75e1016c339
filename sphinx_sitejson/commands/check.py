"""``sitejson check``: settings, pages, links, images and documents, without writing the site."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from sphinx_sitejson.appearance.palette import check_contrast
from sphinx_sitejson.common.files import describe_os_error, read_text
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.mdx.front_matter import read_front_matter
from sphinx_sitejson.navigation.checks import (
    check_divisions,
    check_named_divisions,
    unknown_version,
)
from sphinx_sitejson.navigation.page_files.authored_pages import read_page_bindings
from sphinx_sitejson.navigation.page_files.project_pages import (
    check_listed_build_output,
    describe_missing_start_page,
    find_pages,
    root_document,
)
from sphinx_sitejson.navigation.page_files.site_pages import (
    as_document,
    collect_document_extras,
    find_extras,
    named_documents,
    operation_problems,
    site_pages,
)
from sphinx_sitejson.navigation.site_map import SiteMap
from sphinx_sitejson.navigation.tree import read_tree
from sphinx_sitejson.navigation.views import PageLabels
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
from sphinx_sitejson.settings.file_names import find_settings_file
from sphinx_sitejson.settings.front_matter.keys import find_value
from sphinx_sitejson.settings.front_matter.validation import is_visible_key, validate_front_matter
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.project_files import check_files, is_remote
from sphinx_sitejson.settings.site import SiteSettings

from ._shared import conf_failure, conf_slips, plain_values
from .checking.dry_build import run_dry_build
from .checking.findings import Finding, below, finding_of, sorted_by_location
from .checking.formats import FORMATS


def run(options: argparse.Namespace) -> int:
    """Print what was found; the exit code says whether there was something to repair."""
    if not options.folder.is_dir():
        print(f"{options.folder}: there is no such folder.", file=sys.stderr)
        return 1
    conf = plain_values(options.folder)
    file = find_settings_file(options.folder, options.file or str(conf.get("sitejson_file") or ""))
    slips = [] if options.settings_only else conf_slips(options.folder)
    problems = [*slips, *find_problems(options.folder, file)]
    findings = list(map(finding_of, problems))
    failure = ""
    if not options.settings_only and not any(each.stops_build for each in problems):
        checked = run_dry_build(options.folder.resolve(), options.file)
        failure = checked.failure
        if failure and (cause := conf_failure(options.folder, checked.log)):
            findings.append(finding_of(cause))
            failure = ""
        # Sphinx repeats the problems of the settings, except those that the site repairs.
        notes = [each for each in findings if each.severity == "note"]
        is_complete = not checked.failure
        findings = [*(notes if is_complete else findings), *checked.findings]
    named = sorted_by_location(dict.fromkeys(below(findings, Path.cwd())), first=Path(file).name)
    return report_findings(named, failure, file=file, form=options.format)


def report_findings(findings: Sequence[Finding], failure: str, *, file: str, form: str) -> int:
    """Write the findings in a format, and return the exit code."""
    if form != "text":
        print(FORMATS[form](findings))
    elif findings:
        print(FORMATS[form](findings), file=sys.stderr)
    if failure and not any(finding.message in failure for finding in findings):
        print(f"Sphinx stopped before it had read the whole project:\n{failure}", file=sys.stderr)
    count = sum(finding.severity != "note" for finding in findings)
    if count or failure:
        if form == "text" and count:
            print(f"{count} problem{'s' * (count > 1)} found")
        return 1
    if form == "text":
        print(f"{file}: no problems found")
    return 0


def read_documents(
    folder: Path, settings: SiteSettings
) -> tuple[OpenApiLibrary, tuple[Problem, ...]]:
    """Read the documents that the settings name; those on the web are left to the build."""
    locations = (name for name in named_documents(settings) if not is_remote(name))
    extras = collect_document_extras(settings)
    read = [
        read_document(name, root=folder, options=ReadOptions(), extras=find_extras(extras, name))
        for name in locations
    ]
    problems = tuple(problem for document in read for problem in document.problems)
    return OpenApiLibrary(filter(None, map(as_document, read))), problems


def find_problems(folder: Path, file: str) -> Iterator[Problem]:
    """Yield the problems of a settings file and of the navigation in it."""
    loaded = load_settings(folder / file, root=folder)
    yield from loaded.problems
    settings = loaded.settings
    if settings is None:
        return
    found = find_pages(folder)
    yield from found.problems
    pages = found.pages
    library, problems = read_documents(folder, settings)
    yield from problems
    generated = site_pages(
        settings, library, authored_pages=pages, bindings=read_page_bindings(pages)
    )
    known = {*pages, *generated.stubs}
    tree = read_tree(settings, known_pages=known, locate=loaded.locate, made=generated.made)
    yield from tree.problems
    yield from operation_problems(generated, loaded.locate)
    place = loaded.locate(("navigation",))
    yield from check_listed_build_output(folder, settings, place)
    if missing := describe_missing_start_page(
        root_document(folder, settings, ()), settings, pages, file
    ):
        yield Problem(code=ProblemCode.MISSING_PAGE, message=missing, location=Location(file=file))
    elif tree.no_page_found:
        yield tree.no_page_found
    yield from check_named_divisions(settings, loaded.locate)
    yield from check_files(settings, folder, loaded.locate)
    yield from check_divisions(SiteMap(settings, tree, PageLabels()), loaded.locate)
    yield from check_contrast(settings, loaded.locate)
    given = plain_values(folder).get("sitejson_front_matter")
    extra = frozenset(map(str, given)) if isinstance(given, list | tuple) else frozenset()
    for path in pages.values():
        # The fields of a reStructuredText page are read by docutils.
        if path.suffix != ".rst":
            yield from front_matter_problems(path, settings, extra)


def front_matter_problems(
    path: Path, settings: SiteSettings, extra: Collection[str]
) -> Iterator[Problem]:
    """Yield what is wrong with the front matter of one page.

    :param further: the keys that the author wants left alone.
    """
    file = str(path)
    try:
        text = read_text(path)
    except OSError as error:
        message = f"the page cannot be read ({describe_os_error(error)})."
        yield Problem(code=ProblemCode.PAGE_ENCODING, message=message, location=Location(file=file))
        return
    front_matter = read_front_matter(text, file=file, allows_any_end=path.suffix == ".md")

    def locate(name: str) -> Location:
        return front_matter.locate(name, file=file)

    yield from front_matter.problems
    yield from validate_front_matter(
        front_matter.values,
        locate=locate,
        extra=extra,
        is_used=lambda name: is_visible_key(name, text),
    )
    known = [version.name for version in settings.versions]
    version = find_value(front_matter.values, "version")
    if version and version not in known and (known or path.suffix == ".mdx"):
        yield unknown_version(version, known, locate("version"))
