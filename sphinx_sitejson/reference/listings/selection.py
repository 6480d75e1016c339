"""The operations that a listing shows, in its order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import did_you_mean, quoted

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

    from .options import ListingOptions

LONGEST_PATH = 2_000
"""How much of a path expressions are matched against: some take for ever on long texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a listing shows, and a sentence for each path that the document does not have."""

    operations: tuple[Operation, ...] = ()
    complaints: tuple[str, ...] = ()


def select(document: OpenApiDocument, options: ListingOptions) -> Selection:
    """Choose the operations of a document; paths come in the order in which they are named."""
    by_path: dict[str, list[Operation]] = {}
    for operation in document.operations:
        by_path.setdefault(operation.path, []).append(operation)
    named, missing = named_paths(options.paths, by_path)
    wanted = (
        list(by_path) if options.is_complete else [*named, *_matching(options.include, by_path)]
    )
    left_out = set(_matching(options.exclude, by_path))
    chosen = [
        operation
        for path in dict.fromkeys(wanted)
        if path not in left_out
        for operation in _in_order(by_path[path], options)
        if path in named or not operation.is_left_out
    ]
    if options.is_complete:
        names = [event.path for event in document.webhooks]
        without = set(_matching(options.exclude, names))
        chosen += [
            event
            for event in _in_order(document.webhooks, options)
            if event.path not in without and not event.is_left_out
        ]
    complaints = [*(_no_path(path, by_path) for path in missing)]
    if not chosen and not complaints and (by_path or document.webhooks):
        complaints.append(_nothing_left(options, by_path))
    return Selection(operations=tuple(chosen), complaints=tuple(complaints))


def named_paths(written: str, known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Split a list of paths at white space and commas; return those known, and the others.

    A path may have a comma in it, so what is known as a whole is taken as a whole.
    """
    known = set(known)
    named: list[str] = []
    missing: list[str] = []
    for word in written.split():
        parts = [word] if word in known else [part for part in word.split(",") if part]
        for part in parts:
            (named if part in known else missing).append(part)
    return named, missing


def _matching(patterns: Iterable[str], paths: Iterable[str]) -> Iterator[str]:
    expressions = [re.compile(pattern) for pattern in patterns]
    for path in paths:
        if any(expression.match(path[:LONGEST_PATH]) for expression in expressions):
            yield path


def _in_order(operations: Iterable[Operation], options: ListingOptions) -> list[Operation]:
    first = options.methods_first
    methods = options.methods
    chosen = [one for one in operations if not methods or one.method.upper() in methods]
    places = {method: place for place, method in enumerate(first)}
    return sorted(chosen, key=lambda one: places.get(one.method.upper(), len(first)))


def _no_path(path: str, known: Iterable[str]) -> str:
    return f"the document has no path {quoted(path)}.{did_you_mean(path, known)}"


def _nothing_left(options: ListingOptions, known: Iterable[str]) -> str:
    patterns = ", ".join(map(quoted, options.include))
    if patterns:
        return f"no path of the document begins as {patterns} says.{_nearest(options, known)}"
    return "the options leave no operation to show."


def _nearest(options: ListingOptions, known: Iterable[str]) -> str:
    paths = list(known)
    return next(filter(None, (did_you_mean(each, paths) for each in options.include)), "")
