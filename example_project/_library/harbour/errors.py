"""The errors that a client raises."""

from __future__ import annotations


class HarbourError(Exception):
    """The base class of all errors of this library."""


class ApiError(HarbourError):
    """The API responded with an error.

    :param status: The status code of the response.
    :param title: The summary of the problem that the API sent.
    """

    def __init__(self, status: int, title: str) -> None:
        super().__init__(f"{status} {title}")
        #: The status code of the response.
        self.status = status


class NotFoundError(ApiError):
    """There is no ship, berth, or booking with this ID."""
