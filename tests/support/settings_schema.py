"""Generate the JSON Schema of ``site.json`` from the settings classes: ``make schema``."""

import dataclasses
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from sphinx.pycode import ModuleAnalyzer

import sphinx_sitejson.settings
from sphinx_sitejson.common.files import write_text
from sphinx_sitejson.settings import text_types
from sphinx_sitejson.settings.json_object import (
    Bare,
    Condition,
    JsonField,
    JsonObject,
    Key,
    Members,
    ValueRule,
    find_annotation,
    is_object,
    is_union,
    json_fields,
    settings_class,
    unannotated_type,
)
from sphinx_sitejson.settings.service_catalog import (
    SERVICES,
    Analytics,
    Integrations,
    Service,
    ServiceKey,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.text_types import WebUrl, text_rule
from sphinx_sitejson.settings.validation import SITE_SCHEMA, Schema

_HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    # A URN, not a URL: editors read the copy next to the settings file.
    "$id": f"urn:sphinx-sitejson:{SITE_SCHEMA.name}",
    "title": "site.json",
    # For editors: comments and trailing commas are allowed.
    "allowComments": True,
    "allowTrailingCommas": True,
}
_TYPES: dict[Any, str] = {str: "string", bool: "boolean", int: "number", float: "number"}
_LONGEST_LINE = 100
_WITHOUT_EFFECT = "Supported for older files. It has no effect."


def generate_schema() -> str:
    """Return the text of the schema."""
    schemas = SchemaBuilder()
    site = schemas.object(SiteSettings)
    return _format_json({**_HEAD, **site, "$defs": schemas.definitions}) + "\n"


def _format_json(value: Any, indent: str = "", before: int = 0) -> str:
    """Format JSON with short values on one line.

    :param before: the length of the key before the value.
    """
    line = json.dumps(value, ensure_ascii=False)
    fits = len(indent) + before + len(line) < _LONGEST_LINE
    holds_objects = isinstance(value, dict) and any(isinstance(m, dict) for m in value.values())
    if not isinstance(value, dict | list) or (fits and not holds_objects):
        return line
    inner = f"{indent}  "
    if isinstance(value, list):
        entries = [f"{inner}{_format_json(entry, inner)}" for entry in value]
        return "[\n" + ",\n".join(entries) + f"\n{indent}]"
    keys = ((f"{json.dumps(key)}: ", member) for key, member in value.items())
    entries = [f"{inner}{key}{_format_json(member, inner, len(key))}" for key, member in keys]
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"


def attribute_docs(module: str, owner: str) -> dict[str, str]:
    """Return the docstrings of attributes, each on one line.

    :param owner: the name of a class; empty for the module itself.
    """
    docs = ModuleAnalyzer.for_module(module).find_attr_docs()
    return {
        name: " ".join(" ".join(lines).split())
        for (each, name), lines in docs.items()
        if each == owner
    }


def field_docs(cls: type[JsonObject]) -> dict[str, str]:
    """Return the docstrings of the fields of a class, with those that it inherits."""
    docs: dict[str, str] = {}
    for each in reversed(cls.__mro__[:-1]):
        docs |= attribute_docs(each.__module__, each.__name__)
    return docs


TYPE_DOCS = {
    find_annotation(getattr(text_types, name), ValueRule): text
    for name, text in attribute_docs(text_types.__name__, "").items()
}
"""The docstrings of types of texts, by their rules."""


SERVICE_TYPES = {
    Analytics: ("Analytics", "Analytics services, by name.", True),
    Integrations: ("Integrations", "Third-party widgets, by name.", False),
}
"""The name and the description of each group of services, and whether they are objects."""


@cache
def services_class(name: str, about: str, of_objects: bool) -> type[JsonObject]:
    """Make a class for a group of services, with a field for each of them.

    :param of_objects: for the services that are named by an object, or by one value.
    """
    services = {n: s for n, s in SERVICES.items() if s.is_named_by_one_value is not of_objects}
    return _class(name, about, {n: _entry_type(s) for n, s in services.items()}, services)


def _entry_type(service: Service) -> Any:
    if service.is_named_by_one_value:
        return _type_of(service.keys[0], is_needed=False)
    about = f"Settings for {service.title}."
    entry_type: Any = _class(
        service.title.replace(" ", ""),
        about,
        {key.name: _type_of(key, is_needed=key.is_required) for key in service.keys},
        (key.name for key in service.keys if not key.is_required),
    )
    return Annotated[entry_type | None, Key(about)]


def _type_of(key: ServiceKey, *, is_needed: bool) -> Any:
    """Return the type of a key, as the dataclasses of the settings write it."""
    text: Any = Annotated[str, text_rule(key.pattern, key.expected)] if key.pattern else WebUrl
    return Annotated[text if is_needed else text | None, Key(key.help)]


def _class(
    name: str, about: str, types: Mapping[str, Any], optional: Iterable[str]
) -> type[JsonObject]:
    namespace = {"__doc__": about, "__module__": __name__, "__annotations__": types}
    return settings_class(type(name, (JsonObject,), namespace | dict.fromkeys(optional)))


class SchemaBuilder:
    """Converts types to schemas; those with a name become definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def object(self, cls: type[JsonObject]) -> Schema:
        """Return the schema of a settings object."""
        fields, docs = json_fields(cls), field_docs(cls)
        needed = {
            each.name for each in dataclasses.fields(cls) if each.default is each.default_factory
        }
        required = [field.key for field in fields if field.name in needed]
        needs = {field.key: list(field.about.needs) for field in fields if field.about.needs}
        older = {
            key: {**self.of(hint), "description": _WITHOUT_EFFECT, "x-without-effect": True}
            for key, hint in cls.without_effect.items()
        }
        return {
            "type": "object",
            **({"x-stops": True} if cls.stops else {}),
            "description": inspect.getdoc(cls),
            "properties": {
                **{field.key: self._property(field, docs) for field in fields},
                **older,
            },
            **({"required": required} if required else {}),
            "additionalProperties": False,
            **({"dependentRequired": needs} if needs else {}),
            **(self._condition(cls.condition) if cls.condition else {}),
        }

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type."""
        rule, members = find_annotation(hint, ValueRule), find_annotation(hint, Members)
        if rule is not None and rule.name:
            return self._defined(rule.name, lambda: self._ruled(hint, rule, members))
        return self._ruled(hint, rule, members)

    def _property(self, field: JsonField, docs: Mapping[str, str]) -> Schema:
        schema = self.of(field.hint)
        if field.about.or_one:
            schema = {"anyOf": [schema["items"], schema]}
        default = field.default
        has_default = isinstance(default, str | bool | int | float) and default != ""
        return {
            **schema,
            "description": field.about.help or docs[field.name],
            **({"default": default} if has_default else {}),
            **({"x-stops": True} if field.about.stops else {}),
        }

    def _ruled(self, hint: Any, rule: ValueRule | None, members: Members | None) -> Schema:
        if members is None:
            shape = self._shape(unannotated_type(hint))
        else:
            shape = self._members(members)
            if members.or_list:
                shape = {"anyOf": [shape, self._shape(unannotated_type(hint))]}
        if rule is None:
            return shape
        facts = {
            "enum": list(rule.choices) or None,
            "minLength": rule.min_length,
            "minimum": rule.minimum,
            "maximum": rule.maximum,
            "pattern": rule.pattern or None,
            "x-expected": rule.expected or None,
            "description": rule.help or TYPE_DOCS.get(rule),
            "x-stops": rule.stops or None,
        }
        if rule.choices:
            del shape["type"]
        return {**shape, **{name: fact for name, fact in facts.items() if fact is not None}}

    def _shape(self, hint: Any) -> Schema:
        if hint is Any:
            return {}
        if hint in _TYPES:
            return {"type": _TYPES[hint]}
        if hint in SERVICE_TYPES:
            return self._reference(services_class(*SERVICE_TYPES[hint]))
        if is_object(hint):
            return self._object_or_bare(hint)
        if get_origin(hint) is Literal:
            return {"enum": list(get_args(hint))}
        if get_origin(hint) is tuple:
            return {"type": "array", "items": self.of(get_args(hint)[0])}
        assert is_union(hint), f"there is no schema for {hint}"
        return self._union([choice for choice in get_args(hint) if choice is not NoneType])

    def _union(self, choices: list[Any]) -> Schema:
        if len(choices) == 1:
            return self.of(choices[0])
        if all(choice in _TYPES for choice in choices):
            types = list(dict.fromkeys(_TYPES[choice] for choice in choices))
            return {"type": types if len(types) > 1 else types[0]}
        return {"anyOf": [self.of(choice) for choice in choices]}

    def _object_or_bare(self, cls: type[JsonObject]) -> Schema:
        schema = self._reference(cls)
        bare = cls.bare
        if bare is None:
            return schema
        if bare.name:
            return self._defined(bare.name, lambda: self._either(bare, cls, schema))
        return self._either(bare, cls, schema)

    def _either(self, bare: Bare, cls: type[JsonObject], schema: Schema) -> Schema:
        described = {"description": bare.help} if bare.help else {}
        if is_object(bare.value):
            own_keys = [{"required": [field.key]} for field in json_fields(cls)]
            other = self._reference(bare.value)
            return {"type": "object", "if": {"anyOf": own_keys}, "then": schema, "else": other}
        value = self.of(bare.value)
        # Without a type, no message could tell which alternative was intended.
        typed = {"type": "string", **value} if "enum" in value else value
        return {**described, "anyOf": [typed, schema]}

    def _members(self, members: Members) -> Schema:
        value = self.of(members.value)

        def by_key() -> Schema:
            keys = {
                key: {**value, "description": help_text} for key, help_text in members.keys.items()
            }
            described = {"description": members.help} if members.help else {}
            allowed = (
                {"patternProperties": {members.pattern: value}}
                if members.pattern
                else {"properties": keys}
            )
            return {"type": "object", **described, **allowed, "additionalProperties": False}

        return self._defined(members.name, by_key) if members.name else by_key()

    def _condition(self, condition: Condition) -> Schema:
        return {
            "if": {
                "required": [condition.key],
                "properties": {condition.key: {"const": condition.value}},
            },
            "then": {"properties": {key: self.of(hint) for key, hint in condition.then.items()}},
            "else": {"required": list(condition.otherwise)},
        }

    def _reference(self, cls: type[JsonObject]) -> Schema:
        name = cls.__name__[0].lower() + cls.__name__[1:]
        return self._defined(name, lambda: self.object(cls))

    def _defined(self, name: str, make: Callable[[], Schema]) -> Schema:
        if name not in self.definitions:
            # Reserved first, since an object may contain objects of the same type.
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}


if __name__ == "__main__":
    folder = Path(sphinx_sitejson.settings.__file__).parent
    write_text(folder / SITE_SCHEMA.name, generate_schema(), below=folder)
