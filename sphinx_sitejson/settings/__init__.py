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
- ``docs_json/``: ``docs.json``: the settings file that writes out its divisions, read into the same
  settings.
- ``outline``: a navigation whose divisions are written out: each lists its own divisions, groups
  and pages.
- ``site``: the whole of ``site.json`` as one frozen object.
- ``announcements``: the announcement that an option of other themes has in HTML, as the Markdown
  of a banner.
- ``theme_options``: options of other themes in ``html_theme_options``: those that say what
  ``site.json`` says.
- ``json_schema``: writes the JSON Schemas of the settings files from their classes: ``make
  schema``.
- ``loading``: from a settings file, found by its name, to its settings, with all problems on the
  way.
- ``named_icons``: the icons that the settings name.
- ``words``: the words of the settings that readers see, for catalogs of translations.
- ``project_files``: files of the project that the settings name, and nothing outside it.
"""

from __future__ import annotations

from .loading import LoadedSettings, load_settings, settings_file_of
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
