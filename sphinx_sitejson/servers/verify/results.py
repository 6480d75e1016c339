"""Results of the verified operations, and their reports: text, JSON and GitHub annotations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.problems import Location, github_command
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.validation import ValidationIssue

Outcome = Literal["fits", "error", "differs", "unreachable", "not_tried"]
"""``error`` means that the API refused the documented example with a documented error."""

FITS = 0
DIFFERS = 1
NOT_RUN = 2


@record
class OperationResult:
    operation: str
    document: str
    outcome: Outcome
    status: int | None = None
    seconds: float = 0
    issues: tuple[ValidationIssue, ...] = ()
    note: str = ""
    location: Location | None = None
    """The location of the operation in its document, if it needs work."""

    def as_json(self) -> dict[str, Any]:
        """Return the result for the JSON report."""
        result: dict[str, Any] = {
            "operation": self.operation,
            "document": self.document,
            "outcome": self.outcome,
        }
        if self.status is not None:
            result |= {"status": self.status, "milliseconds": round(self.seconds * 1000)}
        if self.note:
            result["note"] = self.note
        if self.issues:
            result["differences"] = [issue.as_json() for issue in self.issues]
        if self.location is not None:
            result |= {"file": self.location.file, "line": self.location.line}
        return result


@dataclass(frozen=True)
class Results:
    """The results of all operations."""

    results: tuple[OperationResult, ...]
    is_strict: bool = False
    unsent: int = 0
    """The number of operations whose method was not selected."""

    @property
    def counts(self) -> Counter[str]:
        """The number of operations with each outcome."""
        return Counter(result.outcome for result in self.results)

    @property
    def failures(self) -> Sequence[OperationResult]:
        """The results that make the command fail."""
        bad = ("differs", "unreachable", *(("error", "not_tried") if self.is_strict else ()))
        return [result for result in self.results if result.outcome in bad]

    @property
    def exit_code(self) -> int:
        """0 if all responses match, 1 if one differs, 2 if no operation could be tried."""
        tried = [result for result in self.results if result.outcome != "not_tried"]
        if not tried or all(result.outcome == "unreachable" for result in tried):
            return NOT_RUN
        return DIFFERS if self.failures else FITS


_OUTCOMES: Mapping[Outcome, tuple[str, str, str]] = {
    "fits": ("ok", "as documented", ""),
    "error": ("error", "with a documented error", "notice"),
    "differs": ("DIFFERS", "different", "error"),
    "unreachable": ("NO REPLY", "without a response", "error"),
    "not_tried": ("not tried", "not tried", "notice"),
}
"""The label of an outcome, its name in the summary, and the level of its annotation."""
MAX_ISSUES = 10


def text_line(result: OperationResult) -> str:
    """Format one result, with its issues on the following lines."""
    head = f"{_OUTCOMES[result.outcome][0]:<10}{result.operation}"
    if result.status is not None:
        head += f"  {result.status}, {round(result.seconds * 1000)} ms"
    lines = [head, *(f"{'':<10}{line}" for line in _sentences(result))]
    return "\n".join(map(escape_unprintable, lines))


def text_summary(results: Results) -> str:
    """Format the number of operations with each outcome."""
    counts = results.counts
    parts = [
        f"{counts[outcome]} {name}"
        for outcome, (_label, name, _level) in _OUTCOMES.items()
        if counts[outcome]
    ]
    count = len(results.results)
    operations = "1 operation" if count == 1 else f"{count} operations"
    summary = f"{operations}: {', '.join(parts) or 'none'}."
    if results.unsent:
        summary += f" Not sent because of the method: {results.unsent}; to send more, use --all."
    return summary


def json_report(results: Results) -> str:
    """Format all results as one JSON object."""
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
    """Format an annotation for each operation that needs work, and the summary."""
    lines = []
    wrong = {id(result) for result in results.failures}
    for result in results.results:
        level = "error" if id(result) in wrong else _OUTCOMES[result.outcome][2]
        if not level:
            continue
        facts = {"title": escape_unprintable(result.operation)}
        if result.location is not None:
            facts["file"] = escape_unprintable(result.location.file)
            facts["line"] = str(result.location.line or 1)
        text = escape_unprintable(" ".join(_sentences(result)))
        lines.append(github_command(level, facts, text))
    return "\n".join([*lines, text_summary(results)])


def _sentences(result: OperationResult) -> Iterator[str]:
    if result.note:
        yield result.note
    yield from map(str, result.issues[:MAX_ISSUES])
    if len(result.issues) > MAX_ISSUES:
        yield f"and {len(result.issues) - MAX_ISSUES} more."


REPORTS: Mapping[str, Callable[[Results], str]] = {
    "text": text_summary,
    "json": json_report,
    "github": github_report,
}
