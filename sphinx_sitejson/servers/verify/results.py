"""What came of it, for one operation and for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sphinx_sitejson.common.problems import Place
from sphinx_sitejson.servers.http_messages.validation import Fault

Outcome = Literal["fits", "error", "differs", "unreachable", "not_tried"]
"""``error`` stands for an error that the document has: the example was sent, and was refused."""

FITS = 0
DIFFERS = 1
NOT_RUN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationResult:
    """What came of one operation."""

    operation: str
    document: str
    outcome: Outcome
    status: int | None = None
    seconds: float = 0
    faults: tuple[Fault, ...] = ()
    note: str = ""
    place: Place | None = None
    """Where the operation stands in its document, for those that need work."""

    def as_json(self) -> dict[str, Any]:
        """Return all of it, for programs."""
        found: dict[str, Any] = {
            "operation": self.operation,
            "document": self.document,
            "outcome": self.outcome,
        }
        if self.status is not None:
            found |= {"status": self.status, "milliseconds": round(self.seconds * 1000)}
        if self.note:
            found["note"] = self.note
        if self.faults:
            found["differences"] = [fault.as_json() for fault in self.faults]
        if self.place is not None:
            found |= {"file": self.place.file, "line": self.place.line}
        return found


@dataclass(frozen=True, slots=True)
class Results:
    """What came of all operations."""

    results: tuple[OperationResult, ...]
    is_strict: bool = False

    @property
    def counts(self) -> Counter[str]:
        """How many operations had each outcome."""
        return Counter(result.outcome for result in self.results)

    @property
    def wrong(self) -> Sequence[OperationResult]:
        """The results that let the command fail."""
        bad = ("differs", "unreachable", *(("error", "not_tried") if self.is_strict else ()))
        return [result for result in self.results if result.outcome in bad]

    @property
    def exit_code(self) -> int:
        """0 if all that was tried fits, 1 if something differs, 2 if nothing could be tried."""
        tried = [result for result in self.results if result.outcome != "not_tried"]
        if not tried or all(result.outcome == "unreachable" for result in tried):
            return NOT_RUN
        return DIFFERS if self.wrong else FITS
