"""The directives of docutils, in one table for all applications of a process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive, directives

if TYPE_CHECKING:
    pass


def registered_directive(name: str) -> type[Directive] | None:
    """Return the class of a directive as extensions left it.

    To look one up in the usual way takes a document. docutils 0.20 to 0.22.
    """
    found = directives._directives.get(name)  # type: ignore[attr-defined]
    return found if isinstance(found, type) and issubclass(found, Directive) else None


def wrap_directives(
    names: tuple[str, ...], wrap: Callable[[type[Directive]], type[Directive]]
) -> None:
    """Wrap directives, regardless of which extension registered them.

    Every directive that reads a file has to be asked, those of docutils included, and docutils
    has one table for all applications of a process: what is wrapped already stays as it is.
    docutils 0.20 to 0.22.
    """
    for name in names:
        directive = registered_directive(name) or _built_in(name)
        if directive is not None and not getattr(directive, "is_wrapped", False):
            wrapped = wrap(directive)
            wrapped.is_wrapped = True  # type: ignore[attr-defined]
            directives.register_directive(name, wrapped)


def _built_in(name: str) -> type[Directive] | None:
    from docutils.parsers.rst.languages import en

    found, _messages = directives.directive(name, en, nodes.document(None, None))  # type: ignore[arg-type]
    return found
