"""The front matter of a page: YAML between two lines of dashes, read without surprises."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_sitejson.characters import may_hold_unreadable, readable_value
from sphinx_sitejson.nesting import TOO_DEEP
from sphinx_sitejson.problems import Place, Problem

from .deep_keys import without_deep_keys

_FENCED = re.compile(
    r"\A\ufeff?(?:[ \t]*\n)*---[ \t]*\n(?P<yaml>.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_SIZE_LIMIT = 20_000
"""How many values a front matter may have once its aliases are written out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What stands above a page, and how many lines it takes."""

    values: Mapping[str, Any] = field(default_factory=dict)
    line_count: int = 0
    problems: tuple[Problem, ...] = ()


def read_front_matter(text: str, *, file: str) -> FrontMatter:
    """Read the front matter of a page; a broken one is a problem, never an exception."""
    found = _FENCED.match(text)
    if found is None:
        return FrontMatter()
    line_count = text.count("\n", 0, found.end())
    first_line = text.count("\n", 0, found.start("yaml")) + 1
    values, problem = None, ""
    too_deep: tuple[Problem, ...] = ()
    try:
        # The loader nests in C, without a limit of its own.
        shallow, cut = without_deep_keys(found["yaml"])
        too_deep = tuple(_too_deep(file, first_line + line) for line in cut)
        if not _is_small(values := yaml.load(shallow, Loader=_PlainLoader)):
            problem = "its aliases write out to too many values"
    except yaml.YAMLError as error:
        problem = _describe(error)
        first_line += _line_of(error)
    if not problem and not isinstance(values, dict | None):
        problem = "it must be a list of keys and values"
    if problem:
        place = Place(file=file, line=first_line)
        message = f"the front matter could not be read: {problem}. The page is built without it."
        return FrontMatter(
            line_count=line_count,
            problems=(Problem(code="front_matter", message=message, place=place),),
        )
    if may_hold_unreadable(found["yaml"]):
        values = readable_value(values)
    return FrontMatter(
        values={str(key): value for key, value in (values or {}).items()},
        line_count=line_count,
        problems=too_deep,
    )


def shallow_front_matter(text: str, *, file: str) -> tuple[str, tuple[Problem, ...]]:
    """Return a page without the values of its front matter that are nested too deeply."""
    found = _FENCED.match(text)
    if found is None:
        return text, ()
    first_line = text.count("\n", 0, found.start("yaml")) + 1
    try:
        shallow, cut = without_deep_keys(found["yaml"])
    except yaml.YAMLError:
        return text, ()
    if not cut:
        return text, ()
    problems = tuple(_too_deep(file, first_line + line) for line in cut)
    return text[: found.start("yaml")] + shallow + text[found.end("yaml") :], problems


def _too_deep(file: str, line: int) -> Problem:
    message = f"a value of the front matter is {TOO_DEEP}; its key is left out."
    return Problem(code="nested_too_deep", message=message, place=Place(file=file, line=line))


class _PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe YAML loader that keeps text as it is written.

    A page's version ``1.10`` is no number, its date no object, and ``no`` is a word.
    """


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag.endswith((":null", ":merge"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def _is_small(values: object) -> bool:
    """Count the values as if every alias were written out, and give up early."""
    waiting, count = [values], 0
    while waiting:
        value = waiting.pop()
        count += 1
        if count > _SIZE_LIMIT:
            return False
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return True


def _line_of(error: yaml.YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line if mark else 0


def _describe(error: yaml.YAMLError) -> str:
    return str(getattr(error, "problem", None) or "it is not valid YAML")
