"""Checks of settings, pages and documents against each other.

A new check is a function in ``site_checks`` and its name in ``chosen_checks``.

- ``case_collisions``: pages and files whose URLs differ only by case.
- ``dry_builder``: the builder behind ``sitejson check``: reads and resolves every page, and writes
  none.
- ``images``: images that browsers do not show: SVG that is not valid XML, and text.
- ``languages``: the language of the site, and the catalogs with its translations.
- ``site_checks``: the checks that keep settings, pages and documents together; each is a warning
  of its own.
"""
