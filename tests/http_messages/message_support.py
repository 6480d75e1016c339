"""Documents, schemas and judges for the tests of what travels."""

from typing import Any

from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import MediaType, Parameter
from sphinx_sitejson.openapi.schemas import Schema


def document(paths: dict[str, Any] | None = None, **more: Any) -> OpenApiDocument:
    data = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths or {},
        **more,
    }
    return OpenApiDocument(data, name="t", location="/t.json", version="3.1.0")


def validator(direction: str = "request", **more: Any) -> SchemaValidator:
    return SchemaValidator(document(**more), direction)


def schema(raw: Any, **more: Any) -> Schema:
    return Schema.of(raw, document(**more).references)


def media(name: str, raw: Any = None, **more: Any) -> MediaType:
    return MediaType(name=name, schema=None if raw is None else schema(raw), **more)


def parameter(name: str, location: str, raw: Any, **more: Any) -> Parameter:
    styles = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
    style = more.pop("style", styles.get(location, ""))
    explode = more.pop("explode", style == "form")
    return Parameter(
        name=name, location=location, schema=schema(raw), style=style, explode=explode, **more
    )
