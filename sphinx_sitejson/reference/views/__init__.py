"""Views of operations, schemas and overviews, in which all decisions about their pages are made.

Input is an operation or a schema of a document; output is a view (``model``) that templates, plain
nodes and Markdown render without further decisions.

- ``context``: what the pages of one document share, computed once; where schemas are used.
- ``event_page``: the view of an operation of an AsyncAPI document, with code for its messages.
- ``fields``: fields with their nested fields, within the field budget of a page.
- ``ids``: ids of fields and anchors of operations and schemas, unique on a page.
- ``listings``: options, selection and grouping of the operations that a directive lists.
- ``manual_endpoint``: endpoints that are documented by hand, without an OpenAPI document.
- ``model``: the view models of API pages.
- ``nested_schemas``: properties, items and variants of a schema, and the titles of variants.
- ``operation_page``: the view of an operation or a webhook, in full and compact.
- ``operation_parts``: parameters, bodies and responses of operations, as parts of a page.
- ``overview``: the overview of a document, and the view of a named schema.
- ``schema_info``: the description of each schema of a document, computed once; types and rules.
- ``schema_texts``: constraints and values of a schema as short texts.
- ``search_entries``: search entries and searchable text of the parts of an API page.
- ``security``: security schemes and requirements; notes on deprecation.
"""
