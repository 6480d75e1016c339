"""Listings: operations of a document in the middle of a page, as a directive selects them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.nesting import iter_values
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import Location, did_you_mean, quoted
from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.page_index import Detail, Key, PageAnchor

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

TextFormat = Literal["markdown", "rst"]

MAX_PATTERN_LENGTH = 500
"""The maximum length of a regular expression."""

IGNORED_OPTIONS = (
    "encoding",
    "request",
    "generate-examples-from-schemas",
    "markup",
    "request-parameters-order",
    "response-examples-for",
    "example-preference",
    "request-example-preference",
    "response-example-preference",
)
"""Options of other extensions for what is always shown or never needed."""

SUPPORTED_OPTIONS = (
    "paths",
    "include",
    "exclude",
    "methods",
    "group",
    "format",
    "http-methods-order",
    "no-json-schema-description",
    "examples",
    "playground",
)
KNOWN_OPTIONS = (*SUPPORTED_OPTIONS, *IGNORED_OPTIONS)

_FORMATS: Mapping[str, TextFormat] = {
    "markdown": "markdown",
    "md": "markdown",
    "commonmark": "markdown",
    "rst": "rst",
    "restructuredtext": "rst",
    "rest": "rst",
}


@record
class ListingOptions:
    paths: str = ""
    """The paths to show, as one text: only the document tells where a path ends."""
    include: tuple[str, ...] = ()
    """Regular expressions that match the beginning of paths to show."""
    exclude: tuple[str, ...] = ()
    """Regular expressions; paths that begin so are left out, whatever else names them."""
    methods: tuple[str, ...] = ()
    """The methods to show, in capitals; all if there are none."""
    methods_first: tuple[str, ...] = ()
    """The methods that come first among those of one path, in capitals."""
    is_grouped: bool
    format: TextFormat = "markdown"
    has_fields: bool = True
    has_examples: bool = False
    """Whether successful responses have examples, however many operations there are."""
    has_playground: bool = False
    """Whether each operation has a playground."""

    @property
    def is_complete(self) -> bool:
        """Whether no option restricts the paths."""
        return not (self.paths or self.include)


def parse_options(raw_options: Mapping[str, str]) -> tuple[ListingOptions, list[str]]:
    """Return the parsed options of a directive, and a message for each invalid one."""
    complaints = [
        f'there is no option "{name}"; it was ignored.{did_you_mean(name, KNOWN_OPTIONS)}'
        for name in raw_options
        if name not in KNOWN_OPTIONS
    ]

    def patterns(name: str) -> tuple[str, ...]:
        found = {each: _pattern_problem(name, each) for each in raw_options.get(name, "").split()}
        complaints.extend(filter(None, found.values()))
        return tuple(pattern for pattern, problem in found.items() if not problem)

    def methods(name: str) -> tuple[str, ...]:
        names = raw_options.get(name, "").replace(",", " ").split()
        known = [method.upper() for method in METHODS]
        complaints.extend(
            f'the option "{name}" has {quoted(method)}, which is not an HTTP method.'
            f"{did_you_mean(method, known)}"
            for method in names
            if method.upper() not in known
        )
        return tuple(token.upper() for token in names)

    text_format = raw_options.get("format", "").strip().lower() or "markdown"
    if text_format not in _FORMATS:
        complaints.append(
            f"the format {quoted(text_format)} is not known; texts are read as Markdown."
            f"{did_you_mean(text_format, _FORMATS)}"
        )
    options = ListingOptions(
        paths=raw_options.get("paths", "").strip(),
        include=patterns("include"),
        exclude=patterns("exclude"),
        methods=methods("methods"),
        methods_first=methods("http-methods-order"),
        is_grouped="group" in raw_options,
        format=_FORMATS.get(text_format, "markdown"),
        has_fields="no-json-schema-description" not in raw_options,
        has_examples="examples" in raw_options,
        has_playground="playground" in raw_options,
    )
    return options, complaints


def _pattern_problem(name: str, pattern: str) -> str:
    """Return what is wrong with a regular expression, or ""."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        return (
            f'the option "{name}" has an expression of {len(pattern)} characters, more than '
            f"{MAX_PATTERN_LENGTH}; it was ignored."
        )
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return (
            f'the option "{name}" has {quoted(pattern)}, which is not a valid '
            f"regular expression ({error}); it was ignored."
        )
    return ""


@record
class ListingFact:
    """A listing of a page, as cached between builds: its source, options and anchors."""

    file: str
    """The document, as a path from the source folder."""
    argument: str
    """The path as the author wrote it."""
    location: str
    """The key of the document in the library."""
    options: ListingOptions
    source: Location
    digest: str = ""
    """The digest of everything that the listing shows; empty without a document."""
    operations: tuple[tuple[str, str], ...] = ()
    """Keys and anchors of the operations."""
    schemas: tuple[tuple[str, str], ...] = ()
    """Names and anchors of the schemas."""
    detail: Detail = "row"

    def mentions(self, docname: str) -> Iterator[tuple[Key, PageAnchor]]:
        """Yield the operations and schemas of the listing with their anchors."""
        for kind, entries in (("operation", self.operations), ("schema", self.schemas)):
            for name, anchor in entries:
                yield (kind, self.location, name), PageAnchor(docname, anchor, self.detail)


MAX_PATH_LENGTH = 2_000
"""The part of a path that expressions are matched against: some take very long on long texts."""


def select_operations(
    document: OpenApiDocument, options: ListingOptions
) -> tuple[list[Operation], list[str]]:
    """Return the selected operations, and a message for each path that the document does not have.

    Explicit paths keep their order.
    """
    by_path: dict[str, list[Operation]] = {}
    for operation in document.operations:
        by_path.setdefault(operation.path, []).append(operation)
    named, missing = split_paths(options.paths, by_path)
    paths = (
        list(by_path)
        if options.is_complete
        else [*named, *_matching_paths(options.include, by_path)]
    )
    webhook_names = [event.path for event in document.webhooks]
    excluded = set(_matching_paths(options.exclude, (*by_path, *webhook_names)))
    selected = [
        operation
        for path in dict.fromkeys(paths)
        if path not in excluded
        for operation in _sort_by_method(by_path[path], options)
        if path in named or not operation.is_excluded
    ]
    if options.is_complete:
        selected += [
            event
            for event in _sort_by_method(document.webhooks, options)
            if event.path not in excluded and not event.is_excluded
        ]
    complaints = [
        f"the document has no path {quoted(path)}.{did_you_mean(path, by_path)}" for path in missing
    ]
    if not selected and not complaints and (by_path or document.webhooks):
        complaints.append(_empty_selection_message(options, by_path))
    return selected, complaints


def split_paths(text: str, known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Split a list of paths at white space and commas, into known and unknown paths.

    A path may contain a comma, so known paths are matched first.
    """
    known = set(known)
    named: list[str] = []
    missing: list[str] = []
    for token in text.split():
        parts = [token] if token in known else [part for part in token.split(",") if part]
        for part in parts:
            (named if part in known else missing).append(part)
    return named, missing


def _matching_paths(patterns: Iterable[str], paths: Iterable[str]) -> Iterator[str]:
    expressions = [re.compile(pattern) for pattern in patterns]
    for path in paths:
        if any(expression.match(path[:MAX_PATH_LENGTH]) for expression in expressions):
            yield path


def _sort_by_method(operations: Iterable[Operation], options: ListingOptions) -> list[Operation]:
    first = options.methods_first
    methods = options.methods
    selected = [
        operation for operation in operations if not methods or operation.method.upper() in methods
    ]
    ranks = {method: rank for rank, method in enumerate(first)}
    return sorted(selected, key=lambda operation: ranks.get(operation.method.upper(), len(first)))


def _empty_selection_message(options: ListingOptions, known: Collection[str]) -> str:
    patterns = ", ".join(map(quoted, options.include))
    if not patterns:
        return "the options exclude all operations."
    hints = (did_you_mean(each, known) for each in options.include)
    return f"no path in the document starts with {patterns}.{next(filter(None, hints), '')}"


WITHOUT_TAG = Message("default")
WEBHOOKS = Message("Webhooks")


@dataclass(frozen=True)
class ListingGroup:
    """The operations below one heading."""

    title: str
    operations: tuple[Operation, ...]
    description: str = ""


def group_by_tag(
    document: OpenApiDocument, operations: Iterable[Operation]
) -> tuple[ListingGroup, ...]:
    """Group operations by their first tag, in the order of the document's tags.

    Tags that the document does not describe follow in the order in which they are met, then what
    has none, then events.
    """
    by_tag: dict[str | None, list[Operation]] = {}
    events: list[Operation] = []
    for operation in operations:
        if operation.is_webhook and not operation.tags:
            events.append(operation)
        else:
            by_tag.setdefault(next(iter(operation.tags), None), []).append(operation)
    found = []
    names = [*document.tags, *(name for name in by_tag if name is not None)]
    for name in dict.fromkeys(names):
        if name in by_tag:
            tag = document.tags.get(name)
            title, description = (tag.summary or name, tag.description) if tag else (name, "")
            found.append(ListingGroup(title, tuple(by_tag[name]), description))
    if None in by_tag:
        found.append(ListingGroup(WITHOUT_TAG, tuple(by_tag[None])))
    if events:
        found.append(ListingGroup(WEBHOOKS, tuple(events)))
    return tuple(found)


# What means nothing in CommonMark and cannot be there by accident.
_RST_MARKUP = re.compile(
    r"`[^`<\n]+<[^>\s]+>`__?"  # a link
    r"|(?<![\w`]):[a-z][\w:+.-]*:`[^`\n]+`"  # a role
    r"|^\.\. [a-z][\w:-]*::(?:\s|$)"  # a directive
    r"|``[^`\n]+``_"
    r"|(?<=\w)::\n\s*\n[ \t]+\S",  # a block of code
    re.MULTILINE,
)
_TEXT_KEYS = ("description", "summary")
MAX_TEXTS = 20_000


def has_rst_markup(data: Any) -> bool:
    """Whether texts of a document have markup that exists only in reStructuredText."""
    texts = (
        value
        for path, value in iter_values(data)
        if path and path[-1] in _TEXT_KEYS and isinstance(value, str)
    )
    return any(map(_RST_MARKUP.search, islice(texts, MAX_TEXTS)))
