"""API reference: view models of operations, schemas and overviews.

Input is an operation or a schema of an OpenAPI document; output is a frozen view (``views``) that
templates, plain nodes and Markdown render without further decisions.

- ``views``: the view models of API pages.
- ``options``: the options of API pages.
- ``ids``: ids of fields and anchors of operations and schemas, unique on a page.
- ``deprecation``: deprecation notes from vendor extensions.
- ``security``: security schemes and requirements.
- ``context``: what the pages of one document share, computed once; where schemas are used.
- ``operation_parts``: parameters, bodies and responses of operations, as parts of a page.
- ``operation_page``: the view of an operation or a webhook, in full and compact.
- ``event_page``: the view of an operation of an AsyncAPI document.
- ``schema_page``: the view of a named schema.
- ``overview``: the overview of a document: information, servers, authorization, operations by tag.
- ``listings``: options, selection and grouping of the operations that a directive lists.
- ``manual_endpoint``: endpoints that are documented by hand, without an OpenAPI document.
- ``fields/``: Fields of parameters and properties, with types, constraints and nested schemas.
- ``request_samples/``: Request samples: one neutral request, generated in many languages.
- ``request_collections/``: Collections of requests for API clients: Postman, Bruno, ``.http``.
- ``playground/``: The data of the playground of an operation.
- ``texts/``: Texts of documents: HTML in them, search entries, translation units, values.
"""
