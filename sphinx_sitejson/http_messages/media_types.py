"""Kinds of media types, content negotiation, and the response of a status."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from sphinx_sitejson.openapi.model import MediaType, Response

MediaKind = Literal["json", "json lines", "events", "xml", "form", "multipart", "text", "binary"]

_KINDS: Mapping[str, MediaKind] = {
    "*/*": "json",
    "application/*": "json",
    "text/json": "json",
    "application/jsonl": "json lines",
    "application/x-jsonlines": "json lines",
    "application/json-lines": "json lines",
    "application/ndjson": "json lines",
    "application/x-ndjson": "json lines",
    "application/json-seq": "json lines",
    "text/event-stream": "events",
    "text/xml": "xml",
    "application/x-www-form-urlencoded": "form",
    "application/yaml": "json",
    "application/x-yaml": "json",
    "application/graphql": "text",
    "application/javascript": "text",
    "application/sql": "text",
    "application/jwt": "text",
    "application/x-pem-file": "text",
}
_LANGUAGES: Mapping[MediaKind, str] = {"json": "json", "json lines": "json", "xml": "xml"}
_TEXT_LANGUAGES: Mapping[str, str] = {
    "text/html": "html",
    "text/css": "css",
    "text/javascript": "javascript",
    "application/javascript": "javascript",
    "text/markdown": "markdown",
    "application/graphql": "graphql",
}


def essence(name: str) -> str:
    """Return the media type without parameters: ``application/json; charset=utf-8``."""
    return name.partition(";")[0].strip().lower()


def media_kind(name: str) -> MediaKind:
    """Return the kind of a media type: ``application/problem+json`` is ``json``."""
    bare = essence(name)
    if bare in _KINDS:
        return _KINDS[bare]
    kind, _, subtype = bare.partition("/")
    if subtype == "json" or subtype.endswith(("+json", "+yaml")):
        return "json"
    if subtype == "xml" or subtype.endswith("+xml"):
        return "xml"
    if kind == "multipart":
        return "multipart"
    return "text" if kind == "text" else "binary"


def code_language(name: str) -> str:
    """Return the name of the Pygments lexer for bodies of a media type."""
    return _LANGUAGES.get(media_kind(name)) or _TEXT_LANGUAGES.get(essence(name), "text")


TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""What a header, a cookie, and an authentication scheme can be called (RFC 9110, section 5.6.2)."""
_PARAMETER = re.compile(
    r"""\s*(?P<name>[^\s=;,"]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))"""
)
# What is quoted may contain a comma or a semicolon, and an escaped quote: profile="a;\"b".
LIST_ENTRY = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*")+')
PARAMETER_ENTRY = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*")+')
MAX_RANGES = 50


@dataclass(frozen=True)
class ContentType:
    """The parsed value of ``Content-Type`` (RFC 9110, section 8.3)."""

    name: str
    """In lower case, without parameters; empty when there is none."""
    parameters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None) -> ContentType:
        """Parse ``text/plain; charset=utf-8`` to its name and its parameters."""
        first, *rest = PARAMETER_ENTRY.findall(text or "") or [""]
        return cls(first.strip().lower(), dict(parse_parameters(rest)))

    @property
    def charset(self) -> str:
        """The charset of a text; UTF-8 by default."""
        return self.parameters.get("charset", "utf-8")


def parse_parameters(entries: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the names, in lower case, and the values of ``name=value`` and ``name="value"``."""
    for entry in entries:
        if match := _PARAMETER.match(entry):
            quoted = match["quoted"]
            value = match["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
            yield match["name"].lower(), value


def is_media_type_match(pattern: str, name: str) -> bool:
    """Whether a media type matches a pattern: ``image/*`` matches ``image/png``."""
    # Some documents use "application/*+json"; other wildcards have no meaning here.
    return fnmatchcase(essence(name), essence(pattern).replace("[", "[[]").replace("?", "[?]"))


def find_media_type(content: Iterable[MediaType], name: str) -> MediaType | None:
    """Return the documented media type of a name, the most specific one first."""
    matching = [media for media in content if is_media_type_match(media.name, name)]
    return min(matching, key=lambda media: essence(media.name).count("*"), default=None)


def negotiate_media_type(content: Iterable[MediaType], accept: str) -> tuple[MediaType, str] | None:
    """Return the media type that a client prefers, and the concrete type to send
    (RFC 9110, section 12.5.1).

    Among equals JSON comes first, then the order of the document.

    :param accept: all values of ``Accept``, joined; empty if there is none.
    """
    ranges = list(_ranges(accept)) or [("*/*", 1.0)]
    offers = [
        (quality, media, name)
        for media in content
        for quality, name in [_quality(media, ranges)]
        if quality > 0
    ]
    best = max((quality for quality, _, _ in offers), default=0)
    likely = [(media, name) for quality, media, name in offers if quality == best]
    as_json = (offer for offer in likely if media_kind(offer[0].name) == "json")
    return next(as_json, likely[0] if likely else None)


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    """Yield the patterns of ``Accept`` with their qualities."""
    for entry in LIST_ENTRY.findall(accept)[:MAX_RANGES]:
        first, *rest = PARAMETER_ENTRY.findall(entry)
        if "/" not in first:
            continue
        try:
            quality = min(max(float(dict(parse_parameters(rest)).get("q", "1")), 0), 1)
        except ValueError:
            quality = 1
        yield first.strip().lower(), quality


def _quality(media: MediaType, ranges: Iterable[tuple[str, float]]) -> tuple[float, str]:
    """Return the quality of a media type and the type to send; the most specific range applies."""
    sent = name = concrete_media_type(media.name)
    best, closest = 0.0, -1
    for pattern, quality in ranges:
        is_match = is_media_type_match(pattern, sent)
        # A documented range such as "image/*" can be sent as any type of it that is requested.
        is_concrete = "*" in media.name and "*" not in pattern
        is_member = is_concrete and is_media_type_match(media.name, pattern)
        closeness = 2 - pattern.count("*")
        if (is_match or is_member) and closeness > closest:
            best, closest = quality, closeness
            name = sent if is_match else pattern
    return best, name


_STATUS = re.compile(r"[2-5][0-9][0-9]")
_FAMILIES: Mapping[str, int] = {"2XX": 200, "DEFAULT": 200, "3XX": 300, "4XX": 400, "5XX": 500}


def documented_response(responses: Sequence[Response], status: str) -> Response | None:
    """Return the documented response of a status: ``404``, else ``4XX``, else ``default``."""
    by_status = {response.status.upper(): response for response in responses}
    candidates = (status, f"{status[0]}XX", "DEFAULT")
    return next((by_status[name] for name in candidates if name in by_status), None)


def expected_response(responses: Sequence[Response]) -> tuple[int, Response | None]:
    """Return the status of the expected response and its documentation.

    It is the first success that the document names, or else the closest to one.
    """
    by_status = {each.status.upper(): each for each in responses}
    exact = [(int(name), each) for name, each in by_status.items() if _STATUS.fullmatch(name)]
    families = [(_FAMILIES[name], by_status[name]) for name in _FAMILIES if name in by_status]
    candidates = (
        each
        for limit in (300, 400, 600)
        for statuses in (exact, families)
        for each in statuses
        if each[0] < limit
    )
    return next(candidates, (204, None))


_FILE_NAMES: Mapping[str, str] = {
    "image/*": "image.png",
    "image/png": "image.png",
    "image/jpeg": "image.jpg",
    "image/gif": "image.gif",
    "image/svg+xml": "image.svg",
    "audio/*": "audio.mp3",
    "audio/mpeg": "audio.mp3",
    "video/*": "video.mp4",
    "video/mp4": "video.mp4",
    "application/pdf": "document.pdf",
    "application/zip": "archive.zip",
    "text/csv": "data.csv",
    "text/plain": "text.txt",
}

CONCRETE_TYPES: Mapping[str, str] = {
    "*/*": "application/json",
    "application/*": "application/json",
    "image/*": "image/png",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
    "text/*": "text/plain",
}


def multipart_type(name: str) -> str:
    """Return the media type of a multipart body, without its boundary."""
    found = re.fullmatch(r"multipart/[a-z0-9.+_-]+", essence(name))
    return found[0] if found else "multipart/form-data"


def concrete_media_type(name: str) -> str:
    """Return a concrete media type: ``image/*`` gives ``image/png``."""
    media_essence = essence(name)
    if "*" in media_essence:
        suffix = next((each for each in ("json", "xml") if media_essence.endswith(f"+{each}")), "")
        return CONCRETE_TYPES.get(media_essence, f"application/{suffix or 'octet-stream'}")
    return "".join(char for char in name if char.isprintable()).strip()


def file_name_for(media_type: str) -> str:
    media_essence = essence(media_type)
    family = f"{media_essence.partition('/')[0]}/*"
    return _FILE_NAMES.get(media_essence) or _FILE_NAMES.get(family, "file.bin")
