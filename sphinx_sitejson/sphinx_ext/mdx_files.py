"""Keeps MDX pages from reading files outside of the project, whatever directive they use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.directives.images import Figure, Image

from sphinx_sitejson.problems import Place, Problem, quoted

from .reports import report

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def refuse_outside_files(env: BuildEnvironment, document: nodes.document) -> None:
    """Take out images of files that are not in the project."""
    for image in list(document.findall(nodes.image)):
        uri = str(image.get("uri", ""))
        if "://" in uri or uri.startswith("data:") or is_inside(env, uri):
            continue
        _report(image.source or str(document["source"]), image.line, uri)
        image.replace_self(nodes.inline("", image.get("alt", "")))


def is_inside(env: BuildEnvironment, path: str) -> bool:
    """Whether a path of a page leads to something in the project."""
    _relative, absolute = env.relfn2path(path, env.docname)
    try:
        return Path(absolute).resolve().is_relative_to(Path(env.srcdir).resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def _report(source: str, line: int | None, path: str) -> None:
    message = f"the file {quoted(path)} is not in the project; it is not read."
    place = Place(file=source, line=line or 1)
    report([Problem(code="outside_file", message=message, place=place)])
