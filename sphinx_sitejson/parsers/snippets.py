"""Snippets: files that pages include by import or by ``<Snippet file>``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.common.records import record
from sphinx_sitejson.components.registry import known_tags
from sphinx_sitejson.mdx.javascript.engine import ModuleKind, ModuleSource
from sphinx_sitejson.mdx.javascript.values import PropValue
from sphinx_sitejson.mdx.other_syntaxes import LITERAL_BRACES, rewrite_blocks
from sphinx_sitejson.mdx.scanning.masking import normalize
from sphinx_sitejson.mdx.scanning.scanner import Scan
from sphinx_sitejson.mdx.scanning.statements import Statements
from sphinx_sitejson.navigation.site_urls import SITE_ALIAS, paths_below_alias
from sphinx_sitejson.settings.front_matter.reading import FrontMatter, read_front_matter
from sphinx_sitejson.settings.project_files import find_project_file
from sphinx_sitejson.site_build.config import markdown_syntax
from sphinx_sitejson.site_build.front_matter import add_site_problems
from sphinx_sitejson.site_build.page_text import fill_variables
from sphinx_sitejson.site_build.templates import render

MAX_SNIPPET_DEPTH = 20
MAX_SNIPPET_SIZE = 5_000_000
_SCRIPTS = (".jsx", ".tsx", ".js", ".ts", ".mjs")
_FOLDERS = ("/index.mdx", "/index.jsx", "/index.js")
_ENDINGS = ("", ".mdx", ".md", *_SCRIPTS, ".json", *_FOLDERS)


@record
class SourceFile:
    """A page or a snippet: its text and its statements."""

    path: str
    """Absolute, for messages."""
    name: str
    """From the root of the project, with a leading slash."""
    text: str
    """The text, with blank lines instead of the front matter."""
    scan: Scan | None
    """``None`` for a file that is no Markdown."""
    values: Mapping[str, PropValue]
    """The front matter."""
    has_expressions: bool = True
    """Whether text in braces is JavaScript."""

    @property
    def has_content(self) -> bool:
        """Whether the file has Markdown besides its statements."""
        if self.scan is None:
            return False
        position = 0
        for start, end in self.scan.statements.spans:
            if self.text[position:start].strip():
                return True
            position = end
        return bool(self.text[position:].strip(" \t\n;"))

    @property
    def statements(self) -> Statements:
        """The import and export statements of a Markdown file."""
        return self.scan.statements if self.scan else Statements()

    @property
    def module(self) -> ModuleSource:
        """The source of the file for the engine."""
        if self.scan is not None:
            text = self.scan.statements.source(self.text)
            kind: ModuleKind = "markdown" if self.has_content else "script"
            return ModuleSource(name=self.name, kind=kind, text=text, values=self.values)
        is_data = self.path.endswith(".json")
        return ModuleSource(name=self.name, kind="json" if is_data else "script", text=self.text)


PAGE_SUFFIXES = (".mdx", ".md")
"""Files with text; others contain code or data."""


def read_snippet(env: BuildEnvironment, reference: str, *, beside: str) -> SourceFile | None:
    """Read a snippet, and add it to the dependencies of the page.

    :param beside: the name of the file that imports it, for relative paths.
    """
    path = find_first(env, import_paths(reference, beside))
    if path is None:
        return None
    env.note_dependency(str(path))
    return read_snippet_file(env, path)


def find_first(env: BuildEnvironment, paths: Iterable[str]) -> Path | None:
    """Return the first of some project files that exists, or ``None``."""
    files = (find_project_file(Path(env.srcdir), path) for path in paths)
    return next(filter(None, files), None)


def import_paths(reference: str, beside: str) -> list[str]:
    """Return the files that an import may mean.

    :param beside: the name of the file that imports it, for relative paths.
    """
    path = reference
    if reference.startswith("."):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(beside), reference))
    elif reference.startswith(("@/", "~/")):
        path = reference[1:]
    paths = paths_below_alias(path) if path.startswith(SITE_ALIAS) else [path]
    return [path + ending for path in paths for ending in _ENDINGS]


def is_library(reference: str) -> bool:
    """Return whether an import is a package of JavaScript, and no file of the project."""
    is_path = reference.startswith((".", "/", "@/", "~/", SITE_ALIAS))
    return not is_path and not reference.endswith((".mdx", ".md", ".json", *_SCRIPTS))


def snippet_paths(name: str, beside: str) -> list[str]:
    """Return the files that ``<Snippet file>`` may mean.

    :param beside: the name of the file that includes it, for relative paths.
    """
    if name.startswith("."):
        return import_paths(name, beside)
    return [
        posixpath.join(folder, name.lstrip("/")) + ending
        for folder in ("_snippets", "snippets", "")
        for ending in ("", ".mdx", ".md")
    ]


def read_snippet_file(env: BuildEnvironment, path: Path) -> SourceFile | None:
    """Read a snippet from disk."""
    try:
        if path.stat().st_size > MAX_SNIPPET_SIZE:
            return None
        text = normalize(path.read_text(encoding="utf-8", errors="replace"))
        if path.suffix in PAGE_SUFFIXES:
            text = fill_variables(env, text, path)
    except OSError:
        return None
    name = f"/{path.relative_to(Path(env.srcdir).resolve()).as_posix()}"
    return parse_source(env, text, path=str(path), name=name)


def home_page(values: Mapping[str, Any]) -> str:
    """Return the elements of a home page of VitePress; empty for other pages."""
    hero, features = values.get("hero"), values.get("features")
    if values.get("layout") != "home":
        return ""
    text = render(
        "home_page.mdx.jinja",
        hero=hero if isinstance(hero, dict) else {},
        features=features if isinstance(features, list) else [],
    )
    # As short as the front matter, so that the lines of the page keep their numbers.
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def parse_source(
    env: BuildEnvironment,
    text: str,
    *,
    path: str,
    name: str,
    front_matter: FrontMatter | None = None,
) -> SourceFile:
    """Split a text into front matter, statements and content.

    :param front_matter: the front matter, if it was read before.
    """
    if path.endswith((*_SCRIPTS, ".json")):
        return SourceFile(path=path, name=name, text=text, scan=None, values={})
    front_matter = front_matter or read_front_matter(text, file=path)
    syntax = markdown_syntax(env)
    lines = text.split("\n")[front_matter.line_count :]
    head = home_page(front_matter.values) if syntax == "vitepress" else ""
    body = head + "\n" * (front_matter.line_count - head.count("\n")) + "\n".join(lines)
    if syntax in LITERAL_BRACES and not path.endswith(".md"):
        syntax = "mdx"
    body, messages = rewrite_blocks(body, syntax)
    if messages:
        add_site_problems(
            env,
            (
                Problem(ProblemCode.MDX_FENCE, message, Location(path, line=line))
                for message, line in messages.items()
            ),
        )
    has_expressions = syntax not in LITERAL_BRACES
    scanned = Scan(body, known_tags(env).inline, has_expressions=has_expressions)
    return SourceFile(
        path=path,
        name=name,
        text=body,
        scan=scanned,
        values=front_matter.values,
        has_expressions=has_expressions,
    )
