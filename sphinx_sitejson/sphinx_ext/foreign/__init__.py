"""Everything that is changed in objects of Sphinx, docutils, MyST and Python, and nothing else.

Each function says why there is no other way, and the version with which it was last seen to work.
To do without one of these changes, or to support a new version, look here. Like the modules
beside the rooms, this room serves all of them and imports none.

- ``garbage``: when Python looks for objects that are no longer used.
- ``application``: what is kept on the application of Sphinx, or replaced there.
- ``conf_py``: what ``conf.py`` and the command line set, told apart from defaults.
- ``docutils_settings``: the settings of docutils, which are the same for all pages.
- ``directive_table``: the directives of docutils, in one table for all applications of a process.
- ``myst_documents``: the documents that MyST makes.
- ``tree_walks``: how docutils walks the tree of a page.
- ``transform_lists``: the transforms that Sphinx runs on each page.
- ``page_writing``: how Sphinx writes a page: its titles, code blocks, labels and templates.
- ``search_index``: the search index of Sphinx.
"""
