"""The opening of an API: what a document says of itself as a whole.

In comes a document; out goes a frozen view that templates, plain nodes and Markdown render.

- ``views``: the view models of an overview.
- ``authorization``: each way to authorize a request, with a request that does it.
- ``page``: the overview of a document, and the part of it that is about one tag.
"""
