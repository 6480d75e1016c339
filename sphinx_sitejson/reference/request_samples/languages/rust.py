"""Samples for Rust, with the blocking client of reqwest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.reference.request_samples.request import (
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Pairs,
    SampleRequest,
    TextBody,
)

from .language import Language
from .quoting import COMMON_ESCAPES, braced_escape, escaped, json_lines, split_crlf_lines

_METHODS_WITH_FUNCTION = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")


def generate(request: SampleRequest) -> str:
    """Write a complete program."""
    prepared = "".join(f"    {line}\n" if line else "\n" for line in _prepared(request))
    calls = "".join(f"        .{call}\n" for call in _calls(request))
    return (
        "use reqwest::blocking::Client;\n\n"
        "fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        f"{prepared}"
        "    let response = Client::new()\n"
        f"{calls}"
        "        .send()?;\n"
        '    println!("{}", response.text()?);\n'
        "    Ok(())\n"
        "}\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string."""
    return f'"{escaped(text, known=COMMON_ESCAPES, other=braced_escape)}"'


def _raw(text: str) -> str:
    """Write a raw string, with more number signs than the text contains."""
    if not all(char.isprintable() or char == "\n" for char in text):
        return in_code(text)
    marks = "#" * (1 + max((len(run) for run in re.findall('"(#*)', text)), default=0))
    return f'r{marks}"{text}"{marks}'


def _prepared(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if not isinstance(body, MultipartBody):
        return
    yield "let mut body = Vec::new();"
    for piece in body.pieces:
        if isinstance(piece, str):
            for line in split_crlf_lines(piece):
                yield f"body.extend({in_code(line)}.bytes());"
        else:
            yield f"body.extend(std::fs::read({in_code(piece.file_name)})?);"
    yield ""


def _calls(request: SampleRequest) -> Iterator[str]:
    if request.method in _METHODS_WITH_FUNCTION:
        yield f"{request.method.lower()}({in_code(request.url)})"
    else:
        yield f'request("{request.method}".parse()?, {in_code(request.url)})'
    if request.basic_text and request.basic_auth:
        username, password = request.basic_auth.username, request.basic_auth.password
        yield f"basic_auth({in_code(username)}, Some({in_code(password)}))"
    yield from (_header(name, value) for name, value in _headers(request))
    yield from _body(request)


def _headers(request: SampleRequest) -> Pairs:
    found = [*request.digest_header, *request.headers, *request.cookie_header]
    if isinstance(request.body, MultipartBody):
        return (*found, ("Content-Type", request.body.boundary_media_type))
    return (*found, *(() if isinstance(request.body, FormBody) else request.content_header))


def _header(name: str, value: str) -> str:
    # A text has to be ASCII here, bytes need not.
    return f"header({in_code(name)}, {in_code(value)}{'' if value.isascii() else '.as_bytes()'})"


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"body({_raw(json_lines(body.value))})"
    elif isinstance(body, TextBody):
        yield f"body({_raw(body.text)})"
    elif isinstance(body, FormBody):
        fields = ", ".join(f"({in_code(name)}, {in_code(value)})" for name, value in body.fields)
        yield f"form(&[{fields}])"
    elif isinstance(body, FileBody):
        yield f"body(std::fs::read({in_code(body.file_name)})?)"
    elif isinstance(body, MultipartBody):
        yield "body(body)"


LANGUAGE = Language(
    name="rust",
    label="Rust",
    lexer="rust",
    generate=generate,
    spellings=("rs",),
)
