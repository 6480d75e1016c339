"""Navigation: the order of pages for Sphinx, and the map of the site.

- ``site_map``: build the toctrees of Sphinx and the site map, with translated names.
- ``page_languages``: activate the language of each page while it is read and written.
"""
