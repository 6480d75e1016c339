"""Declare settings as dataclasses, and convert validated JSON to them.

A settings object is a frozen dataclass derived from `JsonObject`. Each field is a key of the file,
which its docstring describes; its annotation has the allowed values (`ValueRule`, `Members`) and
what else is to say of the key (`Key`). The class has a short form of the object (`Bare`) and the
dependencies between its keys (`Condition`).
The JSON Schema of the file is generated from these.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.common.records import record

Mark = TypeVar("Mark")

Object = dict[str, Any]
"""An object of JSON."""


@dataclass(frozen=True)
class Key:
    """What the type of a key does not express."""

    help: str = ""
    """The description, if the field is not written in a class."""
    name: str = ""
    """The key in the file, if it is not the field name in camelCase."""
    stops: bool = False
    """Whether an invalid value stops the build."""
    needs: tuple[str, ...] = ()
    """Keys that are required together with this one."""
    or_one: bool = False
    """Whether a single entry may be written without the list."""


@record
class ValueRule:
    """The allowed values of a type; a rule with a name becomes a definition of the schema."""

    name: str = ""
    help: str = ""
    expected: str = ""
    """What the value must be, for messages."""
    pattern: str = ""
    choices: tuple[str, ...] = ()
    min_length: int | None = None
    minimum: float | None = None
    maximum: float | None = None
    stops: bool = False


@record
class Members:
    """A list that is written as an object, each entry as a key and a value."""

    value: Any
    """The type of the values."""
    entry: Callable[[str, Any], Any]
    keys: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The allowed keys with their descriptions."""
    pattern: str = ""
    """The pattern of keys, if any key is allowed."""
    name: str = ""
    help: str = ""
    or_list: bool = False
    """Whether a list is allowed as well."""


@record
class Bare:
    """A short form of an object: a value that is assigned to some of its keys."""

    value: Any
    """Its type; an object is the short form if it has none of the keys of the full form."""
    keys: tuple[str, ...]
    name: str = ""
    help: str = ""


@record
class Condition:
    """A dependency on the value of one key."""

    key: str
    value: str
    then: Mapping[str, Any]
    """Types of other keys if the key has that value."""
    otherwise: tuple[str, ...]
    """Keys that are required otherwise."""


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(dataclasses.field,)
)
def settings_class(cls: type[Mark]) -> type[Mark]:
    """Make a class derived from `JsonObject` a dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@dataclass(frozen=True, kw_only=True, eq=False)
class JsonObject:
    """Base of the settings dataclasses: fields in snake_case, keys in camelCase."""

    at: JsonPath = dataclasses.field(default=(), compare=False, repr=False)
    """The path of the object in the file."""

    bare: ClassVar[Bare | None] = None
    condition: ClassVar[Condition | None] = None
    without_effect: ClassVar[Mapping[str, Any]] = {}
    """Keys of older files that have no effect, with their types."""
    stops: ClassVar[bool] = False
    """Whether a value of another type stops the build."""
    not_keys: ClassVar[Collection[str]] = ()
    """Fields that are not in the file."""

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Create the object from validated JSON; keys without a field are ignored."""
        fields = json_fields(cls)
        if cls.bare is not None and _is_bare(value, cls.bare, fields):
            value = dict.fromkeys(cls.bare.keys, value)
        converted = {
            field.name: _convert(field.hint, value[field.key], (*at, field.key))
            for field in fields
            if value.get(field.key) is not None
        }
        return cls(at=at, **converted)


class JsonField(NamedTuple):
    """A field of a settings object, with its key in the file and its type."""

    name: str
    key: str
    about: Key
    hint: Any
    default: Any
    """``dataclasses.MISSING`` when there is none."""


def json_fields(cls: type[JsonObject]) -> tuple[JsonField, ...]:
    """Return the fields of a settings class that have a key in the file."""
    return _fields(cls)  # type: ignore[arg-type]


@cache
def _fields(cls: type[JsonObject]) -> tuple[JsonField, ...]:
    found = []
    hints = get_type_hints(cls, include_extras=True)
    for field in dataclasses.fields(cls):
        if field.name != "at" and field.name not in cls.not_keys:
            hint = hints[field.name]
            about = find_annotation(hint, Key) or Key()
            key = about.name or camel_case(field.name)
            found.append(JsonField(field.name, key, about, hint, field.default))
    return tuple(found)


def camel_case(name: str) -> str:
    """Turn ``is_default_hidden`` into ``isDefaultHidden``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def find_annotation(hint: Any, kind: type[Mark]) -> Mark | None:
    """Return the annotation of a type that is an instance of a class, or None."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def unannotated_type(hint: Any) -> Any:
    """Return a type without its annotations."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def is_union(hint: Any) -> bool:
    """Return whether a type is a union."""
    return get_origin(hint) in (Union, types.UnionType)


def is_object(hint: Any) -> bool:
    """Return whether a type is a settings class."""
    return isinstance(hint, type) and issubclass(hint, JsonObject)


def _is_bare(value: Any, bare: Bare, fields: tuple[JsonField, ...]) -> bool:
    if not isinstance(value, dict):
        return True
    return bool(value) and is_object(bare.value) and not any(f.key in value for f in fields)


def _convert(hint: Any, value: Any, at: JsonPath) -> Any:
    """Convert a JSON value to the type of a field."""
    members, key = find_annotation(hint, Members), find_annotation(hint, Key)
    base = unannotated_type(hint)
    if members is not None and isinstance(value, dict):
        return tuple(members.entry(name, member) for name, member in value.items())
    if key is not None and key.or_one and not isinstance(value, list):
        value = [value]
    if is_union(base):
        return _convert(_select_union_member(get_args(base), value), value, at)
    if get_origin(base) is tuple:
        # Validation replaces an invalid entry with None, so that the indexes of others stay.
        return tuple(
            _convert(get_args(base)[0], entry, (*at, index))
            for index, entry in enumerate(value)
            if entry is not None
        )
    return base.from_json(value, at) if is_object(base) else value


def _select_union_member(choices: tuple[Any, ...], value: Any) -> Any:
    """Return the member of a union that matches a value."""
    for choice in choices:
        base = unannotated_type(choice)
        if get_origin(base) is tuple:
            return choice
        if is_object(base) and (not isinstance(value, str) or base.bare is not None):
            return choice
    return type(value)
