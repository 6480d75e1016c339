"""``sitejson openapi-file``: page files and navigation entries for a document."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.files import (
    describe_os_error,
    is_file,
    remove,
    write_bytes,
    write_to_pipe,
)
from sphinx_sitejson.common.network.urls import display_url
from sphinx_sitejson.navigation.page_files.generation import GeneratedPages, PageGenerator
from sphinx_sitejson.navigation.page_files.site_pages import as_document
from sphinx_sitejson.navigation.tree import GroupNode, PageNode
from sphinx_sitejson.openapi.reading import ReadDocument, ReadOptions, read_document
from sphinx_sitejson.settings.file_names import find_settings_file
from sphinx_sitejson.settings.project_files import is_remote

from ._page_files import PageFiles
from ._shared import plain_values

SCHEMA_GROUP = "Schemas"
STANDARD_STREAM = "-"
MOST_SHOWN_OPERATIONS = 5


def run(options: argparse.Namespace) -> int:
    """Write the files, print the entries; the exit code says whether all went well."""
    read = read_given_document(options.document)
    document = as_document(read)
    for problem in read.problems:
        print(problem, file=sys.stderr)
    lost = read.lost_operations
    if document is None or (lost and not options.force):
        print(refusal(options.document, lost if document else ()), file=sys.stderr)
        return 1
    if read.problems:
        name = display_url(options.document)
        pages_of = "every other operation" if lost else "every operation"
        print(f"{name}: repaired as listed above; {pages_of} has a page.", file=sys.stderr)
    pages = PageGenerator().generate(
        document, prefix="", document_name=document.name, schemas=options.schemas
    )
    texts = {stub.docname: stub.text for stub in pages.stubs}
    if is_stream(options.out):
        return stream(options.out, texts, pages)
    files = PageFiles(options.out, texts)
    gone = files.gone(document) if options.prune else []
    exit_code = name_differences(files, gone, force=options.force) if options.check else 0
    if not options.check and not options.dry_run:
        exit_code = write(files, force=options.force)
        if exit_code:
            return exit_code
    prune_orphaned_pages(gone, removes=not (options.check or options.dry_run or exit_code))
    print(json.dumps(navigation_entries(pages, prefix_of(options.out)), indent=2))
    return exit_code


def refusal(document: str, lost: Sequence[str]) -> str:
    """Return why nothing was written, and how the other pages can be written."""
    name = display_url(document)
    if not lost:
        return f"{name}: nothing was written."
    shown = ", ".join(map(escape_unprintable, lost[:MOST_SHOWN_OPERATIONS]))
    more = len(lost) - MOST_SHOWN_OPERATIONS
    others = f" and {more} more" if more > 0 else ""
    return (
        f"{name}: nothing was written, because {shown}{others} cannot be used "
        "(--force writes the other pages)."
    )


def is_stream(out: Path) -> bool:
    """Tell whether all goes to standard output, or into a pipe, and not into a folder."""
    try:
        return str(out) == STANDARD_STREAM or out.is_fifo() or out.is_char_device()
    except OSError:
        return False


def stream(out: Path, texts: Mapping[str, str], pages: GeneratedPages) -> int:
    """Write the files and the entries as one JSON object; who reads may stop at any time."""
    whole = {
        "files": {f"{name}.mdx": text for name, text in texts.items()},
        "navigation": navigation_entries(pages, ""),
    }
    text = json.dumps(whole, indent=2) + "\n"
    try:
        if str(out) == STANDARD_STREAM:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            write_to_pipe(out, text)
    except BrokenPipeError:
        return 0
    except OSError as error:
        print(f"nothing was written: {out}: {describe_os_error(error)}", file=sys.stderr)
        return 1
    return 0


def prune_orphaned_pages(gone: list[Path], *, removes: bool) -> None:
    """Remove the pages whose operation is gone, or only name them."""
    for path in gone:
        if removes:
            remove(path)
        words = "is removed" if removes else "would be removed"
        print(f"{path} {words}: its operation is not in the document", file=sys.stderr)


def read_given_document(location: str) -> ReadDocument:
    """Read a document by URL, or by a path from the working directory."""
    here = Path.cwd().resolve()
    if location == STANDARD_STREAM:
        with TemporaryDirectory() as folder:
            root = Path(folder)
            write_bytes(root / "openapi", sys.stdin.buffer.read(), below=root)
            return read_document("openapi", root=root, options=ReadOptions())
    if is_remote(location):
        return read_document(location, root=here, options=ReadOptions())
    path = Path(location).parent.resolve() / Path(location).name
    # Files that the document refers to may lie anywhere in the project it belongs to.
    root = here if path.is_relative_to(here) else path.parent
    return read_document(path.relative_to(root).as_posix(), root=root, options=ReadOptions())


def name_differences(files: PageFiles, gone: list[Path], *, force: bool) -> int:
    """Name the files that would change, and those that show something else."""
    different = files.different() if force else files.outdated()
    for path in different:
        words = "differs" if force else "shows something else"
        print(f"{path} is missing or {words}", file=sys.stderr)
    return 1 if different or gone else 0


def write(files: PageFiles, *, force: bool) -> int:
    """Write the files; those that were edited stay unless the caller insists."""
    try:
        result = files.write(force=force)
    except OSError as error:
        print(f"nothing was written: {error.filename}: {describe_os_error(error)}", file=sys.stderr)
        return 1
    for path in result.kept:
        print(
            f"{path} was edited and is not overwritten (use --force to overwrite it)",
            file=sys.stderr,
        )
    count = len(result.written)
    print(f"{count} {'file' if count == 1 else 'files'} written", file=sys.stderr)
    return 0


def prefix_of(out: Path) -> str:
    """Return the folder of the pages as the navigation writes it.

    That is the path from the closest folder with a settings file, or else from here.
    """
    folder = out.resolve()
    around = (folder, *folder.parents)
    root = next(filter(has_settings_file, around), Path.cwd().resolve())
    if not folder.is_relative_to(root):
        return ""
    return folder.relative_to(root).as_posix().removeprefix(".")


def has_settings_file(folder: Path) -> bool:
    """Whether a folder contains ``site.json`` or another file of settings."""
    named = plain_values(folder).get("sitejson_file")
    return is_file(folder / find_settings_file(folder, str(named or "")))


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
