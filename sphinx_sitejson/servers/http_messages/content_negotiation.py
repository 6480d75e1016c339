"""Media types and statuses: parse headers, and find the documented response that applies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.model import MediaType, Response
from sphinx_sitejson.reference.request_samples.sample_values import concrete_media_type

_PARAMETER = re.compile(
    r"""\s*(?P<name>[^\s=;,"]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))"""
)
_LIST_ENTRY = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*")+')
_PARAMETER_ENTRY = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*")+')
MAX_RANGES = 50


@dataclass(frozen=True, slots=True)
class ContentType:
    """The parsed value of ``Content-Type`` (RFC 9110, section 8.3)."""

    name: str
    """In lower case, without parameters; empty when there is none."""
    parameters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None) -> ContentType:
        """Parse ``text/plain; charset=utf-8`` to its name and its parameters."""
        first, *rest = _PARAMETER_ENTRY.findall(text or "") or [""]
        return cls(first.strip().lower(), dict(_parameters(rest)))

    @property
    def charset(self) -> str:
        """The charset of a text; UTF-8 by default."""
        return self.parameters.get("charset", "utf-8")


def _parameters(entries: Iterable[str]) -> Iterator[tuple[str, str]]:
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


@dataclass(frozen=True, slots=True)
class _Range:
    pattern: str
    quality: float


def negotiate_media_type(content: Iterable[MediaType], accept: str) -> tuple[MediaType, str] | None:
    """Return the media type that a client prefers, and the concrete type to send
    (RFC 9110, section 12.5.1).

    Among equals JSON comes first, then the order of the document.

    :param accept: all values of ``Accept``, joined; empty if there is none.
    """
    ranges = list(_ranges(accept)) or [_Range("*/*", 1)]
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


def _ranges(accept: str) -> Iterator[_Range]:
    for entry in _LIST_ENTRY.findall(accept)[:MAX_RANGES]:
        first, *rest = _PARAMETER_ENTRY.findall(entry)
        if "/" not in first:
            continue
        quality = dict(_parameters(rest)).get("q", "1")
        try:
            yield _Range(first.strip().lower(), min(max(float(quality), 0), 1))
        except ValueError:
            yield _Range(first.strip().lower(), 1)


def _quality(media: MediaType, ranges: Iterable[_Range]) -> tuple[float, str]:
    """Return the quality of a media type and the type to send; the most specific range applies."""
    sent = concrete_media_type(media.name)
    best, closest = 0.0, -1
    name = sent
    for each in ranges:
        is_match = is_media_type_match(each.pattern, sent)
        # A documented range such as "image/*" can be sent as any type of it that is requested.
        is_concrete = "*" in media.name and "*" not in each.pattern
        is_member = is_concrete and is_media_type_match(media.name, each.pattern)
        closeness = 2 - each.pattern.count("*")
        if (is_match or is_member) and closeness > closest:
            best, closest = each.quality, closeness
            name = sent if is_match else each.pattern
    return best, name


_STATUS = re.compile(r"[2-5][0-9][0-9]")


def documented_response(responses: Sequence[Response], status: int) -> Response | None:
    """Return the documented response of a status: ``404``, else ``4XX``, else ``default``."""
    by_status = {response.status.upper(): response for response in responses}
    candidates = (str(status), f"{status // 100}XX", "DEFAULT")
    return next((by_status[name] for name in candidates if name in by_status), None)


def expected_response(responses: Sequence[Response]) -> tuple[int, Response | None]:
    """Return the status of the expected response and its documentation.

    It is the first success that the document names, or else the closest to one.
    """
    exact = {int(each.status): each for each in responses if _STATUS.fullmatch(each.status)}
    return next(_response_candidates(responses, exact), (204, None))


def _response_candidates(
    responses: Sequence[Response], exact: Mapping[int, Response]
) -> Iterator[tuple[int, Response]]:
    families = {response.status.upper(): response for response in responses}
    yield from ((status, each) for status, each in exact.items() if status < 300)
    yield from ((200, families[name]) for name in ("2XX", "DEFAULT") if name in families)
    yield from ((status, each) for status, each in exact.items() if status < 400)
    yield from ((300, families[name]) for name in ("3XX",) if name in families)
    yield from exact.items()
    for name in ("4XX", "5XX"):
        if name in families:
            yield int(name[0]) * 100, families[name]
