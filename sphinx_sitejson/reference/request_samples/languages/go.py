"""Samples for Go, with net/http."""

from __future__ import annotations

from collections.abc import Iterator

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
from .quoting import COMMON_ESCAPES, escaped, json_lines

_ALWAYS_USED = ("fmt", "io", "net/http")
_STOP_ON_ERROR = ("if err != nil {", "\tpanic(err)", "}")


def generate(request: SampleRequest) -> str:
    """Write a program."""
    packages = "".join(
        f'\t"{name}"\n' for name in sorted({*_ALWAYS_USED, *_packages(request.body)})
    )
    lines = "".join(f"\t{line}\n" if line else "\n" for line in _lines(request))
    return f"package main\n\nimport (\n{packages})\n\nfunc main() {{\n{lines}}}\n"


def in_code(text: str) -> str:
    """Write a text as a string."""
    return f'"{escaped(text, known=COMMON_ESCAPES, other=_escape)}"'


def _escape(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        # Go has no strings with halves of characters.
        return "\\ufffd"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _over_lines(text: str) -> str:
    """Write a text that keeps its lines, if the raw strings of Go can hold it."""
    is_raw = "`" not in text and all(char.isprintable() or char == "\n" for char in text)
    return f"`{text}`" if is_raw else in_code(text)


def _readable(text: str) -> str:
    """Write a text with as few escapes as possible."""
    return _over_lines(text) if '"' in text else in_code(text)


def _packages(body: Body | None) -> tuple[str, ...]:
    if isinstance(body, FormBody):
        return ("net/url", "strings")
    if isinstance(body, FileBody):
        return ("bytes", "os")
    if isinstance(body, MultipartBody):
        has_file = any(part.file_name for part in body.parts)
        has_type = any(not _is_field(part) and not _is_file(part) for part in body.parts)
        return (
            "bytes",
            "mime/multipart",
            *(("os",) if has_file else ()),
            *(("net/textproto",) if has_type else ()),
        )
    return ("strings",) if body else ()


def _lines(request: SampleRequest) -> Iterator[str]:
    yield from _body(request.body)
    reader = _reader(request.body)
    arguments = f"{in_code(request.method)}, {in_code(request.url)}, {reader}"
    yield f"request, err := http.NewRequest({arguments})"
    yield from _STOP_ON_ERROR
    yield from _headers(request)
    yield ""
    yield "response, err := http.DefaultClient.Do(request)"
    yield from _STOP_ON_ERROR
    yield "defer response.Body.Close()"
    yield ""
    yield "text, err := io.ReadAll(response.Body)"
    yield from _STOP_ON_ERROR
    yield "fmt.Println(string(text))"


def _headers(request: SampleRequest) -> Iterator[str]:
    if request.basic_auth:
        username, password = request.basic_auth.username, request.basic_auth.password
        if request.basic_auth.scheme == "basic":
            yield f"request.SetBasicAuth({in_code(username)}, {in_code(password)})"
    for name, value in request.all_headers:
        yield f"request.Header.Set({in_code(name)}, {in_code(value)})"
    if isinstance(request.body, MultipartBody):
        kind = request.body.media_type
        is_form = kind == "multipart/form-data"
        content_type = f"{in_code(f'{kind}; boundary=')} + form.Boundary()"
        code = "form.FormDataContentType()" if is_form else content_type
        yield f'request.Header.Set("Content-Type", {code})'


def _reader(body: Body | None) -> str:
    if body is None:
        return "nil"
    if isinstance(body, FormBody):
        return "strings.NewReader(form)"
    if isinstance(body, FileBody):
        return "bytes.NewReader(file)"
    return "body" if _is_text(body) else "&body"


def _is_text(body: Body) -> bool:
    return isinstance(body, JsonBody | TextBody)


def _body(body: Body | None) -> Iterator[str]:
    if isinstance(body, JsonBody):
        yield f"body := strings.NewReader({_over_lines(json_lines(body.value))})"
    elif isinstance(body, TextBody):
        yield f"body := strings.NewReader({_over_lines(body.text)})"
    elif isinstance(body, FormBody):
        # The values of a form in Go are sorted by their names, so it is joined by hand.
        yield "form := strings.Join([]string{"
        for name, value in body.fields:
            yield f"\t{in_code(f'{percent(name)}=')} + url.QueryEscape({in_code(value)}),"
        yield '}, "&")'
    elif isinstance(body, FileBody):
        yield f"file, err := os.ReadFile({in_code(body.file_name)})"
        yield from _STOP_ON_ERROR
    elif isinstance(body, MultipartBody):
        yield from _multipart(body)
    if body:
        yield ""


def _multipart(body: MultipartBody) -> Iterator[str]:
    yield "var body bytes.Buffer"
    yield "form := multipart.NewWriter(&body)"
    for index, part in enumerate(body.parts, start=1):
        yield from _part(part, index)
    yield "form.Close()"


def _part(part: Part, index: int) -> Iterator[str]:
    name = in_code(part.name)
    if _is_field(part):
        yield f"form.WriteField({name}, {in_code(part.text)})"
        return
    variable = f"part{index}"
    if not _is_file(part):
        yield f"{variable}, _ := form.CreatePart(textproto.MIMEHeader{{"
        for line in part.head.strip().split("\r\n"):
            header, _, value = line.partition(": ")
            yield f"\t{in_code(header)}: {{{_readable(value)}}},"
        yield "})"
    else:
        yield f"{variable}, _ := form.CreateFormFile({name}, {in_code(part.file_name)})"
    if part.file_name:
        yield f"file{index}, err := os.ReadFile({in_code(part.file_name)})"
        yield from _STOP_ON_ERROR
        yield f"{variable}.Write(file{index})"
    else:
        yield f"io.WriteString({variable}, {_readable(part.text)})"


def _is_field(part: Part) -> bool:
    return part.is_plain and not part.file_name


def _is_file(part: Part) -> bool:
    return part.is_plain and part.effective_media_type == "application/octet-stream"


LANGUAGE = Language(
    name="go",
    label="Go",
    lexer="go",
    generate=generate,
    spellings=("golang",),
)
