"""What a page may say of itself: one table of keys, and the check against it.

``value_types`` says what values there are, ``keys`` is the table, ``external_keys`` are the keys
that other tools read, and ``validation`` compares the front matter of a page with all of them. A
new key is an entry of the table, and a field of ``PageFacts`` if the navigation needs it.
"""
