"""API reference: pages of operations and schemas.

``views/`` decides what a page shows of an operation or a schema, without Sphinx. The rest is
Sphinx: directives, roles, nodes, and their output as HTML, as Markdown and as plain nodes.

- ``api_changes``: the differences between two documents, on pages.
- ``bound_pages``: pages and directives that show an operation, a schema or an overview.
- ``domain``: the domain ``openapi``: roles, index and objects.
- ``downloads``: publish documents and collections for download.
- ``html``: API blocks as HTML: a template for each part; the files that a page needs.
- ``implementations``: operations and the Python objects that implement them, linked both ways.
- ``listing_directive``: the directive ``openapi``: operations of a document on a page.
- ``markdown``: API pages as Markdown, their form outside of HTML.
- ``nodes``: the nodes of API pages.
- ``overview_nodes``: the nodes of an overview: of a document, or of one of its tags.
- ``plain``: the post-transform that replaces API blocks, rows and folds by ordinary nodes.
- ``plain_nodes``: the Markdown of API pages as docutils nodes; tables of fields in LaTeX.
- ``playground_files``: the files of the playground, its labels and its button.
- ``role_targets``: the objects of the domain ``openapi``, and the targets of its roles.
- ``site_documents``: load the documents of the site, and generate the pages of tabs and anchors.
- ``view_cache``: the views of operations and schemas, each built once in a process.
- ``playground/``: The data of the playground of an operation.
- ``views/``: Views of API pages.
"""
