"""Navigation: the order of pages for Sphinx, and the map of the site.

- ``site_map``: gives Sphinx the order of the pages, and the site its map.
- ``setup``: makes Sphinx know the order of the pages.
"""
