"""``sitejson check``: validates settings, pages, links, images and documents.

The pages are checked by a build that writes no site (`run_dry_build`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from sphinx_sitejson.appearance.palette import check_contrast
from sphinx_sitejson.common.files import (
    THEME,
    describe_missing_folder,
    describe_os_error,
    is_file,
    read_text,
    repository_root,
)
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, github_command
from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.authored_pages import find_schema_directives, read_page_bindings
from sphinx_sitejson.navigation.site_map import SiteMap, check_divisions
from sphinx_sitejson.navigation.site_pages import (
    as_document,
    document_extras,
    operation_problems,
    site_pages,
)
from sphinx_sitejson.navigation.tree import PageLabels, read_tree
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.settings import LEGACY_FILE_NAME, find_settings_file
from sphinx_sitejson.settings.conf_py import (
    explain_failure,
    find_slips,
    plain_values,
    read_conf_file,
)
from sphinx_sitejson.settings.front_matter.keys import find_value
from sphinx_sitejson.settings.front_matter.reading import read_page_front_matter
from sphinx_sitejson.settings.front_matter.validation import (
    PER_SITE_CODES,
    is_visible_key,
    merge_page_problems,
    validate_front_matter,
)
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings
from sphinx_sitejson.settings.project_files import check_files, is_remote
from sphinx_sitejson.settings.project_pages import (
    check_listed_build_output,
    describe_missing_start_page,
    find_pages,
    has_page_file,
    named_documents,
    root_document,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.validation import check_named_divisions, unknown_version
from sphinx_sitejson.version import __version__

from . import fail, print_status
from .trial import describe_change, last_lines, new_warnings, run_module, run_trial

Severity = Literal["note", "warning", "error"]

_ENTRY = re.compile(
    r"(?:(?P<location>[^\n]+?): )??(?P<level>WARNING|ERROR|CRITICAL): (?P<message>.*?)"
    r"(?: \[(?P<code>[A-Za-z_][\w.-]*)\])?\Z",
    re.DOTALL,
)
_LOCATION = re.compile(
    r"^(?P<file>.+?)(?::(?:docstring of [^:]+:)?(?P<line>\d+))?(?::(?P<column>\d+))?$"
)
_DOCSTRING = re.compile(r":docstring of [^:]+(?=:|$)")


@record
class Finding:
    """A warning, an error or a note, with its location."""

    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    code: str = ""
    severity: Severity = "warning"

    def __str__(self) -> str:
        location = Location(self.file, line=self.line, column=self.column)
        prefix = f"{location.position}: " if self.file else ""
        return f"{prefix}{self.message}" + (f" [{self.code}]" if self.code else "")


def convert_problem(problem: Problem) -> Finding:
    """Convert a problem of settings, pages or documents to a finding."""
    location = problem.location
    is_error = problem.stops_build or problem.is_error
    return Finding(
        message=f"{location.key_path}: {problem.message}" if location.key_path else problem.message,
        file=location.file,
        line=location.line,
        column=location.column,
        code=f"sitejson.{problem.code}",
        severity="error" if is_error else "note" if problem.is_repaired else "warning",
    )


def parse_findings(log: str) -> Iterator[Finding]:
    """Parse the warnings and errors of a Sphinx log.

    ``a.md:3: WARNING: no such page [ref.doc]`` gives a finding for line 3 of ``a.md`` with the code
    ``ref.doc``. A line without a level continues the message before it.
    """
    entries: list[str] = []
    for line in log.splitlines():
        if _ENTRY.match(line):
            entries.append(line)
        elif entries and line.strip():
            entries[-1] += f"\n{line.rstrip()}"
    for match in filter(None, map(_ENTRY.match, entries)):
        location = _LOCATION.match(_DOCSTRING.sub("", match["location"] or ""))
        place = location.groupdict() if location else {}
        yield Finding(
            message=match["message"],
            file=place.get("file", ""),
            line=int(place["line"]) if place.get("line") else None,
            column=int(place["column"]) if place.get("column") else None,
            code=match["code"] or "",
            severity="warning" if match["level"] == "WARNING" else "error",
        )


def report_folder(form: str) -> Path:
    """Return the folder that reported paths are relative to.

    Code hosts place annotations by paths from the root of the repository.
    """
    current = Path.cwd()
    return (form in HOST_FORMATS and repository_root(current)) or current


def relative_to_folder(
    findings: Iterable[Finding], folder: Path, *, project: Path
) -> Iterator[Finding]:
    """Make the paths of files below a folder relative to it.

    :param project: the folder of the project, from which documents are named.
    """
    current = Path.cwd()
    for finding in findings:
        candidates = (project.resolve() / finding.file, current / finding.file)
        path = next((path for path in candidates if is_file(path)), None)
        if finding.file and path is not None and path.is_relative_to(folder):
            yield replace(finding, file=path.relative_to(folder).as_posix())
        else:
            yield finding


def locate_in_conf(findings: Iterable[Finding], file: Path) -> Iterator[Finding]:
    """Add the line of ``conf.py`` to messages of Sphinx that begin with the name of a value."""
    conf = read_conf_file(file)
    for finding in findings:
        named = (
            f"{prefix}{match[1]}"
            for pattern, prefix in _NAMED_VALUES.items()
            if not finding.file and (match := re.match(pattern, finding.message))
        )
        value = next(named, "")
        line = conf.line_of(value) if conf and value else None
        yield replace(finding, file=str(file), line=line) if line else finding


_NAMED_VALUES = {
    r"(logo|favicon) file ": "html_",
    r"myst configuration invalid: '(\w+)'": "myst_",
    r"The config value `(\w+)'": "",
    r"(\w+)": "",
}
"""How messages name a configuration value, with the beginning of its name that they leave out."""


BUILDER = "sitejson-check"


def run_dry_build(folder: Path, file: str) -> tuple[list[Finding], str]:
    """Read, resolve and check all pages in another process, without writing anything.

    The result are the findings, and the error output if the build stopped.

    :param file: the settings file in the folder; empty for the one that is found by its name.
    """
    with tempfile.TemporaryDirectory(prefix="sitejson-check-") as scratch:
        warnings = Path(scratch) / "warnings.txt"
        options = ["-q", "-E", "-T", "--no-color", "-j", "auto", "-b", BUILDER]
        options += ["-d", f"{scratch}/pages", "-w", str(warnings)]
        if not (folder / "conf.py").is_file():
            options += ["-C", "-D", "extensions=sphinx_sitejson"]
        if file:
            options += ["-D", f"sitejson_file={file}"]
        process = run_module("sphinx", *options, str(folder), f"{scratch}/out")
        log = warnings.read_text("utf-8", errors="replace") if warnings.is_file() else ""
    return [*dict.fromkeys(parse_findings(log))], process.stderr if process.returncode else ""


HOST_FORMATS = ("github", "sarif")

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_DEFAULT_RULE = "sphinx"


def as_text(findings: Sequence[Finding]) -> str:
    """Format the findings as lines of text."""
    return "\n".join(map(str, findings))


def as_json(findings: Sequence[Finding]) -> str:
    """Format the findings as a JSON array."""
    return json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False)


def as_github(findings: Sequence[Finding]) -> str:
    """Format the findings as workflow commands, which GitHub Actions shows beside the lines."""
    commands = []
    for finding in findings:
        properties = {
            "file": finding.file,
            "line": finding.line,
            "col": finding.column,
            "title": finding.code,
        }
        known = {name: str(value) for name, value in properties.items() if value not in (None, "")}
        level = "notice" if finding.severity == "note" else finding.severity
        commands.append(github_command(level, known, finding.message))
    return "\n".join(commands)


def as_sarif(findings: Sequence[Finding]) -> str:
    """Format the findings as a SARIF 2.1.0 log, which code hosts and editors import."""
    codes = sorted({finding.code or _DEFAULT_RULE for finding in findings})
    driver = {
        "name": "sitejson check",
        "version": __version__,
        "rules": list(map(_sarif_rule, codes)),
    }
    run = {"tool": {"driver": driver}, "results": list(map(_sarif_result, findings))}
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


FORMATS: Mapping[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


def _sarif_rule(code: str) -> dict[str, Any]:
    known = code.removeprefix("sitejson.")
    if known not in set(ProblemCode):
        return {"id": code}
    return {"id": code, "shortDescription": {"text": ProblemCode(known).description}}


def _sarif_result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code or _DEFAULT_RULE,
        "level": finding.severity,
        "message": {"text": finding.message},
    }
    if finding.file:
        location: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.file)}}
        if finding.line:
            location["region"] = {"startLine": finding.line}
            if finding.column:
                location["region"]["startColumn"] = finding.column
        result["locations"] = [{"physicalLocation": location}]
    return result


def run(options: argparse.Namespace) -> int:
    """Print what was found; the exit code says whether there was something to repair."""
    folder = options.folder
    if not folder.is_dir():
        return fail(describe_missing_folder(folder))
    conf, conf_file = plain_values(folder), folder / "conf.py"
    named = options.file or str(conf.get("sitejson_file") or "")
    file = find_settings_file(folder, named)
    slips = [] if options.settings_only else find_slips(conf_file)
    has_settings = any((folder / name).exists() for name in (file, LEGACY_FILE_NAME))
    if conf_file.is_file() and not (named or options.settings_only or has_settings):
        if conf.get("html_theme") != THEME.name:
            return report_trial(folder.resolve(), form=options.format)
        if options.format == "text":
            print(f"There is no {file}: name and navigation come from conf.py and the toctrees.")
        file, problems = "conf.py", slips
    else:
        problems = [*slips, *find_problems(folder, file)]
    findings = list(map(convert_problem, problems))
    failure = ""
    if not options.settings_only and not any(each.stops_build for each in problems):
        built, log = run_dry_build(folder.resolve(), options.file)
        failure = last_lines(log)
        if not failure:
            # Sphinx repeats the problems of the settings, except those that the site repairs.
            findings = [each for each in findings if each.severity == "note"]
        elif cause := explain_failure(log, conf_file):
            findings.append(convert_problem(cause))
            failure = ""
        findings += locate_in_conf(built, conf_file)
    base = report_folder(options.format)
    # Several processes find them in any order.
    sorted_findings = sorted(
        dict.fromkeys(relative_to_folder(findings, base, project=folder)),
        key=lambda each: (
            Path(each.file).name != Path(file).name,
            each.file,
            each.line or 0,
            each.column or 0,
        ),
    )
    return report_findings(sorted_findings, failure, file=file, form=options.format)


def report_trial(folder: Path, *, form: str) -> int:
    """Print what our theme would change in a project, and return the exit code."""
    before = run_trial(folder)
    if before.failure:
        return fail(f"Sphinx could not build the project as it is:\n{before.failure}")
    # The first build tells the extensions: reading conf.py twice in a process may fail.
    after = run_trial(folder, [*before.report["extensions"], "sphinx_sitejson"])
    if after.failure:
        return fail(f"Sphinx could not build the project with the sitejson theme:\n{after.failure}")
    added = new_warnings(before, after)
    if form == "text":
        print(describe_change(before, after))
    else:
        findings = relative_to_folder(
            parse_findings("\n".join(added)), report_folder(form), project=folder
        )
        print(FORMATS[form](list(findings)))
    return 1 if added else 0


def report_findings(findings: Sequence[Finding], failure: str, *, file: str, form: str) -> int:
    """Write the findings in a format, and return the exit code."""
    if form != "text" or findings:
        print(FORMATS[form](findings), file=sys.stderr if form == "text" else sys.stdout)
    if failure and not any(finding.message in failure for finding in findings):
        print_status(f"Sphinx stopped before it had read all pages:\n{failure}")
    count = sum(finding.severity != "note" for finding in findings)
    if form == "text" and count:
        print(f"{count} problem{'s' * (count > 1)} found")
    elif form == "text" and not failure:
        notes = len(findings)
        note_text = f"{notes} note{'s' * (notes > 1)}, no errors or warnings"
        print(f"{file}: {note_text if notes else 'no problems found'}")
    return 1 if count or failure else 0


def read_documents(folder: Path, loaded: LoadedSettings) -> tuple[OpenApiLibrary, list[Problem]]:
    """Read the documents that the settings name; those on the web are left to the build."""
    assert loaded.settings is not None
    read = [
        read_document(
            name, root=folder, options=ReadOptions(), extras=document_extras(loaded, name)
        )
        for name in named_documents(loaded.settings)
        if not is_remote(name)
    ]
    problems = [problem for document in read for problem in document.problems]
    return OpenApiLibrary(filter(None, map(as_document, read))), problems


def find_problems(folder: Path, file: str) -> Iterator[Problem]:
    """Yield the problems of a settings file and of the navigation in it."""
    loaded = load_settings(folder / file, root=folder)
    yield from loaded.problems
    settings = loaded.settings
    if settings is None:
        return
    pages, problems = find_pages(folder)
    yield from problems
    library, problems = read_documents(folder, loaded)
    yield from problems
    locate = loaded.locate
    generated = site_pages(
        settings,
        library,
        authored_pages=pages,
        bindings=read_page_bindings(pages),
        schema_directives=find_schema_directives(pages),
    )
    known = {*pages, *generated.stubs}
    tree = read_tree(
        settings,
        known_pages=known,
        locate=locate,
        generated=generated.generated,
        has_file=lambda path: has_page_file(folder, path),
    )
    yield from tree.problems
    yield from operation_problems(generated, locate)
    yield from check_listed_build_output(folder, settings, locate(("navigation",)))
    if missing := describe_missing_start_page(
        root_document(folder, settings, ()), settings, pages, file
    ):
        yield Problem(ProblemCode.MISSING_PAGE, missing, Location(file))
    elif tree.no_page_found:
        yield tree.no_page_found
    yield from check_named_divisions(settings, locate)
    yield from check_files(settings, folder, locate)
    yield from check_divisions(SiteMap(settings, tree, PageLabels()), locate)
    yield from check_contrast(settings, locate)
    front_matter = plain_values(folder).get("sitejson_front_matter")
    extra = (
        frozenset(map(str, front_matter)) if isinstance(front_matter, list | tuple) else frozenset()
    )
    shared = []
    for path in pages.values():
        # The fields of a reStructuredText page are read by docutils.
        if path.suffix != ".rst":
            for problem in front_matter_problems(path, settings, extra):
                if problem.code in PER_SITE_CODES:
                    shared.append(problem)
                else:
                    yield problem
    yield from merge_page_problems(shared)


def front_matter_problems(
    path: Path, settings: SiteSettings, extra: Collection[str]
) -> Iterator[Problem]:
    """Yield the problems in the front matter of one page.

    :param extra: additional keys that are allowed.
    """
    file = str(path)
    try:
        text = read_text(path)
    except OSError as error:
        message = f"the page cannot be read ({describe_os_error(error)})."
        yield Problem(ProblemCode.PAGE_ENCODING, message, Location(file))
        return
    front_matter = read_page_front_matter(text, path)

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
