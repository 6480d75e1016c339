"""The standards of HTTP methods, status codes and headers, and the paths of endpoints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

_RFCS = "https://www.rfc-editor.org/rfc/"


def _sections(rfc: int, **sections: str) -> dict[str, str]:
    """Return the URLs of sections of an RFC by the names that they define."""
    return {name: f"{_RFCS}rfc{rfc}.html#section-{number}" for name, number in sections.items()}


METHOD_URLS: Mapping[str, str] = {
    **_sections(9110, head="9.3.2", get="9.3.1", post="9.3.3", put="9.3.4", delete="9.3.5"),
    **_sections(5789, patch="2"),
    **_sections(9110, options="9.3.7", trace="9.3.8", connect="9.3.6"),
    **_sections(4918, copy="9.8"),
    "query": "https://www.rfc-editor.org/info/rfc10008",
    "any": "",
}
"""The URL of the standard of each method; ``any`` stands for all methods."""
METHODS = tuple(METHOD_URLS)
"""The methods with a directive and a role, in the order of the index."""

_EXTRA_PHRASES: Mapping[int, str] = {306: "(Unused)", 418: "I'm a teapot", 449: "Retry With"}


@cache
def _standards() -> Mapping[str, Mapping[str, str]]:
    """Return the URLs of the standards of status codes and of headers."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {
        kind: {name: urljoin(_RFCS, section) for name, section in sections.items()}
        for kind, sections in tomllib.loads(text).items()
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
    url = _standards()["headers"].get(text.strip().lower())
    return Standard(text.strip(), url) if url else None


def status_standard(text: str) -> Standard | None:
    """Find a status code: ``404``, or ``404 Not Found`` with any reason phrase."""
    number, _space, phrase = text.strip().partition(" ")
    url = _standards()["status-codes"].get(number)
    if not url:
        return None
    code = int(number)
    phrase = phrase.strip() or _EXTRA_PHRASES.get(code) or HTTPStatus(code).phrase
    return Standard(f"{code} {phrase}", url)


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
        parts.append(PathPart(path[position : match.start()]))
        parts.append(PathPart(match["name"], is_parameter=True, type=match["type"] or ""))
        position = match.end()
    return [part for part in (*parts, PathPart(path[position:])) if part.text]


def comparable(path: str) -> str:
    """Remove the names of parameters from a path: ``/ships/{int:id}`` gives ``/ships/{}``."""
    bare = path.strip().partition("?")[0]
    return _OPTIONAL_END.sub("", _PLACEHOLDER.sub("{}", bare))


def group_of(path: str, ignored: Iterable[Sequence[str]]) -> str:
    """Return the index heading of a path: its first part.

    :param ignored: the parts of prefixes to skip, the longest first.
    """
    parts = [*filter(None, path.split("/"))]
    for prefix in ignored:
        if parts[: len(prefix)] == list(prefix):
            return "/" + "/".join(parts[: len(prefix) + 1])
    return "/" + "/".join(parts[:1])


def ignored_prefixes(prefixes: Iterable[str]) -> list[list[str]]:
    """Split prefixes into parts, the longest first."""
    return sorted(([*filter(None, str(each).split("/"))] for each in prefixes), reverse=True)
