"""Groups of generated pages: one for each first tag, nested as the tags are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.tree import GroupNode, PageNode
from sphinx_sitejson.openapi.naming.groups import operation_groups

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation, Tag
    from sphinx_sitejson.openapi.naming.groups import OperationGroup


class TagGroups:
    """Collects the pages of operations, and puts them into their groups."""

    def __init__(self, tags: Mapping[str, Tag]) -> None:
        self._tags = tags
        self._operations: list[Operation] = []
        self._pages: list[str] = []

    def add(self, docname: str, operation: Operation) -> None:
        """Take the page of an operation."""
        self._operations.append(operation)
        self._pages.append(docname)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the document whose operations have pages here, and those around them."""
        found: list[str] = []
        waiting = list(operation_groups(self._tags, self._operations))
        while waiting:
            group = waiting.pop(0)
            if group.tag:
                found.append(group.name)
            waiting[:0] = group.groups
        return tuple(found)

    def nodes(self, roots: Mapping[str, str] | None = None) -> tuple[GroupNode, ...]:
        """Return the outermost groups.

        :param roots: the pages of tags, which the names of their groups open.
        """
        pages = {id(one): page for one, page in zip(self._operations, self._pages, strict=True)}
        return tuple(
            _node(group, pages, roots or {})
            for group in operation_groups(self._tags, self._operations)
        )


def _node(group: OperationGroup, pages: Mapping[int, str], roots: Mapping[str, str]) -> GroupNode:
    return GroupNode(
        name=group.title,
        root=roots.get(group.name, "") if group.tag else "",
        entries=(
            *(PageNode(docname=pages[id(operation)]) for operation in group.operations),
            *(_node(inner, pages, roots) for inner in group.groups),
        ),
    )
