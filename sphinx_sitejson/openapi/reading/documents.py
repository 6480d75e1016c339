"""The front door: a location in, a whole and sound document out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_sitejson.nesting import DEEPEST_LEVEL, TOO_DEEP, is_deeper_than, without_deep_values
from sphinx_sitejson.network.credentials import public_address, shown_address
from sphinx_sitejson.network.failures import RefusedError
from sphinx_sitejson.problems import JsonPath, Place, Problem, ProblemCode

from .addresses import Address, FileAddress, UrlAddress, address_of, origins_of
from .bundling.bundler import bundle
from .bundling.references import References
from .bundling.workspace import UnreadableError, Workspace
from .checking.checker import check
from .checking.meaning import findings_of
from .checking.versions import version_of
from .deep_texts import deep_tags, deep_texts
from .faults import Fault, Origins, Spot, located, places_of
from .readable import Finding, readable_document
from .remote import Access, Fetcher, RemoteMemory
from .remote_copies import Copies
from .result_cache import Result, ResultCache

_DEEP_TEXT = f"a part of this text is {TOO_DEEP}; its words are shown without it."

_DEEP_TAG = f"this tag is {TOO_DEEP}; it stands beside its parent."


def _silent(message: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How documents are read; one object for a whole build, so that each URL is asked once."""

    cache_folder: Path | None = None
    offline: bool = False
    allowed_origins: frozenset[str] = frozenset()
    timeout: float = 30
    size_limit: int = 20_000_000
    progress: Callable[[str], object] = _silent
    memory: RemoteMemory = field(default_factory=RemoteMemory, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """A document with all it refers to; `data` is None when it cannot be used.

    Nobody changes `data`: parts of it are shared.
    """

    location: str
    name: str
    data: Mapping[str, Any] | None = field(repr=False)
    version: str
    problems: tuple[Problem, ...]
    files: tuple[Path, ...]
    digest: str


def read_document(location: str, *, root: Path, options: ReadOptions) -> ReadDocument:
    """Read a document of the project or from a URL; what is wrong is told, never raised.

    Users, passwords and tokens in a URL are for its server only: nothing that is returned, told
    or kept has them.
    """
    public = public_address(location)
    try:
        address = address_of(location)
    except RefusedError as error:
        problem = _unusable(shown_address(location), str(error))
        return _document(
            public, "", Result(data=None, version="", problems=(problem,), digests={}), root
        )
    access = Access()
    if isinstance(address, UrlAddress):
        access = Access.of(location, address.url)
    fetcher = _fetcher(options, access)
    workspace = Workspace(
        root, fetcher=fetcher, size_limit=options.size_limit, progress=options.progress
    )
    cache = None if options.cache_folder is None else ResultCache(options.cache_folder / "read")
    key = f"{address} {sorted(options.allowed_origins)} {options.size_limit}"
    found = cache.find(key, lambda asked: _digest(workspace, asked)) if cache else None
    if found is None:
        found = _Reading(address, workspace, options).result()
        if cache:
            cache.keep(key, found)
    result = Result(
        data=found.data,
        version=found.version,
        problems=(*workspace.notes(), *found.problems),
        digests=found.digests,
    )
    return _document(public, address.stem, result, root)


def places_in_document(
    location: str, paths: Iterable[JsonPath], *, root: Path, options: ReadOptions
) -> dict[JsonPath, Place]:
    """Find in which file and on which line values of a document stand that was read before."""
    try:
        address = address_of(location)
        workspace = Workspace(
            root,
            fetcher=_fetcher(options, Access()),
            size_limit=options.size_limit,
            progress=options.progress,
        )
        whole = bundle(address, workspace, References(workspace, options.allowed_origins))
    except (RefusedError, UnreadableError):
        return {}
    spots = {path: whole.origins.find(path) for path in paths}
    places = places_of(spots.values(), workspace.source)
    return {path: places[spot] for path, spot in spots.items()}


class _Reading:
    """The steps from a file to a document."""

    def __init__(self, address: Address, workspace: Workspace, options: ReadOptions) -> None:
        self._address = address
        self._workspace = workspace
        self._options = options

    def result(self) -> Result:
        try:
            source = self._workspace.source(self._address)
        except UnreadableError as error:
            return self._stopped(_unusable(self._address.shown, str(error), self._address))
        if source.value is None and source.problems:
            return self._stopped(*source.problems)
        version = version_of(source.value)
        if version.rules is None:
            fault = self._fault("openapi_document", version.message, version.at)
            return self._stopped(*source.problems, *located([fault], self._workspace.source))
        noted = []
        if version.message:
            noted = [self._fault("openapi_invalid", version.message, version.at)]
        return self._bundled(version.rules, version.written, noted)

    def _fault(self, code: ProblemCode, message: str, path: JsonPath) -> Fault:
        return Fault(code=code, message=message, spot=Spot(self._address, path))

    def _bundled(self, rules: str, written: str, noted: list[Fault]) -> Result:
        references = References(self._workspace, self._options.allowed_origins)
        whole = bundle(self._address, self._workspace, references)
        data = whole.data
        cut: Iterable[JsonPath] = ()
        if len(whole.origins.spots) > 1 and is_deeper_than(data, DEEPEST_LEVEL):
            data, cut = without_deep_values(data, DEEPEST_LEVEL)
        unreadable: tuple[Finding, ...] = ()
        if self._workspace.may_hold_unreadable():
            data, unreadable = readable_document(data)
        checked = check({**data, "openapi": written}, rules)
        faults = [
            *noted,
            *whole.faults,
            *_too_deep(whole.origins, cut),
            *(
                Fault(code="nested_too_deep", message=_DEEP_TEXT, spot=whole.origins.find(path))
                for path in deep_texts(checked.data)
            ),
            *(
                Fault(code="nested_too_deep", message=_DEEP_TAG, spot=whole.origins.find(path))
                for path in deep_tags(checked.data)
            ),
            *(
                Fault(code="openapi_character", message=message, spot=whole.origins.find(path))
                for path, message in unreadable
            ),
            *(
                Fault(code="openapi_invalid", message=message, spot=whole.origins.find(path))
                for path, message in (*checked.findings, *findings_of(checked.data))
            ),
        ]
        return Result(
            data=checked.data,
            version=rules,
            problems=(
                *self._workspace.source_problems(),
                *located(faults, self._workspace.source),
            ),
            digests=dict(self._workspace.digests),
        )

    def _stopped(self, *problems: Problem) -> Result:
        return Result(
            data=None, version="", problems=problems, digests=dict(self._workspace.digests)
        )


def _too_deep(origins: Origins, paths: Iterable[JsonPath]) -> Iterator[Fault]:
    message = f"{TOO_DEEP} once the files are put together; what stands here is left out."
    for path in paths:
        yield Fault(code="nested_too_deep", message=message, spot=origins.find(path))


def _fetcher(options: ReadOptions, access: Access) -> Fetcher:
    folder = options.cache_folder
    return Fetcher(
        copies=Copies(folder / "remote") if folder is not None else None,
        memory=options.memory,
        is_offline=options.offline,
        timeout=options.timeout,
        size_limit=options.size_limit,
        progress=options.progress,
        access=access,
        allowed_origins=frozenset(origins_of(options.allowed_origins)),
    )


def _digest(workspace: Workspace, address: Address) -> str | None:
    try:
        return workspace.content(address).digest
    except UnreadableError:
        return None


def _document(location: str, name: str, result: Result, root: Path) -> ReadDocument:
    return ReadDocument(
        location=location,
        name=name,
        data=result.data,
        version=result.version,
        problems=result.problems,
        files=tuple(
            root.resolve().joinpath(address.path)
            for address in result.digests
            if isinstance(address, FileAddress)
        ),
        digest=result.digest,
    )


def _unusable(file: str, message: str, address: Address | None = None) -> Problem:
    is_remote = address is not None and not isinstance(address, FileAddress)
    return Problem(
        code="openapi_remote" if is_remote else "openapi_document",
        message=message,
        place=Place(file=file),
    )
