"""The directives of docutils, in one table for all applications of a process."""

from __future__ import annotations

from collections.abc import Callable

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.languages import en
from docutils.utils import Reporter


def find_directive(name: str) -> type[Directive] | None:
    """Return the class of a directive as extensions left it, or that of docutils."""
    # The document takes the message that there is no such directive.
    document = nodes.document(None, Reporter("", 5, 5))  # type: ignore[arg-type]
    found, _messages = directives.directive(name, en, document)  # type: ignore[arg-type]
    return found if isinstance(found, type) and issubclass(found, Directive) else None


def wrap_directives(
    names: tuple[str, ...], wrap: Callable[[type[Directive]], type[Directive]]
) -> None:
    """Wrap directives, regardless of which extension registered them.

    Every directive that reads a file has to be asked, those of docutils included, and docutils
    has one table for all applications of a process: what is wrapped already stays as it is.
    """
    for name in names:
        directive = find_directive(name)
        if directive is not None and not getattr(directive, "is_wrapped", False):
            wrapped = wrap(directive)
            wrapped.is_wrapped = True  # type: ignore[attr-defined]
            directives.register_directive(name, wrapped)
