"""Sentences about settings that could not be computed."""

from __future__ import annotations

from pathlib import Path

from .javascript import Evaluated
from .project import Project


def report_evaluation(project: Project, evaluated: Evaluated, file: Path | None = None) -> None:
    """Say what could not be computed, by file and line."""
    reason = evaluated.reason or "it exports nothing"
    if evaluated.value is None or (evaluated.reason and not evaluated.value):
        project.note(f"the file was not read: {reason}", file=file)
    elif evaluated.is_literal:
        project.note(f"the file could not be run ({reason}); only literals were read", file=file)
    for path, line, reason in evaluated.failures:
        project.note(f"not computed: {reason}", file=path, line=line)
