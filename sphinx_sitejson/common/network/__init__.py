"""HTTP methods, URLs, connections, and the IP addresses that may be connected to.

Documents, the proxy and the verifier are fetched with it; nothing else opens a connection.

- ``connections``: send one HTTP request to addresses that were checked, before a deadline.
- ``urls``: parse and normalize URLs, and strip their credentials.
"""

from __future__ import annotations

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The methods of a Path Item Object of OpenAPI, in its order."""
