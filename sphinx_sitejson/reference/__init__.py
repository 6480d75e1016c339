"""What an API page shows: every decision made, nothing left to those who render it.

In comes an operation or a schema of a document; out goes a frozen view (``views``) that
templates, plain nodes and Markdown render.

- ``views``: the view models of API pages.
- ``examples``: examples of bodies and answers, beside the text of a page.
- ``ids``: ids for fields, so that readers can link to each of them.
- ``options``: what the owner of a site decides about API pages.
- ``deprecation``: when something ends and what comes instead, as far as a document says.
- ``parameters``: parameters and headers as fields.
- ``bodies``: bodies of requests and answers, by media type.
- ``security``: how requests are authorized, in words.
- ``usage``: where each named schema is used.
- ``context``: what the pages of one document share, worked out once.
- ``responses``: answers: their status in words, headers, bodies, and the operations that can
  follow.
- ``samples``: the request of an operation, written in the languages of the site.
- ``operation_page``: the page of an operation or a webhook.
- ``compact``: operations for paper: one request and one answer, and of other examples what they
  are about.
- ``schema_page``: the page of a named schema.
- ``manual_types``: the words that authors use for types, as schemas.
- ``manual_endpoint``: endpoints that a page describes in its own words.
- ``fields/``: Fields: parameters and properties, with their types, limits and rules.
- ``request_samples/``: Request samples: one neutral request, written in many languages.
- ``overview/``: The opening of an API: what a document says of itself as a whole.
- ``playground/``: What the playground of an operation is made of.
- ``listings/``: Listings: a document, or a part of it, in the middle of a page.
- ``texts/``: Texts of documents, and the words that surround them.
"""
