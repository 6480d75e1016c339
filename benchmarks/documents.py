"""Documents of any size, made up for the benchmarks."""

from __future__ import annotations

from typing import Any


def made_up_document(operations: int, *, has_circles: bool = True) -> dict[str, Any]:
    """Return a document with as many operations and half as many schemas."""
    schemas = max(operations // 2, 1)
    return {
        "openapi": "3.0.3",
        "info": {"title": "Made up", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {
            f"/things{number}/{{id}}": _path(number, schemas) for number in range(operations // 2)
        },
        "components": {
            "schemas": {
                f"Thing{number}": _schema(number, schemas, has_circles) for number in range(schemas)
            }
        },
    }


def _path(number: int, schemas: int) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/Thing{number % schemas}"}
    content = {"application/json": {"schema": reference}}
    answers = {
        "200": {"description": "It worked.", "content": content},
        "default": {
            "description": "It did not.",
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
    }
    parameter = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "parameters": [parameter],
        "get": {
            "operationId": f"getThing{number}",
            "summary": f"Get thing {number}",
            "tags": [f"Group {number % 12}"],
            "description": "Returns one thing, with all that belongs to it. " * 5,
            "parameters": [
                {
                    "name": name,
                    "in": "query",
                    "schema": {"type": "integer", "minimum": 1, "maximum": 100},
                }
                for name in ("limit", "page", "depth")
            ],
            "responses": answers,
        },
        "put": {
            "operationId": f"putThing{number}",
            "summary": f"Replace thing {number}",
            "tags": [f"Group {number % 12}"],
            "requestBody": {"required": True, "content": content},
            "responses": answers,
        },
    }


def _schema(number: int, schemas: int, has_circles: bool) -> dict[str, Any]:
    own = {
        f"field{position}": {
            "type": "string",
            "description": "A field of the thing. " * 3,
            "maxLength": 64,
        }
        for position in range(12)
    }
    others = {
        "next": {"$ref": f"#/components/schemas/Thing{(number + 1) % schemas}"},
        "others": {
            "type": "array",
            "items": {"$ref": f"#/components/schemas/Thing{(number * 7 + 3) % schemas}"},
        },
    }
    return {
        "type": "object",
        "required": ["field0"],
        "properties": {**own, **(others if has_circles else {})},
    }
