"""Samples for PHP, with its curl extension."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from sphinx_sitejson.reference.request_samples.encoding import percent
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
from .quoting import COMMON_ESCAPES, escaped, json_lines, split_crlf_lines

_DOUBLE_QUOTED = {**COMMON_ESCAPES, "$": "\\$"}


def generate(request: SampleRequest) -> str:
    """Write a call of curl_exec."""
    options = "".join(f"    {name} => {value},\n" for name, value in _options(request))
    return (
        "<?php\n\n"
        f"$curl = curl_init({in_code(request.url)});\n"
        f"curl_setopt_array($curl, [\n{options}]);\n\n"
        "$response = curl_exec($curl);\n"
        "echo $response;\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string without interpolation."""
    if text.isprintable():
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return f'"{escaped(text, known=_DOUBLE_QUOTED, other=_escape)}"'


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{{{code:x}}}"


def _options(request: SampleRequest) -> Iterator[tuple[str, str]]:
    yield "CURLOPT_RETURNTRANSFER", "true"
    yield "CURLOPT_FOLLOWLOCATION", "true"
    if request.method == "HEAD":
        yield "CURLOPT_NOBODY", "true"
    elif request.method != "GET" or request.body:
        yield "CURLOPT_CUSTOMREQUEST", in_code(request.method)
    if request.basic_auth:
        if request.basic_auth.scheme == "digest":
            yield "CURLOPT_HTTPAUTH", "CURLAUTH_DIGEST"
        yield "CURLOPT_USERPWD", in_code(request.basic_auth.text)
    headers = [*request.headers]
    if not isinstance(request.body, FormBody):
        headers.extend(request.content_header)
    if _is_by_hand(request.body):
        headers.append(("Content-Type", request.body.boundary_media_type))
    if headers:
        lines = "".join(f"        {_header(name, value)},\n" for name, value in headers)
        yield "CURLOPT_HTTPHEADER", f"[\n{lines}    ]"
    if request.cookies:
        yield "CURLOPT_COOKIE", in_code(request.cookie_header[0][1])
    if request.body:
        yield "CURLOPT_POSTFIELDS", _body(request)


def _header(name: str, value: str) -> str:
    return in_code(f"{name}: {value}" if value else f"{name};")


def _body(request: SampleRequest) -> str:
    body = request.body
    if isinstance(body, JsonBody):
        # No line of JSON begins with a letter that could end this text early.
        text = json_lines(body.value).replace("\n", "\n    ")
        return f"<<<'BODY'\n    {text}\n    BODY"
    if isinstance(body, FormBody):
        return _form(body)
    if _is_by_hand(body):
        lines = "".join(f"        {line},\n" for line in _pieces(body))
        return f"implode([\n{lines}    ])"
    if isinstance(body, MultipartBody):
        lines = "".join(f"        {_part(part)},\n" for part in body.parts)
        return f"[\n{lines}    ]"
    if isinstance(body, FileBody):
        return f"file_get_contents({in_code(body.file_name)})"
    return in_code(body.text) if isinstance(body, TextBody) else "''"


def _form(body: FormBody) -> str:
    if len(dict(body.fields)) == len(body.fields):
        lines = "".join(
            f"        {in_code(name)} => {in_code(value)},\n" for name, value in body.fields
        )
        return f"http_build_query([\n{lines}    ])"
    # PHP's arrays have every name once, so names that come again are joined by hand.
    lines = "".join(
        f"        {in_code(f'{percent(name)}=')} . urlencode({in_code(value)}),\n"
        for name, value in body.fields
    )
    return f"implode('&', [\n{lines}    ])"


def _is_by_hand(body: Body | None) -> TypeGuard[MultipartBody]:
    """Whether an array of PHP cannot hold the parts: it has every name once, and no headers."""
    return isinstance(body, MultipartBody) and not (body.is_plain and body.has_names_once)


def _pieces(body: MultipartBody) -> Iterator[str]:
    for piece in body.pieces:
        if isinstance(piece, str):
            yield from map(in_code, split_crlf_lines(piece))
        else:
            yield f"file_get_contents({in_code(piece.file_name)})"


def _part(part: Part) -> str:
    if part.file_name:
        file = f"new CURLFile({in_code(part.file_name)}, {in_code(part.effective_media_type)})"
        return f"{in_code(part.name)} => {file}"
    return f"{in_code(part.name)} => {in_code(part.text)}"


LANGUAGE = Language(
    name="php",
    label="PHP",
    lexer="php",
    generate=generate,
)
