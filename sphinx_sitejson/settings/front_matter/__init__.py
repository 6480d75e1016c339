"""Front matter keys of a page: one table, and the validation against it.

A new key is an entry of the table, and a field of ``PageFacts`` if the navigation needs it.

- ``keys``: the table of keys, and the types of their values.
- ``reading``: the YAML between two lines of dashes.
- ``validation``: validate the front matter of a page; keys of other tools are not reported.
"""
