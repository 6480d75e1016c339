"""A document's file as it was read: without credentials, and with the problems of its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.source_text import FaultKind
from sphinx_sitejson.common.json_documents.sources import Source, read_json_or_yaml
from sphinx_sitejson.common.network.urls import (
    strip_credentials,
    strip_link_credentials,
)
from sphinx_sitejson.common.problems import JsonPath, Place, Problem, ProblemCode, key_path
from sphinx_sitejson.openapi.keywords import DATA_EVERYWHERE, NAMED

_ESCAPED = re.compile(r"\\(?:u00(?:2f|40|5c)|x(?:2f|40|5c))", re.IGNORECASE)
_LONGEST_USER = 2_000
_AUTHORITY = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//([^/?#]*)", re.IGNORECASE)
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_USER_OF_HOST = re.compile(r"^[^/?#]*@")


def document_may_have_credentials(text: str) -> bool:
    """Tell quickly whether a document can have any; looking through all its values takes longer."""
    # The variables of a server can be a part of an address.
    if _ESCAPED.search(text) or ("@" in text and "variables" in text):
        return True
    position = text.find("@")
    while position >= 0:
        before = text[max(0, position - _LONGEST_USER) : position]
        if "//" in before or "\\" in before or "http" in before.lower():
            return True
        position = text.find("@", position + 1)
    return False


def remove_credentials(document: Any) -> list[JsonPath]:
    """Take users and passwords out of all addresses of a document; return where they stood."""
    found: list[JsonPath] = []
    # Aliases of YAML lead to the same object again and again.
    seen: set[int] = set()
    waiting: list[tuple[JsonPath, Any, bool]] = [((), document, False)]
    while waiting:
        path, container, has_names = waiting.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))
        if path[-2:-1] == ("callbacks",) and isinstance(container, dict):
            found += _without_in_names(container, path)
        hosts = _variables_of_host(container)
        for key, value in _members(container):
            # Nearly all values of a document are such; to say where they stand takes long.
            if isinstance(value, str) and "@" not in value:
                continue
            here = (*path, key)
            if not has_names and _is_data(here, value):
                continue
            if key == "variables" and hosts:
                found += _without_in_hosts(value, hosts, here)
            if isinstance(value, str):
                if (plain := _plain(value)) != value:
                    container[key] = plain
                    found.append(here)
            else:
                is_named = not has_names and key in NAMED and isinstance(value, dict)
                waiting.append((here, value, is_named))
    return found


def _without_in_names(container: dict[str, Any], path: JsonPath) -> list[JsonPath]:
    """Take credentials out of the addresses that callbacks have for names; the order stays."""
    names = {name: strip_credentials(name) for name in container}
    if all(name == plain for name, plain in names.items()):
        return []
    entries = [(names[name], value) for name, value in container.items()]
    container.clear()
    container.update(entries)
    return [(*path, plain) for name, plain in names.items() if name != plain]


def _variables_of_host(server: Any) -> list[str]:
    """Return the variables that stand for the host of a server, or for a part of it."""
    url = server.get("url") if isinstance(server, dict) else None
    found = _AUTHORITY.match(url) if isinstance(url, str) else None
    return _VARIABLE.findall(found[1]) if found else []


def _without_in_hosts(variables: Any, hosts: list[str], path: JsonPath) -> list[JsonPath]:
    """Take what stands before an ``@`` out of the values of such variables."""
    found: list[JsonPath] = []
    for name in hosts:
        variable = variables.get(name) if isinstance(variables, dict) else None
        if isinstance(variable, dict):
            at = (*path, name)
            found += _without_in_values(variable, ("default",), at)
            choices = variable.get("enum")
            found += _without_in_values(choices, [n for n, _ in _members(choices)], (*at, "enum"))
    return found


def _without_in_values(holder: Any, keys: Iterable[str | int], path: JsonPath) -> list[JsonPath]:
    values = dict(_members(holder))
    found: list[JsonPath] = []
    for key in keys:
        value = values.get(key)
        if isinstance(value, str) and (plain := _USER_OF_HOST.sub("", value)) != value:
            holder[key] = plain
            found.append((*path, key))
    return found


def _members(container: Any) -> list[tuple[Any, Any]]:
    if isinstance(container, dict):
        return [*container.items()]
    return [*enumerate(container)] if isinstance(container, list) else []


def _is_data(path: JsonPath, value: Any) -> bool:
    # The variables of a server become a part of its address.
    if len(path) > 3 and path[-3] == "variables" and isinstance(path[-4], int):
        return False
    return path[-1] in DATA_EVERYWHERE or (path[-1] == "examples" and isinstance(value, list))


def _plain(text: str) -> str:
    return strip_link_credentials(strip_credentials(text))


CREDENTIALS = (
    "the URL contains a user name or password, which every reader could see; they are left out."
)
_CODES: Mapping[FaultKind, ProblemCode] = {
    "unreadable": ProblemCode.OPENAPI_DOCUMENT,
    "too deep": ProblemCode.NESTED_TOO_DEEP,
}
_AS_TEXT = (("openapi",), ("swagger",), ("info", "version"))
"""Versions are kept as they are written: 1.10 is not 1.1."""


@dataclass(frozen=True, kw_only=True)
class DocumentFile(Source):
    """What was read from one file of a document."""

    problems: tuple[Problem, ...] = ()
    converted_by: str = ""
    """The format of the project that the value was converted from; "" if it was not."""


def read_source(content: bytes, *, file: str) -> DocumentFile:
    """Read the content of a file, whatever its name: JSON if it is JSON, else YAML."""
    source = read_json_or_yaml(content, file=file, as_text=_AS_TEXT)
    problems: list[Problem] = []
    if document_may_have_credentials(source.text):
        # Before anything else sees the value, so that no message about it repeats them.
        places = source.places(remove_credentials(source.value))
        problems = [
            Problem(code=ProblemCode.CREDENTIALS, message=CREDENTIALS, place=place)
            for place in places.values()
        ]
    return DocumentFile(
        file=file,
        value=source.value,
        text=source.text,
        is_json=source.is_json,
        problems=(*problems, *_problems_of(source)),
    )


def document_has_credentials(content: bytes) -> bool:
    """Tell whether a document has a user or a password in one of its addresses."""
    problems = read_source(content, file="").problems
    return any(problem.code == "credentials" for problem in problems)


def _problems_of(source: Source) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            code=_CODES.get(fault.kind, ProblemCode.OPENAPI_INVALID),
            message=fault.message,
            place=Place(
                file=source.file,
                line=fault.line,
                column=fault.column,
                key_path=key_path(fault.path),
            ),
        )
        for fault in source.faults
    )
