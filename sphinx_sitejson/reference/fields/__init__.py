"""Fields: parameters and properties, with their types, limits and rules.

- ``nested_schemas``: what is nested in a schema, as data: its properties, entries and variants.
- ``protocols``: what the parts of a description ask of the whole: other schemas of the document, in
  words.
- ``constraints``: the constraints of a schema, in words.
- ``enums``: allowed values, with what the document says of each.
- ``value_rules``: rules among the values of a schema, in words.
- ``type_labels``: the type of a value in a few words: "string (date-time)", "array of Pet".
- ``variant_titles``: titles of variants: their names, else what tells each from the others.
- ``members``: what is nested in a schema: its properties, entries, variants, and the rules among
  them.
- ``resolved_schemas``: schemas without their wrappings: references followed, ``allOf`` merged, lone
  choices opened.
- ``schema_descriptions``: what a document says of each schema, worked out once however often a site
  shows it.
- ``xml_names``: how a field is written in XML, where that is not what its name says.
- ``disambiguation``: variants that a property tells apart: each shows the value by which it is
  known.
- ``field_views``: fields with all that is nested in them, as far as a page has room for it.
- ``field_locations``: where the fields stand that a page describes in its own words.
"""
