"""Examples of bodies and answers, beside the text of a page."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_sitejson.openapi.examples.shown import example_value, media_examples, pretty_json
from sphinx_sitejson.openapi.model import MediaType
from sphinx_sitejson.openapi.schemas import Schema

from .fields.field_views import Direction
from .views import ExampleView, ResponseExample, ResponseView


def body_examples(media_type: MediaType, direction: Direction) -> tuple[ExampleView, ...]:
    """Return the examples of one form of a body."""
    shown = media_examples(media_type, "request" if direction == "request" else "response")
    return tuple(
        ExampleView(
            title=example.title,
            description=example.description,
            language=example.language,
            code=example.code,
            url=example.url,
        )
        for example in shown
    )


def schema_example(schema: Schema) -> ExampleView:
    """Return an example of a schema: its own, or one that is made."""
    return ExampleView(code=pretty_json(example_value(schema, direction="response")))


def response_examples(responses: Iterable[ResponseView]) -> tuple[ResponseExample, ...]:
    """Return the example answers by status and media type."""
    return tuple(
        ResponseExample(
            status=response.status,
            kind=response.kind,
            media_type=media_type.name,
            examples=media_type.examples,
        )
        for response in responses
        for media_type in response.media_types
        if media_type.examples
    )
