"""The checks of a settings file: every fault at once, and what is left of it without them.

- ``errors``: faults of settings: what is wrong with a value, what becomes of it, and how it is
  said.
- ``consistency``: settings that are right each by itself and do not agree with one another.
- ``credentials``: credentials in the addresses of a settings file, which never become settings.
- ``validator``: the check of a settings file's value: every fault at once, and what is left without
  them.
"""
