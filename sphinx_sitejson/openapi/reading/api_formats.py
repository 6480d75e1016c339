"""The formats of API descriptions: how each is recognized, and how it becomes OpenAPI 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP
from sphinx_sitejson.common.problems import JsonPath, key_path
from sphinx_sitejson.openapi.keywords import OPENAPI_3, Grammar

from .bundler import Bundle
from .sources import DocumentFile, read_source
from .swagger2.conversion import SWAGGER_2, convert_bundle
from .validation.meta_schemas import ASYNCAPI, SWAGGER, detect_version
from .workspace import UnreadableError

_DEEPEST_RESULT = 4 * MAX_LEVELS
"""More levels than any document needs: a converted one may contain itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiFormat:
    """A format of API descriptions."""

    name: str
    matches: Callable[[dict[str, Any]], bool] = field(repr=False)
    """Recognizes a document by its content."""
    convert: Callable[[dict[str, Any]], dict[str, Any]] | None = field(default=None, repr=False)
    """Turns a document into OpenAPI 3 before its references are followed."""
    grammar: Grammar = field(default=OPENAPI_3, repr=False)
    """The keys that may refer to other files."""
    convert_bundle: Callable[[Bundle], Bundle] | None = field(default=None, repr=False)
    """Convert a document to OpenAPI 3 after its references were bundled."""
    module: str = ""
    """The module with ``GRAMMAR`` and ``convert_bundle``, imported when a document needs it."""
    suffixes: tuple[str, ...] = (".json", ".yaml", ".yml")
    """The endings of files in which documents are searched for."""
    digest: str = ""
    """Changes with the code of a format that the project adds."""

    def load(self) -> ApiFormat:
        """Return the format with the functions of its module."""
        if not self.module:
            return self
        module = import_module(self.module)
        return replace(self, grammar=module.GRAMMAR, convert_bundle=module.convert_bundle)


API_FORMATS = (
    ApiFormat(
        name="Swagger 2.0",
        matches=lambda document: detect_version(document).rules == SWAGGER,
        grammar=SWAGGER_2,
        convert_bundle=convert_bundle,
    ),
    ApiFormat(
        name="AsyncAPI",
        matches=lambda document: detect_version(document).rules == ASYNCAPI,
        module="sphinx_sitejson.asyncapi.conversion",
    ),
    ApiFormat(
        name="OpenAPI 3", matches=lambda document: detect_version(document).rules is not None
    ),
)
"""The formats of the package; the first that matches is used."""


def find_format(document: Any, formats: Iterable[ApiFormat]) -> ApiFormat | None:
    """Return the first format that recognizes a document."""
    if not isinstance(document, dict):
        return None
    return next((each for each in formats if each.matches(document)), None)


def convert_source(source: DocumentFile, formats: Iterable[ApiFormat]) -> DocumentFile:
    """Return a file whose document is converted if one of the formats recognizes it.

    :raises UnreadableError: if the result is not a document.
    """
    found = find_format(source.value, formats)
    if found is None or found.convert is None:
        return source
    converted: Any = found.convert(deepcopy(source.value))
    if not isinstance(converted, dict):
        kind = type(converted).__name__
        raise UnreadableError(f'the format "{found.name}" returned {kind}, not a dictionary.')
    if wrong := _first_unknown_value(converted):
        raise UnreadableError(f'the format "{found.name}" returned {wrong}.')
    return replace(source, value=converted, converted_by=repr(found))


def _first_unknown_value(document: dict[str, Any]) -> str:
    """Return what is wrong with a value that JSON does not have, and where it is; else ""."""
    pending: list[tuple[JsonPath, Any]] = [((), document)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, dict):
            for key, member in value.items():
                if not isinstance(key, str):
                    return f"a key that is not a string at {key_path(path) or 'the root'}: {key!r}"
                pending.append(((*path, key), member))
        elif isinstance(value, list):
            pending.extend(((*path, at), member) for at, member in enumerate(value))
        elif not isinstance(value, str | int | float | None):
            return f"a value that JSON does not have at {key_path(path)}: {type(value).__name__}"
        if len(path) > _DEEPEST_RESULT:
            return f"values that are {TOO_DEEP}, or contain themselves"
    return ""


def has_format(content: bytes, formats: Iterable[ApiFormat]) -> bool:
    """Whether one of the formats recognizes the content of a file."""
    return find_format(read_source(content, file="").value, formats) is not None
