"""Locations of documents, JSON pointers, and problems reported there."""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlparse, urlsplit, urlunsplit

from prance.util import url as prance_url

from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND, Source
from sphinx_sitejson.common.network.urls import (
    InvalidUrlError,
    RefusedError,
    display_url,
    is_external_url,
    join_url,
    parse_http_url,
    public_url,
    split_url,
    strip_credentials,
    url_scheme,
)
from sphinx_sitejson.common.problems import (
    Finding,
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    quoted,
)
from sphinx_sitejson.common.records import record

from ..keywords import ANY_KEY, SLOTS, Slot, is_extension
from ..raw import NoTargetError, Raw, escape_pointer_part, find_value, get_value, list_members


@dataclass(frozen=True)
class DocumentLocation:
    """Where a document is: a file of the project, or on a server."""

    path: str
    """The path relative to the root, such as ``api/openapi.yaml``, or a URL without credentials."""
    is_url: bool = False

    @property
    def display_name(self) -> str:
        """The location for messages, without anything that could be a secret."""
        return display_url(self.path) if self.is_url else self.path

    @property
    def stem(self) -> str:
        """The file name without extension, or the host if the URL has no path."""
        name = posixpath.basename(self._file_path.rstrip("/"))
        stem = name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name
        return stem or (self.is_url and split_url(self.path).hostname) or ""

    @property
    def folder(self) -> str:
        """The name of the folder that contains it."""
        return posixpath.basename(posixpath.dirname(self._file_path))

    @property
    def _file_path(self) -> str:
        return split_url(self.path).path if self.is_url else self.path


def parse_location(location: str) -> DocumentLocation:
    """Parse a location from the settings: a path relative to the project's root, or a URL."""
    if location.lower().startswith(("http://", "https://")):
        return DocumentLocation(_normalize_url(public_url(location)), is_url=True)
    if scheme := url_scheme(location):
        raise RefusedError(
            f"{quoted(scheme)} URLs are not supported; use a file in the project or an http(s) URL."
        )
    return DocumentLocation(_path_below_root("", location.lstrip("/"), location))


def resolve_location(
    reference: str, *, referrer: DocumentLocation, allowed_origins: frozenset[str]
) -> DocumentLocation:
    """Resolve the part of a reference before ``#`` relative to the document that contains it.

    ``../pet.yaml`` in ``api/v1/openapi.yaml`` gives ``api/pet.yaml``.
    """
    # Queries and fragments do not select another file.
    try:
        resource = prance_url.urlresource(urlparse(reference))
    except ValueError:
        raise RefusedError("the reference is not valid.") from None
    if is_external_url(resource) or referrer.is_url:
        base = referrer.path if referrer.is_url else ""
        return _check_origin(join_url(base, reference), referrer, allowed_origins)
    if resource.startswith("/"):
        raise RefusedError(
            f"the absolute path {quoted(resource)} is not read; write it relative to this file."
        )
    folder = posixpath.dirname(referrer.path)
    return DocumentLocation(_path_below_root(folder, unquote(resource), reference))


def url_origin(url: str) -> str:
    """Return the origin of a URL: ``https://a.io:8443/x`` gives ``https://a.io:8443``."""
    return parse_http_url(strip_credentials(url)).origin


def valid_origins(urls: Iterable[str]) -> Iterator[str]:
    """Yield the origins of the valid URLs."""
    for url in urls:
        with suppress(InvalidUrlError):
            yield url_origin(url.strip())


def _check_origin(
    url: str, referrer: DocumentLocation, allowed_origins: frozenset[str]
) -> DocumentLocation:
    scheme = url_scheme(url)
    if scheme not in ("http", "https"):
        raise RefusedError(f"{quoted(scheme)} URLs are not supported.")
    location = DocumentLocation(_normalize_url(strip_credentials(url)), is_url=True)
    origin = url_origin(location.path)
    same_origin = {url_origin(referrer.path)} if referrer.is_url else set()
    if origin not in same_origin | set(valid_origins(allowed_origins)):
        raise RefusedError(
            f"it is not fetched, since {quoted(origin)} is not an allowed origin; add it to "
            '"sitejson_allowed_origins" in conf.py.'
        )
    return location


def _normalize_url(url: str) -> str:
    try:
        parse_http_url(url.strip())
        parts = urlsplit(url.strip())
    except InvalidUrlError as error:
        raise RefusedError(f"the URL is not valid: {error}") from None
    except ValueError:
        raise RefusedError("the URL is not valid.") from None
    return urlunsplit((parts.scheme.lower(), parts.netloc, parts.path, parts.query, ""))


OUTSIDE_PROJECT = "is outside the project and is not read."
"""The message for a reference to a file that may not be read."""


def _path_below_root(folder: str, path: str, location: str) -> str:
    # On Windows "\" is a separator and "C:" a drive; neither may occur in a file name.
    if not path or any(char in path for char in "\\:\0"):
        raise RefusedError(f"{quoted(location)} is not the path of a file.")
    joined = posixpath.normpath(posixpath.join(folder, path))
    if joined.startswith(("../", "/")) or joined in ("..", "."):
        raise RefusedError(f"{quoted(location)} {OUTSIDE_PROJECT}")
    return joined


@dataclass(frozen=True)
class SourcePosition:
    """The position of a value: a document, and the path in it."""

    location: DocumentLocation
    path: JsonPath


@record
class UnlocatedProblem:
    """A problem whose line is not determined yet."""

    code: ProblemCode
    message: str
    position: SourcePosition
    is_repaired: bool = False
    """Whether the author does not have to act."""
    lost_path: JsonPath | None = None
    """The path of the part that is lost, in the document before its conversion."""
    lost_from: str = ""
    """The operation that the lost part belongs to."""

    def locate(self, location: Location, message: str) -> Problem:
        return Problem(
            self.code, message, location, is_repaired=self.is_repaired, lost_from=self.lost_from
        )


@dataclass(frozen=True)
class BundleOrigins:
    """Map the parts of a bundle to the files that they come from."""

    positions: Mapping[JsonPath, SourcePosition]
    original_path: Callable[[JsonPath], JsonPath] = tuple
    """Returns the path of a value before the conversion of the bundle."""

    def find(self, path: JsonPath) -> SourcePosition:
        """Return the original position of a value of the bundle."""
        path = self.original_path(path)
        for length in range(len(path), -1, -1):
            position = self.positions.get(path[:length])
            if position is not None:
                return SourcePosition(position.location, (*position.path, *path[length:]))
        raise KeyError(path)

    def problem(
        self, code: ProblemCode, message: str, path: JsonPath, **facts: Any
    ) -> UnlocatedProblem:
        """Return a problem of a value of the bundle."""
        return UnlocatedProblem(code=code, message=message, position=self.find(path), **facts)

    def problems(
        self, findings: Iterable[Finding], lost_parts: Mapping[JsonPath, JsonPath]
    ) -> list[UnlocatedProblem]:
        """Return the problems of invalid values, with the parts that are lost with them."""
        code = ProblemCode.OPENAPI_INVALID
        return [
            self.problem(code, message, path, lost_path=lost_parts.get(path))
            for path, message in findings
        ]

    def find_copies(
        self, positions: Iterable[SourcePosition]
    ) -> Iterator[tuple[SourcePosition, JsonPath]]:
        """Yield the paths in the bundle of values of files, each of which may be copied often."""
        copies: dict[SourcePosition, list[JsonPath]] = {}
        for path, origin in self.positions.items():
            copies.setdefault(origin, []).append(path)
        for position in positions:
            for length in range(len(position.path) + 1):
                around = SourcePosition(position.location, position.path[:length])
                for path in copies.get(around, ()):
                    yield position, (*path, *position.path[length:])


def locate_problems(
    faults: Iterable[UnlocatedProblem], source_of: Callable[[DocumentLocation], Source]
) -> tuple[Problem, ...]:
    """Determine the lines of problems; of very many, only count the rest."""
    by_code: dict[tuple[ProblemCode, bool, bool], list[UnlocatedProblem]] = {}
    for fault in faults:
        kind = (fault.code, fault.is_repaired, bool(fault.lost_from))
        by_code.setdefault(kind, []).append(fault)
    reported = [fault for same in by_code.values() for fault in same[:MAX_FAULTS_PER_KIND]]
    locations = find_locations([fault.position for fault in reported], source_of)
    problems = [fault.locate(locations[fault.position], fault.message) for fault in reported]
    for same in by_code.values():
        more = len(same) - MAX_FAULTS_PER_KIND
        if more > 0:
            message = f"and {more} more {'problems' if more > 1 else 'problem'} of this kind."
            first = same[MAX_FAULTS_PER_KIND]
            location = Location(first.position.location.display_name)
            problems.append(first.locate(location, message))
    return tuple(problems)


def find_locations(
    positions: Iterable[SourcePosition], source_of: Callable[[DocumentLocation], Source]
) -> dict[SourcePosition, Location]:
    """Return the locations of values; each file is scanned once."""
    by_address: dict[DocumentLocation, list[JsonPath]] = {}
    for position in positions:
        by_address.setdefault(position.location, []).append(position.path)
    return {
        SourcePosition(document, path): location
        for document, paths in by_address.items()
        for path, location in source_of(document).locate_all(dict.fromkeys(paths)).items()
    }


SCHEMA = Slot("schema")
_FRAGMENT_CHARACTERS = "!$&'()*+,;=:@-._~"
_MAX_UNESCAPED_PARTS = 50
_ANY_FILE = urlparse("file:///document")


def parse_pointer(fragment: str) -> JsonPath:
    """Parse a JSON pointer that may be percent-encoded: ``/paths/~1pets``."""
    # As a parsed URL, since prance would look up a string in the file system.
    _, parts = prance_url.split_url_reference(_ANY_FILE, urlparse(f"#{unquote(fragment)}"))
    return tuple(parts)


def make_fragment(path: JsonPath) -> str:
    """Format a path as a fragment: ``("paths", "/pets")`` gives ``#/paths/~1pets``."""
    parts = (escape_pointer_part(str(part)) for part in path)
    return "#" + "".join("/" + quote(part, safe=_FRAGMENT_CHARACTERS) for part in parts)


def find_unescaped(value: Any, path: JsonPath) -> JsonPath | None:
    """Return the path that is meant if keys contain slashes that a pointer does not escape.

    ``/messages/a/b`` means the message ``a/b`` if no other reading of the path has a value.
    """
    if len(path) > _MAX_UNESCAPED_PARTS:
        return None
    readings: dict[tuple[int, int], list[JsonPath]] = {}

    def read(value: Any, start: int) -> list[JsonPath]:
        if start == len(path):
            return [()]
        known = (id(value), start)
        if known not in readings:
            found: list[JsonPath] = []
            for end in range(start + 1, len(path) + 1):
                key = path[start] if end == start + 1 else "/".join(map(str, path[start:end]))
                with suppress(NoTargetError):
                    found += [(key, *rest) for rest in read(get_value(value, (key,)), end)]
            # Two are as ambiguous as more.
            readings[known] = found[:2]
        return readings[known]

    found = read(value, 0)
    return found[0] if len(found) == 1 else None


def collect_anchors(document: Any, *, is_schema: bool, base: str) -> dict[str, JsonPath]:
    """Return the paths of schemas by ``$anchor``, ``$dynamicAnchor`` and ``$id``.

    Anchors are found by ``#name`` and by the URI of their schema resource with it; relative values
    of ``$id`` as written and as URIs.
    """
    anchors: dict[str, JsonPath] = {}
    for path, schema in iter_schemas(document, Slot("schema" if is_schema else "document")):
        for key in ("$id", "$anchor", "$dynamicAnchor"):
            name = schema.get(key)
            if isinstance(name, str):
                uri = base_uri(document, (*path, key), base)
                names = (name, uri) if key == "$id" else (f"#{name}", f"{uri}#{name}")
                for each in names:
                    anchors.setdefault(each, path)
    return anchors


def iter_schemas(
    value: Any, slot: Slot = SCHEMA, path: JsonPath = (), *, is_resource: bool = False
) -> Iterator[tuple[JsonPath, Raw]]:
    """Yield the schemas in a value with their paths, the outer ones first.

    :param is_resource: whether to leave out schemas inside with an ``$id`` of their own.
    """
    start = path
    waiting: deque[tuple[Any, Slot, JsonPath]] = deque([(value, slot, path)])
    while waiting:
        value, slot, path = waiting.popleft()
        if slot == SCHEMA and isinstance(value, dict):
            if is_resource and "$id" in value and path != start:
                continue
            yield path, value
        waiting += (
            (member, kind, (*path, key))
            for member, key, kind in iter_members(value, slot)
            if kind is not None
        )


def join_uri(base: str, reference: str) -> str:
    """Resolve a reference to an absolute URI, without a fragment (RFC 3986, section 5)."""
    try:
        return urldefrag(urljoin(base, reference)).url
    except ValueError:
        return reference


def base_uri(document: Any, path: JsonPath, base: str) -> str:
    """Return the base URI of the references at a path: the nearest ``$id`` around it."""
    value = document
    for part in path:
        if isinstance(value, dict) and isinstance(value.get("$id"), str):
            base = join_uri(base, value["$id"])
        value = find_value(value, (part,))
    return base


def iter_members(value: Any, slot: Slot) -> Iterator[tuple[Any, Any, Slot | None]]:
    """Yield the members of an object, a list or a map, with their keys and kinds."""
    if isinstance(value, dict) and slot.form == "one":
        slots = SLOTS[slot.kind]
        for key, item in value.items():
            found = slots.get(key) or (None if is_extension(key) else slots.get(ANY_KEY))
            yield item, key, found
    else:
        single = Slot(slot.kind)
        yield from ((item, key, single) for key, item in list_members(value))
