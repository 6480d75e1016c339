"""Samples for a shell, with HTTPie."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.request_samples.request import (
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .bash import in_code
from .quoting import json_text


def generate(request: SampleRequest) -> str:
    """Write a call of http."""
    options = [*_options(request), f"{request.method} {in_code(request.url)}"]
    arguments = [" ".join(options), *_items(request), *_body(request)]
    return "http " + " \\\n  ".join(arguments)


def _options(request: SampleRequest) -> Iterator[str]:
    if isinstance(request.body, FormBody):
        yield "--form"
    elif isinstance(request.body, MultipartBody):
        yield "--multipart"
    if request.basic_auth:
        user = f"{request.basic_auth.username}:{request.basic_auth.password}"
        yield f"--auth {in_code(user)}"


def _items(request: SampleRequest) -> Iterator[str]:
    headers = [*request.headers, *request.cookie_header]
    if not isinstance(request.body, FormBody):
        headers.extend(request.content_header)
    yield from (_item(name, ":" if value else ";", value) for name, value in headers)


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"--raw {in_code(json_text(body.value))}"
    elif isinstance(body, TextBody):
        yield f"--raw {in_code(body.text)}"
    elif isinstance(body, FormBody):
        yield from _as_no_options([_item(name, "=", value) for name, value in body.fields])
    elif isinstance(body, MultipartBody):
        yield from _as_no_options([_part(part) for part in body.parts])
    elif isinstance(body, FileBody):
        yield in_code(f"@{body.file_name}")


def _as_no_options(items: list[str]) -> list[str]:
    looks_like_option = any(item.lstrip("$'").startswith("-") for item in items)
    return ["--", *items] if looks_like_option else items


def _item(name: str, separator: str, value: str) -> str:
    # A separator in the name, or one that grows longer by the value, would mean another thing.
    name = re.sub(r"([:=@;])", r"\\\1", name)
    value = f"\\{value}" if value[:1] in ("=", "@", ":") else value
    return in_code(f"{name}{separator}{value}")


def _part(part: Part) -> str:
    kind = f";type={part.media_type}" if part.media_type else ""
    return (
        _item(part.name, "@", f"{part.file_name}{kind}")
        if part.file_name
        else _item(part.name, "=", part.text)
    )
