"""Settings: ``site.json``, ``conf.py`` and front matter in a build.

- ``conf_values``: reports values of ``conf.py`` that have the wrong type, and ignores them.
- ``pygments_styles``: the Pygments styles that the author set in ``conf.py``.
- ``config``: maps ``site.json`` to the configuration of Sphinx.
- ``front_matter``: checks front matter while pages are read, and locates its keys in their files.
"""
