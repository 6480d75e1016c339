"""Choose the documented response of an operation: status, headers and body.

Clients can ask for a status or a named example in ``Prefer`` (RFC 7240).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from sphinx_sitejson.openapi.model import MediaType, Operation, Response
from sphinx_sitejson.servers.http_messages.body_serialization import WrittenBody
from sphinx_sitejson.servers.http_messages.content_negotiation import (
    chosen_media,
    documented_response,
    expected_response,
)
from sphinx_sitejson.servers.http_messages.example_selection import (
    NoSuchExampleError,
    chosen_body,
    response_headers,
)
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

from .exchange import MockAnswer, problem_answer

_PREFERENCE = re.compile(
    r'\s*(?P<name>[A-Za-z-]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))'
)


class BadPreferenceError(ValueError):
    """A preference that cannot be understood; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The answer that a client asks for."""

    code: int | None = None
    example: str | None = None

    @property
    def applied(self) -> str:
        """What to say in ``Preference-Applied``."""
        parts = []
        if self.code is not None:
            parts.append(f"code={self.code}")
        if self.example is not None:
            is_token = re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", self.example)
            plain = self.example.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f"example={self.example}" if is_token else f'example="{plain}"')
        return ", ".join(parts)


def read_preferences(values: Iterable[str]) -> Preferences:
    """Read all values of ``Prefer``; preferences that the mock does not know count for nothing."""
    found: dict[str, str] = {}
    for preference in _PREFERENCE.finditer(",".join(values)):
        quoted = preference["quoted"]
        value = preference["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        # Of two that are the same the first counts, as the standard says.
        found.setdefault(preference["name"].lower(), value)
    code = found.get("code")
    if code is not None and not re.fullmatch(r"[2-5][0-9][0-9]", code):
        raise BadPreferenceError(
            '"Prefer: code=…" names a status from 200 to 599, such as "Prefer: code=404".'
        )
    return Preferences(code=None if code is None else int(code), example=found.get("example"))


class NoAnswerError(Exception):
    """A wish that the document cannot fulfill, with the answer that says so."""

    def __init__(self, answer: MockAnswer) -> None:
        super().__init__()
        self.answer = answer


class Answers:
    """Makes the answers of one document."""

    def __init__(self, validator: SchemaValidator) -> None:
        self._validator = validator
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
        headers = list(response_headers(response, self._validator)) if response else []
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
            found = chosen_body(media, self._validator, sent_as=name, example=preferences.example)
        except NoSuchExampleError as error:
            raise NoAnswerError(_no_example(operation, preferences, error.known)) from None
        return found.body if found else WrittenBody(b"", name)


_MOST_KEPT = 2_000


def chosen_response(operation: Operation, preferences: Preferences) -> tuple[int, Response | None]:
    """Return the status of an answer and what the document says of it.

    Without a wish it is the first success that the document names.
    """
    if preferences.code is not None:
        response = documented_response(operation.responses, preferences.code)
        if response is None:
            raise NoAnswerError(_no_status(operation, preferences.code))
        return preferences.code, response
    return expected_response(operation.responses)


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
