"""Read the document at a location: complete, validated and repaired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from sphinx_sitejson.common.characters import UNREADABLE, code_point, escape_unreadable
from sphinx_sitejson.common.nesting import (
    MAX_LEVELS,
    TOO_DEEP,
    is_deeper_than,
    prune_deep_values,
)
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.network.urls import RefusedError, display_url, public_url
from sphinx_sitejson.common.problems import JsonPath, Place, Problem, ProblemCode, key_path
from sphinx_sitejson.openapi.keywords import ANY_KEY, DATA, SLOTS, Slot, is_extension

from .api_formats import API_FORMATS, ApiFormat, convert_source, find_format
from .bundler import Bundle, bundle
from .cache import CachedResult, Copies, ResultCache
from .locations import (
    Address,
    BundleOrigins,
    Fault,
    FileAddress,
    Spot,
    UrlAddress,
    document_address,
    located,
    origins_of,
    places_of,
)
from .remote import Access, Fetcher, RemoteMemory
from .swagger2.conversion import VERSION as CONVERTED_VERSION
from .validation.meta_schemas import SWAGGER, DocumentVersion, version_of
from .validation.semantics import deep_tags, deep_texts, findings_of
from .validation.validator import Checked, check_document
from .workspace import UnreadableError, Workspace, WorkspaceReferences

Finding = tuple[JsonPath, str]


def readable_document(data: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """Return a whole document so, with what was found on the way."""
    reading = _ControlCharacterEscaper()
    return reading.object(data, "document", ()), tuple(reading.findings)


class _ControlCharacterEscaper:
    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def object(self, value: Mapping[str, Any], kind: str, path: JsonPath) -> dict[str, Any]:
        slots, data = SLOTS[kind], DATA.get(kind, frozenset())
        members: dict[str, Any] = {}
        for key, member in value.items():
            at = (*path, key)
            slot = None if is_extension(key) else slots.get(key) or slots.get(ANY_KEY)
            if key == "$ref" and isinstance(member, str):
                shown: Any = _escape_reference(member)
            elif key in data:
                shown = member
            else:
                shown = self._member(member, slot, at)
            members[self._text(key, at)] = shown
        return members

    def _member(self, value: Any, slot: Slot | None, path: JsonPath) -> Any:
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, list):
            inner = slot and Slot(slot.kind)
            return [self._member(entry, inner, (*path, index)) for index, entry in enumerate(value)]
        if not isinstance(value, Mapping):
            return value
        if slot is not None and slot.form == "one":
            return self.object(value, slot.kind, path)
        inner = slot and Slot(slot.kind)
        return {
            self._text(key, (*path, key)): self._member(member, inner, (*path, key))
            for key, member in value.items()
        }

    def _text(self, text: str, path: JsonPath) -> str:
        found = UNREADABLE.search(text)
        if found is None:
            return text
        code = code_point(found[0])
        message = f"the control character {code} cannot be displayed; its escape sequence is shown."
        self.findings.append((path, message))
        return escape_unreadable(text)


def _escape_reference(ref: str) -> str:
    """Return a reference that leads to the new name of what it led to."""
    if not ref.startswith("#"):
        return escape_unreadable(ref)
    plain = unquote(ref)
    return quote(escape_unreadable(plain), safe="#/~") if UNREADABLE.search(plain) else ref


_DEEP_TEXT = f"a part of this text is {TOO_DEEP}; its words are shown without it."

_OTHER_CONTENT = (
    'its content is not the one that "sha256" pins; its SHA-256 is {digest}. It is not used.'
)

_DEEP_TAG = f"this tag is {TOO_DEEP}; it is shown beside its parent."


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
    formats: tuple[ApiFormat, ...] = ()
    """The formats that the project adds to ``API_FORMATS``."""
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
    original: Mapping[str, Any] | None = field(default=None, repr=False)
    """The document in the format that it was written in, where that is an older one."""
    lost_operations: tuple[str, ...] = ()
    """The operations that are written in the document but cannot be used: ``GET /pets``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What the owner of a site says of one document."""

    overlays: tuple[str, ...] = ()
    """Files that change it, in order."""
    sha256: str = ""
    """The only content that is accepted, by its hash."""


NO_EXTRAS = Extras()


def read_document(
    location: str, *, root: Path, options: ReadOptions, extras: Extras = NO_EXTRAS
) -> ReadDocument:
    """Read a document of the project or from a URL; problems are reported, never raised.

    Users, passwords and tokens in a URL are for its server only: nothing that is returned, told
    or kept has them.
    """
    public = public_url(location)
    try:
        address = document_address(location)
        overlays = tuple(map(document_address, extras.overlays))
    except RefusedError as error:
        problem = _unusable(display_url(location), str(error))
        return _document(
            public, "", CachedResult(data=None, version="", problems=(problem,), digests={}), root
        )
    access = Access()
    if isinstance(address, UrlAddress):
        access = Access.of(location, address.url)
    fetcher = _fetcher(options, access)
    workspace = Workspace(
        root,
        fetcher=fetcher,
        size_limit=options.size_limit,
        progress=options.progress,
        overlays={address: overlays},
        convert={address: partial(convert_source, formats=options.formats)},
    )
    cache = None if options.cache_folder is None else ResultCache(options.cache_folder / "read")
    key = f"{address} {sorted(options.allowed_origins)} {options.size_limit}"
    key += f" {extras}" if extras != NO_EXTRAS else ""
    key += f" {options.formats}" if options.formats else ""
    found = cache.find(key, lambda asked: _digest(workspace, asked)) if cache else None
    if found is None:
        found = _Reading(address, workspace, options, extras.sha256).result()
        if cache:
            cache.keep(key, found)
    result = CachedResult(
        data=found.data,
        version=found.version,
        problems=(*workspace.notes(), *found.problems),
        digests=found.digests,
        original=found.original,
        converted_by=found.converted_by,
        lost_operations=found.lost_operations,
    )
    return _document(public, address.stem, result, root)


def places_in_document(
    location: str,
    paths: Iterable[JsonPath],
    *,
    root: Path,
    options: ReadOptions,
    extras: Extras = NO_EXTRAS,
) -> dict[JsonPath, Place]:
    """Find in which file and on which line values of a document stand that was read before."""
    try:
        address = document_address(location)
        workspace = Workspace(
            root,
            fetcher=_fetcher(options, Access()),
            size_limit=options.size_limit,
            progress=options.progress,
            overlays={address: tuple(map(document_address, extras.overlays))},
            convert={address: partial(convert_source, formats=options.formats)},
        )
        whole = _bundle_document(address, workspace, options)
    except (RefusedError, UnreadableError):
        return {}
    spots = {path: whole.origins.find(path) for path in paths}
    places = places_of(spots.values(), workspace.source)
    return {path: places[spot] for path, spot in spots.items()}


class _Reading:
    """The steps from a file to a document."""

    def __init__(
        self, address: Address, workspace: Workspace, options: ReadOptions, sha256: str = ""
    ) -> None:
        self._sha256 = sha256.lower()
        self._address = address
        self._workspace = workspace
        self._options = options

    def result(self) -> CachedResult:
        try:
            digest = self._workspace.content(self._address).digest
            if self._sha256 and digest != self._sha256:
                message = _OTHER_CONTENT.format(digest=digest)
                return self._stopped(_unusable(self._address.shown, message, self._address))
            source = self._workspace.source(self._address)
        except UnreadableError as error:
            return self._stopped(_unusable(self._address.shown, str(error), self._address))
        if source.value is None and source.problems:
            return self._stopped(*source.problems)
        version = version_of(source.value)
        if version.rules is None:
            fault = self._fault(ProblemCode.OPENAPI_DOCUMENT, version.message, version.at)
            return self._stopped(*source.problems, *located([fault], self._workspace.source))
        noted = []
        if version.message:
            noted = [self._fault(ProblemCode.OPENAPI_INVALID, version.message, version.at)]
        return self._bundled(version, noted)

    def _fault(self, code: ProblemCode, message: str, path: JsonPath) -> Fault:
        return Fault(code=code, message=message, spot=Spot(self._address, path))

    def _bundled(self, version: DocumentVersion, noted: list[Fault]) -> CachedResult:
        is_swagger = version.rules == SWAGGER
        rules = "3.0" if is_swagger or version.rules is None else version.rules
        written = CONVERTED_VERSION if is_swagger else version.written
        whole = _bundle_document(self._address, self._workspace, self._options)
        data = whole.data
        cut: Iterable[JsonPath] = ()
        converted_by = self._workspace.source(self._address).converted_by
        is_composed = is_swagger or bool(converted_by) or len(whole.origins.spots) > 1
        if is_composed and is_deeper_than(data, MAX_LEVELS):
            data, cut = prune_deep_values(data, MAX_LEVELS)
        unreadable: tuple[Finding, ...] = ()
        if self._workspace.may_contain_unreadable():
            data, unreadable = readable_document(data)
        checked = check_document({**data, "openapi": written}, rules)
        found = _found_faults(whole.origins, checked, unreadable, whole.reported)
        faults = [*noted, *whole.faults, *_too_deep(whole.origins, cut), *found]
        return CachedResult(
            data=checked.data,
            version=rules,
            problems=(
                *self._workspace.source_problems(),
                *located(faults, self._workspace.source),
            ),
            digests=dict(self._workspace.digests),
            original=whole.original,
            converted_by=converted_by,
            lost_operations=_lost_operations(
                self._workspace.source(self._address).value, whole, checked.data
            ),
        )

    def _stopped(self, *problems: Problem) -> CachedResult:
        return CachedResult(
            data=None, version="", problems=problems, digests=dict(self._workspace.digests)
        )


def _found_faults(
    origins: BundleOrigins,
    checked: Checked,
    unreadable: Iterable[Finding],
    reported: Collection[Spot],
) -> Iterator[Fault]:
    """Yield what is wrong with a whole document, each with the place that it was written in."""

    def fault(code: ProblemCode, message: str, path: JsonPath) -> Fault:
        return Fault(code=code, message=message, spot=origins.find(path))

    yield from (
        fault(ProblemCode.NESTED_TOO_DEEP, _DEEP_TEXT, path) for path in deep_texts(checked.data)
    )
    yield from (
        fault(ProblemCode.NESTED_TOO_DEEP, _DEEP_TAG, path) for path in deep_tags(checked.data)
    )
    yield from (fault(ProblemCode.OPENAPI_CHARACTER, message, path) for path, message in unreadable)
    for path, message in checked.findings:
        if not _is_reported(origins.find(path), reported):
            yield fault(ProblemCode.OPENAPI_INVALID, message, path)
    yield from (
        fault(ProblemCode.OPENAPI_INVALID, message, path)
        for path, message in findings_of(checked.data)
    )


def _bundle_document(address: Address, workspace: Workspace, options: ReadOptions) -> Bundle:
    """Bring a document and all it refers to together, as OpenAPI 3."""
    references = WorkspaceReferences(workspace, options.allowed_origins)
    found = find_format(workspace.source(address).value, API_FORMATS)
    assert found is not None
    whole = bundle(address, workspace, references, found.grammar)
    return found.convert_bundle(whole) if found.convert_bundle else whole


def _is_reported(spot: Spot, reported: Collection[Spot]) -> bool:
    """Tell whether something was said about a value, or about one around it, before."""
    lengths = range(len(spot.path), 0, -1) if reported else ()
    return any(Spot(spot.address, spot.path[:length]) in reported for length in lengths)


def _too_deep(origins: BundleOrigins, paths: Iterable[JsonPath]) -> Iterator[Fault]:
    message = f"{TOO_DEEP} once the files are put together; everything deeper is left out."
    for path in paths:
        yield Fault(code=ProblemCode.NESTED_TOO_DEEP, message=message, spot=origins.find(path))


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


def _document(location: str, name: str, result: CachedResult, root: Path) -> ReadDocument:
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
        original=result.original,
        lost_operations=result.lost_operations,
    )


def _lost_operations(written: Any, whole: Bundle, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the operations that a document contains as written, but not as it is used."""
    usable = {*_written_operations(data)}
    lost = [
        key
        for key in dict.fromkeys((*_written_operations(written), *_written_operations(whole.data)))
        if key not in usable
    ]
    return (*lost, *map(key_path, whole.lost_paths))


def _written_operations(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of all operations; for a path item that is none, the path alone."""
    for section, prefix in (("paths", ""), ("webhooks", "webhook ")):
        items = data.get(section)
        if items and not isinstance(items, Mapping):
            yield section
        for path, item in items.items() if isinstance(items, Mapping) else ():
            if item is None or path == "$ref" or is_extension(path):
                continue
            name = escape_unreadable(path if prefix else f"/{path.lstrip('/')}")
            if not isinstance(item, Mapping):
                yield f"{prefix}{name}"
                continue
            extra = item.get("additionalOperations")
            methods = [method for method in item if method.lower() in METHODS]
            for method in (*methods, *(extra if isinstance(extra, Mapping) else ())):
                yield f"{prefix}{method.upper()} {name}"


def _unusable(file: str, message: str, address: Address | None = None) -> Problem:
    is_remote = address is not None and not isinstance(address, FileAddress)
    return Problem(
        code=ProblemCode.OPENAPI_REMOTE if is_remote else ProblemCode.OPENAPI_DOCUMENT,
        message=message,
        place=Place(file=file),
    )
