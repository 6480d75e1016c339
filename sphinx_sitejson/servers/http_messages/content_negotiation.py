"""Media types and statuses: parse headers, and find the documented response that applies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.model import MediaType, Response
from sphinx_sitejson.reference.request_samples.sample_values import sent_type

_PARAMETER = re.compile(
    r"""\s*(?P<name>[^\s=;,"]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))"""
)
_LIST_ENTRY = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*")+')
_PARAMETER_ENTRY = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*")+')
MOST_RANGES = 50


@dataclass(frozen=True, slots=True)
class ContentType:
    """A media type with its parameters, as a header says it."""

    name: str
    """In lower case, without parameters; empty when there is none."""
    parameters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | None) -> ContentType:
        """Read the value of ``Content-Type``."""
        first, *rest = _PARAMETER_ENTRY.findall(text or "") or [""]
        return cls(first.strip().lower(), dict(_parameters(rest)))

    @property
    def charset(self) -> str:
        """The charset of a text; UTF-8 if nothing else is said."""
        return self.parameters.get("charset", "utf-8")


def _parameters(entries: Iterable[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        if found := _PARAMETER.match(entry):
            quoted = found["quoted"]
            value = found["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
            yield found["name"].lower(), value


def covers(pattern: str, name: str) -> bool:
    """Tell whether a media type is the one that a pattern names, or one of its family."""
    # Some write "application/*+json"; what a media type is made of means nothing else here.
    return fnmatchcase(essence(name), essence(pattern).replace("[", "[[]").replace("?", "[?]"))


def documented_media(content: Iterable[MediaType], name: str) -> MediaType | None:
    """Return what a document says of a media type: under its own name, else under a pattern."""
    matching = [media for media in content if covers(media.name, name)]
    return min(matching, key=lambda media: essence(media.name).count("*"), default=None)


@dataclass(frozen=True, slots=True)
class _Range:
    pattern: str
    quality: float


def chosen_media(content: Iterable[MediaType], accept: str) -> tuple[MediaType, str] | None:
    """Return the form of an answer that a client likes best, and the name it is sent under.

    Among equals JSON comes first, then the order of the document.

    :param accept: all values of ``Accept``, joined; empty when there is none.
    """
    ranges = list(_ranges(accept)) or [_Range("*/*", 1)]
    offers = [
        (quality, media, name)
        for media in content
        for quality, name in [_liking(media, ranges)]
        if quality > 0
    ]
    best = max((quality for quality, _, _ in offers), default=0)
    likely = [(media, name) for quality, media, name in offers if quality == best]
    as_json = (offer for offer in likely if media_kind(offer[0].name) == "json")
    return next(as_json, likely[0] if likely else None)


def _ranges(accept: str) -> Iterator[_Range]:
    for entry in _LIST_ENTRY.findall(accept)[:MOST_RANGES]:
        first, *rest = _PARAMETER_ENTRY.findall(entry)
        if "/" not in first:
            continue
        quality = dict(_parameters(rest)).get("q", "1")
        try:
            yield _Range(first.strip().lower(), min(max(float(quality), 0), 1))
        except ValueError:
            yield _Range(first.strip().lower(), 1)


def _liking(media: MediaType, ranges: Iterable[_Range]) -> tuple[float, str]:
    """Return how much a client likes a media type; of several words the closest counts."""
    sent = sent_type(media.name)
    best, closest = 0.0, -1
    name = sent
    for each in ranges:
        is_own = covers(each.pattern, sent)
        # An offer such as "image/*" can become whatever member of the family is asked for.
        is_concrete = "*" in media.name and "*" not in each.pattern
        is_member = is_concrete and covers(media.name, each.pattern)
        closeness = 2 - each.pattern.count("*")
        if (is_own or is_member) and closeness > closest:
            best, closest = each.quality, closeness
            name = sent if is_own else each.pattern
    return best, name


_STATUS = re.compile(r"[2-5][0-9][0-9]")


def documented_response(responses: Sequence[Response], status: int) -> Response | None:
    """Return what a document says of a status: exactly, for its family, or for all others."""
    by_status = {response.status.upper(): response for response in responses}
    wanted = (str(status), f"{status // 100}XX", "DEFAULT")
    return next((by_status[name] for name in wanted if name in by_status), None)


def expected_response(responses: Sequence[Response]) -> tuple[int, Response | None]:
    """Return the status that a client expects, and its documented response.

    It is the first success that the document names, or else the closest to one.
    """
    exact = {int(each.status): each for each in responses if _STATUS.fullmatch(each.status)}
    return next(_by_likelihood(responses, exact), (204, None))


def _by_likelihood(
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
