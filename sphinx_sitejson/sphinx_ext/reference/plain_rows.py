"""Rows and folds as ordinary nodes, for every builder that is not HTML: nothing opens on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.locale import _

from .api_nodes import api_contents, api_fold, api_row

if TYPE_CHECKING:
    from .api_nodes import RowHead


def lay_open(document: nodes.document) -> None:
    """Replace rows and folds by headings with what belongs to them."""
    for kind, opened in _OPENED.items():
        # From the inside out: what is replaced is not met again.
        for node in reversed(list(document.findall(kind))):
            node.replace_self(list(opened(node)))


def _row(node: api_row) -> Iterator[nodes.Node]:
    head: RowHead = node["head"]
    if node["ids"]:
        yield nodes.target("", "", ids=node["ids"])
    said = f"{head.method} {head.path}"
    line = nodes.rubric("", "", nodes.literal(text=said), classes=["sj-api-row"])
    if head.title:
        line += nodes.Text(f" {head.title}")
    if head.is_deprecated:
        line += nodes.Text(f" ({_('deprecated')})")
    yield line
    yield from node.children


def _fold(node: api_fold) -> Iterator[nodes.Node]:
    if node["ids"]:
        yield nodes.target("", "", ids=node["ids"])
    yield nodes.rubric(node["title"], node["title"])
    yield from node.children


def _contents(node: api_contents) -> Iterator[nodes.Node]:
    items = []
    for entry in node["entries"]:
        endpoint = nodes.literal(text=f"{entry.method} {entry.path}")
        line = nodes.paragraph("", "", nodes.reference("", "", endpoint, refid=entry.anchor))
        if entry.title:
            line += nodes.Text(f" {entry.title}")
        items.append(nodes.list_item("", line))
    yield nodes.bullet_list("", *items, bullet="*")


_OPENED: dict[type[nodes.Element], Callable[[Any], Iterator[nodes.Node]]] = {
    api_contents: _contents,
    api_row: _row,
    api_fold: _fold,
}
