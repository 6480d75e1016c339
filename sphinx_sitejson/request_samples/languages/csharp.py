"""Samples for C#, with HttpClient."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.request_samples.request import (
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)

from .quoting import COMMON_ESCAPES, escaped, json_text, utf16_escape

_OWN_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def generate(request: SampleRequest) -> str:
    """Write statements of a program without a class of its own."""
    lines = "".join(f"{line}\n" for line in _lines(request))
    return (
        f"{_imports(request.body)}"
        "using var client = new HttpClient();\n"
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


def _imports(body: Body | None) -> str:
    needs_types = isinstance(body, MultipartBody | FileBody)
    needs_encoding = isinstance(body, JsonBody | TextBody)
    names = [
        *(["System.Net.Http.Headers"] if needs_types else []),
        *(["System.Text"] if needs_encoding else []),
    ]
    return "".join(f"using {name};\n" for name in names) + ("\n" if names else "")


def _method(request: SampleRequest) -> str:
    if request.method in _OWN_METHODS:
        return f"HttpMethod.{request.method.title()}"
    return f"new HttpMethod({in_code(request.method)})"


def _lines(request: SampleRequest) -> Iterator[str]:
    for name, value in (*request.basic_header, *request.headers, *request.cookie_header):
        yield f"request.Headers.TryAddWithoutValidation({in_code(name)}, {in_code(value)});"
    body = request.body
    if isinstance(body, MultipartBody):
        yield "var form = new MultipartFormDataContent();"
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
        return _text_content(_raw_string(json_text(body.value)), body.media_type)
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
    # The type is written without parameters; the encoding adds the one that matters.
    bare = media_type.partition(";")[0].strip()
    return f"new StringContent({text}, Encoding.UTF8, {in_code(bare)})"


def _part(part: Part, variable: str) -> Iterator[str]:
    if part.file_name:
        content = f"new StreamContent(File.OpenRead({in_code(part.file_name)}))"
    else:
        content = f"new StringContent({in_code(part.text)})"
    file = f", {in_code(part.file_name)}" if part.file_name else ""
    if not part.media_type:
        yield f"form.Add({content}, {in_code(part.name)}{file});"
        return
    yield f"var {variable} = {content};"
    kind = f"new MediaTypeHeaderValue({in_code(part.media_type)})"
    yield f"{variable}.Headers.ContentType = {kind};"
    yield f"form.Add({variable}, {in_code(part.name)}{file});"
