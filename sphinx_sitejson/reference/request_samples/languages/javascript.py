"""Samples for JavaScript in a browser, with fetch; Node.js shares most of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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
    indent_following,
    is_plain_decimal,
    json_lines,
    literal,
    number_texts,
    quote_string,
    split_crlf_lines,
    utf16_escape,
)

_INTEGER = re.compile(r"0|-?[1-9]\d{0,15}")
_MAX_SAFE_INTEGER = 2**53 - 1
_INDEX = re.compile(r"0|[1-9]\d{0,9}")
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_FILE_INPUT = 'const fileInput = document.querySelector("input[type=file]");\n\n'
FileCode = Callable[[str, str], str]
"""How the content of a file is read, given its name and its media type."""


def generate(request: SampleRequest) -> str:
    """Write a call of fetch for a browser."""
    code = fetch_code(request, _chosen_file, _chosen_file, in_browser=True)
    return _FILE_INPUT + code if sends_file(request.body) else code


def fetch_code(
    request: SampleRequest,
    read_file: FileCode,
    file_part: FileCode,
    *,
    in_browser: bool,
    kind: str = "",
) -> str:
    """Write a call of fetch.

    :param read_file: reads a file that is the body.
    :param file_part: reads a file that is one part of the body.
    :param kind: the type annotation of the response, if any.
    """
    prepared = _form_data(request.body, file_part)
    options = list(_options(request, read_file, in_browser=in_browser))
    url = in_code(request.url)
    call = f"fetch({url}, {_object(options)})" if options else f"fetch({url})"
    return (
        f"{prepared}const response{kind} = await {call};\n\nconsole.log(await response.text());\n"
    )


def in_code(text: str) -> str:
    """Write a text as a string; it is safe inside a script element too."""
    content = quote_string(text, other=utf16_escape)
    return content.replace("</", "<\\/").replace("<!--", "<\\!--")


def _key(name: str) -> str:
    # In an object literal this one key would set the prototype.
    if name == "__proto__":
        return '["__proto__"]'
    return name if _NAME.fullmatch(name) else in_code(name)


def _number(value: int | float) -> str:
    text = repr(value)
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(text, text)


_STYLE = LiteralStyle(
    text=in_code,
    key=_key,
    constants={"true": "true", "false": "false", "null": "null"},
    indent="  ",
    number=_number,
)


def _keeps(text: str) -> bool:
    """Whether JavaScript serializes a number literal unchanged."""
    if _INTEGER.fullmatch(text):
        return abs(int(text)) <= _MAX_SAFE_INTEGER
    return is_plain_decimal(text)


def _keeps_order(value: Any) -> bool:
    """Whether all objects in a value keep the order of their members: numbers come first."""
    if isinstance(value, list | tuple):
        return all(map(_keeps_order, value))
    if not isinstance(value, Mapping):
        return True
    has_numbers = len(value) > 1 and any(_INDEX.fullmatch(str(key)) for key in value)
    return not has_numbers and all(map(_keeps_order, value.values()))


def _is_literal(value: Any) -> bool:
    """Whether a JavaScript literal serializes to exactly this JSON."""
    return all(map(_keeps, number_texts(value))) and _keeps_order(value)


def _template(text: str) -> str:
    """Write a text over its lines."""
    known = {"\\": "\\\\", "`": "\\`", "${": "\\${", "</": "<\\/", "<!--": "<\\!--"}
    for plain, code in known.items():
        text = text.replace(plain, code)
    return f"`{text}`"


def _options(request: SampleRequest, read_file: FileCode, *, in_browser: bool) -> Iterator[str]:
    if request.method != "GET":
        yield f"method: {in_code(request.method)}"
    headers = [*request.digest_header, *request.headers]
    if request.cookies and in_browser:
        # A browser sends the cookies that it has, and no others.
        yield 'credentials: "include"'
    else:
        headers.extend(request.cookie_header)
    if not isinstance(request.body, FormBody):
        headers.extend(request.content_header)
    lines = [*_basic(request, in_browser=in_browser), *(_header(*pair) for pair in headers)]
    if isinstance(request.body, MultipartBody) and not request.body.is_plain:
        lines.append(_header("Content-Type", request.body.boundary_media_type))
    if lines:
        yield "headers: {\n" + "".join(f"    {line},\n" for line in lines) + "  }"
    if request.body:
        yield f"body: {_body(request.body, read_file)}"


def _basic(request: SampleRequest, *, in_browser: bool) -> Iterator[str]:
    text = request.basic_text
    if text and in_browser:
        encoded = f"btoa({in_code(text) if text.isascii() else _as_bytes(text)})"
        yield f"Authorization: `Basic ${{{encoded}}}`"
    elif text:
        encoded = f'Buffer.from({in_code(text)}).toString("base64")'
        yield f"Authorization: `Basic ${{{encoded}}}`"


def _as_bytes(text: str) -> str:
    """Write code for the ByteString of a text, which headers require."""
    return f"String.fromCharCode(...new TextEncoder().encode({in_code(text)}))"


def _header(name: str, value: str) -> str:
    return f"{_key(name)}: {in_code(value) if value.isascii() else _as_bytes(value)}"


def is_by_hand(body: Body | None) -> bool:
    """Whether a form has parts that no FormData can hold: a typed text would become a file."""
    return isinstance(body, MultipartBody) and not body.is_plain


def _body(body: Body, read_file: FileCode) -> str:
    if isinstance(body, JsonBody):
        if not _is_literal(body.value):
            return _template(json_lines(body.value))
        return f"JSON.stringify({_literal(body.value)})"
    if isinstance(body, FormBody):
        return f"new URLSearchParams({_pairs(body.fields)})"
    if isinstance(body, FileBody):
        return read_file(body.file_name, "")
    if isinstance(body, TextBody):
        return in_code(body.text)
    return "body" if is_by_hand(body) else "form"


def _form_data(body: Body | None, file_part: FileCode) -> str:
    if not isinstance(body, MultipartBody):
        return ""
    if is_by_hand(body):
        return _written_form(body, file_part)
    lines = "".join(f"form.append({_part(part, file_part)});\n" for part in body.parts)
    return f"const form = new FormData();\n{lines}\n"


def _written_form(body: MultipartBody, file_part: FileCode) -> str:
    entries: list[str] = []
    for piece in body.pieces:
        if isinstance(piece, str):
            entries.extend(map(in_code, split_crlf_lines(piece)))
        else:
            entries.append(file_part(piece.file_name, ""))
    lines = "".join(f"  {entry},\n" for entry in entries)
    return f"const body = new Blob([\n{lines}]);\n\n"


def _part(part: Part, file_part: FileCode) -> str:
    name = in_code(part.name)
    if part.file_name:
        code = file_part(part.file_name, part.effective_media_type)
        return f"{name}, {code}, {in_code(part.file_name)}"
    return f"{name}, {in_code(part.text)}"


def _chosen_file(name: str, media_type: str) -> str:
    return "fileInput.files[0]"


def sends_file(body: Body | None) -> bool:
    """Whether a request sends a file of the reader's."""
    is_parted = isinstance(body, MultipartBody) and any(part.file_name for part in body.parts)
    return is_parted or isinstance(body, FileBody)


def _pairs(pairs: Pairs) -> str:
    if len(dict(pairs)) == len(pairs) and _keeps_order(dict(pairs)):
        return _literal(dict(pairs))
    lines = "".join(f"    [{in_code(name)}, {in_code(value)}],\n" for name, value in pairs)
    return f"[\n{lines}  ]"


def _object(entries: list[str]) -> str:
    return "{\n" + "".join(f"  {entry},\n" for entry in entries) + "}"


def _literal(value: Any) -> str:
    return indent_following(literal(value, _STYLE), "  ")


LANGUAGE = Language(
    name="javascript",
    label="JavaScript",
    lexer="javascript",
    generate=generate,
    spellings=(
        "js",
        "fetch",
    ),
)
