"""The answer of an operation: its status, headers and body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus

from sphinx_sitejson.openapi.examples.values import MISSING
from sphinx_sitejson.openapi.model import MediaType, Operation, Parameter, Response
from sphinx_sitejson.request_samples.building import is_in_sample
from sphinx_sitejson.request_samples.encoding import encode_content, encode_header
from sphinx_sitejson.wire.fitting import NoSuchExampleError, chosen_body, fitting_value
from sphinx_sitejson.wire.judging import SchemaJudge
from sphinx_sitejson.wire.media_types import chosen_media
from sphinx_sitejson.wire.statuses import documented_response
from sphinx_sitejson.wire.written_bodies import WrittenBody

from .exchange import MockAnswer
from .preferences import Preferences
from .problem_details import problem_answer

_STATUS = re.compile(r"[2-5][0-9][0-9]")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# What the server says itself, or what would say something wrong of the body as it is sent.
_NOT_FROM_EXAMPLES = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "content-range",
        "content-type",
        "date",
        "keep-alive",
        "server",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


class NoAnswerError(Exception):
    """A wish that the document cannot fulfil, with the answer that says so."""

    def __init__(self, answer: MockAnswer) -> None:
        super().__init__()
        self.answer = answer


class Answers:
    """Makes the answers of one document."""

    def __init__(self, judge: SchemaJudge) -> None:
        self._judge = judge
        self._made: dict[tuple[object, ...], MockAnswer] = {}

    def answer(self, operation: Operation, preferences: Preferences, accept: str) -> MockAnswer:
        """Return the answer that a client gets; raise NoAnswerError if there is none for it."""
        key = (id(operation), preferences, accept[:200])
        if key in self._made:
            return self._made[key]
        answer = self._answer(operation, preferences, accept)
        if len(self._made) < _MOST_KEPT:
            self._made[key] = answer
        return answer

    def _answer(self, operation: Operation, preferences: Preferences, accept: str) -> MockAnswer:
        status, response = chosen_response(operation, preferences)
        headers = list(self._headers(response)) if response else []
        answer = MockAnswer(status=status, operation=operation.key)
        body = self._body(operation, response, preferences, accept) if response else None
        if body is not None and answer.has_body:
            headers.insert(0, ("Content-Type", body.media_type))
        else:
            body = None
        return MockAnswer(
            status=status,
            headers=tuple(headers),
            body=body.content if body else b"",
            operation=operation.key,
        )

    def _body(
        self, operation: Operation, response: Response, preferences: Preferences, accept: str
    ) -> WrittenBody | None:
        if not response.content:
            return None
        offers = _with_example(response.content, preferences.example)
        chosen = chosen_media(offers, accept)
        if chosen is None:
            raise NoAnswerError(_not_acceptable(operation, offers))
        media, name = chosen
        try:
            found = chosen_body(media, self._judge, sent_as=name, example=preferences.example)
        except NoSuchExampleError as error:
            raise NoAnswerError(_no_example(operation, preferences, error.known)) from None
        return found.body if found else WrittenBody(b"", name)

    def _headers(self, response: Response) -> Iterator[tuple[str, str]]:
        """Yield the headers that an answer must have, and those that the document shows."""
        for header in response.headers:
            is_usable = _TOKEN.fullmatch(header.name)
            if not is_usable or header.name.lower() in _NOT_FROM_EXAMPLES:
                continue
            if is_in_sample(header, None):
                value = fitting_value(header, self._judge)
                if value is not MISSING:
                    yield header.name, header_text(header, value)


_MOST_KEPT = 2_000


def header_text(header: Parameter, value: object) -> str:
    """Write the value of a header on one line."""
    text = (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )
    return "".join(char if char.isprintable() else " " for char in text).strip()


def chosen_response(operation: Operation, preferences: Preferences) -> tuple[int, Response | None]:
    """Return the status of an answer and what the document says of it.

    Without a wish it is the first success that the document names.
    """
    if preferences.code is not None:
        response = documented_response(operation.responses, preferences.code)
        if response is None:
            raise NoAnswerError(_no_status(operation, preferences.code))
        return preferences.code, response
    exact = {
        int(each.status): each for each in operation.responses if _STATUS.fullmatch(each.status)
    }
    for family in ("2", "3"):
        for status, response in exact.items():
            if str(status).startswith(family):
                return status, response
        for response in operation.responses:
            if response.status.upper() == f"{family}XX":
                return int(f"{family}00"), response
        if family == "2":
            for response in operation.responses:
                if response.status == "default":
                    return 200, response
    return next(_errors(operation, exact), (204, None))


def _errors(operation: Operation, exact: Mapping[int, Response]) -> Iterator[tuple[int, Response]]:
    """Yield the answers of an operation that has no success that a server can answer with."""
    yield from exact.items()
    for response in operation.responses:
        if response.status.upper() in ("4XX", "5XX"):
            yield int(response.status[0]) * 100, response


def _with_example(content: Sequence[MediaType], example: str | None) -> Sequence[MediaType]:
    """Return the forms of an answer; if an example is asked for, those that have it."""
    if example is None:
        return content
    having = [media for media in content if any(each.name == example for each in media.examples)]
    return having or content


def _no_status(operation: Operation, code: int) -> MockAnswer:
    known = ", ".join(response.status for response in operation.responses) or "none"
    return problem_answer(
        HTTPStatus.BAD_REQUEST,
        "no_such_status",
        f"{operation.key} documents no status {code}; it documents: {known}.",
        operation=operation.key,
    )


def _no_example(operation: Operation, preferences: Preferences, known: Sequence[str]) -> MockAnswer:
    names = ", ".join(known) or "none with a name"
    return problem_answer(
        HTTPStatus.BAD_REQUEST,
        "no_such_example",
        f'{operation.key} has no example "{preferences.example}" for this answer; it has: {names}.',
        operation=operation.key,
    )


def _not_acceptable(operation: Operation, offers: Sequence[MediaType]) -> MockAnswer:
    names = ", ".join(media.name for media in offers)
    return problem_answer(
        HTTPStatus.NOT_ACCEPTABLE,
        "not_acceptable",
        f"{operation.key} answers with {names}, none of which the request accepts.",
        operation=operation.key,
    )
