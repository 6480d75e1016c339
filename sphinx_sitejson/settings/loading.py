"""From a settings file to its settings, with all problems on the way."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sphinx_sitejson.characters import (
    may_hold_unreadable,
    readable_value,
    unreadable_places,
)
from sphinx_sitejson.problems import JsonPath, Place, Problem

from .checking import check
from .fault import Fault, is_inside
from .json_positions import JsonSource
from .json_text import read_json
from .site import SiteSettings

OLDER_FILE_NAME = "mint.json"
"""The name that the same file has in projects of an older kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSettings:
    """The settings of a file, or None when a problem makes a site impossible."""

    settings: SiteSettings | None
    problems: tuple[Problem, ...]
    source: JsonSource

    def place(self, path: JsonPath) -> Place:
        """Return where a value stands in the file, so that later checks can point at it."""
        return self.source.place(path)


def load_settings(path: Path, *, display_name: str | None = None) -> LoadedSettings:
    """Read and check a settings file; `display_name` is how messages call it."""
    file = display_name or _shown_path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        return _not_readable(path, error, file)
    read = read_json(content, file=file)
    if any(problem.stops_build for problem in read.problems):
        return LoadedSettings(settings=None, problems=read.problems, source=read.source)
    checked = check(read.value)
    problems = [*read.problems, *(_problem(fault, read.source) for fault in checked.faults)]
    value = checked.value
    if may_hold_unreadable(read.source.text):
        told = {fault.path for fault in checked.faults}
        places = (place for place in unreadable_places(read.value) if not is_inside(place[0], told))
        problems += [_unreadable_problem(read.source.place(path), char) for path, char in places]
        value = readable_value(value)
    is_possible = not any(problem.stops_build for problem in problems)
    return LoadedSettings(
        settings=SiteSettings.from_json(value) if is_possible else None,
        problems=tuple(sorted(problems, key=_position)),
        source=read.source,
    )


def _unreadable_problem(place: Place, char: str) -> Problem:
    message = f"the control character U+{ord(char):04X} cannot be shown; it is replaced."
    return Problem(code="wrong_value", message=message, place=place)


def _problem(fault: Fault, source: JsonSource) -> Problem:
    return Problem(
        code=fault.code,
        message=fault.message,
        place=source.place(fault.path, at_key=fault.at_key),
        stops_build=fault.stops_build,
    )


def _position(problem: Problem) -> tuple[int, int]:
    return problem.place.line or 0, problem.place.column or 0


def _shown_path(path: Path) -> str:
    """Show a path from the current folder when it lies below it."""
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()


def _not_readable(path: Path, error: OSError, file: str) -> LoadedSettings:
    if isinstance(error, FileNotFoundError):
        message = f"the settings file is missing{_older_file_hint(path)}."
    elif isinstance(error, IsADirectoryError) or path.is_dir():
        message = "the settings file is a folder."
    else:
        reason = os.strerror(error.errno) if error.errno else str(error)
        message = f"the settings file cannot be read ({reason})."
    problem = Problem(
        code="settings_file", message=message, place=Place(file=file), stops_build=True
    )
    return LoadedSettings(settings=None, problems=(problem,), source=JsonSource(file=file))


def _older_file_hint(path: Path) -> str:
    if path.name == OLDER_FILE_NAME or not path.with_name(OLDER_FILE_NAME).is_file():
        return ""
    setting = f'sitejson_file = "{OLDER_FILE_NAME}"'
    return f"; to use the {OLDER_FILE_NAME} beside it, write {setting} in conf.py"
