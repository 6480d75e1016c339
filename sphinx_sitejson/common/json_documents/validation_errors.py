"""Which rules of a schema a value breaks: of alternatives, only the one that was meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from sphinx_sitejson.common.problems import JsonPath

UNKNOWN_KEYS = ("additionalProperties", "unevaluatedProperties")
_NEVER_INTENDED = 1_000_000
"""What has no ``$ref`` was not meant to be a reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A rule of a schema that a value violates."""

    path: JsonPath
    value: Any
    rule: str
    detail: Any
    schema_path: JsonPath
    """Where the rule stands in the schema."""
    alternatives: JsonPath = ()
    """Where in the schema the forms stand of which the value has none."""

    @property
    def detail_text(self) -> str:
        """What tells it from other breaches of the same rule at the same place."""
        return str(self.detail) if self.rule == "required" else ""

    @property
    def is_unknown_key(self) -> bool:
        """Whether the value has a key that it should not have."""
        return self.rule in UNKNOWN_KEYS


def collect_violations(
    document: Any, errors: Iterable[Any], *, distinctive_keys: Collection[str] = ()
) -> Iterator[Violation]:
    """Yield each violation once; two rules may find the same.

    :param errors: what the validator says about the document.
    :param distinctive_keys: those that say which of several forms an object has.
    """
    alternatives = _Alternatives(distinctive_keys)
    for error in errors:
        for inner in alternatives.relevant_errors(error):
            yield _convert_error(inner, document)


@dataclass(frozen=True, slots=True)
class _Choice:
    """An error about what several forms of a value have in common: all of them are possible."""

    kind: Any
    instance: Any
    instance_path: list[str | int]
    schema_path: list[str | int]
    alternatives: list[str | int]

    @classmethod
    def among(cls, branches: Iterable[Iterable[Any]], error: Any, around: Any) -> _Choice:
        """Gather what the value may be in any of the forms."""
        name = error.kind.name
        detail = "options" if name == "enum" else "types"
        choices = [
            choice
            for branch in branches
            for inner in branch
            if inner.kind.name == name and inner.instance_path == error.instance_path
            for choice in getattr(inner.kind, detail)
        ]
        kind = SimpleNamespace(name=name, **{detail: list(dict.fromkeys(choices))})
        return cls(kind, error.instance, error.instance_path, error.schema_path, around.schema_path)


def _convert_error(error: Any, document: Any) -> Violation:
    kind = error.kind
    path, value = _found_at(error, document)
    detail = next(
        (
            getattr(kind, name)
            for name in ("types", "options", "expected_value", "unexpected", "property", "limit")
            if hasattr(kind, name)
        ),
        None,
    )
    return Violation(
        path=path,
        value=value,
        rule=kind.name,
        detail=detail,
        schema_path=tuple(error.schema_path),
        alternatives=tuple(getattr(error, "alternatives", ())),
    )


@dataclass(frozen=True, slots=True)
class _Alternatives:
    """Chooses among forms that a value may have the one that it was meant to have."""

    distinctive_keys: Collection[str]

    def relevant_errors(self, error: Any) -> Iterator[Any]:
        """Look into alternatives, as deep as they go."""
        branches = getattr(error.kind, "context", None)
        if not branches or not any(branches):
            yield error
            return
        written = (branch for branch in branches if branch)
        best = min(written, key=lambda branch: self._misfit(branch, error))
        if all(_is_other_type(inner, error) and inner.kind.name == "type" for inner in best):
            yield _Choice.among(branches, best[0], error)
            return
        telling = [one for one in best if one.kind.name == "enum" and self._is_telling(one, error)]
        if telling:
            # Of a form that is only guessed, nothing more can be said.
            yield from (_Choice.among(branches, inner, error) for inner in telling)
            return
        for inner in best:
            yield from self.relevant_errors(inner)

    def _misfit(self, branch: Iterable[Any], error: Any) -> tuple[int, int]:
        """Say how little a value looks like it was meant to have a form."""
        errors = list(branch)
        if any(inner.kind.name == "required" and inner.kind.property == "$ref" for inner in errors):
            return _NEVER_INTENDED, len(errors)
        telling = sum(
            _is_other_type(inner, error) or self._is_telling(inner, error) for inner in errors
        )
        return telling, len(errors)

    def _is_telling(self, inner: Any, error: Any) -> bool:
        below = inner.instance_path[len(error.instance_path) :]
        if inner.kind.name in ("enum", "const"):
            return bool(below) and below[0] in self.distinctive_keys
        return inner.kind.name == "required" and inner.kind.property in self.distinctive_keys


def _is_other_type(inner: Any, error: Any) -> bool:
    """Whether a value is of another type than a form asks for, or than all forms in it do."""
    if inner.instance_path != error.instance_path:
        return False
    branches = [branch for branch in getattr(inner.kind, "context", None) or () if branch]
    if branches:
        return all(any(_is_other_type(each, error) for each in branch) for branch in branches)
    return bool(inner.kind.name == "type")


def _found_at(error: Any, document: Any) -> tuple[JsonPath, Any]:
    """Return the path of an error with the keys as they are, and what stands there.

    The validator writes the key "200" as a number, and leaves empty keys out.
    """
    path: list[str | int] = []
    value = document
    for part in error.instance_path:
        key = str(part) if isinstance(value, dict) else int(part)
        while isinstance(value, dict) and key not in value and "" in value:
            path.append("")
            value = value[""]
            key = str(part) if isinstance(value, dict) else int(part)
        value = value[key]
        path.append(key)
    while isinstance(value, dict) and "" in value and value != error.instance:
        path.append("")
        value = value[""]
    return tuple(path), value
