"""Everything that is changed in objects of Sphinx, docutils, MyST and Python, and nothing else.

Each function says why there is no public way, and with which versions it was seen to work. None
remembers anything between calls that the library would look up again, and
``tests/sphinx_ext/patches/`` fails when a library no longer has the shape that a change relies on.
CONTRIBUTING.md says which of them should go upstream. All features may import this package; it
imports none of them.

- ``garbage_collection``: when Python looks for objects that are no longer used.
- ``application``: what is kept on the application of Sphinx, or replaced there.
- ``conf_py``: what ``conf.py`` and the command line set, told apart from defaults.
- ``directive_table``: the directives of docutils, in one table for all applications of a process.
- ``myst_documents``: the documents that MyST makes.
- ``node_traversal``: how docutils finds nodes in the tree of a page.
- ``transform_lists``: the transforms that Sphinx runs on each page.
- ``page_writing``: how Sphinx writes a page: its titles, code blocks, labels and templates.
- ``version_labels``: the words with which Sphinx says what a version brings.
- ``search_index``: the search index of Sphinx.
"""
