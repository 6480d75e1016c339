"""Samples for a shell, with curl."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.reference.request_samples.encoding import percent
from sphinx_sitejson.reference.request_samples.request import (
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .language import Language
from .quoting import escaped, json_lines

_PLAIN = re.compile(r"[A-Za-z0-9_./:=@%+,-]+")
_CONTROLS = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def generate(request: SampleRequest) -> str:
    """Write a call of curl."""
    # In URLs, curl interprets brackets and braces as ranges and sets.
    globoff = " --globoff" if re.search(r"[][{}]", request.url) else ""
    arguments = [
        _method(request),
        f"--url {in_code(request.url)}",
        f"--location{globoff}",
        *_options(request),
    ]
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
    # With "--request HEAD" curl would wait for a body.
    return "--head" if request.method == "HEAD" else f"--request {in_code(request.method)}"


def _options(request: SampleRequest) -> Iterator[str]:
    if request.basic_auth:
        option = "--digest --user" if request.basic_auth.scheme == "digest" else "--user"
        yield f"{option} {in_code(request.basic_auth.text)}"
    yield from (_header(name, value) for name, value in request.headers)
    if not isinstance(request.body, FormBody):
        yield from (_header(name, value) for name, value in request.content_header)
    if isinstance(request.body, MultipartBody) and not request.body.is_form:
        # curl adds the boundary.
        yield _header("Content-Type", request.body.media_type)
    if request.cookies:
        yield f"--cookie {in_code(request.cookie_header[0][1])}"
    yield from _body(request)


def _header(name: str, value: str) -> str:
    # curl removes a header that ends with a colon; with a semicolon it sends it empty.
    return f"--header {in_code(f'{name}: {value}' if value else f'{name};')}"


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"--data {in_code(json_lines(body.value))}"
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
    more = "".join(_part_options(part))
    if part.file_name:
        is_plain = not re.search(r'[,;"]', part.file_name)
        file = part.file_name if is_plain else _in_quotes(part.file_name)
        return f"--form {in_code(f'{name}=@{file}{more}')}"
    if not more:
        # Nothing in the text has a meaning here.
        return f"--form-string {in_code(f'{name}={part.text}')}"
    return f"--form {in_code(f'{name}={_in_quotes(part.text)}{more}')}"


def _part_options(part: Part) -> Iterator[str]:
    if re.fullmatch(r"[\w.+-]+/[\w.+-]+", part.media_type):
        yield f";type={part.media_type}"
    elif part.media_type:
        yield f";headers={_in_quotes(f'Content-Type: {part.media_type}')}"
    for name, value in part.headers:
        yield f";headers={_in_quotes(f'{name}: {value}')}"


def _in_quotes(text: str) -> str:
    """Quote a text for curl, which reads it after the shell."""
    content = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{content}"'


LANGUAGE = Language(
    name="bash",
    label="cURL",
    lexer="bash",
    generate=generate,
    spellings=(
        "curl",
        "shell",
        "sh",
        "zsh",
        "console",
        "cli",
    ),
)
