"""Generated examples follow their schemas, in every document of the repository."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_sitejson.http_messages.example_validation import ExampleValidator
from sphinx_sitejson.http_messages.generated_values import Direction, generate_example
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.reading.api_formats import find_documents
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document
from sphinx_sitejson.openapi.schemas import Schema

from .keyword_rows import ROWS
from .test_keyword_table import document_with, model

REPOSITORY = Path(__file__).parents[2]
DOCUMENTS = [path.relative_to(REPOSITORY).as_posix() for path in find_documents(REPOSITORY)]


def iter_schemas(document: OpenApiDocument) -> Iterator[tuple[str, Schema, Direction]]:
    """Yield the schemas of which operations show or send examples."""
    for operation in (*document.operations, *document.webhooks):
        for parameter in operation.parameters:
            yield f"{operation.key}, {parameter.name}", parameter.schema, "request"
        for media in operation.request_body.content if operation.request_body else ():
            for schema in filter(None, (media.schema, media.item_schema)):
                yield f"{operation.key}, {media.name}", schema, "request"
        for response in operation.responses:
            for media in response.content:
                for schema in filter(None, (media.schema, media.item_schema)):
                    yield f"{operation.key}, {response.status}", schema, "response"


def misfits(document: OpenApiDocument) -> list[str]:
    validators: dict[Direction, ExampleValidator] = {
        "request": ExampleValidator(document, direction="request"),
        "response": ExampleValidator(document, direction="response"),
    }
    return [
        f"{place}: {errors[0]}"
        for place, schema, direction in iter_schemas(document)
        if (
            errors := validators[direction].errors(
                schema.raw, generate_example(schema, direction=direction)
            )
        )
    ]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_samples_of_a_document_follow_its_schemas(path):
    found = read_document(path, root=REPOSITORY, options=ReadOptions())
    assert found.data is not None
    document = OpenApiDocument(found.data, name="api", location=path, version=found.version)
    assert misfits(document) == []


def test_samples_of_every_keyword_follow_their_schemas(tmp_path):
    document = model(document_with(tuple(row for row in ROWS if row.at)), tmp_path)
    assert len(document.operations) > 150
    assert misfits(document) == []
