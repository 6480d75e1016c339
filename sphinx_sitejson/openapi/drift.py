"""Find operations without a page, unused schemas, and samples in unconfigured languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

from .digests import DocumentDigests
from .keywords import SAMPLE_EXTENSIONS
from .raw import as_object_list, get_text, schema_name

if TYPE_CHECKING:
    from .document import OpenApiDocument

_LANGUAGE_ALIASES = {
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


def find_operations_without_page(
    document: OpenApiDocument, has_page: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the keys of operations that have no page and are not excluded."""
    for key, operation in document.operations_by_key.items():
        if not operation.is_excluded and not has_page(key):
            yield key


def find_unused_schemas(
    document: OpenApiDocument, rendered_schemas: Collection[str]
) -> Iterator[str]:
    """Yield the named schemas that no operation refers to, directly or indirectly.

    :param rendered_schemas: schemas that have an authored page; these count as used.
    """
    pages = (document.schemas.get(name) for name in rendered_schemas)
    raws = [
        *map(document.raw_operation, document.operations_by_key.values()),
        *(schema.raw for schema in pages if schema is not None),
    ]
    reached = DocumentDigests(document).reachable_components(raws)
    used = {*rendered_schemas, *map(schema_name, reached)}
    yield from (name for name in document.schemas if name not in used)


def unconfigured_sample_languages(
    document: OpenApiDocument, languages: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the operation and language of each code sample that is not a configured language."""
    configured = {_canonical_name(language) for language in languages}
    for key, operation in document.operations_by_key.items():
        for extension in SAMPLE_EXTENSIONS:
            for sample in as_object_list(operation.extensions.get(extension)):
                language = get_text(sample, "lang")
                if language and _canonical_name(language) not in configured:
                    yield key, language


@cache
def _canonical_name(language: str) -> str:
    name = language.strip().lower()
    return _LANGUAGE_ALIASES.get(name, name)
