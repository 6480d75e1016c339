"""Reads a settings file that has the keys of the settings themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sphinx_sitejson.common.problems import JsonPath

from .site import SiteSettings
from .validation.errors import Fault
from .validation.validator import check_settings


class SiteJsonReader:
    """Makes settings of the value of a ``site.json``."""

    origins: Mapping[JsonPath, JsonPath] = MappingProxyType({})

    def check(self, value: Any) -> tuple[Any, tuple[Fault, ...]]:
        """Return the value without what is wrong in it, and the faults."""
        checked = check_settings(value)
        return checked.value, checked.faults

    def notes(self) -> tuple[tuple[JsonPath, str], ...]:
        """Return what an author may like to know."""
        return ()

    def settings(self, value: Any) -> SiteSettings:
        """Make the settings from a checked value."""
        return SiteSettings.from_json(value)
