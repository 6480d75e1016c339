"""Checks of settings, pages and documents against each other.

A new check is a function in ``site_checks`` and its entry in ``CHECKS``.

- ``dry_builder``: the builder behind ``sitejson check``: reads and resolves every page, and writes
  none.
- ``file_checks``: files: URLs that differ only by case, images, style sheets, scripts, and the
  language of the site.
- ``site_checks``: the checks that keep settings, pages and documents together; each is a warning of
  its own.
- ``trial_build``: a build of an existing project, as it is or with the theme.
"""
