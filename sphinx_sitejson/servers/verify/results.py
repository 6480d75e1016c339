"""Results of the verified operations, and their reports: text, JSON and GitHub annotations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sphinx_sitejson.common.characters import printable
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


_WORDS: Mapping[Outcome, str] = {
    "fits": "ok",
    "error": "error",
    "differs": "DIFFERS",
    "unreachable": "NO ANSWER",
    "not_tried": "not tried",
}
_LEVELS: Mapping[Outcome, str] = {
    "error": "notice",
    "differs": "error",
    "unreachable": "error",
    "not_tried": "notice",
}
MOST_FAULTS = 10


def text_line(result: OperationResult) -> str:
    """Write one result, with what is wrong on lines of its own."""
    head = f"{_WORDS[result.outcome]:<10}{result.operation}"
    if result.status is not None:
        head += f"  {result.status}, {round(result.seconds * 1000)} ms"
    lines = [head, *(f"{'':<10}{line}" for line in _sentences(result))]
    return "\n".join(map(printable, lines))


def text_summary(results: Results) -> str:
    """Write how many operations there were of each kind."""
    counts = results.counts
    parts = [
        f"{counts[outcome]} {words}"
        for outcome, words in (
            ("fits", "as documented"),
            ("error", "with a documented error"),
            ("differs", "different"),
            ("unreachable", "without an answer"),
            ("not_tried", "not tried"),
        )
        if counts[outcome]
    ]
    count = len(results.results)
    operations = "1 operation" if count == 1 else f"{count} operations"
    return f"{operations}: {', '.join(parts) or 'none'}."


def text_report(results: Results) -> str:
    """Write the end of a report whose lines were written one by one."""
    return text_summary(results)


def json_report(results: Results) -> str:
    """Write everything as one object."""
    return json.dumps(
        {
            "results": [result.as_json() for result in results.results],
            "counts": dict(results.counts),
            "exitCode": results.exit_code,
        },
        indent=2,
        ensure_ascii=False,
    )


def github_report(results: Results) -> str:
    """Write an annotation for each operation that needs work, and the summary."""
    return "\n".join([*_annotations(results), text_summary(results)])


def _annotations(results: Results) -> Iterator[str]:
    wrong = {id(result) for result in results.wrong}
    for result in results.results:
        level = "error" if id(result) in wrong else _LEVELS.get(result.outcome)
        if level is None:
            continue
        facts = {"title": result.operation}
        if result.place is not None:
            facts["file"] = result.place.file
            facts["line"] = str(result.place.line or 1)
        shown = ",".join(f"{key}={_property(value)}" for key, value in facts.items())
        yield f"::{level} {shown}::{_escaped(' '.join(_sentences(result)))}"


def _sentences(result: OperationResult) -> Iterator[str]:
    if result.note:
        yield result.note
    yield from map(str, result.faults[:MOST_FAULTS])
    if len(result.faults) > MOST_FAULTS:
        yield f"and {len(result.faults) - MOST_FAULTS} more."


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


REPORTS: Mapping[str, Callable[[Results], str]] = {
    "text": text_report,
    "json": json_report,
    "github": github_report,
}
