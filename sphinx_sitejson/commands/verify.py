"""``sitejson verify``: compares an API with the documents that describe it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.common.problems import Location
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.navigation.site_pages import document_extras
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.reading.documents import places_in_document
from sphinx_sitejson.servers.api_project import Project, ProjectError, read_project
from sphinx_sitejson.servers.verify.requests import RequestBuilder, send
from sphinx_sitejson.servers.verify.results import (
    NOT_RUN,
    REPORTS,
    OperationResult,
    Results,
    text_line,
)
from sphinx_sitejson.servers.verify.runner import Verification

from . import print_status


def run(options: argparse.Namespace) -> int:
    """Try the operations and report."""
    try:
        parse_http_url(options.base_url)
        project = read_project(options.folder, options.file)
        documents = select_documents(project, options.document)
    except InvalidUrlError as error:
        print_status(f"--base-url cannot be used: {error}")
        return NOT_RUN
    except ProjectError as error:
        print_status(error)
        return NOT_RUN
    found = []
    for result in verify_documents(project, documents, options):
        found.append(result)
        if options.format == "text":
            print(text_line(result), flush=True)
    total = sum(len(document.operations) for document in documents)
    results = Results(tuple(found), is_strict=options.strict, unsent=total - len(found))
    print(REPORTS[options.format](results))
    return results.exit_code


def select_documents(project: Project, name: str | None) -> tuple[OpenApiDocument, ...]:
    """Return the documents to verify; raise ProjectError if there is none."""
    selected = tuple(each for each in project.documents if name in (None, each.name, each.location))
    if selected:
        return selected
    available = ", ".join(document.name for document in project.documents) or "none"
    raise ProjectError(f"There is no OpenAPI document to verify; the project has: {available}.")


def verify_documents(
    project: Project, documents: tuple[OpenApiDocument, ...], options: argparse.Namespace
) -> Iterator[OperationResult]:
    """Yield the results of all documents."""
    max_bytes = int(options.max_response * 1_000_000)
    for document in documents:
        builder = RequestBuilder(
            base_url=options.base_url,
            validator=SchemaValidator(document, "request"),
            environment=os.environ,
            site_auth=project.settings.api.auth,
            headers=tuple(options.header),
        )
        verification = Verification(
            document=document,
            builder=builder,
            send=partial(send, seconds=options.timeout, max_bytes=max_bytes),
            methods=None if options.all else options.methods,
        )
        for result in verification.results():
            if options.format != "text" and result.outcome != "fits":
                location = locate_operation(project, document, result.operation)
                result = replace(result, location=location)
            yield result


def locate_operation(project: Project, document: OpenApiDocument, key: str) -> Location | None:
    """Return the file, relative to the working directory, and the line of an operation."""
    path = document.operation_path(document.operations_by_key[key])
    locations = places_in_document(
        project.loaded.document_file(document.location),
        [path],
        root=project.root,
        options=project.options,
        extras=document_extras(project.loaded, document.location),
    )
    location = locations.get(path)
    if location is None or "://" in location.file:
        return location
    return replace(location, file=os.path.relpath(project.root / location.file.lstrip("/")))
