"""Groups of generated pages: one for each first tag, nested as the tags are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_sitejson.messages import Message
from sphinx_sitejson.navigation.tree import GroupNode, PageNode
from sphinx_sitejson.openapi.tag_parents import parents_of

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation, Tag

UNTAGGED_GROUP = Message("API Reference")
WEBHOOK_GROUP = Message("Webhooks")


class TagGroups:
    """Collects pages by tag, in the order in which the tags appear first."""

    def __init__(self, tags: Mapping[str, Tag]) -> None:
        self._tags = tags
        self._parents = parents_of({name: tag.parent for name, tag in tags.items()})
        self._pages: dict[str, list[str]] = {}
        self._children: dict[str, list[str]] = {}

    def add(self, docname: str, operation: Operation) -> None:
        """Put a page into the group of its operation's first tag."""
        untagged = WEBHOOK_GROUP if operation.is_webhook else UNTAGGED_GROUP
        name = operation.tags[0] if operation.tags else untagged
        self._open(name)
        self._pages[name].append(docname)

    def nodes(self) -> tuple[GroupNode, ...]:
        """Return the outermost groups."""
        return tuple(self._node(name) for name in self._children.get("", ()))

    def _open(self, name: str) -> None:
        """Make the group of a tag, and those around it, unless they are there."""
        while name not in self._pages:
            parent = self._parents.get(name, "")
            self._pages[name] = []
            self._children.setdefault(parent, []).append(name)
            if not parent:
                return
            name = parent

    def _node(self, name: str) -> GroupNode:
        tag = self._tags.get(name)
        return GroupNode(
            name=(tag.summary if tag else "") or name,
            entries=(
                *(PageNode(docname=docname) for docname in self._pages[name]),
                *(self._node(child) for child in self._children.get(name, ())),
            ),
        )
