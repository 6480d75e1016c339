"""The data of a playground, with simulated responses.

Operations of documents and endpoints that pages document by hand have the same form, which
``tests/scripts/types/playground.d.ts`` declares. Schemas are JSON Schema objects; a ``$ref`` in
them names one of the definitions.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.http_messages.example_values import SelectedBody, response_headers, select_body
from sphinx_sitejson.http_messages.generated_values import MISSING
from sphinx_sitejson.http_messages.media_types import concrete_media_type, expected_response
from sphinx_sitejson.http_messages.options import (
    DEFAULT_KEY_HEADER,
    PlaygroundMode,
    ReferenceOptions,
)
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.model import MediaType, Operation
from sphinx_sitejson.settings.site import Auth

from ..views.model import ServerView

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

_UNSAFE_IN_SCRIPTS = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@dataclass(frozen=True, kw_only=True)
class PlaygroundData:
    """The data of a playground, or of the console of a WebSocket channel, for the scripts."""

    values: Mapping[str, Any]
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Named schemas, each as JSON text."""
    is_socket: bool = False


def without_empty(values: Mapping[str, Any]) -> dict[str, Any]:
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
) -> dict[str, Any]:
    """Return one input of the form.

    :param sample: the value that samples show.
    :param optional: ``style``, ``required`` and ``deprecated`` as in the document; ``type``, the
        media type of a parameter with ``content``; ``id``, that of its field on the page;
        ``given``, whether the form starts with the sample.
    """
    found: dict[str, Any] = {"name": name, "in": location, **without_empty(optional)}
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


def site_scheme(auth: Auth) -> dict[str, Any]:
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


def server_data(server: ServerView, url: str = "") -> dict[str, Any]:
    """Return a server for the scripts.

    :param url: its URL, if it is not the one in the document.
    """
    found: dict[str, Any] = {"url": url or server.url}
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
