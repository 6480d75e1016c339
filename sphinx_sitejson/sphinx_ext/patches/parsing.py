"""How docutils finds directives, and how MyST begins to render a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.languages import en
from docutils.utils import Reporter
from myst_parser.mdit_to_docutils import base


def find_directive(name: str) -> type[Directive] | None:
    """Return the class of a directive as extensions left it, or that of docutils."""
    # The document receives the message that there is no such directive.
    document = nodes.document(None, Reporter("", 5, 5))  # type: ignore[arg-type]
    found, _messages = directives.directive(name, en, document)  # type: ignore[arg-type]
    return found if isinstance(found, type) and issubclass(found, Directive) else None


def wrap_directives(
    names: tuple[str, ...], wrap: Callable[[type[Directive]], type[Directive]]
) -> None:
    """Wrap directives, regardless of which extension registered them.

    Every directive that reads a file has to be asked, those of docutils included, and docutils
    has one table for all applications of a process: wrapped directives are not wrapped again.
    """
    for name in names:
        directive = find_directive(name)
        if directive is not None and not getattr(directive, "is_wrapped", False):
            wrapped = wrap(directive)
            wrapped.is_wrapped = True  # type: ignore[attr-defined]
            directives.register_directive(name, wrapped)


@contextmanager
def skip_spare_document(options: Mapping[str, Any]) -> Iterator[None]:
    """Keep MyST from creating a document that is not used.

    Its renderer creates an empty one in case the options have none, which takes as long as a
    short page. MyST-Parser 5.0 to 5.2.
    """
    if "document" not in options:
        yield
        return
    make_document = base.make_document
    base.make_document = _no_document  # type: ignore[assignment]
    try:
        yield
    finally:
        base.make_document = make_document


def _no_document(*arguments: object, **options: object) -> None:
    """Replace ``make_document``."""
