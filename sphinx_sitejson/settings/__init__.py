"""The settings of a site: ``site.json`` read, checked and made into frozen objects."""

from __future__ import annotations

from .loading import LoadedSettings, load_settings
from .schema import SCHEMA_FILE_NAME, schema_text
from .site import SiteSettings

__all__ = ["SCHEMA_FILE_NAME", "LoadedSettings", "SiteSettings", "load_settings", "schema_text"]
