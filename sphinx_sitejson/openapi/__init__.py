"""OpenAPI documents as an immutable model; independent of pages and of Sphinx.

- ``digests``: digests of operations and schemas that change when their rendered content does.
- ``document``: build the model from raw data: operations, webhooks, servers and security schemes.
- ``keywords``: the table of all OpenAPI keywords and of the objects that they contain.
- ``library``: the documents of a site, and the lookup of operations and schemas by name.
- ``model``: the immutable model, one for OpenAPI 3.0, 3.1 and 3.2.
- ``raw``: type-safe access to raw data, in which any value may have any type, and ``$ref``.
- ``schemas``: schema objects: a view of the raw data with ``allOf`` merged on demand.
- ``asyncapi/``: AsyncAPI documents, read into the model that OpenAPI documents have.
- ``changes/``: Compare two versions of an OpenAPI document and classify breaking changes.
- ``naming/``: Derive titles and groups for operations that have none.
- ``reading/``: Read OpenAPI documents from files and URLs: bundle, convert and validate them.
- ``swagger2``: Convert Swagger 2.0 to OpenAPI 3.0 in memory.
- ``validation/``: Validate documents against OpenAPI, and remove or repair what is invalid.
"""
