"""Which inputs samples fill in, and with what."""

from __future__ import annotations

import re
from typing import Any

from sphinx_sitejson.openapi.examples.generated_values import example_value
from sphinx_sitejson.openapi.model import Parameter

from .encoding import encode_content
from .request import Pairs

# What headers may be called; one that begins with "-" would be an option to some tools.
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~][A-Za-z0-9!#$%&'*+.^_`|~-]*")
_LONGEST_VALUE = 1000
_HINTS = frozenset(
    {"example", "examples", "default", "const", "enum", "format", "pattern", "minLength"}
)


def is_in_sample(parameter: Parameter, show_optional: bool | None) -> bool:
    """Whether samples send a parameter."""
    if parameter.required:
        return True
    if parameter.deprecated or show_optional is False:
        return False
    raw = parameter.schema.resolved.raw
    has_example = bool(parameter.examples) or "example" in raw or bool(raw.get("examples"))
    return show_optional is True or has_example


def sample_value(parameter: Parameter) -> Any:
    """Return the value that samples send: one of the document, else one that is made."""
    for example in parameter.examples:
        if example.has_value and not _is_long(example.value):
            return example.value
    if parameter.location == "path" and _is_plain_text(parameter):
        # "/users/string" would tell a reader less than "/users/userId".
        return parameter.name
    value = example_value(parameter.schema, direction="request")
    return parameter.name if _is_long(value) else value


def valid_pairs(pairs: list[tuple[str, str]]) -> Pairs:
    """Leave out what no header may be called, and bring values on one line."""
    return tuple(
        (name, "".join(char if char.isprintable() else " " for char in value).strip())
        for name, value in pairs
        if _TOKEN.fullmatch(name)
    )


def _is_long(value: Any) -> bool:
    return len(encode_content(value)) > _LONGEST_VALUE


def _is_plain_text(parameter: Parameter) -> bool:
    schema = parameter.schema.merged
    is_text = schema.types in ((), ("string",)) and not (schema.one_of or schema.any_of)
    return is_text and not _HINTS & schema.raw.keys()
