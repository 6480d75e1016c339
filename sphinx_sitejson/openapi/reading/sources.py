"""Find and parse the files of documents, and strip credentials from their URLs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import is_build_output
from sphinx_sitejson.common.json_documents.source_text import FaultKind
from sphinx_sitejson.common.json_documents.sources import Source, read_json_or_yaml
from sphinx_sitejson.common.network.urls import strip_credentials, strip_link_credentials
from sphinx_sitejson.common.problems import JsonPath, Location, Problem, ProblemCode, key_path
from sphinx_sitejson.common.records import record

from ..keywords import ALWAYS_DATA_KEYS, NAMED_MAP_KEYS
from ..raw import Raw, as_object, list_members

_ESCAPED_AT = re.compile(r"\\(?:u0040|x40)")
_AUTHORITY = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//([^/?#]*)", re.IGNORECASE)
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_USERINFO = re.compile(r"^[^/?#]*@")


def strip_document_credentials(document: Any) -> list[JsonPath]:
    """Strip user names and passwords from all URLs of a document; return their paths."""
    found: list[JsonPath] = []
    # YAML aliases refer to the same object several times.
    seen: set[int] = set()
    waiting: list[tuple[JsonPath, Any, bool]] = [((), document, False)]
    while waiting:
        path, container, has_names = waiting.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))
        if path[-2:-1] == ("callbacks",) and isinstance(container, dict):
            found += _strip_from_keys(container, path)
        hosts = _host_variables(container)
        for key, value in list_members(container):
            # Nearly all strings have no "@"; building their paths would be slow.
            if isinstance(value, str) and "@" not in value:
                continue
            here = (*path, key)
            if not has_names and _is_data(here, value):
                continue
            if key == "variables" and hosts:
                found += _strip_from_host_variables(value, hosts, here)
            if isinstance(value, str):
                if (plain := _strip_from_text(value)) != value:
                    container[key] = plain
                    found.append(here)
            else:
                is_named = not has_names and key in NAMED_MAP_KEYS and isinstance(value, dict)
                waiting.append((here, value, is_named))
    return found


def _strip_from_keys(container: Raw, path: JsonPath) -> list[JsonPath]:
    """Strip credentials from the keys of callbacks, which are URLs, keeping their order."""
    names = {name: strip_credentials(name) for name in container}
    found: list[JsonPath] = [(*path, plain) for name, plain in names.items() if name != plain]
    if found:
        entries = [(names[name], value) for name, value in container.items()]
        container.clear()
        container.update(entries)
    return found


def _host_variables(server: Any) -> list[str]:
    """Return the variables in the host of a server URL: ``//{host}/v1`` gives ``host``."""
    url = server.get("url") if isinstance(server, dict) else None
    found = _AUTHORITY.match(url) if isinstance(url, str) else None
    return _VARIABLE.findall(found[1]) if found else []


def _strip_from_host_variables(variables: Any, hosts: list[str], path: JsonPath) -> list[JsonPath]:
    """Strip everything before an ``@`` from the values of host variables."""
    found: list[JsonPath] = []
    for name in hosts:
        variable = as_object(as_object(variables).get(name))
        choices = variable.get("enum")
        values: list[tuple[Any, JsonPath, Any]] = [
            (variable, ("default",), variable.get("default")),
            *((choices, ("enum", key), value) for key, value in list_members(choices)),
        ]
        for container, keys, value in values:
            if isinstance(value, str) and (plain := _USERINFO.sub("", value)) != value:
                container[keys[-1]] = plain
                found.append((*path, name, *keys))
    return found


def _is_data(path: JsonPath, value: Any) -> bool:
    # Server variables become part of a URL.
    if len(path) > 3 and path[-3] == "variables" and isinstance(path[-4], int):
        return False
    return path[-1] in ALWAYS_DATA_KEYS or (path[-1] == "examples" and isinstance(value, list))


def _strip_from_text(text: str) -> str:
    return strip_link_credentials(strip_credentials(text))


CREDENTIALS_MESSAGE = (
    "the URL contains a user name or password, which every reader could see; they were removed."
)
_CODES: Mapping[FaultKind, ProblemCode] = {
    "unreadable": ProblemCode.OPENAPI_DOCUMENT,
    "too deep": ProblemCode.NESTED_TOO_DEEP,
}
_VERSION_PATHS = (("openapi",), ("swagger",), ("info", "version"))
"""Versions are read as strings: the YAML number 1.10 is not 1.1."""


@record
class DocumentFile(Source):
    """The parsed content of one file of a document."""

    problems: tuple[Problem, ...] = ()
    converted_by: str = ""
    """The format of the project that the value was converted from; "" if it was not."""


TEXT_SUFFIX = ".md"
"""The end of the names of files that are descriptions."""


def read_source(content: bytes, *, file: str) -> DocumentFile:
    """Parse the content of a file as JSON or YAML; a Markdown file is one string."""
    if file.lower().endswith(TEXT_SUFFIX):
        return _read_text(content, file=file)
    source = read_json_or_yaml(content, file=file, as_text=_VERSION_PATHS)
    problems: list[Problem] = []
    if "@" in source.text or _ESCAPED_AT.search(source.text):
        # Strip them first, so that no message can repeat them.
        locations = source.locate_all(strip_document_credentials(source.value))
        problems = [
            Problem(ProblemCode.CREDENTIALS, CREDENTIALS_MESSAGE, location)
            for location in locations.values()
        ]
    problems += (
        Problem(
            _CODES.get(fault.kind, ProblemCode.OPENAPI_INVALID),
            fault.message,
            Location(file, line=fault.line, column=fault.column, key_path=key_path(fault.path)),
        )
        for fault in source.faults
    )
    return DocumentFile(**vars(source), problems=tuple(problems))


def _read_text(content: bytes, *, file: str) -> DocumentFile:
    text = content.decode("utf-8-sig", "replace")
    plain = _strip_from_text(text)
    problem = Problem(ProblemCode.CREDENTIALS, CREDENTIALS_MESSAGE, Location(file))
    return DocumentFile(
        file=file, value=plain, text=plain, problems=() if plain == text else (problem,)
    )


def document_has_credentials(content: bytes) -> bool:
    """Return whether a URL in a document contains a user name or password."""
    source = read_source(content, file="")
    if not isinstance(source.value, dict | list):
        source = _read_text(content, file="")
    return any(problem.code == "credentials" for problem in source.problems)


DOCUMENT_SUFFIXES = (".json", ".yaml", ".yml")
_SKIPPED_FOLDERS = ("node_modules", "_build", "build", "dist", "venv", "env", "__pycache__")


def iter_document_files(
    root: Path,
    exclude: Callable[[str], bool] | None = None,
    endings: tuple[str, ...] = DOCUMENT_SUFFIXES,
) -> Iterator[Path]:
    """Yield the files that may be documents, outside of build output and installed packages."""
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        if here != root and is_build_output(here, names):
            folders.clear()
            continue
        folders[:] = [
            name
            for name in sorted(folders)
            if name not in _SKIPPED_FOLDERS
            and not name.startswith(".")
            and not (here / name / "pyvenv.cfg").exists()
            and not (exclude and exclude((here / name).relative_to(root).as_posix()))
        ]
        for name in names:
            path = here / name
            if name.startswith(".") or not name.lower().endswith(endings):
                continue
            if not (exclude and exclude(path.relative_to(root).as_posix())):
                yield path
