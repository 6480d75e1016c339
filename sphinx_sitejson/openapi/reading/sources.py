"""A document's file as it was read: without credentials, and with the problems of its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.json_documents.sources import Source, read_any
from sphinx_sitejson.common.json_documents.syntax_errors import FaultKind
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, key_path

from .credentials import document_may_have_credentials, remove_credentials

CREDENTIALS = (
    "the URL contains a user name or password, which every reader could see; they are left out."
)
_CODES: Mapping[FaultKind, ProblemCode] = {
    "unreadable": ProblemCode.OPENAPI_DOCUMENT,
    "too deep": ProblemCode.NESTED_TOO_DEEP,
}
_AS_TEXT = (("openapi",), ("swagger",), ("info", "version"))
"""Versions are kept as they are written: 1.10 is not 1.1."""


@dataclass(frozen=True, kw_only=True)
class DocumentFile(Source):
    """What was read from one file of a document."""

    problems: tuple[Problem, ...] = ()


def read_source(content: bytes, *, file: str) -> DocumentFile:
    """Read the content of a file, whatever its name: JSON if it is JSON, else YAML."""
    source = read_any(content, file=file, as_text=_AS_TEXT)
    problems: list[Problem] = []
    if document_may_have_credentials(source.text):
        # Before anything else sees the value, so that no message about it repeats them.
        places = source.places(remove_credentials(source.value))
        problems = [
            Problem(code=ProblemCode.CREDENTIALS, message=CREDENTIALS, place=place)
            for place in places.values()
        ]
    return DocumentFile(
        file=file,
        value=source.value,
        text=source.text,
        is_json=source.is_json,
        problems=(*problems, *_problems_of(source)),
    )


def document_has_credentials(content: bytes) -> bool:
    """Tell whether a document has a user or a password in one of its addresses."""
    problems = read_source(content, file="").problems
    return any(problem.code == "credentials" for problem in problems)


def _problems_of(source: Source) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            code=_CODES.get(fault.kind, ProblemCode.OPENAPI_INVALID),
            message=fault.message,
            place=Place(
                file=source.file,
                line=fault.line,
                column=fault.column,
                key_path=key_path(fault.path),
            ),
        )
        for fault in source.faults
    )
