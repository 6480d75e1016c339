"""The settings of a site: ``site.json`` read, checked and made into frozen objects.

In comes a file; out go frozen settings and every problem with its place. A key is declared once,
as the field of a dataclass.

- ``schema``: the JSON Schemas of the settings files, and their parts by name.
- ``faults``: faults of settings: what is wrong with a value, what becomes of it, and how it is
  said.
- ``agreement``: settings that are right each by itself and do not agree with one another.
- ``json_object``: how settings are declared, and how checked JSON becomes frozen objects.
- ``values``: the kinds of texts that settings are made of: colors, icons, addresses, paths.
- ``api``: how API pages and their playground behave.
- ``checking``: the check of a settings file's value: every fault at once, and what is left
  without them.
- ``credentials``: credentials in the addresses of a settings file, which never become settings.
- ``looks``: how the site looks: the styling objects of ``site.json``.
- ``publishing``: what surrounds the pages: feedback, redirects, search engines, analytics,
  widgets.
- ``structure``: what the site is made of: navigation, tabs, anchors, versions, topbar and footer.
- ``further``: settings that no key of ``site.json`` stands for: other files have them.
- ``docs_json/``: ``docs.json``: the settings file that writes out its divisions, read into the same
  settings.
- ``outline``: a navigation whose divisions are written out: each lists its own divisions, groups
  and pages.
- ``site``: the whole of ``site.json`` as one frozen object.
- ``json_schema``: writes the JSON Schemas of the settings files from their classes: ``make
  schema``.
- ``discovery``: which file of a folder has the settings of a site.
- ``loading``: from a settings file to its settings, with all problems on the way.
- ``named_icons``: the icons that the settings name.
- ``project_files``: files of the project that the settings name, and nothing outside it.
"""

from __future__ import annotations

from .discovery import settings_file_of
from .loading import LoadedSettings, load_settings
from .schema import DOCS_SCHEMA_FILE_NAME, SCHEMA_FILE_NAME, schema_text
from .site import SiteSettings

__all__ = [
    "DOCS_SCHEMA_FILE_NAME",
    "SCHEMA_FILE_NAME",
    "LoadedSettings",
    "SiteSettings",
    "load_settings",
    "schema_text",
    "settings_file_of",
]
