"""Parse the front matter that binds a page to an operation or schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.network.urls import public_url, strip_credentials
from sphinx_sitejson.common.problems import did_you_mean

_DOCUMENT = r"(?:(?P<document>\S+)\s+)?"
_OPERATION = re.compile(_DOCUMENT + r"(?P<method>[A-Za-z][\w-]*)\s+(?P<path>/.*)", re.DOTALL)
_WEBHOOK = re.compile(_DOCUMENT + r"webhook\s+(?P<name>\S.*)", re.DOTALL | re.IGNORECASE)
_EVENT = re.compile(
    _DOCUMENT + r"(?P<action>send|receive|publish|subscribe|channel|message)\s+(?P<name>\S.*)",
    re.DOTALL | re.IGNORECASE,
)
_CHANNEL = re.compile(_DOCUMENT + r"(?P<name>\S+)")
_ENDPOINT = re.compile(r"(?P<method>[A-Za-z]+)\s+(?P<url>(?:https?://|/)\S*|\S+)")


@dataclass(frozen=True, slots=True)
class OperationBinding:
    """A page shows an operation: ``GET /pets``, ``webhook newPet`` or ``SEND orderPlaced``.

    A message of AsyncAPI is an operation, too: ``MESSAGE Order``.
    """

    key: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class SchemaBinding:
    """A page shows a named schema."""

    name: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class OverviewBinding:
    """A page shows the overview of a document, or of one of its tags."""

    document: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class EndpointBinding:
    """A page documents an endpoint by hand."""

    method: str
    url: str


@dataclass(frozen=True, slots=True)
class BrokenBinding:
    """A binding that cannot be parsed, with the reason."""

    reason: str


Binding = OperationBinding | SchemaBinding | OverviewBinding | EndpointBinding
ParsedBinding = Binding | BrokenBinding | None


def parse_binding(metadata: Mapping[str, object]) -> ParsedBinding:
    """Parse the binding of a page from its front matter."""
    readers = {
        "openapi": parse_operation_binding,
        "openapi-schema": parse_schema_binding,
        "openapi-overview": parse_overview_binding,
        "asyncapi": parse_event_binding,
        "asyncapi-message": parse_message_binding,
        "asyncapi-schema": parse_schema_binding,
        "asyncapi-overview": parse_overview_binding,
        "api": parse_endpoint_binding,
    }
    for key, read in readers.items():
        value = metadata.get(key)
        if isinstance(value, str) and value.strip():
            return read(value.strip())
    return None


def parse_operation_binding(text: str) -> OperationBinding | BrokenBinding:
    """Parse ``[document] METHOD /path`` or ``[document] webhook [METHOD] NAME``.

    Operations of AsyncAPI are parsed as `parse_event_binding` does.
    """
    if match := _WEBHOOK.fullmatch(text):
        return OperationBinding(f"webhook {match['name']}", _document(match))
    if match := _OPERATION.fullmatch(text):
        key = f"{match['method'].upper()} {match['path']}"
        return OperationBinding(key, _document(match))
    if _EVENT.fullmatch(text):
        return parse_event_binding(text)
    return BrokenBinding(
        f'"{text}" does not name an operation; write "METHOD /path", '
        '"document METHOD /path" or "webhook NAME".'
    )


def parse_event_binding(text: str) -> OperationBinding | BrokenBinding:
    """Parse ``[document] [ACTION] NAME``; the name is that of an operation, or of its channel.

    Without an action, it is a channel, of which the first operation is meant.
    """
    if match := _EVENT.fullmatch(text):
        return OperationBinding(f"{match['action'].upper()} {match['name']}", _document(match))
    if match := _CHANNEL.fullmatch(text):
        return OperationBinding(f"CHANNEL {match['name']}", _document(match))
    return BrokenBinding(
        f'"{text}" does not name an operation; write "send NAME", "receive NAME", '
        '"publish CHANNEL" or "subscribe CHANNEL".'
    )


def parse_message_binding(text: str) -> OperationBinding:
    """Parse ``[document] NAME``; with a document, the name may contain spaces."""
    found = parse_schema_binding(text)
    return OperationBinding(f"MESSAGE {found.name}", found.document)


def parse_schema_binding(text: str) -> SchemaBinding:
    """Parse ``[document] NAME``; with a document, the name may contain spaces."""
    first, *rest = text.split(maxsplit=1)
    return SchemaBinding(rest[0], public_url(first)) if rest else SchemaBinding(first)


def parse_overview_binding(text: str) -> OverviewBinding:
    """Parse ``DOCUMENT`` or ``DOCUMENT TAG``; a tag may contain spaces."""
    document, *rest = text.split(maxsplit=1)
    return OverviewBinding(public_url(document), rest[0] if rest else "")


def describe_doubtful_method(method: str) -> str:
    """Return a sentence for a probable misspelling; other methods may be custom ones."""
    known = [name.upper() for name in METHODS]
    hint = "" if method in known else did_you_mean(method, known)
    return f'"{method}" is not an HTTP method.{hint}' if hint else ""


def parse_endpoint_binding(text: str) -> EndpointBinding | BrokenBinding:
    """Parse ``METHOD URL``."""
    if match := _ENDPOINT.fullmatch(text):
        return EndpointBinding(match["method"].upper(), strip_credentials(match["url"]))
    return BrokenBinding(f'"{text}" does not name an endpoint; write "METHOD URL".')


def _document(match: re.Match[str]) -> str:
    """Return the public URL or path of the document in a binding."""
    return public_url(match["document"] or "")
