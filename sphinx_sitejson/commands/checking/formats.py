"""Findings for people, for programs and for code hosts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.version import __version__

from .findings import Finding

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_WITHOUT_CODE = "sphinx"
_GITHUB_LEVELS = {"note": "notice", "warning": "warning", "error": "error"}


def as_text(findings: Sequence[Finding]) -> str:
    """Write one line for each finding."""
    return "\n".join(map(str, findings))


def as_json(findings: Sequence[Finding]) -> str:
    """Write a list for programs."""
    return json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False)


def as_github(findings: Sequence[Finding]) -> str:
    """Write commands that GitHub Actions shows beside the lines of a change."""
    return "\n".join(map(_github_command, findings))


def as_sarif(findings: Sequence[Finding]) -> str:
    """Write a log that code hosts and editors import."""
    codes = sorted({finding.code or _WITHOUT_CODE for finding in findings})
    driver = {
        "name": "sitejson check",
        "version": __version__,
        "rules": list(map(_sarif_rule, codes)),
    }
    run = {"tool": {"driver": driver}, "results": list(map(_sarif_result, findings))}
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


FORMATS: Mapping[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


def _github_command(finding: Finding) -> str:
    properties = {
        "file": finding.file,
        "line": finding.line,
        "col": finding.column,
        "title": finding.code,
    }
    given = ",".join(
        f"{name}={_github_text(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in properties.items()
        if value not in (None, "")
    )
    level = _GITHUB_LEVELS[finding.severity]
    return f"::{f'{level} {given}'.strip()}::{_github_text(finding.message)}"


def _github_text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _sarif_rule(code: str) -> dict[str, Any]:
    known = code.removeprefix("sitejson.")
    if known not in set(ProblemCode):
        return {"id": code}
    return {"id": code, "shortDescription": {"text": ProblemCode(known).description}}


def _sarif_result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code or _WITHOUT_CODE,
        "level": finding.severity,
        "message": {"text": finding.message},
    }
    if finding.file:
        place: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.file)}}
        if finding.line:
            place["region"] = {"startLine": finding.line}
            if finding.column:
                place["region"]["startColumn"] = finding.column
        result["locations"] = [{"physicalLocation": place}]
    return result
