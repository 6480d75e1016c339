"""What the settings accept for each service, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .service import Service, ServiceKey
from .table import SERVICES

Schema = dict[str, Any]


def service_definitions() -> Mapping[str, Schema]:
    """Return the definitions of ``analytics`` and ``integrations`` for the schema of settings."""
    analytics = {n: s for n, s in SERVICES.items() if not s.is_named_by_one_value}
    others = {n: s for n, s in SERVICES.items() if s.is_named_by_one_value}
    return {
        "analytics": _object(
            "Analytics services, by name.",
            {name: _object_of(service) for name, service in analytics.items()},
        ),
        "integrations": _object(
            "Widgets of other services.",
            {name: _value(service.keys[0]) for name, service in others.items()},
        ),
    }


def _object_of(service: Service) -> Schema:
    return _object(
        f"Settings of {service.title}.",
        {key.name: _value(key) for key in service.keys},
        required=[key.name for key in service.keys if key.is_required],
    )


def _value(key: ServiceKey) -> Schema:
    if not key.pattern:
        return {"$ref": "#/$defs/webAddress", "description": key.help}
    return {
        "type": "string",
        # The end is written so because "$" would allow a line break after it.
        "pattern": rf"^{key.pattern}(?![\s\S])",
        "x-expected": key.expected,
        "description": key.help,
    }


def _object(help: str, properties: Schema, required: list[str] | None = None) -> Schema:
    wanted = {"required": required} if required else {}
    return {
        "type": "object",
        "description": help,
        "properties": properties,
        **wanted,
        "additionalProperties": False,
    }
