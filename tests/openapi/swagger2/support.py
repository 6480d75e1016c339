"""Convert documents in memory."""

from typing import Any, NamedTuple

from sphinx_sitejson.openapi import swagger2
from sphinx_sitejson.openapi.reading.conversion_state import ConversionState


class Converted(NamedTuple):
    data: dict[str, Any]
    losses: list[tuple[Any, str]]


def convert_document(document: dict[str, Any]) -> Converted:
    state = ConversionState(document)
    return Converted(swagger2.convert_document(state), state.losses)
