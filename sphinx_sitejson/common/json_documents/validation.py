"""Validation errors of JSON values, the repairs that follow, and edits of a value by path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ..problems import JsonPath, did_you_mean, quoted
from ..records import record
from .exact_json import exact_json


@dataclass(frozen=True)
class Leave:
    """Keep the value."""


@dataclass(frozen=True)
class Remove:
    """Remove the value."""


@dataclass(frozen=True)
class Put:
    """Replace the value, or add it."""

    value: Any


@dataclass(frozen=True)
class Rename:
    """Rename the key of the value."""

    key: str


Edit = Leave | Remove | Put | Rename


def apply_edits(document: Any, edits: Mapping[JsonPath, Edit]) -> Any:
    """Return the value with all edits applied; unchanged parts are shared."""
    tree: dict[Any, Any] = {}
    for path, edit in edits.items():
        if isinstance(edit, Put) and not path:
            return edit.value
        if isinstance(edit, Leave) or not path:
            continue
        branch = tree
        for part in path[:-1]:
            inner = branch.setdefault(part, {})
            if not isinstance(inner, dict):
                break
            branch = inner
        else:
            branch[path[-1]] = edit
    return _apply(document, tree)


def remove_paths(value: Any, paths: Iterable[JsonPath]) -> Any:
    """Return the value without some paths; entries of lists become None."""
    left_out = {
        path: Put(None) if path and isinstance(path[-1], int) else Remove() for path in paths
    }
    return None if () in left_out else apply_edits(value, left_out)


def merge_patch(target: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Apply a JSON Merge Patch (RFC 7396)."""
    new = dict(target)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict) and isinstance(new.get(key), dict):
            new[key] = merge_patch(new[key], value)
        else:
            new[key] = value
    return new


def _apply(value: Any, tree: Mapping[Any, Any]) -> Any:
    if isinstance(value, list):
        return [
            _member(item, tree.get(index))
            for index, item in enumerate(value)
            if not isinstance(tree.get(index), Remove)
        ]
    if not isinstance(value, dict):
        return value
    result: dict[str, Any] = {}
    for key, item in value.items():
        edit = tree.get(key)
        if not isinstance(edit, Remove):
            result[edit.key if isinstance(edit, Rename) else key] = _member(item, edit)
    for key, edit in tree.items():
        if key not in value and isinstance(edit, Put):
            result[key] = edit.value
    return result


def _member(value: Any, edit: Any) -> Any:
    if isinstance(edit, Put):
        return edit.value
    return _apply(value, edit) if isinstance(edit, dict) else value


@record
class Repair:
    """A message about an invalid value, and the edit that repairs it."""

    path: JsonPath
    statement: str
    edit: Edit
    consequence: str = ""
    nearest: tuple[str, tuple[str, ...]] | None = None
    """A name and the known names, compared only when the message is used."""
    hint: str = ""
    is_silent: bool = False
    """Whether the intention is clear and nothing is lost, so that no report is needed."""

    @property
    def message(self) -> str:
        """The complete sentence, with a suggestion."""
        hint = did_you_mean(*self.nearest) if self.nearest else self.hint
        consequence = f"; {self.consequence}" if self.consequence else ""
        return f"{self.statement}{consequence}.{hint}"


@dataclass(frozen=True)
class TypeNames:
    """Names of JSON types in messages."""

    names: Mapping[str, str]

    def types(self, types: Iterable[str]) -> str:
        """Describe the allowed types."""
        *others, last = (self.names.get(name, name) for name in types)
        return f"{', '.join(others)} or {last}" if others else last

    def describe(self, value: Any) -> str:
        """Describe a value in a message: a short one literally, else by its type."""
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, dict | list):
            return self.names["object" if isinstance(value, dict) else "array"]
        return quoted(exact_json(value)).strip('"')


_SCALARS = {
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}
JSON_TYPE_NAMES = TypeNames(
    {**_SCALARS, "array": "an array", "object": "an object", "null": "null"}
)
YAML_TYPE_NAMES = TypeNames({**_SCALARS, "array": "a list", "object": "a mapping", "null": "null"})


def describe_loss(path: JsonPath) -> str:
    """Describe the removal of a value."""
    return "the entry was ignored" if path and isinstance(path[-1], int) else "it was ignored"


UNKNOWN_KEYS = ("additionalProperties", "unevaluatedProperties")
_NEVER_INTENDED = 1_000_000
"""A value without ``$ref`` is not intended as a reference."""


@record
class Violation:
    """A rule of a schema that a value violates."""

    path: JsonPath
    value: Any
    rule: str
    detail: Any
    schema_path: JsonPath
    """The path of the rule in the schema."""
    alternatives: JsonPath
    """The paths in the schema of alternatives that do not match."""

    @property
    def detail_text(self) -> str:
        """What distinguishes it from other violations of the same rule at the same path."""
        return str(self.detail) if self.rule == "required" else ""

    @property
    def is_unknown_key(self) -> bool:
        """Whether the value has a key that is not allowed."""
        return self.rule in UNKNOWN_KEYS


def collect_violations(
    document: Any, errors: Iterable[Any], *, distinctive_keys: Collection[str] = ()
) -> Iterator[Violation]:
    """Yield each violation once; two rules may report the same.

    :param errors: the errors of the validator.
    :param distinctive_keys: keys that identify one of several alternatives.
    """
    alternatives = _Alternatives(distinctive_keys)
    for error in errors:
        for inner in alternatives.relevant_errors(error):
            yield _convert_error(inner, document)


def _combine_alternatives(
    branches: Iterable[Iterable[Any]], error: Any, around: Any
) -> SimpleNamespace:
    """Return one error about several alternatives that are equally likely."""
    name = error.kind.name
    detail = "options" if name == "enum" else "types"
    choices = [
        choice
        for branch in branches
        for inner in branch
        if inner.kind.name == name and inner.instance_path == error.instance_path
        for choice in getattr(inner.kind, detail)
    ]
    return SimpleNamespace(
        kind=SimpleNamespace(name=name, **{detail: list(dict.fromkeys(choices))}),
        instance=error.instance,
        instance_path=error.instance_path,
        schema_path=error.schema_path,
        alternatives=around.schema_path,
    )


def _convert_error(error: Any, document: Any) -> Violation:
    kind = error.kind
    path, value = _locate_error(error, document)
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


@dataclass(frozen=True)
class _Alternatives:
    """Selects the alternative that a value was intended to match."""

    distinctive_keys: Collection[str]

    def relevant_errors(self, error: Any) -> Iterator[Any]:
        """Replace an error about alternatives by those of the best one, recursively."""
        branches = getattr(error.kind, "context", None)
        if not branches or not any(branches):
            yield error
            return
        failed_branches = (branch for branch in branches if branch)
        best = min(failed_branches, key=lambda branch: self._misfit(branch, error))
        if all(_is_other_type(inner, error) for inner in best):
            innermost = [[*_innermost(branch)] for branch in branches]
            yield _combine_alternatives(innermost, next(_innermost(best)), error)
            return
        telling = [
            one for one in best if one.kind.name == "enum" and self._is_distinctive(one, error)
        ]
        if telling:
            # If the alternative is only a guess, its errors would mislead.
            yield from (_combine_alternatives(branches, inner, error) for inner in telling)
            return
        for inner in best:
            yield from self.relevant_errors(inner)

    def _misfit(self, branch: Iterable[Any], error: Any) -> tuple[int, int]:
        """Return how badly a value matches an alternative, as a sort key."""
        errors = list(branch)
        if any(inner.kind.name == "required" and inner.kind.property == "$ref" for inner in errors):
            return _NEVER_INTENDED, len(errors)
        telling = sum(
            _is_other_type(inner, error) or self._is_distinctive(inner, error) for inner in errors
        )
        return telling, len(errors)

    def _is_distinctive(self, inner: Any, error: Any) -> bool:
        below = inner.instance_path[len(error.instance_path) :]
        if inner.kind.name in ("enum", "const"):
            return bool(below) and below[0] in self.distinctive_keys
        return inner.kind.name == "required" and inner.kind.property in self.distinctive_keys


def _innermost(branch: Iterable[Any]) -> Iterator[Any]:
    """Yield the errors of alternatives, also of alternatives in them."""
    for error in branch:
        inner = [one for each in getattr(error.kind, "context", None) or () for one in each]
        yield from _innermost(inner) if inner else [error]


def _is_other_type(inner: Any, error: Any) -> bool:
    """Return whether a value has another type than an alternative, or all nested ones, require."""
    if inner.instance_path != error.instance_path:
        return False
    branches = [branch for branch in getattr(inner.kind, "context", None) or () if branch]
    if branches:
        return all(any(_is_other_type(each, error) for each in branch) for branch in branches)
    return bool(inner.kind.name == "type")


def _locate_error(error: Any, document: Any) -> tuple[JsonPath, Any]:
    """Return the path of an error with its original keys, and the value there.

    The validator returns the key "200" as a number, and omits empty keys.
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
