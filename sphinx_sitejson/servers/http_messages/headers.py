"""The headers of an answer, from the examples of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_sitejson.openapi.examples.generated_values import MISSING
from sphinx_sitejson.openapi.model import Parameter, Response
from sphinx_sitejson.reference.request_samples.encoding import encode_content, encode_header
from sphinx_sitejson.reference.request_samples.sample_values import is_in_sample

from .example_selection import fitting_value
from .validation import SchemaValidator

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# What a server says itself, or what would say something wrong of the body as it is sent.
_NOT_FROM_EXAMPLES = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "content-range",
        "content-type",
        "date",
        "keep-alive",
        "server",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def response_headers(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str]]:
    """Yield the headers that an answer must have, and those that the document shows."""
    for header in response.headers:
        is_usable = _TOKEN.fullmatch(header.name) is not None
        if not is_usable or header.name.lower() in _NOT_FROM_EXAMPLES:
            continue
        if is_in_sample(header, None):
            value = fitting_value(header, validator)
            if value is not MISSING:
                yield header.name, _text(header, value)


def _text(header: Parameter, value: object) -> str:
    """Write the value of a header on one line."""
    text = (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )
    return "".join(char if char.isprintable() else " " for char in text).strip()
