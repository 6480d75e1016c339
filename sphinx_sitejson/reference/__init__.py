"""API reference: view models of operations, schemas and overviews.

Input is an operation or a schema of an OpenAPI document; output is a frozen view (``views``) that
templates, plain nodes and Markdown render without further decisions.

- ``api_changes``: the differences between two documents, on pages.
- ``bound_pages``: pages and directives that show an operation, a schema or an overview.
- ``domain``: the domain ``openapi``: its roles and its index.
- ``downloads``: publish the OpenAPI documents of the site for download.
- ``html``: API blocks as HTML: a template for each part.
- ``implementations``: operations and the Python objects that implement them, linked both ways.
- ``listing_directive``: the directive ``openapi``: operations of a document on a page.
- ``markdown``: API pages as Markdown, written from their rows.
- ``nodes``: the nodes of API pages.
- ``outline``: API pages as rows, for formats without templates.
- ``overview_nodes``: the nodes of an overview: of a document, or of one of its tags.
- ``plain``: the post-transform that replaces API blocks, rows and folds by ordinary nodes.
- ``plain_writer``: the rows of an outline as docutils nodes: lists, or tables in LaTeX.
- ``playground_files``: the files of the playground, its labels and its button.
- ``role_targets``: resolves the roles of the domain ``openapi``: page, anchor and title.
- ``site_documents``: load the documents of the site, and generate the pages of tabs and
  anchors.
- ``view_cache``: the views of operations and schemas, each built once in a process.
- ``playground/``: The data of the playground of an operation.
- ``views/``: Views of API pages.
"""
