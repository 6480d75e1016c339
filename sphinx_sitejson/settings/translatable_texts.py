"""Texts of the settings for readers, for message catalogs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.problems import JsonPath

from .appearance import Banner, Search
from .json_object import JsonObject, json_keys
from .site import SiteSettings
from .structure import (
    Anchor,
    CallToAction,
    FooterColumn,
    FooterLink,
    NavigationGroup,
    Outline,
    OutlineDivision,
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


def find_translatable_texts(value: Any, at: JsonPath = ()) -> Iterator[tuple[str, JsonPath]]:
    """Yield each translatable text with its path."""
    if isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield from find_translatable_texts(entry, (*at, number))
    elif isinstance(value, JsonObject):
        translatable = TRANSLATABLE_FIELDS.get(type(value))
        for name, key in json_keys(type(value)):
            inner = getattr(value, name)
            # Messages of the package have their own catalogs.
            if name == translatable and inner and not isinstance(inner, Message):
                yield inner, (*at, key)
            else:
                yield from find_translatable_texts(inner, (*at, key))
        if isinstance(value, SiteSettings):
            yield from find_translatable_texts(value.outline)
    elif isinstance(value, Outline):
        yield from find_translatable_texts((*value.divisions, *value.groups, *value.links))
    elif isinstance(value, OutlineDivision):
        if value.kind not in _KINDS_WITH_FIXED_NAMES:
            yield value.name, value.at
        if value.description:
            yield value.description, (*value.at, "description")
        yield from find_translatable_texts((*value.divisions, *value.groups))


def translate_settings(value: _Value, translate: Callable[[str], str]) -> _Value:
    """Return settings with all these texts translated."""
    changed: Any = value
    if isinstance(value, tuple):
        entries = tuple(translate_settings(entry, translate) for entry in value)
        changed = entries if entries != value else value
    elif isinstance(value, JsonObject):
        translatable = TRANSLATABLE_FIELDS.get(type(value))
        changes = {}
        for name, _key in json_keys(type(value)):
            old = getattr(value, name)
            is_translatable = name == translatable or name in NAME_REFERENCE_FIELDS.get(
                type(value), ()
            )
            new = translate(old) if is_translatable and old else translate_settings(old, translate)
            if new is not old:
                changes[name] = new
        if isinstance(value, SiteSettings) and value.outline:
            changes["outline"] = _translate_outline(value.outline, translate)
        # Every settings class is a dataclass, which the base class does not declare.
        changed = replace(value, **changes) if changes else value  # type: ignore[type-var]
    result: _Value = changed
    return result


def _translate_outline(outline: Outline, translate: Callable[[str], str]) -> Outline:
    return replace(
        outline,
        divisions=tuple(_translate_division(division, translate) for division in outline.divisions),
        groups=translate_settings(outline.groups, translate),
        links=tuple(_translate_division(link, translate) for link in outline.links),
    )


def _translate_division(
    division: OutlineDivision, translate: Callable[[str], str]
) -> OutlineDivision:
    is_known_by_name = division.kind in _KINDS_WITH_FIXED_NAMES
    return replace(
        division,
        name=division.name if is_known_by_name else translate(division.name),
        description=translate(division.description) if division.description else "",
        divisions=tuple(_translate_division(inner, translate) for inner in division.divisions),
        groups=translate_settings(division.groups, translate),
    )
