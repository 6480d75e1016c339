"""Classify media types by how their values are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

MediaKind = Literal["json", "json lines", "events", "xml", "form", "multipart", "text", "binary"]

_KINDS: Mapping[str, MediaKind] = {
    "*/*": "json",
    "application/*": "json",
    "text/json": "json",
    "application/jsonl": "json lines",
    "application/x-jsonlines": "json lines",
    "application/json-lines": "json lines",
    "application/ndjson": "json lines",
    "application/x-ndjson": "json lines",
    "application/json-seq": "json lines",
    "text/event-stream": "events",
    "text/xml": "xml",
    "application/x-www-form-urlencoded": "form",
    "application/yaml": "json",
    "application/x-yaml": "json",
    "application/graphql": "text",
    "application/javascript": "text",
    "application/sql": "text",
    "application/jwt": "text",
    "application/x-pem-file": "text",
}
_LANGUAGES: Mapping[MediaKind, str] = {"json": "json", "json lines": "json", "xml": "xml"}
_TEXT_LANGUAGES: Mapping[str, str] = {
    "text/html": "html",
    "text/css": "css",
    "text/javascript": "javascript",
    "application/javascript": "javascript",
    "text/markdown": "markdown",
    "application/graphql": "graphql",
}


def essence(name: str) -> str:
    """Return the media type without parameters: ``application/json; charset=utf-8``."""
    return name.partition(";")[0].strip().lower()


def media_kind(name: str) -> MediaKind:
    """Return the kind of a media type: ``application/problem+json`` is ``json``."""
    bare = essence(name)
    if bare in _KINDS:
        return _KINDS[bare]
    kind, _, subtype = bare.partition("/")
    if subtype == "json" or subtype.endswith(("+json", "+yaml")):
        return "json"
    if subtype == "xml" or subtype.endswith("+xml"):
        return "xml"
    if kind == "multipart":
        return "multipart"
    return "text" if kind == "text" else "binary"


def code_language(name: str) -> str:
    """Return the name of the Pygments lexer for bodies of a media type."""
    return _LANGUAGES.get(media_kind(name)) or _TEXT_LANGUAGES.get(essence(name), "text")
