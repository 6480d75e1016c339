"""What stands where in a document of Swagger 2.0."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_sitejson.common.network.methods import METHODS as ALL_METHODS
from sphinx_sitejson.openapi.keywords import ANY_KEY, SLOTS, Grammar, Slot

METHODS = tuple(method for method in ALL_METHODS if method not in ("trace", "query"))
"""Those of them that Swagger 2.0 knows."""

_PARAMETER: Mapping[str, Slot] = {"schema": Slot("schema"), "items": Slot("schema")}

SWAGGER_2 = Grammar(
    slots={
        "document": {
            "info": Slot("plain"),
            "tags": Slot("plain", "list"),
            "security": Slot("plain", "list"),
            "securityDefinitions": Slot("plain", "map"),
            "externalDocs": Slot("plain"),
            "paths": Slot("paths"),
            "definitions": Slot("schema", "map"),
            "parameters": Slot("parameter", "map"),
            "responses": Slot("response", "map"),
        },
        "paths": {ANY_KEY: Slot("path item")},
        "path item": {
            **{method: Slot("operation") for method in METHODS},
            "parameters": Slot("parameter", "list"),
        },
        "operation": {
            "parameters": Slot("parameter", "list"),
            "responses": Slot("responses"),
            "externalDocs": Slot("plain"),
        },
        "responses": {ANY_KEY: Slot("response")},
        "response": {"schema": Slot("schema"), "headers": Slot("header", "map")},
        "parameter": _PARAMETER,
        "header": _PARAMETER,
        "schema": SLOTS["schema"],
        "plain": {},
    },
    sections={
        "schema": ("definitions",),
        "parameter": ("parameters",),
        "response": ("responses",),
    },
)
"""The kinds of objects, and which of them a document shares."""
