"""Samples for Kotlin, with java.net.http."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from sphinx_sitejson.reference.request_samples.request import (
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    SampleRequest,
    TextBody,
)

from .language import Language
from .quoting import COMMON_ESCAPES, escaped, json_lines, split_crlf_lines, utf16_escape

_ALWAYS_USED = (
    "java.net.URI",
    "java.net.http.HttpClient",
    "java.net.http.HttpRequest",
    "java.net.http.HttpResponse",
)
_PUBLISHER = "HttpRequest.BodyPublishers"
_ESCAPES = {**COMMON_ESCAPES, "$": "\\$"}


def generate(request: SampleRequest) -> str:
    """Write a complete program."""
    imports = "".join(f"import {name}\n" for name in sorted({*_ALWAYS_USED, *_imports(request)}))
    calls = "".join(f"        .{call}\n" for call in _calls(request))
    return (
        f"{imports}\n"
        "fun main() {\n"
        f"    val request = HttpRequest.newBuilder()\n{calls}        .build()\n\n"
        "    val client = HttpClient.newBuilder()\n"
        "        .followRedirects(HttpClient.Redirect.NORMAL)\n"
        "        .build()\n"
        "    val response = client.send(request, HttpResponse.BodyHandlers.ofString())\n"
        "    println(response.body())\n"
        "}\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string without interpolation."""
    return f'"{escaped(text, known=_ESCAPES, other=utf16_escape)}"'


def _raw(text: str) -> str:
    """Write a text that keeps its lines, if a raw string can hold it."""
    is_printable = all(char.isprintable() or char == "\n" for char in text)
    if not is_printable or '"""' in text or text.endswith('"'):
        return in_code(text)
    content = text.replace("$", "${'$'}")
    return f'"""{content}"""'


def _imports(request: SampleRequest) -> Iterator[str]:
    if request.reads_files:
        yield "java.nio.file.Path"
    if request.basic_text:
        yield "java.util.Base64"


def _calls(request: SampleRequest) -> Iterator[str]:
    yield f"uri(URI.create({in_code(request.url)}))"
    if request.basic_text:
        text = f"{in_code(request.basic_text)}.toByteArray()"
        encoded = f"Base64.getEncoder().encodeToString({text})"
        yield f'header("Authorization", "Basic " + {encoded})'
    for name, value in request.multipart_headers:
        yield f"header({in_code(name)}, {in_code(value)})"
    yield f"method({in_code(request.method)}, {_publisher(request.body)})"


def _publisher(body: Body | None) -> str:
    if isinstance(body, JsonBody):
        return f"{_PUBLISHER}.ofString({_raw(json_lines(body.value))})"
    if isinstance(body, TextBody):
        return f"{_PUBLISHER}.ofString({in_code(body.text)})"
    if isinstance(body, FormBody):
        return f"{_PUBLISHER}.ofString({in_code(urlencode(body.fields, errors='replace'))})"
    if isinstance(body, FileBody):
        return f"{_PUBLISHER}.ofFile(Path.of({in_code(body.file_name)}))"
    if isinstance(body, MultipartBody):
        return f"{_PUBLISHER}.ofByteArray(\n            {_bytes(body)})"
    return f"{_PUBLISHER}.noBody()"


def _bytes(body: MultipartBody) -> str:
    """Write the bytes of a body in parts as a sum."""
    codes = []
    for piece in body.pieces:
        if isinstance(piece, str):
            lines = " +\n                ".join(map(in_code, split_crlf_lines(piece)))
            codes.append(f"({lines}).toByteArray()")
        else:
            codes.append(f"Path.of({in_code(piece.file_name)}).toFile().readBytes()")
    return " +\n            ".join(codes)


LANGUAGE = Language(
    name="kotlin",
    label="Kotlin",
    lexer="kotlin",
    generate=generate,
    spellings=("kt",),
)
