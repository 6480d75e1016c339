"""Refuses files outside of the project, whichever directive reads them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.languages import en
from docutils.utils import Reporter
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common import files
from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.site_build.front_matter import IS_MDX
from sphinx_sitejson.site_build.reports import report_at


def extend_directive(
    app: Sphinx, name: str, mixin: type[Directive], options: Mapping[str, Any] | None = None
) -> None:
    """Register a subclass of a directive, whichever extension added it."""
    directive = find_directive(name)
    # docutils has one table of directives for all applications of a process.
    if directive is None or issubclass(directive, mixin):
        return
    members = {
        "__module__": directive.__module__,
        "__doc__": directive.__doc__,
        "option_spec": {**(directive.option_spec or {}), **(options or {})},
    }
    extended = type(directive.__name__, (mixin, directive), members)
    app.add_directive(name, extended, override=True)


def find_directive(name: str) -> type[Directive] | None:
    """Return the class of a directive as extensions left it, or that of docutils."""
    # The document receives the message that there is no such directive.
    document = nodes.document(None, Reporter("", 5, 5))  # type: ignore[arg-type]
    found, _messages = directives.directive(name, en, document)  # type: ignore[arg-type]
    return found if isinstance(found, type) and issubclass(found, Directive) else None


FILE_DIRECTIVES = ("include", "literalinclude", "raw", "csv-table")
"""Directives that insert the content of a file."""


def remove_outside_files(env: BuildEnvironment, document: nodes.document) -> None:
    """Replace images and downloads outside of the project by their text."""
    for node in list(document.findall(nodes.Element)):
        if isinstance(node, nodes.image):
            path = str(node.get("uri", ""))
        elif isinstance(node, addnodes.download_reference):
            path = str(node.get("reftarget", ""))
        else:
            continue
        if "://" in path or path.startswith("data:") or not (reason := read_refusal(env, path)):
            continue
        report_outside_file(str(node.source or document["source"]), node.line, path, reason)
        text = node.get("alt") or node.astext()
        node.replace_self(nodes.inline(text, text))


def read_refusal(env: BuildEnvironment, path: str, source: str = "") -> str:
    """Return why a file is not read, as the end of a sentence; empty if it may be read.

    :param source: the file that contains the path, if it is not the page.
    """
    root = Path(env.srcdir).resolve()
    try:
        if path.startswith("/"):
            # It starts at the project, or at the root of the disk.
            candidates = [root / path.lstrip("/")]
            if Path(path).exists():
                candidates.append(Path(path))
        else:
            candidates = [(root / env.docname).parent / path]
            if source and Path(source).is_relative_to(root):
                candidates.append(Path(source).parent / path)
    except (OSError, RuntimeError, ValueError):
        return files.NOT_IN_PROJECT
    return next(filter(None, (files.read_refusal(found, root) for found in candidates)), "")


def report_outside_file(source: str, line: int | None, path: str, reason: str) -> None:
    """Report a file that is not read."""
    message = f"the file {quoted(path)} {reason}; it is not read."
    report_at(ProblemCode.OUTSIDE_FILE, message, Location(source, line=line or 1))


class GuardedDirective(Directive):
    """Reads only project files on MDX pages."""

    def run(self) -> list[nodes.Node]:
        """Run the directive, unless its file is outside of the project."""
        env: BuildEnvironment = self.state.document.settings.env
        named = self.options.get("file") or self.options.get("url")
        path = str(named or next(iter(self.arguments), ""))
        reason = ""
        if path and env.temp_data.get(IS_MDX):
            reason = read_refusal(env, path, str(self.state.document["source"]))
            reason = files.NOT_IN_PROJECT if "url" in self.options else reason
        if reason:
            source, line = self.state_machine.get_source_and_line(self.lineno)
            report_outside_file(source or str(env.doc2path(env.docname)), line, path, reason)
            return []
        return [*super().run()]


def guard_directives(app: Sphinx) -> None:
    """Register subclasses of the directives that read files, whichever extension added them."""
    for name in FILE_DIRECTIVES:
        extend_directive(app, name, GuardedDirective)
