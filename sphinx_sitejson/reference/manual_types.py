"""The words that authors use for types, as schemas."""

from __future__ import annotations

import re
from typing import Any

Schema = dict[str, Any]

_MEANINGS: tuple[tuple[str, Schema], ...] = (
    ("string str text hash xml enum char binary html", {"type": "string"}),
    ("date", {"type": "string", "format": "date"}),
    ("datetime date-time timestamp", {"type": "string", "format": "date-time"}),
    ("url uri", {"type": "string", "format": "uri"}),
    ("uuid", {"type": "string", "format": "uuid"}),
    ("email", {"type": "string", "format": "email"}),
    ("bytes", {"type": "string", "format": "byte"}),
    ("integer int int32 int64", {"type": "integer"}),
    ("number num float decimal long double", {"type": "number"}),
    ("boolean bool", {"type": "boolean"}),
    ("object obj record dict dictionary map hashmap", {"type": "object"}),
    ("array arr list", {"type": "array", "items": {}}),
    ("file", {"type": "string", "format": "binary"}),
    ("any json mixed", {}),
    ("null none undefined", {"type": "null"}),
)
_WORDS = {word: schema for words, schema in _MEANINGS for word in words.split()}
_ARRAY_OF = re.compile(r"(?:array|arr|list|set)\s*(?:<(.+)>|\[(.+)\]|\(?\s*of\s+(.+?)s?\)?)")
_MAP_OF = re.compile(r"(?:record|dict|dictionary|map|enum)\s*(?:<(.+)>|\[(.+)\])")
_BETWEEN = re.compile(r"\s*(?:\||\bor\b|/|,)\s*")
_QUOTED = re.compile(r"(['\"])(.*)\1")
DEEPEST = 6


def schema_of_type(text: str, depth: int = 0) -> Schema:
    """Return the schema that a type's words mean; words that nobody knows mean an object."""
    words = text.strip().lower()
    if not words:
        return {}
    if depth > DEEPEST:
        return {"type": "object"}
    if words in _WORDS:
        return dict(_WORDS[words])
    if words.endswith("[]"):
        return {"type": "array", "items": schema_of_type(words[:-2].strip("()"), depth + 1)}
    if found := _ARRAY_OF.fullmatch(words):
        inner = next(group for group in found.groups() if group)
        return {"type": "array", "items": schema_of_type(inner, depth + 1)}
    if found := _MAP_OF.fullmatch(words):
        is_enum = words.startswith("enum")
        return schema_of_type(found[1] or found[2], depth + 1) if is_enum else {"type": "object"}
    return _one_of_several(text, depth) or _beginning(words)


def _one_of_several(text: str, depth: int) -> Schema | None:
    """Read ``string | null`` and ``"up" | "down"``: values, or the first type."""
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if len(parts) < 2:
        return None
    values = [found[2] for part in parts if (found := _QUOTED.fullmatch(part))]
    if len(values) == len(parts):
        return {"type": "string", "enum": values}
    schemas = [schema_of_type(part, depth + 1) for part in parts]
    real = [schema for schema in schemas if schema.get("type") != "null"]
    first = real[0] if real else {"type": "null"}
    if len(real) < len(schemas) and isinstance(first.get("type"), str):
        return {**first, "type": [first["type"], "null"]}
    return first


def _beginning(words: str) -> Schema:
    """Read ``string (up to 20 characters)``: the first word counts."""
    first = re.split(r"[\s(<\[:;]", words, maxsplit=1)[0]
    return dict(_WORDS.get(first, {"type": "object"}))
