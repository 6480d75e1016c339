"""The standards of HTTP methods, status codes and headers, and the paths of endpoints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

_FETCH = "https://fetch.spec.whatwg.org/#http-"


def _sections(rfc: int, **sections: str) -> dict[str, str]:
    """Return the URLs of sections of an RFC by the names that they define."""
    return {name.replace("_", "-"): _section(rfc, number) for name, number in sections.items()}


def _section(rfc: int, number: str) -> str:
    return f"https://www.rfc-editor.org/rfc/rfc{rfc}.html#section-{number}"


METHOD_URLS: Mapping[str, str] = {
    **_sections(
        9110,
        head="9.3.2",
        get="9.3.1",
        post="9.3.3",
        put="9.3.4",
        delete="9.3.5",
    ),
    **_sections(5789, patch="2"),
    **_sections(9110, options="9.3.7", trace="9.3.8", connect="9.3.6"),
    **_sections(4918, copy="9.8"),
    "query": "https://www.rfc-editor.org/info/rfc10008",
    "any": "",
}
"""The URL of the standard of each method; ``any`` stands for all methods."""
METHODS = tuple(METHOD_URLS)
"""The methods with a directive and a role, in the order of the index."""

_CODES_OF_RFC_9110: Mapping[str, tuple[int, ...]] = {
    "15.2": (100, 101),
    "15.3": (200, 201, 202, 203, 204, 205, 206),
    "15.4": (300, 301, 302, 303, 304, 305, 306, 307, 308),
    "15.5": (*range(400, 419), 421, 422, 426),
    "15.6": (500, 501, 502, 503, 504, 505),
}
_CODES: Mapping[int, str] = {
    **{
        code: _section(9110, f"{section}.{number}")
        for section, codes in _CODES_OF_RFC_9110.items()
        for number, code in enumerate(codes, start=1)
    },
    102: _section(2518, "10.1"),
    103: _section(8297, "2"),
    207: _section(4918, "11.1"),
    208: _section(5842, "7.1"),
    226: _section(3229, "10.4.1"),
    418: _section(2324, "2.3.2"),
    423: _section(4918, "11.3"),
    424: _section(4918, "11.4"),
    425: _section(8470, "5.2"),
    428: _section(6585, "3"),
    429: _section(6585, "4"),
    431: _section(6585, "5"),
    449: "https://learn.microsoft.com/openspecs/windows_protocols/ms-wdv/83ecf19f-e0f8-4706-aae5-ba618f52f100",
    451: _section(7725, "3"),
    506: _section(2295, "8.1"),
    507: _section(4918, "11.5"),
    508: _section(5842, "7.2"),
    510: _section(2774, "7"),
    511: _section(6585, "6"),
}
_EXTRA_PHRASES: Mapping[int, str] = {306: "(Unused)", 418: "I'm a teapot", 449: "Retry With"}

_HEADERS: Mapping[str, str] = {
    **_sections(
        9110,
        accept="12.5.1",
        accept_charset="12.5.2",
        accept_encoding="12.5.3",
        accept_language="12.5.4",
        accept_ranges="14.3",
        allow="10.2.1",
        authentication_info="11.6.3",
        authorization="11.6.2",
        connection="7.6.1",
        content_encoding="8.4",
        content_language="8.5",
        content_length="8.6",
        content_location="8.7",
        content_range="14.4",
        content_type="8.3",
        date="6.6.1",
        etag="8.8.3",
        expect="10.1.1",
        host="7.2",
        if_match="13.1.1",
        if_modified_since="13.1.3",
        if_none_match="13.1.2",
        if_range="13.1.5",
        if_unmodified_since="13.1.4",
        last_modified="8.8.2",
        location="10.2.2",
        max_forwards="7.6.2",
        proxy_authenticate="11.7.1",
        proxy_authentication_info="11.7.3",
        proxy_authorization="11.7.2",
        range="14.2",
        referer="10.1.3",
        retry_after="10.2.3",
        server="10.2.4",
        te="10.1.4",
        trailer="6.6.2",
        upgrade="7.8",
        user_agent="10.1.5",
        vary="12.5.5",
        via="7.6.3",
        www_authenticate="11.6.1",
    ),
    "from": _section(9110, "10.1.2"),
    **_sections(9111, age="5.1", cache_control="5.2", expires="5.3", pragma="5.4", warning="5.5"),
    **_sections(9112, transfer_encoding="6.1"),
    **_sections(4918, dav="10.1", depth="10.2", destination="10.3", overwrite="10.6"),
    **_sections(6265, cookie="4.2", set_cookie="4.1"),
    **_sections(6266, content_disposition="4"),
    **_sections(6797, strict_transport_security="6.1"),
    **_sections(7239, forwarded="4"),
    **_sections(7240, prefer="2"),
    **_sections(8288, link="3"),
    **_sections(8594, sunset="3"),
    **_sections(9745, deprecation="2"),
    **_sections(1864, content_md5="2"),
    "accept-query": "https://www.rfc-editor.org/info/rfc10008",
    "last-event-id": "https://html.spec.whatwg.org/multipage/server-sent-events.html#last-event-id",
    "origin": "https://fetch.spec.whatwg.org/#origin-header",
    **{
        name: f"{_FETCH}{name}"
        for name in (
            "access-control-allow-origin",
            "access-control-allow-credentials",
            "access-control-allow-methods",
            "access-control-allow-headers",
            "access-control-expose-headers",
            "access-control-max-age",
            "access-control-request-method",
            "access-control-request-headers",
        )
    },
}


class Standard(NamedTuple):
    """The canonical text of a method, status code or header, and the URL of its standard."""

    text: str
    url: str = ""


def method_standard(text: str) -> Standard | None:
    """Find a method; case is ignored."""
    name = text.strip().lower()
    return Standard(name.upper(), METHOD_URLS[name]) if name in METHOD_URLS else None


def header_standard(text: str) -> Standard | None:
    """Find a header; its spelling is kept."""
    url = _HEADERS.get(text.strip().lower())
    return Standard(text.strip(), url) if url else None


def status_standard(text: str) -> Standard | None:
    """Find a status code: ``404``, or ``404 Not Found`` with any reason phrase."""
    number, _space, phrase = text.strip().partition(" ")
    code = int(number) if number.isdecimal() and len(number) == 3 else 0
    if code not in _CODES:
        return None
    phrase = phrase.strip() or _EXTRA_PHRASES.get(code) or HTTPStatus(code).phrase
    return Standard(f"{code} {phrase}", _CODES[code])


# "(int:id)" and "(name)"; parameters in any of the ways that frameworks write them: "{id}", "<id>",
# "(id)" and "/:id"; and slashes at the end, but not "/" alone.
_TYPED = re.compile(r"\((?:(?P<type>[^:)]+):)?(?P<name>\w+)\)")
_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|\([^()/]*\)|(?<=/):\w+")
_OPTIONAL_END = re.compile(r"(?<=.)/+$")


class Route(NamedTuple):
    """The description of an endpoint; the first three fields as in sphinxcontrib-httpdomain."""

    docname: str
    synopsis: str = ""
    is_deprecated: bool = False
    anchor: str = ""


class PathPart(NamedTuple):
    """A part of a path: literal text, or a parameter with its type."""

    text: str
    is_parameter: bool = False
    type: str = ""


def parts_of(path: str) -> list[PathPart]:
    """Split a path at its parameters: ``/ships/(int:id)`` gives ``/ships/`` and ``id``."""
    parts: list[PathPart] = []
    position = 0
    for match in _TYPED.finditer(path):
        if match.start() > position:
            parts.append(PathPart(path[position : match.start()]))
        parts.append(PathPart(match["name"], is_parameter=True, type=match["type"] or ""))
        position = match.end()
    if position < len(path):
        parts.append(PathPart(path[position:]))
    return parts


def comparable(path: str) -> str:
    """Remove the names of parameters from a path: ``/ships/{int:id}`` gives ``/ships/{}``."""
    bare = path.strip().partition("?")[0]
    return _OPTIONAL_END.sub("", _PLACEHOLDER.sub("{}", bare))


def group_of(path: str, ignored: Iterable[Sequence[str]]) -> str:
    """Return the index heading of a path: its first part.

    :param ignored: the parts of prefixes to skip, the longest first.
    """
    parts = [part for part in path.split("/") if part]
    for prefix in ignored:
        if parts[: len(prefix)] == list(prefix):
            return "/" + "/".join(parts[: len(prefix) + 1])
    return "/" + (parts[0] if parts else "")


def ignored_prefixes(prefixes: Iterable[str]) -> list[list[str]]:
    """Split prefixes into parts, the longest first."""
    found = [[part for part in str(prefix).split("/") if part] for prefix in prefixes]
    return sorted(found, reverse=True)
