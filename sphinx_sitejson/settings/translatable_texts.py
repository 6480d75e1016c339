"""Texts of the settings for readers, for message catalogs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from sphinx_sitejson.common.messages import Message, change_parts
from sphinx_sitejson.common.problems import JsonPath

from .appearance import Banner, Search
from .json_object import JsonObject, json_fields
from .site import SiteSettings
from .structure import (
    Anchor,
    CallToAction,
    Division,
    FooterColumn,
    FooterLink,
    NavigationGroup,
    PrimaryTab,
    Tab,
    TopAnchor,
    TopbarLink,
)

_Value = TypeVar("_Value")

TRANSLATABLE_FIELDS: dict[type, str] = {
    NavigationGroup: "group",
    Tab: "name",
    PrimaryTab: "name",
    Anchor: "name",
    TopAnchor: "name",
    TopbarLink: "name",
    CallToAction: "name",
    FooterColumn: "title",
    FooterLink: "label",
    Search: "prompt",
    Banner: "content",
    SiteSettings: "description",
}
"""The translatable field of each class. Names of versions are not translated, since other keys
and the stored choice of a reader refer to them.
"""
NAME_REFERENCE_FIELDS: dict[type, tuple[str, ...]] = {NavigationGroup: ("tab", "anchor")}
"""Fields that refer to another object by its translatable name."""
_KINDS_WITH_FIXED_NAMES = ("language", "version")


def _translatable_fields(value: object) -> tuple[str, ...]:
    if isinstance(value, Division):
        is_known_by_name = value.kind in _KINDS_WITH_FIXED_NAMES
        return ("description",) if is_known_by_name else ("name", "description")
    name = TRANSLATABLE_FIELDS.get(type(value))
    return (name,) if name else ()


def find_translatable_texts(value: Any, at: JsonPath = ()) -> Iterator[tuple[str, JsonPath]]:
    """Yield each translatable text with its path."""
    if isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield from find_translatable_texts(entry, (*at, number))
    elif isinstance(value, JsonObject):
        keys = {field.name: field.key for field in json_fields(type(value))}
        at = value.at or at
        for field in fields(value):
            text = getattr(value, field.name)
            path = (*at, keys.get(field.name, field.name))
            if field.name not in _translatable_fields(value):
                yield from find_translatable_texts(text, path)
            # Messages of the package have their own catalogs.
            elif text and not isinstance(text, Message):
                is_name = isinstance(value, Division) and field.name == "name"
                yield text, at if is_name else path


def translate_settings(value: _Value, translate: Callable[[str], str]) -> _Value:
    """Return settings with all these texts translated."""
    if not isinstance(value, tuple | JsonObject):
        return value
    names = (*_translatable_fields(value), *NAME_REFERENCE_FIELDS.get(type(value), ()))

    def change(name: str, part: Any) -> Any:
        is_text = name in names and part
        return translate(part) if is_text else translate_settings(part, translate)

    return change_parts(value, change)
