"""The data of a playground, with simulated responses.

Operations of documents and endpoints that pages document by hand are both converted to
:class:`PlaygroundRequest`. Schemas are JSON Schema objects; a ``$ref`` in them names one of the
definitions.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.http_messages.example_values import SelectedBody, response_headers, select_body
from sphinx_sitejson.http_messages.media_types import concrete_media_type, expected_response
from sphinx_sitejson.http_messages.options import PlaygroundMode, ReferenceOptions
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.model import MediaType, Operation, Response

from ..views.model import ServerView
from ..views.security import DEFAULT_KEY_HEADER

MAX_SIZE = 60_000
"""The number of bytes of the responses of one page; the expected one is always included."""
_MAX_EXAMPLES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedResponse:
    """A simulated response: its status, and a body for each media type and example."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    bodies: tuple[tuple[str, str, bytes], ...] = ()
    """Media type, name of the example, content."""

    def as_json(self) -> list[Any]:
        """Return the JSON for the script, with binary bodies as base64."""
        return [self.status, self.headers, [_encode_body(*body) for body in self.bodies]]


def simulated_responses(
    operation: Operation, validator: SchemaValidator
) -> Iterator[SimulatedResponse]:
    """Yield the simulated responses of an operation, the expected one first."""
    expected, response = expected_response(operation.responses)
    remaining = MAX_SIZE
    seen: set[int] = set()
    for status, each in [(expected, response), *_other_responses(operation)]:
        if status in seen:
            continue
        seen.add(status)
        bodies: list[tuple[str, str, bytes]] = []
        for body in _bodies(each, validator) if each else ():
            remaining -= len(body[2])
            if remaining < 0 and not (status == expected and not bodies):
                break
            bodies.append(body)
        headers = tuple(response_headers(each, validator)) if each else ()
        yield SimulatedResponse(status=status, headers=headers, bodies=tuple(bodies))


def _other_responses(operation: Operation) -> Iterator[tuple[int, Response]]:
    for response in operation.responses:
        status = response.status.upper().replace("XX", "00")
        if status.isdecimal() and 200 <= int(status) < 600:
            yield int(status), response


def _bodies(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str, bytes]]:
    for media in response.content:
        for chosen in _examples(media, validator):
            yield chosen.body.media_type, chosen.example, chosen.body.content


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


def _encode_body(media_type: str, name: str, content: bytes) -> list[Any]:
    try:
        return [media_type, name, content.decode("utf-8")]
    except UnicodeDecodeError:
        return [media_type, name, base64.b64encode(content).decode("ascii"), 1]


JsonSchema = Mapping[str, Any] | bool
SchemeKind = Literal["bearer", "basic", "digest", "key", "http", "oauth2", "other"]

_UNSAFE_IN_SCRIPTS = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundParameter:
    """One input of the form."""

    name: str
    location: str
    schema: JsonSchema = True
    style: str = ""
    explode: bool | None = None
    reserved: bool = False
    media_type: str = ""
    """Of a parameter with ``content``."""
    required: bool = False
    deprecated: bool = False
    field_id: str = ""
    """The id of its field on the page."""
    sample: tuple[Any] | None = None
    """The value that samples show, in a tuple so that null is one too."""
    is_initial: bool = False
    """Whether the form starts with it: samples show it, and it comes from the document."""
    allow_empty: bool = False
    placeholder: str = ""
    """The placeholder of the input."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script, without defaults."""
        found: dict[str, Any] = {"name": self.name, "in": self.location}
        optional = {
            "style": self.style,
            "reserved": self.reserved,
            "type": self.media_type,
            "required": self.required,
            "deprecated": self.deprecated,
            "id": self.field_id,
            "given": self.is_initial,
            "empty": self.allow_empty,
            "placeholder": self.placeholder,
        }
        found.update({key: value for key, value in optional.items() if value})
        if self.explode is not None:
            found["explode"] = self.explode
        if self.schema is not True:
            found["schema"] = self.schema
        if self.sample is not None:
            found["sample"] = self.sample[0]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundPart:
    """The encoding of a property of a form."""

    name: str
    media_type: str = ""
    """One or several, with commas between them; that of the file that is chosen wins."""
    file_name: str = ""
    """Set for files: what a file may be called."""
    style: str = ""
    explode: bool | None = None
    reserved: bool = False
    headers: tuple[PlaygroundParameter, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script."""
        values = {
            "type": self.media_type,
            "file": self.file_name,
            "style": self.style,
            "reserved": self.reserved,
            "headers": [header.as_json() for header in self.headers],
        }
        found = {key: value for key, value in values.items() if value}
        if self.explode is not None:
            found["explode"] = self.explode
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundBody:
    """A media type of the body."""

    media_type: str
    kind: str
    """The kind of media type: "json", "form", "multipart", "text", "xml", "binary", ..."""
    schema: JsonSchema | None = None
    examples: tuple[tuple[str, Any], ...] = ()
    """Titles and values; the first is what samples send, and what the form starts with."""
    parts: tuple[PlaygroundPart, ...] = ()
    file_name: str = ""
    field_id: str = ""
    """The id of its field on the page."""
    pattern: str = ""
    """A media type range, within which the file determines the type."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script."""
        found: dict[str, Any] = {"type": self.media_type, "kind": self.kind}
        if self.schema is not None:
            found["schema"] = self.schema
        if self.examples:
            found["examples"] = self.examples
        parts = {part.name: part_json for part in self.parts if (part_json := part.as_json())}
        if parts:
            found["parts"] = parts
        more = {"file": self.file_name, "id": self.field_id, "pattern": self.pattern}
        found.update({key: value for key, value in more.items() if value})
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundResponse:
    """The expected form of a response."""

    status: str
    field_id: str = ""
    schemas: Mapping[str, JsonSchema] = field(default_factory=dict)
    """By media type."""
    links: tuple[tuple[str, str, Mapping[str, Any]], ...] = ()
    """Operations that can follow: the link's name, the operation's key, and its parameters."""

    def as_json(self) -> list[Any]:
        """Return the JSON for the script."""
        found: list[Any] = [self.field_id, self.schemas]
        return [*found, self.links] if self.links else found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundFlow:
    """One way to get a token."""

    kind: str
    authorization_url: str = ""
    device_url: str = ""
    token_url: str = ""
    scopes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script."""
        values = {
            "kind": self.kind,
            "authorize": self.authorization_url,
            "device": self.device_url,
            "token": self.token_url,
            "scopes": self.scopes,
        }
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundScheme:
    """Credentials that a request needs."""

    name: str
    kind: SchemeKind
    title: str = ""
    label: str = ""
    """The label of the input, if the settings have one."""
    location: str = ""
    parameter: str = ""
    scheme: str = ""
    """The scheme in the ``Authorization`` header, for HTTP schemes without a kind."""
    prefix: str = ""
    """The initial value of the input."""
    username_label: str = ""
    password_label: str = ""
    flows: tuple[PlaygroundFlow, ...] = ()
    metadata_url: str = ""
    scopes: tuple[str, ...] = ()
    """The scopes that this request needs."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script."""
        values = {
            "name": self.name,
            "kind": self.kind,
            "title": self.title,
            "label": self.label,
            "in": self.location,
            "parameter": self.parameter,
            "scheme": self.scheme,
            "prefix": self.prefix,
            "username": self.username_label,
            "password": self.password_label,
            "flows": [flow.as_json() for flow in self.flows],
            "metadata": self.metadata_url,
            "scopes": self.scopes,
        }
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundRequest:
    """The data of the playground of one page."""

    method: str
    path: str
    key: str = ""
    """Names the request on its page."""
    servers: tuple[ServerView, ...] = ()
    security: tuple[tuple[PlaygroundScheme, ...], ...] = ()
    """Alternatives; an empty one means "no credentials"."""
    parameters: tuple[PlaygroundParameter, ...] = ()
    is_body_required: bool = False
    bodies: tuple[PlaygroundBody, ...] = ()
    responses: tuple[PlaygroundResponse, ...] = ()
    simulated_responses: tuple[SimulatedResponse, ...] = ()
    """The responses of the page itself, if the API is simulated."""
    accept: tuple[str, ...] = ()
    """The media types that responses may have."""
    document: str = ""
    """The file name of its document, for links from responses to other operations."""
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Named schemas, each as JSON text."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script, without the definitions."""
        found: dict[str, Any] = {"method": self.method, "path": self.path, "key": self.key}
        found["servers"] = [server_json(server) for server in self.servers]
        lists = {
            "security": [[each.as_json() for each in schemes] for schemes in self.security],
            "parameters": [parameter.as_json() for parameter in self.parameters],
            "bodies": [body.as_json() for body in self.bodies],
            "responses": {each.status: each.as_json() for each in self.responses},
            "answers": [response.as_json() for response in self.simulated_responses],
            "accept": self.accept,
            "document": self.document,
        }
        found.update({key: value for key, value in lists.items() if value})
        if self.is_body_required:
            found["bodyRequired"] = True
        return found


def document_label(location: str) -> str:
    """Return the file name of a document: ``api/v1/openapi.json`` gives ``openapi.json``."""
    return re.split(r"[/\\]", location.partition("?")[0].rstrip("/"))[-1]


class PlaygroundData(Protocol):
    """The data of a playground or of a console."""

    @property
    def definitions(self) -> Mapping[str, str]:
        """Named schemas, each as JSON text."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script, without the definitions."""


def playground_json(request: PlaygroundData) -> str:
    """Return the data of a playground as JSON that is safe inside a script element."""
    text = script_json(request.as_json())
    if request.definitions:
        entries = ",".join(
            f"{script_json(name)}:{schema}" for name, schema in request.definitions.items()
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


def site_scheme(options: ReferenceOptions) -> PlaygroundScheme:
    """Return the scheme for the authentication method in the settings."""
    name = options.auth_name
    if options.auth_method == "basic":
        username, _, password = name.partition(":")
        return PlaygroundScheme(
            name="basic", kind="basic", username_label=username, password_label=password
        )
    if options.auth_method == "key":
        header = name or DEFAULT_KEY_HEADER
        return PlaygroundScheme(
            name=header,
            kind="key",
            location="header",
            parameter=header,
            prefix=options.auth_prefix,
        )
    return PlaygroundScheme(
        name=name or "bearer", kind="bearer", label=name, prefix=options.auth_prefix
    )


def server_json(server: ServerView) -> dict[str, Any]:
    """Return the JSON of a server for the script."""
    found: dict[str, Any] = {"url": server.url}
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
