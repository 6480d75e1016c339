"""A request that says nothing of the language it will be written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonBody:
    """A value that is sent as JSON."""

    value: Any
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormBody:
    """The fields of a form, not yet encoded."""

    fields: Pairs
    media_type: str = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a multipart body: a text, or a file."""

    name: str
    text: str = ""
    file_name: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipartBody:
    """Parts; whoever sends them adds the boundary to the media type."""

    parts: tuple[Part, ...]
    media_type: str = "multipart/form-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBody:
    """A text that is sent as it is."""

    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBody:
    """A file that is sent as it is."""

    file_name: str
    media_type: str = "application/octet-stream"


Body = JsonBody | FormBody | MultipartBody | TextBody | FileBody


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicAuth:
    """A user name and a password; many tools have a way of their own to send them."""

    username: str = "<username>"
    password: str = "<password>"


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRequest:
    """All that is sent, with placeholders such as ``<token>`` for what the reader has to fill in.

    Names of headers and cookies are valid ones and their values stand on one line.
    """

    method: str
    url: str
    headers: Pairs = ()
    cookies: Pairs = ()
    body: Body | None = None
    basic_auth: BasicAuth | None = None

    @property
    def cookie_header(self) -> Pairs:
        """The cookies as one header, for languages without a way of their own."""
        text = "; ".join(f"{name}={value}" for name, value in self.cookies)
        return (("Cookie", text),) if text else ()

    @property
    def basic_header(self) -> Pairs:
        """User name and password as a header, for languages without a way of their own."""
        return (("Authorization", "Basic <credentials>"),) if self.basic_auth else ()

    @property
    def content_header(self) -> Pairs:
        """The media type of the body; that of a multipart body is known only when it is sent."""
        if self.body is None or isinstance(self.body, MultipartBody):
            return ()
        return (("Content-Type", self.body.media_type),)

    @property
    def all_headers(self) -> Pairs:
        """Every header, for languages that send what they are told."""
        return (*self.basic_header, *self.headers, *self.cookie_header, *self.content_header)
