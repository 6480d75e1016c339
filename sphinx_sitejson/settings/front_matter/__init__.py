"""What a page may say of itself: one table of keys, and the check against it.

``value_types`` says what values there are, ``keys`` is the table, ``external_keys`` are the keys
that other tools read, and ``validation`` compares the front matter of a page with all of them. A
new key is an entry of the table, and a field of ``PageFacts`` if the navigation needs it.
"""

from .keys import KEYS, FrontMatterKey, find_key, metadata_of, value_of
from .validation import check_front_matter, wrong_keys

__all__ = [
    "KEYS",
    "FrontMatterKey",
    "check_front_matter",
    "find_key",
    "metadata_of",
    "value_of",
    "wrong_keys",
]
