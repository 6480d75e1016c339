"""The settings of a site: ``site.json`` loaded, validated and turned into frozen objects.

A key is declared once, as the field of a dataclass.

- ``appearance``: settings of the appearance.
- ``conf_py``: read ``conf.py`` as text, without running it.
- ``file_names``: the names by which a settings file is found.
- ``json_object``: declare settings as dataclasses, and convert validated JSON to them.
- ``loading``: find and load a settings file.
- ``other_themes``: options of other themes that correspond to settings of ``site.json``.
- ``project_files``: icons and project files that the settings refer to.
- ``project_pages``: the files that are pages, and the pages and documents that the settings name.
- ``schema``: the JSON Schemas of the settings files.
- ``schema_generator``: generate the JSON Schema of ``site.json``: ``make schema``.
- ``service_catalog``: the table of external services: analytics, chats and consent.
- ``site``: all settings of ``site.json``, with those of the API and of publishing.
- ``structure``: settings of navigation, tabs, anchors, versions, topbar and footer.
- ``text_types``: types of strings in settings: colors, icons, URLs, paths.
- ``translatable_texts``: texts of the settings for readers, for message catalogs.
- ``validation``: validate a settings file: all errors at once, and its value without them.
- ``docs_json/``: ``docs.json``: a settings file with nested divisions, read into the same settings.
- ``front_matter/``: the front matter keys of a page: their table and their validation.
"""
