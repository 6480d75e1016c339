"""The formats of collections by name; what writes one is imported when it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .building import Collection


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionFormat:
    """A format, the clients that read it, and how its files end."""

    client: str
    suffix: str
    module: str

    def write(self, collection: Collection, indent: int | None = None) -> str:
        """Return the text of a file.

        :param indent: the indentation of JSON that people read; by default, it is one line.
        """
        module = import_module(f".{self.module}", __package__)
        text: str = module.write_collection(collection, indent)
        return text


FORMATS: Mapping[str, CollectionFormat] = {
    "postman": CollectionFormat(
        client="Postman", suffix=".postman_collection.json", module="postman"
    ),
    "bruno": CollectionFormat(client="Bruno", suffix=".opencollection.json", module="bruno"),
    "http": CollectionFormat(
        client="VS Code, JetBrains (.http)", suffix=".http", module="http_file"
    ),
}
