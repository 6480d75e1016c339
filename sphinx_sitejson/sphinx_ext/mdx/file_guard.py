"""Keeps MDX pages from reading files outside of the project, whatever directive they use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

from sphinx_sitejson.common import files
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.parsing import wrap_directives
from sphinx_sitejson.sphinx_ext.settings.front_matter import IS_MDX

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

READERS = ("include", "literalinclude", "raw", "csv-table")
"""Directives that put the content of a file into a page."""


def refuse_outside_files(env: BuildEnvironment, document: nodes.document) -> None:
    """Take out images and downloads of files that are not in the project."""
    for node in list(document.findall(nodes.Element)):
        if isinstance(node, nodes.image):
            path = str(node.get("uri", ""))
        elif isinstance(node, addnodes.download_reference):
            path = str(node.get("reftarget", ""))
        else:
            continue
        if "://" in path or path.startswith("data:") or not (reason := read_refusal(env, path)):
            continue
        report_outside(str(node.source or document["source"]), node.line, path, reason)
        words = node.get("alt") or node.astext()
        node.replace_self(nodes.inline(words, words))


def read_refusal(env: BuildEnvironment, path: str, source: str = "") -> str:
    """Say why a file is not read, after its name, in whichever way directives read the path.

    :param source: the file that has the path, when it is not the page itself.
    """
    root = Path(env.srcdir).resolve()
    try:
        candidates = list(_candidates(env, path, root, source))
    except (OSError, RuntimeError, ValueError):
        return files.NOT_IN_PROJECT
    return next(filter(None, (files.read_refusal(found, root) for found in candidates)), "")


def _candidates(env: BuildEnvironment, path: str, root: Path, source: str) -> Iterator[Path]:
    """Yield the files that a path may mean; a leading slash is the root of one of two things."""
    if path.startswith("/"):
        yield root / path.lstrip("/")
        if Path(path).exists():
            yield Path(path)
        return
    yield (root / env.docname).parent / path
    if source and Path(source).is_relative_to(root):
        yield Path(source).parent / path


def report_outside(source: str, line: int | None, path: str, reason: str) -> None:
    """Say that a file is not read."""
    message = f"the file {quoted(path)} {reason}; it is not read."
    place = Place(file=source, line=line or 1)
    report([Problem(code=ProblemCode.OUTSIDE_FILE, message=message, place=place)])


def guarded_directive(directive: type[Directive]) -> type[Directive]:
    """Return a directive that reads nothing outside of the project on MDX pages."""

    class Guarded(directive):  # type: ignore[valid-type, misc]
        def run(self) -> list[nodes.Node]:
            env: BuildEnvironment = self.state.document.settings.env
            path = asked_path(self.arguments, self.options)
            reason = ""
            if path and env.temp_data.get(IS_MDX):
                reason = read_refusal(env, path, str(self.state.document["source"]))
                reason = files.NOT_IN_PROJECT if "url" in self.options else reason
            if reason:
                source, line = self.state_machine.get_source_and_line(self.lineno)
                report_outside(source or str(env.doc2path(env.docname)), line, path, reason)
                return []
            made: list[nodes.Node] = super().run()
            return made

    Guarded.__name__ = directive.__name__
    Guarded.__doc__ = directive.__doc__
    return Guarded


def asked_path(arguments: list[str], options: dict[str, Any]) -> str:
    """Return the file or the address that a directive is asked to read."""
    if "file" in options or "url" in options:
        return str(options.get("file") or options.get("url"))
    return arguments[0] if arguments else ""


def guard_directives(app: Sphinx) -> None:
    """Put the guard before the directives that read files."""
    wrap_directives(READERS, guarded_directive)
