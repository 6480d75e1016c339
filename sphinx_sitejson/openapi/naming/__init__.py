"""Names for what a document leaves without one: titles of operations, and groups of them.

In come the operations of a document; out go words that a person would choose.

- ``identifiers``: identifiers and paths as words.
- ``sentences``: the sentence of a description that can be a title, and titles that fit into a
  narrow place.
- ``paths``: the part of a path that says what an operation is about.
- ``groups``: the groups in which a document's operations stand: by tag, else by path.
"""
