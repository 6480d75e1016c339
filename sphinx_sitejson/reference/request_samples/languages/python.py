"""Samples for Python, with requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.reference.request_samples.request import (
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Pairs,
    Part,
    SampleRequest,
    TextBody,
)

from .language import Language
from .quoting import (
    LiteralStyle,
    is_plain_decimal,
    json_lines,
    literal,
    number_texts,
    quote_string,
    split_crlf_lines,
)

# Python integers have no negative zero, and a limit of digits for conversion.
_INTEGER = re.compile(r"0|-?[1-9]\d{0,3999}|-?(?:0|[1-9]\d{0,14})\.0")
_METHOD_FUNCTIONS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


def generate(request: SampleRequest) -> str:
    """Write a call of requests."""
    method = request.method
    call = f"requests.{method.lower()}(" if method in _METHOD_FUNCTIONS else "requests.request("
    first = [] if method in _METHOD_FUNCTIONS else [in_code(method)]
    arguments = [*first, in_code(request.url), *_arguments(request)]
    if len(arguments) == 1:
        return f"import requests\n\nresponse = {call}{arguments[0]})\nprint(response.text)\n"
    lines = "".join(f"    {argument},\n" for argument in arguments)
    imports = "import requests\n"
    if request.basic_auth and request.basic_auth.scheme == "digest":
        imports += "from requests.auth import HTTPDigestAuth\n"
    return f"{imports}\nresponse = {call}\n{lines})\nprint(response.text)\n"


def in_code(text: str) -> str:
    """Write a text as a string."""
    return quote_string(text, other=_escape)


def _escape(code: int) -> str:
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _number(value: int | float) -> str:
    text = repr(value)
    return text if text.lstrip("-")[0].isdigit() else f'float("{text}")'


_STYLE = LiteralStyle(
    text=in_code,
    key=in_code,
    constants={"true": "True", "false": "False", "null": "None"},
    number=_number,
)


def _arguments(request: SampleRequest) -> Iterator[str]:
    cookies = dict(request.cookies)
    has_cookie_option = len(cookies) == len(request.cookies)
    headers = [*request.headers, *(() if has_cookie_option else request.cookie_header)]
    if not _writes_type_itself(request.body):
        headers.extend(request.content_header)
    if isinstance(request.body, MultipartBody) and not request.body.is_form:
        headers.append(("Content-Type", request.body.boundary_media_type))
    if headers:
        yield f"headers={_headers(headers)}"
    if cookies and has_cookie_option:
        yield f"cookies={_literal(cookies)}"
    if request.basic_auth:
        username, password = request.basic_auth.username, request.basic_auth.password
        digest = "HTTPDigestAuth" if request.basic_auth.scheme == "digest" else ""
        # As a text, requests would send it in another encoding.
        codes = [
            f"{in_code(each)}{'' if each.isascii() else '.encode()'}"
            for each in (username, password)
        ]
        yield f"auth={digest}({', '.join(codes)})"
    yield from _body(request)


def _headers(pairs: list[tuple[str, str]], indent: str = "    ") -> str:
    """Write headers; values that are not ASCII are encoded as UTF-8 explicitly."""
    lines = "".join(
        f"{indent}    {in_code(name)}: {in_code(value)}{'' if value.isascii() else '.encode()'},\n"
        for name, value in dict(pairs).items()
    )
    return f"{{\n{lines}{indent}}}"


def _keeps(text: str) -> bool:
    """Whether Python serializes a number literal unchanged."""
    return _INTEGER.fullmatch(text) is not None or is_plain_decimal(text)


def _is_literal(value: Any) -> bool:
    """Whether a Python literal serializes to exactly this JSON."""
    # ``json=None`` sends no body.
    return value is not None and all(map(_keeps, number_texts(value)))


def _writes_type_itself(body: Body | None) -> bool:
    """Whether requests sets the media type by the argument."""
    if isinstance(body, JsonBody):
        return _is_literal(body.value) and body.media_type == "application/json"
    return isinstance(body, FormBody)


def _body(request: SampleRequest) -> Iterator[str]:
    body = request.body
    if isinstance(body, JsonBody):
        yield f"json={_literal(body.value)}" if _is_literal(body.value) else _json_data(body.value)
    elif isinstance(body, FormBody):
        yield f"data={_pairs(body.fields)}"
    elif isinstance(body, MultipartBody) and not body.is_form:
        lines = "".join(f"        {code},\n" for piece in body.pieces for code in _piece(piece))
        yield f'data=b"".join([\n{lines}    ])'
    elif isinstance(body, MultipartBody):
        entries = "".join(f"        {_part(part)},\n" for part in body.parts)
        yield f"files=[\n{entries}    ]"
    elif isinstance(body, TextBody):
        yield f"data={in_code(body.text)}.encode()"
    elif isinstance(body, FileBody):
        yield f'data=open({in_code(body.file_name)}, "rb")'


def _json_data(value: Any) -> str:
    """Write JSON as a string, which preserves its numbers."""
    text = json_lines(value)
    if "\n" not in text:
        return f"data={in_code(text)}"
    lines = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'data="""{lines}""".encode()'


def _part(part: Part) -> str:
    if part.file_name:
        name = in_code(part.file_name)
        entry = f'{name}, open({name}, "rb")'
    else:
        entry = f"None, {in_code(part.text)}"
    if part.headers:
        headers = _headers([*part.headers], " " * 8)
        return f"({in_code(part.name)}, ({entry}, {_type(part)}, {headers}))"
    kind = f", {_type(part)}" if part.effective_media_type else ""
    return f"({in_code(part.name)}, ({entry}{kind}))"


def _piece(piece: str | Part) -> list[str]:
    if isinstance(piece, str):
        return [f"{in_code(line)}.encode()" for line in split_crlf_lines(piece)]
    return [f'open({in_code(piece.file_name)}, "rb").read()']


def _type(part: Part) -> str:
    return in_code(part.effective_media_type) if part.effective_media_type else "None"


def _pairs(pairs: Pairs) -> str:
    if len(dict(pairs)) == len(pairs):
        return _literal(dict(pairs))
    entries = "".join(f"        ({in_code(name)}, {in_code(value)}),\n" for name, value in pairs)
    return f"[\n{entries}    ]"


def _literal(value: Any) -> str:
    return literal(value, _STYLE, depth=1)


LANGUAGE = Language(
    name="python",
    label="Python",
    lexer="python",
    generate=generate,
    spellings=(
        "py",
        "python3",
        "requests",
    ),
)
