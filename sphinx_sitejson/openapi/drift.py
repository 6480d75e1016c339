"""Parts of a document that the site does not show or nobody uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

from .digests import DocumentDigests
from .raw import object_list, text_of
from .references import schema_name

if TYPE_CHECKING:
    from .document import OpenApiDocument

_SAMPLES = ("x-codeSamples", "x-code-samples")
_OTHER_NAMES = {
    "shell": "bash",
    "curl": "bash",
    "sh": "bash",
    "js": "javascript",
    "node": "javascript",
    "nodejs": "javascript",
    "py": "python",
    "golang": "go",
    "c#": "csharp",
    "dotnet": "csharp",
}


def operations_without_page(
    document: OpenApiDocument, has_page: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the keys of operations that the document wants shown and that no page shows."""
    for key, operation in document.operations_by_key.items():
        if not operation.is_left_out and not has_page(key):
            yield key


def unused_schemas(document: OpenApiDocument, shown: Collection[str]) -> Iterator[str]:
    """Yield the named schemas to which no operation leads, not even through others.

    :param shown: schemas that have a written page; these are in use.
    """
    pages = (document.schemas.get(name) for name in shown)
    raws = [
        *map(document.raw_operation, document.operations_by_key.values()),
        *(schema.raw for schema in pages if schema is not None),
    ]
    reached = DocumentDigests(document).reached_from(raws)
    used = {*shown, *map(schema_name, reached)}
    yield from (name for name in document.schemas if name not in used)


def other_sample_languages(
    document: OpenApiDocument, languages: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield operation and language of each code sample that the settings do not ask for."""
    wanted = {_canonical_name(language) for language in languages}
    for key, operation in document.operations_by_key.items():
        for extension in _SAMPLES:
            for sample in object_list(operation.extensions.get(extension)):
                language = text_of(sample, "lang")
                if language and _canonical_name(language) not in wanted:
                    yield key, language


@cache
def _canonical_name(language: str) -> str:
    name = language.strip().lower()
    return _OTHER_NAMES.get(name, name)
