"""The API reference: operations and schemas as nodes, as HTML and as plain text.

A binding of a page names an operation, a schema or a document: ``bound_pages`` resolves it,
``api_nodes`` builds nodes that refer to a view, ``html`` and ``plain`` render them. ``view_cache``
builds and caches the views.

- ``document_text``: texts of documents as nodes and as HTML: CommonMark, reStructuredText, links.
- ``api_nodes``: the nodes of API pages.
- ``text_nodes``: the node for HTML elements in texts of documents.
- ``view_cache``: the views of operations and schemas, each built once in a process.
- ``bound_pages``: pages and directives that show an operation, a schema or an overview.
- ``role_targets``: resolves the roles of the domain ``openapi``: page, anchor and title.
- ``inventory``: operations, schemas and their parts, for links from other projects.
- ``roles``: the domain ``openapi``: its roles and its index.
- ``html``: API blocks as HTML: a template for each part.
- ``page_files``: the style sheets and the script of API pages.
- ``outline``: API pages as rows, for formats without templates.
- ``plain_nodes``: small docutils nodes for formats without templates.
- ``plain_writer``: the rows of an outline as docutils nodes: lists, or tables in LaTeX.
- ``plain``: the post-transform that replaces API blocks, rows and folds by ordinary nodes.
- ``overview``: the nodes of an overview: of a document, or of one of its tags.
- ``listings``: the directive ``openapi``: operations of a document on a page.
- ``implementations``: operations and the Python objects that implement them, linked both ways.
- ``api_changes``: the differences between two documents, on pages.
- ``collection_files``: the requests of documents as collections for API clients, for download.
- ``playground``: the files of the playground, its labels and its button.
"""
