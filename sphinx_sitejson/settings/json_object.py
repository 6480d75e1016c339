"""How settings are declared, and how checked JSON becomes frozen objects.

A settings object is a frozen dataclass of the kind `JsonObject`. Each field says in its type what
its key is for (`Key`), and which values are right (`Rule`, `Members`); the class says how else the
whole object may be written (`Bare`) and what its keys have to do with each other (`Condition`).
The JSON Schema of the file is made of nothing else.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sphinx_sitejson.common.problems import JsonPath

Mark = TypeVar("Mark")


@dataclass(frozen=True, slots=True)
class Key:
    """What a key is for, in one sentence, and what the schema cannot see in its type."""

    help: str
    name: str = ""
    """Its name in the file, where that is not the name of the field in camelCase."""
    stops: bool = False
    """Whether a wrong value makes a site impossible."""
    needs: tuple[str, ...] = ()
    """Keys that must stand beside it."""
    or_one: bool = False
    """Whether an only entry may stand without a list around it."""


@dataclass(frozen=True, slots=True)
class NotInFile:
    """Marks a field that no key of the file stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRule:
    """Which values of a type are right; one with a name is a definition of the schema."""

    name: str = ""
    help: str = ""
    expected: str = ""
    """What messages say that the value must be."""
    pattern: str = ""
    choices: tuple[str, ...] = ()
    min_length: int | None = None
    minimum: float | None = None
    maximum: float | None = None
    stops: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """A list that is written as an object: each entry by a key and a value."""

    value: Any
    """The type of the values."""
    entry: Callable[[str, Any], Any]
    keys: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The keys that are allowed, and what each is for."""
    pattern: str = ""
    """How keys are written, where any are allowed."""
    name: str = ""
    help: str = ""
    or_list: bool = False
    """Whether the list may be written as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    """A value that may stand for a whole object: it is the value of some keys of it."""

    value: Any
    """Its type; an object is told from the whole one by having none of its keys."""
    keys: tuple[str, ...]
    name: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What follows from the value of one key for the others."""

    key: str
    value: str
    then: Mapping[str, Any]
    """Types of other keys, if it has that value."""
    otherwise: tuple[str, ...]
    """Keys that are required, if it has not."""


class JsonObject:
    """Base of the settings dataclasses: fields in snake_case, keys in camelCase."""

    __slots__ = ()

    bare: ClassVar[Bare | None] = None
    condition: ClassVar[Condition | None] = None
    without_effect: ClassVar[Mapping[str, Any]] = {}
    """Keys of older files that nothing is made of, with their types."""
    stops: ClassVar[bool] = False
    """Whether a site is impossible where something else stands in its place."""

    may_refer: ClassVar[bool] = False
    """Whether ``{"$ref": …}`` may stand in its place; readers of the file put in what it means."""
    is_open: ClassVar[bool] = False
    """Whether other keys may stand in it, too; they have no effect."""

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Make the object from checked JSON; keys without a field are left out."""
        fields = _fields(cls)  # type: ignore[arg-type]
        if cls.bare is not None and _is_bare(value, cls.bare, fields):
            value = dict.fromkeys(cls.bare.keys, value)
        given = {
            field.name: _convert(field.hint, value[field.key], (*at, field.key))
            for field in fields
            if value.get(field.key) is not None
        }
        if "at" in cls.__dataclass_fields__:  # type: ignore[attr-defined]
            given["at"] = at
        return cls(**given)


@dataclass(frozen=True, slots=True)
class JsonField:
    """A field of a settings object, with its key in the file and its type."""

    name: str
    key: str
    hint: Any
    default: Any
    """``dataclasses.MISSING`` when the key is required."""


def json_fields(cls: type[JsonObject]) -> tuple[JsonField, ...]:
    """Return the fields of a settings class that have a key in the file."""
    return _fields(cls)  # type: ignore[arg-type]


@cache
def _fields(cls: type[JsonObject]) -> tuple[JsonField, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        JsonField(
            field.name, _json_key(field.name, hints[field.name]), hints[field.name], field.default
        )
        for field in dataclasses.fields(cls)  # type: ignore[arg-type]
        if field.name != "at" and find_annotation(hints[field.name], NotInFile) is None
    )


def _json_key(name: str, hint: Any) -> str:
    key = find_annotation(hint, Key)
    return key.name if key and key.name else camel_case(name)


def json_keys(cls: type[JsonObject]) -> Iterator[tuple[str, str]]:
    """Yield each field of a settings class with its key in the file."""
    for field in json_fields(cls):
        yield field.name, field.key


def camel_case(name: str) -> str:
    """Turn ``is_default_hidden`` into ``isDefaultHidden``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def find_annotation(hint: Any, kind: type[Mark]) -> Mark | None:
    """Return what a type says of one kind beside being a type."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def unannotated_type(hint: Any) -> Any:
    """Return a type without what it says beside."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def is_union(hint: Any) -> bool:
    """Tell whether values may be of several types."""
    return get_origin(hint) in (Union, types.UnionType)


def is_object(hint: Any) -> bool:
    """Tell whether values are settings objects."""
    return isinstance(hint, type) and issubclass(hint, JsonObject)


def _is_bare(value: Any, bare: Bare, fields: tuple[JsonField, ...]) -> bool:
    if not isinstance(value, dict):
        return True
    return bool(value) and is_object(bare.value) and not any(f.key in value for f in fields)


def _convert(hint: Any, value: Any, at: JsonPath) -> Any:
    """Turn one JSON value into what the field's type asks for."""
    members, key, base = (
        find_annotation(hint, Members),
        find_annotation(hint, Key),
        unannotated_type(hint),
    )
    if members is not None and isinstance(value, dict):
        return tuple(members.entry(name, member) for name, member in value.items())
    if key is not None and key.or_one and not isinstance(value, list):
        value = [value]
    if is_union(base):
        return _convert(_select_union_member(get_args(base), value), value, at)
    if get_origin(base) is tuple:
        # An entry that was left out by the checks is None; the others keep their places.
        return tuple(
            _convert(get_args(base)[0], entry, (*at, index))
            for index, entry in enumerate(value)
            if entry is not None
        )
    return base.from_json(value, at) if is_object(base) else value


def _select_union_member(choices: tuple[Any, ...], value: Any) -> Any:
    """Choose the member of a union that a value belongs to: an object, or the value itself."""
    for choice in choices:
        base = unannotated_type(choice)
        if get_origin(base) is tuple:
            return choice
        if is_object(base) and (not isinstance(value, str) or base.bare is not None):
            return choice
    return type(value)
