"""A sample request, independent of the language that it is generated in."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.common.records import record

Pairs = tuple[tuple[str, str], ...]

_ESCAPED_IN_NAMES = re.compile(r'["\\\r\n]')
"""What tools write in different ways into the head of a part."""
BOUNDARY = "sample-boundary"
"""Between the parts of a multipart body that is written by hand."""


def replace_lone_surrogates(text: str) -> str:
    """Replace halves of characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@record
class JsonBody:
    """A value that is sent as JSON."""

    value: Any
    media_type: str = "application/json"


@record
class FormBody:
    """The fields of a form, not yet encoded."""

    fields: Pairs
    media_type: str = "application/x-www-form-urlencoded"


@record
class Part:
    """One part of a multipart body: a text, or a file."""

    name: str
    text: str = ""
    file_name: str = ""
    media_type: str = ""
    headers: Pairs = ()
    """Additional headers."""

    @property
    def is_plain(self) -> bool:
        """Whether every tool can send it: a text or file without additional headers."""
        has_plain_name = not _ESCAPED_IN_NAMES.search(f"{self.name}{self.file_name}")
        is_default = not self.headers and (bool(self.file_name) or not self.media_type)
        return is_default and has_plain_name

    @property
    def head(self) -> str:
        """The headers of the part, as browsers write them (RFC 7578)."""
        lines = [f'Content-Disposition: form-data; name="{_in_quotes(self.name)}"']
        media_type = self.media_type
        if self.file_name:
            lines[0] += f'; filename="{_in_quotes(self.file_name)}"'
            media_type = media_type or "application/octet-stream"
        if media_type:
            lines.append(f"Content-Type: {media_type}")
        lines.extend(f"{name}: {value}" for name, value in self.headers)
        return "".join(f"{line}\r\n" for line in lines) + "\r\n"


def _in_quotes(text: str) -> str:
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


@record
class MultipartBody:
    """Parts; the sender adds the boundary to the media type."""

    parts: tuple[Part, ...]
    media_type: str = "multipart/form-data"
    boundary: str = BOUNDARY

    @property
    def is_plain(self) -> bool:
        """Whether every tool can send it: a form of plain texts and files."""
        return self.media_type == "multipart/form-data" and all(
            part.is_plain for part in self.parts
        )

    @property
    def boundary_media_type(self) -> str:
        """The media type of a body that is written by hand."""
        return f"{self.media_type}; boundary={self.boundary}"

    @property
    def pieces(self) -> tuple[str | Part, ...]:
        """The body written by hand: texts, and between them the parts whose files are sent."""
        found: list[str | Part] = []
        text = ""
        for part in self.parts:
            text += f"--{self.boundary}\r\n{part.head}"
            if part.file_name:
                found.extend((text, part))
                text = "\r\n"
            else:
                text += f"{part.text}\r\n"
        return (*found, f"{text}--{self.boundary}--\r\n")


@record
class TextBody:
    """A text that is sent as it is."""

    text: str
    media_type: str = "text/plain"


@record
class FileBody:
    """A file that is sent as it is."""

    file_name: str
    media_type: str = "application/octet-stream"


Body = JsonBody | FormBody | MultipartBody | TextBody | FileBody


@dataclass(frozen=True)
class BasicAuth:
    """A user name and a password, which many tools send by an option."""

    username: str = "<username>"
    password: str = "<password>"
    scheme: Literal["basic", "digest"] = "basic"

    @property
    def text(self) -> str:
        """Both, as they are sent."""
        return f"{self.username}:{self.password}"


@record
class SampleRequest:
    """A request, with placeholders such as ``<token>`` for values that the reader has to fill in.

    Names of headers and cookies are valid, and their values have one line.
    """

    method: str
    url: str
    headers: Pairs = ()
    cookies: Pairs = ()
    body: Body | None = None
    basic_auth: BasicAuth | None = None

    @property
    def cookie_header(self) -> Pairs:
        """The cookies as one header, for languages without support for cookies."""
        return cookie_header(self.cookies)

    @property
    def basic_text(self) -> str:
        """User name and password that a program has to encode into a header, or ""."""
        auth = self.basic_auth
        return auth.text if auth and auth.scheme == "basic" else ""

    @property
    def digest_header(self) -> Pairs:
        """A placeholder header, for languages without digest authentication."""
        is_digest = self.basic_auth and self.basic_auth.scheme == "digest"
        return (("Authorization", "Digest <credentials>"),) if is_digest else ()

    @property
    def content_header(self) -> Pairs:
        """The media type of the body; that of a multipart body is known only when it is sent."""
        if self.body is None or isinstance(self.body, MultipartBody):
            return ()
        if any(name.lower() == "content-type" for name, _ in self.headers):
            return ()
        return (("Content-Type", self.body.media_type),)

    @property
    def all_headers(self) -> Pairs:
        """All headers, for languages that add none."""
        return (*self.digest_header, *self.headers, *self.cookie_header, *self.content_header)

    @property
    def body_text(self) -> str:
        """The body as one text, for languages that send texts only; files are not part of it."""
        body = self.body
        if isinstance(body, JsonBody):
            return exact_json(body.value)
        if isinstance(body, FormBody):
            return urlencode(body.fields, errors="replace")
        if isinstance(body, MultipartBody):
            return "".join(piece for piece in body.pieces if isinstance(piece, str))
        return body.text if isinstance(body, TextBody) else ""


def cookie_header(cookies: Pairs) -> Pairs:
    """Return the header that sends some cookies, or none without any."""
    text = "; ".join(f"{name}={value}" for name, value in cookies)
    return (("Cookie", text),) if text else ()


def request_data(request: SampleRequest) -> dict[str, Any]:
    """Return a request as the scripts of the playground know it, with JSON as a text."""
    return {
        "method": request.method,
        "url": request.url,
        "headers": request.headers,
        "cookies": request.cookies,
        "body": None if request.body is None else _body_data(request.body),
        "basic": request.basic_auth and asdict(request.basic_auth),
    }


def _json_text(value: Any) -> str:
    try:
        return exact_json(value, allow_nan=False)
    except ValueError:
        # Expressions of pages can be NaN or Infinity, which JSON.stringify writes as null, too.
        return exact_json(read_json(exact_json(value), parse_constant=lambda _name: None))


def _body_data(body: Body) -> dict[str, Any]:
    if isinstance(body, JsonBody):
        return {"kind": "json", "type": body.media_type, "json": _json_text(body.value)}
    if isinstance(body, FormBody):
        return {"kind": "form", "type": body.media_type, "fields": body.fields}
    if isinstance(body, TextBody):
        return {"kind": "text", "type": body.media_type, "text": body.text}
    if isinstance(body, FileBody):
        return {"kind": "file", "type": body.media_type, "file": body.file_name}
    parts = [
        {
            "name": part.name,
            "text": part.text,
            "file": part.file_name,
            "type": part.media_type,
            "headers": part.headers,
        }
        for part in body.parts
    ]
    return {"kind": "multipart", "type": body.media_type, "parts": parts}
