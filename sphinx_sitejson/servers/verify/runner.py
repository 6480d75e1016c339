"""Verify the operations of a document one after the other, comparing each response."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Operation, Response
from sphinx_sitejson.servers.http_messages.bodies import body_faults
from sphinx_sitejson.servers.http_messages.content_negotiation import (
    ContentType,
    documented_media,
    documented_response,
)
from sphinx_sitejson.servers.http_messages.parameters import NOT_PARAMETERS, header_faults
from sphinx_sitejson.servers.http_messages.validation import Fault, SchemaValidator

from .credentials import SecretTexts
from .requests import NotTriedError, RequestMaker
from .results import OperationResult
from .sender import NoAnswerError, ReceivedAnswer, Sender

_WITHOUT_BODY = (204, 205, 304)


def differences(
    operation: Operation, answer: ReceivedAnswer, validator: SchemaValidator
) -> tuple[Fault, ...]:
    """Return in what an answer is not as its operation documents it."""
    response = documented_response(operation.responses, answer.status)
    known = ", ".join(each.status for each in operation.responses)
    if response is None:
        if not known:
            return ()
        detail = f"the status {answer.status} is not documented; documented: {known}."
        return (Fault(detail=detail, place="status"),)
    return tuple(_of_response(operation, response, answer, validator))


def _of_response(
    operation: Operation, response: Response, answer: ReceivedAnswer, validator: SchemaValidator
) -> Iterator[Fault]:
    for header in response.headers:
        if header.name.lower() not in NOT_PARAMETERS:
            yield from header_faults(header, answer.headers, validator)
    if operation.method.upper() != "HEAD":
        yield from _of_body(response, answer, validator)


def _of_body(
    response: Response, answer: ReceivedAnswer, validator: SchemaValidator
) -> Iterator[Fault]:
    given = ContentType.read(answer.header("content-type"))
    names = ", ".join(media.name for media in response.content)
    if not answer.body and _may_be_empty(response, answer, validator):
        return
    if not answer.body:
        yield Fault(detail=f"there is none; documented: {names}.", place="body")
        return
    if not response.content:
        shown = f" of the type {given.name}" if given.name else ""
        yield Fault(detail=f"there is one{shown}, and none is documented.", place="body")
        return
    if not given.name:
        detail = f"there is none; documented: {names}."
        yield Fault(detail=detail, place="header", name="Content-Type")
        return
    media = documented_media(response.content, given.name)
    if media is None:
        detail = f"it is {given.name}; documented: {names}."
        yield Fault(detail=detail, place="header", name="Content-Type")
        return
    yield from body_faults(answer.body, given, media, validator)


def _may_be_empty(response: Response, answer: ReceivedAnswer, validator: SchemaValidator) -> bool:
    """Tell whether an answer without a body is as documented: no body, or one of no length."""
    if answer.status in _WITHOUT_BODY or not response.content:
        return True
    texts = (media for media in response.content if media_kind(media.name) in ("text", "binary"))
    says_nothing = all(
        media.schema is None and media.item_schema is None for media in response.content
    )
    return says_nothing or any(
        not body_faults(b"", ContentType(media.name), media, validator) for media in texts
    )


SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "QUERY")
"""Methods that change nothing."""
_LAST = "DELETE"
_CREDENTIALS_REFUSED = (401, 403)
_FIRST_ERROR = 400
_FIRST_FAILURE = 500
_REPEATS_SECRET = "the response repeats a credential, so that its differences are not shown."


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """How the operations of one document are tried.

    :param methods: those that are sent, in upper case; None means all.
    """

    document: OpenApiDocument
    maker: RequestMaker
    sender: Sender
    methods: frozenset[str] | None = frozenset(SAFE_METHODS)

    def results(self) -> Iterator[OperationResult]:
        """Try each operation: first those that change nothing, and last those that delete."""
        validator = SchemaValidator(self.document, "response")
        secrets = SecretTexts(self.maker.environment, self.maker.headers)
        for operation in sorted(self._chosen(), key=_risk):
            yield self._safe_result(operation, validator, secrets)

    def _chosen(self) -> Sequence[Operation]:
        return [
            operation
            for operation in self.document.operations
            if self.methods is None or operation.method.upper() in self.methods
        ]

    def _safe_result(
        self, operation: Operation, validator: SchemaValidator, secrets: SecretTexts
    ) -> OperationResult:
        """Return a result that repeats no credential, whatever the API sends or the code raises."""
        try:
            result = self._result(operation, validator, secrets)
        except Exception as error:
            # Its message may repeat what was sent, so only its place is reported.
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {place.name}, line {place.lineno}"
            note = f"the verification failed ({where}). This is a bug; please report it."
            return _maker_of(self.document, operation)(outcome="not_tried", note=note)
        shown = json.dumps([result.note, *map(str, result.faults)], ensure_ascii=False)
        if secrets.are_in(shown):
            return replace(result, note=_REPEATS_SECRET, faults=())
        return result

    def _result(
        self, operation: Operation, validator: SchemaValidator, secrets: SecretTexts
    ) -> OperationResult:
        make = _maker_of(self.document, operation)
        try:
            request = self.maker.request(operation)
            answer = self.sender.send(request)
        except NotTriedError as error:
            return make(outcome="not_tried", note=str(error))
        except NoAnswerError as error:
            outcome = "differs" if error.is_broken else "unreachable"
            return make(outcome=outcome, note=f"{error}.")
        faults = differences(operation, answer, validator)
        if faults and _repeats_secret(answer, secrets):
            # A message quotes the response, and may cut a credential where nobody recognizes it.
            faults = (Fault(detail=_REPEATS_SECRET),)
        known = {"status": answer.status, "seconds": answer.seconds}
        note = _note(answer.status, is_documented=not faults)
        is_wrong = bool(faults) or answer.status in _CREDENTIALS_REFUSED
        if is_wrong or answer.status >= _FIRST_FAILURE:
            return make(outcome="differs", faults=faults, note=note, **known)
        return make(outcome="error" if note else "fits", note=note, **known)


def _repeats_secret(answer: ReceivedAnswer, secrets: SecretTexts) -> bool:
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers)
    body = (answer.body.decode(encoding, "replace") for encoding in ("utf-8", "latin-1"))
    return any(map(secrets.are_in, (headers, *body)))


def _note(status: int, *, is_documented: bool) -> str:
    if status in _CREDENTIALS_REFUSED:
        return "the credentials were refused."
    if status >= _FIRST_FAILURE:
        return "the API failed."
    if status >= _FIRST_ERROR and is_documented:
        return "the documented example causes an error, although a documented one."
    return ""


def _risk(operation: Operation) -> int:
    method = operation.method.upper()
    return 0 if method in SAFE_METHODS else 2 if method == _LAST else 1


def _maker_of(document: OpenApiDocument, operation: Operation) -> Callable[..., OperationResult]:
    def make(**facts: object) -> OperationResult:
        return OperationResult(
            operation=operation.key,
            document=document.location,
            **facts,  # type: ignore[arg-type]
        )

    return make
