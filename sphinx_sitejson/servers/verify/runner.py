"""Verify the operations of a document one after the other, comparing each response."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.bodies import validate_body
from sphinx_sitejson.http_messages.media_types import (
    ContentType,
    documented_response,
    find_media_type,
    media_kind,
)
from sphinx_sitejson.http_messages.parameters import RawParameters, validate_parameters
from sphinx_sitejson.http_messages.validation import SchemaValidator, ValidationIssue
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, Response

from ..local_server import error_place
from .requests import (
    NoResponseError,
    OperationSkippedError,
    PreparedRequest,
    ReceivedResponse,
    RequestBuilder,
    SecretTexts,
    send,
)
from .results import OperationResult, Outcome

_WITHOUT_BODY = (204, 205, 304)


def compare_response(
    operation: Operation, response: ReceivedResponse, validator: SchemaValidator
) -> Iterator[ValidationIssue]:
    """Compare a response with the documented ones; yield its issues."""
    documented = documented_response(operation.responses, str(response.status))
    if documented is None:
        known = ", ".join(each.status for each in operation.responses)
        if known:
            detail = f"the status {response.status} is not documented; documented: {known}."
            yield ValidationIssue(detail=detail, location="status")
        return
    headers = RawParameters(headers=response.headers)
    yield from validate_parameters(documented.headers, headers, validator)
    if operation.method.upper() != "HEAD":
        yield from _compare_body(documented, response, validator)


def _compare_body(
    documented: Response, response: ReceivedResponse, validator: SchemaValidator
) -> Iterator[ValidationIssue]:
    content_type = ContentType.parse(response.header("content-type"))
    names = ", ".join(media.name for media in documented.content)
    if not response.body:
        if not _may_be_empty(documented, response, validator):
            yield ValidationIssue(detail=f"there is none; documented: {names}.", location="body")
        return
    if not documented.content:
        media_type_text = f" of the type {content_type.name}" if content_type.name else ""
        yield ValidationIssue(
            detail=f"there is one{media_type_text}, and none is documented.", location="body"
        )
        return
    media = find_media_type(documented.content, content_type.name) if content_type.name else None
    if media is not None:
        yield from validate_body(response.body, content_type, media, validator)
        return
    found = f"it is {content_type.name}" if content_type.name else "there is none"
    detail = f"{found}; documented: {names}."
    yield ValidationIssue(detail=detail, location="header", name="Content-Type")


def _may_be_empty(
    documented: Response, response: ReceivedResponse, validator: SchemaValidator
) -> bool:
    """Whether the document allows a response without a body."""
    if response.status in _WITHOUT_BODY or not documented.content:
        return True
    texts = (media for media in documented.content if media_kind(media.name) in ("text", "binary"))
    has_no_schema = all(
        media.schema is None and media.item_schema is None for media in documented.content
    )
    return has_no_schema or any(
        not validate_body(b"", ContentType(media.name), media, validator) for media in texts
    )


SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "QUERY")
"""Safe methods (RFC 9110, section 9.2.1)."""
_LAST = "DELETE"
_CREDENTIALS_REFUSED = (401, 403)
_FIRST_ERROR = 400
_FIRST_FAILURE = 500
_REPEATS_SECRET = "the response repeats a credential, so that its differences are not shown."


@record
class Verification:
    """Verifies the operations of one document.

    :param methods: the methods to send, in upper case; None means all.
    """

    document: OpenApiDocument
    builder: RequestBuilder
    send: Callable[[PreparedRequest], ReceivedResponse] = send
    methods: frozenset[str] | None = frozenset(SAFE_METHODS)

    def results(self) -> Iterator[OperationResult]:
        """Verify each operation: safe methods first, ``DELETE`` last."""
        for operation in sorted(self.document.operations, key=_risk):
            if self.methods is None or operation.method.upper() in self.methods:
                yield self._safe_result(operation)

    @cached_property
    def _validator(self) -> SchemaValidator:
        return SchemaValidator(self.document, "response")

    @cached_property
    def _secrets(self) -> SecretTexts:
        return SecretTexts(self.builder.environment, self.builder.headers)

    def _safe_result(self, operation: Operation) -> OperationResult:
        """Return a result that repeats no credential, whatever the API sends or the code raises."""
        try:
            result = self._result(operation)
        except Exception as error:
            # Its message may repeat what was sent, so only its location is reported.
            where = error_place(error)
            note = f"the verification failed ({where}). This is a bug; please report it."
            return self._unfinished_result(operation, note)
        result_text = json.dumps([result.note, *map(str, result.issues)], ensure_ascii=False)
        if self._secrets.are_in(result_text):
            return replace(result, note=_REPEATS_SECRET, issues=())
        return result

    def _result(self, operation: Operation) -> OperationResult:
        try:
            response = self.send(self.builder.request(operation))
        except OperationSkippedError as error:
            return self._unfinished_result(operation, str(error))
        except NoResponseError as error:
            outcome: Outcome = "differs" if error.is_broken else "unreachable"
            return self._unfinished_result(operation, f"{error}.", outcome)
        issues = tuple(compare_response(operation, response, self._validator))
        if issues and _repeats_secret(response, self._secrets):
            # A message quotes the response, and may truncate a credential beyond recognition.
            issues = (ValidationIssue(detail=_REPEATS_SECRET),)
        note = _explain_status(response.status, is_documented=not issues)
        is_wrong = response.status in _CREDENTIALS_REFUSED or response.status >= _FIRST_FAILURE
        if is_wrong or not all(issue.is_unchecked for issue in issues):
            outcome = "differs"
        elif issues:
            outcome = "not_tried"
        else:
            outcome = "error" if note else "fits"
        return replace(
            self._unfinished_result(operation, note, outcome),
            status=response.status,
            seconds=response.seconds,
            issues=issues,
        )

    def _unfinished_result(
        self, operation: Operation, note: str, outcome: Outcome = "not_tried"
    ) -> OperationResult:
        return OperationResult(
            operation=operation.key, document=self.document.location, outcome=outcome, note=note
        )


def _repeats_secret(response: ReceivedResponse, secrets: SecretTexts) -> bool:
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers)
    body = (response.body.decode(encoding, "replace") for encoding in ("utf-8", "latin-1"))
    return any(map(secrets.are_in, (headers, *body)))


def _explain_status(status: int, *, is_documented: bool) -> str:
    if status in _CREDENTIALS_REFUSED:
        return "the credentials were refused."
    if status >= _FIRST_FAILURE:
        return "the API failed."
    if status >= _FIRST_ERROR and is_documented:
        return "the documented example leads to a documented error."
    return ""


def _risk(operation: Operation) -> int:
    method = operation.method.upper()
    return 0 if method in SAFE_METHODS else 2 if method == _LAST else 1
