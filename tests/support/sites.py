"""Sites built by Sphinx inside the test's own process."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from textwrap import dedent
from typing import Any

import sphinx.locale
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.cmd import build
from sphinx.config import Config
from sphinx.errors import SphinxError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import docutils_namespace
from sphinx.util.logging import VERBOSITY_MAP

from .repeated_work import skip_repeated_work
from .trees import broken_rules

FileContent = str | bytes | dict[str, Any]
"""What a file of a site holds; a dictionary is written as JSON."""

COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
DEFAULT_CONF = 'extensions = ["sphinx_sitejson"]\n'
AFTER_ALL_OTHERS = 10_000
SUFFIXES_OF_SPHINX = dict(Config.config_values["source_suffix"].default)

skip_repeated_work()


def api_settings(
    name: str,
    document: Any,
    *,
    pages: Sequence[str] = ("index",),
    group: str = "Start",
    **more: Any,
) -> dict[str, Any]:
    """Return the settings of a site with a group of pages and the tab ``api`` of a document."""
    return {
        "name": name,
        "navigation": [{"group": group, "pages": list(pages)}],
        "tabs": [{"name": "API", "url": "api", "openapi": document}],
        **more,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How Sphinx is asked to build; a rebuild uses the same."""

    builder: str = "html"
    overrides: Mapping[str, object] = field(default_factory=dict)
    tags: Sequence[str] = ()
    parallel: int = 0
    expect_failure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """A site after one build: what Sphinx wrote, and what it said."""

    folder: Path
    options: BuildOptions
    warnings: str
    status: str
    error: str
    read_docs: frozenset[str]
    written_docs: frozenset[str]

    @property
    def srcdir(self) -> Path:
        return self.folder / "source"

    @property
    def outdir(self) -> Path:
        return self.folder / "build" / self.options.builder

    @property
    def doctreedir(self) -> Path:
        return self.folder / "build" / "doctrees"

    def exists(self, path: str) -> bool:
        """Tell whether the build wrote this file."""
        return (self.outdir / path).is_file()

    def text(self, path: str) -> str:
        """Return what a written file holds."""
        return (self.outdir / path).read_text(encoding="utf-8")

    def url(self, path: str) -> str:
        """Return the address of a written file on the disk."""
        return (self.outdir / path).as_uri()

    def page(self, path: str) -> BeautifulSoup:
        """Return a written HTML page, parsed."""
        return BeautifulSoup(self.text(path), "html.parser")

    def main(self, path: str) -> str:
        """Return the HTML of the content of a written page, without what surrounds it."""
        _, start, rest = self.text(path).partition("<main")
        content, end, _ = rest.partition("</main>")
        assert start and end, path
        return start + content + end

    def rebuild(
        self,
        changes: Mapping[str, FileContent | None] | None = None,
        *,
        expect_failure: bool = False,
    ) -> BuiltSite:
        """Change files, delete those given as ``None``, and build again in the same folders."""
        write_files(self.srcdir, changes or {})
        return run_sphinx(self.folder, replace(self.options, expect_failure=expect_failure))


@dataclass(frozen=True, slots=True)
class SiteBuilder:
    """Builds each site in a new folder below ``parent``."""

    parent: Path

    def __call__(
        self,
        files: Mapping[str, FileContent],
        *,
        conf: str = "",
        builder: str = "html",
        overrides: Mapping[str, object] | None = None,
        tags: Sequence[str] = (),
        parallel: int = 0,
        expect_failure: bool = False,
    ) -> BuiltSite:
        """Write the files and build them.

        :param conf: further lines for ``conf.py``, which by default only names the extension.
        :param overrides: settings that win over ``conf.py``, as ``sphinx-build -D`` gives them.
        """
        folder = self.parent / f"site{len(list(self.parent.glob('site*'))) + 1}"
        own_conf = as_bytes(files.get("conf.py", DEFAULT_CONF)).decode()
        write_files(folder / "source", {**files, "conf.py": f"{own_conf}\n{dedent(conf)}"})
        options = BuildOptions(
            builder=builder,
            overrides=overrides or {},
            tags=tags,
            parallel=parallel,
            expect_failure=expect_failure,
        )
        return run_sphinx(folder, options)


def one_page(text: str, name: str = "page.mdx", **files: FileContent) -> dict[str, FileContent]:
    """Return the files of a site with one page, whose text begins in line 5."""
    head = "---\ntitle: T\n---\n\n" if name.endswith("mdx") else "# T\n\n\n\n"
    navigation = [{"group": "", "pages": [name.partition(".")[0]]}]
    settings = {"name": "S", "navigation": navigation}
    return {"site.json": settings, name: f"{head}{text}\n", **files}


def files_of(folder: Path) -> dict[str, FileContent]:
    """Read all files below a folder, to build a site that is kept in the repository."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"__pycache__", "_build"} & set(path.parts)
    }


def write_files(folder: Path, files: Mapping[str, FileContent | None]) -> None:
    """Write files so that each is newer than everything written or read before."""
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_bytes(content))
        # The clock that stamps files may lag some milliseconds behind the one that Sphinx asks.
        now = time.time_ns()
        os.utime(path, ns=(now, now))


def as_bytes(content: FileContent) -> bytes:
    """Return what is written to disk for the content of a file."""
    if isinstance(content, bytes):
        return content
    text = content if isinstance(content, str) else json.dumps(content, indent=2)
    return text.encode()


def run_sphinx(folder: Path, options: BuildOptions, *, doctreedir: Path | None = None) -> BuiltSite:
    """Run one build and collect what it did; a failure is raised unless it is expected."""
    status, warnings = StringIO(), StringIO()
    read_docs: set[str] = set()
    written_docs: set[str] = set()
    broken_trees: list[str] = []
    error = ""
    try:
        with isolated_build(folder / "source"):
            app = Sphinx(
                srcdir=folder / "source",
                confdir=folder / "source",
                outdir=folder / "build" / options.builder,
                doctreedir=doctreedir or folder / "build" / "doctrees",
                buildername=options.builder,
                confoverrides=dict(options.overrides),
                status=status,
                warning=warnings,
                tags=options.tags,
                parallel=options.parallel,
            )
            watch_documents(app, read_docs=read_docs, written_docs=written_docs)
            watch_trees(app, broken_trees)
            app.build()
    except (SphinxError, SystemExit) as failure:
        if not options.expect_failure:
            raise
        error = COLOUR_CODE.sub("", str(failure))
    if options.expect_failure and not error:
        raise AssertionError("The build was expected to fail, and did not.")
    if broken_trees:
        raise AssertionError("\n".join(broken_trees))
    return BuiltSite(
        folder=folder,
        options=options,
        warnings=COLOUR_CODE.sub("", warnings.getvalue()),
        status=COLOUR_CODE.sub("", status.getvalue()),
        error=error,
        read_docs=frozenset(read_docs),
        written_docs=frozenset(written_docs),
    )


def sphinx_build(*arguments: str | Path) -> int:
    """Run the command ``sphinx-build`` without a process of its own; return its exit code.

    :param arguments: options, and at the end the folders of the source and of the output.
    """
    words = [str(argument) for argument in arguments]
    saved_arguments = sys.argv
    sys.argv = ["sphinx-build", *words]
    try:
        with isolated_build(Path(words[-2])):
            return build.main(words)
    finally:
        sys.argv = saved_arguments


def watch_documents(app: Sphinx, *, read_docs: set[str], written_docs: set[str]) -> None:
    """Note which documents a build reads and writes.

    Both events happen in the main process, also when documents are read or written in parallel.
    """

    def note_read(app: Sphinx, env: object, docnames: list[str]) -> None:
        read_docs.update(docnames)

    def note_written(app: Sphinx, doctree: object, docname: str) -> None:
        written_docs.add(docname)

    app.connect("env-before-read-docs", note_read, priority=AFTER_ALL_OTHERS)
    app.connect("doctree-resolved", note_written, priority=AFTER_ALL_OTHERS)


def watch_trees(app: Sphinx, broken_trees: list[str]) -> None:
    """Note what is wrong with the trees of MDX pages, as they are stored and as they are written.

    In HTML they are written as they are stored, but for links that Sphinx resolves.
    """

    def check(app: Sphinx, doctree: nodes.document, docname: str = "") -> None:
        name = docname or app.env.docname
        if str(app.env.doc2path(name)).endswith(".mdx"):
            broken = broken_rules(doctree, is_resolved=bool(docname))
            broken_trees.extend(f"{name}: {problem}" for problem in broken)

    app.connect("doctree-read", check, priority=AFTER_ALL_OTHERS)
    if app.builder.format != "html":
        app.connect("doctree-resolved", check, priority=AFTER_ALL_OTHERS)


@contextmanager
def isolated_build(srcdir: Path) -> Iterator[None]:
    """Undo what a build leaves behind in the process, so that the next one starts clean.

    Modules beside ``conf.py`` would hide those of the same name in the next site, and compiled
    ones would hide a change made within the same second.
    """
    saved_path = list(sys.path)
    saved_bytecode = sys.dont_write_bytecode
    saved_level = logging.root.manager.disable
    # Sphinx formats a thousand messages for each build that only ``-v`` shows.
    logging.disable(VERBOSITY_MAP[1])
    saved_modules = set(sys.modules)
    forget_suffixes()
    sys.dont_write_bytecode = True
    try:
        with docutils_namespace():
            yield
    finally:
        logging.disable(saved_level)
        forget_suffixes()
        sys.dont_write_bytecode = saved_bytecode
        sys.path[:] = saved_path
        unload_modules(srcdir, sys.modules.keys() - saved_modules)
        sphinx.locale.translators.clear()
        ModuleAnalyzer.cache.clear()


def forget_suffixes() -> None:
    """Take back what builds left, also those that a test started without this module.

    Sphinx writes what extensions add into the default that all builds of a process have.
    """
    suffixes = Config.config_values["source_suffix"].default
    suffixes.clear()
    suffixes.update(SUFFIXES_OF_SPHINX)


def unload_modules(folder: Path, names: Iterable[str]) -> None:
    """Drop those of the imported modules whose files lie in a folder."""
    start = f"{folder}{os.sep}"
    for name in names:
        file = getattr(sys.modules.get(name), "__file__", None)
        if isinstance(file, str) and file.startswith(start):
            del sys.modules[name]
