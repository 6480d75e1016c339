"""Page files of a project: authored ones, and those generated for operations and schemas.

- ``bindings``: parse the front matter that binds a page to an operation or schema.
- ``authored_pages``: bindings, base URLs and credentials in the source of authored pages.
- ``generation``: generate pages from a document: for each operation, webhook and named schema.
- ``site_pages``: the generated pages of all tabs, anchors and groups that have a document.
- ``page_index``: look up the page of an operation or schema.
- ``project_pages``: the files that are pages, and the start page of the site.
"""
