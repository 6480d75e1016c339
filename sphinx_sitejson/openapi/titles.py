"""The title of an operation: its summary, or the best that can be made without one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Operation

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-_.\s/]+")


def operation_title(operation: Operation) -> str:
    """Return the title of an operation's page."""
    if operation.summary:
        return " ".join(operation.summary.split())
    if operation.operation_id:
        words = [word for word in _WORD_BOUNDARY.split(operation.operation_id) if word]
        text = " ".join(word if word.isupper() else word.lower() for word in words)
        return text[:1].upper() + text[1:]
    return operation.name
