"""What each preset theme sets where ``site.json`` says nothing: the file always wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PRESET_VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "venus": {},
    "quill": {"sidebar": {"items": "border"}, "codeBlock": {"mode": "auto"}},
    "prism": {"sidebar": {"items": "card"}},
}


def with_preset(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked settings with the values of their theme below them."""
    preset = PRESET_VALUES.get(settings.get("theme") or "", {})
    return {
        **settings,
        **{key: {**values, **_given(settings.get(key))} for key, values in preset.items()},
    }


def _given(values: Mapping[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (values or {}).items() if value is not None}
