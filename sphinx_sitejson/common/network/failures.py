"""Why an address is not asked, or gave no answer; no message repeats what may be a secret."""

from __future__ import annotations


class RefusedError(Exception):
    """An address that is not followed; the message says why."""


class UnreachableError(Exception):
    """The server could not be reached, or did not answer as it should."""
