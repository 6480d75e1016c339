"""Resolve ``$ref`` to other files, and keep the positions of what they contain.

An object ``{"$ref": "./other.json"}`` is replaced by the content of the other file. Keys next to
the reference override those of an object, and are dropped otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import NOT_IN_PROJECT, is_file, read_file, read_refusal
from sphinx_sitejson.common.json_documents.sources import Source, read_strict_json
from sphinx_sitejson.common.problems import JsonPath, Location, Problem, ProblemCode, quoted
from sphinx_sitejson.common.records import record

from .project_files import suggest_file

REFERENCE = "$ref"
MAX_FILES = 1_000
"""How many references one settings file may have."""
MAX_CHAIN_LENGTH = 20


@record
class JoinedSource(Source):
    """A settings file with the files that it refers to."""

    parts: Mapping[JsonPath, tuple[Source, JsonPath]] = field(default_factory=dict)
    """The source of each value that is in another file."""
    dropped: Mapping[JsonPath, Problem] = field(default_factory=dict)
    """The paths of invalid references, and what is reported for them."""

    def locate(self, path: JsonPath, *, at_key: bool = False) -> Location:
        """Return the location of a value or its key, in its file."""
        for length in range(len(path), -1, -1):
            if part := self.parts.get(path[:length]):
                source, inner = part
                # The key of a referenced value is in the file with the reference.
                if at_key and length == len(path) and length and not inner:
                    return self.locate(path[:-1])
                return source.locate((*inner, *path[length:]), at_key=at_key)
        return super().locate(path, at_key=at_key)


@dataclass(frozen=True)
class _At:
    """The file that is being resolved, and the chain of files that refer to it."""

    path: Path
    source: Source
    chain: tuple[Path, ...]


class ReferenceReader:
    """Resolves the references of one settings file.

    :param root: the folder that references must stay in.
    """

    def __init__(self, path: Path, source: Source, root: Path) -> None:
        self._start = _At(path, source, (path.resolve(),))
        self._root = root
        self._source = cache(self._read_source)
        self._count = 0
        self._parts: dict[JsonPath, tuple[Source, JsonPath]] = {}
        self._dropped: dict[JsonPath, Problem] = {}
        self.problems: list[Problem] = []

    def joined(self) -> JoinedSource:
        """Return the file with all references resolved."""
        source = self._start.source
        value = source.value
        if REFERENCE in source.text:
            value = self._resolved(value, self._start, (), ())
        return JoinedSource(
            file=source.file,
            value=value,
            faults=source.faults,
            text=source.text,
            is_json=True,
            parts=self._parts,
            dropped=self._dropped,
        )

    def _resolved(self, value: Any, at: _At, path: JsonPath, inner: JsonPath) -> Any:
        """Return a value without references.

        :param path: its path in the resolved value.
        :param inner: its path in its own file.
        """
        if isinstance(value, list):
            return [
                self._resolved(entry, at, (*path, index), (*inner, index))
                for index, entry in enumerate(value)
            ]
        if not isinstance(value, dict):
            return value
        if isinstance(value.get(REFERENCE), str):
            return self._referenced(value, at, path, inner)
        return self._members(value, at, path, inner)

    def _members(
        self, value: dict[str, Any], at: _At, path: JsonPath, inner: JsonPath
    ) -> dict[str, Any]:
        return {
            key: self._resolved(member, at, (*path, key), (*inner, key))
            for key, member in value.items()
        }

    def _referenced(self, value: dict[str, Any], at: _At, path: JsonPath, inner: JsonPath) -> Any:
        beside = {key: member for key, member in value.items() if key != REFERENCE}
        target = self._open(value[REFERENCE], at, (*inner, REFERENCE))
        if target is None:
            self._dropped[path] = self.problems[-1]
            return self._members(beside, at, path, inner) or None
        self._parts[path] = (target.source, ())
        found = self._resolved(target.source.value, target, path, ())
        if not isinstance(found, dict):
            return found
        for key in beside:
            self._parts[(*path, key)] = (at.source, (*inner, key))
        return {**found, **self._members(beside, at, path, inner)}

    def _open(self, reference: str, at: _At, inner: JsonPath) -> _At | None:
        """Read the file of a reference; an invalid reference is reported."""
        self._count += 1
        folder = self._root if reference.startswith("/") else at.path.parent
        path = Path(os.path.normpath(folder / reference.removeprefix("/")))
        reason = self._why_not(path, at)
        source = None if reason else self._source(path)
        if source is not None and not (source.value is None and source.faults):
            return _At(path, source, (*at.chain, path.resolve()))
        if source is not None:
            fault = source.faults[0]
            message = fault.message
            location = Location(source.file, line=fault.line, column=fault.column)
        else:
            reason = reason or "cannot be read"
            message = f"the file {quoted(reference)} {reason}; its content was ignored."
            if reason == NOT_IN_PROJECT:
                message += suggest_file(path.parent, path.name)
            location = at.source.locate(inner)
        self.problems.append(Problem(ProblemCode.SETTINGS_REFERENCE, message, location))
        return None

    def _why_not(self, path: Path, at: _At) -> str:
        if self._count > MAX_FILES or len(at.chain) > MAX_CHAIN_LENGTH:
            return "is one reference too many"
        if reason := read_refusal(path, self._root):
            return reason
        if not is_file(path):
            return NOT_IN_PROJECT
        if path.resolve() in at.chain:
            return "refers back to itself"
        return ""

    def _read_source(self, path: Path) -> Source | None:
        try:
            content = read_file(path)
        except (OSError, ValueError):
            return None
        file = Path(self._start.source.file).parent / path.relative_to(self._root)
        return read_strict_json(content, file=file.as_posix())
