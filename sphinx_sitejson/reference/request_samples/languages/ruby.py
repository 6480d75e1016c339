"""Samples for Ruby, with net/http."""

from __future__ import annotations

from collections.abc import Iterator

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
from .quoting import COMMON_ESCAPES, escaped, json_lines, split_crlf_lines

_ESCAPES = {**COMMON_ESCAPES, "#": "\\#"}
_METHOD_CLASSES = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def generate(request: SampleRequest) -> str:
    """Write a call of net/http."""
    lines = "".join(f"{line}\n" for line in _lines(request))
    return (
        'require "net/http"\n\n'
        f"uri = URI({in_code(request.url)})\n"
        f"{lines}\n"
        'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|\n'
        "  http.request(request)\n"
        "end\n"
        "puts response.body\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string in which nothing is evaluated."""
    return f'"{escaped(text, known=_ESCAPES, other=_escape)}"'


def _escape(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        return "\\u{fffd}"
    return f"\\u{{{code:x}}}"


def _lines(request: SampleRequest) -> Iterator[str]:
    yield f"request = {_new_request(request)}"
    if request.basic_auth:
        username, password = request.basic_auth.username, request.basic_auth.password
        if request.basic_auth.scheme == "basic":
            yield f"request.basic_auth({in_code(username)}, {in_code(password)})"
    headers = [*request.digest_header, *request.headers, *request.cookie_header]
    if not isinstance(request.body, FormBody):
        headers.extend(request.content_header)
    if isinstance(request.body, MultipartBody) and not request.body.is_plain:
        headers.append(("Content-Type", request.body.boundary_media_type))
    yield from (f"request[{in_code(name)}] = {in_code(value)}" for name, value in headers)
    yield from _body(request)


def _new_request(request: SampleRequest) -> str:
    if request.method in _METHOD_CLASSES:
        return f"Net::HTTP::{request.method.title()}.new(uri)"
    has_body = "true" if request.body else "false"
    return f"Net::HTTPGenericRequest.new({in_code(request.method)}, {has_body}, true, uri)"


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield "request.body = <<~'JSON'.chomp"
        yield from (f"  {line}" for line in json_lines(body.value).split("\n"))
        yield "JSON"
    elif isinstance(body, TextBody):
        yield f"request.body = {in_code(body.text)}"
    elif isinstance(body, FileBody):
        yield f"request.body = File.binread({in_code(body.file_name)})"
    elif isinstance(body, FormBody):
        yield "request.set_form(["
        yield from (f"  [{in_code(name)}, {in_code(value)}]," for name, value in body.fields)
        yield "])"
    elif isinstance(body, MultipartBody) and not body.is_plain:
        yield "request.body = ["
        yield from (f"  {code}," for piece in body.pieces for code in _piece(piece))
        yield "].map(&:b).join"
    elif isinstance(body, MultipartBody):
        yield "request.set_form(["
        yield from (f"  {_part(part)}," for part in body.parts)
        yield '], "multipart/form-data")'


def _piece(piece: str | Part) -> list[str]:
    if isinstance(piece, str):
        return [in_code(line) for line in split_crlf_lines(piece)]
    return [f"File.binread({in_code(piece.file_name)})"]


def _part(part: Part) -> str:
    if not part.file_name:
        return f"[{in_code(part.name)}, {in_code(part.text)}]"
    kind = f"{{ content_type: {in_code(part.effective_media_type)} }}"
    return f"[{in_code(part.name)}, File.open({in_code(part.file_name)}), {kind}]"


LANGUAGE = Language(
    name="ruby",
    label="Ruby",
    lexer="ruby",
    generate=generate,
    spellings=("rb",),
)
