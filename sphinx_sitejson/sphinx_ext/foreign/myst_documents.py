"""The documents that MyST makes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from myst_parser.mdit_to_docutils import base

if TYPE_CHECKING:
    pass


@contextmanager
def without_spare_document() -> Iterator[None]:
    """Keep MyST from making a document that nobody looks at.

    Its renderer makes an empty one in case it is given none, which takes as long as reading a
    short page. MyST-Parser 5.0 to 5.2.
    """
    make_document = base.make_document
    base.make_document = _no_document  # type: ignore[assignment]
    try:
        yield
    finally:
        base.make_document = make_document


def _no_document(*arguments: object, **options: object) -> None:
    """Stand in for a document that nobody will look at."""
