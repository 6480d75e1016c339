"""Snippets: files that pages bring in by import or by ``<Snippet file>``."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.mdx.expressions.evaluating import Scope
from sphinx_sitejson.mdx.expressions.modules import (
    IMPORT,
    Import,
    ModuleCode,
    read_export_at,
    read_import,
)
from sphinx_sitejson.mdx.expressions.scope import ModuleScope
from sphinx_sitejson.mdx.expressions.values import NotData
from sphinx_sitejson.mdx.front_matter import FrontMatter, read_front_matter
from sphinx_sitejson.mdx.scanning.lexing import Lexer
from sphinx_sitejson.mdx.scanning.masking import normalize
from sphinx_sitejson.mdx.scanning.scanner import Scan, scan
from sphinx_sitejson.settings.project_files import find_project_file, why_missing

from .known_tags import known_tags_of_pages

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.mdx.expressions.values import PropValue


DEEPEST_SNIPPET = 20
LARGEST_SNIPPET = 5_000_000
_SCRIPTS = (".jsx", ".tsx", ".js", ".ts")
_STATEMENT = re.compile(r"^(?=(?:import|export|const|let|var|function)\b)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A page or a snippet: its text, and what its statements say."""

    path: str
    """Absolute, for messages."""
    name: str
    """From the root of the project, with a leading slash."""
    text: str
    """Without front matter, whose lines are blank."""
    code: ModuleCode
    scan: Scan | None
    """Nothing for a file that is no Markdown."""
    values: Mapping[str, PropValue]
    """The front matter."""

    @property
    def is_script(self) -> bool:
        """Whether the file is all JavaScript."""
        return self.scan is None


def read_snippet(env: BuildEnvironment, reference: str, *, beside: str) -> SourceFile | None:
    """Read a snippet, and let the page depend on it.

    :param beside: the name of the file that brings it in, for paths that begin with a dot.
    """
    found = find_snippet(Path(env.srcdir), reference, beside=beside)
    if found is None:
        return None
    env.note_dependency(str(found))
    return read_snippet_file(env, found)


def find_snippet(root: Path, reference: str, *, beside: str) -> Path | None:
    """Return the file of an import; none is outside of the project."""
    files = (find_project_file(root, path) for path in _paths_of_import(reference, beside))
    return next(filter(None, files), None)


def why_no_snippet(root: Path, reference: str, *, beside: str) -> str:
    """Say why there is no file for an import, after its name: an ending of a sentence."""
    return why_missing(root, *_paths_of_import(reference, beside))


def _paths_of_import(reference: str, beside: str) -> list[str]:
    path = reference
    if reference.startswith("."):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(beside), reference))
    elif reference.startswith(("@/", "~/")):
        path = reference[1:]
    return [path + ending for ending in ("", ".mdx", ".md", ".jsx", ".tsx", "/index.mdx")]


def is_library(reference: str) -> bool:
    """Whether an import names a package of JavaScript, which is no file of the project."""
    is_path = reference.startswith((".", "/", "@/", "~/"))
    return not is_path and not reference.endswith((".mdx", ".md", *_SCRIPTS))


def find_named_snippet(root: Path, name: str) -> Path | None:
    """Return the file of ``<Snippet file>``."""
    files = (find_project_file(root, path) for path in _paths_of_name(name))
    return next(filter(None, files), None)


def why_no_named_snippet(root: Path, name: str) -> str:
    """Say why there is no file of that name, after it: an ending of a sentence."""
    return why_missing(root, *_paths_of_name(name))


def _paths_of_name(name: str) -> list[str]:
    return [
        posixpath.join(folder, name.lstrip("/")) + ending
        for folder in ("_snippets", "snippets", "")
        for ending in ("", ".mdx", ".md")
    ]


def read_snippet_file(env: BuildEnvironment, path: Path) -> SourceFile | None:
    """Read a snippet from disk."""
    try:
        if path.stat().st_size > LARGEST_SNIPPET:
            return None
        text = normalize(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    name = f"/{path.relative_to(Path(env.srcdir).resolve()).as_posix()}"
    return source_of(env, text, path=str(path), name=name)


def source_of(
    env: BuildEnvironment,
    text: str,
    *,
    path: str,
    name: str,
    front_matter: FrontMatter | None = None,
) -> SourceFile:
    """Take a text apart: front matter, statements and the rest.

    :param front_matter: that of the text, when it was read before.
    """
    front_matter = front_matter or read_front_matter(text, file=path)
    lines = text.split("\n")[front_matter.line_count :]
    body = "\n" * front_matter.line_count + "\n".join(lines)
    is_script = path.endswith(_SCRIPTS)
    scanned = None if is_script else scan(body, is_inline=known_tags_of_pages(env).is_inline)
    return SourceFile(
        path=path,
        name=name,
        text=body,
        code=scanned.modules if scanned else script_code(body),
        scan=scanned,
        values=front_matter.values,
    )


def script_code(text: str) -> ModuleCode:
    """Read the statements of a file that is all JavaScript."""
    code, lexer, position = ModuleCode(), Lexer(text), 0
    while found := _STATEMENT.search(text, position):
        imported = IMPORT.match(text, found.start())
        if imported is not None:
            read_import(code, imported)
        end = (
            imported.end()
            if imported
            else read_export_at(code, lexer, found.start(), is_script=True)
        )
        position = max(end or 0, found.start() + 1)
    return code


def names_in_scope(
    env: BuildEnvironment,
    source: SourceFile,
    props: Mapping[str, PropValue],
    around: Scope | None = None,
    depth: int = 0,
) -> ModuleScope:
    """Return the names that the expressions of a file may use."""

    def find_constant(imported: Import) -> PropValue:
        other = read_snippet(env, imported.source, beside=source.name)
        if other is None or depth > DEEPEST_SNIPPET:
            raise NotData(imported.name)
        inner = names_in_scope(env, other, {}, depth=depth + 1)
        if imported.exported == "default":
            return {name: inner[name] for name in other.code.constants if name in inner}
        if imported.exported not in other.code.names:
            raise NotData(imported.name)
        try:
            return inner[imported.exported]
        except KeyError:
            raise NotData(imported.name) from None

    # Services that know their readers put them here; nobody is known to a site that is built.
    own: dict[str, PropValue] = {"user": {}, **(around or {})}
    own.update(source.values)
    own["frontmatter"] = dict(source.values)
    return ModuleScope(props, source.code, source.text, own, find_constant)
