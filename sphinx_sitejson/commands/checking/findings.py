"""One thing that is wrong, and where; read from what Sphinx says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sphinx_sitejson.common.problems import Problem

Severity = Literal["note", "warning", "error"]

_LINE = re.compile(
    r"^(?:(?P<place>.+?): )??(?P<level>WARNING|ERROR|CRITICAL): (?P<message>.*?)"
    r"(?: \[(?P<code>[A-Za-z_][\w.-]*)\])?$"
)
_PLACE = re.compile(
    r"^(?P<file>.+?)(?::(?:docstring of [^:]+:)?(?P<line>\d+))?(?::(?P<column>\d+))?$"
)
_DOCSTRING = re.compile(r":docstring of [^:]+(?=:|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, in one sentence."""

    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    code: str = ""
    severity: Severity = "warning"

    @property
    def position(self) -> str:
        """The place as editors and terminals understand it: ``file:line:column``."""
        numbers = (str(number) for number in (self.line, self.column) if number is not None)
        return ":".join(filter(None, [self.file, *numbers]))

    def __str__(self) -> str:
        place = f"{self.position}: " if self.file else ""
        return f"{place}{self.message}" + (f" [{self.code}]" if self.code else "")


def finding_of(problem: Problem) -> Finding:
    """Return a problem of settings, pages or documents as a finding."""
    place = problem.location
    severity: Severity = "note" if problem.is_repaired else "warning"
    return Finding(
        message=f"{place.key_path}: {problem.message}" if place.key_path else problem.message,
        file=place.file,
        line=place.line,
        column=place.column,
        code=f"sitejson.{problem.code}",
        severity="error" if problem.stops_build or problem.is_error else severity,
    )


def findings_in(log: str) -> Iterator[Finding]:
    """Read the warnings and errors of Sphinx; lines that go on belong to the one before."""
    current: Finding | None = None
    for line in log.splitlines():
        if (match := _LINE.match(line)) is None:
            if current is not None and line.strip():
                current = replace(current, message=f"{current.message}\n{line.rstrip()}")
            continue
        if current is not None:
            yield _with_code(current)
        current = _placed(match)
    if current is not None:
        yield _with_code(current)


def below(findings: Iterable[Finding], folder: Path) -> Iterator[Finding]:
    """Name files as seen from a folder, where they lie in it."""
    for finding in findings:
        path = Path(finding.file)
        if finding.file and path.is_absolute() and path.is_relative_to(folder):
            yield replace(finding, file=path.relative_to(folder).as_posix())
        else:
            yield finding


def sorted_by_location(findings: Iterable[Finding], *, first: str) -> list[Finding]:
    """Sort findings by their location, since several processes find them in any order.

    :param first: the name of the file to begin with.
    """

    def position(finding: Finding) -> tuple[bool, str, int, int]:
        is_first = Path(finding.file).name == first
        return not is_first, finding.file, finding.line or 0, finding.column or 0

    return sorted(findings, key=position)


def _placed(match: re.Match[str]) -> Finding:
    place = _PLACE.match(_DOCSTRING.sub("", match["place"] or ""))
    line, column = (place["line"], place["column"]) if place else (None, None)
    return Finding(
        message=match["message"],
        file=place["file"] if place else "",
        line=int(line) if line else None,
        column=int(column) if column else None,
        code=match["code"] or "",
        severity="warning" if match["level"] == "WARNING" else "error",
    )


def _with_code(finding: Finding) -> Finding:
    """Take the code from the end of a message of several lines."""
    match = re.search(r" \[([A-Za-z_][\w.-]*)\]$", finding.message)
    if finding.code or match is None:
        return finding
    return replace(finding, message=finding.message[: match.start()], code=match[1])
