"""What a document's schema cannot say: names that must be unique, declared or listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.network.methods import METHODS
from sphinx_sitejson.common.problems import JsonPath, quoted
from sphinx_sitejson.openapi.document import server_templates
from sphinx_sitejson.openapi.keywords import is_extension
from sphinx_sitejson.openapi.reading.pointers import NoTargetError, pointer_path, value_at

from .all_of_cycles import all_of_circles

_TEMPLATE = re.compile(r"\{([^{}]*)\}")

Finding = tuple[JsonPath, str]


def findings_of(data: dict[str, Any]) -> Iterator[Finding]:
    """Yield what does not fit together; nothing of it is left out."""
    yield from _operation_ids(data)
    yield from _path_parameters(data)
    for at, servers in _server_lists(data):
        yield from _server_variables(servers, at)
    yield from _security(data)
    yield from all_of_circles(data)


def operations_of(data: dict[str, Any]) -> Iterator[tuple[JsonPath, str, str, Any, Any]]:
    """Yield each operation below ``paths``: its path, method, URL path, path item and itself."""
    for url_path, written in _mapping(data.get("paths")).items():
        if is_extension(url_path):
            continue
        item = _followed(written, data)
        extra = _mapping(item.get("additionalOperations"))
        at: JsonPath = ("paths", url_path)
        for method in METHODS:
            if isinstance(item.get(method), dict):
                yield (*at, method), method.upper(), url_path, item, item[method]
        for method, operation in extra.items():
            if isinstance(operation, dict):
                path = (*at, "additionalOperations", method)
                yield path, method, url_path, item, operation


def _operation_ids(data: dict[str, Any]) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for path, method, url_path, _, operation in operations_of(data):
        name = operation.get("operationId")
        if not isinstance(name, str):
            continue
        this = f"{method} {url_path}"
        if name in seen:
            yield (
                (*path, "operationId"),
                f"the operationId {quoted(name)} is the same as that of {quoted(seen[name])}; "
                "both operations are shown.",
            )
        seen.setdefault(name, this)


def _path_parameters(data: dict[str, Any]) -> Iterator[Finding]:
    for path, _, url_path, item, operation in operations_of(data):
        wanted = _TEMPLATE.findall(url_path)
        if not wanted:
            continue
        declared = {
            parameter.get("name")
            for written in (*_list(item.get("parameters")), *_list(operation.get("parameters")))
            if (parameter := _followed(written, data)).get("in") == "path"
        }
        for name in dict.fromkeys(wanted):
            if name not in declared:
                yield path, f"the path parameter {quoted(name)} is not defined."


def _server_lists(data: dict[str, Any]) -> Iterator[tuple[JsonPath, Any]]:
    yield ("servers",), data.get("servers")
    seen: set[JsonPath] = set()
    for path, _, url_path, item, operation in operations_of(data):
        at = ("paths", url_path)
        if at not in seen:
            seen.add(at)
            yield (*at, "servers"), item.get("servers")
        yield (*path, "servers"), operation.get("servers")


def _server_variables(servers: Any, at: JsonPath) -> Iterator[Finding]:
    for index, server in enumerate(_list(servers)):
        url = _mapping(server).get("url")
        described = _mapping(_mapping(server).get("variables"))
        for name in server_templates(url) if isinstance(url, str) else ():
            if name not in described:
                yield (
                    (*at, index, "url"),
                    f"the server variable {quoted(name)} is not defined; readers have to fill "
                    "it in.",
                )
        for name, variable in _mapping(_mapping(server).get("variables")).items():
            allowed = _mapping(variable).get("enum")
            default = _mapping(variable).get("default")
            if isinstance(allowed, list) and default not in allowed:
                yield (
                    (*at, index, "variables", name, "default"),
                    f"the default {quoted(str(default))} is none of the values in "
                    f'"enum": {", ".join(quoted(str(value)) for value in allowed[:8])}.',
                )


def _security(data: dict[str, Any]) -> Iterator[Finding]:
    known = _mapping(_mapping(data.get("components")).get("securitySchemes"))
    places: list[tuple[JsonPath, Any]] = [(("security",), data.get("security"))]
    places += [
        ((*path, "security"), operation.get("security"))
        for path, _, _, _, operation in operations_of(data)
    ]
    said: set[str] = set()
    for at, requirements in places:
        for index, requirement in enumerate(_list(requirements)):
            for name in _mapping(requirement):
                # OpenAPI 3.2 allows the address of a scheme in place of its name.
                if name not in known and name not in said and "/" not in name:
                    said.add(name)
                    message = f"the security scheme {quoted(name)} is not defined."
                    yield (*at, index, name), message


def _followed(value: Any, data: dict[str, Any]) -> dict[str, Any]:
    """Return the object behind references inside the document; nothing if they lead nowhere."""
    for _ in range(10):
        ref = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(ref, str):
            return _mapping(value)
        if not ref.startswith("#/"):
            return {}
        try:
            value = {**_mapping(value_at(data, pointer_path(ref[1:]))), **_siblings(value)}
        except NoTargetError:
            return {}
    return {}


def _siblings(value: dict[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != "$ref"}


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
