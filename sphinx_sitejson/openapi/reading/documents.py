"""Read the document at a location: complete, validated and repaired; results are cached."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from sphinx_sitejson.common.characters import UNREADABLE, code_point, escape_unreadable
from sphinx_sitejson.common.files import write_if_possible
from sphinx_sitejson.common.json_documents.exact_json import ExactNumber
from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, is_deeper_than, prune_deep_values
from sphinx_sitejson.common.network.urls import RefusedError, display_url, public_url
from sphinx_sitejson.common.problems import Finding, JsonPath, Location, Problem, ProblemCode
from sphinx_sitejson.common.records import record
from sphinx_sitejson.version import __version__

from ..keywords import DATA_KEYS, Slot
from ..raw import Raw
from ..validation.meta_schemas import SWAGGER, VERSIONS, DocumentVersion, detect_version
from ..validation.semantics import find_deep_tag_paths, find_deep_texts, find_semantic_errors
from ..validation.validator import ValidatedDocument
from .api_formats import API_FORMATS, ApiFormat, convert_source
from .bundler import Bundle, bundle
from .locations import (
    BundleOrigins,
    DocumentLocation,
    SourcePosition,
    UnlocatedProblem,
    find_locations,
    iter_members,
    locate_problems,
    parse_location,
)
from .losses import OperationNames, find_lost_part
from .remote import Fetcher, FetchOptions
from .workspace import UnreadableError, Workspace

_PLAIN = Slot("plain")
_UNREADABLE_CHARACTER = (
    "the control character {code} cannot be displayed; its escape sequence is shown."
)


def escape_control_characters(data: Raw) -> tuple[Raw, tuple[Finding, ...]]:
    """Return a document with control characters in names and texts escaped, and the findings.

    HTML, files and terminals cannot contain them. Data such as examples, defaults and enums is
    not changed, since it is always written as JSON.
    """
    findings: list[Finding] = []

    def escape(value: Any, slot: Slot, path: JsonPath) -> Any:
        if isinstance(value, str):
            return escape_text(value, path)
        if isinstance(value, list):
            members = iter_members(value, slot)
            return [escape(item, kind or _PLAIN, (*path, key)) for item, key, kind in members]
        if not isinstance(value, dict):
            return value
        is_object = slot.form == "one"
        data_keys = DATA_KEYS.get(slot.kind, frozenset()) if is_object else frozenset()
        escaped: Raw = {}
        for member, key, kind in iter_members(value, slot):
            at = (*path, key)
            if key in data_keys:
                new = member
            elif is_object and key == "$ref" and isinstance(member, str):
                new = _escape_reference(member)
            else:
                new = escape(member, kind or _PLAIN, at)
            escaped[escape_text(str(key), at)] = new
        return escaped

    def escape_text(text: str, path: JsonPath) -> str:
        if match := UNREADABLE.search(text):
            findings.append((path, _UNREADABLE_CHARACTER.format(code=code_point(match[0]))))
        return escape_unreadable(text)

    return escape(data, Slot("document"), ()), tuple(findings)


def _escape_reference(ref: str) -> str:
    """Escape a reference in the same way as the name that it points to."""
    if not ref.startswith("#"):
        return escape_unreadable(ref)
    plain = unquote(ref)
    return quote(escape_unreadable(plain), safe="#/~") if UNREADABLE.search(plain) else ref


_DEEP_VALUE = f"{TOO_DEEP} once the files are put together; everything deeper was ignored."

_DEEP_TEXT = f"a part of this text is {TOO_DEEP}; its words are shown without it."

_HASH_MISMATCH = 'its content does not match "sha256"; its SHA-256 is {digest}. It is not used.'

_DEEP_TAG = f"this tag is {TOO_DEEP}; it is shown beside its parent."


CACHE_FORMAT = 9
"""Incremented when reading the same files gives another result."""


@record
class ReadResult:
    """The result of reading a document, which is cached: independent of where the project is."""

    data: Raw | None = field(default=None, repr=False)
    version: str = ""
    problems: tuple[Problem, ...]
    digests: dict[DocumentLocation, str | None]
    original: Raw | None = field(default=None, repr=False)
    """The document before its conversion to OpenAPI 3, if it was converted."""
    converted_by: str = ""
    """The format of the project that it was converted from; "" if it was not."""

    @property
    def digest(self) -> str:
        """A hash of the files and of the version of the reader."""
        files = [[location.display_name, digest] for location, digest in self.digests.items()]
        text = json.dumps([__version__, CACHE_FORMAT, VERSIONS, files, self.converted_by])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class ResultCache:
    """A folder of cached results; damaged files are ignored."""

    folder: Path

    def find(
        self, key: str, digest_of: Callable[[DocumentLocation], str | None]
    ) -> ReadResult | None:
        """Return the cached result of a document if none of its files changed."""
        try:
            result = _ResultUnpickler(io.BytesIO(self._path(key).read_bytes())).load()
            files = result.digests.items()
        except Exception:
            # A damaged file can raise any exception; the document is then read again.
            return None
        is_current = all(digest_of(location) == digest for location, digest in files)
        return result if is_current else None

    def store(self, key: str, result: ReadResult) -> None:
        """Store a result for the next build.

        Results with a URL that contains secrets, or that could not be fetched, are not stored.
        """
        for location, digest in result.digests.items():
            if location.is_url and (digest is None or public_url(location.path) != location.path):
                return
        content = pickle.dumps(result, protocol=5)
        write_if_possible(self._path(key), content, below=self.folder)

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{__version__} {CACHE_FORMAT} {VERSIONS} {key}".encode()).hexdigest()
        return self.folder / f"{name[:40]}.pickle"


_RESULT_CLASSES = (ReadResult, Problem, ProblemCode, Location, DocumentLocation, ExactNumber)
_STORED_CLASSES = {(each.__module__, each.__qualname__): each for each in _RESULT_CLASSES}


class _ResultUnpickler(pickle.Unpickler):
    """Unpickle plain data only, so that a manipulated file cannot run code."""

    def find_class(self, module: str, name: str) -> type:
        if (module, name) in _STORED_CLASSES:
            return _STORED_CLASSES[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")


@record
class ReadOptions(FetchOptions):
    """Options for reading documents."""

    formats: tuple[ApiFormat, ...] = ()
    """The formats that the project adds."""


@record
class ReadDocument(ReadResult):
    """A bundled document; `data` is None if it cannot be used.

    `data` must not be modified, since parts of it are shared.
    """

    location: str
    name: str
    files: tuple[Path, ...]


@record
class Extras:
    """The settings of a site for one document."""

    overlays: tuple[str, ...] = field(default=(), repr=False)
    """Overlay files, in order; their URLs may contain secrets."""
    overlay_locations: tuple[Location, ...] = ()
    """Where the settings name each overlay."""
    sha256: str = ""
    """The required SHA-256 hash of the content."""


NO_EXTRAS = Extras()


def read_document(
    location: str, *, root: Path, options: ReadOptions, extras: Extras = NO_EXTRAS
) -> ReadDocument:
    """Read a document of the project or from a URL; problems are reported, never raised.

    User names, passwords and tokens in a URL are sent to its server only; they never occur in
    results, messages or caches.
    """
    name = ""
    try:
        workspace = _make_workspace(location, root, options, extras)
    except RefusedError as error:
        file = Location(display_url(location))
        problem = Problem(ProblemCode.OPENAPI_DOCUMENT, str(error), file)
        found = ReadResult(problems=(problem,), digests={})
    else:
        name = workspace.document.stem
        found = _read_cached(workspace, options, extras)
        found = replace(found, problems=(*workspace.fetch_problems(), *found.problems))
    return ReadDocument(
        **vars(found),
        location=public_url(location),
        name=name,
        files=tuple(root.resolve() / each.path for each in found.digests if not each.is_url),
    )


def _read_cached(workspace: Workspace, options: ReadOptions, extras: Extras) -> ReadResult:
    """Read a document, or return its cached result if none of its files changed."""
    if options.cache_folder is None:
        return _read(workspace, extras.sha256)
    cache = ResultCache(options.cache_folder / "read")
    settings = (extras.overlays, extras.overlay_locations, extras.sha256, options.formats)
    key = f"{workspace.document} {sorted(options.allowed_origins)} {options.size_limit} {settings}"
    found = cache.find(key, workspace.find_digest)
    if found is None:
        found = _read(workspace, extras.sha256)
        cache.store(key, found)
    return found


def places_in_document(
    location: str,
    paths: Iterable[JsonPath],
    *,
    root: Path,
    options: ReadOptions,
    extras: Extras = NO_EXTRAS,
) -> dict[JsonPath, Location]:
    """Return the file and line of values of a document."""
    try:
        workspace = _make_workspace(location, root, options, extras)
        bundled = _bundle_document(workspace)
    except (RefusedError, UnreadableError):
        return {}
    positions = {path: bundled.origins.find(path) for path in paths}
    locations = find_locations(positions.values(), workspace.source)
    return {path: locations[position] for path, position in positions.items()}


def _make_workspace(location: str, root: Path, options: ReadOptions, extras: Extras) -> Workspace:
    """Return the workspace for a document and its overlays."""
    # By location: the file as the settings name it, with its secrets.
    display_names: dict[DocumentLocation, str] = {}
    document_location, *overlays = (
        _locate(name, display_names) for name in (location, *extras.overlays)
    )
    access = {
        located.path: name.strip() for located, name in display_names.items() if located.is_url
    }
    return Workspace(
        root,
        document_location,
        fetcher=Fetcher(options=options, access=access),
        convert=partial(convert_source, formats=options.formats),
        overlays=overlays,
        overlay_locations=extras.overlay_locations,
    )


def _locate(name: str, display_names: dict[DocumentLocation, str]) -> DocumentLocation:
    """Return the location of a file, numbered if it differs from another by secrets only."""
    found = parse_location(name)
    if found.is_url:
        base, number = found.path, 2
        while display_names.setdefault(found, name) != name:
            found, number = replace(found, path=f"{base}#{number}"), number + 1
    return found


def _read(workspace: Workspace, sha256: str) -> ReadResult:
    """Read, bundle, convert and validate one document."""
    location = workspace.document
    try:
        digest = workspace.content(location).digest
        if sha256 and digest != sha256.lower():
            raise UnreadableError(_HASH_MISMATCH.format(digest=digest))
        source = workspace.source(location)
    except UnreadableError as error:
        code = ProblemCode.OPENAPI_REMOTE if location.is_url else ProblemCode.OPENAPI_DOCUMENT
        return _stopped(workspace, Problem(code, str(error), Location(location.display_name)))
    if source.value is None and source.problems:
        return _stopped(workspace, *source.problems)
    version = detect_version(source.value)
    is_usable = version.rules is not None
    code = ProblemCode.OPENAPI_INVALID if is_usable else ProblemCode.OPENAPI_DOCUMENT
    position = SourcePosition(location, version.at)
    fault = UnlocatedProblem(code=code, message=version.message, position=position)
    if is_usable:
        return _read_version(workspace, version, [fault] if version.message else [])
    return _stopped(workspace, *source.problems, *locate_problems([fault], workspace.source))


def _stopped(workspace: Workspace, *problems: Problem) -> ReadResult:
    return ReadResult(problems=problems, digests=workspace.digests())


def _read_version(
    workspace: Workspace, version: DocumentVersion, version_problems: list[UnlocatedProblem]
) -> ReadResult:
    is_converted = version.rules in API_FORMATS
    rules = "3.0" if version.rules is None or version.rules == SWAGGER else version.rules
    declared_version = {} if is_converted else {"openapi": version.declared}
    bundled = _bundle_document(workspace)
    data = bundled.data
    cut: Iterable[JsonPath] = ()
    converted_by = workspace.source(workspace.document).converted_by
    is_composed = is_converted or bool(converted_by) or len(bundled.origins.positions) > 1
    if is_composed and is_deeper_than(data, MAX_LEVELS):
        data, cut = prune_deep_values(data, MAX_LEVELS)
    unreadable: tuple[Finding, ...] = ()
    if workspace.may_contain_unreadable():
        data, unreadable = escape_control_characters(data)
    checked = ValidatedDocument({**data, **declared_version}, rules)
    found = _collect_problems(bundled.origins, checked, unreadable, bundled.reported)
    deep = (
        bundled.origins.problem(ProblemCode.NESTED_TOO_DEEP, _DEEP_VALUE, path, lost_path=path)
        for path in cut
    )
    written = OperationNames(bundled.written)
    faults = [
        *version_problems,
        *_name_lost_operations(bundled.faults, written),
        *_name_lost_operations((*deep, *found), OperationNames(bundled.data)),
    ]
    return ReadResult(
        data=checked.data,
        version=rules,
        problems=(
            *_source_problems(workspace, bundled.origins, written),
            *locate_problems(faults, workspace.source),
        ),
        digests=workspace.digests(),
        original=bundled.original,
        converted_by=converted_by,
    )


def _source_problems(
    workspace: Workspace, origins: BundleOrigins, names: OperationNames
) -> Iterator[Problem]:
    """Yield the syntax problems of the files, with the operations that lack something."""
    repeated = dict(workspace.repeated_keys())
    lost: dict[tuple[str, int | None, int | None], str] = {}
    for position, path in origins.find_copies(repeated):
        part, fault = find_lost_part(path, value=True), repeated[position]
        at = (position.location.display_name, fault.line, fault.column)
        if part is not None and not lost.get(at):
            lost[at] = names.find(part)
    for problem in workspace.source_problems():
        location = problem.location
        name = lost.get((location.file, location.line, location.column), "")
        is_cut = problem.code == ProblemCode.NESTED_TOO_DEEP
        yield replace(problem, lost_from=location.position if is_cut else name)


def _collect_problems(
    origins: BundleOrigins,
    checked: ValidatedDocument,
    unreadable: Iterable[Finding],
    reported: Collection[SourcePosition],
) -> Iterator[UnlocatedProblem]:
    """Yield the problems of a bundled document with their original positions."""
    data = checked.data
    for path in find_deep_texts(data):
        yield origins.problem(ProblemCode.NESTED_TOO_DEEP, _DEEP_TEXT, path)
    for path in find_deep_tag_paths(data):
        yield origins.problem(ProblemCode.NESTED_TOO_DEEP, _DEEP_TAG, path)
    for path, message in unreadable:
        yield origins.problem(ProblemCode.OPENAPI_CHARACTER, message, path)
    for path, message in checked.findings:
        if not _is_reported(origins.find(path), reported):
            lost_path = checked.lost_parts.get(path)
            yield origins.problem(ProblemCode.OPENAPI_INVALID, message, path, lost_path=lost_path)
    for path, message in find_semantic_errors(data):
        yield origins.problem(ProblemCode.OPENAPI_INVALID, message, path)


def _name_lost_operations(
    faults: Iterable[UnlocatedProblem], names: OperationNames
) -> Iterator[UnlocatedProblem]:
    for fault in faults:
        yield (
            fault
            if fault.lost_path is None
            else replace(fault, lost_from=names.find(fault.lost_path))
        )


def _bundle_document(workspace: Workspace) -> Bundle:
    """Bundle a document, and convert it to OpenAPI 3 if necessary."""
    version = detect_version(workspace.source(workspace.document).value)
    if version.rules not in API_FORMATS:
        return bundle(workspace)
    conversion = import_module(API_FORMATS[version.rules])
    converted: Bundle = conversion.convert_bundle(bundle(workspace, conversion.GRAMMAR))
    return converted


def _is_reported(position: SourcePosition, reported: Collection[SourcePosition]) -> bool:
    """Return whether a problem of a value, or of a container of it, was reported before."""
    lengths = range(len(position.path), 0, -1) if reported else ()
    return any(
        SourcePosition(position.location, position.path[:length]) in reported for length in lengths
    )
