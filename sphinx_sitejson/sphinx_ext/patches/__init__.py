"""Everything that is changed in objects of Sphinx, docutils, MyST and Python, and nothing else.

Each function says why there is no public way, and with which versions it was seen to work. None
caches anything between calls that the library would compute again, and
``tests/sphinx_ext/patches/`` fails when a library no longer has the shape that a change relies on.
CONTRIBUTING.md says which of them should go upstream. All features may import this package; it
imports none of them.

- ``application``: state and functions of the application, its configuration and its transforms;
  the garbage collector while it exists.
- ``builders``: how builders write pages and the search index.
- ``parsing``: how docutils finds directives, and how MyST begins to render a page.
- ``node_traversal``: how docutils finds nodes in a doctree.
"""
