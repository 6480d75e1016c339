"""Results as text, as JSON, and as annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from sphinx_sitejson.common.characters import printable

from .results import OperationResult, Outcome, Results

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
