"""The formats of collections by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import bruno, http_file, postman
from .building import Collection


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionFormat:
    """A format, and how its files end."""

    suffix: str
    write: Callable[[Collection], str]


FORMATS: Mapping[str, CollectionFormat] = {
    "postman": CollectionFormat(suffix=".postman_collection.json", write=postman.write_collection),
    "bruno": CollectionFormat(suffix=".opencollection.json", write=bruno.write_collection),
    "http": CollectionFormat(suffix=".http", write=http_file.write_collection),
}
