"""What an author may say of a listing, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.network.methods import METHODS
from sphinx_sitejson.common.problems import did_you_mean, quoted

TextFormat = Literal["markdown", "rst"]

LONGEST_PATTERN = 500
"""How long a regular expression may be: nobody writes longer ones by hand."""

WITHOUT_EFFECT = (
    "encoding",
    "examples",
    "request",
    "generate-examples-from-schemas",
    "markup",
    "request-parameters-order",
    "response-examples-for",
    "example-preference",
    "request-example-preference",
    "response-example-preference",
)
"""Options of other extensions that ask for what is always shown, or for what is never needed."""

WITH_EFFECT = (
    "paths",
    "include",
    "exclude",
    "methods",
    "group",
    "format",
    "http-methods-order",
    "no-json-schema-description",
)
KNOWN_OPTIONS = (*WITH_EFFECT, *WITHOUT_EFFECT)

_FORMATS: Mapping[str, TextFormat] = {
    "markdown": "markdown",
    "md": "markdown",
    "commonmark": "markdown",
    "rst": "rst",
    "restructuredtext": "rst",
    "rest": "rst",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingOptions:
    """Which operations of a document a listing shows, and how."""

    paths: str = ""
    """The paths to show, as they are written: only the document knows where one ends."""
    include: tuple[str, ...] = ()
    """Regular expressions; paths that begin so are shown."""
    exclude: tuple[str, ...] = ()
    """Regular expressions; paths that begin so are left out, whatever else names them."""
    methods: tuple[str, ...] = ()
    """The methods to show, in capitals; all if there are none."""
    methods_first: tuple[str, ...] = ()
    """The methods that come first among those of one path, in capitals."""
    is_grouped: bool = False
    format: TextFormat = "markdown"
    has_fields: bool = True

    @property
    def is_complete(self) -> bool:
        """Whether all paths are shown."""
        return not (self.paths or self.include)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedOptions:
    """Options that are understood, and a sentence for each that is not."""

    options: ListingOptions
    complaints: tuple[str, ...] = ()


def parse_options(written: Mapping[str, str]) -> ParsedOptions:
    """Understand the options of a directive; what is wrong is left out and named."""
    complaints = [
        f'there is no option "{name}"; it is left out.{did_you_mean(name, KNOWN_OPTIONS)}'
        for name in written
        if name not in KNOWN_OPTIONS
    ]

    def entries(name: str) -> tuple[str, ...]:
        return tuple(re.split(r"[\s,]+", written.get(name, "").strip(" ,\n"))) if has(name) else ()

    def has(name: str) -> bool:
        return bool(written.get(name, "").strip(" ,\n"))

    def patterns(name: str) -> tuple[str, ...]:
        found = written.get(name, "").split()
        complaints.extend(_wrong_patterns(name, found))
        return tuple(pattern for pattern in found if not list(_wrong_patterns(name, [pattern])))

    def methods(name: str) -> tuple[str, ...]:
        complaints.extend(_wrong_methods(name, entries(name)))
        return tuple(word.upper() for word in entries(name))

    text_format = written.get("format", "").strip().lower() or "markdown"
    if text_format not in _FORMATS:
        complaints.append(
            f"the format {quoted(text_format)} is not known; texts are read as Markdown."
            f"{did_you_mean(text_format, _FORMATS)}"
        )
    options = ListingOptions(
        paths=written.get("paths", "").strip(),
        include=patterns("include"),
        exclude=patterns("exclude"),
        methods=methods("methods"),
        methods_first=methods("http-methods-order"),
        is_grouped="group" in written,
        format=_FORMATS.get(text_format, "markdown"),
        has_fields="no-json-schema-description" not in written,
    )
    return ParsedOptions(options=options, complaints=tuple(complaints))


def _wrong_patterns(name: str, patterns: list[str]) -> Iterator[str]:
    for pattern in patterns:
        if len(pattern) > LONGEST_PATTERN:
            yield (
                f'the option "{name}" has an expression of {len(pattern)} characters, more than '
                f"{LONGEST_PATTERN}; it is left out."
            )
            continue
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            yield (
                f'the option "{name}" has {quoted(pattern)}, which is not a valid '
                f"regular expression ({error}); it is left out."
            )


def _wrong_methods(name: str, methods: tuple[str, ...]) -> Iterator[str]:
    known = [method.upper() for method in METHODS]
    for method in methods:
        if method.upper() not in known:
            yield (
                f'the option "{name}" has {quoted(method)}, which is not an HTTP method.'
                f"{did_you_mean(method, known)}"
            )
