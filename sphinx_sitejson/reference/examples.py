"""Examples of bodies and answers, beside the text of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.examples.visible_examples import (
    example_value,
    media_examples,
    pretty_json,
)
from sphinx_sitejson.openapi.model import MediaType
from sphinx_sitejson.openapi.schemas import Schema

from .fields.field_views import Direction
from .request_samples.bodies import sample_body
from .request_samples.encoding import form_text
from .request_samples.request import Body, FormBody, MultipartBody, TextBody
from .views import ExampleView, ResponseExample, ResponseView


def body_examples(media_type: MediaType, direction: Direction) -> tuple[ExampleView, ...]:
    """Return the examples of one form of a body."""
    is_request = direction == "request"
    shown = media_examples(media_type, "request" if is_request else "response")
    is_form = is_request and media_kind(media_type.name) in ("form", "multipart")
    codes = tuple(_sent_forms(media_type)) if is_form else ()
    return tuple(
        ExampleView(
            title=example.title,
            description=example.description,
            language=example.language,
            code=(codes[index] if index < len(codes) else "") or example.code,
            url=example.url,
        )
        for index, example in enumerate(shown)
    )


def _sent_forms(media_type: MediaType) -> Iterator[str]:
    """Yield the examples of a form as they are sent, by its encoding; "" for what is no form."""
    for example in media_type.examples or (None,):
        alone = replace(media_type, examples=(example,)) if example else media_type
        yield _sent_form(sample_body(alone))


def _sent_form(body: Body | None) -> str:
    if isinstance(body, FormBody):
        return form_text((name, value, False) for name, value in body.fields)
    if isinstance(body, TextBody):
        return body.text
    if not isinstance(body, MultipartBody):
        return ""
    return "\n".join(
        f"{part.name}={f'@{part.file_name}' if part.file_name else part.text}"
        for part in body.parts
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
