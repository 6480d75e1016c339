"""Examples that pages give of an operation, judged by the schemas of the operation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .checks import Misfit, parsed_json
from .media_type_kinds import media_kind

if TYPE_CHECKING:
    from sphinx_sitejson.common.problems import Place
    from sphinx_sitejson.openapi.model import MediaType, Operation, Response

    from .checks import ExampleValidator

_STATUS = re.compile(r"\b[1-5](?:\d\d|XX)\b", re.IGNORECASE)
_ELISIONS = ("...", "…")
_STREAMS = ("json lines", "events")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenJson:
    """A block of JSON among the requests or answers of a page."""

    is_answer: bool
    title: str
    code: str
    place: Place


@dataclass(frozen=True, slots=True)
class _Body:
    """What a block of JSON may be an example of."""

    place: str
    media: MediaType
    is_success: bool = True


def misfit_of(
    example: WrittenJson, operation: Operation, validator: ExampleValidator
) -> Misfit | None:
    """Return why a page's example fits none of the bodies that it may be an example of.

    What is left out with dots, has comments or is no JSON for another reason is not judged.
    """
    if any(dots in example.code for dots in _ELISIONS):
        return None
    value = parsed_json(example.code)
    bodies = list(_bodies(example, operation))
    if value is None or not bodies or any(_may_be_anything(body.media) for body in bodies):
        return None
    found = [(body, validator.errors(_schema(body), value)) for body in bodies]
    if any(not errors for _, errors in found):
        return None
    # A reader expects a success where no status is named.
    likely = [each for each in found if each[0].is_success] or found
    body, errors = min(likely, key=lambda each: len(each[1]))
    return Misfit(place=f"{operation.key}, {body.place}", reason=errors[0])


def _bodies(example: WrittenJson, operation: Operation) -> Iterator[_Body]:
    if not example.is_answer:
        body = operation.request_body
        yield from (_Body("body", media) for media in _json(body.content if body else ()))
        return
    for response in _responses(example.title, operation.responses):
        is_success = response.status.startswith("2")
        for media in _json(response.content):
            yield _Body(f"response {response.status}", media, is_success)


def _responses(title: str, responses: Sequence[Response]) -> Sequence[Response]:
    """Return the answers that a title can mean: the one of its status, else all."""
    named = _STATUS.search(title)
    if not named:
        return responses
    status = named[0].upper()
    by_status = {response.status.upper(): response for response in responses}
    for name in (status, f"{status[0]}XX", "DEFAULT"):
        if name in by_status:
            return [by_status[name]]
    return ()


def _json(content: Sequence[MediaType]) -> Iterator[MediaType]:
    yield from (media for media in content if media_kind(media.name) in ("json", *_STREAMS))


def _may_be_anything(media: MediaType) -> bool:
    """Whether there is no schema, or JSON is only a part of what is sent."""
    return media.schema is None or media_kind(media.name) in _STREAMS


def _schema(body: _Body) -> Any:
    return body.media.schema.raw if body.media.schema else True
