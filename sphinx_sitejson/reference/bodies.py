"""Bodies of requests and answers, by media type."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Encoding, MediaType, RequestBody

from .examples import body_examples
from .fields.field_views import Direction, FieldDraft, PageFields, Surroundings
from .ids import id_part
from .options import ReferenceOptions
from .parameters import draft_parameter
from .texts.value_formatting import json_text
from .views import BodyView, EncodingView, ExampleView, MediaTypeView


class MediaTypePart:
    """One form of a body."""

    def __init__(
        self,
        media_type: MediaType,
        prefix: str,
        fields: PageFields,
        options: ReferenceOptions,
        *,
        direction: Direction,
        body_id: str = "",
        is_minor: bool = False,
    ) -> None:
        self._media_type = media_type
        self._are_shared_apart = options.are_shared_apart
        self._direction: Direction = direction
        self._fields = fields
        schema = (media_type.item_schema or media_type.schema) if options.has_fields else None
        # Examples of a whole body stand beside the page, not in its fields.
        self._body: FieldDraft | None = None
        if schema:
            self._body = fields.draft(
                prefix,
                schema,
                direction=direction,
                body_id=body_id,
                around=Surroundings(examples=()),
                is_minor=is_minor,
                is_xml=media_kind(media_type.name) == "xml",
            )
        self._encoding = [
            (encoding, self._headers(encoding, prefix, options)) for encoding in media_type.encoding
        ]

    def view(self) -> MediaTypeView:
        """Return the form as it is shown."""
        fields = self._fields
        return MediaTypeView(
            name=self._media_type.name,
            body=fields.view(self._body) if self._body else None,
            examples=self._examples(),
            is_stream=self._media_type.item_schema is not None,
            encoding=tuple(
                EncodingView(
                    name=encoding.name,
                    facts=tuple(_encoding_facts(encoding)),
                    headers=fields.views(headers),
                )
                for encoding, headers in self._encoding
            ),
        )

    def _examples(self) -> tuple[ExampleView, ...]:
        """Return the examples; one that is made of a schema that stands apart stands there."""
        is_cut = self._body is not None and self._body.is_cut
        if is_cut and self._are_shared_apart and not self._media_type.examples:
            return ()
        return body_examples(self._media_type, self._direction)

    def _headers(
        self, encoding: Encoding, prefix: str, options: ReferenceOptions
    ) -> list[FieldDraft]:
        return [
            draft_parameter(
                header,
                f"{prefix}-{id_part(encoding.name)}-header",
                self._fields,
                options,
                direction="request",
            )
            for header in encoding.headers
        ]


class BodyPart:
    """The body of a request."""

    def __init__(
        self,
        body: RequestBody,
        prefix: str,
        fields: PageFields,
        options: ReferenceOptions,
        *,
        direction: Direction,
    ) -> None:
        self._body = body
        self._media_types = media_type_parts(
            body.content, prefix, fields, options, direction=direction
        )

    def view(self) -> BodyView:
        """Return the body as it is shown."""
        return BodyView(
            description=self._body.description,
            required=self._body.required,
            media_types=tuple(part.view() for part in self._media_types),
        )


def media_type_parts(
    content: tuple[MediaType, ...],
    prefix: str,
    fields: PageFields,
    options: ReferenceOptions,
    *,
    direction: Direction,
    body_id: str = "",
    is_minor: bool = False,
) -> list[MediaTypePart]:
    """Begin all forms of a body; the first has the short ids, since most bodies have one form.

    :param is_minor: whether only the top of what is nested is shown.
    """
    return [
        MediaTypePart(
            media_type,
            f"{prefix}-{id_part(media_type.name)}" if position else prefix,
            fields,
            options,
            direction=direction,
            body_id="" if position else body_id,
            is_minor=is_minor,
        )
        for position, media_type in enumerate(content)
    ]


def _encoding_facts(encoding: Encoding) -> Iterator[str]:
    if encoding.content_type:
        yield Message("content type: {type}", type=encoding.content_type)
    if encoding.style:
        yield f"style: {encoding.style}"
    if encoding.explode is not None:
        yield f"explode: {json_text(encoding.explode)}"
    if encoding.allow_reserved:
        yield Message("reserved characters are not encoded")
