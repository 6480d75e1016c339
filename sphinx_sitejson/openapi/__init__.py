"""OpenAPI documents as an immutable model; independent of pages and of Sphinx.

- ``raw``: type-safe access to the raw data of a document, in which any value may have any type.
- ``references``: resolve ``$ref`` inside one bundled document.
- ``schemas``: schema objects: a view of the raw data with ``allOf`` merged on demand.
- ``model``: the immutable model, one for OpenAPI 3.0, 3.1 and 3.2.
- ``document``: build the model from raw data: operations, webhooks, servers and security schemes.
- ``keywords``: the table of all OpenAPI keywords and of the objects that they contain.
- ``library``: the documents of a site, and the lookup of operations and schemas by name.
- ``digests``: digests of operations and schemas that change when their rendered content does.
- ``drift``: operations without a page, unused schemas, and samples in other languages.
- ``changes/``: Compare two versions of an OpenAPI document and classify breaking changes.
- ``examples/``: Examples from documents and pages, and examples generated from schemas.
- ``naming/``: Derive titles and groups for operations that have none.
- ``reading/``: Read OpenAPI documents from files and URLs: bundle, convert and validate them.
"""
