"""Checks beyond the meta-schemas: unique ids, declared names, cycles and nesting depth."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

from sphinx_sitejson.common.html_markup import without_html
from sphinx_sitejson.common.markdown_limits import IS_TOO_DEEP, limits_plugin
from sphinx_sitejson.common.nesting import MAX_LEVELS, MAX_NESTING
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import Finding, JsonPath, did_you_mean, quoted

from ..document import server_variable_names
from ..keywords import SAMPLE_EXTENSIONS, is_extension
from ..naming.groups import find_deep_tags
from ..raw import (
    Raw,
    References,
    as_list,
    as_object,
    as_object_list,
    get_reference,
    list_members,
    schema_name,
)

_ROOT: JsonPath = ("components", "schemas")
_MAX_LISTED_SCHEMAS = 4


@dataclass(frozen=True)
class _Part:
    """A reference by which a named schema includes another."""

    at: JsonPath
    to: str
    is_all_of: bool


def find_all_of_cycles(data: Raw) -> Iterator[Finding]:
    """Yield the paths at which a schema includes itself, once for each cycle."""
    schemas = as_object(References(data).value(_ROOT))
    parts = {name: list(_parts(schema, (*_ROOT, name))) for name, schema in schemas.items()}
    done: set[str] = set()
    for name in schemas:
        yield from _cycles_from(name, parts, done)


def _cycles_from(start: str, parts: dict[str, list[_Part]], done: set[str]) -> Iterator[Finding]:
    """Yield the cycles reachable from a schema; each schema is visited once."""
    if start in done:
        return
    trail: dict[str, _Part | None] = {start: None}
    waiting = [iter(parts[start])]
    while waiting:
        part = next(waiting[-1], None)
        if part is None:
            waiting.pop()
            done.add(trail.popitem()[0])
        elif part.to in trail:
            names = list(trail)
            cycle = names[names.index(part.to) :]
            steps = [*(trail[name] for name in cycle[1:]), part]
            if any(step and step.is_all_of for step in steps):
                yield part.at, _cycle_message(cycle)
        elif part.to in parts and part.to not in done:
            trail[part.to] = part
            waiting.append(iter(parts[part.to]))


def _parts(schema: Any, at: JsonPath, *, is_all_of: bool = False) -> Iterator[_Part]:
    """Yield the references that a schema includes; recursion is bounded by the document depth."""
    if not isinstance(schema, dict):
        return
    name = schema_name(get_reference(schema) or "")
    if name:
        yield _Part((*at, "$ref"), name, is_all_of)
    for index, entry in enumerate(as_list(schema.get("allOf"))):
        yield from _parts(entry, (*at, "allOf", index), is_all_of=True)


def _cycle_message(cycle: list[str]) -> str:
    listed = cycle[: _MAX_LISTED_SCHEMAS + 1]
    names = [*listed, *(["…"] if len(cycle) > len(listed) else []), cycle[0]]
    return f"circular allOf: {' → '.join(names)}; the schema was included once."


# Deep nesting needs a character per level: inline, or at the beginning of a line.
_INLINE_MARKUP = "*_~[<"
_DEEP_INDENTATION = re.compile(
    rf"^[ \t>]*+(?:(?:[-+*]|\d{{1,9}}[.)])[ \t>]*+){{{MAX_NESTING},}}"
    rf"|^(?:[ \t]*+>){{{MAX_LEVELS},}}|^[ \t>]{{{MAX_LEVELS},}}+[-+*\d]",
    re.MULTILINE,
)


def find_deep_texts(data: Any) -> Iterator[JsonPath]:
    """Yield the paths of the descriptions that are nested too deeply."""
    waiting: list[tuple[JsonPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            text = value.get("description")
            if isinstance(text, str) and is_text_too_deep(text):
                yield (*path, "description")
        waiting += (
            ((*path, key), part)
            for key, part in reversed(list_members(value))
            if isinstance(part, dict | list)
        )


def find_deep_tag_paths(data: Any) -> Iterator[JsonPath]:
    """Yield the paths of the tags that are nested too deeply."""
    named = {
        tag["name"]: (index, tag.get("parent"))
        for index, tag in enumerate(map(as_object, as_list(as_object(data).get("tags"))))
        if isinstance(tag.get("name"), str)
    }
    declared_parents = {name: p if isinstance(p, str) else "" for name, (_, p) in named.items()}
    for name in find_deep_tags(declared_parents):
        yield "tags", named[name][0], "parent"


def is_text_too_deep(text: str) -> bool:
    """Return whether some Markdown or HTML is nested too deeply to be rendered."""
    if len(text) <= MAX_LEVELS:
        return False
    may_be_deep = sum(text.count(sign) for sign in _INLINE_MARKUP) > MAX_LEVELS
    if not may_be_deep and _DEEP_INDENTATION.search(text) is None:
        return False
    parser = _parser()
    return any(token.meta.get(IS_TOO_DEEP) for token in without_html(parser.parse(text), parser))


@cache
def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return markdown.use(limits_plugin)


_TEMPLATE = re.compile(r"\{([^{}]*)\}")


def find_semantic_errors(data: Raw) -> Iterator[Finding]:
    """Yield inconsistencies in a document; the values are kept."""
    yield from _check_operation_ids(data)
    yield from _check_path_parameters(data)
    for at, servers in _server_lists(data).items():
        yield from _check_server_variables(servers, at)
    yield from _check_security(data)
    yield from _check_samples(data)
    yield from _check_required_names(data)
    yield from find_all_of_cycles(data)


def _iter_operations(data: Raw) -> Iterator[tuple[JsonPath, str, str, Any, Any]]:
    """Yield each operation: its JSON path, method, URL path, path item and raw data."""
    for url_path, path_item in as_object(data.get("paths")).items():
        if is_extension(url_path):
            continue
        item = References(data).resolve(path_item)
        at: JsonPath = ("paths", url_path)
        for method in METHODS:
            if isinstance(item.get(method), dict):
                yield (*at, method), method.upper(), url_path, item, item[method]
        for method, operation in as_object(item.get("additionalOperations")).items():
            if isinstance(operation, dict):
                yield (*at, "additionalOperations", method), method, url_path, item, operation


def _check_operation_ids(data: Raw) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for path, method, url_path, _, operation in _iter_operations(data):
        name = operation.get("operationId")
        if not isinstance(name, str):
            continue
        if name in seen:
            yield (
                (*path, "operationId"),
                f"the operationId {quoted(name)} is the same as that of {quoted(seen[name])}; "
                "both operations are shown.",
            )
        seen.setdefault(name, f"{method} {url_path}")


def _check_path_parameters(data: Raw) -> Iterator[Finding]:
    for path, _, url_path, item, operation in _iter_operations(data):
        if url_path.count("{") != url_path.count("}"):
            yield path, f"the braces in the path {quoted(url_path)} do not match."
        template_names = _TEMPLATE.findall(url_path)
        if not template_names:
            continue
        declared = {
            parameter.get("name")
            for raw_parameter in (
                *as_list(item.get("parameters")),
                *as_list(operation.get("parameters")),
            )
            if (parameter := References(data).resolve(raw_parameter)).get("in") == "path"
        }
        for name in dict.fromkeys(template_names):
            if name not in declared:
                hint = _suggest(name, declared.difference(template_names))
                yield path, f"the path parameter {quoted(name)} is not defined.{hint}"


def _server_lists(data: Raw) -> dict[JsonPath, Any]:
    """Return the servers of the document, of paths, and of operations, by their JSON paths."""
    found: dict[JsonPath, Any] = {("servers",): data.get("servers")}
    for path, _, url_path, item, operation in _iter_operations(data):
        found.setdefault(("paths", url_path, "servers"), item.get("servers"))
        found[(*path, "servers")] = operation.get("servers")
    return found


def _check_server_variables(servers: Any, at: JsonPath) -> Iterator[Finding]:
    for index, server in enumerate(map(as_object, as_list(servers))):
        url, variables = server.get("url"), as_object(server.get("variables"))
        for name in server_variable_names(url) if isinstance(url, str) else ():
            if name not in variables:
                yield (
                    (*at, index, "url"),
                    f"the server variable {quoted(name)} is not defined; readers have to fill "
                    "it in.",
                )
        if isinstance(url, str) and "{" not in url and not _is_url(url):
            yield (
                (*at, index, "url"),
                f"{quoted(url)} is not a valid URL; no request can be sent to this server.",
            )
        for name, variable in variables.items():
            allowed, default = (as_object(variable).get(key) for key in ("enum", "default"))
            if isinstance(allowed, list) and default not in allowed:
                yield (
                    (*at, index, "variables", name, "default"),
                    f"the default {quoted(str(default))} is none of the values in "
                    f'"enum": {", ".join(quoted(str(value)) for value in allowed[:8])}.',
                )


def _is_url(text: str) -> bool:
    """Return whether a URL, which may be relative, has a valid host and port."""
    try:
        urlsplit(text).port  # noqa: B018
    except ValueError:
        return False
    return True


def _check_security(data: Raw) -> Iterator[Finding]:
    known = as_object(References(data).value(("components", "securitySchemes")))
    operations = [(path, operation) for path, _, _, _, operation in _iter_operations(data)]
    reported: set[str] = set()
    for path, secured in [((), data), *operations]:
        for index, requirement in enumerate(as_list(secured.get("security"))):
            for name in as_object(requirement):
                # OpenAPI 3.2 allows the URI of a scheme instead of its name.
                if name not in known and name not in reported and "/" not in name:
                    reported.add(name)
                    hint = _suggest(name, known)
                    message = f"the security scheme {quoted(name)} is not defined.{hint}"
                    yield (*path, "security", index, name), message


_MAX_COMPARED_NAMES = 50
"""How many names are compared to find the nearest: each pair takes time."""


def _suggest(name: str, known: Collection[Any]) -> str:
    names = [each for each in known if isinstance(each, str)]
    return did_you_mean(name, names) if len(names) <= _MAX_COMPARED_NAMES else ""


def _check_samples(data: Raw) -> Iterator[Finding]:
    for path, _, _, _, operation in _iter_operations(data):
        for key in SAMPLE_EXTENSIONS:
            samples = operation.get(key)
            if samples is not None and as_object_list(samples) != samples:
                message = (
                    'must be a list of objects with "lang" and "source"; the rest was ignored.'
                )
                yield (*path, key), message


def _check_required_names(data: Raw) -> Iterator[Finding]:
    """Find misspelled names of required properties; others may be defined elsewhere."""
    for title, schema in as_object(References(data).value(_ROOT)).items():
        properties = as_object(as_object(schema).get("properties"))
        required = as_list(as_object(schema).get("required"))
        is_composed = not {"allOf", "anyOf", "oneOf", "$ref"}.isdisjoint(as_object(schema))
        if is_composed or max(len(properties), len(required)) > _MAX_COMPARED_NAMES:
            continue
        others = [name for name in properties if name not in required]
        for index, name in enumerate(required):
            if not isinstance(name, str) or name in properties:
                continue
            if hint := did_you_mean(name, others, likeness=0.75):
                message = f"there is no property {quoted(name)}.{hint}"
                yield (*_ROOT, title, "required", index), message
