"""What would change in an existing Sphinx project with our theme: ``sitejson check`` prints it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.records import record

PROGRAM = "sphinx_sitejson.checks.trial_build"
_MAX_FAILURE_LINES = 12
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_ADDRESSES = re.compile(r" at 0x[0-9a-f]+")


@record
class Trial:
    """A build of the project in a temporary folder."""

    report: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    html_bytes: int = 0
    all_bytes: int = 0
    largest_page: int = 0
    failure: str = ""
    """The last lines of a build that stopped."""


def run_trial(folder: Path, extensions: Sequence[str] = ()) -> Trial:
    """Build a project in another process, as it is or, if extensions are given, with our theme."""
    with tempfile.TemporaryDirectory(prefix="sitejson-trial-") as name:
        scratch = Path(name)
        output = run_module(PROGRAM, str(folder), name, *extensions, cwd=folder).stderr
        log = scratch / "warnings.txt"
        lines = _ESCAPES.sub("", log.read_text("utf-8")).splitlines() if log.is_file() else []
        warnings = tuple(line for line in lines if re.search(r"\b(WARNING|ERROR|CRITICAL): ", line))
        if not (scratch / "report.json").is_file():
            return Trial(warnings=warnings, failure=last_lines(output))
        files = filter(Path.is_file, (scratch / "site").rglob("*"))
        sizes = {path: path.stat().st_size for path in files}
        pages = [size for path, size in sizes.items() if path.suffix == ".html"]
        return Trial(
            report=json.loads((scratch / "report.json").read_text("utf-8")),
            warnings=warnings,
            html_bytes=sum(pages),
            all_bytes=sum(sizes.values()),
            largest_page=max(pages, default=0),
        )


def run_module(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in another process, and capture its output."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=cwd,
    )


def last_lines(output: str) -> str:
    """Return the end of what a program printed, without blank lines."""
    lines = [line for line in output.splitlines() if line.strip()]
    return "\n".join(lines[-_MAX_FAILURE_LINES:])


def new_warnings(before: Trial, after: Trial) -> list[str]:
    """Return the warnings that only the second build has."""
    known = Counter(_ADDRESSES.sub("", line) for line in before.warnings)
    found = []
    for line in after.warnings:
        key = _ADDRESSES.sub("", line)
        if known[key]:
            known[key] -= 1
        else:
            found.append(line)
    return found


def describe_change(before: Trial, after: Trial) -> str:
    """Return what the second build does differently, as text."""
    parts = [
        "This project has no site.json. It was built twice in a temporary folder, as it is and "
        "with the sitejson theme; none of its files changed.",
        _table(before, after),
    ]
    added = new_warnings(before, after)
    if added:
        parts.append("New warnings:\n" + "\n".join(f"  {line}" for line in added))
    else:
        parts.append("There are no new warnings.")
    content = json.dumps(after.report["site"], indent=2, ensure_ascii=False)
    parts.append(
        "This site.json has what the theme takes from conf.py. Its name and navigation are "
        f"required; the empty navigation means that your toctrees are used:\n{content}"
    )
    if unused := after.report["unused"]:
        parts.append(
            "These settings belong to another theme and would have no effect:\n"
            + "\n".join(f"  {each}" for each in unused)
        )
    parts.append(
        'To switch, add "sphinx_sitejson" to extensions in conf.py, save site.json beside it, and '
        "remove html_theme. With html_theme, the project keeps its theme and its pages."
    )
    return "\n\n".join(parts)


def _table(before: Trial, after: Trial) -> str:
    labels = ("", "pages", "HTML", "largest page", "all files", "warnings", "build time")
    columns = [
        (
            str(trial.report["theme"]),
            str(trial.report["pages"]),
            _size(trial.html_bytes),
            _size(trial.largest_page),
            _size(trial.all_bytes),
            str(len(trial.warnings)),
            f"{trial.report['seconds']:.1f} s",
        )
        for trial in (before, after)
    ]
    rows = zip(labels, *columns, strict=True)
    widths = [max(map(len, column)) for column in (labels, *columns)]
    return "\n".join(
        f"  {label:<{widths[0]}}  {first:>{widths[1]}}  {second:>{widths[2]}}".rstrip()
        for label, first, second in rows
    )


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB" if number >= 1_000_000 else f"{number / 1000:.0f} kB"
