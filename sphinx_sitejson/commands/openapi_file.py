"""``sitejson openapi-file``: page files and navigation entries for a document."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from sphinx_sitejson.files.reading import reason_of
from sphinx_sitejson.navigation.tree import GroupNode, PageNode
from sphinx_sitejson.network.credentials import shown_address
from sphinx_sitejson.openapi.reading import ReadDocument, ReadOptions, read_document
from sphinx_sitejson.pages.generation import GeneratedPages, PageGenerator
from sphinx_sitejson.pages.site_pages import as_document
from sphinx_sitejson.problems import Problem, ProblemCode
from sphinx_sitejson.settings.project_files import is_remote

from ._page_files import PageFiles
from ._shared import Subparsers

SCHEMA_GROUP = "Schemas"
HARMLESS: frozenset[ProblemCode] = frozenset({"openapi_character"})
"""What is said of documents that are whole and valid all the same."""


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "openapi-file",
        help="write a page file for each operation of an OpenAPI document",
        description="Write a page file for each operation of an OpenAPI document, and print "
        "the navigation entries for site.json.",
    )
    parser.add_argument("document", help="path or URL of the document")
    parser.add_argument("-o", "--out", type=Path, default=Path(), help="where the files go")
    parser.add_argument("--schemas", action="store_true", help="write pages of schemas too")
    parser.add_argument("--dry-run", action="store_true", help="write nothing, only print")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail when files would change"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that were edited")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files, print the entries; the exit code says whether all went well."""
    read = read_given_document(options.document)
    document = as_document(read)
    for problem in read.problems:
        print(problem, file=sys.stderr)
    if document is None or not all(map(is_harmless, read.problems)):
        print(f"{shown_address(options.document)}: nothing was written.", file=sys.stderr)
        return 1
    pages = PageGenerator().generate(
        document, prefix="", document_name=document.name, schemas=options.schemas
    )
    files = PageFiles(options.out, {stub.docname: stub.text for stub in pages.stubs})
    exit_code = check(files) if options.check else 0
    if not options.check and not options.dry_run:
        exit_code = write(files, force=options.force)
    print(json.dumps(navigation_entries(pages, prefix_of(options.out)), indent=2))
    return exit_code


def is_harmless(problem: Problem) -> bool:
    """Tell whether a document is whole and valid all the same."""
    return problem.is_mended or problem.code in HARMLESS


def read_given_document(location: str) -> ReadDocument:
    """Read a document by URL, or by a path from the working directory."""
    here = Path.cwd()
    if is_remote(location):
        return read_document(location, root=here, options=ReadOptions())
    path = Path(location).absolute()
    # Files that the document refers to may lie anywhere in the project it belongs to.
    root = here if path.is_relative_to(here) else path.parent
    return read_document(path.relative_to(root).as_posix(), root=root, options=ReadOptions())


def check(files: PageFiles) -> int:
    """Name the files that differ from what would be written."""
    different = files.different()
    for path in different:
        print(f"{path} is missing or differs", file=sys.stderr)
    return 1 if different else 0


def write(files: PageFiles, *, force: bool) -> int:
    """Write the files; those that were edited stay unless the caller insists."""
    try:
        result = files.write(force=force)
    except OSError as error:
        print(f"nothing was written: {error.filename}: {reason_of(error)}", file=sys.stderr)
        return 1
    for path in result.kept:
        print(f"{path} was edited and stays as it is (--force overwrites)", file=sys.stderr)
    count = len(result.written)
    print(f"{count} {'file' if count == 1 else 'files'} written", file=sys.stderr)
    return 0


def prefix_of(out: Path) -> str:
    """Return the folder of the pages as the navigation writes it, seen from here."""
    try:
        relative = out.resolve().relative_to(Path.cwd().resolve())
    except ValueError:
        return ""
    return "" if relative == Path() else relative.as_posix()


def navigation_entries(pages: GeneratedPages, prefix: str) -> list[dict[str, Any]]:
    """Return the groups as ``site.json`` writes them."""
    schemas = [stub.docname for stub in pages.stubs if stub.is_schema]
    groups = list(pages.groups)
    if schemas:
        entries = tuple(PageNode(docname=docname) for docname in schemas)
        groups.append(GroupNode(name=SCHEMA_GROUP, entries=entries))
    return [_group_entry(group, prefix) for group in groups]


def _group_entry(group: GroupNode, prefix: str) -> dict[str, Any]:
    return {
        "group": group.name,
        "pages": [
            _group_entry(entry, prefix)
            if isinstance(entry, GroupNode)
            else f"{prefix}/{entry.docname}".lstrip("/")
            for entry in group.entries
        ],
    }
