"""Settings: ``site.json``, ``conf.py`` and front matter in a build.

- ``scope``: which features a project uses: a site, the theme, or API features.
- ``config``: map ``site.json`` to the configuration of Sphinx, and check the values of ``conf.py``.
- ``conf_py``: report likely mistakes in ``conf.py`` with their line.
- ``variables``: replace ``{{name}}`` in pages by the variables of the settings.
- ``front_matter``: validate front matter while pages are read, and locate its keys in their files.
"""
