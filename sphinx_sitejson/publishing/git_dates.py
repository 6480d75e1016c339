"""The dates on which files were last changed, from the history of git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from threading import Timer
from typing import IO

MAX_SECONDS = 20
"""How long git may run; files that it has not reached by then have no date."""

_COMMIT = b"\x02"
_LOG = (
    "log",
    "--no-show-signature",
    "--no-renames",
    "--relative",
    "--name-only",
    "-z",
    "--format=%x02%H %cI",
    "--",
    ".",
)


def read_head(folder: Path) -> tuple[str, Path] | None:
    """Return the newest commit and the path of the list of a shallow clone's oldest commits.

    None if the folder is not in a repository with a commit, or if git is not installed.
    """
    if not _may_be_in_repository(folder):
        return None
    command = _command(folder, "rev-parse", "HEAD", "--git-path", "shallow")
    try:
        done = subprocess.run(
            command, capture_output=True, check=True, timeout=MAX_SECONDS, env=_environment()
        )
    except (OSError, subprocess.SubprocessError):
        return None
    head, _, path = os.fsdecode(done.stdout).strip().partition("\n")
    return head, folder / path


def read_commit_dates(folder: Path, files: Collection[str], shallow: Path) -> Mapping[str, str]:
    """Return the date of the last commit of each file, with one process of git for all files.

    The oldest commits of a shallow clone seem to add all files that they contain, so they give
    no dates.

    :param files: paths relative to the folder.
    :param shallow: the list of these commits.
    """
    remaining, dates = set(files), dict[str, str]()
    ends = _read_lines(shallow)
    try:
        process = subprocess.Popen(
            _command(folder, *_LOG),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
    except OSError:
        return dates
    timer = Timer(MAX_SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        for commit, date, file in _changed_files(process.stdout):
            if file in remaining:
                remaining.remove(file)
                if commit not in ends:
                    dates[file] = date
                if not remaining:
                    break
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
    return dates


def _may_be_in_repository(folder: Path) -> bool:
    """Whether git could find a repository, without a process of git."""
    if "GIT_DIR" in os.environ:
        return True
    inner = folder.resolve()
    return any((outer / ".git").exists() for outer in (inner, *inner.parents))


def _command(folder: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(folder), *arguments]


def _environment() -> dict[str, str]:
    return {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def _read_lines(file: Path) -> frozenset[str]:
    try:
        return frozenset(file.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return frozenset()


def _changed_files(stream: IO[bytes]) -> Iterator[tuple[str, str, str]]:
    """Yield commit, date and path of each changed file, the newest commit first."""
    commit = date = ""
    for field in _split_fields(stream):
        if field.startswith(_COMMIT):
            commit, _, date = os.fsdecode(field[1:]).partition(" ")
        elif field:
            yield commit, date, os.fsdecode(field)


def _split_fields(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the fields between zero bytes; the first file of a commit follows a line end."""
    rest = b""
    while block := stream.read1(1 << 16) if hasattr(stream, "read1") else stream.read(1 << 16):
        *fields, rest = (rest + block).split(b"\0")
        yield from (field.lstrip(b"\n") for field in fields)
    yield rest.lstrip(b"\n")
