"""Reads all pages as a build does, without writing the site."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .findings import Finding, findings_in

BUILDER = "sitejson-check"

_LAST_LINES = 12


@dataclass(frozen=True, slots=True)
class DryBuild:
    """What Sphinx says of a project."""

    findings: tuple[Finding, ...]
    failure: str = ""
    """Why it could not be read to its end; empty if it was."""
    log: str = ""
    """All that it then said."""


def run_dry_build(folder: Path, file: str) -> DryBuild:
    """Read, resolve and check all pages in a process of their own.

    :param file: the settings file in the folder; empty for the one that is found by its name.
    """
    with tempfile.TemporaryDirectory(prefix="sitejson-check-") as scratch:
        warnings = Path(scratch) / "warnings.txt"
        options = ["-q", "-E", "-T", "--no-color", "-j", "auto", "-b", BUILDER]
        options += ["-d", f"{scratch}/pages", "-w", str(warnings)]
        if not (folder / "conf.py").is_file():
            options += ["-C", "-D", "extensions=sphinx_sitejson"]
        if file:
            options += ["-D", f"sitejson_file={file}"]
        command = [sys.executable, "-m", "sphinx", *options, str(folder), f"{scratch}/out"]
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", errors="replace"
        )
        log = warnings.read_text("utf-8", errors="replace") if warnings.is_file() else ""
    findings = tuple(dict.fromkeys(findings_in(log)))
    if done.returncode == 0:
        return DryBuild(findings)
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return DryBuild(findings, "\n".join(said[-_LAST_LINES:]), done.stderr)
