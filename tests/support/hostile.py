"""A site with strange text in every setting and every key of the front matter.

Keys that are added later are found by themselves: the settings come from the file that has every
key of the schema, the front matter is asked which keys it looks for.
"""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.validation import SITE_SCHEMA
from support.small_sites import api_document

EVERY_KEY = Path(__file__).parents[1] / "settings" / "files" / "good" / "every_key.json"
MORE_FRONT_MATTER = ("og:title", "article:tag", "authMethod", "contentType", "unknown")

Spoil = Callable[[str], Sequence[str]]
"""Returns what to try in place of a text; the first that is allowed is used."""


def settings_with(spoil: Spoil) -> dict[str, Any]:
    """Return settings with every key, and strange text wherever the schema lets it in."""
    settings: dict[str, Any] = json.loads(EVERY_KEY.read_text(encoding="utf-8"))
    # Shown only where they are not hidden; documents lie beside the settings.
    settings["modeToggle"].pop("isHidden")
    settings["openapi"] = settings["tabs"][0]["openapi"] = "api.json"
    settings["anchors"][0].pop("openapi")
    for division in (settings["tabs"][0], settings["anchors"][0], settings["primaryTab"]):
        division["isDefaultHidden"] = False
    settings["tabs"][0].pop("version")
    settings["anchors"][0].pop("version")
    settings["api"]["playground"] = {"mode": "show"}
    settings["redirects"] += [
        {"source": "/moved", "destination": "https://away.example.com/to"},
        {"source": "/here", "destination": "/care/water#to"},
    ]
    assert SITE_SCHEMA.validator.is_valid(settings)
    spoiled = copy.deepcopy(settings)
    for path, text in texts_in(settings):
        if {"pages", "$schema", "openapi"} & set(path):
            continue
        for other in spoil(text):
            candidate = with_text(spoiled, path, other)
            if SITE_SCHEMA.validator.is_valid(candidate):
                spoiled = candidate
                break
    spoiled["metadata"] |= {name: name for name in spoil("og:strange")[:1]}
    return spoiled


def texts_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield each text of a value with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in entries:
            yield from texts_in(member, (*path, key))


def with_text(value: Any, path: tuple[Any, ...], text: str) -> Any:
    """Return a copy of a value with another text in one place."""
    changed = copy.deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = text
    return changed


class _Asked(dict[str, object]):
    """Front matter that notes which keys are looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.keys_asked: dict[str, None] = {}

    def get(self, key: str, default: object = None) -> object:
        self.keys_asked[key] = None
        return default


def front_matter_keys() -> list[str]:
    """Return the keys of the front matter that take a text."""
    asked = _Asked()
    PageFacts.from_metadata(asked)
    not_texts = {"hidden", "noindex", "mode", "version", "url"}
    return [key for key in (*asked.keys_asked, *MORE_FRONT_MATTER) if key not in not_texts]


def front_matter_with(spoil: Spoil, name: str) -> str:
    """Return front matter with strange text in every key."""
    values = {key: spoil(f"{name} {key}")[0] for key in front_matter_keys()}
    lines = "".join(f"{json.dumps(key)}: {json.dumps(text)}\n" for key, text in values.items())
    return f"---\n{lines}---\n"


def document_with(spoil: Spoil, address: str = "https://away.example.com") -> dict[str, Any]:
    """Return a document with strange text wherever a document has one.

    :param address: what stands where the document gives an address to follow.
    """

    def odd(text: str) -> str:
        return spoil(text)[0]

    schema = {
        "type": "object",
        "title": odd("title"),
        "description": odd("description"),
        "required": [odd("property")],
        "properties": {
            odd("property"): {
                "type": "string",
                "format": odd("format"),
                "description": odd("description"),
                "default": odd("default"),
                "enum": [odd("default"), odd("other")],
                "x-enumDescriptions": {odd("default"): odd("meaning")},
                "example": odd("other"),
                "x-note": odd("extension"),
            },
            "text": {"type": "string", "pattern": odd("pattern"), "const": odd("constant")},
            "map": {"additionalProperties": {"type": "string"}, "default": {odd("key"): 1}},
        },
        "discriminator": {
            "propertyName": odd("property"),
            "mapping": {odd("value"): "#/components/schemas/Thing"},
        },
    }
    example = {
        "summary": odd("summary"),
        "description": odd("description"),
        "value": {odd("property"): odd("other"), "list": [odd("entry")]},
    }
    examples = {
        odd("name"): example,
        "text": {"value": odd("a text")},
        "elsewhere": {"externalValue": address},
    }
    media = {"schema": {"$ref": "#/components/schemas/Thing"}, "examples": examples}
    link = {
        "operationId": odd("operationId"),
        "description": odd("description"),
        "parameters": {odd("parameter"): odd("expression")},
    }
    answer = {
        "description": odd("description"),
        "headers": {odd("Header"): {"description": odd("header"), "example": odd("value")}},
        "content": {"application/json": media},
        "links": {odd("link"): link},
    }
    operation = {
        "operationId": odd("operationId"),
        "summary": odd("summary"),
        "description": odd("description"),
        "tags": [odd("tag")],
        "externalDocs": {"url": address, "description": odd("docs")},
        "parameters": [
            {
                "name": odd(place),
                "in": place,
                "required": True,
                "description": odd("description"),
                "schema": {"type": "string", "default": odd("default")},
                "example": odd("example"),
            }
            for place in ("query", "header", "cookie")
        ],
        "requestBody": {
            "description": odd("description"),
            "content": {"application/json": media, "text/plain": {"example": odd("plain text")}},
        },
        "responses": {"200": answer},
        "callbacks": {odd("callback"): {"{$request.body#/url}": {"post": {"responses": {}}}}},
        "x-codeSamples": [{"lang": "bash", "label": odd("sample"), "source": odd("curl")}],
        "security": [{odd("scheme"): []}, {"flow": []}],
        "x-note": {odd("key"): odd("extension")},
    }
    server = {
        "url": "https://{place}.example.com",
        "description": odd("server"),
        "variables": {"place": {"default": "here", "description": odd("description")}},
    }
    tag = {
        "name": odd("tag"),
        "description": f"{odd('description')} [link]({address}) ![image]({address})",
        "externalDocs": {"url": address},
    }
    key = {"type": "apiKey", "in": "header", "name": odd("X-Key")}
    flow = {
        "authorizationUrl": address,
        "tokenUrl": address,
        "scopes": {odd("scope"): odd("description")},
    }
    schemes = {
        odd("scheme"): {**key, "description": odd("description")},
        "flow": {"type": "oauth2", "flows": {"authorizationCode": flow}},
    }
    return api_document(
        {"/things": {"summary": odd("path"), "post": operation}},
        info={"title": odd("title"), "version": odd("1"), "description": odd("description")},
        servers=[server],
        tags=[tag],
        webhooks={odd("webhook"): {"post": {"summary": odd("webhook"), "responses": {}}}},
        components={"schemas": {"Thing": schema}, "securitySchemes": schemes},
    )


def site_with(spoil: Spoil, address: str = "https://away.example.com") -> dict[str, Any]:
    """Return the files of the whole site."""
    return {
        "site.json": settings_with(spoil),
        "api.json": document_with(spoil, address),
        "index.mdx": f"{front_matter_with(spoil, 'index')}\n## First\n\nText.\n\n## Second\n",
        "care/water.mdx": f"{front_matter_with(spoil, 'water')}\nText.\n",
        "care/light.md": f"{front_matter_with(spoil, 'light')}\nText.\n",
        "things.mdx": "---\nopenapi: POST /things\n---\n",
        "thing.mdx": "---\nopenapi-schema: Thing\n---\n",
        "written.mdx": "---\ntitle: Written\napi: GET https://api.example.com/x\n---\n",
    }
