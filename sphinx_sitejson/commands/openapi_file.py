"""``sitejson openapi-file``: writes page files and navigation entries for a document."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.files import (
    describe_os_error,
    is_file,
    make_folder,
    read_text,
    remove,
    temporary_path,
    write_bytes,
    write_temporary,
    write_to_pipe,
)
from sphinx_sitejson.common.network.urls import display_url
from sphinx_sitejson.navigation.authored_pages import parse_binding
from sphinx_sitejson.navigation.page_generation import PageFolder, PageGenerator, PageStub
from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.navigation.tree import GroupNode, PageNode
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.reading.documents import ReadDocument, ReadOptions, read_document
from sphinx_sitejson.openapi.reading.losses import UNUSED_SCHEMA
from sphinx_sitejson.settings import find_settings_file
from sphinx_sitejson.settings.conf_py import plain_values
from sphinx_sitejson.settings.front_matter.reading import read_page_front_matter
from sphinx_sitejson.settings.project_files import is_remote

from . import fail, print_status

Files = Mapping[Path, str]
"""The text of each file."""

MIN_FILES_FOR_PROGRESS = 200

_STUB = re.compile(
    r"---\n(openapi|openapi-schema): (\"(?:[^\"\\\n]|\\.)*\")\n"
    r"(?:[A-Za-z]+: \"(?:[^\"\\\n]|\\.)*\"\n)*(?:hidden: true\n)?---\n\Z"
)


def different_files(files: Files) -> list[Path]:
    """Return the files that are missing or have another text."""
    return [path for path, text in files.items() if _read_if_present(path) != text]


def outdated_files(files: Files) -> list[Path]:
    """Return the files that are missing or show another operation or schema.

    An author may add text and front matter to a file.
    """
    outdated = []
    for path in different_files(files):
        texts = (_read_if_present(path), files[path])
        written, wanted = (
            text and parse_binding(read_page_front_matter(text, path).values) for text in texts
        )
        if written != wanted:
            outdated.append(path)
    return outdated


def orphaned_files(folder: Path, files: Files, document: OpenApiDocument) -> Iterator[Path]:
    """Yield the pages of a document that show what it does not have any more.

    Only files as the command writes them: one in which an author wrote stays.
    """
    known: dict[str, Collection[str]] = {
        "openapi": document.operations_by_accepted_key,
        "openapi-schema": document.schemas,
    }
    for path in sorted(folder.rglob("*.mdx")):
        if path in files or path.is_symlink():
            continue
        if match := _STUB.match(_read_if_present(path) or ""):
            document_name, _space, name = str(json.loads(match[2])).partition(" ")
            if document_name == document.name and name not in known[match[1]]:
                yield path


def write_all(files: Files, *, below: Path) -> None:
    """Write all files under other names first, and rename them when all are there.

    The folder is as it was before if one of them cannot be written.
    """
    temporary_files: dict[Path, Path] = {}
    backups: list[Path] = []
    with contextlib.ExitStack() as undo:
        for path in with_progress([*files]):
            for folder in make_folder(path.parent, below=below):
                undo.callback(_attempt, folder.rmdir)
            if path.is_dir() and not path.is_symlink():
                raise IsADirectoryError(0, "A folder with this name exists", str(path))
            temporary_files[path] = write_temporary(path, files[path].encode(), below=below)
            undo.callback(remove, temporary_files[path])
        for path, temporary in temporary_files.items():
            if os.path.lexists(path):
                backup = temporary_path(path)
                path.rename(backup)
                undo.callback(_attempt, backup.replace, path)
                backups.append(backup)
            temporary.rename(path)
            undo.callback(remove, path)
        undo.pop_all()
    for backup in backups:
        remove(backup)


def _attempt(action: Callable[..., object], *arguments: object) -> None:
    with contextlib.suppress(OSError):
        action(*arguments)


def with_progress(paths: list[Path]) -> Iterable[Path]:
    """Yield the paths; on a terminal, print a line of progress if there are many."""
    shows = len(paths) >= MIN_FILES_FOR_PROGRESS and sys.stderr.isatty()
    for number, path in enumerate(paths, 1):
        if shows:
            end = "\n" if number == len(paths) else ""
            print(f"\rwriting pages: {number}/{len(paths)}", end=end, file=sys.stderr, flush=True)
        yield path


def _read_if_present(path: Path) -> str | None:
    try:
        return read_text(path)
    except OSError:
        return None


SCHEMA_GROUP = "Schemas"
STANDARD_STREAM = "-"
MAX_LISTED_OPERATIONS = 5
LEFT_OUT = "left out"


def run(options: argparse.Namespace) -> int:
    """Write the files, print the navigation entries and return the exit code."""
    out = options.out
    read = read_named_document(options.document)
    document = as_document(read)
    name = display_url(options.document)
    # Only --schemas shows those that no operation uses.
    names = dict.fromkeys(problem.lost_from for problem in read.problems if problem.lost_from)
    lost_from = tuple(
        name for name in names if options.schemas or not name.startswith(f"{UNUSED_SCHEMA} ")
    )
    is_refused = document is None or (bool(lost_from) and not options.repair)
    for problem in read.problems:
        is_lost = document is None or problem.lost_from in lost_from
        label = ("error" if is_refused else LEFT_OUT) if is_lost else "warning"
        print_status(f"{label}: {problem}")
    if document is None or is_refused:
        return fail(f"{name}: {refusal(lost_from if document else ())}")
    if lost_from:
        what = f'the pages lack what is marked "{LEFT_OUT}" above, of {list_operations(lost_from)}.'
        print_status(f"{name}: {what}")
    elif read.problems:
        what = "no operation, parameter, body, or response is missing despite the warnings above."
        print_status(f"{name}: {what}")
    generator = PageGenerator(is_existing=lambda name: is_file(out / f"{name}.mdx"))
    groups = generator.generate(PageFolder(document, "", document.name), schemas=options.schemas)
    if is_stream(out):
        return stream(out, generator.stubs, groups)
    files = {out / f"{stub.docname}.mdx": stub.text for stub in generator.stubs}
    # Operations that are left out are in the document all the same.
    prunes = options.prune and not lost_from
    orphaned = [*orphaned_files(out, files, document)] if prunes else []
    if options.prune and lost_from:
        print_status(f"{name}: --prune removes no pages if something is {LEFT_OUT}.")
    exit_code = 0
    if options.check:
        different = different_files(files) if options.force else outdated_files(files)
        consequence = "differs" if options.force else "shows something else"
        for path in different:
            print_status(f"{path} is missing or {consequence}")
        exit_code = 1 if different or orphaned else 0
    elif not options.dry_run and (exit_code := write(out, files, force=options.force)):
        return exit_code
    removes = not (options.check or options.dry_run or exit_code)
    for path in orphaned:
        if removes:
            remove(path)
        consequence = "is removed" if removes else "would be removed"
        print_status(f"{path} {consequence}: its operation is not in the document")
    entries = navigation_entries(generator.stubs, groups, navigation_prefix(out))
    print(json.dumps(entries, indent=2))
    return exit_code


def refusal(lost_from: Sequence[str]) -> str:
    """Return why nothing was written, and the option that writes the rest."""
    if not lost_from:
        return "nothing was written."
    return (
        f"nothing was written, because {list_operations(lost_from)} cannot be shown completely; "
        "correct the errors above, or use --repair to write the rest."
    )


def list_operations(names: Sequence[str]) -> str:
    """List operations, of many only the first."""
    listed = ", ".join(map(escape_unprintable, names[:MAX_LISTED_OPERATIONS]))
    return f"{listed} and others" if len(names) > MAX_LISTED_OPERATIONS else listed


def is_stream(out: Path) -> bool:
    """Return whether the output is standard output or a pipe instead of a folder."""
    try:
        return str(out) == STANDARD_STREAM or out.is_fifo() or out.is_char_device()
    except OSError:
        return False


def stream(out: Path, stubs: Iterable[PageStub], groups: Iterable[GroupNode]) -> int:
    """Write the files and the entries as one JSON object; the reader may stop at any time."""
    output = {
        "files": {f"{stub.docname}.mdx": stub.text for stub in stubs},
        "navigation": navigation_entries(stubs, groups, ""),
    }
    text = json.dumps(output, indent=2) + "\n"
    try:
        if str(out) == STANDARD_STREAM:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            write_to_pipe(out, text)
    except BrokenPipeError:
        return 0
    except OSError as error:
        return fail(f"nothing was written: {out}: {describe_os_error(error)}")
    return 0


def read_named_document(location: str) -> ReadDocument:
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


def write(out: Path, files: Files, *, force: bool) -> int:
    """Write the files; edited ones are skipped unless overwriting is forced."""
    different = different_files(files)
    # A link that leads nowhere is something that the author made, too.
    edited = () if force else tuple(path for path in different if os.path.lexists(path))
    pending = {path: files[path] for path in different if path not in edited}
    try:
        write_all(pending, below=out)
    except OSError as error:
        return fail(f"nothing was written: {error.filename}: {describe_os_error(error)}")
    for path in edited:
        print_status(f"{path} was edited and is not overwritten (use --force to overwrite it)")
    count = len(pending)
    print_status(f"{count} {'file' if count == 1 else 'files'} written")
    return 0


def navigation_prefix(out: Path) -> str:
    """Return the folder of the pages as the navigation writes it.

    That is the path from the closest folder with a settings file, or else from here.
    """
    folder, root = out.resolve(), Path.cwd().resolve()
    for each in (folder, *folder.parents):
        named = str(plain_values(each).get("sitejson_file") or "")
        if is_file(each / find_settings_file(each, named)):
            root = each
            break
    if not folder.is_relative_to(root):
        return ""
    return folder.relative_to(root).as_posix().removeprefix(".")


def navigation_entries(
    stubs: Iterable[PageStub], groups: Iterable[GroupNode], prefix: str
) -> list[dict[str, Any]]:
    """Return the groups as ``site.json`` writes them."""
    schemas = tuple(PageNode(stub.docname) for stub in stubs if stub.is_schema)
    added = [GroupNode(name=SCHEMA_GROUP, entries=schemas)] if schemas else []
    return [_group_entry(group, prefix) for group in (*groups, *added)]


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
