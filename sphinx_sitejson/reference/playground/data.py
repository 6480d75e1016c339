"""The data of a playground, with simulated responses, and compact schemas within a budget.

Operations of documents and endpoints that pages document by hand have the same form, which
``tests/scripts/types/playground.d.ts`` declares. Schemas are JSON Schema objects; a ``$ref`` in
them names one of the definitions.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import chain
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.nesting import iter_values
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.example_values import SelectedBody, response_headers, select_body
from sphinx_sitejson.http_messages.generated_values import MISSING
from sphinx_sitejson.http_messages.media_types import concrete_media_type, expected_response
from sphinx_sitejson.http_messages.options import (
    DEFAULT_KEY_HEADER,
    PLACEHOLDER,
    PlaygroundMode,
    ReferenceOptions,
)
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.keywords import UNSUPPORTED_IN_PLAYGROUND, playground_keywords
from sphinx_sitejson.openapi.model import MediaType, Operation
from sphinx_sitejson.openapi.raw import References, as_object, schema_name
from sphinx_sitejson.settings.site import Auth

from ..views.model import ServerView
from .pattern_cost import is_slow_pattern

MAX_SIZE = 60_000
"""The number of bytes of the responses of one page; the expected one is always included."""
_MAX_EXAMPLES = 12


def simulated_responses(operation: Operation, validator: SchemaValidator) -> Iterator[list[Any]]:
    """Yield the simulated responses of an operation, the expected one first.

    Each is its status, its headers, and a body for each media type and example.
    """
    expected, response = expected_response(operation.responses)
    remaining = MAX_SIZE
    responses = {expected: response}
    for other in operation.responses:
        code = other.status.upper().replace("XX", "00")
        if code.isdecimal() and 200 <= int(code) < 600:
            responses.setdefault(int(code), other)
    for status, each in responses.items():
        bodies: list[list[Any]] = []
        content = each.content if each else ()
        for chosen in chain.from_iterable(_examples(media, validator) for media in content):
            remaining -= len(chosen.body.content)
            if remaining < 0 and not (status == expected and not bodies):
                break
            bodies.append(_encode_body(chosen))
        yield [status, list(response_headers(each, validator)) if each else [], bodies]


def _examples(media: MediaType, validator: SchemaValidator) -> Iterator[SelectedBody]:
    media_type = concrete_media_type(media.name)
    first = select_body(media, validator, media_type=media_type)
    if first is not None:
        yield first
    for example in media.examples[:_MAX_EXAMPLES]:
        is_other = first is None or example.name != first.example
        if example.name and is_other and (example.has_value or example.serialized is not None):
            named = select_body(media, validator, media_type=media_type, example=example.name)
            if named is not None:
                yield named


def _encode_body(chosen: SelectedBody) -> list[Any]:
    """Return media type, name of the example and content; a binary one as base64."""
    media_type, content = chosen.body.media_type, chosen.body.content
    try:
        return [media_type, chosen.example, content.decode("utf-8")]
    except UnicodeDecodeError:
        return [media_type, chosen.example, base64.b64encode(content).decode("ascii"), 1]


JsonSchema = Mapping[str, Any] | bool
ScriptData = dict[str, Any]
"""Plain data, which the scripts read as JSON."""

_UNSAFE_IN_SCRIPTS = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@record
class PlaygroundData:
    """The data of a playground, or of the console of a WebSocket channel, for the scripts."""

    values: Mapping[str, Any]
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Named schemas, each as JSON text."""
    is_socket: bool = False


def without_empty(values: Mapping[str, Any]) -> ScriptData:
    """Return the values that are neither empty nor false, which the scripts take for granted."""
    return {key: value for key, value in values.items() if value}


def parameter_data(
    name: str,
    location: str,
    *,
    schema: JsonSchema = True,
    explode: bool | None = None,
    sample: Any = MISSING,
    **optional: object,
) -> ScriptData:
    """Return one input of the form.

    :param sample: the value that samples show.
    :param optional: ``style``, ``required`` and ``deprecated`` as in the document; ``type``, the
        media type of a parameter with ``content``; ``id``, that of its field on the page;
        ``given``, whether the form starts with the sample.
    """
    found: ScriptData = {"name": name, "in": location, **without_empty(optional)}
    if explode is not None:
        found["explode"] = explode
    if schema is not True:
        found["schema"] = schema
    if sample is not MISSING:
        found["sample"] = sample
    return found


def document_label(location: str) -> str:
    """Return the file name of a document: ``api/v1/openapi.json`` gives ``openapi.json``."""
    return re.split(r"[/\\]", location.partition("?")[0].rstrip("/"))[-1]


def playground_json(data: PlaygroundData) -> str:
    """Return the data of a playground as JSON that is safe inside a script element."""
    text = script_json(data.values)
    if data.definitions:
        entries = ",".join(
            f"{script_json(name)}:{schema}" for name, schema in data.definitions.items()
        )
        text = f'{text[:-1]},"definitions":{{{entries}}}}}'
    return text.translate(_UNSAFE_IN_SCRIPTS)


def script_json(value: Any) -> str:
    """Return a value as compact JSON, or ``null`` where it has none."""
    try:
        return exact_json(value, is_compact=True, ensure_ascii=True, allow_nan=False)
    except (ValueError, RecursionError):
        return "null"


def playground_mode(
    page_mode: object, options: ReferenceOptions, servers: tuple[ServerView, ...]
) -> PlaygroundMode:
    """Return the mode of a page, else that of the site; without a server nothing can be sent."""
    mode: PlaygroundMode = options.playground
    if page_mode in ("show", "simple", "hide"):
        mode = page_mode
    return "simple" if mode == "show" and not servers else mode


def site_scheme(auth: Auth) -> ScriptData:
    """Return the scheme for the authentication method in the settings."""
    name, prefix = auth.name or "", auth.input_prefix or ""
    if auth.method == "basic":
        username, _, password = name.partition(":")
        scheme = {"name": "basic", "kind": "basic", "username": username, "password": password}
    elif auth.method == "key":
        header = name or DEFAULT_KEY_HEADER
        scheme = {
            "name": header,
            "kind": "key",
            "in": "header",
            "parameter": header,
            "prefix": prefix,
        }
    else:
        scheme = {"name": name or "bearer", "kind": "bearer", "label": name, "prefix": prefix}
    return without_empty(scheme)


def server_data(server: ServerView, url: str = "") -> ScriptData:
    """Return a server for the scripts.

    :param url: its URL, if it is not the one in the document.
    """
    found: ScriptData = {"url": url or server.url}
    label = server.label or server.description
    if label:
        found["label"] = label
    if server.variables:
        found["variables"] = [
            {
                "name": each.name,
                **({} if each.default is None else {"default": each.default}),
                "enum": each.enum,
            }
            for each in server.variables
        ]
    return found


MAX_INLINE_LENGTH = 12_000
"""The number of characters of a schema without a name; deeper parts are cut."""
REQUEST_BUDGET = 16_000
"""The number of characters of the named schemas of a request."""
RESPONSE_BUDGET = 5_000
"""The number of characters of additional schemas of the responses."""
_DEPTHS = (30, 6, 4, 3, 2, 1)
_MAX_ENUM_VALUES = 500
_MAX_TEXT_LENGTH = 400

_PLAIN = playground_keywords()
_OPTIONAL_ANNOTATIONS = frozenset({"title", "default", "deprecated"})
"""Annotations that may be dropped when they are too long."""
_KEYWORDS_AT_LIMIT = ("type", "format", "readOnly", "writeOnly", "nullable")
_SCHEMA = playground_keywords("one")
_SCHEMA_LISTS = playground_keywords("list")
_SCHEMA_MAPS = playground_keywords("map")
_LOST_AT_LIMIT = (
    (_PLAIN | _SCHEMA | _SCHEMA_LISTS | _SCHEMA_MAPS | UNSUPPORTED_IN_PLAYGROUND)
    .union((PLACEHOLDER, "$ref", "enum", "discriminator"))
    .difference(_KEYWORDS_AT_LIMIT, _OPTIONAL_ANNOTATIONS)
)


class CompactSchemas:
    """The compact schemas of a document, each named one computed once."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._definition = cache(self._compact_named)

    def inline(self, raw: Any) -> JsonSchema:
        """Return a compact schema, in which named schemas stay references."""
        for depth in _DEPTHS:
            compact = _compact(raw, depth)
            if len(script_json(compact)) <= MAX_INLINE_LENGTH:
                break
        return compact

    def definitions(self, roots: Iterable[Any], budget: int) -> Iterator[tuple[str, str]]:
        """Yield the named schemas that others refer to, nearest first, within the budget.

        A reference to an omitted one allows any value.
        """
        queue = deque(dict.fromkeys(name for root in roots for name in _iter_references(root)))
        seen = set(queue)
        remaining = budget
        while queue and remaining > 0:
            reference = queue.popleft()
            text, inner = self._definition(reference)
            if len(text) > remaining:
                continue
            remaining -= len(text)
            yield reference, text
            for name in inner:
                if name not in seen:
                    seen.add(name)
                    queue.append(name)

    def _compact_named(self, reference: str) -> tuple[str, tuple[str, ...]]:
        """Return the text of a named schema, and the references in it."""
        target = reference if reference.startswith("#") else f"#/components/schemas/{reference}"
        compact = self.inline(self._references.at(target))
        return script_json(compact), tuple(dict.fromkeys(_iter_references(compact)))


def _compact(raw: Any, depth: int) -> JsonSchema:
    if isinstance(raw, bool):
        return raw
    schema = as_object(raw)
    if depth <= 0:
        return _cut(schema)
    found: ScriptData = {}
    for key, value in schema.items():
        if key in UNSUPPORTED_IN_PLAYGROUND:
            found["partial"] = True
            if _has_secret(value):
                found["cut"] = True
        elif key in _PLAIN:
            if key == "pattern" and _is_slow(value):
                found["partial"] = True
            elif not _is_long(value):
                found[key] = value
            elif key not in _OPTIONAL_ANNOTATIONS:
                found["partial"] = True
        elif key in _SCHEMA:
            found[key] = _compact(value, depth - 1)
        elif key in _SCHEMA_LISTS and isinstance(value, list):
            found[key] = [_compact(entry, depth - 1) for entry in value]
        elif key in _SCHEMA_MAPS:
            members = as_object(value).items()
            found[key] = {str(name): _compact(member, depth - 1) for name, member in members}
        elif key == "$ref" and isinstance(value, str):
            # A named schema has its short name; other targets keep their pointer.
            found[key] = schema_name(value) or value
        elif key == "enum" and isinstance(value, list) and len(value) <= _MAX_ENUM_VALUES:
            found[key] = value
        elif key == "enum":
            found["partial"] = True
        elif key == "discriminator":
            found |= _discriminator(value)
        elif key == PLACEHOLDER and isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH:
            found["placeholder"] = value
    return _without_slow_names(found)


def _without_slow_names(schema: ScriptData) -> ScriptData:
    """Omit names with slow patterns; then other names are not validated either."""
    patterns = schema.get("patternProperties", {})
    names = {name: member for name, member in patterns.items() if not _is_slow(name)}
    if len(names) == len(patterns):
        return schema
    others = {key: value for key, value in schema.items() if key != "additionalProperties"}
    return {**others, "patternProperties": names, "partial": True}


def _is_slow(pattern: Any) -> bool:
    return isinstance(pattern, str) and is_slow_pattern(pattern)


def _cut(schema: Mapping[str, Any]) -> JsonSchema:
    """Return the type of a schema that is nested too deeply, marked as cut."""
    found = {
        key: schema[key]
        for key in _KEYWORDS_AT_LIMIT
        if isinstance(schema.get(key), str | list | bool)
    }
    if not _LOST_AT_LIMIT.isdisjoint(schema):
        found["cut"] = True
    return found or True


def _has_secret(value: Any) -> bool:
    """Whether an ignored part of a schema has secrets, which links must not include."""
    return any(
        each.get("writeOnly") is True or each.get("format") == "password"
        for _path, each in iter_values(value)
        if isinstance(each, dict)
    )


def _discriminator(value: Any) -> ScriptData:
    raw = as_object(value)
    if not isinstance(raw.get("propertyName"), str):
        return {}
    mapping = {
        name: schema_name(target) or target
        for name, target in as_object(raw.get("mapping")).items()
        if isinstance(target, str)
    }
    return {"discriminator": {"propertyName": raw["propertyName"], "mapping": mapping}}


def _is_long(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) > _MAX_TEXT_LENGTH
    return isinstance(value, Mapping | list) and len(script_json(value)) > _MAX_TEXT_LENGTH * 5


def _iter_references(schema: Any) -> Iterator[str]:
    """Yield the references in a compact schema, nearest first."""
    queue = deque([schema])
    while queue:
        each = queue.popleft()
        if isinstance(each, list):
            queue.extend(each)
        elif isinstance(each, Mapping):
            reference = each.get("$ref")
            if isinstance(reference, str):
                yield reference
            for key in (*_SCHEMA, *_SCHEMA_LISTS):
                if key in each:
                    queue.append(each[key])
            for key in _SCHEMA_MAPS:
                queue.extend(as_object(each.get(key)).values())
