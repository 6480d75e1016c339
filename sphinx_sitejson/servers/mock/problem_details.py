"""What is wrong with a request, as RFC 9457 writes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.servers.http_messages.validation import Fault

from .exchange import Headers, MockAnswer

MOST_FAULTS = 50
PROBLEM_TYPE = "application/problem+json"


def problem_answer(
    status: HTTPStatus,
    code: str,
    detail: str,
    *,
    faults: Sequence[Fault] = (),
    headers: Headers = (),
    operation: str = "",
) -> MockAnswer:
    """Return an answer that says what is wrong.

    :param code: one word for programs, which stays the same when the sentence changes.
    """
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "code": code,
    }
    if faults:
        problem["errors"] = [fault.as_json() for fault in faults[:MOST_FAULTS]]
    body = json.dumps(problem, indent=2, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    return MockAnswer(
        status=status.value,
        headers=(("Content-Type", PROBLEM_TYPE), *headers),
        body=body,
        operation=operation,
    )
