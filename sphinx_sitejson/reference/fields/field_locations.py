"""Where the fields stand that a page describes in its own words."""

from __future__ import annotations

from typing import Literal

FieldPlace = Literal["path", "query", "header", "cookie", "body", "auth", "response"]
FIELD_PLACES: tuple[FieldPlace, ...] = ("path", "query", "header", "cookie", "body", "auth")
"""The props of a field of a request that hold its name."""
PLACEHOLDER = "x-placeholder"
"""Of a schema: what an input shows while it is empty; pages that describe a field write it."""
