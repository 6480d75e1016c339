"""Validate the entries of ``redoc`` in ``conf.py``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    key_path,
    quoted,
)

FILE = "conf.py"
KEYS = ("name", "page", "spec", "embed", "template", "opts")
OPTIONS = (
    "lazy-rendering",
    "suppress-warnings",
    "hide-hostname",
    "required-props-first",
    "no-auto-auth",
    "path-in-middle-panel",
    "hide-loading",
    "native-scrollbars",
    "untrusted-spec",
    "expand-responses",
)
"""Options that are accepted but have no effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedocEntry:
    """A page that shows a complete document."""

    page: str
    spec: str
    """A file relative to the folder of ``conf.py``, or a URL."""
    name: str = ""
    has_template: bool = False
    number: int = 0

    @property
    def location(self) -> Location:
        """The location of the entry in ``conf.py``."""
        return _place((self.number, "spec"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RedocEntries:
    """The valid entries, and the problems of the others."""

    entries: tuple[RedocEntry, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_entries(value: Any) -> RedocEntries:
    """Validate the entries; invalid ones are reported and left out."""
    if not isinstance(value, list | tuple):
        return RedocEntries(problems=(_problem((), "must be a list of entries; it was ignored."),))
    entries: dict[str, RedocEntry] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(value):
        found = list(_faults(number, raw))
        problems += found
        page, spec = (raw.get("page"), raw.get("spec")) if isinstance(raw, dict) else (None, None)
        if not (isinstance(page, str) and isinstance(spec, str)) or not (page and spec):
            continue
        docname = page.strip("/").removesuffix(".html")
        if docname in entries:
            message = f"an earlier entry already uses the page {quoted(docname)}; it was ignored."
            problems.append(_problem((number, "page"), message))
            continue
        name = raw.get("name")
        entries[docname] = RedocEntry(
            page=docname,
            spec=spec,
            name=name if isinstance(name, str) else "",
            has_template="template" in raw,
            number=number,
        )
    return RedocEntries(entries=tuple(entries.values()), problems=tuple(problems))


def _faults(number: int, raw: Any) -> Iterator[Problem]:
    if not isinstance(raw, dict):
        yield _problem((number,), "must be a dictionary; the entry was ignored.")
        return
    for key in ("page", "spec"):
        if not isinstance(raw.get(key), str) or not raw[key]:
            yield _problem((number, key), "must be a string; the entry was ignored.")
    yield from _unknown(raw, KEYS, (number,))
    opts = raw.get("opts")
    if isinstance(opts, dict):
        yield from _unknown(opts, OPTIONS, (number, "opts"))
    elif opts is not None:
        yield _problem((number, "opts"), "must be a dictionary; it was ignored.")


def _unknown(raw: dict[Any, Any], known: tuple[str, ...], at: JsonPath) -> Iterator[Problem]:
    for key in map(str, raw):
        if key not in known:
            hint = did_you_mean(key, known)
            yield _problem((*at, key), f"unknown key {quoted(key)}; it was ignored.{hint}")


def _problem(path: JsonPath, message: str) -> Problem:
    return Problem(code=ProblemCode.REDOC, message=message, location=_place(path))


def _place(path: JsonPath) -> Location:
    return Location(file=FILE, key_path=key_path(("redoc", *path)))
