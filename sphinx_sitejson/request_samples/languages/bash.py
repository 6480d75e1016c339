"""Samples for a shell, with curl."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.request_samples.encoding import percent
from sphinx_sitejson.request_samples.request import (
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .quoting import escaped, json_text

_PLAIN = re.compile(r"[A-Za-z0-9_./:=@%+,-]+")
_CONTROLS = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def generate(request: SampleRequest) -> str:
    """Write a call of curl."""
    arguments = [_method(request), f"--url {in_code(request.url)}", *_options(request)]
    return "curl " + " \\\n  ".join(arguments)


def in_code(text: str) -> str:
    """Quote a text for a shell: nothing in it is expanded."""
    # No argument of a program can hold a null byte.
    text = text.replace("\0", "�")
    if _PLAIN.fullmatch(text):
        return text
    if all(char.isprintable() or char == "\n" for char in text):
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + escaped(text, known=_CONTROLS, other=_escape) + "'"


def _escape(code: int) -> str:
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _method(request: SampleRequest) -> str:
    # With "--request HEAD" curl would wait for a body that never comes.
    return "--head" if request.method == "HEAD" else f"--request {in_code(request.method)}"


def _options(request: SampleRequest) -> Iterator[str]:
    if request.basic_auth:
        user = f"{request.basic_auth.username}:{request.basic_auth.password}"
        yield f"--user {in_code(user)}"
    yield from (_header(name, value) for name, value in request.headers)
    if not isinstance(request.body, FormBody):
        yield from (_header(name, value) for name, value in request.content_header)
    if request.cookies:
        yield f"--cookie {in_code(request.cookie_header[0][1])}"
    yield from _body(request)


def _header(name: str, value: str) -> str:
    # curl takes a header that ends with a colon away; with a semicolon it sends it empty.
    return f"--header {in_code(f'{name}: {value}' if value else f'{name};')}"


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"--data {in_code(json_text(body.value))}"
    elif isinstance(body, FormBody):
        for name, value in body.fields:
            # curl encodes the value only, and reads a file where it finds an "@" in the name.
            yield f"--data-urlencode {in_code(f'{percent(name)}={value}')}"
    elif isinstance(body, MultipartBody):
        yield from map(_part, body.parts)
    elif isinstance(body, TextBody):
        # A text that begins with "@" would be the name of a file.
        option = "--data-raw" if body.text.startswith("@") else "--data"
        yield f"{option} {in_code(body.text)}"
    elif isinstance(body, FileBody):
        yield f"--data-binary {in_code(f'@{body.file_name}')}"


def _part(part: Part) -> str:
    name = part.name.replace("=", "%3D")
    kind = f";type={part.media_type}" if part.media_type else ""
    if part.file_name:
        return f"--form {in_code(f'{name}=@{part.file_name}{kind}')}"
    if not re.search(r'^[@<("]|;', part.text):
        return f"--form {in_code(f'{name}={part.text}{kind}')}"
    # Here "@", "<" and ";" have no meaning, but the type cannot be told.
    return f"--form-string {in_code(f'{name}={part.text}')}"
