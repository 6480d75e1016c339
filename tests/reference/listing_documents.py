"""A small document, and a large one."""

from typing import Any

from sphinx_sitejson.openapi.document import OpenApiDocument

JSON = "application/json"


def answer(name: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"description": "OK", "content": {JSON: {"schema": schema}}}


SHIPS: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1"},
    "servers": [{"url": "https://api.example.com/v1"}],
    "security": [{"key": []}],
    "tags": [
        {"name": "fleet", "x-displayName": "The fleet"},
        {"name": "ships", "description": "All about *ships*."},
    ],
    "paths": {
        "/ships": {
            "get": {
                "operationId": "listShips",
                "summary": "List ships",
                "description": "Returns **all** ships.",
                "tags": ["ships"],
                "security": [],
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                "responses": {"200": answer("Ship"), "default": answer("Error")},
            },
            "post": {
                "operationId": "addShip",
                "summary": "Add a ship",
                "tags": ["ships"],
                "requestBody": {
                    "content": {JSON: {"schema": {"$ref": "#/components/schemas/Ship"}}}
                },
                "responses": {"201": answer("Ship"), "default": answer("Error")},
            },
        },
        "/ships/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ],
            "get": {
                "operationId": "getShip",
                "summary": "Get a ship",
                "deprecated": True,
                "tags": ["ships"],
                "responses": {"200": answer("Ship")},
            },
        },
        "/fleet,all": {
            "get": {"summary": "Count", "tags": ["fleet"], "responses": {"200": answer("Count")}}
        },
        "/health": {"get": {"responses": {"204": {"description": "Alive"}}}},
        "/hidden": {"get": {"x-internal": True, "responses": {"204": {"description": "Alive"}}}},
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        "schemas": {
            "Ship": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "Painted on its bow."},
                    "sister": {"$ref": "#/components/schemas/Ship"},
                },
            },
            "Error": {"type": "object", "properties": {"message": {"type": "string"}}},
            "Count": {"type": "object", "properties": {"number": {"type": "integer"}}},
        },
    },
}


def ships() -> OpenApiDocument:
    return OpenApiDocument(SHIPS, name="ships", location="/ships.json", version="3.1")


def many_operations(count: int) -> dict[str, Any]:
    """A document as frameworks write them: five operations for each kind of thing."""
    kinds = [f"Kind{number}" for number in range(-(-count // 5))]
    schemas: dict[str, Any] = {"Error": SHIPS["components"]["schemas"]["Error"]}
    paths: dict[str, Any] = {}
    identifier = {
        "name": "id",
        "in": "path",
        "required": True,
        "description": "Which one is meant.",
        "schema": {"type": "integer"},
    }
    for kind in kinds:
        properties = {
            f"field{number}": {
                "type": "string",
                "description": f"What field {number} of this kind is about, in a few words.",
                "example": f"value {number}",
            }
            for number in range(12)
        }
        properties["others"] = {"type": "array", "items": {"$ref": "#/components/schemas/Kind0"}}
        schemas[kind] = {"type": "object", "properties": properties}
        body = {"content": {JSON: {"schema": {"$ref": f"#/components/schemas/{kind}"}}}}
        wrong = {"400": answer("Error"), "404": answer("Error"), "default": answer("Error")}
        page = [
            {"name": name, "in": "query", "schema": {"type": "integer"}, "description": name}
            for name in ("limit", "offset", "sort", "filter")
        ]
        collection, item = f"/api/v1/things/{kind}", f"/api/v1/things/{kind}/{{id}}"

        def operation(name: str, kind: str = kind, **more: Any) -> dict[str, Any]:
            return {
                "operationId": f"{name}{kind}",
                "summary": f"{name} things of {kind}",
                "description": f"A sentence or two about what {name} does with {kind}.",
                "tags": [kind],
                **more,
            }

        ok = {"200": answer(kind), **wrong}
        paths[collection] = {
            "get": operation("list", parameters=page, responses=ok),
            "post": operation("add", requestBody=body, responses=ok),
        }
        paths[item] = {
            "parameters": [identifier],
            "get": operation("get", responses=ok),
            "put": operation("replace", requestBody=body, responses=ok),
            "delete": operation("remove", responses=wrong),
        }
    return {
        "openapi": "3.0.3",
        "info": {"title": "Many", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


def many_unions(operations: int, types: int) -> dict[str, Any]:
    """A document whose bodies are unions without names, as generators write them."""
    names = [f"Event{number}" for number in range(types)]
    schemas: dict[str, Any] = {"Error": SHIPS["components"]["schemas"]["Error"]}
    for name in names:
        fields = {
            f"{name.lower()}Field{number}": {
                "type": "string",
                "description": f"What field {number} says, in a few words.",
            }
            for number in range(12)
        }
        kind = {"type": "string", "const": f"{name.lower()}.sent"}
        schemas[name] = {"type": "object", "properties": {"kind": kind, **fields}}
    references = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    mapping = {f"{name.lower()}.sent": f"#/components/schemas/{name}" for name in names}
    union = {"oneOf": references, "discriminator": {"propertyName": "kind", "mapping": mapping}}
    page = {"type": "object", "properties": {"data": {"type": "array", "items": union}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Unions", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {
            f"/events/kind{number}": {
                "post": {
                    "operationId": f"send{number}",
                    "summary": f"Send events of kind {number}",
                    "description": "Sends an event, and returns those that followed from it.",
                    "requestBody": {"content": {JSON: {"schema": union}}},
                    "responses": {
                        "200": {"description": "OK", "content": {JSON: {"schema": page}}},
                        "400": answer("Error"),
                    },
                }
            }
            for number in range(operations)
        },
        "components": {"schemas": schemas},
    }
