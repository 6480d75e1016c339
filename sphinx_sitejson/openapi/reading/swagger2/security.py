"""Ways to log in."""

from __future__ import annotations

from typing import Any

from .conversion_state import ConversionState, Raw, extensions
from .position_map import At

_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_IN_FLOWS = ("authorizationUrl", "tokenUrl", "scopes")


def security_scheme(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert one way to log in."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    kind = raw.get("type")
    if kind == "basic":
        return {"type": "http", "scheme": "basic", **new, **extensions(raw)}
    if kind == "apiKey":
        return dict(raw)
    if kind != "oauth2":
        return {"type": kind, **new, **extensions(raw)}
    return {"type": "oauth2", **new, "flows": _flows(raw, at, state), **extensions(raw)}


def _flows(raw: Raw, at: At, state: ConversionState) -> Raw:
    name = _FLOWS.get(str(raw.get("flow")))
    if name is None:
        return {}
    state.moves.note(At((*at.new, "flows"), at.old))
    state.moves.note(At((*at.new, "flows", name), at.old))
    return {name: {"scopes": {}, **{key: raw[key] for key in _IN_FLOWS if key in raw}}}
