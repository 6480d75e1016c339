"""Fields: parameters and properties, with types, constraints and nested schemas.

- ``protocols``: the interfaces of schema descriptions, and what is nested in a schema, as data.
- ``constraints``: constraints of a schema as text: ranges, lengths, allowed values, rules.
- ``type_labels``: the type of a value as a short label: "string (date-time)", "array of Pet".
- ``nested_schemas``: properties, items and variants of a schema, and the titles of variants.
- ``schema_info``: the description of each schema of a document, computed once.
- ``field_views``: fields with their nested fields, within the field budget of a page.
"""
