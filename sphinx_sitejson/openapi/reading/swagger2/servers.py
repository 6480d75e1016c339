"""Host, base path and schemes as servers."""

from __future__ import annotations

from typing import Any

from .conversion_state import Raw, entries

_OWN_HOSTS = ("localhost", "127.", "0.0.0.0", "[::1]")


def converted_servers(document: Raw, schemes: Any = None) -> list[Raw]:
    """Return the servers of a document, or those of an operation that has schemes of its own."""
    host, base = document.get("host"), document.get("basePath")
    base = base if isinstance(base, str) else ""
    if not isinstance(host, str) or not host.strip():
        return [{"url": base}] if base.strip("/") else []
    names = _schemes(schemes if schemes is not None else document.get("schemes"))
    names = names or [_likely_scheme(host)]
    path = base.rstrip("/")
    return [{"url": f"{name}://{host}{path}"} for name in names]


def _schemes(value: Any) -> list[str]:
    """Return the schemes, the safe ones first: a reader's requests go to the first server."""
    names = dict.fromkeys(name for name in entries(value) if isinstance(name, str) and name)
    return sorted(names, key=lambda name: name not in ("https", "wss"))


def _likely_scheme(host: str) -> str:
    """Return what a document that names no scheme most likely means."""
    return "http" if host.startswith(_OWN_HOSTS) else "https"
