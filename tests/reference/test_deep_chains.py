"""References that lead from schema to schema, thousands of times, end in a page."""

from typing import Any

import pytest
from openapi.support import document_of

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.document import OpenApiDocument, serialize_published_document
from sphinx_sitejson.reference.playground.data import playground_json
from sphinx_sitejson.reference.playground.operation import operation_playground
from sphinx_sitejson.reference.views.context import reference_context
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.overview import schema_view

from .support import ref, request_of, response_of

LENGTH = 1500

LINKS = {
    "reference": lambda next: next,
    "described reference": lambda next: {**next, "description": "x"},
    "allOf": lambda next: {"allOf": [next]},
    "allOf beside properties": lambda next: {
        "allOf": [next, {"required": ["a"]}],
        "properties": {"a": {"type": "string"}},
    },
    "items": lambda next: {"type": "array", "items": next},
    "prefixItems": lambda next: {"type": "array", "prefixItems": [next]},
    "properties": lambda next: {"type": "object", "properties": {"p": next}},
    "patternProperties": lambda next: {"patternProperties": {"a": next}},
    "additionalProperties": lambda next: {"type": "object", "additionalProperties": next},
    "oneOf": lambda next: {"oneOf": [next, {"type": "string"}]},
    "anyOf": lambda next: {"anyOf": [next]},
    "not": lambda next: {"not": next},
    "if": lambda next: {"if": next, "then": next},
}


def chain(kind: str) -> dict[str, Any]:
    schemas = {f"S{n}": LINKS[kind](ref(f"S{n + 1}")) for n in range(LENGTH)}
    return {**schemas, f"S{LENGTH}": {"type": "string"}}


def document(kind: str) -> OpenApiDocument:
    operation = {**request_of(ref("S0")), **response_of(ref("S0"))}
    return document_of({"/pets": {"post": operation}}, components={"schemas": chain(kind)})


@pytest.mark.parametrize("kind", LINKS)
def test_long_chains_of_references(kind):
    options = ReferenceOptions()
    made = document(kind)
    (operation,) = made.operations
    view = operation_view(made, operation, options)

    assert schema_view(made, "S0", options).name == "S0"
    assert playground_json(operation_playground(operation, view, reference_context(made, options)))
    assert compare_documents(made, document(kind)).operations == ()
    assert serialize_published_document(made)
