"""The HTTP methods of requests, in one place."""

from __future__ import annotations

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""Those that a path of an OpenAPI document may have, in its order; others are possible."""
