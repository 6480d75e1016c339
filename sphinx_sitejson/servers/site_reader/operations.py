"""The operations of a site, and requests made from its OpenAPI documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from sphinx_sitejson.common.files.writing import write_if_changed
from sphinx_sitejson.navigation.page_files.site_pages import as_document
from sphinx_sitejson.openapi.library import FoundOperation, NotFound, OpenApiLibrary
from sphinx_sitejson.openapi.model import Example, Operation, Parameter
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
from sphinx_sitejson.reference.request_samples.building import base_url_of, sample_request
from sphinx_sitejson.reference.request_samples.catalog import languages_for, samples_for
from sphinx_sitejson.reference.request_samples.request import JsonBody, SampleRequest

from .files import MissingFileError, SiteFiles

LIST = "llms.txt"
_DOCUMENT = re.compile(r"\]\((?:\./|https?://[^)\s]*/)(_static/openapi/[^)\s]+)\)")


class UnknownOperationError(Exception):
    """An operation that the site does not have; the message names near ones."""


class SiteOperations:
    """Finds operations in the documents that a site publishes."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        self._library: OpenApiLibrary | None = None

    def find(self, name: str) -> FoundOperation:
        """Return an operation by its id, or by its method and path."""
        wanted = name.strip()
        library = self._documents()
        by_key = " " in wanted
        found = (library.find_operation if by_key else library.find_operation_by_id)(wanted)
        if isinstance(found, NotFound):
            raise UnknownOperationError(found.reason)
        return found

    def all(self) -> Iterator[FoundOperation]:
        """Yield the operations of all documents, in their order."""
        for document in self._documents().documents:
            for operation in document.operations:
                yield FoundOperation(document, operation)

    def _documents(self) -> OpenApiLibrary:
        if self._library is None:
            self._library = OpenApiLibrary(filter(None, map(self._read, self._listed())))
        return self._library

    def _listed(self) -> list[str]:
        try:
            return list(dict.fromkeys(_DOCUMENT.findall(self._files.read(LIST))))
        except MissingFileError:
            return []

    def _read(self, path: str) -> Any:
        name = PurePosixPath(path).name
        with TemporaryDirectory(prefix="sitejson-") as folder:
            copy = Path(folder, name)
            write_if_changed(copy, self._files.read(path).encode(), below=Path(folder))
            read = read_document(name, root=Path(folder), options=ReadOptions(offline=True))
        return as_document(read)


def request_of(operation: Operation, values: Mapping[str, Any], body: Any) -> SampleRequest:
    """Return the request of an operation with some values of its parameters, and a body.

    :param body: what a JSON body holds; None means the example of the document.
    """
    parameters = tuple(_with_value(parameter, values) for parameter in operation.parameters)
    filled = replace(operation, parameters=parameters)
    request = sample_request(filled, base_url=base_url_of(filled))
    return request if body is None else replace(request, body=JsonBody(value=body))


def written_request(found: FoundOperation, request: SampleRequest, language: str) -> str:
    """Write a request in a language: cURL, Python, JavaScript and others."""
    choice = languages_for([language])
    samples = samples_for(replace(found.operation, extensions={}), request, choice.languages)
    if choice.unknown or not samples:
        raise UnknownOperationError(f"Requests cannot be written in {language}.")
    return samples[0].code


def _with_value(parameter: Parameter, values: Mapping[str, Any]) -> Parameter:
    if parameter.name not in values:
        return parameter
    example = Example(name="given", value=values[parameter.name], has_value=True)
    return replace(parameter, examples=(example,), required=True, deprecated=False)
