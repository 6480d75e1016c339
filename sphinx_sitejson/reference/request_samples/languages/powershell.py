"""Samples for PowerShell, with Invoke-RestMethod."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.reference.request_samples.encoding import percent
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
from .quoting import escaped, json_lines

_METHODS_WITH_FUNCTION = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")
# PowerShell treats typographic quotes as quotes.
_SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b"
_ESCAPES = {
    "`": "``",
    "$": "`$",
    "\n": "`n",
    "\r": "`r",
    "\t": "`t",
    "\0": "`0",
    **{char: f"`{char}" for char in '"\u201c\u201d\u201e'},
}


def generate(request: SampleRequest) -> str:
    """Write a call of Invoke-RestMethod."""
    lines = "".join(f"    {name} = {value}\n" for name, value in _parameters(request))
    return f"$parameters = @{{\n{lines}}}\nInvoke-RestMethod @parameters\n"


def in_code(text: str) -> str:
    """Write a text as a string in which nothing is expanded."""
    if text.isprintable():
        doubled = "".join(char * 2 if char in _SINGLE_QUOTES else char for char in text)
        return f"'{doubled}'"
    return f'"{escaped(text, known=_ESCAPES, other=_escape)}"'


def _escape(code: int) -> str:
    return "`u{fffd}" if 0xD800 <= code <= 0xDFFF else f"`u{{{code:x}}}"


def _parameters(request: SampleRequest) -> Iterator[tuple[str, str]]:
    is_known = request.method in _METHODS_WITH_FUNCTION
    yield "Method" if is_known else "CustomMethod", in_code(request.method)
    yield "Uri", in_code(request.url)
    headers = [*request.digest_header, *request.headers, *request.cookie_header]
    codes = [(name, in_code(value)) for name, value in headers]
    if request.basic_text:
        text = f"[Text.Encoding]::UTF8.GetBytes({in_code(request.basic_text)})"
        encoded = f"[Convert]::ToBase64String({text})"
        codes.insert(0, ("Authorization", f"'Basic ' + {encoded}"))
    if codes:
        yield "Headers", _code_table(tuple(codes))
    yield from _body(request)


def _body(request: SampleRequest) -> Iterator[tuple[str, str]]:
    body = request.body
    if body and not isinstance(body, MultipartBody):
        yield "ContentType", in_code(body.media_type)
    if isinstance(body, MultipartBody) and not body.is_plain:
        yield "ContentType", in_code(body.boundary_media_type)
        yield "Body", _written_form(body)
        return
    if isinstance(body, JsonBody):
        # No line of JSON begins with a quote that could end this text early.
        yield "Body", f"@'\n{json_lines(body.value)}\n'@"
    elif isinstance(body, TextBody):
        yield "Body", in_code(body.text)
    elif isinstance(body, FileBody):
        yield "InFile", in_code(body.file_name)
    elif isinstance(body, FormBody):
        yield "Body", _form(body.fields)
    elif isinstance(body, MultipartBody):
        parts = tuple(
            (
                part.name,
                f"Get-Item {in_code(part.file_name)}" if part.file_name else in_code(part.text),
            )
            for part in body.parts
        )
        yield "Form", _code_table(parts)


def _written_form(body: MultipartBody) -> str:
    """Write a multipart body as text: forms of PowerShell cannot have typed texts."""
    pieces = (
        f"[Text.Encoding]::UTF8.GetBytes({in_code(piece)})"
        if isinstance(piece, str)
        else f"[IO.File]::ReadAllBytes((Resolve-Path {in_code(piece.file_name)}))"
        for piece in body.pieces
    )
    return "[byte[]](" + " +\n        ".join(pieces) + ")"


def _form(fields: Pairs) -> str:
    if len(dict(fields)) == len(fields):
        return _table(fields)
    pairs = ", ".join(
        f"({in_code(f'{percent(name)}=')} + [uri]::EscapeDataString({in_code(value)}))"
        for name, value in fields
    )
    return f"({pairs}) -join '&'"


def _table(pairs: Pairs) -> str:
    return _code_table(tuple((name, in_code(value)) for name, value in pairs))


def _code_table(pairs: Pairs) -> str:
    """Write a hash table; repeated names become an array."""
    values: dict[str, list[str]] = {}
    for name, code in pairs:
        values.setdefault(name, []).append(code)
    lines = "".join(
        f"        {in_code(name)} = {codes[0] if len(codes) == 1 else f'@({_listed(codes)})'}\n"
        for name, codes in values.items()
    )
    return f"@{{\n{lines}    }}"


def _listed(codes: list[str]) -> str:
    return ", ".join(f"({code})" for code in codes)


LANGUAGE = Language(
    name="powershell",
    label="PowerShell",
    lexer="powershell",
    generate=generate,
    spellings=(
        "pwsh",
        "ps1",
    ),
)
