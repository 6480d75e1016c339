"""Operations for paper: one request and one answer, and of other examples what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .examples import response_examples
from .views import (
    BodyView,
    CallbackView,
    CodeSampleView,
    ExampleView,
    MediaTypeView,
    OperationView,
    ResponseView,
)

SHORT_EXAMPLE = 12
"""How many lines an example has at most that is shown beside the one answer."""


def compact_operation(view: OperationView) -> OperationView:
    """Return an operation with one sample of its request and one example of its answer."""
    samples = one_sample(view.samples)
    responses = tuple(_answers(view.responses))
    return replace(
        view,
        samples=samples,
        # A sample that is made has the body already.
        body=_body(view.body, keeps_code=not any(sample.generator for sample in samples))
        if view.body
        else None,
        responses=responses,
        callbacks=tuple(map(_callback, view.callbacks)),
        response_examples=response_examples(responses),
    )


def without_shared(view: OperationView, *, has_own_servers: bool) -> OperationView:
    """Return an operation without what the overview of its document says for all of them."""
    return replace(
        view,
        tags=tuple(replace(tag, description="") for tag in view.tags),
        are_servers_shared=not has_own_servers,
    )


def one_sample(samples: tuple[CodeSampleView, ...]) -> tuple[CodeSampleView, ...]:
    """Return the sample to show: one that the document brings, else the first that is made."""
    of_document = [sample for sample in samples if not sample.generator]
    return tuple((of_document or list(samples))[:1])


def _callback(callback: CallbackView) -> CallbackView:
    return replace(callback, operations=tuple(map(compact_operation, callback.operations)))


def _body(body: BodyView, *, keeps_code: bool) -> BodyView:
    media_types = (
        _with_examples(media, keeps_code=keeps_code and not number)
        for number, media in enumerate(body.media_types)
    )
    return replace(body, media_types=tuple(media_types))


def _answers(responses: Iterable[ResponseView]) -> Iterator[ResponseView]:
    """Yield answers, of which only the first successful one with an example keeps it."""
    all_responses = list(responses)
    with_code = [each for each in all_responses if any(m.examples for m in each.media_types)]
    successful = [each for each in with_code if each.kind == "2xx"]
    chosen = next(iter(successful or with_code), None)
    for response in all_responses:
        is_waiting = response is chosen
        media_types = []
        for media in response.media_types:
            media_types.append(_with_examples(media, keeps_code=is_waiting))
            is_waiting = is_waiting and not media.examples
        yield replace(response, media_types=tuple(media_types))


def _with_examples(media: MediaTypeView, *, keeps_code: bool) -> MediaTypeView:
    """Keep the code of the first example, and of the others what the document says of them."""
    are_several = len(media.examples) > 1
    kept = [
        example
        if (keeps_code and not number) or _is_short(example, are_several)
        else replace(example, code="")
        for number, example in enumerate(media.examples)
    ]
    return replace(media, examples=tuple(filter(_has_content, kept)))


def _is_short(example: ExampleView, are_several: bool) -> bool:
    """Whether an example is one of those that a document tells apart, and takes little room."""
    is_distinguishable = are_several or bool(example.title or example.description)
    return is_distinguishable and example.code.count("\n") < SHORT_EXAMPLE


def _has_content(example: ExampleView) -> bool:
    return any((example.title, example.description, example.code, example.url))
