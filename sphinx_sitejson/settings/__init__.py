"""The settings of a site: ``site.json`` read, checked and made into frozen objects.

In comes a file; out go frozen settings and every problem with its place. A key is declared once,
as the field of a dataclass.

- ``schema``: the JSON Schemas of the settings files, and their parts by name.
- ``validation/``: every fault of a settings file at once, and what is left of it without them.
- ``json_object``: how settings are declared, and how checked JSON becomes frozen objects.
- ``text_types``: the kinds of texts that settings are made of: colors, icons, addresses, paths.
- ``api``: how API pages and their playground behave.
- ``appearance``: how the site looks: the styling objects of ``site.json``.
- ``publishing``: what surrounds the pages: feedback, redirects, search engines, analytics,
  widgets.
- ``structure``: what the site is made of: navigation, tabs, anchors, versions, topbar and footer.
- ``docs_json/``: ``docs.json``: the settings file that writes out its divisions, read into the same
  settings.
- ``outline``: a navigation whose divisions are written out: each lists its own divisions, groups
  and pages.
- ``site``: the whole of ``site.json`` as one frozen object.
- ``other_themes/``: what the options of other themes say that ``site.json`` says, too.
- ``schema_generator``: writes the JSON Schemas of the settings files from their classes: ``make
  schema``.
- ``site_json_reader``: reads a settings file that has the keys of the settings themselves.
- ``loading``: from a settings file, found by its name, to its settings, with all problems on the
  way.
- ``front_matter/``: The front matter keys of a page: one table, and the validation against it.
- ``icon_names``: the icons that the settings name.
- ``translatable_texts``: the words of the settings that readers see, for catalogs of translations.
- ``project_files``: files of the project that the settings name, and nothing outside it.
"""
