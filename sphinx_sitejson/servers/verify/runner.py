"""The operations one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

from .comparison import differences
from .requests import NotTriedError, RequestMaker
from .results import OperationResult
from .sender import NoAnswerError, Sender

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "QUERY")
"""Methods that change nothing."""
_LAST = "DELETE"
_CREDENTIALS_REFUSED = (401, 403)
_FIRST_ERROR = 400
_FIRST_FAILURE = 500


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
        for operation in sorted(self._chosen(), key=_risk):
            yield self._result(operation, validator)

    def _chosen(self) -> Sequence[Operation]:
        return [
            operation
            for operation in self.document.operations
            if self.methods is None or operation.method.upper() in self.methods
        ]

    def _result(self, operation: Operation, validator: SchemaValidator) -> OperationResult:
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
        known = {"status": answer.status, "seconds": answer.seconds}
        note = _note(answer.status, is_documented=not faults)
        is_wrong = bool(faults) or answer.status in _CREDENTIALS_REFUSED
        if is_wrong or answer.status >= _FIRST_FAILURE:
            return make(outcome="differs", faults=faults, note=note, **known)
        return make(outcome="error" if note else "fits", note=note, **known)


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
