"""From a checked ``docs.json`` to settings, with all problems on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Leave
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted
from sphinx_sitejson.settings.json_object import json_keys
from sphinx_sitejson.settings.schema import DOCS_SCHEMA
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.site_json_reader import SiteJsonReader
from sphinx_sitejson.settings.validation.errors import Fault, place_as_read
from sphinx_sitejson.settings.validation.validator import check_settings

from .conversion import converted_settings
from .file import DocsSettings
from .legacy_keys import merged, split_leftovers
from .navigation import NavigationNode
from .outline import outline_of
from .references import REFERENCE
from .unmapped_keys import extra_settings, key_names, without_effect

MOST_NAMED = 12
_ITS_KEYS = {key for _name, key in json_keys(NavigationNode)} | {REFERENCE}
_FINE_HERE = (("colors", "background"),)
"""What may be said of one color mode only, in this file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocs:
    """What was read from the value of a ``docs.json``."""

    faults: tuple[Fault, ...] = ()
    checked: Any = None
    value: dict[str, Any] = field(default_factory=dict)
    """The settings without the navigation, in the terms of ``site.json``."""
    origins: Mapping[JsonPath, JsonPath] = field(default_factory=dict)
    """The places in ``docs.json`` from which those of ``site.json`` come."""
    notes: tuple[tuple[JsonPath, str], ...] = ()
    """What an author may like to know and need not change."""


def is_docs_json(value: Any, *, is_named_so: bool) -> bool:
    """Whether a settings file is a ``docs.json``: by the shape of its navigation, else its name."""
    navigation = value.get("navigation") if isinstance(value, dict) else None
    if isinstance(navigation, dict):
        # With the name of a group it is an entry of the other file, without the list around it.
        has_its_keys = bool(_ITS_KEYS & navigation.keys()) and "group" not in navigation
        return has_its_keys or is_named_so
    return is_named_so and not isinstance(navigation, list)


def read_docs(value: Any) -> ReadDocs:
    """Check the value of a file and say it in the terms of ``site.json``."""
    newer, older, leftovers = split_leftovers(value)
    checked = check_settings(newer, DOCS_SCHEMA)
    faults = [*checked.faults, *_leftover_faults(leftovers)]
    if any(fault.stops_build for fault in faults) or not isinstance(checked.value, dict):
        return ReadDocs(faults=tuple(faults), checked=checked.value)
    site = converted_settings(checked.value)
    # The whole is checked again as what it has become: leftovers, and what does not agree.
    whole = {**merged(older, site.value), "navigation": []}
    as_site = check_settings(whole)
    faults += [
        replace(fault, path=place_as_read(fault.path, site.origins))
        for fault in as_site.faults
        if fault.path not in _FINE_HERE
    ]
    return ReadDocs(
        faults=tuple(faults),
        checked=checked.value,
        value=as_site.value,
        origins=site.origins,
        notes=tuple(_notes(checked.value)),
    )


def settings_of(read: ReadDocs, value: Any) -> SiteSettings:
    """Make the settings.

    :param value: the checked value of the file, with characters that can be shown.
    """
    docs = DocsSettings.from_json(value)
    navigation = NavigationNode.from_json(value["navigation"], ("navigation",))
    settings = SiteSettings.from_json(read.value)
    footer = settings.footer
    if docs.footer and docs.footer.socials:
        footer = replace(footer, socials=docs.footer.socials)
    return replace(
        settings,
        footer=footer,
        outline=outline_of(navigation),
        extra=extra_settings(docs),
    )


class DocsJsonReader(SiteJsonReader):
    """Makes settings of the value of a ``docs.json``."""

    def __init__(self) -> None:
        self._read = ReadDocs()

    def check(self, value: Any) -> tuple[Any, tuple[Fault, ...]]:
        """Return the value without what is wrong in it, and the faults."""
        self._read = read_docs(value)
        self.origins = self._read.origins
        return self._read.checked, self._read.faults

    def notes(self) -> tuple[tuple[JsonPath, str], ...]:
        """Return what an author may like to know."""
        return self._read.notes

    def settings(self, value: Any) -> SiteSettings:
        """Make the settings from a checked value."""
        return settings_of(self._read, value)


def _leftover_faults(places: list[JsonPath]) -> list[Fault]:
    if not places:
        return []
    names = ", ".join(quoted(".".join(map(str, place))) for place in places[:MOST_NAMED])
    keys, are = ("key", "is") if len(places) == 1 else ("keys", "are")
    return [
        Fault(
            code=ProblemCode.OLDER_KEY,
            path=places[0],
            statement=f"the {keys} {names} {are} of an older settings file",
            consequence="used where the newer key is missing",
            edit=Leave(),
            at_key=True,
        )
    ]


def _notes(value: Any) -> list[tuple[JsonPath, str]]:
    places = without_effect(value)
    if not places:
        return []
    names = key_names(places, value)
    rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return [(places[0], f"without effect here: {', '.join(names[:MOST_NAMED])}{rest}.")]
