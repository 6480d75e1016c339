"""The settings of a site: ``site.json`` loaded, validated and turned into frozen objects.

A key is declared once, as the field of a dataclass.

- ``json_object``: declare settings as dataclasses, and convert validated JSON to them.
- ``text_types``: types of strings in settings: colors, icons, URLs, paths.
- ``appearance``: settings of the appearance.
- ``structure``: settings of navigation, tabs, anchors, versions, topbar and footer.
- ``site``: all settings of ``site.json``, with those of the API and of publishing.
- ``schema``: the JSON Schemas of the settings files.
- ``schema_generator``: generate the JSON Schemas from the dataclasses: ``make schema``.
- ``validation``: validate a settings file: all errors at once, and its value without them.
- ``file_names``: the names by which a settings file is found.
- ``loading``: find and load a settings file.
- ``conf_py``: find likely mistakes in ``conf.py`` by reading it, without running it.
- ``docs_json/``: ``docs.json``: a settings file with nested divisions, read into the same settings.
- ``other_themes``: options of other themes that correspond to settings of ``site.json``.
- ``front_matter/``: the front matter keys of a page: their table and their validation.
- ``translatable_texts``: texts of the settings for readers, for message catalogs.
- ``project_files``: icons and project files that the settings refer to.
"""
