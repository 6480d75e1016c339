"""Adds the format of Postman collections."""

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from sphinx_sitejson import add_api_format


def is_collection(document: dict[str, Any]) -> bool:
    """Whether a document is a Postman collection."""
    return "/json/collection/v2" in document["info"]["schema"]


def convert_collection(document: dict[str, Any]) -> dict[str, Any]:
    """Return an OpenAPI document with the requests of a collection."""
    paths: dict[str, Any] = {}
    for item, folder in find_requests(document["item"]):
        request = item["request"]
        names = [part[1:] for part in request["url"]["path"] if part.startswith(":")]
        parts = [f"{{{part[1:]}}}" if part[:1] == ":" else part for part in request["url"]["path"]]
        paths.setdefault("/" + "/".join(parts), {})[request["method"].lower()] = {
            "summary": item["name"],
            "tags": [folder] if folder else [],
            "parameters": [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in names
            ],
            "responses": {"200": {"description": "The response."}},
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": document["info"]["name"], "version": "1"},
        "paths": paths,
    }


def find_requests(items: list[Any], folder: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the requests of a collection, each with the folder that contains it."""
    for item in items:
        if "item" in item:
            yield from find_requests(item["item"], item["name"])
        else:
            yield item, folder


def setup(app: Sphinx) -> None:
    """Add the format."""
    add_api_format(app, "postman", convert_collection, matches=is_collection, suffixes=[".json"])
