"""Small documents to compare."""

from typing import Any

from sphinx_sitejson.openapi.changes import Change, compare_documents
from sphinx_sitejson.openapi.document import OpenApiDocument

OK = {"200": {"description": "x"}}


def document(paths: Any, version: str = "1", **rest: Any) -> OpenApiDocument:
    data = {"openapi": "3.1.0", "info": {"title": "T", "version": version}, "paths": paths, **rest}
    return OpenApiDocument(data, name="t", location="/t.json", version="3.1.0")


def get(**parts: Any) -> dict[str, Any]:
    return {"/x": {"get": {"responses": OK, **parts}}}


def sent(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    body = {"content": {media_type: {"schema": schema}}}
    return {"/x": {"post": {"requestBody": body, "responses": OK}}}


def received(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    content = {media_type: {"schema": schema}}
    return get(responses={"200": {"description": "x", "content": content}})


def changes_of(old: OpenApiDocument, new: OpenApiDocument) -> list[Change]:
    """Return the changes of all operations that both documents have."""
    return [
        change
        for operation in compare_documents(old, new).operations
        for change in operation.changes
    ]


def told(old: OpenApiDocument, new: OpenApiDocument) -> list[str]:
    """Return the changes in words, those that break clients with a mark."""
    marks = {"breaking": "! ", "warning": "? ", "harmless": ""}
    return [f"{marks[change.level]}{change.sentence}" for change in changes_of(old, new)]
