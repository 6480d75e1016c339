"""The API reference: operations and schemas as nodes, as HTML and as plain text.

In comes a binding; ``bound_pages`` finds what it names, ``api_nodes`` makes nodes that carry a
view, ``html`` and ``plain`` render them. ``view_cache`` builds and caches the
views.

- ``document_links``: links in the texts of documents that mean a part of the document itself.
- ``document_text``: text of documents: CommonMark with tables, in which nothing becomes live
  markup.
- ``rst_text``: texts of documents that are written as reStructuredText, as CommonMark.
- ``api_nodes``: the nodes of API pages: headings and texts as ordinary nodes, each part's facts
  as one block.
- ``view_cache``: the views of operations and schemas, each built once in a process.
- ``bound_pages``: pages and directives that show an operation or a schema of a document.
- ``shared_locations``: where pages show what many operations share: the tags and the security
  schemes of a document.
- ``playground/``: The playground: its files, its labels and its button.
- ``role_targets``: finds what a role of the domain ``openapi`` names: page, place on it, and title.
- ``block_values``: what a block shows: the part of a view that it stands for.
- ``html``: API blocks as HTML: a template for each part.
- ``outline/``: What formats without templates show of each part of an API page.
- ``overview/``: Documents as a whole, and their tags: the pages that open an API.
- ``page_files``: the style sheet and the script of API pages.
- ``plain_nodes``: small nodes that every writer knows, for the plain form of API pages.
- ``plain_rows``: rows and folds as ordinary nodes, for every builder that is not HTML: nothing
  opens on paper.
- ``print_output/``: API blocks where templates of HTML do not reach.
- ``plain``: API blocks as ordinary nodes, for every builder that is not HTML.
- ``listings/``: Listings: full documents on a page, by the directive ``openapi``.
- ``implementations/``: Operations and the Python objects that implement them, linked both ways.
- ``api_changes/``: API changes: the differences between two documents, on pages.
- ``inventory``: what other projects can link to: operations and schemas, and the named parts of
  both.
- ``roles``: the domain ``openapi``: roles that lead to operations and schemas, from any page or
  project.
- ``setup``: makes Sphinx know API pages: their nodes, directives and roles.
"""
