"""Locations of documents and of values in them, and problems reported there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlparse, urlsplit, urlunsplit

from prance.util import url as prance_url

from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND, Source
from sphinx_sitejson.common.network.urls import (
    InvalidUrlError,
    RefusedError,
    display_url,
    join_url,
    parse_http_url,
    public_url,
    split_url,
    strip_credentials,
)
from sphinx_sitejson.common.problems import JsonPath, Place, Problem, ProblemCode, quoted

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_WEB = ("http", "https")


@dataclass(frozen=True, slots=True)
class FileAddress:
    """A file of the project, by its path from the root: ``api/openapi.yaml``."""

    path: str

    @property
    def shown(self) -> str:
        """The address as messages name it."""
        return self.path

    @property
    def stem(self) -> str:
        """The name without folder and ending."""
        return _stem(self.path)

    @property
    def folder(self) -> str:
        """The name of the folder that holds it."""
        return posixpath.basename(posixpath.dirname(self.path))


@dataclass(frozen=True, slots=True)
class UrlAddress:
    """A document on a server, by an address that everybody may know."""

    url: str

    @property
    def shown(self) -> str:
        """The address as messages name it: without anything that could be a secret."""
        return display_url(self.url)

    @property
    def stem(self) -> str:
        """The name without folder and ending; that of the host if there is no path."""
        return _stem(split_url(self.url).path.rstrip("/")) or (split_url(self.url).hostname or "")

    @property
    def folder(self) -> str:
        """The name of the folder that holds it."""
        return posixpath.basename(posixpath.dirname(split_url(self.url).path))


Address = FileAddress | UrlAddress


def document_address(location: str) -> Address:
    """Read a location of the settings: a path from the project's root, or a URL."""
    if location.lower().startswith(("http://", "https://")):
        return UrlAddress(_checked_url(public_url(location)))
    if _SCHEME.match(location):
        raise RefusedError(
            f"{quoted(_scheme_of(location))} addresses are not read; "
            "name a file of the project or an http(s) URL."
        )
    return FileAddress(_path_below_root("", location.lstrip("/"), location))


def resolved_address(
    reference: str, *, holder: Address, allowed_origins: frozenset[str]
) -> Address:
    """Return where the part of a reference before ``#`` leads, seen from its holder."""
    # A query or a fragment does not choose another file.
    resource = prance_url.urlresource(_parsed(reference))
    if _SCHEME.match(resource) or resource.startswith("//") or isinstance(holder, UrlAddress):
        base = holder.url if isinstance(holder, UrlAddress) else ""
        return _allowed_url(join_url(base, reference), holder, allowed_origins)
    if resource.startswith("/"):
        raise RefusedError(
            f"the absolute path {quoted(resource)} is not read; write it relative to this file."
        )
    folder = posixpath.dirname(holder.path)
    return FileAddress(_path_below_root(folder, unquote(resource), reference))


def origin_of(url: str) -> str:
    """Return scheme, host and port: ``https://example.com``, with the port if it is unusual."""
    return parse_http_url(strip_credentials(url)).origin


def origins_of(urls: Iterable[str]) -> Iterator[str]:
    """Return the origins of those addresses that have one."""
    for url in urls:
        try:
            yield origin_of(url.strip())
        except InvalidUrlError:
            continue


def _allowed_url(url: str, holder: Address, allowed_origins: frozenset[str]) -> UrlAddress:
    scheme = _scheme_of(url)
    if scheme not in _WEB:
        raise RefusedError(f"{quoted(scheme)} addresses are not followed.")
    address = UrlAddress(_checked_url(strip_credentials(url)))
    origin = origin_of(address.url)
    own = {origin_of(holder.url)} if isinstance(holder, UrlAddress) else set()
    if origin not in own | set(origins_of(allowed_origins)):
        raise RefusedError(f"it is not fetched, since {quoted(origin)} is not an allowed origin.")
    return address


def _checked_url(url: str) -> str:
    try:
        parse_http_url(url.strip())
        parts = urlsplit(url.strip())
    except InvalidUrlError as error:
        raise RefusedError(f"the URL is not valid: {error}") from None
    except ValueError:
        raise RefusedError("the URL is not valid.") from None
    return urlunsplit((parts.scheme.lower(), parts.netloc, parts.path, parts.query, ""))


def _parsed(reference: str) -> tuple[str, ...]:
    try:
        return urlparse(reference)
    except ValueError:
        raise RefusedError("the reference is not valid.") from None


def _path_below_root(folder: str, path: str, written: str) -> str:
    # Windows reads "\" as a separator and "C:" as a drive; neither is part of a file name here.
    if not path or any(char in path for char in "\\:\0"):
        raise RefusedError(f"{quoted(written)} is not the path of a file.")
    joined = posixpath.normpath(posixpath.join(folder, path))
    if joined.startswith(("../", "/")) or joined in ("..", "."):
        raise RefusedError(f"{quoted(written)} is outside the project and is not read.")
    return joined


def _scheme_of(url: str) -> str:
    return url.partition(":")[0].lower()


def _stem(path: str) -> str:
    name = posixpath.basename(path)
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a file, by its path."""

    address: Address
    path: JsonPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault, before it is known on which line it stands."""

    code: ProblemCode
    message: str
    spot: Spot
    is_repaired: bool = False
    """Whether nobody need do anything."""


@dataclass(frozen=True, slots=True)
class BundleOrigins:
    """Which part of a bundle comes from which file."""

    spots: Mapping[JsonPath, Spot]

    def find(self, path: JsonPath) -> Spot:
        """Return where a value of the bundle was written."""
        for length in range(len(path), -1, -1):
            spot = self.spots.get(path[:length])
            if spot is not None:
                return Spot(spot.address, (*spot.path, *path[length:]))
        raise KeyError(path)


def located(faults: Iterable[Fault], source_of: Callable[[Address], Source]) -> tuple[Problem, ...]:
    """Give faults their lines, each file read through once; say only how many more there are."""
    by_code: dict[tuple[ProblemCode, bool], list[Fault]] = {}
    for fault in faults:
        by_code.setdefault((fault.code, fault.is_repaired), []).append(fault)
    shown = [fault for kind in by_code.values() for fault in kind[:MAX_FAULTS_PER_KIND]]
    places = places_of([fault.spot for fault in shown], source_of)
    problems = [
        Problem(
            code=fault.code,
            message=fault.message,
            place=places[fault.spot],
            is_repaired=fault.is_repaired,
        )
        for fault in shown
    ]
    for (code, is_repaired), kind in by_code.items():
        more = len(kind) - MAX_FAULTS_PER_KIND
        if more > 0:
            message = f"and {more} more {'problems' if more > 1 else 'problem'} of this kind."
            place = Place(file=kind[MAX_FAULTS_PER_KIND].spot.address.shown)
            problems.append(
                Problem(code=code, message=message, place=place, is_repaired=is_repaired)
            )
    return tuple(problems)


def places_of(spots: Iterable[Spot], source_of: Callable[[Address], Source]) -> dict[Spot, Place]:
    """Return the places of values, each file read through once."""
    by_address: dict[Address, list[JsonPath]] = {}
    for spot in spots:
        by_address.setdefault(spot.address, []).append(spot.path)
    return {
        Spot(address, path): place
        for address, paths in by_address.items()
        for path, place in source_of(address).places(dict.fromkeys(paths)).items()
    }
