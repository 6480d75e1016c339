"""Samples for Swift, with URLSession."""

from __future__ import annotations

import re
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
from .quoting import COMMON_ESCAPES, braced_escape, escaped, json_lines, split_crlf_lines


def generate(request: SampleRequest) -> str:
    """Write statements of a program."""
    lines = "".join(f"{line}\n" for line in _lines(request))
    return (
        "import Foundation\n\n"
        f"{lines}\n"
        "let (data, _) = try await URLSession.shared.data(for: request)\n"
        "print(String(decoding: data, as: UTF8.self))\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string in which nothing is evaluated."""
    return f'"{escaped(text, known=COMMON_ESCAPES, other=braced_escape)}"'


def _over_lines(text: str) -> str:
    """Write a raw string, with more number signs than the text contains."""
    if "\n" not in text or not all(char.isprintable() or char == "\n" for char in text):
        return in_code(text)
    marks = "#" * (1 + max((len(run) for run in re.findall(r'["\\](#*)', text)), default=0))
    return f'{marks}"""\n{text}\n"""{marks}'


def _lines(request: SampleRequest) -> Iterator[str]:
    yield f"var request = URLRequest(url: URL(string: {in_code(request.url)})!)"
    yield f"request.httpMethod = {in_code(request.method)}"
    if request.basic_text:
        encoded = f"Data({in_code(request.basic_text)}.utf8).base64EncodedString()"
        yield f'request.setValue("Basic " + {encoded}, forHTTPHeaderField: "Authorization")'
    for name, value in request.multipart_headers:
        yield f"request.setValue({in_code(value)}, forHTTPHeaderField: {in_code(name)})"
    yield from _body(request.body)


def _body(body: Body | None) -> Iterator[str]:
    if isinstance(body, JsonBody):
        yield f"request.httpBody = Data({_over_lines(json_lines(body.value))}.utf8)"
    elif isinstance(body, TextBody):
        yield f"request.httpBody = Data({_over_lines(body.text)}.utf8)"
    elif isinstance(body, FormBody):
        text = in_code(urlencode(body.fields, errors="replace"))
        yield f"request.httpBody = Data({text}.utf8)"
    elif isinstance(body, FileBody):
        yield f"request.httpBody = {_file(body.file_name)}"
    elif isinstance(body, MultipartBody):
        yield ""
        yield "var body = Data()"
        for piece in body.pieces:
            if isinstance(piece, str):
                for line in split_crlf_lines(piece):
                    yield f"body.append(Data({in_code(line)}.utf8))"
            else:
                yield f"body.append({_file(piece.file_name)})"
        yield "request.httpBody = body"


def _file(name: str) -> str:
    return f"try Data(contentsOf: URL(fileURLWithPath: {in_code(name)}))"


LANGUAGE = Language(
    name="swift",
    label="Swift",
    lexer="swift",
    generate=generate,
)
