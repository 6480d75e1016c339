"""Samples for C#, with HttpClient."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.reference.request_samples.request import (
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .language import Language
from .quoting import COMMON_ESCAPES, escaped, json_lines, utf16_escape

_METHODS_WITH_FUNCTION = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def generate(request: SampleRequest) -> str:
    """Write a program of top-level statements."""
    lines = "".join(f"{line}\n" for line in _lines(request))
    return (
        f"{_imports(request)}"
        f"{_client(request)}"
        f"using var request = new HttpRequestMessage({_method(request)}, {in_code(request.url)});\n"
        f"{lines}\n"
        "using var response = await client.SendAsync(request);\n"
        "Console.WriteLine(await response.Content.ReadAsStringAsync());\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string."""
    return f'"{escaped(text, known=COMMON_ESCAPES, other=utf16_escape)}"'


def _raw_string(text: str) -> str:
    """Write a text that keeps its lines, between more quotes than it has itself."""
    longest = max((len(run) for run in re.findall('"+', text)), default=0)
    quotes = '"' * max(3, longest + 1)
    indent = "    "
    return f"{quotes}\n{indent}" + text.replace("\n", f"\n{indent}") + f"\n{indent}{quotes}"


def _client(request: SampleRequest) -> str:
    if not _has_letters(request):
        return "using var client = new HttpClient();\n"
    return (
        "using var client = new HttpClient(new SocketsHttpHandler\n{\n"
        "    RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,\n});\n"
    )


def _has_letters(request: SampleRequest) -> bool:
    """Whether headers have letters beyond ASCII, which need an explicit encoding."""
    return not all(value.isascii() for _, value in (*request.headers, *request.cookies))


def _imports(request: SampleRequest) -> str:
    body = request.body
    needs_types = isinstance(body, FileBody | JsonBody | TextBody)
    needs_encoding = bool(request.basic_text) or _has_letters(request)
    names = [
        *(["System.Net.Http.Headers"] if needs_types else []),
        *(["System.Text"] if needs_encoding else []),
    ]
    return "".join(f"using {name};\n" for name in names) + ("\n" if names else "")


def _method(request: SampleRequest) -> str:
    if request.method in _METHODS_WITH_FUNCTION:
        return f"HttpMethod.{request.method.title()}"
    return f"new HttpMethod({in_code(request.method)})"


def _lines(request: SampleRequest) -> Iterator[str]:
    if request.basic_text:
        encoded = f"Convert.ToBase64String(Encoding.UTF8.GetBytes({in_code(request.basic_text)}))"
        yield f'request.Headers.TryAddWithoutValidation("Authorization", "Basic " + {encoded});'
    for name, value in (*request.digest_header, *request.headers, *request.cookie_header):
        yield f"request.Headers.TryAddWithoutValidation({in_code(name)}, {in_code(value)});"
    body = request.body
    if isinstance(body, MultipartBody):
        kind = body.media_type.partition("/")[2]
        is_form = kind == "form-data"
        constructor = (
            "MultipartFormDataContent()" if is_form else f"MultipartContent({in_code(kind)})"
        )
        yield f"var form = new {constructor};"
        for index, part in enumerate(body.parts, start=1):
            yield from _part(part, f"part{index}")
        yield "request.Content = form;"
    elif body:
        yield f"request.Content = {_content(body)};"
    if isinstance(body, FileBody):
        kind = f"MediaTypeHeaderValue.Parse({in_code(body.media_type)})"
        yield f"request.Content.Headers.ContentType = {kind};"


def _content(body: Body) -> str:
    if isinstance(body, JsonBody):
        return _text_content(_raw_string(json_lines(body.value)), body.media_type)
    if isinstance(body, TextBody):
        return _text_content(in_code(body.text), body.media_type)
    if isinstance(body, FormBody):
        fields = "".join(
            f"    KeyValuePair.Create({in_code(name)}, {in_code(value)}),\n"
            for name, value in body.fields
        )
        return f"new FormUrlEncodedContent(new[]\n{{\n{fields}}})"
    name = in_code(body.file_name) if isinstance(body, FileBody) else '""'
    return f"new StreamContent(File.OpenRead({name}))"


def _text_content(text: str, media_type: str) -> str:
    # The type is set explicitly: the content would add the name of the encoding to it.
    kind = f"MediaTypeHeaderValue.Parse({in_code(media_type)})"
    return f"new StringContent({text}, {kind})"


def _part(part: Part, variable: str) -> Iterator[str]:
    if part.file_name:
        content = f"new StreamContent(File.OpenRead({in_code(part.file_name)}))"
    else:
        content = f"new StringContent({in_code(part.text)})"
    yield f"var {variable} = {content};"
    # The content would add default headers, and quote names differently.
    yield f"{variable}.Headers.Clear();"
    for line in part.head.strip().split("\r\n"):
        name, _, value = line.partition(": ")
        yield f"{variable}.Headers.TryAddWithoutValidation({in_code(name)}, {in_code(value)});"
    yield f"form.Add({variable});"


LANGUAGE = Language(
    name="csharp",
    label="C#",
    lexer="csharp",
    generate=generate,
    spellings=(
        "c#",
        "cs",
        "c-sharp",
        "dotnet",
        ".net",
    ),
)
