"""The documents that MyST makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from myst_parser.mdit_to_docutils import base


@contextmanager
def without_spare_document(options: Mapping[str, Any]) -> Iterator[None]:
    """Keep MyST from making a document that nobody looks at, where it is given one.

    Its renderer makes an empty one in case the options have none, which takes as long as reading a
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
    """Stand in for a document that nobody will look at."""
