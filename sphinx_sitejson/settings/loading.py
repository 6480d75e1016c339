"""Find and load a settings file, and report all problems in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.characters import (
    code_point,
    find_unreadable,
    may_contain_unreadable,
    replace_unreadable_in_value,
)
from sphinx_sitejson.common.files import describe_os_error, is_outside_repository, read_file
from sphinx_sitejson.common.json_documents.source_text import TextFault
from sphinx_sitejson.common.json_documents.sources import Source, read_strict_json
from sphinx_sitejson.common.json_documents.validation import Leave
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    key_path,
    quoted,
)
from sphinx_sitejson.common.records import record

from . import DOCS_FILE_NAME, LEGACY_FILE_NAME
from .site import SiteSettings
from .validation import (
    Fault,
    ValidatedSettings,
    is_inside,
    path_in_file,
    strip_settings_credentials,
    validate_settings,
)


@record
class LoadedSettings:
    """The settings of a file, or None if a problem stops the build."""

    settings: SiteSettings | None
    problems: tuple[Problem, ...]
    source: Source
    documents: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The URLs with credentials of documents and overlays, by their URLs without."""

    def document_file(self, document: str) -> str:
        """Return the URL of a document or overlay with its credentials, for fetching only."""
        return self.documents.get(document, document)

    origins: Mapping[JsonPath, JsonPath] = field(default_factory=dict, repr=False)
    """The paths of values in the file, if it has another structure."""

    def locate(self, path: JsonPath) -> Location:
        """Return the location of a value in the file."""
        return self.source.locate(path_in_file(path, self.origins))


def load_settings(
    path: Path, *, display_name: str | None = None, root: Path | None = None
) -> LoadedSettings:
    """Load and validate a settings file.

    :param display_name: the name of the file in messages.
    :param root: the folder of the project, if that is not the folder of the file.
    """
    file = display_name or _display_path(path)
    try:
        if _is_outside_repository(path, root or path.parent):
            return _unusable(
                "the settings file is a symbolic link that points outside the repository.", file
            )
        content = read_file(path)
    except (OSError, ValueError) as error:
        return _unusable(_describe_read_error(path, error), file)
    source = read_strict_json(content, file=file)
    problems = [_text_problem(fault, file) for fault in source.faults]
    if any(problem.stops_build for problem in problems):
        return LoadedSettings(settings=None, problems=tuple(problems), source=source)
    # The navigation is a list in all files except docs.json.
    if not (isinstance(source.value, dict) and isinstance(source.value.get("navigation"), list)):
        # Imported late: most projects have no docs.json.
        from .docs_json import is_docs_json, validate_docs
        from .references import ReferenceReader

        if is_docs_json(source.value, is_named_so=path.name == DOCS_FILE_NAME):
            references = ReferenceReader(path, source, root or path.parent)
            return _loaded(references.joined(), [*problems, *references.problems], validate_docs)
    return _loaded(source, problems, validate_settings)


def _loaded(
    source: Source, problems: list[Problem], validate: Callable[[Any], ValidatedSettings]
) -> LoadedSettings:
    # First, so that no message repeats credentials.
    plain, faults, documents = strip_settings_credentials(source.value)
    checked = validate(plain)
    value = checked.value
    faults += checked.faults
    if may_contain_unreadable(source.text):
        reported = {fault.path for fault in faults if not fault.is_repaired}
        faults += [
            Fault(
                path=path,
                statement=f"the control character {code_point(char)} cannot be displayed",
                consequence="it is replaced",
                edit=Leave(),
            )
            for path, char in find_unreadable(plain)
            if not is_inside(path, reported)
        ]
        value = replace_unreadable_in_value(value)
    dropped: Mapping[JsonPath, Problem] = getattr(source, "dropped", {})
    problems += [
        Problem(
            fault.code,
            fault.message,
            source.locate(fault.path, at_key=fault.at_key),
            stops_build=fault.stops_build,
            is_repaired=fault.is_repaired,
        )
        for fault in faults
        if not is_inside(fault.path, dropped)
    ]
    for path, problem in dropped.items():
        # Without the file of this reference, the rest cannot be built.
        if any(fault.stops_build and is_inside(fault.path, {path}) for fault in faults):
            problems[problems.index(problem)] = replace(problem, stops_build=True)
    is_possible = not any(problem.stops_build for problem in problems)
    return LoadedSettings(
        settings=checked.build(value) if is_possible else None,
        problems=tuple(
            sorted(problems, key=lambda each: (each.location.line or 0, each.location.column or 0))
        ),
        source=source,
        documents=documents,
        origins=checked.origins,
    )


def _text_problem(fault: TextFault, file: str) -> Problem:
    location = Location(file, line=fault.line, column=fault.column, key_path=key_path(fault.path))
    is_fatal = fault.kind == "unreadable"
    code, message = ProblemCode.WRONG_VALUE, fault.message
    if fault.kind == "repeated key":
        code = ProblemCode.DUPLICATE_KEY
        key = quoted(str(fault.path[-1]))
        message = f"the key {key} is already on line {fault.earlier_line}; the last one is used."
    return Problem(
        ProblemCode.SETTINGS_FILE if is_fatal else code, message, location, stops_build=is_fatal
    )


def _display_path(path: Path) -> str:
    """Return a path relative to the current folder if it is below it."""
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()


def _is_outside_repository(path: Path, root: Path) -> bool:
    """Return whether a link points outside; a path that is configured outside is allowed."""
    normalized = Path(os.path.normpath(path))
    return is_outside_repository(
        normalized, root if normalized.is_relative_to(root) else normalized.parent
    )


def _describe_read_error(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"the settings file is missing{_legacy_file_hint(path)}."
    if isinstance(error, IsADirectoryError):
        return "the settings file is a folder."
    reason = describe_os_error(error) if isinstance(error, OSError) else str(error)
    return f"the settings file cannot be read ({reason})."


def _unusable(message: str, file: str) -> LoadedSettings:
    problem = Problem(ProblemCode.SETTINGS_FILE, message, Location(file), stops_build=True)
    return LoadedSettings(settings=None, problems=(problem,), source=Source(file=file))


def _legacy_file_hint(path: Path) -> str:
    if path.name == LEGACY_FILE_NAME or not path.with_name(LEGACY_FILE_NAME).is_file():
        return ""
    setting = f'sitejson_file = "{LEGACY_FILE_NAME}"'
    return f"; to use the {LEGACY_FILE_NAME} beside it, write {setting} in conf.py"
