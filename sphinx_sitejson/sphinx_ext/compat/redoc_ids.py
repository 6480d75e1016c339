"""The ids by which links know the operations and tags of Redoc's pages.

``#operation/addShip`` is the operation, ``#tag/Ships`` the group, and with tags an operation also
has ``#tag/Ships/operation/addShip``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.reference.api_nodes import api_row

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

_NOT_IN_IDS = re.compile(r"[\s\"'&#%]+")


def add_redoc_ids(content: Iterable[nodes.Node], document: OpenApiDocument) -> None:
    """Give rows of operations and groups the ids of Redoc, behind those that they have."""
    by_line = {(one.method, one.path): one for one in document.operations}
    taken: set[str] = set()
    for part in content:
        if not isinstance(part, nodes.Element):
            continue
        for section in part.findall(nodes.section):
            rows = list(section.findall(api_row))
            tags = {tag for row in rows for tag in _tags(row, by_line)}
            if len(tags) == 1:
                _add(section, [f"tag/{tags.pop()}"], taken)
        for row in part.findall(api_row):
            operation = by_line.get((row["head"].method, row["head"].path))
            if operation is not None:
                _add(row, _ids_of(operation), taken)


def _tags(row: api_row, by_line: dict[tuple[str, str], Operation]) -> tuple[str, ...]:
    operation = by_line.get((row["head"].method, row["head"].path))
    return operation.tags[:1] if operation else ()


def _ids_of(operation: Operation) -> Iterator[str]:
    if operation.operation_id:
        yield f"operation/{operation.operation_id}"
        for tag in operation.tags:
            yield f"tag/{tag}/operation/{operation.operation_id}"


def _add(node: nodes.Element, ids: Iterable[str], taken: set[str]) -> None:
    for wanted in ids:
        name = _NOT_IN_IDS.sub("-", wanted)
        if name not in taken:
            taken.add(name)
            node["ids"].append(name)


class NoRedocIdsInBooks(SphinxPostTransform):
    """Takes the ids out of books: no old link leads there, and EPUB allows no slash in them."""

    default_priority = 5
    builders = ("epub", "latex", "texinfo")

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        for node in self.document.findall(nodes.Element):
            ids: list[str] = node.get("ids", [])
            if any("/" in name for name in ids):
                node["ids"] = [name for name in ids if "/" not in name]
