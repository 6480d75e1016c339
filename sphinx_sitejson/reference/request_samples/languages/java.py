"""Samples for Java, with java.net.http."""

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
from .quoting import (
    COMMON_ESCAPES,
    escaped,
    indent_following,
    json_lines,
    split_crlf_lines,
    utf16_escape,
)

_ALWAYS_USED = (
    "java.net.URI",
    "java.net.http.HttpClient",
    "java.net.http.HttpRequest",
    "java.net.http.HttpResponse",
)
_PUBLISHER = "HttpRequest.BodyPublishers"
_METHODS_WITH_FUNCTION = ("POST", "PUT")


def generate(request: SampleRequest) -> str:
    """Write statements with the imports that they need."""
    imports = "".join(f"import {name};\n" for name in sorted({*_ALWAYS_USED, *_imports(request)}))
    calls = "".join(f"    .{call}\n" for call in _calls(request))
    return (
        f"{imports}\n"
        f"HttpRequest request = HttpRequest.newBuilder()\n{calls}    .build();\n\n"
        "HttpClient client = HttpClient.newBuilder()\n"
        "    .followRedirects(HttpClient.Redirect.NORMAL)\n"
        "    .build();\n"
        "HttpResponse<String> response = client\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString());\n"
        "System.out.println(response.body());\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string."""
    return f'"{escaped(text, known=COMMON_ESCAPES, other=_escape)}"'


def _escape(code: int) -> str:
    # Java decodes Unicode escapes before it tokenizes strings and lines.
    return f"\\{code:03o}" if code < 0x80 else utf16_escape(code)


def _text_block(text: str, indent: str) -> str:
    """Write a text that keeps its lines."""
    content = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if content.endswith('"'):
        content = f'{content[:-1]}\\"'
    return f'"""\n{indent}{indent_following(content, indent)}"""'


def _imports(request: SampleRequest) -> Iterator[str]:
    if request.reads_files:
        yield "java.nio.file.Path"
    if request.basic_text:
        yield "java.util.Base64"
        yield "java.nio.charset.StandardCharsets"


def _calls(request: SampleRequest) -> Iterator[str]:
    yield f"uri(URI.create({in_code(request.url)}))"
    if request.basic_text:
        text = f"{in_code(request.basic_text)}.getBytes(StandardCharsets.UTF_8)"
        encoded = f"Base64.getEncoder().encodeToString({text})"
        yield f'header("Authorization", "Basic " + {encoded})'
    for name, value in request.multipart_headers:
        yield f"header({in_code(name)}, {in_code(value)})"
    publisher = _publisher(request.body)
    if request.method == "GET" and not request.body:
        yield "GET()"
    elif request.method == "DELETE" and not request.body:
        yield "DELETE()"
    elif request.method in _METHODS_WITH_FUNCTION:
        yield f"{request.method}({publisher})"
    else:
        yield f"method({in_code(request.method)}, {publisher})"


def _publisher(body: Body | None) -> str:
    if body is None:
        return f"{_PUBLISHER}.noBody()"
    if isinstance(body, JsonBody):
        return f"{_PUBLISHER}.ofString({_text_block(json_lines(body.value), ' ' * 8)})"
    if isinstance(body, TextBody):
        return f"{_PUBLISHER}.ofString({in_code(body.text)})"
    if isinstance(body, FormBody):
        return f"{_PUBLISHER}.ofString({in_code(urlencode(body.fields, errors='replace'))})"
    if isinstance(body, FileBody):
        return f"{_PUBLISHER}.ofFile(Path.of({in_code(body.file_name)}))"
    pieces = ",\n        ".join(_pieces(body))
    return f"{_PUBLISHER}.concat(\n        {pieces})"


def _pieces(body: MultipartBody) -> Iterator[str]:
    """Yield the publishers of a body in parts, texts joined as far as they go."""
    for piece in body.pieces:
        if isinstance(piece, str):
            lines = " +\n            ".join(map(in_code, split_crlf_lines(piece)))
            yield f"{_PUBLISHER}.ofString(\n            {lines})"
        else:
            yield f"{_PUBLISHER}.ofFile(Path.of({in_code(piece.file_name)}))"


LANGUAGE = Language(
    name="java",
    label="Java",
    lexer="java",
    generate=generate,
)
