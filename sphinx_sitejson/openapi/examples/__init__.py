"""Examples: those of a document, those that pages bring along, and those made from schemas.

- ``media_type_kinds``: what kind of text the name of a media type stands for.
- ``checks``: examples of a document that do not fit the schemas they are examples of.
- ``patterns``: texts that follow a simple pattern, for examples.
- ``scalars``: example texts and numbers that keep to the format and bounds of a schema.
- ``explicit_values``: values that schemas give themselves, and how variants name themselves in
  examples.
- ``generated_values``: example values made from schemas: sensible, finite, and the same every time.
- ``xml``: example values written as XML, as the ``xml`` hints of their schemas say.
- ``truncation``: JSON that is too long to be shown: made shorter, so that it is still JSON.
- ``visible_examples``: the examples that a page shows of a body: those of the document, else one
  that is made.
- ``page_examples``: examples that pages give of an operation, judged by the schemas of the
  operation.
"""
