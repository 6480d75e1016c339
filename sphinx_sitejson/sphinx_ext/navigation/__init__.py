"""Navigation: the order of pages for Sphinx, and the map of the site.

- ``site_map``: gives Sphinx the order of the pages, and the site its map.
- ``page_languages``: speaks the language of each page while it is read and written, in a site of
  several languages.
- ``translated_names``: puts the names that ``site.json`` and documents give into the catalogs of
  the project.
- ``setup``: makes Sphinx know the order of the pages.
"""
