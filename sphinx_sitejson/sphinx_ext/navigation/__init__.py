"""Navigation: the order of pages for Sphinx, and the map of the site."""
